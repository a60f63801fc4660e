"""The report in a real browser, opened from disk."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from schemas.statement import Parsed
from tests.made import claim, document, finding
from tests.tieout.test_report import rendered

pytestmark = pytest.mark.browser

Tab = Callable[..., Page]


def opened(tab: Tab, path: Path, hash_: str = "", **given: object) -> Page:
    page = tab(**given)
    page.goto(path.as_uri() + hash_)
    page.wait_for_selector("html[data-ready]")
    return page


def serious(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]


def test_the_readme_prints_the_counts_of_the_sample(sample: Path, root: Path) -> None:
    run = json.loads((sample.parent / "run.json").read_text())
    readme = (root / "README.md").read_text()
    counts = ", ".join(f"{run['severities'][one]} {one}" for one in ("high", "medium", "low", "info"))
    assert f"{run['rows']['findings']} findings ({counts})" in readme
    assert all(f"  {table}: {n} rows" in readme for table, n in run["rows"].items())


def test_the_worst_finding_is_seen_at_once(tab: Tab, sample: Path, shot: Callable[[Page, str], None]) -> None:
    page = opened(tab, sample)
    first = page.locator(".list li").first
    expect(first).to_contain_text("MCMC")
    card = page.locator("#card")
    expect(card.locator("h2")).to_contain_text("17x (chart title, text) against 27x (bar label)")
    for selector, text in ((".side.odd .hero", "27x"), (".side:not(.odd) .hero", "17x")):
        shown = card.locator(selector).first
        expect(shown).to_contain_text(text)
        box = shown.bounding_box()
        assert box
        assert box["y"] + box["height"] < 900  # without scrolling
    expect(card.locator(".side.odd mark")).to_have_text("27x")
    expect(card.locator(".why.told")).to_contain_text("the bar label 27x")
    expect(card.locator(".sum")).to_contain_text("they do not meet")
    for part in (".axis", ".why"):
        box = card.locator(part).first.bounding_box()
        assert box
        assert box["y"] < 900
    shot(page, "report")


def test_the_crop_shows_the_whole_chart_with_the_figure_boxed(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    image = page.locator("#card .crop img").first
    image.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#card .crop img').naturalWidth > 0")
    assert image.evaluate("one => one.naturalWidth") > 900  # the title is not cut off
    mark = page.locator("#card .crop rect.wrong").first.bounding_box()
    sheet = page.locator("#card .crop .sheet").first.bounding_box()
    assert mark
    assert sheet
    assert sheet["x"] < mark["x"] < mark["x"] + mark["width"] < sheet["x"] + sheet["width"]
    assert sheet["y"] < mark["y"] < mark["y"] + mark["height"] < sheet["y"] + sheet["height"]
    # Inside the outline is print, outside of it right beside the label there is none: the box is where the words are.
    expect(image).to_have_attribute("alt", re.compile("27x"))
    dark = image.evaluate(
        """one => {
          const canvas = document.createElement('canvas'), rect = one.parentElement.querySelector('rect.wrong');
          canvas.width = one.naturalWidth; canvas.height = one.naturalHeight;
          const view = rect.ownerSVGElement.viewBox.baseVal, s = one.naturalWidth / view.width;
          const drawing = canvas.getContext('2d');
          drawing.drawImage(one, 0, 0);
          const box = [rect.x, rect.y, rect.width, rect.height].map((length) => Math.round(length.baseVal.value * s));
          const pixels = drawing.getImageData(...box).data;
          let n = 0;
          for (let at = 0; at < pixels.length; at += 4) if (pixels[at] + pixels[at + 1] + pixels[at + 2] < 300) n++;
          return n / (pixels.length / 4);
        }"""
    )
    assert 0.05 < dark < 0.7


def test_the_interval_picture_shows_that_they_do_not_meet(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    axis = page.locator("#card .axis")
    expect(axis.locator("rect.apart").first).to_be_attached()
    odd = axis.locator(".lane.odd circle").first.bounding_box()
    other = axis.locator(".lane:not(.odd):not(.quiet):not(.scale) circle").last.bounding_box()
    assert odd
    assert other
    assert other["x"] + other["width"] < odd["x"]


def test_filter_search_and_sort_narrow_the_list(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    lines = page.locator(".list li")
    total = lines.count()
    page.locator('.chips [data-severity="low"]').click()
    assert lines.count() < total
    expect(page.locator(".list li.low")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("mcmc 27x")
    expect(lines).to_have_count(1)
    expect(page.locator(".count")).to_contain_text(f"1 of {total}")
    page.keyboard.press("Enter")
    expect(page.locator("#card h2")).to_contain_text("MCMC")
    page.keyboard.press("/")
    page.keyboard.press("Delete")
    page.locator('[data-filter="check"]').select_option("littles-law")
    expect(lines.first).to_contain_text("littles-law")
    page.locator('[data-filter="check"]').select_option("")
    page.locator('[data-filter="sort"]').select_option("check")
    checks = page.locator(".list .meta span:first-of-type").all_inner_texts()
    assert len(checks) > 10
    assert checks == sorted(checks)


def test_a_link_finds_its_finding_whatever_is_filtered_out(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    link = page.locator(".list li.info a").first.get_attribute("href") or ""
    message = page.locator(".list li.info bdi").first.inner_text()
    deep = opened(tab, sample, link)
    expect(deep.locator("#card h2")).to_have_text(message)
    expect(deep.locator('.list a[aria-current="true"] bdi')).to_have_text(message)
    for severity in ("high", "medium", "low", "info"):
        page.locator(f'.chips [data-severity="{severity}"]').click()
    expect(page.locator(".list li")).to_have_count(0)
    page.evaluate("(hash) => { location.hash = hash; }", link)
    expect(page.locator("#card h2")).to_have_text(message)


def test_keys_walk_through_the_findings(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    first = page.locator("#card h2").inner_text()
    page.keyboard.press("j")
    expect(page.locator("#card h2")).not_to_have_text(first)
    assert page.url.rpartition("#")[2] == page.locator("#card .card").get_attribute("data-key")
    page.keyboard.press("k")
    expect(page.locator("#card h2")).to_have_text(first)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("#overview")).to_be_visible()
    expect(page.locator("#findings")).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator("#card h2")).to_have_text(first)


def test_overview_shows_the_plots(tab: Tab, sample: Path, shot: Callable[[Page, str], None]) -> None:
    page = opened(tab, sample, "#overview")
    for title in (
        "Findings by check",
        "Findings by vendor",
        "Figures by source",
        "Documents against documents",
        "Coverage",
    ):
        expect(page.locator("#overview").get_by_text(title).first).to_be_visible()
    assert page.locator("#overview .bars rect").count() > 20
    cells = page.locator(".matrix tbody td b").all_inner_texts()
    assert sum(map(int, cells)) > 10
    shot(page, "overview")


@pytest.mark.parametrize("view", ["", "#overview", "#documents"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier(tab: Tab, sample: Path, view: str, scheme: str) -> None:
    page = opened(tab, sample, view, color_scheme=scheme)
    assert serious(page) == []


def test_it_fits_a_telephone(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample, viewport={"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_print_has_every_finding_and_no_controls(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    total = page.locator(".list li").count()
    page.wait_for_selector("html.has-pages")
    page.emulate_media(media="print")
    expect(page.locator(".queue")).to_be_hidden()
    assert page.locator("#pages .card:visible").count() == total
    assert page.pdf().startswith(b"%PDF")


def test_without_script_the_first_findings_are_there(tab: Tab, sample: Path) -> None:
    page = tab(java_script_enabled=False)
    page.goto(sample.as_uri())
    expect(page.locator("h2", has_text="27x (bar label)").first).to_be_visible()
    assert page.locator("article.card").count() == 10


def test_hostile_text_does_nothing(tab: Tab, tmp_path: Path) -> None:
    hostile = "</script><img src=x onerror=\"document.title='owned'\">\u202e\u2028<b id=made>"
    post = document(f"{hostile} 17x {hostile} 27x {'w' * 1_000_000}")
    claims = (claim(post, "17x"), claim(post, "27x"))
    one = finding(*claims, likely_wrong=1)
    many = [replace(one, comparison=(str(n),), message=f"{hostile} {n}") for n in range(3)]
    path = tmp_path / "hostile.html"
    path.write_text(rendered(*many, parsed=[Parsed(post, claims, (), ())]))
    page = opened(tab, path)
    for _ in range(3):
        page.keyboard.press("j")
    page.keyboard.press("/")
    page.keyboard.type("onerror")
    expect(page.locator(".list li")).to_have_count(3)
    assert page.title().startswith("tieout report")
    assert page.locator("#made").count() == 0
    assert "\u202e" not in page.content()
    expect(page.locator("#card h2")).to_contain_text("</script><img src=x")


def test_a_text_fragment_scrolls_to_the_words_of_the_capture(tab: Tab, sample: Path) -> None:
    page = opened(tab, sample)
    summary = page.locator("#card .more summary", has_text="launch.html").first
    summary.click()
    href = page.locator(
        "#card .more li[open] a, #card .more details[open] a", has_text="As captured"
    ).first.get_attribute("href")
    assert href
    assert href.startswith("../captures/graphcore-2020-launch/")
    assert ":~:text=" in href
    path = (sample.parent.resolve() / href.partition("#")[0]).resolve()
    assert path.is_file()
    there = tab(viewport={"width": 600, "height": 200})
    there.goto("about:blank")
    there.goto(path.as_uri() + "#" + href.partition("#")[2])
    there.wait_for_function("() => scrollY > 0")
