"""YAML text -> nodes, within bounds: libyaml's own composer calls itself for every level and ends the program when deep."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.composer import Composer

DEPTH = 60
"""Lists and mappings inside each other; the data has 17."""
NODES = 100_000
"""Values of one file; the largest shipped has 9,000."""
ALIASED = 20_000
"""Values that aliases may add to a file when they are written out."""
NUMBER = 40
"""Characters of a number."""


class TooLarge(Exception):
    """Deeper or larger than data a person writes; ``line`` counts from 1."""

    def __init__(self, line: int, what: str, do: str) -> None:
        super().__init__(what)
        self.line, self.what, self.do = line, what, do


class _Bounded:
    """Counts what is composed."""

    _depth = 0
    _count = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        line = self.peek_event().start_mark.line + 1  # type: ignore[attr-defined]
        self._depth += 1
        self._count += 1
        if self._depth > DEPTH:
            raise TooLarge(line, f"YAML 套得太深（{DEPTH} 层以上）。", "请检查有没有多余的括号或缩进。")
        if self._count > NODES:
            raise TooLarge(line, f"YAML 有 {NODES} 个以上的值。", "请拆成几个文件，或检查是不是放错了文件。")
        try:
            return super().compose_node(parent, index)  # type: ignore[misc]
        finally:
            self._depth -= 1


if hasattr(yaml, "CSafeLoader"):  # events from libyaml, which does not call itself for them

    class _Loader(_Bounded, Composer, yaml.CSafeLoader):
        def __init__(self, text: str) -> None:
            yaml.CSafeLoader.__init__(self, text)
            Composer.__init__(self)

else:  # pragma: no cover - where PyYAML was installed without libyaml

    class _Loader(_Bounded, yaml.SafeLoader):  # type: ignore[no-redef]
        pass


def compose(text: str) -> yaml.Node | None:
    """The node of the one document of a text. Raises :class:`TooLarge`, and yaml.YAMLError as PyYAML does."""
    loader = _Loader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()
