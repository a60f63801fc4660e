"""YAML with the line of every key: the nodes of sources.yml before anyone asks whether they make sense."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from yaml.constructor import SafeConstructor

from schemas.errors import SourcesError

# The C loader reads 5,000 entries in half a second, the Python one in eight.
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Item:
    """A mapping as written: values by key, the line of each key (from 1), and keys that stand there twice."""

    line: int
    values: dict[str, object]
    lines: dict[str, int]
    twice: tuple[str, ...] = ()

    def at(self, key: object) -> int:
        """The line of a key, the mapping's own when it has none."""
        return self.lines.get(str(key), self.line)


def read(path: Path) -> tuple[Item, list[Item | int]]:
    """The top level of a sources.yml, and its entries in order; what is no mapping comes as its line.

    Raises:
        SourcesError: the file cannot be read, is not YAML, or has no list of entries.
    """
    top = _compose(path)
    if not isinstance(top, yaml.MappingNode):
        raise SourcesError(f"{path}: must hold keys and values, 'sources' with a list of entries among them")
    node = next((value for key, value in top.value if key.value == "sources"), None)
    if not isinstance(node, yaml.SequenceNode):
        raise SourcesError(f"{path}: must hold the key 'sources' with a list of entries")
    try:
        return _item(top, skip="sources"), [_entry(one) for one in node.value]
    except yaml.YAMLError as error:
        raise SourcesError(f"{path}: holds a value that is no plain YAML: {error}") from error


def _compose(path: Path) -> object:
    try:
        return yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
    except OSError as error:
        raise SourcesError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise SourcesError(f"{path}: is not YAML: {error}") from error


def _entry(node: yaml.Node) -> Item | int:
    return _item(node) if isinstance(node, yaml.MappingNode) else node.start_mark.line + 1


def _item(node: yaml.MappingNode, skip: str = "") -> Item:
    values: dict[str, object] = {}
    lines: dict[str, int] = {}
    twice = []
    for key, line, value in _pairs(node, skip):
        # A second "url:" would silently win over the first.
        twice += [key] if key in values else []
        values[key], lines[key] = value, line
    return Item(node.start_mark.line + 1, values, lines, tuple(twice))


def _pairs(node: yaml.MappingNode, skip: str) -> Iterator[tuple[str, int, object]]:
    constructor = SafeConstructor()
    for key, value in node.value:
        name = str(key.value)
        if not skip or name != skip:
            yield name, key.start_mark.line + 1, constructor.construct_object(value, deep=True)
