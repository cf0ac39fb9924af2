"""What a person says of a text as the rules of a game of its own: rights, terms and times, by marking its sentences.

Every sentence is there; what its words seem to be is offered first. Nothing counts that nobody tapped.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.screens.exams import block
from app.widgets.basics import choice_chip, leading_on, more_button, quiet, row, section_title
from app.widgets.chips import chip_row
from app.widgets.columns import panel
from app.widgets.fields import button, caption, entry
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from rules_data.brought.game_model import Mark, OwnGame
from rules_data.brought.game_reading import MODES, WHO, length_in, marked, said_in, seem, state_of, unmarked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.game_model import What
    from rules_data.brought.game_reading import Said
    from rules_data.brought.model import Brought

SHOWN = 40  # sentences at once
WORDS: dict[What, str] = {"may": "可以", "must": "必须", "must_not": "不得", "term": "术语", "clock": "时限"}
TITLES = {"rights": "权利与义务", "terms": "术语", "clocks": "时限"}
KINDS: dict[str, tuple[What, ...]] = {"rights": MODES, "terms": ("term",), "clocks": ("clock",)}
INTRO = {
    "rights": "点一句是“可以”“必须”还是“不得”，它就在“权利”里；再点一次收回。照字面提出的写着“看来是”，不对的点“不是”。",
    "terms": "解释一个词的句子：点“是术语”，这个词就在术语表和查找里，条文里碰到也能点开。",
    "clocks": "说到时间的句子：点“按这个计时”，它就在工具的“计时”里。",
}


def game_rows(session: Session, brought: Brought) -> Iterator[ft.Control]:
    """The ways from the page of a text to what is said of its game."""
    game = brought.own_game
    if game is None or brought.withdrawn:
        return
    simplified = session.handbook.script.simplified
    every = said_in(brought.book)
    yield section_title(session, f"项目：{game.name}")
    yield _way(session, brought, "ruling", ft.Icons.EDIT_NOTE, "照条文记一次裁决", "")
    for part, icon in (
        ("rights", ft.Icons.BADGE_OUTLINED),
        ("terms", ft.Icons.SORT_BY_ALPHA),
        ("clocks", ft.Icons.TIMER_OUTLINED),
    ):
        yield _way(session, brought, part, icon, TITLES[part], _how_many(game, every, KINDS[part], simplified))
    steps = sum(len(kind.steps) for kind in game.ladder)
    yield _way(session, brought, "ladder", ft.Icons.STAIRS_OUTLINED, "判罚阶梯", f"{steps} 级" if steps else "还没有填")
    trees = f"{len(game.trees)} 棵" if game.trees else "还没有"
    yield _way(session, brought, "trees", ft.Icons.ACCOUNT_TREE_OUTLINED, "裁决树", trees)


def _way(session: Session, brought: Brought, part: str, icon: ft.IconData, title: str, about: str) -> ft.Control:
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20))
    words = [written(session, title, theme.BODY, color=ft.Colors.PRIMARY, expand=True)]
    if about:
        words.append(quiet(session, about))
    return row(
        leading_on(sign, *words), on_tap(session.go, routes.own_address(brought.book.id, part)), key=f"game-{part}"
    )


def _how_many(game: OwnGame, every: Sequence[Said], kinds: Sequence[What], simplified: Callable[[str], str]) -> str:
    accepted = [m for m in game.marks if m.accepted and m.what in kinds]
    proposed = [m for each in every for m in seem(each, simplified) if m.what in kinds]
    left = [m for m in proposed if state_of(game, m.what, m.sentence) is None]
    return f"{len(accepted)} 句" + (f"，{len(left)} 句待看" if left else "")


def game_page(session: Session, brought: Brought, part: str) -> ft.Control:
    """Show one part of what is said of a game."""
    if part == "ladder":
        from app.screens.own_ladder import LadderPane

        return LadderPane(brought)
    if part in ("trees", "tree"):
        from app.screens.own_tree import tree_page, trees_page

        return trees_page(session, brought) if part == "trees" else tree_page(session, brought)
    if part == "ruling":
        from app.screens.by_hand import ByHandPane

        return ByHandPane(brought)
    return _marks(session, brought, part)


def _marks(session: Session, brought: Brought, part: str) -> ft.Control:
    game = brought.own_game or OwnGame(name=brought.book.game)
    kinds, form = KINDS[part], session.own.form
    simplified = session.handbook.script.simplified
    every = [(said, tuple(m for m in seem(said, simplified) if m.what in kinds)) for said in said_in(brought.book)]
    spoken = [each for each in every if each[1] or any(state_of(game, what, each[0].sentence) for what in kinds)]
    whole = bool(form.values.get(f"all-{part}")) or not spoken
    listed = every if whole else spoken
    room = form.number("marks_shown") or SHOWN
    chips = [
        choice_chip(session, f"看来说到的 {len(spoken)}", not whole, on_tap(form.put, f"all-{part}", False)),
        choice_chip(session, f"全部 {len(every)} 句", whole, on_tap(form.put, f"all-{part}", True)),
    ]
    parts: list[ft.Control] = [block(quiet(session, INTRO[part], theme.BODY)), block(chip_row(chips))]
    parts += [_sentence(session, brought, game, part, *each) for each in listed[:room]]
    if len(listed) > room:
        parts.append(more_button(session, f"{len(listed) - room} 句", lambda _: form.put("marks_shown", room + SHOWN)))
    return page(session, f"{game.name} · {TITLES[part]}", parts, state=part)


def _sentence(
    session: Session, brought: Brought, game: OwnGame, part: str, said: Said, seems: tuple[Mark, ...]
) -> ft.Control:
    kinds = KINDS[part]
    states = {what: state_of(game, what, said.sentence) for what in kinds}
    body: list[ft.Control] = [
        provision_links(session, (said.by,)),
        written(session, said.sentence, theme.BODY),
    ]
    if part == "rights":
        body += _right_parts(session, brought, game, said, seems)
    else:
        body += _named_parts(session, brought, game, said, seems, kinds[0])
    undecided = [WORDS[m.what] for m in seems if states[m.what] is None]
    if undecided and part == "rights":
        body.append(quiet(session, f"看来是“{'”“'.join(undecided)}”，还没有确认"))
    elif undecided:
        body.append(quiet(session, "还没有确认"))
    who = next((m.by for m in states.values() if m is not None and m.by), "")
    if who:
        body.append(quiet(session, f"{who}定的"))
    return panel(body, f"mark-{part}-{said.by}-{hash(said.sentence) % 100_000}")


def _right_parts(
    session: Session, brought: Brought, game: OwnGame, said: Said, seems: tuple[Mark, ...]
) -> Iterator[ft.Control]:
    """Whether it is a right, a duty or a ban, or none of them; and whose."""
    chips = []
    for what in MODES:
        state = state_of(game, what, said.sentence)
        is_so = state is not None and state.accepted
        chips.append(
            choice_chip(
                session, WORDS[what], is_so, on_tap(_turn, session, brought, said, seems, what, not is_so),
                spoken=f"{WORDS[what]}：{said.sentence[:20]}",
            )
        )  # fmt: skip
    struck = bool(seems) and all(
        (state := state_of(game, m.what, said.sentence)) is not None and not state.accepted for m in seems
    )
    if seems:
        chips.append(
            choice_chip(
                session, "不是", struck, on_tap(_strike, session, brought, said, seems, not struck),
                spoken=f"不是：{said.sentence[:20]}",
            )
        )  # fmt: skip
    yield chip_row(chips)
    accepted = [m for m in game.marks if m.sentence == said.sentence and m.accepted and m.what in MODES]
    if accepted:
        now = accepted[0].who or WHO[0]
        people = dict.fromkeys((*WHO, *(m.who for m in game.marks if m.who), now))
        yield caption(session, "是谁的")
        yield chip_row(
            choice_chip(session, who, who == now, on_tap(_belongs, session, brought, said, who)) for who in people
        )
        form = session.own.form
        if form.text("who_of") == said.sentence:
            yield entry(session, form, "who", "别的人，如：地主")
            done = partial(_typed_who, session, brought, said)
            yield button(session, "是他的", on_tap(done), ft.Icons.CHECK)
        else:
            yield chip_row([choice_chip(session, "别的人……", False, on_tap(form.put, "who_of", said.sentence))])


def _typed_who(session: Session, brought: Brought, said: Said) -> None:
    form = session.own.form
    who = form.text("who").strip()[:8]
    form.values["who"] = ""
    form.put("who_of", "")
    if who:
        _belongs(session, brought, said, who)


def _turn(session: Session, brought: Brought, said: Said, seems: tuple[Mark, ...], what: What, on: bool) -> None:
    game = _of(brought)
    proposed = next((m for m in seems if m.what == what), None)
    who = next((m.who for m in game.marks if m.sentence == said.sentence and m.who), "")
    mark = proposed or Mark(what=what, sentence=said.sentence, accepted=True, who=WHO[0])
    mark = replace(mark, accepted=True, by=session.assignment.author, who=who or mark.who)
    after = marked(game, mark) if on else unmarked(game, what, said.sentence)
    session.own.say_game(session, brought, after, f"{'是' if on else '收回'}{WORDS[what]}：{said.sentence[:20]}")


def _strike(session: Session, brought: Brought, said: Said, seems: tuple[Mark, ...], on: bool) -> None:
    game = _of(brought)
    for what in MODES:
        game = unmarked(game, what, said.sentence)
    if on:
        for m in seems:
            game = marked(game, replace(m, accepted=False, by=session.assignment.author))
    session.own.say_game(session, brought, game, f"{'不是' if on else '收回'}权利义务：{said.sentence[:20]}")


def _belongs(session: Session, brought: Brought, said: Said, who: str) -> None:
    game = _of(brought)
    own = [m for m in game.marks if m.sentence == said.sentence and m.accepted and m.what in MODES]
    for m in own:
        game = marked(game, replace(m, who=who, by=session.assignment.author))
    session.own.say_game(session, brought, game, f"是{who}的：{said.sentence[:20]}")


def _named_parts(
    session: Session, brought: Brought, game: OwnGame, said: Said, seems: tuple[Mark, ...], what: What
) -> Iterator[ft.Control]:
    """Whether it explains a word or says how long something takes; the word, or what is timed, can be put in other words."""
    state, form = state_of(game, what, said.sentence), session.own.form
    proposed = next(iter(seems), None)
    mark = state if state is not None and state.accepted else proposed
    opened = form.text("named_of") == said.sentence
    is_so = state is not None and state.accepted
    yes, no = ("是术语", "不是术语") if what == "term" else ("按这个计时", "不计时")
    if mark is not None:
        length = f"，{in_words(mark.seconds)}" if what == "clock" else ""
        yield written(session, f"{mark.name}{length}", theme.LAW, weight=ft.FontWeight.W_600)
    chips = []
    if mark is not None:
        chips.append(choice_chip(session, yes, is_so, on_tap(_name, session, brought, mark, None if is_so else True)))
        struck = state is not None and not state.accepted
        if proposed is not None:
            refuse = on_tap(_name, session, brought, proposed, None if struck else False)
            chips.append(choice_chip(session, no, struck, refuse))
    if not opened and (what == "term" or length_in(said.sentence)):
        text = "改一个词" if mark is not None else "标一个词" if what == "term" else "写叫什么"
        chips.append(choice_chip(session, text, False, on_tap(_open_name, session, said, mark)))
    yield chip_row(chips)
    if opened:
        label = "哪一个词，如：地主" if what == "term" else "叫什么，如：叫牌"
        yield entry(session, form, "named", label)
        yield button(session, "就这样", on_tap(_typed_name, session, brought, said, what), ft.Icons.CHECK)


def _open_name(session: Session, said: Said, mark: Mark | None) -> None:
    form = session.own.form
    form.values["named"] = mark.name if mark is not None else ""
    form.put("named_of", said.sentence)


def _typed_name(session: Session, brought: Brought, said: Said, what: What) -> None:
    form = session.own.form
    name = form.text("named").strip()[:12]
    form.put("named_of", "")
    if name:
        length = length_in(said.sentence) if what == "clock" else 0
        mark = Mark(what=what, sentence=said.sentence, accepted=True, name=name, seconds=length)
        _name(session, brought, mark, True)


def _name(session: Session, brought: Brought, mark: Mark, accepted: bool | None) -> None:
    game = _of(brought)
    if accepted is None:
        after, did = unmarked(game, mark.what, mark.sentence), "收回"
    else:
        after = marked(game, replace(mark, accepted=accepted, by=session.assignment.author))
        did = "是" if accepted else "不是"
    session.own.say_game(session, brought, after, f"{did}{WORDS[mark.what]}：{mark.name}")


def _of(brought: Brought) -> OwnGame:
    return brought.own_game or OwnGame(name=brought.book.game)


def in_words(seconds: int) -> str:
    """A length of time: 15秒, 40分钟, 1分30秒."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest}秒"
    return f"{minutes}分{rest}秒" if rest else f"{minutes}分钟"
