"""What is news, and that it is news once."""

from dataclasses import replace
from pathlib import Path

from tests.made import claim, document, finding, folder, put
from tieout import told
from tieout.sources import sources


def test_a_capture_is_news_until_it_is_told(tmp_path: Path) -> None:
    path = folder(tmp_path, {"launch": "<p>It is 17x faster.</p>"})
    first = told.of_sources(sources(path), told.load(tmp_path))
    (one,) = first.changed
    assert (one.source, one.previous) == ("launch", "")
    assert told.of_sources(sources(path), told.load(tmp_path)) == first, "nobody said that it was told"
    told.keep(tmp_path, sources=first.known)
    assert told.of_sources(sources(path), told.load(tmp_path)).changed == ()
    put(tmp_path, "launch", "<p>It is 27x faster.</p>")
    (two,) = told.of_sources(sources(path), told.load(tmp_path)).changed
    assert (two.previous, two.capture > one.capture) == (one.capture, True)


def test_runs_and_sources_are_kept_apart(tmp_path: Path) -> None:
    told.keep(tmp_path, sources={"launch": told.Known("a.html", "healthy")})
    told.keep(tmp_path, run="r1")
    told.keep(tmp_path, sources={"article": told.Known("b.html", "stale")})
    assert told.load(tmp_path) == told.Told(
        "r1", {"launch": told.Known("a.html", "healthy"), "article": told.Known("b.html", "stale")}
    )


def test_what_cannot_be_read_was_not_told(tmp_path: Path) -> None:
    (tmp_path / told.FILE).write_text('{"run": 1')
    assert told.load(tmp_path) == told.Told()


def test_findings_are_new_to_who_knows_another_run(tmp_path: Path) -> None:
    from schemas.tables import empty

    within = document("It is 17x faster, no, 27x faster.")
    one = finding(claim(within, "17x"), claim(within, "27x"))
    other = replace(one, comparison=("another",))
    assert told.opened([one, other], tmp_path, told.Told()) == (one, other)
    (tmp_path / "r1").mkdir()
    empty("findings").write_parquet(tmp_path / "r1" / "findings.parquet")
    assert told.opened([one], tmp_path, told.Told("r1")) == (one,)
    assert told.opened([one], tmp_path, told.Told("gone")) == (one,), "nobody knows what that run said"
