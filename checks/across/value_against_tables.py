"""A value in words against the cell of a table that it names."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from weakref import WeakKeyDictionary

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import IN_TEXT, apart, listed, said, where
from checks.lib.labels.naming import plainer
from checks.lib.labels.other_value import only_compared
from checks.lib.labels.sections import settled
from checks.lib.labels.sheets import above
from checks.lib.labels.table_cells import Named, is_other, named, percentiles, too_far
from checks.lib.language.editions import Editions
from checks.lib.language.otherwise import otherwise, section
from checks.lib.language.settings import opposed, scopes
from checks.lib.language.table_names import rest_of, run, words
from checks.lib.language.tokens import every_root
from checks.lib.language.told_beside import contrasted, is_set
from checks.lib.quantities.reckoned import reckoned
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.table_pairs import Grid, grids
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary, key
from schemas.number_words import ANY_NUMBER
from schemas.statement import Claim, Measurement, Side

CODE = "value-against-tables"
_CHANGED = re.compile(r"\bfrom\s(?:[^.;]{0,60}\sto\s)?(?:about\s|over\s|only\s)?$", re.IGNORECASE)
VALUES = ("absolute", "duration")
TABLES = 50  # tables that a claim is held against
# "7.68 TB Ember 7": the size picks the row, the rest is the name.
_LEADING = re.compile(r"^\d[\d.,]*[ -]?[A-Za-z]{1,5}\s(?=\S)")
_UNIT = re.compile(r"[\[(][^\])]*[\])]")
_PER_PART = re.compile(
    r"\bper (?:node|card|chip|[A-Z]PU|core|device|socket|server|machine|rank|drive|worker)\b", re.IGNORECASE
)
_EACH = re.compile(
    r"\bper (?!second|minute|hour|day|month)|\b(?:each|every|a single|one)\b|/(?:node|card|chip|GPU|core)\b",
    re.IGNORECASE,
)
# "Eight supplies of 2,600 W", "two links rated at 400 Gb/s": what is counted right before a value has it, each of them.
_OF_COUNTED = re.compile(
    rf"(?<![\w.,])(?:\d{{1,4}}|{ANY_NUMBER})\s(?:[\w-]+\s){{0,2}}?(?P<noun>[A-Za-z][A-Za-z-]*s)\s"
    r"(?:of|rated(?: at)?)\s(?:about\s|up to\s)?$",
    re.IGNORECASE,
)
SETTINGS = ("batch_size", "precision", "sequence_length", "division", "sdk_version")


@check(CODE, version=12, severity="high", since="0.1.0")
def value_against_tables(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value in words stands in the cell of the row and column that the sentence names.

    Why:
        A post is written from a table; a digit is swapped on the way, a column taken for its neighbour, or the table
        measured anew. The sentence still names the row.

    Flags:
        A value of a system whose row and column the sentence names, where the cell prints another one; low where it
        is said under a condition that the table does not name.

    Passes:
        Rounded and cut-off values; bounds that the cell satisfies; a value that any of the rows prints that the
        sentence can mean, or any of the column where the page is its own; what the sentence makes of the cells: so many
        of one, a share, their sum or mean; what each of so many things has of which no label speaks ("eight supplies of
        2,600 W").

    Does not judge:
        Sentences that leave open which of several rows they mean (skipped); documents of different dates; rows whose
        settings or percentile differ; "up to"; what the cell's own value stands against in the sentence ("6.5, not 214
        seconds"); how it was run ("a timeout of 900 ms"); what would be low on pages of more than sixty numbers
        (skipped).
    """
    index = _Index(grids(corpus))
    editions = Editions(corpus.documents)
    for claim in corpus.claims:
        value = claim.figure.kind in VALUES and claim.figure.qualifier != "up_to" and not claim.chart
        if value and claim.place in IN_TEXT and claim.subject.name:
            tables = (
                grid for grid, where in index.about(claim.subject) if not editions.differ(claim.document_id, where)
            )
            yield from _check(claim, list(islice(tables, TABLES)), corpus.vocabulary)


