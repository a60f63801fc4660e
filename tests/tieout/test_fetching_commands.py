"""`tieout sources add URL` and `tieout capture` as a user calls them, against a site on this machine: real requests.

The rules of fetching are in tests/tieout/capture; here it is what the commands make of them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

from tests.site import Site, site
from tieout.capture import capture, earlier
from tieout.sources import load

Tieout = Callable[..., Result]
Records = Callable[[Result], list[dict[str, Any]]]
pytestmark = pytest.mark.slow  # a second passes between two requests at a host


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path / "site") as found:
        yield found


@pytest.fixture
def at(tmp_path: Path, pages: Site) -> tuple[object, ...]:
    """Options that lead to a sources.yml over the page `launch`, and to a state of this test's own."""
    pages.write("launch", "BERT trains 17x faster than on the A100.")
    path = pages.sources(tmp_path / "raw" / "sources.yml", ["launch"])
    return ("--sources", path, "--state", tmp_path / "state")


def content(at: tuple[object, ...]) -> str:
    return Path(str(at[1])).read_text()


class TestSourcesAdd:
    def test_proposes_what_one_look_at_the_page_tells(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout
    ) -> None:
        pages.write("results", "BERT trains 17x faster than on the A100.")
        before = content(at)
        result = tieout("sources", "add", pages.url("results"), "--local", *at)
        (entry,) = yaml.safe_load(result.stdout)
        assert result.exit_code == 0
        assert entry["name"] == "127-0-0-1-results"
        assert (entry["url"], entry["parser"], entry["title"]) == (pages.url("results"), "html_post", "results")
        assert (entry["language"], entry["local"], entry["licence"]) == ("en", True, "")
        assert entry["sentinels"]["min_bytes"] > 10
        assert "robots.txt: allowed" in result.stderr
        assert "fill in licence and owner" in result.stderr
        assert content(at) == before
        assert pages.asked() == [("/robots.txt", 404), ("/results", 200)]

    def test_writes_entries_that_a_capture_takes(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout, records: Records
    ) -> None:
        pages.write("results", "BERT trains 17x faster than on the A100.")
        before = content(at)
        for _ in range(2):
            result = tieout("sources", "add", pages.url("results"), "--local", "--write", *at)
            assert result.exit_code == 0, result.output
        assert content(at).startswith(before), "what was there stays as it was written"
        names = [one.name for one in load(Path(str(at[1]))).entries]
        assert names == ["launch", "127-0-0-1-results", "127-0-0-1-results-2"]
        (attempt,) = records(tieout("capture", "127-0-0-1-results", "--json", *at))
        assert attempt["outcome"] == "new"

    @pytest.mark.parametrize("start", ["- ", "  - ", "    - "])
    def test_writes_as_the_file_is_written(self, at: tuple[object, ...], start: str, tieout: Tieout) -> None:
        path = Path(str(at[1]))
        path.write_text(f"contact: a@b.c\nsources:\n{start}{{name: launch, url: 'https://example.org/launch'}}\n")
        result = tieout("sources", "add", "https://example.org/other", "--offline", "--write", *at)
        assert result.exit_code == 0, result.output
        assert [one.name for one in load(path).entries] == ["launch", "example-other"]

    def test_proposes_from_the_address_when_the_page_is_not_there(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout
    ) -> None:
        result = tieout("sources", "add", pages.url("gone"), "--local", *at)
        (entry,) = yaml.safe_load(result.stdout)
        assert result.exit_code == 0
        assert "the page could not be looked at: the site answers 404" in result.stderr
        assert set(entry) == {"name", "url", "cron", "licence", "owner", "local"}

    def test_goes_to_no_private_address_unasked(self, at: tuple[object, ...], pages: Site, tieout: Tieout) -> None:
        result = tieout("sources", "add", pages.url("launch"), *at)
        assert "is no public address" in result.stderr
        assert pages.asked() == []

    @pytest.mark.parametrize("url", ["ftp://example.org/x", "example.org", "http://me:secret@example.org/"])
    def test_refuses_what_is_no_address_and_writes_nothing(
        self, at: tuple[object, ...], url: str, tieout: Tieout
    ) -> None:
        before = content(at)
        result = tieout("sources", "add", url, "--write", *at)
        assert result.exit_code == 2
        assert "secret" not in result.output
        assert content(at) == before

    def test_asks_for_a_contact_before_it_looks(self, at: tuple[object, ...], pages: Site, tieout: Tieout) -> None:
        Path(str(at[1])).write_text(content(at).replace("contact: audit@example.org\n", ""))
        result = tieout("sources", "add", pages.url("launch"), "--local", *at)
        assert result.exit_code == 2
        assert "contact" in result.stderr
        assert pages.asked() == []


