"""What a reader of a report sees, as values: one `Item` a finding, and the `Desk` that a run leaves of them.

Templates lay these out; the report and the review page show the same. All text in here is a document's own or made
of it, and hostile until the templates have escaped it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schemas.finding import Finding
from tieout.axis import Axis
from tieout.drift import Drift
from tieout.evidence import Passage, TableRow
from tieout.failures import Failure
from tieout.history import Seen


@dataclass(frozen=True, slots=True)
class Links:
    """Where a quote can be opened; each is "" when there is nothing to open.

    `published` leads to the words on the web page (a text fragment), `capture` to the bytes as captured, relative to
    the run's folder.
    """

    published: str = ""
    capture: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A piece of evidence as shown: the figure, where it stands, and what is around it."""

    figure: str
    document: str
    where: str
    about: str
    role: str
    likely_wrong: bool
    allows: str
    links: Links
    passage: Passage | None
    row: TableRow | None


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a shown table: `marks` says of a column why it is marked (disputed, supporting, context or wrong)."""

    number: int
    cells: tuple[str, ...]
    marks: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The rows of one printed table that a finding is about, its figures marked.

    `same` holds header and cell of the columns that say the same in every row; `columns` are the others.
    """

    document: str
    table: str
    title: str
    same: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    links: Links


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure's outline on a picture, in the picture's own points."""

    figure: str
    why: str  # wrong, disputed, supporting or context
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Print:
    """A stretch of a page as printed. `picture` names the file, "" with a `note` where it could not be drawn."""

    document: str
    page: int
    picture: str
    note: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    link: str


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """A bar of a chart drawn again: `length` as a share of the longest, `times` in lengths of the shortest bar."""

    category: str
    label: str
    why: str  # as Mark.why, "" for a bar whose label no evidence quotes
    length: float
    times: float


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """A chart drawn again from what was read of it."""

    document: str
    page: int | None
    headline: str
    headline_why: str
    title: str
    bars: tuple[DrawnBar, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A condition in which the sides are not alike: its name, and each side's value, "" where it is not stated."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """Conditions that differ, a column a side."""

    sides: tuple[str, ...]
    rows: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A finding as shown. What stands in an excerpt is not repeated among the quotes.

    `was` are the disputed quotes of the run before where they are not today's.
    """

    finding: Finding
    verdict: str
    seen: Seen
    excerpts: tuple[Excerpt, ...]
    disputed: tuple[Quote, ...]
    supporting: tuple[Quote, ...]
    context: tuple[Quote, ...]
    axis: Axis | None
    prints: tuple[Print, ...]
    charts: tuple[DrawnChart, ...]
    differences: Differences | None
    was: tuple[str, ...]

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents it reaches, those of disputed quotes first."""
        ordered = sorted(self.finding.evidence, key=lambda one: one.role != "disputed")
        return tuple(dict.fromkeys(one.document for one in ordered))


@dataclass(frozen=True, slots=True)
class Gone:
    """A finding of the run before that was not found again; `read` says whether its documents were all read."""

    fingerprint: str
    check: str
    severity: str
    message: str
    documents: tuple[str, ...]
    read: bool
    why: str


@dataclass(frozen=True, slots=True)
class Point:
    """A run on the trend: the newest capture in it, findings by severity, and what changed."""

    run_id: str
    captured_at: str
    high: int
    medium: int
    low: int
    info: int
    new: int
    gone: int


@dataclass(frozen=True, slots=True)
class Desk:
    """What a run leaves for those who work on its findings: ranked items, and what became of the earlier ones.

    `captured_at` and `publishers` are by document name; so is `drift`, what a source's newest capture says otherwise
    than the one before. `pictures` are data URIs by name, {} where they lie beside the report as files.
    """

    run_id: str
    previous: str
    items: tuple[Item, ...]
    gone: tuple[Gone, ...]
    trend: tuple[Point, ...]
    failures: tuple[Failure, ...]
    captured_at: Mapping[str, str]
    publishers: Mapping[str, str]
    pictures: Mapping[str, str] = field(default_factory=dict)
    drift: Mapping[str, tuple[Drift, ...]] = field(default_factory=dict)
