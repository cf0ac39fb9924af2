"""How people say what happened: sentence templates of a game (``<game>/hearing.yaml``), compiled to patterns.

A template is a piece of a sentence: ``[x]`` or ``x?`` may be missing, ``x*`` may be there several times, ``(x|y)`` is one of
several, ``<name>`` one of the game's own phrases, a space a pause that may be, ``^`` and ``$`` the beginning and end of a
clause, ``…`` a few characters of the same clause that name nobody and deny nothing, ``……`` whatever they are, ``{seat}``
something of a kind, ``{N}`` a seat. The one thing a fact takes its value from is written ``{=seat}``; ``{=seat!}`` where it is the
only one of its kind that is said to have done something, ``{=card!}`` where it is the only one. What is said must hold; what it
means beyond that is the ruling's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from decision_trees import notation
from decision_trees.loader import ROOT
from decision_trees.model import Fact, Tree
from decision_trees.reach import facts_of
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

HEARING = "hearing.yaml"
COMPILED = "hearing.json"

TAKEN = "="
"""Where values are named, the key of the templates that take theirs from the sentence."""

UNLESS = "!"
"""The key of the templates that, fitting anywhere in the sentence, leave the fact unheard."""

Says = tuple[str, ...]
"""Templates that carry the value themselves (``{=seat}``)."""


@record
class Hearing:
    """What is heard in a game."""

    slips: dict[str, str] = field(default_factory=dict)  # what dictation writes -> what was said
    phrases: dict[str, str] = field(default_factory=dict)  # <name> in templates
    whole_suits: tuple[
        str, ...
    ] = ()  # words before a rank that mean one of every suit, where the pack has each card once
    facts: dict[str, Says | dict[str, Says]] = field(default_factory=dict)  # in every tree that takes the fact
    trees: dict[str, dict[str, Says | dict[str, Says]]] = field(
        default_factory=dict
    )  # in one tree, named without its game
    not_yet: dict[str, Says] = field(default_factory=dict)  # stage -> how people say that it has not come to it
    reached: dict[str, Says] = field(default_factory=dict)  # stage -> what is told of it, where only calls were told
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what calls show -> the trees such a story is of
    evidence: dict[str, Says] = field(default_factory=dict)  # tree -> how people say that without which it cannot be it
    related: tuple[
        str, ...
    ] = ()  # facts heard also where the others are named by their seats, once it is known who offended
    apart: tuple[
        tuple[str, ...], ...
    ] = ()  # facts that name different people: the first is in doubt where it names another's


SHOWN = ("insufficient", "out_of_turn", "double_out_of_turn", "pass_out_of_turn", "after_final_pass", "over_seven")
"""What the calls of a story may show (:mod:`search.hearing.auctions`)."""


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template."""

    pattern: str
    needs: tuple[str, ...]  # one of these is in what it fits; empty: nothing can be said beforehand
    kind: str  # of the value that is taken from it; empty where the value is given
    value: Any = None
    only: bool = False  # what it takes must be the only one of its kind
    unless: bool = False  # where it fits, nothing is heard of the fact


@dataclass(frozen=True, slots=True)
class Heard:
    """What is compiled of one game."""

    slips: Mapping[str, str]
    whole_suits: tuple[str, ...]
    facts: Mapping[str, tuple[Template, ...]]
    trees: Mapping[str, Mapping[str, tuple[Template, ...]]]
    not_yet: Mapping[str, tuple[Template, ...]]
    reached: Mapping[str, tuple[Template, ...]]
    shown: Mapping[str, tuple[str, ...]]
    evidence: Mapping[str, tuple[Template, ...]]
    related: frozenset[str]
    apart: tuple[tuple[str, ...], ...]


# -- signs that stand for what was recognised ---------------------------------------------------------------------------
SIGNS: Mapping[str, int] = {
    "seat": 0xE000,
    "card": 0xE100,
    "cards": 0xE200,
    "call": 0xE300,
    "suit": 0xE400,
    "side": 0xE500,
}
"""Every seat, card, call… of a sentence becomes one character of a block of its own before templates are tried."""
BLOCK = 0x100
SIDES = ("NS", "EW")


