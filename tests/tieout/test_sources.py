"""raw/sources.yml: what is read, and how a mistake is named."""

from pathlib import Path

import pytest

from schemas.errors import SourcesError
from tieout.sources import Listing, Sentinels, Source, load, problems, sources

GOOD = "- {name: a, url: 'https://example.org/a'}"


def write(tmp_path: Path, *entries: str) -> Path:
    path = tmp_path / "sources.yml"
    path.write_text("sources:\n" + "".join(f"{entry}\n" for entry in entries))
    return path


def test_an_entry_becomes_a_source_with_the_folder_of_its_name(tmp_path: Path) -> None:
    path = write(tmp_path, "- {name: a, url: 'https://example.org/a', parser: html_post, cron: '0 4 * * 1'}")
    assert sources(path) == (
        Source("a", "https://example.org/a", tmp_path / "a", parser="html_post", cron="0 4 * * 1"),
    )


def test_the_committed_sources_are_good(root: Path) -> None:
    found = sources(root / "raw" / "sources.yml")
    assert len(found) >= 5
    assert all(source.licence for source in found)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("- {name: b, url: 'https://example.org', colour: red}", "entry 2 (b): colour: unknown key"),
        ("- {name: a, url: 'https://example.org'}", "entry 2: name: 'a' is used twice"),
        ("- {name: b, url: 'https://example.org', parser: docx}", "entry 2 (b): parser: no parser is called 'docx'"),
        ("- {name: b, url: 'ftp://example.org'}", "entry 2 (b): url: must be an http"),
        ("- {name: b, url: 'javascript:alert(1)'}", "entry 2 (b): url: must be an http"),
        ("- {name: b, url: 'https://['}", "entry 2 (b): url: must be an http"),
        ("- {name: b}", "entry 2 (b): url: must be an http"),
        ("- {url: 'https://example.org'}", "entry 2 (without a name): name: must be lower-case"),
        ("- {name: ../b, url: 'https://example.org'}", "name: must be lower-case"),
        ("- {name: b, url: 'https://example.org', cron: 'daily'}", "entry 2 (b): cron: must have five fields"),
        ("- {name: b, url: 7}", "entry 2 (b): url: must be text, not 7"),
        ("- {name: b, url: 'http://me:pw@example.org'}", "entry 2 (b): url: holds a user name or password"),
        ("- {name: b, url: 'https://example.org', url: 'https://example.org/2'}", "url: stands there twice"),
        ("- {name: b, url: 'https://example.org', licens: x}", "unknown key; did you mean licence?"),
        ("- {name: b, url: 'https://example.org', cron: '0 25 * * *'}", "cron: '0 25 * * *': Bad hour"),
        ("- {name: b, url: 'https://example.org', cron: '0 0 30 2 *'}", "cron: '0 0 30 2 *'"),
        ("- {name: b, url: 'https://example.org', manual: 'yes'}", "manual: must be true or false"),
        ("- {name: b, url: 'https://example.org', language: English}", "language: must be a language tag"),
        ("- {name: b, url: 'https://example.org', delay_s: -1}", "delay_s: must be a number from 0"),
        ("- {name: b, url: 'https://example.org', token_env: s3cr3t}", "token_env: must be the name of an environment"),
        ("- {name: b, url: 'https://example.org', sentinels: {must_match: 'a[['}}", "must_match: 'a[[' is no CSS"),
        ("- {name: b, url: 'https://example.org', sentinels: {rows: 3}}", "sentinels: rows: unknown key"),
        ("- {name: b, url: 'https://example.org', sentinels: {min_rows: -3}}", "min_rows: must be a whole number"),
        ("- {name: b, url: 'https://example.org', listing: {kind: links}}", "listing: pattern is missing"),
        ("- {name: b, url: 'https://example.org', listing: {pattern: '('}}", "is no regular expression"),
        ("- {name: b, url: 'https://example.org', listing: {pattern: a, kind: rss}}", "kind: must be links or sitemap"),
        ("- just text", "entry 2: must be keys and values"),
    ],
)
def test_a_mistake_is_named_with_entry_and_key(tmp_path: Path, entry: str, said: str) -> None:
    path = write(tmp_path, GOOD, entry)
    with pytest.raises(SourcesError) as error:
        sources(path)
    assert str(error.value).startswith(f"{path}:3: ")
    assert said in str(error.value)
    assert "pw@" not in str(error.value)


@pytest.mark.parametrize(
    "content",
    ["", "sources: 1", "a: [", "- x", "sources: []\nmore: 1", "\0", "sources:\n- {name: !!python/object:os.x {}}"],
)
def test_a_file_of_another_shape_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "sources.yml"
    path.write_text(content)
    with pytest.raises(SourcesError, match=r"sources\.yml:(\d+:)? "):
        sources(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourcesError, match=r"none\.yml: No such file"):
        sources(tmp_path / "none.yml")


def test_every_mistake_is_listed_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, "- name: a", "  url: 'https://example.org/a'", "  parser: docx", "- name: B", "  cron: x")
    assert [line.removeprefix(f"{path}:").split(": ")[0] for line in problems(path)] == ["4", "5", "6", "5"]
    with pytest.raises(SourcesError, match="parser"):
        sources(path)


def test_what_an_entry_may_hold_becomes_part_of_its_source(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "- name: a",
        "  url: 'https://example.org/a'",
        "  delay_s: 5",
        "  local: true",
        "  sentinels: {must_match: 'main table', min_rows: 3, forbidden_titles: [Sign in]}",
        "  listing: {pattern: /blog/, kind: sitemap, limit: 7}",
    )
    (one,) = sources(path)
    assert (one.delay_s, one.local, one.manual) == (5, True, False)
    assert one.sentinels == Sentinels(("main table",), 3, 0, ("Sign in",))
    assert one.listing == Listing("/blog/", "sitemap", 7)


def test_contact_and_store_stand_above_the_entries(tmp_path: Path) -> None:
    path = tmp_path / "sources.yml"
    path.write_text("contact: audit@example.org\nstore: s3://bucket/raw/\nsources: []\n")
    found = load(path)
    assert (found.contact, found.store, found.entries) == ("audit@example.org", "s3://bucket/raw/", ())
    path.write_text("contact: nobody\nstore: here\nsources: []\n")
    assert len(problems(path)) == 2
