"""The checks by code: one rule a file, found by walking within/, across/ and over_time/."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial

from schemas.comparison import Corpus
from schemas.finding import Finding, Severity, Skip

Rule = Callable[[Corpus], Iterator[Finding | Skip]]


@dataclass(frozen=True, slots=True)
class Check:
    """A rule. `level` is the package it stands in; `doc` its docstring; the first sentence states what should hold."""

    code: str
    version: int
    severity: Severity  # the highest it gives
    since: str  # tieout version that brought it
    level: str
    doc: str
    run: Rule


_CHECKS: dict[str, Check] = {}


def check(code: str, *, version: int, severity: Severity, since: str) -> Callable[[Rule], Rule]:
    """Register a rule under a code such as "same-comparison"; a code used twice raises ValueError."""

    def register(rule: Rule) -> Rule:
        if code in _CHECKS:
            raise ValueError(f"two checks are called {code!r}")
        level = rule.__module__.split(".")[1]
        run = partial(_versioned, rule, version)
        _CHECKS[code] = Check(code, version, severity, since, level, inspect.getdoc(rule) or "", run)
        return rule

    return register


def _versioned(rule: Rule, version: int, corpus: Corpus) -> Iterator[Finding | Skip]:
    for one in rule(corpus):
        yield replace(one, check_version=version) if isinstance(one, Finding) else one


@cache
def checks() -> dict[str, Check]:
    """Every check, by code."""
    import checks as package

    for module in pkgutil.walk_packages(package.__path__, "checks."):
        if module.name.count(".") == 2:
            importlib.import_module(module.name)
    return dict(sorted(_CHECKS.items()))