def seat_sign(letter: str) -> str:
    """The sign of a seat: the same wherever it is named."""
    return chr(SIGNS["seat"] + ord(letter) - ord("A"))


def side_sign(side: str) -> str:
    """The sign of a side: the same wherever it is named."""
    return chr(SIGNS["side"] + SIDES.index(side))


def _block(kind: str) -> str:
    start = SIGNS[kind]
    return f"{chr(start)}-{chr(start + BLOCK - 1)}"


DIGITS = "0-9零〇一二两三四五六七八九十百"
RANK = rf"(?:10|[2-9AKQJ]|老K|十|[二三四五六七八九]|尖|圈|钩)(?![{DIGITS}AKQJ])"
_LASTING = (
    rf"(?<![{DIGITS}.])(?:[{DIGITS}]+个?半?(?:小时|钟头)|[{DIGITS}]+分(?:钟|半|[{DIGITS}]+秒钟?)|[{DIGITS}]+秒钟?|半个?(?:小时|钟头)"
    rf"|半分钟|[一两二三]刻钟)(?![{DIGITS}多])"
)
_SIDED: Mapping[str, str] = {"NS": "南北", "EW": "(?<![么啥的种点个])东西(?![都给])"}
_KINDS: Mapping[str, str] = {
    **{kind: f"[{_block(kind)}]" for kind in SIGNS},
    "cards": f"[{_block('card')}{_block('cards')}]",
    "rank": RANK,
    "suited": f"[{_block('suit')}{_block('card')}]",
    "number": rf"(?<![{DIGITS}.])(?!一[共起直样些般块齐定边会])[{DIGITS}]+(?![{DIGITS}多几来游.])",
    "minutes": _LASTING,
    "seconds": _LASTING,
    "time": rf"(?<![{DIGITS}:])[{DIGITS}]+(?:[点时:](?:半|整|一刻|三刻|[{DIGITS}]+分?(?::[0-9]{{2}})?)?)(?![钟{DIGITS}多:])",
}
_GAP = rf"[^ {_block('seat')}{_block('side')}没未不别无非我他她你咱俺说讲问禁]{{0,8}}?"
_BETWEEN: Mapping[str, str] = {"…": _GAP, "……": "[^ ]{0,8}?", "$": "(?= |$)", "^": "(?:^|(?<= ))"}
_TOKEN = re.compile(
    r"(?P<slot>\{=?[A-Za-z]+!?\})|(?P<name><[a-z_]+>)|(?P<sign>……|[\[\]()|…$^])|(?P<often>[?*+])|(?P<text>[^\[\](){}<>|…$^?*+]+?(?=[^?*+][?*+]|[\[\](){}<>|…$^?*+]|$))|(?P<bad>.)"
)


class TemplateError(Exception):
    """A template that cannot be read."""


@dataclass(slots=True)
class _Piece:
    pattern: str
    needs: tuple[str, ...]
    kind: str = ""


def _in_row(pieces: Iterable[_Piece]) -> _Piece:
    pattern, kind = "", ""
    needs: tuple[str, ...] = ()
    for piece in pieces:
        pattern += piece.pattern
        if piece.needs and (not needs or min(map(len, piece.needs)) > min(map(len, needs))):
            needs = piece.needs
        if piece.kind and kind:
            raise TemplateError("取值的只能有一处")
        kind = kind or piece.kind
    return _Piece(pattern, needs, kind)


