"""Which checks run, and how bad their findings are: a TOML file that an auditor keeps (checks.toml).

    [checks.unlike-batch]
    on = false                     # not run at all

    [checks.mixed-baselines]
    level = "info"                 # its findings are of this severity, whatever the check says

    [sources."trade-press*".hedge-lost]
    on = false                     # for findings whose evidence is all of documents of that name

A source is a pattern over document names (* and ?). Of several that fit, the first in the file decides.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, get_args

from checks.registry import checks
from schemas.errors import TieoutError
from schemas.finding import Finding, Severity

DEFAULT = Path(__file__).resolve().parent.parent / "checks.toml"
KEYS = {"on", "level"}


class TuningError(TieoutError):
    """The TOML file is malformed, or names a check that does not exist."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the file says of one check; `level` is None where the check's own severity stands."""

    on: bool = True
    level: Severity | None = None


@dataclass(frozen=True, slots=True)
class Tuning:
    """Settings by check, and by source pattern and check."""

    checks: Mapping[str, Setting] = field(default_factory=dict)
    sources: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)

    def runs(self, code: str) -> bool:
        """Whether a check is run."""
        return self.checks.get(code, Setting()).on

    def apply(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that stay, each of the severity that the file gives it."""
        settings = [(finding, self._setting(finding)) for finding in findings]
        return [
            replace(finding, severity=setting.level or finding.severity) for finding, setting in settings if setting.on
        ]

    def _setting(self, finding: Finding) -> Setting:
        names = {item.document for item in finding.evidence}
        for pattern, by_check in self.sources.items():
            if finding.check in by_check and names and all(fnmatchcase(name, pattern) for name in names):
                return by_check[finding.check]
        return self.checks.get(finding.check, Setting())


def tuning(path: Path | None = None) -> Tuning:
    """The tuning in a file (the committed one when None).

    Raises:
        TuningError: the file cannot be read, or says something that is not known.
    """
    if path is None and not DEFAULT.exists():
        return Tuning()  # installed from a wheel, which has no checkout around it
    path = path or DEFAULT
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TuningError(f"{path}: {error}") from error
    unknown = set(content) - {"checks", "sources"}
    if unknown:
        raise TuningError(f"{path}: unknown table {', '.join(sorted(unknown))}")
    sources = _table(path, content.get("sources", {}))
    by_source = {name: _settings(path, _table(path, table)) for name, table in sources.items()}
    return Tuning(_settings(path, _table(path, content.get("checks", {}))), by_source)


def _table(path: Path, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TuningError(f"{path}: expected a table, not {value!r}")
    return value


def _settings(path: Path, content: dict[str, Any]) -> dict[str, Setting]:
    missing = set(content) - set(checks())
    if missing:
        raise TuningError(f"{path}: no check is called {', '.join(sorted(missing))}")
    return {code: _setting(path, code, _table(path, table)) for code, table in content.items()}


def _setting(path: Path, code: str, table: dict[str, Any]) -> Setting:
    level, on = table.get("level"), table.get("on", True)
    if set(table) - KEYS or not isinstance(on, bool) or (level is not None and level not in get_args(Severity)):
        raise TuningError(f"{path}: {code}: takes on = true or false, and level = {' or '.join(get_args(Severity))}")
    return Setting(on, level)
