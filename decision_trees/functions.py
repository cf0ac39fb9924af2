"""The registry of rule functions: what a rule decides, callable by name with JSON in and JSON out.

A rule function is ordinary typed Python, pure, with the clauses it applies in its docstring and its registration. It has a
Chinese title, which users see, and an English docstring: what it works out, units, what it raises, by which clause. Its
parameters are checked against its annotations before it runs, so that bad input is answered with one sentence.
"""

from __future__ import annotations

import importlib
import inspect
import math
import pkgutil
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from decision_trees.games import games

F = TypeVar("F", bound=Callable[..., dict[str, Any]])


LARGEST = 1_000_000_000
"""A number given to a rule function; scores, minutes, pairs and cards stay far below."""
LONGEST_LIST = 5_000
"""Items of a list; all matches of a hundred pairs who meet each other once are 4,950."""
LONGEST_TEXT = 2_000
"""Characters of a text."""
_LONGEST_MESSAGE = 400
_SHOWN = 60


class RuleInputError(ValueError):
    """The input cannot be: an impossible auction, a card held twice, an unknown word. The message is for the user."""

    def __init__(self, message: str) -> None:
        if len(message) > _LONGEST_MESSAGE:  # it repeats what was entered; its end says what to do
            message = f"{message[: _LONGEST_MESSAGE // 2]}……{message[-_LONGEST_MESSAGE // 2 :]}"
        super().__init__(message)


class MoreNeeded(RuleInputError):
    """Nothing is wrong with what was given, but more is needed for an answer: another input, or somebody's decision.

    ``inputs`` are the parameters that are wanting, where it is known which.
    """

    def __init__(self, sentence: str, *inputs: str) -> None:
        super().__init__(sentence)
        self.inputs = inputs


@dataclass(frozen=True, slots=True)
class RuleFunction:
    """A registered rule function."""

    name: str  # bridge.imp
    laws: tuple[str, ...]  # provisions it applies
    run: Callable[..., dict[str, Any]]
    parameters: Mapping[str, Any]  # name -> type
    optional: frozenset[str]
    title: str  # 藏牌的转墩数; what users read of it

    @property
    def about(self) -> str:
        """First line of its docstring."""
        return (inspect.getdoc(self.run) or "").partition("\n")[0]


_registry: dict[str, RuleFunction] = {}
_loaded: set[str] = set()


def rule(name: str, *laws: str, title: str) -> Callable[[F], F]:
    """Register a function under ``game.name`` with the provisions it applies and its title in Chinese."""

    def register(function: F) -> F:
        if name in _registry:
            raise ValueError(f"rule function {name} registered twice")
        hints = get_type_hints(function)
        hints.pop("return", None)
        optional = frozenset(
            p.name for p in inspect.signature(function).parameters.values() if p.default is not inspect.Parameter.empty
        )
        _registry[name] = RuleFunction(name, laws, function, hints, optional, title)
        return function

    return register


_READER = "reading"  # reads what people type; no rule function stands in it


def reading_of(game: str) -> types.ModuleType | None:
    """The module of a game that reads what people enter, ``decision_trees.<game>.reading``; None when it has none."""
    name = f"decision_trees.{game}.{_READER}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as e:
        if e.name is not None and f"{name}.".startswith(f"{e.name}."):
            return None
        raise


def _load(game: str) -> None:
    """Import every module of the game's folder: a rule function stands in the module of its subject."""
    if game not in _loaded and game in games():
        package = f"decision_trees.{game}"
        try:
            found = importlib.import_module(package)
        except ModuleNotFoundError as e:
            if e.name != package:
                raise
        else:
            for module in pkgutil.iter_modules(found.__path__):
                if module.name != _READER:
                    importlib.import_module(f"{package}.{module.name}")
        _loaded.add(game)  # only now: a thread that comes in the meantime waits for the import too


def functions(game: str | None = None) -> dict[str, RuleFunction]:
    """All rule functions, or those of one game, by name."""
    for g in games():
        if game in (None, g):
            _load(g)
    return {n: f for n, f in sorted(_registry.items()) if game is None or n.startswith(game + ".")}


def function(name: str) -> RuleFunction:
    """The function of this name. Raises :class:`RuleInputError` when there is none."""
    _load(name.partition(".")[0])
    found = _registry.get(name)
    if found is None:
        near = [n for n in functions(name.partition(".")[0]) or functions() if name.partition(".")[2][:5] in n][:5]
        hint = f"相近的有：{'、'.join(near)}。" if near else "用 zhicai functions 查看全部函数。"
        raise RuleInputError(f"没有规则函数“{name}”。{hint}")
    return found


_KIND = {bool: " true（是）或 false（否）", int: "整数", float: "数", str: "文字", list: "列表", dict: "一组“名: 值”"}


