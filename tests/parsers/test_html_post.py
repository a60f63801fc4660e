from pathlib import Path

import pytest

from parsers.html_post import parse
from parsers.lib.registry import Raw, choose
from schemas.document import Document

CORPUS = Path(__file__).parents[2] / "raw"
PROSE = "<p>A paragraph of some length that says what a post says, in words, and at times with figures.</p>" * 3
DECOYS = ("Save 20%", "10x your workflow", "555", "cookie", "Related", "Share", "Newsletter", "Leave A Reply", "100%")


def read(markup: str) -> Document:
    return parse(Raw("page.html", markup.encode()))


def sample(source: str) -> Document:
    (path,) = (CORPUS / source).glob("*.html")
    raw = Raw(path.name, path.read_bytes())
    assert choose(raw).kind == "html_post"
    return parse(raw)


@pytest.mark.parametrize(
    ("source", "published_on", "phrases"),
    [
        (
            "graphcore-2020-launch",
            "2020-12-09",
            (
                "over 5x faster|3.4x higher|2.6x more images|4.6x higher|58,112 images per second|10x throughput|"
                "to 18x|more than 60x higher throughput and 16x lower latency|3.7x higher|40× higher|10× lower|"
                "less than 3 hours|48 hours|17x faster|over 13x higher|600x higher|orders of magnitude|2x DGX A100"
            ),
        ),
        (
            "graphcore-2022-mlperf",
            "2022-06-29",
            (
                "a 31% faster|by 37%|by up to 31%|up to 37%|an order of magnitude or greater|700GB, or 10,000 hours|"
                "from weeks to days|up to 10x on|36x faster time-to-result"
            ),
        ),
        (
            "article-2021-mlperf",
            "2021-06-30",
            "costs half of what|around $ 300,000|$149,000|just over 9 minutes|14.5 minutes|IPU-POD64|up to 64,000",
        ),
    ],
)
def test_the_samples_keep_every_figure_and_nothing_of_the_page_around(
    source: str, published_on: str, phrases: str
) -> None:
    document = sample(source)
    assert document.published_on == published_on
    assert [phrase for phrase in phrases.split("|") if phrase not in document.text] == []
    assert [decoy for decoy in DECOYS if decoy in document.text] == []
    assert document.blocks[0].kind == "heading"
    assert document.title == document.text[document.blocks[0].start : document.blocks[0].end]


@pytest.mark.parametrize(
    "around",
    [
        pytest.param("<nav>DECOY 9x</nav>{}", id="nav"),
        pytest.param("<header><a>Home</a> DECOY</header>{}", id="the site's header"),
        pytest.param("{}<footer>DECOY</footer>", id="footer"),
        pytest.param("{}<footer><p>DECOY 99.9% uptime</p><p>* DECOY</p></footer>", id="a site's footer with a figure"),
        pytest.param("{}<aside>DECOY</aside>", id="aside"),
        pytest.param("{}<form>DECOY <input></form>", id="form"),
        pytest.param('<div class="cookie-banner">DECOY</div>{}', id="cookie banner"),
        pytest.param('<div id="CookieConsent">DECOY</div>{}', id="words within a camel-case id"),
        pytest.param('{}<div class="share-buttons">DECOY</div>', id="share buttons"),
        pytest.param('{}<div class="jp-relatedposts">DECOY</div>', id="related posts"),
        pytest.param('{}<section class="comments-area"><p>DECOY</p></section>', id="comments"),
        pytest.param('{}<div role="complementary">DECOY</div>', id="a role"),
        pytest.param("{}<ul><li><a>DECOY</a><li><a>b</a><li><a>c</a><li><a>d</a></ul>", id="a list of links"),
        pytest.param("{}<h3>You may also like</h3><div>DECOY</div><p>DECOY</p>", id="what a heading gives away"),
        pytest.param("{}<div><span>A. Writer</span> DECOY 5 min read</div>", id="reading time"),
        pytest.param("<div>{}</div><div>DECOY</div>", id="a scrap beside the container"),
        pytest.param("<main><nav>DECOY</nav>{}</main><div>DECOY</div>", id="nav within main"),
        pytest.param("DECOYLESS<article>{}</article><section><p>DECOY</p></section>", id="outside the article"),
    ],
)
def test_the_page_around_is_left_out(around: str) -> None:
    text = read(f"<html><body>{around.format(PROSE)}</body></html>").text
    assert "DECOY" not in text.replace("DECOYLESS", "")
    assert text.count("A paragraph") == 3


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(f"<h1>KEEP</h1>{PROSE}", id="the body is the article"),
        pytest.param(f"<div><div><div>{PROSE}</div></div><h2>KEEP</h2>{PROSE}</div>", id="div soup"),
        pytest.param(f"<section>{PROSE}</section><section><h2>KEEP</h2><p>5x</p></section>", id="sibling sections"),
        pytest.param(
            f"<div class=hero><h1>KEEP</h1><p>Up to 9x</p></div><main>{PROSE}</main>", id="a hero before main"
        ),
        pytest.param(f"<header><h1>KEEP</h1></header><div>{PROSE}</div>", id="the title in a header"),
        pytest.param(f"<div><h2>KEEP</h2></div><div>{PROSE}</div>", id="a heading in a box of its own"),
        pytest.param(f"<form>{PROSE}<p>KEEP</p></form>", id="the page is one form"),
        pytest.param(f'<div class="has-sidebar"><p>KEEP</p>{PROSE}</div>', id="a class that only sounds like one"),
        pytest.param(f'<section id="related-work"><h2>KEEP</h2></section>{PROSE}', id="a section on related work"),
        pytest.param(f'{PROSE}<div class="market-share">KEEP is what we have</div>{PROSE}', id="market share"),
        pytest.param(f'<div class="sidebar">{PROSE}<p>KEEP</p></div>', id="all the prose in a sidebar"),
        pytest.param("<ul><li><a>KEEP</a><li><a>b</a><li><a>c</a><li><a>d</a></ul>", id="nothing but links"),
        pytest.param("<nav>KEEP</nav>", id="nothing but nav"),
        pytest.param(
            f"<main>{PROSE}</main><footer><p>* KEEP on 8 chips: 4.1x.</p></footer>", id="a footer of footnotes"
        ),
        pytest.param(
            f"<article>{PROSE}<footer><p><sup>1</sup>KEEP</p><p>[2] 12 ms.</p></footer></article>",
            id="notes in an article",
        ),
        pytest.param(
            f"<article>{PROSE}<footer><p>1. KEEP: BF16, batch size 4.</p></footer></article>",
            id="a note that says how something was set",
        ),
        pytest.param(f"{PROSE}<footer><p>KEEP, tested on 16 nodes.</p></footer>", id="a note without a mark"),
    ],
)
def test_content_is_kept(page: str) -> None:
    assert "KEEP" in read(f"<html><body>{page}</body></html>").text


def test_a_post_with_one_small_table_is_a_post() -> None:
    page = f"<article>{PROSE}<table><tr><th>M<th>ms<tr><td>A<td>1</table></article>".encode()
    assert choose(Raw("page.html", page)).kind == "html_post"


def test_parsing_is_repeatable() -> None:
    assert sample("graphcore-2020-launch") == sample("graphcore-2020-launch")
