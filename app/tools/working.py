"""Works a tool: from what was entered to its answer, by its model or by the sentences its file says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.tools import entries
from app.tools.model import Answer, More, Outcome, Refused, Unfit, Wanting, model_of
from decision_trees import figures, functions
from decision_trees import values as words
from decision_trees.figures import clauses, holds, sentence
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.tools import asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.model import Deal
    from decision_trees.tools import Tool

PLACE = re.compile(r"\{([\w.]+)(?::(\w+))?\}")


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
        if not holds(figure.only, lambda path: _at(known, path)):
            continue
        result = functions.call(figure.call, filled(figure.given, known))
        known[name] = result
        cites += clauses(figure, result)
        if said := sentence(figure, result):
            lines.append(_text(said, {**known, **result}, tool, deal))
    said, *more = lines or [""]
    return Answer(said, lines=tuple(more), cites=tuple(dict.fromkeys(cites)) or tool.cites)


def _at(known: Mapping[str, Any], path: str) -> Any:
    value: Any = known
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def filled(given: Any, known: Mapping[str, Any]) -> Any:
    """Return what a function is given: ``$level`` is an entry, ``$board.dealer`` of a result; what is optional may be missing."""

    def look_up(path: str, optional: bool) -> Any:
        value = _at(known, path)
        return figures.ABSENT if optional and value is None else value

    return figures.filled(given, look_up)


def _text(said: str, known: Mapping[str, Any], tool: Tool, deal: Deal | None) -> str:
    def put(found: re.Match[str]) -> str:
        path, form = found[1], found[2]
        value = _at(known, path)
        if form:
            return words.say(value, form, deal)
        return entries.said(tool, path, value) if path in tool.entries else words.show(None, value)

    return PLACE.sub(put, said)