class _Reader:
    def __init__(self, text: str, phrases: Mapping[str, str], depth: int = 0) -> None:
        self.tokens = [(m.lastgroup or "", m[0]) for m in _TOKEN.finditer(text)]
        self.at, self.phrases, self.depth = 0, phrases, depth
        self.only = any(kind == "slot" and text.endswith("!}") for kind, text in self.tokens)
        if any(kind == "bad" for kind, _ in self.tokens) or depth > 5:
            raise TemplateError("括号不成对，或有不认识的写法")

    def whole(self) -> _Piece:
        piece = self.either("")
        if self.at != len(self.tokens):
            raise TemplateError("括号不成对")
        return piece

    def either(self, end: str) -> _Piece:
        pieces = [self.row(end)]
        while self.at < len(self.tokens) and self.tokens[self.at][1] == "|":
            self.at += 1
            pieces.append(self.row(end))
        if len(pieces) > 1:  # a pause by itself as one of several must be there, or the end
            pieces = [_Piece("(?: |$)", ()) if piece.pattern == " ?" else piece for piece in pieces]
        if len(pieces) == 1:
            return pieces[0]
        needs = () if any(not p.needs for p in pieces) else tuple(dict.fromkeys(n for p in pieces for n in p.needs))
        kinds = {p.kind for p in pieces if p.kind}
        if kinds:
            raise TemplateError("取值的一处不能在“|”里")
        return _Piece("(?:" + "|".join(p.pattern for p in pieces) + ")", needs)

    def row(self, end: str) -> _Piece:
        pieces: list[_Piece] = []
        while self.at < len(self.tokens):
            what, text = self.tokens[self.at]
            if text in ("|", "]", ")"):
                break
            self.at += 1
            if what == "often":
                if not pieces or pieces[-1].kind:
                    raise TemplateError(f"“{text}”前面没有可以重复的")
                pieces[-1] = _Piece(f"(?:{pieces[-1].pattern}){text}", pieces[-1].needs if text == "+" else ())
            else:
                pieces.append(self.one(what, text))
        return _in_row(pieces)

    def one(self, what: str, text: str) -> _Piece:
        if what == "text":
            return _Piece(
                re.escape(notation.half_width(text)).replace(r"\ ", " ?"), (*notation.half_width(text).split()[:1],)
            )
        if what == "slot":
            kind = text.strip("{=!}")
            if len(kind) == 1 and kind.isupper() and text[1] != "=":
                return _Piece(seat_sign(kind), ())
            if kind in SIDES and text[1] != "=":
                return _Piece(f"(?:{side_sign(kind)}|{_SIDED[kind]})", ())
            if kind not in _KINDS:
                raise TemplateError(f"没有“{kind}”这一种")
            return _Piece(f"(?P<v>{_KINDS[kind]})", (), kind) if text[1] == "=" else _Piece(f"(?:{_KINDS[kind]})", ())
        if what == "name":
            phrase = self.phrases.get(text[1:-1])
            if phrase is None:
                raise TemplateError(f"phrases 里没有“{text[1:-1]}”")
            inner = _Reader(phrase, self.phrases, self.depth + 1).whole()
            return _Piece(f"(?:{inner.pattern})", inner.needs, inner.kind)
        if text in _BETWEEN:
            return _Piece(_BETWEEN[text], ())
        if text in "([":
            end = ")" if text == "(" else "]"
            inner = self.either(end)
            if self.at >= len(self.tokens) or self.tokens[self.at][1] != end:
                raise TemplateError("括号不成对")
            self.at += 1
            if end == ")":
                return inner
            if inner.kind:
                raise TemplateError("取值的一处不能可有可无")
            return _Piece(f"(?:{inner.pattern})?", ())
        raise TemplateError(f"“{text}”放错了地方")


def template(text: str, phrases: Mapping[str, str], value: Any = None) -> Template:
    """A template compiled; with the value :data:`UNLESS` one that leaves its fact unheard. Raises :class:`TemplateError`."""
    reader = _Reader(text, phrases)
    piece = reader.whole()
    if value == UNLESS:
        if piece.kind:
            raise TemplateError("“!”下的不取值")
        return Template(piece.pattern, piece.needs, "", unless=True)
    if bool(piece.kind) == (value is not None):
        raise TemplateError("要么写明值，要么用 {=…} 取值")
    if reader.only and piece.kind not in SIGNS:
        raise TemplateError("“!”只写在取座位、牌、叫牌、花色、一方的一处")
    return Template(piece.pattern, piece.needs, piece.kind, value, reader.only)


def _value(key: str, fact: Fact | None) -> Any:
    """A value as YAML writes it, in the form of its fact."""
    if fact is not None and fact.kind == "choice":
        return key
    if key in ("yes", "no"):
        return key == "yes"
    return int(key) if key.isdecimal() else key


