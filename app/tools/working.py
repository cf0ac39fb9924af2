"""Works a tool: from what was entered to its answer, by its model or by the sentences its file says."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from app.tools import entries
from app.tools.model import Answer, More, Outcome, Refused, Unfit, Wanting
from decision_trees import functions
from decision_trees import values as words
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.tools import asked, references

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.tools.model import Model
    from decision_trees.model import Deal, Figure
    from decision_trees.tools import Tool

MODELS: Mapping[str, str] = {  # tools whose answer is more than the sentences of their file
    "bridge.score": "bridge_scores:score",
    "bridge.imp": "bridge_scores:imp",
    "bridge.match": "bridge_scores:match",
    "bridge.matchpoints": "bridge_scores:matchpoint",
    "bridge.adjusted": "bridge_scores:adjusted",
    "bridge.assigned": "bridge_scores:assigned",
    "bridge.revoke": "bridge_scores:revoke",
    "bridge.auction": "bridge_scores:auction",
    "bridge.claim": "bridge_claims:claim",
    "bridge.double_dummy": "bridge_claims:whole",
    "guandan.play": "guandan_plays:play",
    "guandan.beats": "guandan_plays:compared",
    "guandan.hand": "guandan_plays:hand",
    "guandan.after": "guandan_deals:after",
    "guandan.tribute": "guandan_deals:tribute",
    "guandan.return_card": "guandan_deals:return_card",
    "guandan.points": "guandan_deals:points",
    "guandan.forfeit": "guandan_deals:forfeit",
    "guandan.late": "guandan_deals:late",
    "guandan.first_deal": "guandan_deals:first_deal",
    "shengji.order": "shengji:order",
    "shengji.throw": "shengji:throw",
    "shengji.trick": "shengji:trick",
    "shengji.deal": "shengji:deal",
    "shengji.penalty": "shengji:penalty",
    "shengji.standard": "shengji:standard",
    "shengji.late": "shengji:late",
}
PLACE = re.compile(r"\{([\w.]+)(?::(\w+))?\}")


def model_of(tool_id: str) -> Model | None:
    """Return the model of a tool, where it has one."""
    if tool_id not in MODELS:
        return None
    module, _, name = MODELS[tool_id].partition(":")
    model: Model = getattr(import_module(f"app.tools.{module}"), name)
    return model


def work(tool: Tool, values: Mapping[str, Any], deal: Deal | None = None) -> Outcome:
    """Return what a tool says of what was entered; never raises for anything that can be entered."""
    wanted = tuple(asked(tool, values))
    empty = tuple(name for name in wanted if not tool.entries[name].optional and values.get(name) in (None, "", [], ()))
    if empty:
        return Wanting(empty)
    given = {name: values.get(name) for name in wanted}
    try:
        model = model_of(tool.id)
        answer = model(given) if model is not None else _by_sentences(tool, given, deal)
    except More as more:
        return Wanting(more.names, str(more))
    except Unfit as fault:
        return Refused(str(fault), fault.name)
    except MoreNeeded as fault:
        return Wanting((), str(fault))
    except RuleInputError as fault:
        return Refused(str(fault))
    return answer if answer.cites else Answer(**{**_parts(answer), "cites": tool.cites})


def _parts(answer: Answer) -> dict[str, Any]:
    return {name: getattr(answer, name) for name in Answer.__dataclass_fields__}


def _by_sentences(tool: Tool, values: Mapping[str, Any], deal: Deal | None) -> Answer:
    known: dict[str, Any] = dict(values)
    lines: list[str] = []
    cites: list[str] = []
    for name, figure in tool.says.items():
        if not _holds(figure.only, known):
            continue
        result = functions.call(figure.call, filled(figure.given, known))
        known[name] = result
        sentence = _sentence(figure, result)
        cites += figure.cites
        for key, by_value in figure.cites_where.items():
            cites += by_value.get(str(result.get(key)), ())
        if sentence:
            lines.append(_text(sentence, {**known, **result}, tool, deal))
    said, *more = lines or [""]
    return Answer(said, lines=tuple(more), cites=tuple(dict.fromkeys(cites)) or tool.cites)


def _holds(only: Mapping[str, Any], known: Mapping[str, Any]) -> bool:
    return all(
        _at(known, name) in (wanted if isinstance(wanted, list | tuple) else (wanted,)) for name, wanted in only.items()
    )


def _at(known: Mapping[str, Any], path: str) -> Any:
    value: Any = known
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def filled(given: Any, known: Mapping[str, Any]) -> Any:
    """Return what a function is given: ``$level`` is an entry, ``$board.dealer`` of a result; what is optional may be missing."""
    if isinstance(given, str) and given.startswith("$"):
        return _at(known, given[1:].rstrip("?"))
    if isinstance(given, dict):
        out = {}
        for key, value in given.items():
            found = filled(value, known)
            if found is not None or not _optional(value):
                out[key] = found
        return out
    return [filled(each, known) for each in given] if isinstance(given, list | tuple) else given


def _optional(value: Any) -> bool:
    return any(reference.endswith("?") for reference in references(value))


def _sentence(figure: Figure, result: Mapping[str, Any]) -> str | None:
    if figure.by is None:
        return figure.say
    value = result.get(figure.by)
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return figure.says.get(key, figure.says.get("*"))


def _text(sentence: str, known: Mapping[str, Any], tool: Tool, deal: Deal | None) -> str:
    def put(found: re.Match[str]) -> str:
        path, form = found[1], found[2]
        value = _at(known, path)
        if form:
            return words.say(value, form, deal)
        return entries.said(tool, path, value) if path in tool.entries else words.show(None, value)

    return PLACE.sub(put, sentence)
