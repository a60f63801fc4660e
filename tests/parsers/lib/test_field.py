"""What people and the weather do is no benchmark, no bound of a rule is a result; what machines reach is a claim."""

import pytest

from parsers.lib.field import technical
from parsers.lib.prose import prose_claims
from schemas.document import Block, Document
from schemas.names import vocabulary


def performance(*paragraphs: str) -> list[str]:
    """The quotes of the claims of a document of these paragraphs, settings left out."""
    text = "\n".join(paragraphs)
    ends = [sum(len(one) + 1 for one in paragraphs[: at + 1]) - 1 for at in range(len(paragraphs))]
    blocks = tuple(Block("paragraph", end - len(one), end, 0) for one, end in zip(paragraphs, ends, strict=True))
    document = Document("post.txt", "0" * 64, "text_capture", 1, "text/plain", len(text), text, blocks=blocks)
    return [one.quote for one in prose_claims(document, vocabulary()) if one.figure.kind != "config"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Rainfall in April was 35% below the average of ten years.", id="weather"),
        pytest.param("Simmer the sauce until a third has boiled away.", id="cooking"),
        pytest.param("The tram takes 24 minutes and runs twice an hour.", id="travel"),
        pytest.param("Flats in the harbour cost 20% more than in the suburbs.", id="rents"),
        pytest.param("The pump moves 3,500 litres per hour.", id="a rate of water"),
        pytest.param("Gusts reached 130 km/h.", id="a rate of wind"),
        pytest.param("The prize was three times higher than the year before.", id="money"),
    ],
)
def test_nothing_that_computes_is_named(text: str) -> None:
    assert performance(text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Alerts fire when latency stays above 300 ms for 2 minutes.", id="an alert"),
        pytest.param("If no reply of the server arrives within 15 s, another is asked.", id="a condition"),
        pytest.param("Frames longer than 33 ms count as dropped.", id="what is counted out"),
        pytest.param("Requests larger than 8 MB are rejected.", id="what is refused"),
        pytest.param("A page must respond within 200 ms.", id="a demand"),
        pytest.param("The next generation should bring 4x the throughput.", id="a hope"),
        pytest.param("The autoscaler adds a node when CPU utilisation exceeds 80%.", id="a trigger"),
        pytest.param("We tested clips at 24, 30 and 60 fps.", id="what the input was"),
        pytest.param("We replayed the trace at 2x speed.", id="how it was replayed"),
        pytest.param("The clients ramped up over 10 minutes.", id="how long somebody looked"),
        pytest.param("The y axis ends at 150 ms.", id="an axis"),
        pytest.param("We capped the power of both cards at 250 W.", id="a cap of ours"),
        pytest.param("The switch offers 24 ports at 10 Gbit/s.", id="what a port is made for"),
    ],
)
def test_bounds_a_rule(text: str) -> None:
    assert performance(text) == []


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        pytest.param("Queries are 35% faster.", ["35%"], id="a query"),
        pytest.param("Gannet 3 needs 40% less than Gannet 2.", ["40%"], id="a product by its number"),
        pytest.param("Syncing took 0.4 s.", ["0.4 s"], id="parts of a second"),
        pytest.param(
            "Unlocking takes 0.9 min, down from 2.5 min.", ["0.9 min", "2.5 min"], id="two times held together"
        ),
        pytest.param("Even if the cache is cold, a lookup takes 3 ms.", ["3 ms"], id="behind the condition"),
        pytest.param("Compiling takes over 3 hours.", ["3 hours"], id="over as a hedge"),
        pytest.param("The model trained in a little over 3 hours.", ["3 hours"], id="a little over as a hedge"),
        pytest.param("When memory runs short, throughput drops by 12%.", ["12%"], id="a main clause"),
        pytest.param("The model solves 62% of the problems.", ["62%"], id="how often it succeeds"),
        pytest.param("The watch lasts 60 hours on a charge.", ["60 hours"], id="on a charge"),
        pytest.param(
            "It ingests a million rows per second.", ["a million rows per second"], id="a round number in words"
        ),
    ],
)
def test_stays_a_claim(text: str, quotes: list[str]) -> None:
    assert performance(text) == quotes


def test_the_paragraph_says_what_is_spoken_of() -> None:
    assert performance("Filing takes 12 minutes.") == []
    assert performance("We measured the server. Filing takes 12 minutes.") == ["12 minutes"]
    assert performance("We measured the server.", "Filing takes 12 minutes.") == []


@pytest.mark.parametrize(
    "words", ["the compilers", "two batches", "queries", "checkpointing", "pluckdb", "H200", "Heron X"]
)
def test_names_what_computes(words: str) -> None:
    assert technical(words)


@pytest.mark.parametrize(
    "words", ["the train from Oslo", "Section 7.2", "In March", "Vitamin C", "Series B", "January 2024"]
)
def test_names_nothing_that_computes(words: str) -> None:
    assert not technical(words)
