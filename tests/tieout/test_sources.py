"""raw/sources.yml: what is read, and how a mistake is named."""

from pathlib import Path

import pytest

from schemas.errors import SourcesError
from tieout.sources import Source, sources

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
        ("- just text", "entry 2: must be keys and values"),
    ],
)
def test_a_mistake_is_named_with_entry_and_key(tmp_path: Path, entry: str, said: str) -> None:
    path = write(tmp_path, GOOD, entry)
    with pytest.raises(SourcesError) as error:
        sources(path)
    assert str(error.value).startswith(f"{path}: ")
    assert said in str(error.value)


@pytest.mark.parametrize("content", ["", "sources: 1", "a: [", "- x", "sources: []\nmore: 1", "\0"])
def test_a_file_of_another_shape_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "sources.yml"
    path.write_text(content)
    with pytest.raises(SourcesError, match=r"sources\.yml: "):
        sources(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourcesError, match=r"none\.yml: No such file"):
        sources(tmp_path / "none.yml")
