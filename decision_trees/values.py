"""Typed answers: what a person types or taps, checked and brought to one form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decision_trees import card_text, notation, seats
from decision_trees.functions import RuleInputError, reading_of
from decision_trees.model import Deal, Fact

_YES = {"yes", "y", "true", "是", "对", "有", "会", "1"}
_NO = {"no", "n", "false", "否", "不", "没有", "没", "不是", "0"}


def _read_plainly(fact: Fact, value: Any) -> Any:
    """Seats and cards as anybody writes them, for a game that has no reader of its own (``<game>/reading.py``)."""
    if fact.kind == "seat":
        return seats.read(value, fact.seats)
    plain: Mapping[str, Callable[[Any], Any]] = {"card": card_text.card, "cards": card_text.cards}
    return plain[fact.kind](value) if fact.kind in plain else value


def read(game: str, name: str, fact: Fact, value: Any, known: Mapping[str, Any]) -> Any:
    """The value of a fact as JSON data. Raises :class:`RuleInputError` with one sentence when it cannot be."""
    label = fact.label
    if fact.kind == "bool":
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower()
        if word in _YES:
            return True
        if word in _NO:
            return False
        raise RuleInputError(f"“{label}”（{name}）应答“是”或“否”，现在是“{value}”。")
    if fact.kind == "choice":
        key = str(value)
        if key in fact.options:
            return key
        for option, choice in fact.options.items():
            if choice.text == key:
                return option
        allowed = "、".join(f"{k}({c.text})" for k, c in fact.options.items())
        raise RuleInputError(f"“{label}”（{name}）没有“{value}”这个选项，可选：{allowed}。")
    if fact.kind == "number":
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise RuleInputError(f"“{label}”（{name}）应是数，现在是“{value}”。")
        try:
            number = float(value)
        except ValueError:
            raise RuleInputError(f"“{label}”（{name}）应是数，现在是“{value}”。") from None
        if (fact.minimum is not None and number < fact.minimum) or (fact.maximum is not None and number > fact.maximum):
            low = "" if fact.minimum is None else f"至少 {fact.minimum:g}"
            high = "" if fact.maximum is None else f"至多 {fact.maximum:g}"
            raise RuleInputError(f"“{label}”（{name}）应{'、'.join(x for x in (low, high) if x)}，现在是 {number:g}。")
        return int(number) if number == int(number) else number
    if fact.kind == "text":
        if not isinstance(value, str):
            raise RuleInputError(f"“{label}”（{name}）应是文字，现在是“{value}”。")
        return value.strip()
    if fact.kind == "time":
        time = notation.clock(str(value))
        if time is None:
            raise RuleInputError(f"“{label}”（{name}）应是时刻，如 21:30，现在是“{value}”。")
        return time
    own = reading_of(game)
    try:
        return _read_plainly(fact, value) if own is None else own.read(fact.kind, value, known)
    except RuleInputError as e:
        raise RuleInputError(f"“{label}”({name}):{e}") from None


def _call(call: Any) -> str:
    """A call in an auction; one out of turn with the seat it came from."""
    if not isinstance(call, dict):
        return str(call)
    return f"{call['seat']}:{call['call']}" if "seat" in call else str(call["call"])


def show(fact: Fact | None, value: Any) -> str:
    """A value in words, for the chip of what is known and for sentences."""
    if fact is not None and fact.kind == "choice" and value in fact.options:
        return fact.options[value].text
    if fact is not None and fact.kind == "seat" and value in fact.seats:
        return seats.short(fact.seats[value])
    if value is True:
        return "是"
    if value is False:
        return "否"
    if value is None:
        return "无"
    if isinstance(value, list | tuple):
        said = "、".join(show(None, v) for v in value)
        return said or ("一张也没有" if fact is not None and fact.kind == "cards" else "")
    if isinstance(value, dict):
        if "calls" in value:
            calls = [_call(c) for c in value["calls"]]
            dealer = value.get("dealer", "")
            return (
                f"{dealer}: {' '.join(calls)}" if calls else f"{dealer}发牌，还没有人叫牌" if dealer else "还没有人叫牌"
            )
        return "、".join(f"{k} {show(None, v)}" for k, v in value.items())
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if fact is not None and fact.unit and fact.kind == "number":
        text += fact.unit
    return text


def _card(value: Any) -> str:
    code = str(value)
    return notation.JOKER_NAMES.get(code) or notation.PIPS.get(code[:1], code[:1]) + code[1:].replace("T", "10")


def _bid(value: Any) -> str:
    code = str(value)
    return notation.CALL_NAMES.get(code) or code[:1] + {**notation.PIPS, "NT": "NT", "N": "NT"}.get(code[1:], code[1:])


def say(value: Any, form: str, deal: Deal | None) -> str:
    """A value in the form a text asks for: ``seat``, ``side``, ``card``, ``cards``, ``call``, ``signed``, or a game's own words."""
    if isinstance(value, list | tuple) and form != "cards":
        return "、".join(say(each, form, deal) for each in value)
    if form == "seat" and deal is not None:
        return deal.seats.get(str(value), str(value))
    if form == "side" and deal is not None:
        return deal.sides.get(str(value), str(value))
    if form == "card":
        return _card(value)
    if form == "cards":
        return " ".join(map(_card, value)) if isinstance(value, list | tuple) else _card(value)
    if form == "call":
        return _bid(value)
    if form == "signed":
        return f"{value:+g}" if isinstance(value, int | float) else str(value)
    words = deal.words.get(form, {}) if deal is not None else {}
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return words[key] if key in words else show(None, value)
