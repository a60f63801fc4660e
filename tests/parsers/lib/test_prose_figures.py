"""Figures that the words around them make: bare numbers with a neighbour's unit, shares, scores, what was held out."""

import pytest

from tests.parsers.lib.test_about import claims


def performance(text: str) -> list[str]:
    return [one.quote for one in claims(text) if one.figure.kind != "config"]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        pytest.param("One pipeline used to need 52 minutes, now completes in 9.", ["52 minutes", "9"], id="now"),
        pytest.param(
            "Trellis handles 182 requests/s, Expressive handles 14.", ["182 requests/s", "14"], id="the same verb"
        ),
        pytest.param("Recalculating a sheet of cells takes 0.7 seconds, not 5.", ["0.7 seconds", "5"], id="not"),
        pytest.param(
            "The suite: 41 runs per minute with Kite 3, 36 with Kite 2.", ["41 runs per minute", "36"], id="with each"
        ),
        pytest.param("Decoding a stream uses 35% of one core.", ["35%"], id="a share of a core"),
        pytest.param("The encoder saves 9% of the bitrate.", ["9%"], id="saved of what flows"),
        pytest.param("Glyph reads 94.2% of the words (Scribe: 71.5%).", ["94.2%", "71.5%"], id="and somebody else's"),
        pytest.param("F1 score 0.9987 on the test genome.", ["0.9987"], id="behind its metric"),
        pytest.param("Compression ratio on the corpus: 2.31.", ["2.31"], id="behind a colon"),
        pytest.param("WER on Common Voice: 6.1%.", ["6.1%"], id="a share behind a colon"),
        pytest.param("The server handles 22,000 concurrent users.", ["22,000 concurrent users"], id="at once"),
        pytest.param("One GPU-hour on the Umber tier is €0.95.", ["€0.95"], id="an hour of a machine"),
        pytest.param(
            "Exports are 8% slower than in 6.0; a fix is planned for 6.1.", ["8%"], id="the plan is another's"
        ),
        pytest.param("Our inference bill went down by 64% in the first quarter.", ["64%"], id="when, not what"),
        pytest.param("In deep sleep the CM41 chip draws 380 nA.", ["380 nA"], id="nanoamperes"),
        pytest.param("Battery drain is one fifth of Tunnel's.", ["one fifth"], id="of somebody's"),
    ],
)
def test_claims(text: str, quotes: list[str]) -> None:
    assert performance(text) == quotes


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Test it with 50 concurrent users.", id="a load"),
        pytest.param("The phone charges from 0 to 50% on its own.", id="how full"),
        pytest.param("The API allows 60 calls per minute per key.", id="allowed"),
        pytest.param("The buffer pool was set to 80% of memory.", id="set"),
        pytest.param("The GPU was power-limited to 250 W.", id="limited"),
        pytest.param("Both cards ran at the same 300 W.", id="the same for both"),
        pytest.param("Queries that take more than 30 seconds are cancelled.", id="a bound"),
        pytest.param("An average user opens the app 11 times a day.", id="how often"),
        pytest.param("The cells were opened after 1,000 cycles.", id="an age"),
        pytest.param("At recall 0.95, nothing else was tried.", id="held still"),
        pytest.param("We simulate users who each send 5 requests per minute.", id="a simulated load"),
    ],
)
def test_no_claims(text: str) -> None:
    assert performance(text) == []


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Builds take 1.2 seconds, where pnpm needs 14 and yarn 22.", ["1.2 seconds", "14", "22"]),
        ("Kite serves 20 requests per second, and Hawk served 7.6.", ["20 requests per second", "7.6"]),
        (
            "Kite reached 18,420 transactions per second, against 13,050 on Hawk.",
            ["18,420 transactions per second", "13,050"],
        ),
        ("Kite serves 59k req/s, three times Hawk's 19k.", ["59k req/s", "three times", "19k"]),
        ("The server did 8,310 tps for Kite, 7,950 for Hawk and 11,240 for Owl.", ["8,310 tps", "7,950", "11,240"]),
        ("Backups that used to run for nine hours are done in less than two.", ["nine hours", "two"]),
        ("GPU upgrades that lasted 26 minutes finish within 3.", ["26 minutes", "3"]),
        ("Kite makes 20 tokens per joule.", ["20 tokens per joule"]),
        ("Joules per token dropped from 3.9 to 0.31.", ["3.9", "0.31"]),
        ("File creates went from 38,000 to 210,000 per second.", ["38,000", "210,000 per second"]),
        ("Half a million messages per second went through it.", ["Half a million messages per second"]),
        ("Training went from 10 days to 36 hours.", ["10 days", "36 hours"]),
        ("Queries ran in 38 minutes at $41.", ["38 minutes", "$41"]),
        ("The GPU sustains 2.9 million IOPS at 0.4 ms and 100 GB/s.", ["2.9 million IOPS", "0.4 ms", "100 GB/s"]),
        ("We clocked the engine at 2,314 tokens/s per user.", ["2,314 tokens/s per user"]),
        ("The Kite engine breaks the 2,500 tokens/s barrier.", ["2,500 tokens/s"]),
    ],
)
def test_bare_numbers_and_units_of_their_own(text: str, quotes: list[str]) -> None:
    assert performance(text) == quotes


def test_a_number_has_the_unit_of_the_verb_and_not_of_an_aside() -> None:
    text = "The Kite chip classifies 2,340 images/sec with a p99 of 1.9 ms; Hawk managed 890."
    units = [one.figure.unit for one in claims(text) if one.quote == "890"]
    assert units == ["images/s"]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("Throughput of the engine improved 1.6x in six months.", ["1.6x"]),
        ("Energy efficiency of the chip rose 38x, exceeding our goal of 30x.", ["38x"]),
        ("Set num_workers to twice the number of cores.", []),
        ("In 15 W mode the board manages 157 FPS.", ["157 FPS"]),
    ],
)
def test_goals_settings_and_the_time_that_passed(text: str, quotes: list[str]) -> None:
    assert performance(text) == quotes