def _plain(type_: Any) -> type:
    """The kind of value behind an annotation: a list for ``list[str]``, text for words to choose from."""
    origin = get_origin(type_) or type_
    if origin is Literal:
        return type(get_args(type_)[0])
    if issubclass(origin, Mapping):
        return dict
    return list if issubclass(origin, tuple) else origin


def takes_whole_numbers(type_: Any) -> bool:
    """Is a number given for this annotation a count? Also inside a list or a group of values."""
    if type_ is int:
        return True
    return float not in get_args(type_) and any(takes_whole_numbers(inner) for inner in get_args(type_))


def shown(value: object) -> str:
    """A value as a message repeats it: its beginning, where it is long."""
    try:
        text = repr(value)
    except ValueError:  # a whole number of more digits than Python writes
        return "一个极大的数"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _bounded(value: Any, where: str) -> None:
    """Raise :class:`RuleInputError` for what is larger than anything that happens in an event, so that work is bounded."""
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise RuleInputError(f"“{where}”有 {len(value)} 个字，至多 {LONGEST_TEXT} 个。")
    elif isinstance(value, float) and not math.isfinite(value):
        raise RuleInputError(f"“{where}”应是有限的数，现在是 {value}。")
    elif isinstance(value, int | float) and abs(value) > LARGEST:
        raise RuleInputError(f"“{where}”的数太大了。")
    elif isinstance(value, list | tuple | Mapping):
        if len(value) > LONGEST_LIST:
            raise RuleInputError(f"“{where}”有 {len(value)} 项，至多 {LONGEST_LIST} 项。")
        for step, inner in value.items() if isinstance(value, Mapping) else enumerate(value):
            _bounded(inner, f"{where}[{step}]" if isinstance(step, int) else f"{where}.{str(step)[:_SHOWN]}")


def _check(value: Any, type_: Any, where: str) -> Any:
    """The value, checked against an annotation; raises :class:`RuleInputError` naming the place."""
    if type_ is Any:
        return value
    origin = get_origin(type_)
    if origin in (Union, types.UnionType):
        members = get_args(type_)
        if value is None and type(None) in members:
            return None
        failures = []
        for member in members:
            if member is not type(None):
                try:
                    return _check(value, member, where)
                except RuleInputError as e:
                    failures.append((_plain(member), e))
        for plain, failure in failures:
            if len(failures) == 1 or isinstance(value, plain):  # what is wrong is inside, and the message says where
                raise failure
        kinds = "或".join(_KIND[plain] for plain, _ in failures)
        raise RuleInputError(f"“{where}”应是{kinds}，现在是 {shown(value)}。")
    if origin is Literal:
        if value not in get_args(type_) or isinstance(value, bool) != isinstance(get_args(type_)[0], bool):
            raise RuleInputError(f"“{where}”不能是 {shown(value)}，应为 {'、'.join(map(str, get_args(type_)))} 之一。")
        return value
    if origin in (list, tuple):
        if not isinstance(value, list | tuple):
            raise RuleInputError(f"“{where}”应是列表，现在是 {shown(value)}。")
        inner = get_args(type_)[0] if get_args(type_) else Any
        return [_check(v, inner, f"{where}[{i}]") for i, v in enumerate(value)]
    if origin in (dict, Mapping) or (origin is not None and issubclass(origin, Mapping)):
        if not isinstance(value, dict):
            raise RuleInputError(f"“{where}”应是一组“名: 值”，现在是 {shown(value)}。")
        key_type, value_type = get_args(type_)
        return {_check(k, key_type, where): _check(v, value_type, f"{where}.{k}") for k, v in value.items()}
    if type_ is type(None):
        if value is not None:
            raise RuleInputError(f"“{where}”应为空，现在是 {shown(value)}。")
        return None
    if type_ is float and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise RuleInputError(f"“{where}”的数太大了。") from None
    if type_ in _KIND and (not isinstance(value, type_) or (type_ is not bool and isinstance(value, bool))):
        raise RuleInputError(f"“{where}”应是{_KIND[type_]}，现在是 {shown(value)}。")
    return value


def call(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Run a rule function on JSON data.

    Raises :class:`RuleInputError`, with one sentence, when the function does not exist or the data cannot be.
    """
    found = function(name)
    if not isinstance(data, Mapping):
        raise RuleInputError(f"{name} 的输入应是一组“名: 值”。")
    unknown = [k for k in data if k not in found.parameters]
    if unknown:
        raise RuleInputError(f"{name} 没有参数“{unknown[0]}”，可用：{'、'.join(found.parameters)}。")
    missing = [k for k in found.parameters if k not in data and k not in found.optional]
    if missing:
        raise RuleInputError(f"{name} 缺少参数“{missing[0]}”，需要：{'、'.join(found.parameters)}。")
    try:
        for k, v in data.items():
            _bounded(v, k)
    except RecursionError:
        raise RuleInputError(f"{name} 的输入里列表套得太深。") from None
    checked = {k: _check(v, found.parameters[k], k) for k, v in data.items()}
    return found.run(**checked)
