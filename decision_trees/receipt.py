"""The receipt of a ruling: everything it rests on, with content hashes, so that it can be replayed and what changed be seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from decision_trees.engine import Ruled, Step, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.library import Library
from decision_trees.receipt_form import fault
from rules_data.handbook import Handbook

FORMAT = 1


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def provision_hash(handbook: Handbook, id_: str) -> str:
    """Content hash of a provision with all below it, as printed."""
    provision = handbook.provision(id_)
    return _hash("\n".join(x for p in provision.walk() for x in (p.heading, p.text) if x))


def book_hash(handbook: Handbook, book: str) -> str:
    """Content hash of a book's printed text."""
    return _hash("\n".join(x for p in handbook.books[book].walk() for x in (p.heading, p.text) if x))


def make_receipt(ruled: Ruled, handbook: Handbook, library: Library) -> dict[str, Any]:
    """The receipt of a ruling, as JSON data."""
    books = sorted({c.partition(":")[0] for c in ruled.cites} | {s.id.partition("/")[0] for s in ruled.settled})
    return {
        "receipt": FORMAT,
        "tree": {"id": ruled.entry.id, "title": ruled.entry.title, "hash": library.hashes.get(ruled.entry.id, "")},
        "books": [
            {
                "id": b,
                "title": handbook.books[b].title,
                "edition": handbook.books[b].edition,
                "hash": book_hash(handbook, b),
            }
            for b in books
        ],
        "facts": [
            {"name": k.name, "label": k.label, "value": k.value, "shown": k.shown, "source": k.source}
            | ({"function": k.function} if k.function else {})
            | ({"derived": k.derived} if k.source == "corrected" else {})
            for k in ruled.known
        ],
        "sheet": [{"name": k.name, "label": k.label, "value": k.value, "shown": k.shown} for k in ruled.sheet],
        "figures": [{"name": f.name, "text": f.text} for f in ruled.figures],
        "next": next_of(ruled),
        "stays": list(ruled.stays),
        "seats": dict(ruled.seats),
        "open_questions": [
            {
                "id": s.id,
                "question": s.question,
                "answer": s.answer,
                "text": s.text,
                "source": s.source,
                "decides": s.decides,
            }
            for s in ruled.settled
        ],
        "functions": [{"function": r.function, "in": dict(r.given), "out": dict(r.result)} for r in ruled.results],
        "path": list(ruled.path),
        "outcome": ruled.outcome_id,
        "ruling": ruled.outcome.ruling,
        "cites": [
            {"id": c, "label": handbook.provision(c).label, "hash": provision_hash(handbook, c)} for c in ruled.cites
        ],
    }


def next_of(ruled: Ruled) -> dict[str, Any] | None:
    """Who acts next, as JSON data; None where the outcome does not say."""
    after = ruled.next
    if after is None:
        return None
    out: dict[str, Any] = {"act": after.act, "who": after.who, "seat": after.seat, "text": after.text}
    return out | ({"cards": list(after.cards)} if after.cards else {}) | ({"over": after.over} if after.over else {})


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of replaying a receipt: the same ruling, or what has changed since."""

    same: bool
    changes: tuple[str, ...]  # in Chinese
    step: Step | None


def replay(receipt: Mapping[str, Any], handbook: Handbook, library: Library) -> Replay:
    """Go through a receipt's tree again with the facts it records.

    Raises :class:`RuleInputError` when it is not a receipt, saying what is wrong with it, or its tree no longer exists.
    """
    wrong = fault(receipt, FORMAT)
    if wrong:
        raise RuleInputError(wrong)
    tree_id, outcome = receipt["tree"]["id"], receipt["outcome"]
    facts = {f["name"]: f["value"] for f in receipt["facts"] if f["source"] in ("given", "corrected", "chosen")}
    facts |= {f["name"]: f["value"] for f in receipt.get("sheet", ())}
    settled = {q["id"]: q["answer"] for q in receipt["open_questions"] if q["answer"] is not None}
    cites, books, ruling = receipt["cites"], receipt["books"], receipt["ruling"]
    tree = library.tree(tree_id)
    changes: list[str] = []
    if library.hashes.get(tree_id) != receipt["tree"].get("hash"):
        changes.append(f"裁决树“{tree.title}”在此后改动过。")
    for cite in cites:
        if cite["id"] not in handbook:
            changes.append(f"{cite.get('label', cite['id'])}已不存在。")
        elif provision_hash(handbook, cite["id"]) != cite.get("hash"):
            changes.append(f"{cite.get('label', cite['id'])}的条文在此后改动过。")
    for book in books:
        if book["id"] not in handbook.books:
            changes.append(f"规则书 {book['id']} 已不存在。")
        elif handbook.books[book["id"]].edition != book.get("edition"):
            changes.append(f"《{book.get('title', book['id'])}》的版本已不同。")
    try:
        step: Step | None = advance(tree, facts, Law(library.trees, handbook.books, settled))
    except RuleInputError as e:
        return Replay(False, (*changes, f"照原来的事实走不下去：{e}"), None)
    if not isinstance(step, Ruled):
        return Replay(False, (*changes, "照原来的事实现在还需要别的回答。"), step)
    for result in receipt.get("functions", ()):
        now = next((r for r in step.results if r.function == result["function"] and _same(r.given, result["in"])), None)
        if now is not None and not _same(now.result, result["out"]):
            changes.append(f"规则函数 {result['function']} 的结果已不同。")
    if step.outcome_id != outcome:
        changes.append(f"结论由“{ruling}”变为“{step.outcome.ruling}”。")
    elif step.outcome.ruling != ruling:
        changes.append(f"裁决的文字由“{ruling}”变为“{step.outcome.ruling}”。")
    return Replay(not changes and step.outcome_id == outcome, tuple(changes), step)


def _same(a: Any, b: Any) -> bool:
    return json.dumps(a, sort_keys=True, ensure_ascii=False, default=list) == json.dumps(
        b, sort_keys=True, ensure_ascii=False, default=list
    )
