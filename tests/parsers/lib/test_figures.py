"""Which figures a sentence holds, what each of them says, and what is none."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.lib.numbers import number, qualifier
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.units import rate_unit
from schemas.interval import Qualifier
from schemas.names import vocabulary

D = Decimal
Row = tuple[str, str, str, str | None, str, str]  # quote, kind, value, value_hi, unit, qualifier


def found(text: str) -> tuple[Found, ...]:
    """The figures of a text, names masked as the extractor does it."""
    return Sentence(text, 0, len(text), vocabulary()).figures


def rows(text: str) -> list[Row]:
    return [
        (
            text[one.figure.start : one.figure.end],
            one.figure.kind,
            plain(one.figure.value),
            None if one.figure.value_hi is None else plain(one.figure.value_hi),
            one.figure.unit,
            one.figure.qualifier,
        )
        for one in found(text)
    ]


def plain(value: Decimal) -> str:
    return f"{value.normalize():f}"


def config(quote: str, value: str, unit: str, *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "config", value, high, unit, hedge


def ratio(quote: str, value: str, *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "ratio", value, high, "x", hedge


def percent(quote: str, value: str, *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "percent_change", value, high, "%", hedge


def price(quote: str, value: str, unit: str = "USD", *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "price", value, high, unit, hedge


def duration(quote: str, value: str, unit: str, *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "duration", value, high, unit, hedge


def absolute(quote: str, value: str, unit: str, *, high: str | None = None, hedge: str = "exact") -> Row:
    return quote, "absolute", value, high, unit, hedge


FIGURES: list[tuple[str, list[Row]]] = [
    # settings
    ("Batch size 4 through 360", [config("4 through 360", "4", "samples", high="360")]),
    ("Measured at a batch size of 1,024.", [config("1,024", "1024", "samples")]),
    ("We tried batch sizes 4, 8, 12 in turn.", [config("4, 8, 12", "4", "samples", high="12")]),
    ("Ran at BS=32+ on one card.", [config("32", "32", "samples", hedge="at_least")]),
    ("Everything ran on SDK 1.4.0 that week.", [config("1.4.0", "1.4", "version")]),
    ("The reader uses PyTorch 2.1 here.", [config("2.1", "2.1", "version")]),
    ("1x IPU-M2000 | FP 16.32 | notes", [config("1", "1", "systems"), config("FP 16.32", "16.32", "bits")]),
    ("Weights are INT8 throughout.", [config("INT8", "8", "bits")]),
    ("Weights are 4-bit throughout.", [config("4-bit", "4", "bits")]),
    ("Phase one has SL=128, phase two a sequence length of 384.", [
        config("128", "128", "tokens"), config("384", "384", "tokens")]),
    # counts
    ("A pod of 16x IPU-M2000 was used.", [config("16", "16", "systems")]),
    ("2x DGX A100", [config("2", "2", "systems")]),
    ("It needs 8 A100 GPUs to fit.", [config("8", "8", "systems")]),
    ("It ran on 8 NVIDIA H100 cards.", [config("8", "8", "systems")]),
    # ratios
    ("The sampler ran 17x faster than before.", [ratio("17x", "17")]),
    ("It serves 2.6X more requests.", [ratio("2.6X", "2.6")]),
    ("A factor of 3.7 × more.", [ratio("3.7 ×", "3.7")]),
    ("Compiling is 1.5-2x faster.", [ratio("1.5-2x", "1.5", high="2")]),
    ("Compiling is 1.5x–2x faster.", [ratio("1.5x–2x", "1.5", high="2")]),
    ("Training is 3 to 5 times faster than before.", [ratio("3 to 5 times", "3", high="5")]),
    ("Parsing is 2.5 times as fast.", [ratio("2.5 times", "2.5")]),
    ("Parsing reaches 1.3 times the throughput of the old one.", [ratio("1.3 times", "1.3")]),
    ("Index builds saw a tenfold speed-up.", [ratio("tenfold", "10")]),
    ("Queries ran 10-fold faster.", [ratio("10-fold", "10")]),
    ("Writes are two to three times faster.", [ratio("two to three times", "2", high="3")]),
    ("2.6xA100", [ratio("2.6x", "2.6")]),
    ("Queries run anywhere from 3 to 5 times faster.", [ratio("3 to 5 times", "3", high="5")]),
    ("Queries are five to eight times shorter.", [ratio("five to eight times", "5", high="8")]),
    ("Speed-ups of 1.8x, 2.2x and 2.9x were seen.", [ratio("1.8x", "1.8"), ratio("2.2x", "2.2"), ratio("2.9x", "2.9")]),
    ("It is more than one hundred times faster.", [ratio("one hundred times", "100", hedge="over")]),
    ("It is twenty-five times faster.", [ratio("twenty-five times", "25")]),
    ("Scans are 12 times faster, and opening the file 8 times.", [ratio("12 times", "12"), ratio("8 times", "8")]),
    # lists and pairs that share their word
    ("Reads, writes and scans are 1.2, 1.9 and 2.6 times faster.", [
        ratio("1.2", "1.2"), ratio("1.9", "1.9"), ratio("2.6 times", "2.6")]),
    ("Notes 2, 3 and 5x faster runs.", [ratio("5x", "5")]),
    ("Inserts are three times, and drops twice, as fast as before.", [ratio("three times", "3"), ratio("twice", "2")]),
    ("We saw a speed-up of 15.1.", [ratio("15.1", "15.1")]),
    ("It reads 2 GB/s, roughly 12 times old-reader.", [
        absolute("2 GB/s", "2", "GB/s"), ratio("12 times", "12", hedge="about")]),
    ("Imports finish in a third of the time.", [ratio("a third", "0.333333")]),
    ("Throughput grew by twelve percent.", [percent("twelve percent", "12")]),
    ("System calls regress by 3% to 14%.", [percent("3% to 14%", "3", high="14")]),
    # units
    ("A sample takes 12 µJ and 1.3 pJ per bit.", [absolute("12 µJ", "12", "uJ"), absolute("1.3 pJ", "1.3", "pJ")]),
    ("The chip draws 40 µA in standby.", [absolute("40 µA", "40", "uA")]),
    ("The detector reaches 51.2 mAP.", [absolute("51.2 mAP", "51.2", "mAP")]),
    ("It delivers 2,000 FP8 TFLOPS.", [
        absolute("2,000 FP8 TFLOPS", "2000", "TFLOPS"), config("FP8", "8", "bits")]),
    ("Backups run at 3.5 TB/hr, scans at 2 TB per second.", [
        absolute("3.5 TB/hr", "3.5", "TB/hour"), absolute("2 TB per second", "2", "TB/s")]),
    ("It steps 2.1 × 10⁶ worlds per second.", [absolute("2.1 × 10⁶ worlds per second", "2100000", "worlds/s")]),
    ("The board does 61 images/s/W.", [absolute("61 images/s/W", "61", "images/s/W")]),
    ("It stores readings in 1.4 bytes per point.", [absolute("1.4 bytes per point", "1.4", "bytes/point")]),
    # times
    ("Answers have sub-second latency.", [duration("sub-second", "1", "s", hedge="under")]),
    ("The build takes three hours and a half.", [duration("three hours and a half", "3.5", "hours")]),
    ("The model ran in 5:48 h.", [duration("5:48 h", "20880", "s")]),
    ("The build took 1:32:10; the new one needs 58:20.", [
        duration("1:32:10", "5530", "s"), duration("58:20", "3500", "s")]),
    ("[14:02:11] the worker started", []),
    ("At 10:15:30 the failover was triggered.", []),
    # bare numbers beside a value
    ("Kestrel serves 1.1M req/s where Falcon peaked at 870k.", [
        absolute("1.1M req/s", "1100000", "requests/s"), absolute("870k", "870000", "requests/s")]),
    ("It grids a day in 2.75 hours; it used to be 19.", [
        duration("2.75 hours", "2.75", "hours"), duration("19", "19", "hours")]),
    ("The old parser maxed out at 120 MB/s, the new one at 480.", [
        absolute("120 MB/s", "120", "MB/s"), absolute("480", "480", "MB/s")]),
    # a number behind a name belongs to the name
    ("It takes 640 ms on the Pearl 8 and 400 ms on the Pearl 9.", [duration("640 ms", "640", "ms"),
        duration("400 ms", "400", "ms")]),
    ("It went from 19.6 Gbit/s with Sable 2 to 43.1 Gbit/s with Sable 3.", [
        absolute("19.6 Gbit/s", "19.6", "Gbit/s"), absolute("43.1 Gbit/s", "43.1", "Gbit/s")]),
    ("Latency is 212 ms at p50 and 690 ms at p99.", [duration("212 ms", "212", "ms"), duration("690 ms", "690", "ms")]),
    # words
    ("It does 850k rows/sec, nearly triple the old release.", [
        absolute("850k rows/sec", "850000", "rows/s"), ratio("triple", "3", hedge="nearly")]),
    ("It reads 140 pages per minute, twice as many as before.", [
        absolute("140 pages per minute", "140", "pages/minute"), ratio("twice", "2")]),
    ("It parses in one seventh of the memory.", [ratio("one seventh", "0.142857")]),
    ("Costs fell to one tenth.", [ratio("one tenth", "0.1")]),
    ("Load times fell by more than a fifth.", [ratio("a fifth", "0.2", hedge="over")]),
    ("Logs shrink to roughly 1/12 of their size.", [ratio("1/12", "0.083333", hedge="about")]),
    ("We cut our search bill in half.", [ratio("half", "0.5")]),
    ("Decoding runs at twice the speed of the reference.", [ratio("twice", "2")]),
    ("The new box is twice as fast as the old one.", [ratio("twice", "2")]),
    ("The release doubles the throughput of small batches.", [ratio("doubles", "2")]),
    ("The new build needs half the memory of the old one.", [ratio("half", "0.5")]),
    ("Latency was cut by a third.", [ratio("a third", "0.333333")]),
    ("It cuts training time in half.", [ratio("half", "0.5")]),
    ("Two-thirds less memory is needed.", [ratio("Two-thirds", "0.333333")]),
    ("Throughput rose by an order of magnitude.", [
        ratio("an order of magnitude", "10", hedge="orders_of_magnitude")]),
    ("Runtimes fell by two orders of magnitude.", [
        ratio("two orders of magnitude", "100", hedge="orders_of_magnitude")]),
    # percent
    ("Start-up is 31 % faster.", [percent("31 %", "31")]),
    ("Memory use was reduced by 40 percent.", [percent("40 percent", "40")]),
    ("Pages load 20 to 30 percent faster.", [percent("20 to 30 percent", "20", high="30")]),
    ("The network reached an accuracy of 75.9 %.", [absolute("75.9 %", "75.9", "%")]),
    ("It keeps 60% of its cost.", [absolute("60%", "60", "%")]),
    ("Encryption costs 3 percent of throughput.", [percent("3 percent", "3")]),
    ("Training finishes 31% sooner.", [percent("31%", "31")]),
    ("Accuracy improved by 1.4 percentage points.", [absolute("1.4 percentage points", "1.4", "percentage points")]),
    ("With a score of 1,204 on Geekbench 6 it wins.", [absolute("1,204", "1204", "")]),
    # price
    ("The appliance costs $149,000.", [price("$149,000", "149000")]),
    ("A node is priced at 300,000 dollars.", [price("300,000 dollars", "300000")]),
    ("An instance costs $2.50 per hour.", [price("$2.50", "2.5", "USD/hour")]),
    ("An instance costs €2.50/hr.", [price("€2.50", "2.5", "EUR/hour")]),
    ("A card sells for $9k to $11k.", [price("$9k to $11k", "9000", high="11000")]),
    ("A month of storage comes to $11,340 instead of $19,800.", [price("$11,340", "11340"), price("$19,800", "19800")]),
    ("That is 0.03 cents per 1,000 requests.", [price("0.03 cents", "0.03", "cents")]),
    # duration
    ("Training took 48 hours.", [duration("48 hours", "48", "hours")]),
    ("Training finished in 23h 43m.", [duration("23h 43m", "85380", "s")]),
    ("It takes 1 hour, 20 minutes and 5 seconds.", [duration("1 hour, 20 minutes and 5 seconds", "4805", "s")]),
    ("The copy took 5 min 30 s.", [duration("5 min 30 s", "330", "s")]),
    ("The training run took 1:32:10.", [duration("1:32:10", "5530", "s")]),
    ("It trains in 14.5 min.", [duration("14.5 min", "14.5", "minutes")]),
    ("The latency was 850 ms.", [duration("850 ms", "850", "ms")]),
    ("The latency was 2.3µs per call.", [duration("2.3µs", "2.3", "us")]),
    ("Latency is 1.5 to 2.5 ms.", [duration("1.5 to 2.5 ms", "1.5", "ms", high="2.5")]),
    ("Query time dropped from 12 ms to 4 ms.", [duration("12 ms", "12", "ms"), duration("4 ms", "4", "ms")]),
    ("Encoding takes less than half a second.", [duration("half a second", "0.5", "s", hedge="under")]),
    ("It took almost half an hour.", [duration("half an hour", "0.5", "hours", hedge="nearly")]),
    ("Deploys take three quarters of an hour.", [duration("three quarters of an hour", "0.75", "hours")]),
    ("The run took two and a half minutes.", [duration("two and a half minutes", "2.5", "minutes")]),
    ("What took Apex an hour takes Zenith six minutes.", [
        duration("an hour", "1", "hours"), duration("six minutes", "6", "minutes")]),
    ("A full scan takes eleven minutes.", [duration("eleven minutes", "11", "minutes")]),
    ("It encodes in 310 ns/op.", [duration("310 ns/op", "310", "ns")]),
    ("First audio arrives after 180 ms.", [duration("180 ms", "180", "ms")]),
    ("We dock a billion molecules in 21 hours on 64 GPUs.", [
        duration("21 hours", "21", "hours"), config("64", "64", "systems")]),
    ("What used to need 3 weeks is done in two days.", [
        duration("3 weeks", "3", "weeks"), duration("two days", "2", "days")]),
    ("Users wait 1.2 seconds less.", [duration("1.2 seconds", "1.2", "s")]),
    ("Rendering takes 60+ s.", [duration("60+ s", "60", "s", hedge="at_least")]),
    ("Restores take between 3 and 8 seconds.", [duration("3 and 8 seconds", "3", "s", high="8")]),
    # the unit that a number leaves to its neighbour
    ("Building takes 22 minutes instead of 19.", [
        duration("22 minutes", "22", "minutes"), duration("19", "19", "minutes")]),
    ("Our builds went from 12 minutes to 4 after the switch.", [
        duration("12 minutes", "12", "minutes"), duration("4", "4", "minutes")]),
    ("Builds went from forty minutes to six.", [
        duration("forty minutes", "40", "minutes"), duration("six", "6", "minutes")]),
    ("First bytes went from 480 down to 120 ms.", [duration("480", "480", "ms"), duration("120 ms", "120", "ms")]),
    ("It handles 3.2M events per second on one node, up from 1.1M.", [
        absolute("3.2M events per second", "3200000", "events/s"), absolute("1.1M", "1100000", "events/s")]),
    ("The record was 72 minutes; Sparrow needed only 23.", [
        duration("72 minutes", "72", "minutes"), duration("23", "23", "minutes")]),
    ("Lookups take 2.1 ms at the median and 6.4 at p99.", [
        duration("2.1 ms", "2.1", "ms"), duration("6.4", "6.4", "ms")]),
    ("QPS rose from 1,200 to 9,800.", [absolute("1,200", "1200", "queries/s"), absolute("9,800", "9800", "queries/s")]),
    ("A rack draws 38 kW instead of 110.", [absolute("38 kW", "38", "kW"), absolute("110", "110", "kW")]),
    # what a run was given
    ("At 12 requests per second, the median is 180 ms.", [
        config("12 requests per second", "12", "requests/s"), duration("180 ms", "180", "ms")]),
    ("Throughput is 9.4 Gbit/s over a 10 Gbit/s link.", [
        absolute("9.4 Gbit/s", "9.4", "Gbit/s"), config("10 Gbit/s", "10", "Gbit/s", hedge="over")]),
    ("Restoring a 10 TB volume takes 38 min.", [config("10 TB", "10", "TB"), duration("38 min", "38", "minutes")]),
    ("The ten-day forecast takes 41 minutes.", [duration("41 minutes", "41", "minutes")]),
    ("It uses less than 1 MB for documents up to 4 GB.", [
        absolute("1 MB", "1", "MB", hedge="under"), config("4 GB", "4", "GB", hedge="up_to")]),
    ("The default heap is 512 MB.", [config("512 MB", "512", "MB")]),
    ("A 250 W power budget is kept.", [absolute("250 W", "250", "W")]),
    # rates
    ("The array does 3.1 million random read IOPS.", [
        absolute("3.1 million random read IOPS", "3100000", "operations/s")]),
    ("It runs at 62.8 gigaflops per watt.", [absolute("62.8 gigaflops per watt", "62.8", "GFLOPS/W")]),
    ("A core scans 18 million rows/sec/core.", [absolute("18 million rows/sec/core", "18000000", "rows/s")]),
    ("The router forwards 148.8 Mpps.", [absolute("148.8 Mpps", "148.8", "Mpps")]),
    ("Training needs 1.3 million GPU hours.", [absolute("1.3 million GPU hours", "1300000", "GPU-hours")]),
    ("The chip sustains 58,112 images per second.", [absolute("58,112 images per second", "58112", "images/s")]),
    ("The server reaches 1.2k tok/s.", [absolute("1.2k tok/s", "1200", "tokens/s")]),
    ("It handles 22k requests per second.", [absolute("22k requests per second", "22000", "requests/s")]),
    ("The log takes 1-2k writes per second.", [absolute("1-2k writes per second", "1000", "writes/s", high="2000")]),
    ("It ingests 1.5 million rows per second.", [absolute("1.5 million rows per second", "1500000", "rows/s")]),
    ("It ingests 1.5 x 10^6 rows per second.", [absolute("1.5 x 10^6 rows per second", "1500000", "rows/s")]),
    ("It ingests 5e6 rows per second.", [absolute("5e6 rows per second", "5000000", "rows/s")]),
    ("It decodes 1 200 images per second.", [absolute("1 200 images per second", "1200", "images/s")]),
    ("It decodes 90 tokens per second per user.", [
        absolute("90 tokens per second per user", "90", "tokens/s/user")]),
    ("The disk does 900,000 IOPS.", [absolute("900,000 IOPS", "900000", "operations/s")]),
    # quantities
    ("The index takes 80 GB of memory.", [absolute("80 GB", "80", "GB")]),
    ("The card has 80 GB of memory.", []),  # what a machine holds is no measurement
    ("The link moves 600 GB/s.", [absolute("600 GB/s", "600", "GB/s")]),
    ("The rack draws 6.5 kW.", [absolute("6.5 kW", "6.5", "kW")]),
    ("Each chip peaks at 312 TFLOPS.", [absolute("312 TFLOPS", "312", "TFLOPS")]),
    # hedges
    ("Over 13x higher throughput.", [ratio("13x", "13", hedge="over")]),
    ("It trains in less than 3 hours.", [duration("3 hours", "3", "hours", hedge="under")]),
    ("Tail latency stays < 10 ms.", [duration("10 ms", "10", "ms", hedge="under")]),
    ("At least 4x lower latency.", [ratio("4x", "4", hedge="at_least")]),
    ("No less than 4x lower latency.", [ratio("4x", "4", hedge="at_least")]),
    ("It is 10x+ faster.", [ratio("10x", "10", hedge="at_least")]),
    ("It gives 5x or more throughput.", [ratio("5x", "5", hedge="at_least")]),
    ("Up to 5x faster inference.", [ratio("5x", "5", hedge="up_to")]),
    ("Up\nto 5x faster inference.", [ratio("5x", "5", hedge="up_to")]),
    ("Not more than 5x slower.", [ratio("5x", "5", hedge="up_to")]),
    ("No more than 5x slower.", [ratio("5x", "5", hedge="up_to")]),
    ("Training is about 40% faster.", [percent("40%", "40", hedge="about")]),
    ("Nearly 3x the throughput.", [ratio("3x", "3", hedge="nearly")]),
    ("Just under 3x the throughput.", [ratio("3x", "3", hedge="nearly")]),
    ("Just over 9x higher throughput.", [ratio("9x", "9", hedge="just_over")]),
    ("It costs less than $5,000.", [price("$5,000", "5000", hedge="under")]),
    # one hedge belongs to one figure
    ("It has more than 60x higher throughput and 16x lower latency.", [
        ratio("60x", "60", hedge="over"), ratio("16x", "16")]),
    ("Throughput is 1.8x higher, power under 300 W.", [
        ratio("1.8x", "1.8"), absolute("300 W", "300", "W", hedge="under")]),
    # a figure beside what is none
    ("The 2020 release is 3.5x faster than the 2019 release.", [ratio("3.5x", "3.5")]),
    ("A 3x3 kernel gives 4x faster code.", [ratio("4x", "4")]),
    ("The A100 40GB is 2x faster than the V100.", [ratio("2x", "2")]),
]  # fmt: skip

NO_FIGURES = [
    "It ran on resnext101-32x4d.",
    "ResNet-50 and GPT-3 175B on the A100 80GB",
    "EfficientNet-B4 beats EfficientDet-D3.",
    "Version 3.2 of the driver page, v2.0 of the suite",
    "MLPerf v2.1 results, 2021-06-30",
    "We published on 29 June 2022 and again on Jun 29, 2022.",
    "Code 16.32 marks the number format.",
    "Series 4,8,12 are shown.",
    "0 10 20 30 40",
    "0 2,000 4,000 6,000",
    "See note 3 and [4].",
    "* 1 Measured by ourselves. † 2 As published.",
    "Sections 3 to 5, page 12 of 30",
    "RFC 2544, ISO 9001, IEEE 754",
    "A 1920x1080 picture in an 8x8 grid",
    "Call 0800 123 456 for details.",
    "The company raised $250 million.",
    "About 40% of customers moved.",
    "Trained on 24 hours of speech with good accuracy",
    "Performance work of the last 5 years",
    "Over the past 3 months traffic grew.",
    "It doubles as a door stop.",
    "Half of the team works on it.",
    "Our booth is twice as large as last year's.",
    "https://example.com/a-17x-b/48h.html",
    "The workshop takes 90 minutes and costs 40 euros.",
    "Health checks run every 10 seconds.",
    "Her keynote starts at 10:30 and lasts 45 minutes.",
    "Read time: 6 minutes.",
    "Half of all builds are triggered by bots.",
    "The Pro plan rises to $29 per month.",
    "Tokens expire after 1 hour.",
    "A 30x genome and a 3x zoom",
    "Scaling from 8 to 64 nodes keeps efficiency.",
    "The memory runs at 3200 MT/s.",
    "Fraud scores hold 99.9% of the time.",
    "The committee grew from 5 to 9 members.",
    "It works through the rows in a second pass.",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [pytest.param(text, rows_, id=text) for text, rows_ in FIGURES])
def test_figures(text: str, expected: list[Row]) -> None:
    assert rows(text) == expected


@pytest.mark.parametrize("text", NO_FIGURES)
def test_no_figures(text: str) -> None:
    assert rows(text) == []


@pytest.mark.parametrize(
    ("text", "literal", "last"),
    [
        pytest.param("17x faster", "17", "1", id="whole number"),
        pytest.param("2.60x faster", "2.60", "0.01", id="trailing zero is printed, so it counts"),
        pytest.param("22k requests per second", "22k", "1000", id="k"),
        pytest.param("58,112 images/s", "58,112", "1", id="thousands separator"),
        pytest.param("latency of 1-2k rows/s", "1", "1000", id="the suffix of a range stands for both ends"),
        pytest.param("Batch size 32", "32", "0", id="a setting is a point"),
        pytest.param("It takes 23h 43m", "23h 43m", "60", id="no seconds printed"),
        pytest.param("It takes 1:32:10.5", "1:32:10.5", "0.1", id="tenths of seconds printed"),
    ],
)
def test_literal_and_unit_of_its_last_digit(text: str, literal: str, last: str) -> None:
    (one,) = found(text)
    assert (one.figure.literal, one.figure.last_digit) == (literal, D(last))


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("SDK 1.4.0", "sdk_version"),
        ("FP 16.16", "precision"),
        ("SL=384", "sequence_length"),
        ("Batch size 8", "batch_size"),
        ("4x IPU-M2000", "system_count"),
        ("58,112 images/s", "throughput"),
        ("The link moves 600 GB/s.", "bandwidth"),
        ("uses 80 GB of memory", "memory"),
        ("It costs $9", "price"),
        ("an accuracy of 75.9%", "accuracy"),
        ("17x faster", ""),
        ("It takes 48 hours", ""),
    ],
)
def test_metric_that_the_form_implies(text: str, metric: str) -> None:
    assert [one.metric for one in found(text)] == [metric]


def test_digits_of_a_name_are_figures_only_while_nobody_knows_the_name() -> None:
    known, unknown = "The A100 80GB has the memory.", "The Q100 80GB has the memory."
    assert rows(known) == []
    assert rows(unknown) == [absolute("80GB", "80", "GB")]


def test_only_the_stretch_is_read() -> None:
    text = "5x faster. Over 7x faster. 9x faster."
    (one,) = Sentence(text, 11, 26, vocabulary()).figures
    assert text[one.figure.start : one.figure.end] == "7x"
    assert one.figure.qualifier == "over"
    (bare,) = Sentence(text, 16, 26, vocabulary()).figures
    assert bare.figure.qualifier == "exact", "words outside the stretch must not hedge"


class TestNumber:
    @pytest.mark.parametrize(
        ("literal", "value", "last"),
        [
            ("17", "17", "1"),
            ("1.50", "1.50", "0.01"),
            (".5", "0.5", "0.1"),
            ("58,112", "58112", "1"),
            ("1’234’567", "1234567", "1"),
            ("1 200", "1200", "1"),
            ("1\u202f200", "1200", "1"),
            ("22k", "22000", "1000"),
            ("1.2K", "1200", "100"),
            ("3M", "3000000", "1000000"),
            ("1.5 million", "1500000", "100000"),
            ("2bn", "2000000000", "1000000000"),
            ("5e6", "5000000", "1000000"),
            ("1.5e-3", "0.0015", "0.0001"),
            ("2.5 x 10^3", "2500", "100"),
            ("2.5×10−3", "0.0025", "0.0001"),
            ("ten", "10", "1"),
            ("Hundred", "100", "1"),
        ],
    )
    def test_value_and_last_digit(self, literal: str, value: str, last: str) -> None:
        assert number(literal) == (D(value), D(last))

    @pytest.mark.parametrize("literal", ["", "x", "1,2,3", "n/a", "1..2", "--", "12abc3"])
    def test_anything_else_is_refused(self, literal: str) -> None:
        with pytest.raises(ValueError, match="not a number"):
            number(literal)

    @given(st.integers(0, 10**12), st.integers(0, 4), st.sampled_from(["", ",", "’", "\u202f", "\u00a0", "\u2009"]))
    def test_round_trip_with_separators(self, digits: int, decimals: int, separator: str) -> None:
        value = D(digits).scaleb(-decimals)
        literal = f"{value:,.{decimals}f}".replace(",", separator)
        assert number(literal) == (value, D(1).scaleb(-decimals))

    @given(
        st.integers(0, 999_999),
        st.integers(0, 3),
        st.sampled_from(
            [
                ("k", 3),
                ("K", 3),
                ("M", 6),
                ("G", 9),
                ("B", 9),
                ("bn", 9),
                ("T", 12),
                (" thousand", 3),
                (" million", 6),
                (" billion", 9),
                (" trillion", 12),
            ]
        ),
    )
    def test_round_trip_with_suffixes(self, digits: int, decimals: int, suffix: tuple[str, int]) -> None:
        printed = D(digits).scaleb(-decimals)
        value, last = number(f"{printed:f}{suffix[0]}")
        assert value == printed.scaleb(suffix[1])
        assert last == D(1).scaleb(suffix[1] - decimals)

    @given(
        st.integers(0, 999_999), st.integers(0, 3), st.integers(-12, 12), st.sampled_from(["e", "E", " x 10^", "×10"])
    )
    def test_round_trip_with_powers_of_ten(self, digits: int, decimals: int, power: int, sign: str) -> None:
        printed = D(digits).scaleb(-decimals)
        assert number(f"{printed:f}{sign}{power}") == (printed.scaleb(power), D(1).scaleb(power - decimals))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("it is more than ", "", "over", id="more than"),
        pytest.param("it is just over ", "", "just_over", id="just over comes before over"),
        pytest.param("moreover ", "", "exact", id="a hedge inside a word is none"),
        pytest.param("more than twenty of them, ", "", "exact", id="a hedge further away belongs to something else"),
        pytest.param("at least a ", "", "at_least", id="an article between"),
        pytest.param("over $", "", "over", id="a currency sign between"),
        pytest.param("up  to\n", "", "up_to", id="any white space"),
        pytest.param("", " or more", "at_least", id="or more"),
        pytest.param("", "+", "at_least", id="plus sign"),
        pytest.param("", "+3", "exact", id="an addition"),
        pytest.param("under ", " or more", "under", id="what stands before wins"),
    ],
)
def test_qualifier(before: str, after: str, expected: Qualifier) -> None:
    assert qualifier(before, after) == expected


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("images per second", ("images/s", "throughput")),
        ("items/sec", ("items/s", "throughput")),
        ("documents per minute", ("documents/minute", "throughput")),
        ("GB/s", ("GB/s", "bandwidth")),
        ("Gb/s", ("Gbit/s", "bandwidth")),
        ("tok/sec", ("tokens/s", "throughput")),
        ("ms", None),
        ("hours", None),
        ("two per second", None),
        ("", None),
    ],
)
def test_rate_unit(printed: str, expected: tuple[str, str] | None) -> None:
    assert rate_unit(vocabulary(), printed) == expected


FRAGMENTS = st.sampled_from([
    "17x", "2.6X", "1.5-2x", "over", "up to", "less than", "48 hours", "23h 43m", "1:32:10", "31%", "$149,000",
    "58,112",
    "images per second", "batch size", "4, 8, 12", "4 through 360", "SDK 1.4.0", "FP 16.32", "INT8", "16x", "IPU-M2000",
    "A100", "DGX A100", "ResNet-50", "twice the", "half", "faster", "throughput", "latency", "an order of magnitude",
    "in 2020", ",", ".", "\n", "\u00a0", "×", "and", "from", "to", "12 ms", "4 ms", "1e6", "6.5 kW", "80 GB",
    "of memory",
    "1 200", "-", "(", ")", "2.6xA100", "x", "%", "5", "10", "75.9", "accuracy", "costs", "per hour",
])  # fmt: skip
TEXTS = st.one_of(
    st.lists(FRAGMENTS, max_size=24).map(" ".join),
    st.lists(FRAGMENTS, max_size=12).map("".join),
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.text("0123456789.,xX×%-– :hms$kM/ab", max_size=40),
)


@given(TEXTS, st.integers(0, 30), st.integers(0, 200))
def test_figures_are_in_order_apart_and_inside(text: str, start: int, length: int) -> None:
    first = min(start, len(text))
    last = min(first + length, len(text))
    sentence = Sentence(text, first, last, vocabulary())
    taken = [(name.start, name.end) for name in sentence.names]
    at = first
    for one in sentence.figures:
        figure = one.figure
        assert at <= figure.start < figure.end <= last
        assert not any(figure.start < stop and begin < figure.end for begin, stop in taken), "digits of a name"
        assert figure.literal in text[figure.start : figure.end]
        assert figure.value_hi is None or figure.value <= figure.value_hi
        assert figure.value.is_finite()
        at = figure.end


@given(TEXTS)
def test_the_stretch_around_a_text_changes_nothing(text: str) -> None:
    alone = rows(text)
    framed = f"7x faster. {text} 9x faster."
    inside = Sentence(framed, 11, 11 + len(text), vocabulary()).figures
    shown: list[Any] = [framed[one.figure.start : one.figure.end] for one in inside]
    assert shown == [row[0] for row in alone]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("nightly build: 3h33m —> 25m", ["3h33m", "25m"]),
        ("unit tests: 14m → 2m", ["14m", "2m"]),
        ("import of the table: 1.2 s -> 340 ms", ["1.2 s", "340 ms"]),
        ("Indexing: 48s => 13s", ["48s", "13s"]),
        ("Throughput: 120k → 480k req/s", ["120k", "480k req/s"]),
        ("bundle size: 320 --> 96 kB", ["320", "96 kB"]),
        ("Throughput rose (642.7 vs 170.3 reports/s)", ["642.7", "170.3 reports/s"]),
        ("Throughput: 4.1M updates/s (vs 0.75M baseline)", ["4.1M updates/s", "0.75M"]),
        ("Start-up takes a second.", ["a second"]),
        ("A query takes a second on a laptop.", ["a second"]),
    ],
)
def test_both_sides_of_an_arrow_or_a_versus_are_figures(text: str, quotes: list[str]) -> None:
    assert [row[0] for row in sorted(rows(text), key=lambda row: text.index(row[0]))] == quotes


@pytest.mark.parametrize(
    "text",
    [
        "cable length: 14m → 2m",
        "upgraded Go 1.21 → 1.22",
        "the parser takes a second parameter",
        "it needs a second pass over the data",
        "the call requires a second argument",
        "Wren's performance on larger files (1MB+) is poor",
        "for payloads over 64 KB",
    ],
)
def test_lengths_versions_ordinals_and_inputs_are_none(text: str) -> None:
    assert not rows(text)


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("That makes a x2.84 speedup without changing a line.", "x2.84", "2.84"),
        ("Fulmar answers ×3.1 faster than before.", "×3.1", "3.1"),
        ("The throughput is x1.27 higher with this setting.", "x1.27", "1.27"),
        ("A speedup of x12 was seen on the long reads.", "x12", "12"),
        ("The new path improved throughput by x4.", "x4", "4"),
    ],
)
def test_a_factor_whose_sign_leads(text: str, quote: str, value: str) -> None:
    assert rows(text) == [ratio(quote, value)]


@pytest.mark.parametrize(
    "text",
    [
        "It is built for x86 and runs faster.",
        "The x264 faster preset was used.",
        "The card sits in a PCIe 4.0 x16 slot.",
        "A Gen5 x8 faster link is used.",
        "We ran 32 x32 larger tiles.",
        "The board has two x4 connectors.",
    ],
)
def test_a_sign_that_leads_a_width_or_a_name(text: str) -> None:
    assert not [row for row in rows(text) if row[1] == "ratio"]


@pytest.mark.parametrize(
    ("text", "quote", "value"),
    [
        ("It lowers the latency by 30%.", "30%", "30"),
        ("The patch improves the throughput of running Alder 70B models on 4xH100 by 27%.", "27%", "27"),
        ("The allocator lowered the memory of every worker process in our staging fleet by 14%.", "14%", "14"),
        ("Batching raises the insert rate of the small eight-node cluster in the lab in Oslo by 35%.", "35%", "35"),
    ],
)
def test_a_share_by_which_something_far_before_changed(text: str, quote: str, value: str) -> None:
    assert percent(quote, value) in rows(text)


@pytest.mark.parametrize("text", ["Signed by 40% of the members, it asks for more.", "Used by 62% of large firms."])
def test_a_share_by_whom(text: str) -> None:
    assert rows(text) == []


def test_a_size_before_a_kind_of_machine_counts_none() -> None:
    assert not [one for one in found("Measured on SXM 80GB GPUs with one stream.") if one.metric == "system_count"]
    assert [one for one in found("Measured on 4 NVIDIA A100 cards.") if one.metric == "system_count"]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("This is a little better than Quern's 86.3%.", ["86.3%"]),
        ("With a replication factor of three it took in 1 GB/s.", ["1 GB/s"]),
        ("The cluster wrote 9 GB/s with three-fold replication.", ["9 GB/s"]),
        ("The mean of all is 0.36 or 2.8 times faster than before.", ["0.36", "2.8 times"]),
    ],
)
def test_settings_shares_and_reciprocals_apart(text: str, quotes: list[str]) -> None:
    assert [row[0] for row in rows(text)][-len(quotes) :] == quotes


class TestAsVendorsWrite:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("Turn latency went from 900 ms to 310, and p95 from 1,800 to 640.", ["900 ms", "310", "1,800", "640"]),
            (
                "The embedder does 4x the documents per day: 8 billion, up from 2 billion.",
                ["4x", "8 billion", "2 billion"],
            ),
            ("The node ingests 1.1 TB an hour.", ["1.1 TB an hour"]),
            ("The cluster moves 96 GB each second.", ["96 GB each second"]),
            ("The run took 143 GPU-hours.", ["143 GPU-hours"]),
            ("Startup latency is 0.8 seconds (3.1 before).", ["0.8 seconds", "3.1"]),
            ("It delivers 1,940 images/sec (vs 1,210 for the older card).", ["1,940 images/sec", "1,210"]),
            ("Ingest: 1.4M rows/s sustained, 2.1M peak", ["1.4M rows/s", "2.1M"]),
            ("Training finishes in 3 days and 4 hours.", ["3 days and 4 hours"]),
        ],
    )
    def test_what_is_read(self, text: str, expected: list[str]) -> None:
        assert [row[0] for row in rows(text) if row[1] != "config"] == expected

    @pytest.mark.parametrize(
        ("text", "value", "unit"),
        [
            ("The tokenizer processes 1.1 GB of text per second.", "1.1", "GB/s"),
            ("With 64 threads the map does 5.6 Mops/s.", "5600000", "operations/s"),
            ("The job ran 2 days 6 hours.", "194400", "s"),
        ],
    )
    def test_its_value(self, text: str, value: str, unit: str) -> None:
        assert [(row[2], row[4]) for row in rows(text) if row[1] != "config"] == [(value, unit)]