class TestCapture:
    def test_fetches_and_then_only_what_changed(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout, records: Records
    ) -> None:
        (first,) = records(tieout("capture", "--json", *at))
        again = tieout("capture", *at)
        pages.write("launch", "BERT trains 27x faster than on the A100.")
        (then,) = records(tieout("capture", "--json", *at))
        assert [first["outcome"], then["outcome"]] == ["new", "new"]
        assert (first["state"], then["state"]) == ("healthy", "changed")
        assert again.exit_code == 0
        assert f"unchanged_304     launch: {first['capture']}" in again.stdout
        assert "1 unchanged_304" in again.stdout
        assert pages.asked() == [("/robots.txt", 404), ("/launch", 200), ("/launch", 304), ("/launch", 200)]
        kept = capture(load(Path(str(at[1]))).entries[0])
        assert kept.path.name == then["capture"]
        assert b"27x" in kept.path.read_bytes()
        assert (old := earlier(kept))
        assert old.path.name == first["capture"]

    def test_a_dry_run_says_what_is_due_and_fetches_nothing(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout, records: Records
    ) -> None:
        assert tieout("capture", "--dry-run", *at).stdout == f"due: launch {pages.url('launch')}\n"
        assert records(tieout("capture", "--dry-run", "--json", *at)) == [
            {"record": "due", "source": "launch", "url": pages.url("launch")}
        ]
        assert pages.asked() == []

    def test_what_is_not_due_is_left_unless_forced(self, at: tuple[object, ...], pages: Site, tieout: Tieout) -> None:
        Path(str(at[1])).write_text(content(at).replace("local:", "cron: '0 4 1 1 *', local:"))
        assert tieout("capture", *at).exit_code == 0
        resting = tieout("capture", *at)
        assert (resting.exit_code, resting.stdout) == (0, "of 1 sources 1 are not due\n")
        assert tieout("capture", "--force", "--full", *at).exit_code == 0
        assert [status for path, status in pages.asked() if path == "/launch"] == [200, 200], "--full asks for the page"

    def test_a_page_that_is_gone_exits_1_and_replaces_nothing(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout, records: Records
    ) -> None:
        (first,) = records(tieout("capture", "--json", *at))
        (pages.directory / "launch.html").unlink()
        result = tieout("capture", "--json", *at)
        (attempt,) = records(result)
        assert result.exit_code == 1
        assert (attempt["outcome"], attempt["capture"]) == ("failed", first["capture"]), "the last good one"
        assert "404" in attempt["reason"]
        assert capture(load(Path(str(at[1]))).entries[0]).path.name == first["capture"]

    def test_a_site_that_says_no_is_left_alone(self, at: tuple[object, ...], pages: Site, tieout: Tieout) -> None:
        # This site answers for /robots.txt with a page of that name.
        robots = pages.directory / "robots.txt.html"
        robots.write_text("User-agent: *\nDisallow: /\n")
        result = tieout("capture", *at)
        assert result.exit_code == 1
        assert "blocked_robots    launch: " in result.stdout
        assert pages.asked() == [("/robots.txt", 200)]

    def test_nothing_is_tried_without_a_contact_or_for_an_unknown_name(
        self, at: tuple[object, ...], pages: Site, tieout: Tieout
    ) -> None:
        assert "no source is called 'lunch'" in tieout("capture", "lunch", *at).stderr
        Path(str(at[1])).write_text(content(at).replace("contact: audit@example.org\n", ""))
        result = tieout("capture", *at)
        assert result.exit_code == 2
        assert "whom a site's owner can write to" in result.stderr
        assert pages.asked() == []
