"""YAML nodes -> values, each with the line it stands on; what cannot be a value here is noted, to be said all at once."""

from __future__ import annotations

import math
from typing import Any

import yaml

from rules_data.yaml_nodes import ALIASED, NUMBER, TooLarge

__all__ = ["TooLarge", "Values"]

_SCALARS = frozenset({"str", "int", "float", "bool", "null", "timestamp"})
_TAGS = {  # by kind of node
    "ScalarNode": _SCALARS,
    "SequenceNode": frozenset({"seq"}),
    "MappingNode": frozenset({"map"}),
}
_NUMBERS = frozenset({"tag:yaml.org,2002:int", "tag:yaml.org,2002:float"})
_KEYS = frozenset(f"tag:yaml.org,2002:{name}" for name in _SCALARS)


class Values:
    """The values of one file as they are built."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.faults: list[tuple[int, str, str]] = []  # the line, what is wrong, what to do
        self._constructor = yaml.SafeLoader("")
        self._open: set[int] = set()
        self._seen: set[int] = set()
        self._again = 0  # values written out for aliases

    def built(self, node: yaml.Node, path: tuple[str | int, ...]) -> Any:
        """The value of a node. Raises :class:`TooLarge` where aliases make it so."""
        line = node.start_mark.line + 1
        self._again += id(node) in self._seen
        if self._again > ALIASED:
            raise TooLarge(line, f"YAML 别名展开后多出 {ALIASED} 个以上的值。", "请把内容直接写出来。")
        self._seen.add(id(node))
        self.lines[path] = line
        if node.tag.removeprefix("tag:yaml.org,2002:") not in _TAGS[type(node).__name__]:
            tag = node.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault(node, f"不认识的 YAML 标记 {tag}。", "请只用文字、数字、列表和映射。")
            return None
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self._open:
            self._fault(node, "YAML 别名指回了自己。", "请把内容直接写出来。")
            return None
        self._open.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return [self.built(child, (*path, i)) for i, child in enumerate(node.value)]
            return self._mapping(node, path)
        finally:
            self._open.discard(id(node))

    def _mapping(self, node: yaml.Node, path: tuple[str | int, ...]) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key is None:
                self._fault(key_node, "字段名应是文字。", "请改成字段名；像数字或“是/否”的请加引号。")
                continue
            if key in out:
                self._fault(key_node, f"“{key}”写了两次。", "请删去一个。")
            out[key] = self.built(value_node, (*path, key))
            self.lines[(*path, key)] = key_node.start_mark.line + 1
        return out

    def _key(self, node: yaml.Node) -> str | None:
        key = self._scalar(node) if isinstance(node, yaml.ScalarNode) and node.tag in _KEYS else None
        if isinstance(key, bool) and node.value in ("yes", "no"):
            return str(node.value)  # the answers of a question
        return key if isinstance(key, str) else None

    def _scalar(self, node: yaml.Node) -> Any:
        shown = node.value if len(node.value) <= NUMBER else f"{node.value[:NUMBER]}…"
        if node.tag in _NUMBERS and len(node.value) > NUMBER:
            self._fault(node, f"“{shown}”这个数有 {len(node.value)} 位，太长了。", "请改正；若是文字，请加引号。")
            return None
        try:
            value = self._constructor.construct_object(node, deep=True)
        except (ValueError, TypeError, AttributeError, LookupError, yaml.YAMLError):  # 2015-13-45, !!timestamp x
            self._fault(node, f"“{shown}”读不成数或日期。", "若是文字，请加引号。")
            return str(node.value)
        if isinstance(value, float) and not math.isfinite(value):
            self._fault(node, f"“{shown}”不是有限的数。", "请写成数；若是文字，请加引号。")
        return value

    def _fault(self, node: yaml.Node, what: str, do: str) -> None:
        self.faults.append((node.start_mark.line + 1, what, do))
