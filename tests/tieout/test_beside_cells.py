"""A finding about cells quotes the heads of their columns, the factor that their row prints, and the rule in words."""

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.finding import Finding
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout.reconcile import reconcile

TABLE = """# Garganey queue, waiting times

{above}

| Region | p50 (ms) | p95 (ms) | p99 (ms) |
| --- | --- | --- | --- |
| Porto | 12 | 41 | 77 |
| Bergen | 14 | 58 | 49 |
| Trieste | 11 | 39 | 72 |

{below}
"""
RULE = "All three columns are percentiles of one sample of requests."
AROUND = "The service was opened in spring and has been moved twice since."


def read(name: str, text: str) -> Parsed:
    raw = Raw(f"{name}.md", text.encode())
    return extract(choose(raw).parse(raw), vocabulary())


def found(check: str, **texts: str) -> Finding:
    every = reconcile([read(*one) for one in texts.items()], vocabulary()).findings
    return next(one for one in every if one.check == check)


def beside(one: Finding) -> list[str]:
    return [item.quote for item in one.evidence if item.role == "context"]


def test_the_sentence_that_says_how_the_columns_were_made() -> None:
    for above, below in ((RULE, AROUND), (AROUND, RULE)):
        said = found("percentile-order", page=TABLE.format(above=above, below=below))
        assert beside(said)[-1] == RULE


def test_a_sentence_that_says_no_such_thing_is_not_quoted() -> None:
    said = found("percentile-order", page=TABLE.format(above=AROUND, below="Porto was added last."))
    assert beside(said) == ["p95 (ms)", "p99 (ms)"]


def test_a_sentence_far_from_the_table_is_not_quoted() -> None:
    far = f"{RULE}\n\n" + "\n\n".join(f"Note {word} is about the office." for word in "abcdefghij")
    assert RULE not in beside(found("percentile-order", page=TABLE.format(above=far, below=AROUND)))


def test_context_in_other_words_leaves_the_finding_the_same() -> None:
    one, other = (
        found("percentile-order", page=TABLE.format(above=AROUND, below=said))
        for said in (RULE, "Every column is a percentile of the same sample.")
    )
    assert beside(one) != beside(other)
    assert one.evidence_hash == other.evidence_hash


SHEET = """# Results

| Task | Pochard 2 (items/s) | Pochard 3 (items/s) | Gain |
| --- | --- | --- | --- |
| Sorting | 410 | 1,599 | 3.9x |
| Joining | 620 | 1,302 | 2.1x |
"""


def test_the_factor_that_the_best_row_prints_itself() -> None:
    text = "# Pochard 3\n\nPochard 3 sorts and joins up to 5.6x faster than Pochard 2.\n"
    said = found("factor-against-tables", post=text, sheet=SHEET)
    assert "3.9x" in [item.quote for item in said.evidence]
    assert all(item.role != "disputed" for item in said.evidence if item.quote == "3.9x")
