"""What somebody set, allowed or offered is no claim; what something reached stays one, whatever words stand by."""

import pytest

from parsers.lib.prose import prose_claims
from schemas.document import Block, Document
from schemas.names import vocabulary


def performance(text: str) -> list[str]:
    """The quotes of a sentence's claims, settings left out."""
    blocks = (Block("paragraph", 0, len(text), 0),)
    document = Document("post.txt", "0" * 64, "text_capture", 1, "text/plain", len(text), text, blocks=blocks)
    return [one.quote for one in prose_claims(document, vocabulary()) if one.figure.kind != "config"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("The socket timeout was raised from 5 s to 20 s.", id="a timeout"),
        pytest.param("The retry delay is 250 ms and doubles on every attempt.", id="a retry"),
        pytest.param("The latency budget of a frame is 16.7 ms.", id="a budget"),
        pytest.param("Our SLO is 200 ms at the 99th percentile.", id="an objective"),
        pytest.param("The memory limit is 512 MB per container.", id="a limit"),
        pytest.param("Each user may send up to 100 requests per minute.", id="what is allowed"),
        pytest.param("All cards were capped at 250 W.", id="a cap"),
        pytest.param("Pick a power supply rated for 850 W.", id="a recommendation"),
        pytest.param("A 750 W power supply is recommended.", id="what a supply is rated for"),
        pytest.param("Set the poll interval to 500 ms.", id="an instruction"),
        pytest.param("The load generator sent 1 KB payloads at 50,000 requests per second.", id="the load"),
        pytest.param("The recipe serves 6 and takes 45 minutes at 180 °C.", id="a recipe"),
        pytest.param("The train to the airport takes 25 minutes.", id="travel"),
        pytest.param("Standard delivery costs €6.90.", id="shipping"),
        pytest.param("Registration costs $350 for members and $480 for others.", id="a fee"),
        pytest.param("Our target for 2030 is a latency below 10 ms.", id="a goal"),
        pytest.param("The department's budget was cut by 15%.", id="money"),
        pytest.param("The flaw has a base score of 7.5 out of 10.", id="a rating"),
        pytest.param("Restoring 10 TB is supported.", id="what is worked on"),
    ],
)
def test_is_no_claim(text: str) -> None:
    assert performance(text) == []


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        pytest.param("Timeouts dropped by 40% after the upgrade.", ["40%"], id="fewer timeouts"),
        pytest.param("It reached the quality target in 28.2 minutes.", ["28.2 minutes"], id="time to a target"),
        pytest.param("Failover completes in 1.2 s, well below the 5 s timeout.", ["1.2 s"], id="beside a timeout"),
        pytest.param("We reached our goal of 10 ms: p99 latency is now 8 ms.", ["8 ms"], id="a goal that was met"),
        pytest.param("The test client measured 12 ms at p99.", ["12 ms"], id="a client that measures"),
        pytest.param("Pick rates climbed from 410 to 650 items per hour.", ["410", "650 items per hour"], id="a noun"),
        pytest.param(
            "Set up in 5 minutes, it indexes 2 million rows per second.",
            ["5 minutes", "2 million rows per second"],
            id="set up",
        ),
        pytest.param("Use Atlas 3 to cut build times by 45%.", ["45%"], id="a change in an instruction"),
        pytest.param("Expect up to 22 hours of video playback.", ["22 hours"], id="how long a battery lasts"),
        pytest.param("Power is capped at 350 W, yet it trains 1.3x faster.", ["1.3x"], id="under a cap"),
        pytest.param("A 64-core box builds it with 8.2 GB of RAM at peak.", ["8.2 GB"], id="memory at its peak"),
    ],
)
def test_stays_a_claim(text: str, quotes: list[str]) -> None:
    assert performance(text) == quotes
