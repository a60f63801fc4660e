"""`tieout review` in a real browser: keys, several reviewers, restarts, and what is on disk afterwards."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_report_page import serious
from tieout.decisions import files
from tieout.decisions.model import threads

pytestmark = pytest.mark.browser

Tab = Callable[..., Page]
Serve = Callable[..., Server]


def enter(tab: Tab, server: Server, name: str) -> Page:
    """A browser of its own, past the question for the name."""
    page = tab()
    page.goto(server.address)
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector("#card h2")
    return page


def title(page: Page) -> str:
    return page.locator("#card h2").inner_text()


def press(page: Page, key: str) -> None:
    """Press a deciding key and wait until the next finding is there."""
    before = title(page)
    page.keyboard.press(key)
    expect(page.locator("#card h2")).not_to_have_text(before)
    page.wait_for_selector("#card .buttons")


def written(root: Path) -> list[tuple[str, str, str]]:
    return [(one.status, one.by, one.about) for one in files.read(root / "decisions")]


def test_ten_findings_by_keyboard_alone(
    tab: Tab, serve: Serve, tmp_path: Path, shot: Callable[[Page, str], None]
) -> None:
    page = enter(tab, serve(), "Ada")
    expect(page.locator("#card h2")).to_contain_text("17x (chart title, text) against 27x (bar label)")
    shot(page, "review")
    titles = []
    for key in "csfucccsc":
        titles.append(title(page))
        press(page, key)
    titles.append(title(page))
    page.keyboard.press("d")
    page.keyboard.type("rounding, or a way of speaking")
    page.keyboard.press("Enter")
    expect(page.locator("#card h2")).not_to_have_text(titles[-1])
    statuses = ["confirmed", "needs_source", "fixed_upstream", "unsure", "confirmed", "confirmed", "confirmed"]
    statuses += ["needs_source", "confirmed", "dismissed"]
    expected = [(status, "Ada", about[:300]) for status, about in zip(statuses, titles, strict=True)]
    assert written(tmp_path) == expected
    assert files.read(tmp_path / "decisions")[-1].reason == "rounding, or a way of speaking"


def test_undo_note_and_assign(tab: Tab, serve: Serve, tmp_path: Path) -> None:
    page = enter(tab, serve(), "Ada")
    first = title(page)
    press(page, "c")
    page.keyboard.press("z")
    expect(page.locator("#card h2")).to_have_text(first)
    (thread,) = threads(files.read(tmp_path / "decisions")).values()
    assert thread.deciding is None
    page.keyboard.press("n")
    page.keyboard.type("asked them on Monday")
    page.keyboard.press("Enter")
    expect(page.locator("#card .history")).to_contain_text("asked them on Monday")
    page.keyboard.press("a")
    page.locator("#panel-assign input[name=assignee]").fill("Ben")
    page.keyboard.press("Enter")
    expect(page.locator("#card .history")).to_contain_text("assigned to Ben")
    expect(page.locator('.list a[aria-current="true"]')).to_contain_text("for Ben")


def test_bulk_by_check_and_all_of_it_back(tab: Tab, serve: Serve, tmp_path: Path) -> None:
    page = enter(tab, serve(), "Ada")
    page.keyboard.press("b")
    page.locator('#bulk [name="what"]').select_option("littles-law")
    n = int(page.locator(".bulk-count").inner_text())
    assert n > 1
    page.locator('#bulk [name="reason"]').fill("misread by tieout")
    page.keyboard.press("Enter")
    expect(page.locator(".toasts")).to_contain_text(f"Dismissed: {n} findings")
    made = files.read(tmp_path / "decisions")
    assert {(one.check, one.status, one.bulk) for one in made} == {("littles-law", "dismissed", made[0].bulk)}
    assert len(made) == n
    page.keyboard.press("z")
    expect(page.locator(".toasts")).to_contain_text(f"Taken back: {n} decisions")
    assert not any(thread.deciding for thread in threads(files.read(tmp_path / "decisions")).values())


def test_two_reviewers_never_write_over_each_other(tab: Tab, serve: Serve, tmp_path: Path) -> None:
    server = serve()
    ada, ben = enter(tab, server, "Ada"), enter(tab, server, "Ben")
    first = title(ada)
    assert title(ben) == first
    press(ada, "c")
    ben.keyboard.press("u")
    expect(ben.locator(".desk [role=alert]")).to_contain_text("the last entry is now that of Ada")
    expect(ben.locator("#card .standing")).to_contain_text("Confirmed")
    assert [(status, by) for status, by, _ in written(tmp_path)] == [("confirmed", "Ada")]
    ben.keyboard.press("u")  # having seen it, and still of another mind
    expect(ben.locator("#card h2")).not_to_have_text(first)
    assert [(status, by) for status, by, _ in written(tmp_path)] == [("confirmed", "Ada"), ("unsure", "Ben")]


def test_what_another_decides_shows_up_by_itself(tab: Tab, serve: Serve) -> None:
    server = serve()
    ada, ben = enter(tab, server, "Ada"), enter(tab, server, "Ben")
    n = int(ben.locator(".count").inner_text().split()[0])
    press(ada, "c")
    expect(ben.locator(".count")).to_contain_text(f"{n - 1} of", timeout=15_000)


def test_a_restart_in_the_middle_loses_nothing(tab: Tab, serve: Serve, tmp_path: Path) -> None:
    server = serve()
    page = enter(tab, server, "Ada")
    press(page, "c")
    server.stop()
    page.keyboard.press("c")
    expect(page.locator(".toasts")).to_contain_text("Nothing was written")
    serve(port=server.port)
    press(page, "c")
    assert [status for status, _, _ in written(tmp_path)] == ["confirmed", "confirmed"]
    page.reload()
    page.wait_for_selector("#card h2")  # no name is asked again
    expect(page.locator(".tools")).to_contain_text("Ada")


def test_a_server_that_is_away_leaves_no_card_of_another_finding(tab: Tab, serve: Serve, tmp_path: Path) -> None:
    server = serve()
    page = enter(tab, server, "Ada")
    first = title(page)
    server.stop()
    page.keyboard.press("j")
    expect(page.locator("#card [role=alert]")).to_contain_text("does not answer")
    page.keyboard.press("c")
    assert not (tmp_path / "decisions").exists() or not files.read(tmp_path / "decisions")
    serve(port=server.port)
    page.keyboard.press("k")
    expect(page.locator("#card h2")).to_have_text(first)


def test_no_serious_barrier_while_deciding(tab: Tab, serve: Serve) -> None:
    page = tab()
    page.goto(serve().address)
    assert serious(page) == []
    page.get_by_label("Your name").fill("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector("#card h2")
    page.keyboard.press("d")
    expect(page.locator("#panel-dismiss")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    assert serious(page) == []


def test_pictures_of_the_page_are_shown(tab: Tab, serve: Serve) -> None:
    page = enter(tab, serve(), "Ada")
    page.locator("#card .crop img").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#card .crop img').naturalWidth > 0")