def _said(says: Says | Mapping[str, Says], fact: Fact | None) -> Iterator[tuple[str, Any, tuple[str | int, ...]]]:
    if isinstance(says, Mapping):
        for key, texts in says.items():
            for i, text in enumerate(texts):
                yield text, None if key == TAKEN else key if key == UNLESS else _value(key, fact), (key, i)
    else:
        for i, text in enumerate(says):
            yield text, None, (i,)


# -- files --------------------------------------------------------------------------------------------------------------
def read_hearing(game: str, root: Path = ROOT) -> tuple[Hearing, Document] | None:
    """What a game's file says; None when there is none. Raises DataError with every fault of form."""
    file = root / game / HEARING
    if not file.exists():
        return None
    document = read_yaml(file)
    hearing: Hearing = validate(document, Hearing)
    return hearing, document


def compiled_form(game: str, trees: Mapping[str, Tree], root: Path = ROOT) -> dict[str, Any] | None:
    """What is kept of a game's file, as JSON data; None when there is none. Raises DataError where a template is faulty."""
    read = read_hearing(game, root)
    if read is None:
        return None
    hearing, document = read
    if problems := list(_faults(game, trees, hearing, document)):
        raise DataError(problems)

    def made(says: Says | Mapping[str, Says], fact: Fact | None) -> list[list[Any]]:
        every = [template(text, hearing.phrases, value) for text, value, _ in _said(says, fact)]
        return [[t.pattern, list(t.needs), t.kind, t.value, t.only, t.unless] for t in every]

    anywhere = {name: fact for tree in trees.values() for name, fact in facts_of(tree, trees).items()}
    return {
        "slips": hearing.slips,
        "whole_suits": list(hearing.whole_suits),
        "facts": {name: made(says, anywhere.get(name)) for name, says in hearing.facts.items()},
        "trees": {
            id_: {name: made(says, facts_of(trees[f"{game}.{id_}"], trees).get(name)) for name, says in facts.items()}
            for id_, facts in hearing.trees.items()
        },
        "not_yet": {stage: made({"yes": says}, None) for stage, says in hearing.not_yet.items()},
        "reached": {stage: made({"yes": says}, None) for stage, says in hearing.reached.items()},
        "shown": {what: [f"{game}.{id_}" for id_ in ids] for what, ids in hearing.shown.items()},
        "evidence": {f"{game}.{id_}": made({"yes": says}, None) for id_, says in hearing.evidence.items()},
        "related": list(hearing.related),
        "apart": [list(names) for names in hearing.apart],
    }


_TAKES: Mapping[str, frozenset[str]] = {
    "seat": frozenset({"seat"}),
    "side": frozenset({"choice", "seat"}),
    "card": frozenset({"card", "cards"}),
    "cards": frozenset({"cards"}),
    "call": frozenset({"call"}),
    "suit": frozenset({"choice"}),
    "suited": frozenset({"choice"}),
    "rank": frozenset({"choice", "text"}),
    "number": frozenset({"number", "choice", "text"}),
    "minutes": frozenset({"number"}),
    "seconds": frozenset({"number"}),
    "time": frozenset({"time", "text"}),
}


