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