class _Index:
    """Tables by the words of their titles, headers and keys."""

    def __init__(self, every: Sequence[Grid]) -> None:
        self._grids = every
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._about: dict[tuple[str, str], list[tuple[Grid, str]]] = {}  # as many as subjects, not as claims
        for number, grid in enumerate(every):
            for word in {word for text in _texts(grid) for word in words(text)}:
                self._by_word[word].add(number)

    def about(self, subject: Side) -> list[tuple[Grid, str]]:
        """Tables that hold every word of the subject's name, with the document_id of each."""
        names = (subject.name, subject.raw)
        if names not in self._about:
            found: set[int] = set()
            for name in names:
                numbers = sorted((self._by_word.get(word, set()) for word in words(name)), key=len)
                found |= set.intersection(*numbers) if numbers else set()
            some = (self._grids[number] for number in sorted(found))
            self._about[names] = [(grid, grid.document.document_id) for grid in some]
        return self._about[names]


def _texts(grid: Grid) -> Iterator[str]:
    yield from (grid.document.title, grid.table.title, *grid.table.headings)
    yield from (column.text for column in grid.table.columns)
    yield from (text for labels in grid.rows.values() for _, text in labels)


def _check(claim: Claim, tables: Sequence[Grid], vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    held = {grid: _able(claim, grid, vocabulary) for grid in tables}
    able = [one for some in held.values() for one in some]
    if not able or only_compared(claim.context, claim.subject.raw):
        return
    if not claim.figure.value or _CHANGED.search(claim.before) or is_other(claim):
        return  # "zlog 1.0 ... goes from 85 MB/s to 683 MB/s": of which release each is, the sentence leaves open
    mine = based(claim.figure, vocabulary)
    odd = [one for one in able if one.cell.figure and judge(mine, based(one.cell.figure, vocabulary)) == "inconsistent"]
    if len(odd) < len(able) or any(_beside(claim, grid, some, vocabulary) for grid, some in held.items()):
        return
    if any(_is_beside(claim, one, grid) for grid, some in held.items() for one in some):
        return
    if all(too_far(claim, one.cell, vocabulary) for one in able):
        return
    places = {(one.cell.table, one.cell.row, one.cell.column) for one in able}
    if any(_is_explained(claim, one, grid, vocabulary) for grid, some in held.items() for one in some):
        return
    only_unit = any(_only_by_unit(claim, one, grid) for grid, some in held.items() for one in some)
    if len(places) > 1 or only_unit or any(one.unsaid for one in able) or not _settled(claim, held):
        yield Skip(CODE, _key(claim), "unchecked, because the sentence leaves open which cell it means")
        return
    case = next(filter(None, (_case(claim, one, grid) for grid, some in held.items() for one in some)), "")
    yield _finding(claim, able, case, vocabulary)


def _is_explained(claim: Claim, one: Named, grid: Grid, vocabulary: Vocabulary) -> bool:
    """Whether both can be right: of each node, of other parts, with sparsity and without, a sum that the text does."""
    return (
        _is_per_part(claim, one, grid)
        or _is_counted(claim, one, grid)
        or any(opposed(scopes(claim), _printed(one, grid)))
        or _is_made(claim, one, grid, vocabulary)
    )


def _case(claim: Claim, one: Named, grid: Grid) -> str:
    """What the sentence says of its value by which it is of another case than the cell; "" for nothing."""
    row = [*(cell.text for cell in grid.table.rows[one.cell.row - 1]), *(name for name, _ in grid.rows[one.cell.row])]
    around = section(grid.document, one.cell.start, claim.document_id, claim.figure.start)
    return otherwise(claim.context, *claim.at, [*_printed(one, grid), *row, *around])


def _is_made(claim: Claim, one: Named, grid: Grid, vocabulary: Vocabulary) -> bool:
    """Whether the value is what the sentence makes of the cell, or of the others in its column or row."""
    assert one.cell.figure  # noqa: S101 - a Grid holds cells with figures only
    row = grid.in_row[one.cell.row]
    column = next(at for at, cell in row if cell is one.cell)
    beside = (
        (based(cell.figure, vocabulary) for cell in some if cell.figure and _alike_unit(claim, cell, vocabulary))
        for some in ([cell for _, cell in row], grid.in_column[column])
    )
    start, end = claim.at
    words = f"{claim.context[:start]} {claim.context[end:]}"
    mine, cell_ = based(claim.figure, vocabulary), based(one.cell.figure, vocabulary)
    labels = " | ".join(_printed(one, grid)[:1])
    return any(reckoned(mine, cell_, some, words, (), labels) for some in beside)


def _alike_unit(claim: Claim, cell: Measurement, vocabulary: Vocabulary) -> bool:
    return cell.figure is not None and same_dimension(claim.figure, cell.figure, vocabulary)


def _is_beside(claim: Claim, one: Named, grid: Grid) -> bool:
    """Whether the value is a setting, or stands against the cell's own value in the sentence."""
    start, end = claim.at
    around = f"{claim.context[:start]} | {claim.context[end:]}"
    number = re.escape(one.cell.literal)
    if re.search(rf"(?<![\w.,]){number}(?![\w%]|[.,]\d)", around):
        return True  # "10.0 seconds; on 7.0 it took 31.0"
    printed = " | ".join((*_printed(one, grid), one.cell.literal))
    timed = claim.figure.kind == "duration" and is_set(claim.context, *claim.at, printed)
    return timed or contrasted(claim.context, *claim.at, one.cell.literal)


def _is_per_part(claim: Claim, one: Named, grid: Grid) -> bool:
    """Whether the table is of each part, and the sentence does not say so."""
    return bool(_PER_PART.search(f"{one.cell.column} | {' | '.join(_titles(grid))}")) and not _EACH.search(
        claim.context
    )


def _is_counted(claim: Claim, one: Named, grid: Grid) -> bool:
    """Whether a value is that of each of so many things of which no label speaks: "eight supplies of 2,600 W"."""
    match = _OF_COUNTED.search(claim.context[: claim.at[0]])
    printed = " | ".join((*_printed(one, grid), claim.subject.name, claim.subject.raw))
    return bool(match and not every_root(match["noun"]) & every_root(printed))


def _only_by_unit(claim: Claim, one: Named, grid: Grid) -> bool:
    """Whether the subject is a column, and of the row the sentence says nothing: "8K at 60 frames per second"."""
    rows = {word for _, text in grid.rows[one.cell.row] for word in words(_UNIT.sub(" ", text))}
    said = set(words(f"{claim.context} {claim.workload_raw}"))
    own = set(words(claim.subject.name)) | set(words(claim.subject.raw))
    several = len(set(grid.rows.values())) > 1
    return several and own <= set(words(one.cell.column)) and bool(rows - own) and not rows & said


def _printed(one: Named, grid: Grid) -> list[str]:
    """The labels of a cell, from its own row outwards."""
    row = " ".join(text for _, text in grid.rows[one.cell.row])
    return [f"{row} {one.cell.column}", *above(grid.document, grid.table), *_titles(grid)[::-1]]


def _beside(claim: Claim, grid: Grid, named_: Sequence[Named], vocabulary: Vocabulary) -> bool:
    """Whether a cell beside those prints the value, under a column that the sentence says at least as well."""
    rows, said = {one.cell.row for one in named_}, set(words(claim.context))
    spelled = all(set(words(_UNIT.sub(" ", one.cell.column))) <= said for one in named_)
    if any(_prints(claim, grid, row, said) for row in rows):
        return True
    mine = based(claim.figure, vocabulary)
    # "Turbo reaches 400 tokens per second": of its own row, whatever else the page is taken to be of.
    named = {row for row, labels in grid.rows.items() if any(said >= set(words(text)) > set() for _, text in labels)}
    columns = {one.cell.column for one in named_}
    beside = (
        cell
        for (row, _), cell in grid.at.items()
        if (cell.column in columns and (row in named - rows or grid.document.document_id == claim.document_id))
        or (row in rows and (not spelled or set(words(cell.column)) <= said))
    )
    return any(
        cell.figure is not None
        and same_dimension(claim.figure, cell.figure, vocabulary)
        and judge(mine, based(cell.figure, vocabulary)) != "inconsistent"
        for cell in beside
    )


def _prints(claim: Claim, grid: Grid, row: int, said: set[str]) -> bool:
    """Whether a row prints the value as it stands, measured or not, under a column that the sentence says."""
    cells = zip(grid.table.columns, grid.table.rows[row - 1], strict=False)
    return any(cell.text == claim.quote and bool(set(words(head.text)) & said) for head, cell in cells)


def _settled(claim: Claim, held: Mapping[Grid, Sequence[Named]]) -> bool:
    """Whether no other table of its own document can be what the sentence means."""
    own = ((grid, one) for grid, some in held.items() for one in some if grid.document.document_id == claim.document_id)
    for grid, one in own:
        rows = {text for _, text in grid.rows[one.cell.row]}
        if not settled(grid.document, claim.figure.start, one.cell.start, rows & set(one.said) or rows):
            return False
    return True


def _able(claim: Claim, grid: Grid, vocabulary: Vocabulary) -> list[Named]:
    """The cells that the sentence names most of, when it names the row and the subject at all."""
    places = _places(claim, grid, vocabulary)
    if not places:
        return []
    if claim.document_id == grid.document.document_id and plainer(claim.context, _texts(grid)):
        return []
    best = named(claim, grid, places, vocabulary)
    name = words(_LEADING.sub("", claim.subject.name))
    titled = any(run(name, words(text)) >= 0 for text in _titles(grid))
    return [one for one in best if one.said and (titled or _is_subjects(claim, grid, one.cell, vocabulary))]


def _titles(grid: Grid) -> tuple[str, ...]:
    return (grid.document.title, grid.table.title, *grid.table.headings)


_kept: WeakKeyDictionary[Grid, dict[object, list[tuple[int, int]]]] = WeakKeyDictionary()


def _places(claim: Claim, grid: Grid, vocabulary: Vocabulary) -> list[tuple[int, int]]:
    """The cells of a claim's workload and kind, of its subject's own rows or columns where it has any there.

    Read once of all claims that speak alike: they are of the same few machines and units.
    """
    side, kept = claim.subject, _kept.setdefault(grid, {})
    settings = tuple(side.condition(name) for name in SETTINGS)
    same = claim.workload, claim.figure.unit, frozenset(percentiles(claim.context)), settings, side.count
    if same not in kept:
        kept[same] = _of_kind(claim, grid, vocabulary)
    whose = (*same, side.name, side.raw)
    if whose not in kept:
        own = [place for place in kept[same] if _is_subjects(claim, grid, grid.at[place], vocabulary)]
        kept[whose] = own or kept[same]
    return kept[whose]


def _of_kind(claim: Claim, grid: Grid, vocabulary: Vocabulary) -> list[tuple[int, int]]:
    alike = {known for known in grid.workloads if not claim.workload or not known or _alike(claim.workload, known)}
    about = [place for place in grid.at if grid.at[place].workload in alike] if alike else []
    return [place for place in about if _same(claim, grid, place, vocabulary)]


def _is_subjects(claim: Claim, grid: Grid, cell: Measurement, vocabulary: Vocabulary) -> bool:
    labels = (cell.column, *(text for _, text in grid.rows[cell.row]))
    return any(rest_of(text, claim.subject, vocabulary) is not None for text in labels)


def _same(claim: Claim, grid: Grid, place: tuple[int, int], vocabulary: Vocabulary) -> bool:
    """Whether a cell is of the claim's unit, metric, percentile and settings."""
    cell = grid.at[place]
    if cell.figure is None or not same_dimension(claim.figure, cell.figure, vocabulary):
        return False
    asked = percentiles(claim.context)
    printed = percentiles(f"{cell.column} {' '.join(text for _, text in grid.rows[place[0]])}")
    settings = ((claim.subject.condition(name), cell.subject.condition(name)) for name in SETTINGS)
    counts = claim.subject.count, cell.subject.count
    return (
        ((not asked and not printed) or bool(asked & printed))
        and not any(a and b and key(a) != key(b) for a, b in settings)
        and (not all(counts) or counts[0] == counts[1])
    )


def _alike(left: str, right: str) -> bool:
    return key(left) in key(right) or key(right) in key(left)


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.figure.unit


def _finding(claim: Claim, cells: Sequence[Named], case: str, vocabulary: Vocabulary) -> Finding:
    cell = cells[0].cell
    assert cell.figure  # noqa: S101 - a Grid holds cells with figures only
    gap = based(claim.figure, vocabulary).rounded.distance(based(cell.figure, vocabulary).rounded)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if case else severity.of_told(gap, slip_told(claim.quote, cell.literal)),
        message=f"{claim.subject.name}: the {where(claim)} says {said(claim.figure)}; the cell that it names "
        f"({listed((*_keys(cell), cell.column))}) in table {cell.table} of {cell.document} prints {cell.literal}",
        arithmetic=f"{said(claim.figure)} allows {claim.figure.interval}, {said(cell.figure)} allows "
        f"{cell.figure.interval}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), *(Evidence.of(one.cell) for one in cells)),
        likely_wrong_why=f"the text may be of another case: {case!r}"
        if case
        else "the text may be of another run than the table, or one of them has a slip",
    )


def _keys(cell: Measurement) -> Iterator[str]:
    """The row's cells without figures of their own, as printed."""
    first = cell.context.split(" | ")[0]
    yield from (one for one in (cell.workload_raw or first, cell.subject.raw) if one and one != cell.literal)