def _faults(game: str, trees: Mapping[str, Tree], hearing: Hearing, document: Document) -> Iterator[Problem]:
    def problem(path: tuple[str | int, ...], what: str, do: str) -> Problem:
        return Problem(document.file, document.line(path), what, do)

    def each(path: tuple[str | int, ...], says: Says | Mapping[str, Says], fact: Fact) -> Iterator[Problem]:
        for text, value, where in _said(says, fact):
            at = (*path, *where)
            try:
                made = template(text, hearing.phrases, value)
            except TemplateError as e:
                yield problem(at, f"“{text}”读不懂：{e}。", "照 decision_trees/README.md“听到的”改写。")
                continue
            if made.unless:
                continue
            if made.kind and fact.kind not in _TAKES[made.kind]:
                yield problem(
                    at, f"“{text}”取的是 {made.kind}，{fact.label}要的是 {fact.kind}。", "换一种取值，或写明值。"
                )
            if not made.kind and fact.kind == "bool" and not isinstance(value, bool):
                yield problem(at, f"{fact.label}应写 yes 或 no。", "改成 yes 或 no。")
            if not made.kind and fact.kind == "choice" and value not in fact.options:
                yield problem(at, f"{fact.label}没有“{value}”这个选项。", f"可用：{'、'.join(fact.options)}。")

    def plain(path: tuple[str | int, ...], texts: Says) -> Iterator[Problem]:
        for i, text in enumerate(texts):
            try:
                template(text, hearing.phrases, True)
            except TemplateError as e:
                yield problem((*path, i), f"“{text}”读不懂：{e}。", "照 decision_trees/README.md“听到的”改写。")

    anywhere = {name: fact for tree in trees.values() for name, fact in facts_of(tree, trees).items()}
    for name, says in hearing.facts.items():
        if name not in anywhere:
            yield problem(("facts", name), f"没有一棵树有“{name}”这一项。", "改正名字，或删去。")
        else:
            yield from each(("facts", name), says, anywhere[name])
    stages = {tree.stage for tree in trees.values() if tree.game == game}
    for key, stage, texts in (
        *(("not_yet", *each) for each in hearing.not_yet.items()),
        *(("reached", *each) for each in hearing.reached.items()),
    ):
        if stage not in stages:
            yield problem((key, stage), f"没有一棵树在“{stage}”。", f"可用：{'、'.join(sorted(stages))}。")
        yield from plain((key, stage), texts)
    for id_, texts in hearing.evidence.items():
        if f"{game}.{id_}" not in trees:
            yield problem(("evidence", id_), f"没有裁决树“{game}.{id_}”。", "改正名字，或删去。")
        yield from plain(("evidence", id_), texts)
    for name in hearing.related:
        if name not in anywhere:
            yield problem(("related",), f"没有一棵树有“{name}”这一项。", "改正名字，或删去。")
    seated = {name for tree in trees.values() for name, fact in facts_of(tree, trees).items() if fact.kind == "seat"}
    for names in hearing.apart:
        for name in names:
            if name not in seated:
                yield problem(("apart",), f"没有一棵树有座位“{name}”。", "改正名字，或删去。")
    for what, ids in hearing.shown.items():
        if what not in SHOWN:
            yield problem(("shown", what), f"叫牌看不出“{what}”。", f"可用：{'、'.join(SHOWN)}。")
        for id_ in ids:
            if f"{game}.{id_}" not in trees:
                yield problem(("shown", what), f"没有裁决树“{game}.{id_}”。", "改正名字，或删去。")
    for id_, facts in hearing.trees.items():
        tree = trees.get(f"{game}.{id_}")
        if tree is None:
            yield problem(("trees", id_), f"没有裁决树“{game}.{id_}”。", "改正名字，或删去。")
            continue
        declared = facts_of(tree, trees)
        for name, says in facts.items():
            if name not in declared:
                yield problem(("trees", id_, name), f"{tree.title}没有“{name}”这一项。", "改正名字，或删去。")
            else:
                yield from each(("trees", id_, name), says, declared[name])


def check_hearing(game: str, trees: Mapping[str, Tree], root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's file."""
    try:
        read = read_hearing(game, root)
    except DataError as e:
        return list(e.problems)
    return [] if read is None else list(_faults(game, trees, *read))


# -- at run time --------------------------------------------------------------------------------------------------------
@cache
def open_hearing(folder: Path, game: str) -> Heard | None:
    """What is compiled of a game, from the folder of the compiled trees; read when somebody first speaks."""
    data = json.loads((folder / COMPILED).read_bytes()).get(game)
    if data is None:
        return None

    def made(facts: Mapping[str, Any]) -> dict[str, tuple[Template, ...]]:
        return {
            name: tuple(Template(p, tuple(n), k, v, o, u) for p, n, k, v, o, u in every)
            for name, every in facts.items()
        }

    return Heard(
        data["slips"],
        tuple(data["whole_suits"]),
        made(data["facts"]),
        {id_: made(f) for id_, f in data["trees"].items()},
        made(data["not_yet"]),
        made(data["reached"]),
        {what: tuple(ids) for what, ids in data["shown"].items()},
        made(data["evidence"]),
        frozenset(data["related"]),
        tuple(map(tuple, data["apart"])),
    )
