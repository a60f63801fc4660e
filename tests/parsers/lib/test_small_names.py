"""Who is meant by names in small letters, by bare releases and beside classes of machine, and who is nobody."""

import pytest

from tests.parsers.lib.test_about import claims, sides


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        pytest.param("`ridgedb` inserts 90,000 rows per second.", ["ridgedb"], id="set as code"),
        pytest.param("`tern add` on a cold cache takes 1.2 s.", ["tern add"], id="code with its command"),
        pytest.param(
            "I get 320 MB/s with keepsafe 4, it was 110 MB/s on 3.x.",
            ["keepsafe 4", "3.x"],
            id="with a release",
        ),
        pytest.param(
            "Loom 5.2 draws 74 frames/s, whereas 5.1 stayed at 51 frames/s.",
            ["Loom 5.2", "5.1"],
            id="a bare release",
        ),
        pytest.param("encoderc 1.3: 41 fps at preset 4 (1.2: 29 fps).", ["encoderc 1.3", "1.2"], id="a line of a tool"),
        pytest.param("Parsing takes 41 ns (timelib: 190 ns).", ["", "timelib"], id="in brackets"),
        pytest.param(
            "On a laptop, argon verifies one in 48 ms, while scryptor at cost 12 takes 230 ms.",
            ["argon", "scryptor"],
            id="a phrase between",
        ),
        pytest.param(
            "thinlog costs 25 ns per call, half of fatlog's 50 ns.",
            ["thinlog", "thinlog", "fatlog"],
            id="an owner",
        ),
        pytest.param("packer encodes 1.9 GB/s and decodes 4.4 GB/s.", ["packer", "packer"], id="a verb is no name"),
        pytest.param("Chiton, our video chip, encodes 900 frames per second.", ["Chiton"], id="apposed"),
        pytest.param("In TPC-H at 10 TB Ochre answers in 3 ms.", ["Ochre"], id="behind a size"),
        pytest.param("On a laptop GPU, Basalt 5 renders at 74 fps.", ["Basalt 5"], id="a class of machine yields"),
        pytest.param("Draw calls are 2.6x cheaper on the CPU side.", [""], id="a side of the work is nobody"),
        pytest.param(
            "Speculative decoding lifts Loom 3 from 38 to 91 tokens/s.",
            ["Loom 3", "Loom 3"],
            id="a verbal noun",
        ),
        pytest.param("Our eBPF load balancer Gatekeep moves 24 Mpps.", ["Gatekeep"], id="a compound noun"),
        pytest.param(
            "GET throughput rose from 9 GB/s on 4 nodes to 76 GB/s on 32 nodes of Larder.",
            ["Larder"] * 2,
            id="nodes of",
        ),
    ],
)
def test_whose_it_is(text: str, subjects: list[str]) -> None:
    assert [one.subject.name for one in claims(text) if one.figure.kind != "config"] == subjects


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Apex 8 gives 1.7 times the ray-tracing performance of the Apex 7.",
            ("Apex 8", "Apex 7"),
            id="the ... of",
        ),
        pytest.param(
            "The Osprey S2 has four times the point density of the S1.",
            ("Osprey S2", "S1"),
            id="any noun of",
        ),
        pytest.param(
            "Routing took 3x less time with Silica 11, a 28% reduction from Silica 10.",
            ("Silica 11", "Silica 10"),
            id="from",
        ),
        pytest.param(
            "Tern 2 answers 44% faster, a gain over version 0.8.",
            ("Tern 2", "version 0.8"),
            id="over version",
        ),
        pytest.param(
            "Cloning a repository over Burrow is 3.3x as fast as over Hubble.",
            ("Burrow", "Hubble"),
            id="the way",
        ),
        pytest.param(
            "Heron 3 was 2.9 times as energy efficient as its predecessor, Heron 1.",
            ("Heron 3", "Heron 1"),
            id="as ... as",
        ),
        pytest.param(
            "Lattice 400G is 30% faster than the Lattice 200G.",
            ("Lattice 400G", "Lattice 200G"),
            id="a size in the name",
        ),
        pytest.param(
            "Aurora B leads the list, overtaking Frontier C by 4 percent.",
            ("Aurora B", "Frontier C"),
            id="overtaking",
        ),
        pytest.param(
            "On the lookup suite (a c9.large, one thread, top-10 lookups, averaged over all queries) quern 0.9 is 1.3x "
            "faster than Sifter 4.1.",
            ("quern 0.9", "Sifter 4.1"),
            id="behind brackets with an over of their own",
        ),
        pytest.param(
            "Compared to older stores, Wharf delivers 12x more throughput.",
            ("Wharf", "older stores"),
            id="compared to, comma",
        ),
        pytest.param(
            "Wharf 2.3 runs lookups 25% faster than 2.2 on a c9.large.",
            ("Wharf 2.3", "Wharf 2.2"),
            id="than a bare release",
        ),
        pytest.param(
            "Deep sleep is quickest (68% faster than no sleep) but needs much CPU memory.",
            ("", "no sleep"),
            id="brackets end it",
        ),
    ],
)
def test_who_against_whom(text: str, expected: tuple[str, str]) -> None:
    assert sides(claims(text)[-1]) == expected
