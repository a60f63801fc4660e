"""Who is likely wrong: the odd one out, when numbers or printed values back the others; else nobody, and why."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.lib.findings.adjudicate import majority, rule
from checks.lib.statements.absolutes import Quotient, quotient
from schemas.interval import Qualifier, ulp
from schemas.names import vocabulary
from schemas.statement import Claim, Figure, Kind, Place, Side

D = Decimal


def claim(
    literal: str,
    *,
    start: int = 0,
    qualifier: Qualifier = "exact",
    unit: str = "x",
    machine: str = "H100",
    place: Place = "prose",
    drawn: float | None = None,
) -> Claim:
    kind: Kind = "ratio" if unit == "x" else "duration"
    figure = Figure(start, start + len(literal), literal, kind, D(literal), unit, qualifier, ulp(literal))
    return Claim("a", "a.txt", figure, place, literal, literal, 0, subject=Side(machine, machine), drawn_ratio=drawn)


def quotes(claims: list[Claim]) -> list[str]:
    return [one.quote for one in claims]


class TestMajority:
    @pytest.mark.parametrize(
        ("literals", "agreeing", "odd"),
        [
            pytest.param(["17", "27", "17"], ["17", "17"], ["27"], id="two against one"),
            pytest.param(["17", "27"], ["17"], ["27"], id="a tie goes to the lower factor"),
            pytest.param(["27", "17"], ["17"], ["27"], id="whatever the order"),
            pytest.param(["13", "13.4", "9"], ["13", "13.4"], ["9"], id="intervals that meet agree"),
            pytest.param(["1", "5", "3", "3"], ["3", "3"], ["1", "5"], id="most of all"),
            pytest.param(["5"], ["5"], [], id="one alone"),
        ],
    )
    def test_of_plain_figures(self, literals: list[str], agreeing: list[str], odd: list[str]) -> None:
        claims = [claim(literal, start=9 * number) for number, literal in enumerate(literals)]
        most, rest = majority(claims)
        assert (quotes(most), quotes(rest)) == (agreeing, odd)

    def test_an_open_bound_agrees_with_what_lies_beyond(self) -> None:
        most, rest = majority([claim("13", qualifier="over"), claim("13.6", start=9), claim("9", start=19)])
        assert (quotes(most), quotes(rest)) == (["13", "13.6"], ["9"])

    def test_two_open_bounds_agree(self) -> None:
        most, _ = majority([claim("13", qualifier="over"), claim("20", start=9, qualifier="over")])
        assert quotes(most) == ["13", "20"]

    def test_up_to_agrees_with_anything_below(self) -> None:
        most, rest = majority([claim("10", qualifier="up_to"), claim("4", start=9), claim("40", start=19)])
        assert (quotes(most), quotes(rest)) == (["10", "4"], ["40"])

    @given(
        st.lists(
            st.tuples(st.integers(1, 60), st.sampled_from(["exact", "over", "up_to", "about", "under"])),
            min_size=1,
            max_size=7,
        ),
        st.randoms(),
    )
    def test_allows_one_factor_is_the_largest_such_set_and_hangs_on_no_order(
        self, figures: list[tuple[int, Qualifier]], random: object
    ) -> None:
        claims = [claim(str(value), start=9 * at, qualifier=hedge) for at, (value, hedge) in enumerate(figures)]
        most, rest = majority(claims)
        assert sorted(map(id, [*most, *rest])) == sorted(map(id, claims))
        for left in most:
            for right in most:
                assert left.figure.interval.meets(right.figure.interval)
        for point in (D(value) + D(tenth) / 10 for value in range(62) for tenth in (0, 3, 5, 7)):
            assert sum(point in one.figure.interval for one in claims) <= len(most)
        again, _ = majority(claims[::-1])
        assert {one.figure.start for one in again} == {one.figure.start for one in most}


def printed(new: str, old: str, hedge: Qualifier = "exact") -> Quotient:
    return quotient(claim(new, unit="hours", qualifier=hedge), claim(old, unit="hours", machine="A100"), vocabulary())


class TestRule:
    def test_two_of_three_and_the_values(self) -> None:
        title, text, bar = (
            claim("17", place="chart_title"),
            claim("17", start=9),
            claim("27", start=19, place="bar_label"),
        )
        ruling = rule([title, text], [bar], [printed("3", "48", "under")], vocabulary())
        assert ruling.wrong is bar
        assert ruling.why == ("the bar label 27x: 2 of 3 statements say 17x and the printed values fit 17x and not 27x")
        assert ruling.sums == (
            "48 hours / 17 = 2.8235 hours, which fits 'under 3 hours' as printed",
            "48 hours / 27 = 1.7778 hours, which would not be printed as 'under 3 hours'",
        )

    def test_one_against_one_is_settled_by_the_values(self) -> None:
        one, other = claim("17"), claim("27", start=9)
        ruling = rule([one], [other], [printed("2.8", "48")], vocabulary())
        assert ruling.wrong is other
        assert "2 of" not in ruling.why

    def test_one_against_one_without_values_is_not_settled(self) -> None:
        ruling = rule([claim("17")], [claim("27", start=9)], [], vocabulary())
        assert (ruling.wrong, ruling.sums) == (None, ())
        assert ruling.why == "as many statements say one as the other"

    def test_values_that_fit_the_odd_one_acquit_it(self) -> None:
        ruling = rule(
            [claim("17"), claim("17", start=9)], [claim("27", start=19)], [printed("1.8", "48")], vocabulary()
        )
        assert ruling.wrong is None
        assert any("/ 27 = " in text and "fits" in text for text in ruling.sums)

    def test_values_that_fit_neither_leave_it_to_the_number_of_statements(self) -> None:
        wrong = claim("27", start=19)
        ruling = rule([claim("17"), claim("17", start=9)], [wrong], [printed("9", "48")], vocabulary())
        assert ruling.wrong is wrong
        assert "printed values" not in ruling.why

    def test_two_odd_ones_that_differ(self) -> None:
        ruling = rule(
            [claim("17"), claim("17", start=9)], [claim("27", start=19), claim("30", start=29)], [], vocabulary()
        )
        assert ruling.wrong is None
        assert ruling.why == "no single statement is the odd one out"

    def test_two_odd_ones_that_say_the_same(self) -> None:
        most = [claim("17", start=9 * at) for at in range(3)]
        odd = [claim("27", start=50), claim("27", start=60)]
        ruling = rule(most, odd, [], vocabulary())
        assert ruling.wrong is odd[0]
        assert "3 of 5 statements say 17x" in ruling.why

    def test_a_bar_drawn_as_the_others_say_is_a_reason(self) -> None:
        wrong = claim("27", start=19, place="bar_label", drawn=17.1)
        ruling = rule([claim("17"), claim("17", start=9)], [wrong], [], vocabulary())
        assert "its bar is drawn 17.1 times as long as the baseline's" in ruling.why
        straight = replace(wrong, drawn_ratio=27.0)
        assert "drawn" not in rule([claim("17"), claim("17", start=9)], [straight], [], vocabulary()).why
