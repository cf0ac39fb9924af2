"""Receipts as they came, and what of them can be shown: one may come from a later version, or from a hand that wrote it badly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from decision_trees.coming import HEAD, STAY
from decision_trees.games import every_game

FORMAT = 1  # of decision_trees.receipt, as far as this version can show it
_FACT = ("name", "label", "shown", "source")
_QUESTION = ("question", "text", "source", "decides")


def readable(receipt: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return what can be shown of a receipt, and whether that is all of it."""
    whole = receipt.get("receipt") == FORMAT and type(receipt.get("receipt")) is int
    found = dict(receipt)
    facts, all_facts = _objects(receipt.get("facts"), _FACT)
    questions, all_questions = _objects(receipt.get("open_questions"), _QUESTION)
    cites, all_cites = _objects(receipt.get("cites"), ("id",))
    tree = receipt.get("tree")
    found |= {"facts": facts, "open_questions": questions, "cites": cites}
    if not isinstance(tree, Mapping) or not isinstance(tree.get("id"), str):
        found["tree"] = {"id": "", "title": "", "hash": ""}
        whole = False
    game = every_game().get(found["tree"]["id"].partition(".")[0])
    seats = game.seats if game is not None else {}
    for fact in facts:
        seat = seats.get(str(fact.get("value")), "")
        if fact["shown"] and seat.startswith(fact["shown"]):  # 违规者：东家, not 东
            fact["shown"] = seat
    for question in questions:
        question.setdefault("answer", None)
    return found, whole and all_facts and all_questions and all_cites


def figures(receipt: Mapping[str, Any] | None, ruling: str) -> list[str]:
    """The sentences worked out for a ruling, what stays and who acts next, as its receipt has them; none where the ruling was
    put in other words since."""
    if receipt is None or receipt.get("ruling") != ruling:
        return []
    worked = [each["text"] for each in _objects(receipt.get("figures"), ("text",))[0]]
    return [*worked, *(after(receipt) or ())]


def after(receipt: Mapping[str, Any]) -> list[str] | None:
    """What stays and who acts next, one line each, as a receipt has them; None where it was written before that was kept."""
    if "stays" not in receipt and "next" not in receipt:
        return None
    stays, comes = receipt.get("stays"), receipt.get("next")
    kept = [each for each in stays if isinstance(each, str)] if isinstance(stays, list | tuple) else []
    lines = [f"{STAY}{'；'.join(kept)}。"] if kept else []
    if isinstance(comes, Mapping) and isinstance(comes.get("text"), str):
        lines.append(f"{HEAD}{comes['text']}。")
    return lines


def _objects(value: object, names: tuple[str, ...]) -> tuple[list[dict[str, Any]], bool]:
    """The objects of a list that have texts under these names, and whether that is all of them."""
    if value is None:
        return [], True
    if not isinstance(value, list | tuple):
        return [], False
    found = [
        dict(each) for each in value if isinstance(each, Mapping) and all(isinstance(each.get(n), str) for n in names)
    ]
    return found, len(found) == len(value)


def report_file(receipt: Mapping[str, Any], version: str) -> bytes:
    """The receipt of one ruling as a file to send to whoever looks into a wrong ruling; it can be replayed as it is.

    ``version`` is that of the program. Nothing of the journal is in it but what the ruling itself was made from.
    """
    return json.dumps({**receipt, "program": version}, ensure_ascii=False, indent=1).encode()
