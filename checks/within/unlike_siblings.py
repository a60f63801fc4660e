"""Frameworks side by side in one table, each with a setting of its own."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.rows import Row, rows
from checks.lib.statements.stages import stage
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key

CODE = "unlike-siblings"
Group = tuple[str, ...]


@check(CODE, version=2, severity="low", since="0.1.0")
def unlike_siblings(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Frameworks that stand side by side for one stage of one model on one system run it with the same setting.

    Why:
        Such rows are read as frameworks against each other. When one is packed and the other not, or one runs
        sequences of 384 and the other of 512, the difference is that of the setting.

    Flags:
        Rows of one table with the same workload, system, task and data set whose variants agree but for what stands in
        brackets or behind "packed", or whose precision differs, where no framework is shown with both settings; all of
        a table are one finding.

    Passes:
        A framework shown with both settings: the table compares the settings; one setting for all.

    Does not judge:
        Tables of one framework (skipped); which setting is the better one.
    """
    groups: dict[Group, list[Row]] = defaultdict(list)
    for row in rows(corpus):
        told = row.keys.variant or row.condition("precision")
        if row.workload and row.platform and row.framework and told:
            stands = stage(row.keys.variant)
            name: Group = (row.document.name, row.table.name, row.workload, stands, row.platform, row.keys.task)
            groups[*name, *row.same("dataset")].append(row)
    found: dict[Group, list[list[Row]]] = defaultdict(list)
    for name, members in sorted(groups.items()):
        if len({row.framework for row in members}) < 2:
            yield Skip(CODE, name, "not applicable, because it is shown with one framework")
        elif (name[3] or not any(row.keys.variant for row in members)) and _each_its_own(members):
            found[name[:2]].append(members)
    for _, unlike in sorted(found.items()):
        yield _finding(unlike, corpus.vocabulary)


def _setting(row: Row) -> tuple[str, str]:
    return key(row.keys.variant), key(row.condition("precision"))


def _each_its_own(members: list[Row]) -> bool:
    """Whether settings differ and every framework is shown with one of them only."""
    settings: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for row in members:
        settings[row.framework].add(_setting(row))
    return all(len(one) == 1 for one in settings.values()) and len(set.union(*settings.values())) > 1


def _finding(groups: list[list[Row]], vocabulary: Vocabulary) -> Finding:
    first = groups[0][0]
    told = listed((_told(members) for members in groups), most=4)
    cells = [row.key_cell(name, vocabulary) for members in groups for row in members for name in _differing(members)]
    cells += [Evidence.of(row.keys, "supporting") for members in groups for row in members]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"table {first.table.name}: frameworks stand side by side with different settings: {told}",
        arithmetic=f"{len(groups)} stages; what one framework gains over another there holds the gain of the setting.",
        comparison=(first.document.name, first.table.name),
        evidence=tuple(cells),
        likely_wrong_why="nothing is wrong as printed; the rows are no comparison of frameworks",
    )


def _differing(members: list[Row]) -> list[str]:
    variants, precisions = ({part[at] for part in map(_setting, members)} for at in (0, 1))
    return ["variant"] * (len(variants) > 1) + ["precision"] * (len(precisions) > 1)


def _told(members: list[Row]) -> str:
    row = members[0]
    names = _differing(members)
    printed = (
        (one, " ".join(one.keys.variant if name == "variant" else one.condition(name) for name in names))
        for one in members
    )
    settings = listed(f"{one.condition('framework')} {setting}" for one, setting in printed)
    return f"{row.keys.workload_raw} on {row.platform} ({settings})"
