"""裁, a story in the field: what was heard, the one to three irregularities it may be, and how the ruling of one begins."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import handbook, trees
from app.ruling import deal_sheet
from app.ruling.heard import SURE, begun, denial, story, sure
from app.ruling.whose_deal import said_once
from app.widgets.basics import choice_chip, leading_on, no_wider, quiet, row, section_title
from app.widgets.columns import stretched
from app.widgets.heard import heard_parts
from app.widgets.sentences import answer_button, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.preferences import DEALS
from decision_trees.games import games
from decision_trees.model import Usual

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from app.ruling.heard import Told, Way
    from app.ruling.scene import Scene
    from app.window.session import Session
    from search.engine import Hit

FIELD = "rule"  # the name of the field, as the device knows it
KNOWN = 4  # things known of a deal that are said
SHORT = 4  # characters of answers that stand beside one another


def hear(session: Session, query: str) -> bool:
    """Hear what is in the field: nothing where it is no story. The game is told apart where nobody chose one.

    Returns whether it surely is an irregularity of this game.
    """
    rulings = session.rulings
    chosen = rulings.chosen or bool(session.settings.game)
    understood = story(query, rulings.game if chosen else None)
    if understood is not None and understood.game is not None and understood.game != rulings.game:
        rulings.tell_apart(understood.game)
    found = understood.trees if understood is not None else ()
    rulings.unruled = understood is not None and not found
    rulings.told = _told(session, query, [each.tree for each in found])
    return bool(found) and found[0].score >= SURE


def told_elsewhere(query: str, game: str, meant: Hit | None) -> str | None:
    """What is clearly told or said of another game is not forced into this one: its irregularity, by the search or as a story."""
    if meant is not None:
        return meant.id
    told = sure(query, None)
    return told if told is not None and not told.startswith(f"{game}.") else None


def _scene(session: Session, game: str) -> Scene:
    """Where it is taken to be; of the deal that lies there only where somebody said so."""
    scene = session.desk.next_scene(game)
    same = session.rulings.same_deal and game == session.rulings.game
    return replace(scene, sheet=deal_sheet.lying(session.preferences.kept(DEALS), scene)) if same else scene


def _told(session: Session, text: str, listed: Iterable[str]) -> tuple[Told, ...]:
    """How a story would begin by each of these trees, at the table one is called to."""
    if not listed:
        return ()
    context = session.desk.context(_scene(session, session.rulings.game))
    return tuple(begun(text, tree, context, session.rulings.denied) for tree in listed)


def _again(session: Session) -> None:
    """Hear the story again: it is known otherwise by now what counts of it."""
    rulings = session.rulings
    rulings.told = _told(session, rulings.query.strip(), [each.tree for each in rulings.told])


def begin(session: Session, told: Told, way: Way | None = None) -> None:
    """Begin the ruling of a story, and go on in a way that was tapped beside it."""
    session.senses.hang_up(FIELD)
    walk = session.desk.begin(told.tree, heard=told.heard, scene=_scene(session, trees().tree(told.tree).game))
    if way is not None:
        walk.answer_usual(Usual(say=way.say, facts=dict(way.facts)))


def begin_elsewhere(session: Session, tree: str) -> None:
    """Begin what is of another game, with what was heard of it."""
    game, query = trees().tree(tree).game, session.rulings.query.strip()
    if story(query, game) is None:
        session.desk.begin(tree)
    else:
        begin(session, begun(query, tree, session.desk.context(_scene(session, game)), session.rulings.denied))


def _deny(session: Session, name: str) -> None:
    """Take back a fact that was heard and not said."""
    rulings = session.rulings
    taken = next((each.heard[name] for each in rulings.told if name in each.heard), None)
    if taken is not None:
        rulings.denied = rulings.denied | {denial(name, taken.value)}
        _again(session)


def _look_up_rights(session: Session) -> None:
    """Look up what everybody may do in what was told."""
    rulings, rights_view = session.rulings, session.rights_view
    session.senses.hang_up(FIELD)
    rights_view.game, rights_view.denied, rights_view.looked_at = rulings.game, rulings.denied, ""
    rights_view.put(rulings.query)
    session.go(routes.rights_address(rulings.game))


def story_parts(session: Session) -> Iterator[ft.Control]:
    """Yield what was heard in a story, and the one to three irregularities it may be; nothing where it is no story."""
    rulings = session.rulings
    if rulings.told:
        about = "点下面一种，就照听到的裁；听错的先点叉号拿掉。"
        yield from heard_parts(session, rulings.told[0], partial(_deny, session), about)
        yield from _same_deal(session)
        yield section_title(session, "裁定" if len(rulings.told) == 1 else "是哪一种")
        first, *others = rulings.told
        yield _told_row(session, first)
        yield from _ways(session, first)
        yield from (_told_row(session, each) for each in others)
        if rulings.game in trees().rights:
            yield ft.Container(
                ft.TextButton(
                    written(session, "各家可以做什么、必须做什么", theme.BODY),
                    icon=ft.Icon(ft.Icons.GROUPS, size=session.icon),
                    on_click=on_tap(_look_up_rights, session),
                    height=max(theme.TARGET, session.px(40)),
                ),
                padding=ft.Padding.only(left=8),
                alignment=ft.Alignment.CENTER_LEFT,
            )
    elif rulings.unruled and rulings.game in games():
        said = "听起来不是这里会裁的事。下面是最近的条文；要裁的，换个说法，或从上面按阶段找。"
        yield ft.Container(quiet(session, said, theme.LAW), padding=16)


def _ways(session: Session, told: Told) -> Iterator[ft.Control]:
    """What is asked first, answered where it was told: one tap to the ruling, or nearer to it."""
    if not told.ways:
        return
    short = all(len(each.say) <= SHORT and not each.help for each in told.ways)
    buttons = [
        answer_button(session, each.say, on_tap(begin, session, told, each), each.help, centred=short, beside=short)
        for each in told.ways
    ]
    yield ft.Container(
        stretched(
            [
                sentence(session, told.ask, theme.BODY),
                *(
                    [no_wider(session, ft.Row([*buttons], spacing=12))]
                    if short
                    else (no_wider(session, b) for b in buttons)
                ),
            ],
            spacing=6,
        ),
        padding=ft.Padding.only(left=16, right=16, top=2, bottom=10),
    )


def _same_deal(session: Session) -> Iterator[ft.Control]:
    """What the deal that lies at the table knows, to be used by one tap: it may be the next deal by now."""
    rulings = session.rulings
    scene = session.desk.next_scene(rulings.game)
    known = deal_sheet.unclaimed(session.preferences.kept(DEALS), scene)
    said = [f"{label} {value}" for label, value in said_once(rulings.game, known)] if known else []
    if not said:
        return

    def choose() -> None:
        rulings.same_deal = not rulings.same_deal
        _again(session)

    words = "　".join(said[:KNOWN]) + ("…" if len(said) > KNOWN else "")
    yield ft.Container(
        ft.Row(
            [
                choice_chip(session, "同一副", rulings.same_deal, on_tap(choose)),
                ft.Container(sentence(session, f"牌局里有：{words}", theme.SMALL), expand=True),
            ],
            spacing=8,
        ),
        padding=ft.Padding.symmetric(horizontal=16),
    )


def _told_row(session: Session, told: Told) -> ft.Control:
    tree = trees().tree(told.tree)
    clause = handbook().provision(tree.cites[0]).label if tree.cites else ""
    left = f"至少还要问 {told.questions} 项" if told.questions and not told.ruling else ""
    below = [
        *([sentence(session, told.ruling, theme.BODY)] if told.ruling else []),
        quiet(session, "　".join(filter(None, (clause, left))), 15),
    ]
    walk = session.rulings.walks.get(session.rulings.latest or "")
    return row(
        leading_on(
            ft.Column([sentence(session, tree.title, theme.LAW, bold=True), *below], spacing=2, expand=True),
            spacing=8,
        ),
        on_tap(begin, session, told),
        selected=session.layout.wide and walk is not None and walk.tree_id == tree.id,
        key=f"told-{tree.id}",
    )
