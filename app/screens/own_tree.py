"""A tree begun from a clause: questions and outcomes as a form, with what is still missing; tried at once as any ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.screens.by_hand import BELOW, clauses_of
from app.screens.exams import block
from app.widgets.basics import choice_chip, icon_button, leading_on, notice, quiet, row, section_title
from app.widgets.chips import chip_row, chips
from app.widgets.columns import panel, stretched
from app.widgets.fields import button, caption, done_or_not, entry, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import LEVELS, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import hand_over
from app.window.session import use_session
from app.window.tree_forms import add, read, remove
from decision_trees.ladder_steps import COUNTED
from decision_trees.own_trees import faults, tree_id
from rules_data.brought.game_model import OwnGame

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.base.form import Form
    from app.window.session import Session
    from rules_data.brought.game_model import OwnTree
    from rules_data.brought.model import Brought

INTRO = "把一条规则走成几问：先问什么，答了到哪里，最后怎么判、对牌手说什么。只适合简单的；拿不准的照条文记。"
CLAUSES = 12  # offered at once
LONG = 60  # characters of a clause that is offered
FAULTS = 6  # said at once
WHOM = {"offender": "对违规者说", "all": "对全桌说"}


def trees_page(session: Session, brought: Brought) -> ft.Control:
    """Show the trees of a game, and begin one."""
    form, game = session.own.form, _game(brought)
    parts: list[ft.Control] = [block(quiet(session, INTRO, theme.BODY))]
    every = session.own.trees.trees(session, brought)
    parts += [_tree_row(session, brought, each) for each in every.values()]
    parts.append(section_title(session, "从哪一条开始一棵"))
    parts.append(block(entry(session, form, "from", "找一条：写条号或里面的字")))
    wanted = "".join(form.text("from").split())
    found = [p for p in clauses_of(brought) if not wanted or wanted in "".join((p.label, p.title or "", p.text or ""))]
    for each in found[:CLAUSES]:
        said = " ".join(" ".join(filter(None, (each.title, each.text))).split())[:LONG]
        words = [
            written(session, each.label, theme.BODY, weight=ft.FontWeight.W_600),
            written(session, said, theme.BODY),
        ]
        start = on_tap(session.own.begin_tree, session, brought, each.number)
        parts.append(row(stretched(words, spacing=2), start, key=f"from-{each.id}"))
    if len(found) > CLAUSES:
        parts.append(block(quiet(session, f"还有 {len(found) - CLAUSES} 条，写几个字来找。")))
    return page(session, f"{game.name} · 裁决树", parts)


def _game(brought: Brought) -> OwnGame:
    return brought.own_game or OwnGame(name=brought.book.game)


def _tree_row(session: Session, brought: Brought, tree: OwnTree) -> ft.Control:
    game = _game(brought)
    left = len(faults(tree, brought.book, _kinds(brought)))
    used = tree in _as_read(game)
    state = "在用" if used and not left else f"还差 {left} 处" if left else "改了，还没有存下"
    words: list[ft.Control] = [
        written(session, tree.title or "还没有名称", theme.LAW, weight=ft.FontWeight.W_600),
        quiet(session, state),
    ]
    opened = on_tap(session.own.open_tree, session, brought, tree.id)
    return row(leading_on(ft.Column(words, spacing=2, expand=True)), opened, key=f"own-tree-{tree.id}")


def _as_read(game: OwnGame) -> tuple[OwnTree, ...]:
    """The trees of a game as a form says them: without who kept them."""
    return tuple(replace(each, by="") for each in game.trees) + game.trees


def _kinds(brought: Brought) -> set[str]:
    return {kind.kind for kind in _game(brought).ladder}


def tree_page(session: Session, brought: Brought) -> ft.Control:
    """Show the form of the tree that was opened last; where none was, the trees there are."""
    tree = session.own.form.text("tree")
    if session.own.trees.form(session, brought, tree) is None:
        return trees_page(session, brought)
    return TreePane(brought, tree)


@component
def TreePane(brought: Brought, tree: str) -> ft.Control:
    """Show the form of a tree."""
    session = use_session()
    form = session.own.trees.form(session, brought, tree)
    ft.use_state(form or session.own.form)
    ft.use_effect(lambda: session.own.trees.keep(session, brought, tree), [form.changes if form is not None else -1])
    if form is None:
        return trees_page(session, brought)
    cite = f"{brought.book.id}:{form.text('cite')}"
    parts: list[ft.Control] = [
        block(
            provision_links(session, (cite,)),
            ft.Container(written(session, _clause(session, cite), theme.BODY), padding=BELOW),
            entry(session, form, "title", "这是什么事，如：抢先出牌"),
            entry(session, form, "heard", "牌桌上怎么说，几种用顿号隔开"),
        )
    ]
    parts += [_question(session, form, id_, n) for n, id_ in enumerate(form.chosen("questions"), 1)]
    parts.append(block(button(session, "再加一个问题", on_tap(add, form, "questions"), ft.Icons.ADD)))
    parts += [_outcome(session, brought, form, id_, n) for n, id_ in enumerate(form.chosen("outcomes"), 1)]
    parts.append(block(button(session, "再加一个结论", on_tap(add, form, "outcomes"), ft.Icons.ADD)))
    wrong = faults(read(form, tree), brought.book, _kinds(brought))
    parts.append(block(*_missing(session, wrong)))
    parts.append(block(*_as_file(session, brought, tree), *_throwing_away(session, brought, form, tree)))
    done = button(session, "存下，试一试", on_tap(_keep, session, brought, tree), ft.Icons.GAVEL, filled=True)
    below = done_or_not(session, done, button(session, "先放着", lambda _: session.back()))
    name = form.text("title").strip() or "一棵裁决树"
    return page(session, name, parts, pinned=[stretched([*fault(session, form), below], spacing=8, tight=True)])


def _clause(session: Session, cite: str) -> str:
    found = session.find(cite)
    return (
        " ".join(" ".join(filter(None, (found.title, found.text))).split())
        if found is not None
        else "这一条现在不在了。"
    )


def _missing(session: Session, wrong: list[str]) -> Iterator[ft.Control]:
    """What is still missing, so that nobody has to guess why it cannot be tried."""
    if not wrong:
        yield notice(session, ft.Icons.CHECK_CIRCLE, "都齐了，可以试。", [])
        return
    said: list[ft.Control] = [sentence(session, f"· {each}") for each in wrong[:FAULTS]]
    if len(wrong) > FAULTS:
        said.append(quiet(session, f"还有 {len(wrong) - FAULTS} 处。"))
    yield notice(session, ft.Icons.PENDING_OUTLINED, f"还差 {len(wrong)} 处；没有填完的也留着", said)


def _names(form: Form) -> dict[str, str]:
    """What each question and outcome is called, by its id."""
    names = {id_: f"问题 {n}" for n, id_ in enumerate(form.chosen("questions"), 1)}
    return names | {id_: f"结论 {n}" for n, id_ in enumerate(form.chosen("outcomes"), 1)}


def _head(session: Session, text: str, away: str, on_click: object) -> ft.Control:
    return ft.Row(
        [
            written(session, text, theme.LAW, weight=ft.FontWeight.W_600, expand=True),
            icon_button(session, ft.Icons.DELETE_OUTLINE, away, on_click),  # type: ignore[arg-type]
        ]
    )


def _question(session: Session, form: Form, id_: str, number: int) -> ft.Control:
    several = bool(form.values.get(f"several-{id_}"))
    first = "（先问这个）" if number == 1 else ""
    body: list[ft.Control] = [
        _head(session, f"问题 {number}{first}", f"删去问题 {number}", on_tap(remove, form, "questions", id_)),
        entry(session, form, f"ask-{id_}", f"问题 {number}：问什么", lines=2),
        chips(
            session, [(False, "是或否"), (True, "几个选项")], several, lambda many: form.put(f"several-{id_}", many),
            of=f"问题 {number}：",
        ),
    ]  # fmt: skip
    count = (form.number(f"answers-{id_}") or 2) if several else 2
    for n in range(count):
        body += _answer(session, form, id_, number, n, several)
    if several:
        more = on_tap(form.put, f"answers-{id_}", count + 1)
        fewer = on_tap(form.put, f"answers-{id_}", max(2, count - 1))
        body.append(
            chip_row(
                [choice_chip(session, "加一个选项", False, more), choice_chip(session, "减一个选项", False, fewer)]
            )
        )
    return panel(body, f"question-{id_}")


def _answer(session: Session, form: Form, id_: str, number: int, n: int, several: bool) -> Iterator[ft.Control]:
    """An answer, and where it leads: to what is there, or to a new question or outcome."""
    said = f"选项 {n + 1}" if several else ("是", "否")[n]
    if several:
        yield entry(session, form, f"text-{id_}-{n}", f"问题 {number}：选项 {n + 1}")
    yield caption(session, f"答“{said}”，到")
    key = f"to-{id_}-{n}"
    others = {each: name for each, name in _names(form).items() if each != id_}
    shown = [
        choice_chip(
            session,
            name,
            form.text(key) == each,
            on_tap(form.put, key, each),
            spoken=f"问题 {number}答“{said}”到{name}",
        )
        for each, name in others.items()
    ]

    def new(what: str) -> None:
        if made := add(form, what):
            form.put(key, made)

    shown += [
        choice_chip(session, f"＋{name}", False, on_tap(new, what), spoken=f"问题 {number}答“{said}”到新的{name}")
        for what, name in (("questions", "问题"), ("outcomes", "结论"))
    ]
    yield chip_row(shown)


def _outcome(session: Session, brought: Brought, form: Form, id_: str, number: int) -> ft.Control:
    kinds = sorted(_kinds(brought), key=list(COUNTED).index)
    body: list[ft.Control] = [
        _head(session, f"结论 {number}", f"删去结论 {number}", on_tap(remove, form, "outcomes", id_)),
        entry(session, form, f"ruling-{id_}", f"结论 {number}：怎么判", lines=2),
        entry(session, form, f"tell-{id_}", f"结论 {number}：对牌手说的话", lines=2),
        chips(
            session, WHOM.items(), form.text(f"whom-{id_}") or "offender", lambda whom: form.put(f"whom-{id_}", whom),
            of=f"结论 {number}：",
        ),
        chips(
            session, [(level, name) for level, (_, _, name) in LEVELS.items()], form.text(f"level-{id_}") or "none",
            lambda level: form.put(f"level-{id_}", level), of=f"结论 {number}：",
        ),
    ]  # fmt: skip
    if kinds:
        offered = [("", "不累计"), *((kind, f"记{COUNTED[kind]}") for kind in kinds)]
        chosen = form.text(f"counts-{id_}")

        def count(kind: str) -> None:
            if kind:  # what is put on the record is a penalty
                form.values[f"level-{id_}"] = "penalty"
            form.put(f"counts-{id_}", kind)

        body.append(chips(session, offered, chosen, count, of=f"结论 {number}："))
    return panel(body, f"outcome-{id_}")


def _as_file(session: Session, brought: Brought, tree: str) -> Iterator[ft.Control]:
    """The tree as a file of the form all trees have, once it is in its book."""
    kept = trees().trees
    id_ = f"{_game(brought).name}.{tree}"
    if id_ in kept:

        async def give(_: object) -> None:
            from decision_trees.own_trees import record_of
            from rules_data.brought.yaml_text import dump

            await hand_over(f"{kept[id_].title}.yaml", dump(record_of(kept[id_])).encode())

        yield button(session, "存成文件（YAML）", give, ft.Icons.DOWNLOAD)


def _throwing_away(session: Session, brought: Brought, form: Form, tree: str) -> Iterator[ft.Control]:
    if not form.values.get("throwing"):
        yield button(session, "不要这一棵了", on_tap(form.put, "throwing", True), ft.Icons.DELETE_OUTLINE)
        return
    sure = done_or_not(
        session,
        button(session, "删去", on_tap(_throw_away, session, brought, tree), ft.Icons.DELETE_OUTLINE, filled=True),
        button(session, "留着", on_tap(form.put, "throwing", False)),
    )
    words = written(session, "以后不能再照它裁；照它裁过的记录都在。", theme.BODY)
    yield notice(session, ft.Icons.DELETE_OUTLINE, "删去这一棵？", [words, sure])


def _throw_away(session: Session, brought: Brought, tree: str) -> None:
    game = _game(brought)
    left = tuple(each for each in game.trees if each.id != tree)
    if len(left) < len(game.trees) and not session.own.say_game(
        session, brought, replace(game, trees=left), "删去一棵裁决树"
    ):
        return
    session.own.trees.forget(session, brought, tree)
    session.own.form.put("tree", "")
    session.tell("已删去")
    session.go(routes.own_address(brought.book.id, "trees"), instead=True)


def _keep(session: Session, brought: Brought, tree: str) -> None:
    """Put a tree into its book, and begin a ruling by it."""
    form = session.own.trees.form(session, brought, tree)
    if form is None:
        return
    now, game = read(form, tree), _game(brought)
    if wrong := faults(now, brought.book, _kinds(brought)):
        form.fault = f"还差 {len(wrong)} 处：{wrong[0]}"
        return
    if now not in _as_read(game):
        mine = replace(now, by=session.assignment.author)
        others = tuple(each for each in game.trees if each.id != tree)
        did = f"裁决树：{now.title.strip()}"
        if not session.own.say_game(session, brought, replace(game, trees=(*others, mine)), did):
            return
    session.own.trees.forget(session, brought, tree)
    session.desk.begin(tree_id(game.name, now))
