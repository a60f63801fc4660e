"""The slim tree says what BeautifulSoup's own says."""

import pytest
from bs4 import BeautifulSoup, Tag

from parsers.lib.tree import Element, Text, is_text, parse

PAGE = """<!doctype html><html lang=en><head><title>A &amp; b</title><meta charset=utf-8>
<meta name=author content=me><script>var a = "<p>no</p>";</script><style>p {}</style></head>
<body><!-- no --><p class="a b" id=c>17x <b>faster</b><br>than <img src=x alt=y></p>
<template><p>no</p></template><table><tr><td rowspan=2>1<td>2</table><pre> a  b </pre>
<svg:rect xlink:href=a></svg:rect></body></html>"""


@pytest.fixture
def trees() -> tuple[BeautifulSoup, BeautifulSoup]:
    return parse("a.html", PAGE), BeautifulSoup(PAGE, "lxml")


def test_elements_and_strings_are_slim(trees: tuple[BeautifulSoup, BeautifulSoup]) -> None:
    assert {type(tag) for tag in trees[0].find_all(True)} == {Element}
    assert any(type(node) is Text for node in trees[0].descendants)


def test_every_node_is_the_same(trees: tuple[BeautifulSoup, BeautifulSoup]) -> None:
    for mine, theirs in zip(trees[0].descendants, trees[1].descendants, strict=True):
        if isinstance(theirs, Tag):
            assert isinstance(mine, Tag)
            assert (mine.name, mine.attrs, mine.prefix) == (theirs.name, theirs.attrs, theirs.prefix)
            assert mine.get_text() == theirs.get_text()
        else:
            assert str(mine) == str(theirs)
            assert is_text(mine) == is_text(theirs)


def test_the_markup_is_the_same(trees: tuple[BeautifulSoup, BeautifulSoup]) -> None:
    assert str(trees[0].body.find("table")) == str(trees[1].body.find("table"))  # type: ignore[union-attr]


def test_an_element_has_whatever_beautifulsoup_writes_into_its_own(trees: tuple[BeautifulSoup, BeautifulSoup]) -> None:
    theirs = trees[1].find("p")
    mine = trees[0].find("p")
    for name in vars(theirs):
        assert hasattr(Element, name) or name in vars(mine), f"a newer BeautifulSoup keeps {name!r} in its elements"


def test_one_takes_no_dictionary_of_its_own(trees: tuple[BeautifulSoup, BeautifulSoup]) -> None:
    assert all(not vars(node) for node in trees[0].find("p").descendants)  # type: ignore[union-attr]
