"""A question as JSON and back: everything in it, so that a paper needs neither books nor trees to be shown and marked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from app.study.model import Drawn, Option, Question
from app.study.parts import FORMS, Oral, Part, Point

if TYPE_CHECKING:
    from app.ruling.picture import Picture

MOST_OPTIONS = 10
MOST_PARTS = 12
MOST_POINTS = 24


class FaultError(ValueError):
    """What is wrong with a question, in Chinese words without a full stop."""


def question_to(question: Question) -> dict[str, Any]:
    """Return a question as what JSON holds; one without parts as it always was, so that a paper keeps its name."""
    found = dataclasses.asdict(question)
    if not question.parts:
        del found["parts"]
    if question.oral is None:
        del found["oral"]
    for part in found.get("parts", ()):
        for each in (part, *part["points"]):
            each["weight"] = float(each["weight"])  # 2 and 2.0 are one name
    return found


def question_from(data: object) -> Question:
    """Read a question.

    Raises:
        FaultError: something is missing, of another kind than it must be, or impossible.
    """
    if not isinstance(data, Mapping):
        raise FaultError("题目的内容不完整")
    try:
        known = {field.name for field in dataclasses.fields(Question)}
        values = {key: _frozen(value) for key, value in data.items() if key in known}
        values["options"] = tuple(
            Option(_words(each["text"]), _words(each.get("why", "")), tuple(map(_words, each.get("cites", ()))))
            for each in data["options"]
        )
        values["drawn"] = _drawn(data.get("drawn") or {})
        values["cites"] = tuple(map(_words, data.get("cites", ())))
        values["settled"] = tuple((_words(one), _frozen(other)) for one, other in data.get("settled", ()))
        for key in ("kind", "game", "subject", "topic", "stem", "why"):
            values[key] = _words(data[key])
        for key in ("seed", "right"):
            if isinstance(data[key], bool) or not isinstance(data[key], int):
                raise TypeError(key)
        values["parts"] = tuple(map(_part, data.get("parts", ())))
        values["oral"] = _oral(data["oral"]) if data.get("oral") else None
        values["difficulty"] = _share(data.get("difficulty", 0.5))
        question = Question(**values)
    except FaultError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as e:
        raise FaultError(f"内容不完整或种类不对（{str(e)[:60]}）") from None
    return _drawable(sound(question))


def _part(data: Mapping[str, Any]) -> Part:
    """A part of a question. Raises what a missing or strange value raises."""
    if data["form"] not in FORMS:
        raise FaultError(f"没有“{str(data['form'])[:10]}”这种小题")
    return Part(
        _words(data["ask"]),
        data["form"],
        _share(data["weight"]),
        _words(data.get("model", "")),
        tuple(
            Point(_words(each["text"]), _share(each["weight"]), _several(each, "cites"))
            for each in data.get("points", ())
        ),
        _several(data, "options"),
        tuple(map(_place, data.get("right", ()))),
        _several(data, "accepted"),
        _several(data, "against"),
        _several(data, "also"),
        _place(data.get("lines", 4)),
    )


def _oral(data: Mapping[str, Any]) -> Oral:
    seconds = _place(data["seconds"])
    if not seconds:
        raise FaultError("口试的时间应在 1000 秒以内")
    return Oral(_words(data["situation"]), _several(data, "tells"), _several(data, "claims"), seconds)


def _several(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(map(_words, data.get(key, ())))


def _place(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        raise TypeError(repr(value)[:40])
    return value


def _share(value: object) -> float:
    """How hard it is: a number."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("difficulty")
    return float(value)


def _drawable(question: Question) -> Question:
    """Return a question whose picture can be drawn.

    Raises:
        FaultError: what is to be drawn cannot be.
    """
    from app.exams.drawing import drawn_picture, drawn_words

    try:
        drawn_words(question)
        drawn_picture(question)
    except Exception as e:  # whatever a changed file makes of it: it is drawn by many hands
        raise FaultError(f"图里的内容不对（{type(e).__name__} {str(e)[:40]}）") from None
    return question


def sound(question: Question) -> Question:
    """Return a question that can be asked.

    Raises:
        FaultError: it has no stem, too few or twice the same options, or no right one.
    """
    texts = [option.text.strip() for option in question.options]
    if not question.stem.strip():
        raise FaultError("没有题干")
    if question.parts:
        return _sound_parts(question)
    if not 2 <= len(texts) <= MOST_OPTIONS:
        raise FaultError(f"有 {len(texts)} 个选项，应为 2 至 {MOST_OPTIONS} 个")
    if not all(texts):
        raise FaultError("有空的选项")
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise FaultError(f"选项“{twice}”写了两次")
    if not 0 <= question.right < len(texts):
        raise FaultError("正确答案不在选项之中")
    return question


def _sound_parts(question: Question) -> Question:
    """Return a question in parts that can be asked and marked. Raises :class:`FaultError`."""
    if question.options:
        raise FaultError("分几问的题不能又有选项")
    if len(question.parts) > MOST_PARTS:
        raise FaultError(f"有 {len(question.parts)} 问，至多 {MOST_PARTS} 问")
    for number, part in enumerate(question.parts, 1):
        faults = (
            (not part.ask.strip(), "没有写问什么"),
            (not 0 < part.weight <= 1000, "分量应大于 0"),
            (len(part.points) > MOST_POINTS, f"要点至多 {MOST_POINTS} 个"),
            (any(not 0 < each.weight <= 1000 for each in part.points), "要点的分量应大于 0"),
            (part.form == "text" and not part.points, "没有要点，无从评分"),
            (part.form == "fill" and not part.accepted, "没有写哪几种写法算对"),
            (part.form in CHOSEN and not 2 <= len(part.options) <= MOST_OPTIONS, f"选项应为 2 至 {MOST_OPTIONS} 个"),
            (part.form in CHOSEN and len(set(part.options)) < len(part.options), "有两个选项相同"),
            (part.form in CHOSEN and not _keyed(part), "标准答案不在选项之中"),
        )
        for wrong, said in faults:
            if wrong:
                raise FaultError(f"第 {number} 问{said}")
    return question


CHOSEN = ("several", "one", "order")


def _keyed(part: Part) -> bool:
    """Whether the right options of a part are options, and as many as its form has."""
    count = len(part.options)
    if not part.right or any(at >= count for at in part.right) or len(set(part.right)) < len(part.right):
        return False
    if part.form == "one":
        return len(part.right) == 1
    return part.form != "order" or len(part.right) == count


def _words(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(repr(value)[:40])
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return value


def _drawn(data: Mapping[str, Any]) -> Drawn:
    known = {field.name for field in dataclasses.fields(Drawn)}
    values = {key: _frozen(value) for key, value in data.items() if key in known and key != "picture"}
    return Drawn(**values, picture=_picture(data["picture"]) if data.get("picture") else None)


def _picture(data: Mapping[str, Any]) -> Picture:
    from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place

    def laid(each: Mapping[str, Any]) -> Laid:
        return Laid(**{**each, "cards": tuple(Card(**card) for card in each["cards"])})

    def calls(each: Mapping[str, Any]) -> Calls:
        return Calls(**{**each, "calls": tuple(Call(**call) for call in each["calls"]), "order": tuple(each["order"])})

    return Picture(
        data["game"],
        data["clockwise"],
        tuple(Place(**{key: _frozen(value) for key, value in each.items()}) for each in data["places"]),
        tuple(map(laid, data["laid"])),
        _frozen(data["notes"]),
        tuple(map(calls, data["auctions"])),
    )
