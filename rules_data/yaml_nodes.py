"""YAML text -> nodes, within bounds: libyaml's own composer calls itself for every level and ends the program when deep.

Where PyYAML was installed without libyaml its own scanner is used, which is slower and has to be told one thing: a question
mark may stand in plain text inside braces (``{ask: 庄家是谁?}``).
"""

from __future__ import annotations

import functools
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.tokens import ScalarToken

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


_BLANK = "\0 \t\r\n\x85\u2028\u2029"


class PlainLoader(_Bounded, yaml.SafeLoader):
    """PyYAML's own scanner, reading plain text as libyaml does."""

    def scan_plain(self) -> ScalarToken:
        """A plain scalar: PyYAML's method, but that a question mark does not end it inside braces and brackets."""
        chunks: list[str] = []
        spaces: list[str] = []
        start = end = self.get_mark()
        indent = self.indent + 1
        while self.peek() != "#":
            length = 0
            while not self._ends_plain(length):
                length += 1
            if length == 0:
                break
            self.allow_simple_key = False
            chunks += [*spaces, self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start) or []
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _ends_plain(self, at: int) -> bool:
        character = self.peek(at)
        if character in _BLANK or (self.flow_level and character in ",[]{}"):
            return True
        return character == ":" and self.peek(at + 1) in _BLANK + (",[]{}" if self.flow_level else "")


def loader_class() -> type[Any]:
    """What reads YAML here: events from libyaml, which does not call itself for them, or PyYAML's own scanner."""
    fast = getattr(yaml, "CSafeLoader", None)
    return PlainLoader if fast is None else _libyaml_loader(fast)


@functools.cache
def _libyaml_loader(fast: Any) -> type[Any]:
    class _Loader(_Bounded, Composer, fast):  # type: ignore[misc]
        def __init__(self, text: str) -> None:
            fast.__init__(self, text)
            Composer.__init__(self)

    return _Loader


def compose(text: str) -> yaml.Node | None:
    """The node of the one document of a text. Raises :class:`TooLarge`, and yaml.YAMLError as PyYAML does."""
    loader = loader_class()(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
        return node
    finally:
        loader.dispose()
