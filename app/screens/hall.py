"""会场: joining the chief's hall, how this device stands with it, the tables that call, and leaving."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.background import aside
from app.base.plain_text import LINE, shown
from app.base.words import GAMES
from app.browser import device
from app.hall.member import Invitation, address_of, invitation, waiting_records
from app.hall.protocol import NAMES, HallError
from app.journal.doubles import QUESTION
from app.journal.json_text import decoded
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling.built_on import given_again
from app.ruling.counts_now import counted_on
from app.ruling.matters import matters
from app.ruling.scene import Scene
from app.ruling.seating import round_now
from app.screens.own_suggestions import to_suggestions
from app.screens.receiving import ENDED
from app.widgets.basics import notice, quiet, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button, entry, fault
from app.widgets.hall_bar import STEP, waited
from app.widgets.pages import page
from app.widgets.sentences import card, sentence
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.hall_desk import hall_desk, own_place
from app.window.hall_sight import called
from app.window.library import journal
from app.window.published import IS_SITE, in_app
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.journal.doubles import Double
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import Record
    from app.ruling.matters import Matter
    from app.window.hall_desk import Standing
    from app.window.session import Session

TITLE = "会场"
MAY_JOIN = ("chief", "referee")
LISTED = 20  # records that wait, shown at once
CLOCK = 30  # seconds two clocks may differ before it is said
KINDS = {
    "event": "赛事设置",
    "ruling": "裁决",
    "correction": "更正",
    "withdrawal": "撤回",
    "appeal": "申诉",
    "note": "备注",
    "competition": "编排和成绩",
}
WHAT = (
    "几名裁判共用一项赛事的记录：各自记的先存在本机，再送到裁判长的电脑，也收下别人记的；违例、犯规数的是同一个数。"
    "网络断了照常记，连上以后自己补送。"
)
COMES = "会场里这项赛事的规程，收在“查找 → 规则书”里，只用于这项赛事；要改的作为建议送给裁判长，他采用了才算。"
GIVES = "本机用于这项赛事、用于所有赛事的规程也送去，就是这项赛事的。"
GOES = "这项赛事的裁决、更正、撤回、申诉、备注、编排和成绩，连同裁判姓名。"
STAYS = "练习、书签、笔记、别的赛事：从不送。"
RINGS = "有桌叫裁判时，这里响、也写在最上面；应用没有打开时不响。"


@component
def HallPane(code: str, mark: str) -> ft.Control:
    """Show the hall that was joined, or join one; ``code`` and ``mark`` stand in the address that was scanned."""
    session = use_session()
    sight = session.hall
    ft.use_state(sight)
    ft.use_state(sight.form)
    ft.use_state(session.assignment)
    looked = ft.use_memo(lambda: _matters(sight.standings), [session.assignment.version, _places(sight.standings)])
    offered = ft.use_memo(lambda: session.suggesting.every(session), [session.assignment.version, len(sight.standings)])
    _, tick = ft.use_state(0)

    async def arrive() -> None:
        if code and (place := own_place()) and code not in {each.membership.code for each in sight.standings}:
            await greet(session, Invitation(place, code, mark))

    async def follow() -> None:
        while sight.standings:
            await asyncio.sleep(STEP)
            tick(int(time.time()))

    ft.use_effect(arrive, [code])
    ft.use_effect(follow, [bool(sight.standings)], cleanup=lambda: None)
    parts: list[ft.Control] = [*to_suggestions(session, [each for _, each in offered])]
    if sight.refused:
        parts.append(ft.Container(sentence(session, sight.refused, theme.BODY), padding=16))
    for each in sight.standings:
        parts += _standing(session, each, time.time(), looked.get(each.membership.place, []))
    if sight.greeting is not None and sight.asked is not None:
        parts += _offer(session, sight.asked, sight.greeting)
    elif not sight.standings or code:
        parts += _joining(session)
    return page(session, TITLE, parts)


# Joining


def _joining(session: Session) -> list[ft.Control]:
    sight = session.hall
    place = own_place()
    if in_app():
        return [
            ft.Container(
                sentence(session, "安卓应用不联网，不能加入会场；请用手机的浏览器打开会场的地址。"), padding=16
            )
        ]

    async def look(_: object) -> None:
        if sight.form.text("account").strip():
            await sign_in_and_greet(session, place)
            return
        await greet(session, _typed(sight.form.text("link"), sight.form.text("code"), place))

    fields: list[ft.Control] = [sentence(session, WHAT, theme.BODY)]
    if place:
        said = f"这一页来自 {place}，只能加入那里的会场。"
        fields += [quiet(session, said, theme.BODY), entry(session, sight.form, "code", "裁判长给的码")]
    else:
        fields += [
            entry(session, sight.form, "link", "裁判长给的链接，或会场的地址"),
            entry(session, sight.form, "code", "码（链接里有就不用写）"),
        ]
    fields += _account_fields(session, place)
    fields += fault(session, sight.form)
    fields.append(button(session, "正在问……" if sight.busy else "看看是哪一个会场", look, ft.Icons.SEARCH, filled=True))
    if IS_SITE:
        fields.append(button(session, "扫裁判长给的二维码", lambda _: scan(session), ft.Icons.QR_CODE_SCANNER))
    return [card(session, "加入会场", fields, ft.Icons.HUB_OUTLINED)]


def _account_fields(session: Session, place: str) -> list[ft.Control]:
    """Where somebody who has an account writes his name and password instead of a code."""
    form = session.hall.form
    if not form.values.get("by_account"):
        return [button(session, "有账号：写姓名和密码", on_tap(form.put, "by_account", True), ft.Icons.PERSON_OUTLINE)]
    return [
        entry(session, form, "account", "账号的姓名"),
        entry(session, form, "password", "密码", unseen=True),
        quiet(session, "用账号的不用写码。密码只送给会场，不存在本机；没有加密的地址（http）不送。", theme.BODY),
    ]


async def sign_in_and_greet(session: Session, place: str) -> None:
    """Ask for a code by an account, and who one would be there by it."""
    sight = session.hall
    address = place or address_of(sight.form.text("link"))
    invited = invitation(sight.form.text("link"))
    if invited is not None and not place:
        address = invited.address
    if not address:
        sight.form.fault = "请写会场的地址。"
        return
    print_ = invited.print if invited is not None else ""
    sight.busy, code, why = True, "", ""
    try:
        name, password = sight.form.text("account").strip(), sight.form.text("password")
        code = await hall_desk().sign_in(Invitation(address, "", print_), name, password)
    except HallError as refused:
        why = str(refused)
    sight.form.put("password", "")
    sight.busy, sight.form.fault = False, why
    if why:
        return
    await greet(session, Invitation(address, code, print_))


def _typed(link: str, code: str, place: str) -> Invitation | None:
    """What somebody typed: a whole link in either field, or an address and a code."""
    for text in (link, code):
        if (found := invitation(text)) is not None:
            return found
    address = place or address_of(link)
    return Invitation(address, code.strip()) if address and code.strip() else None


async def greet(session: Session, invited: Invitation | None) -> None:
    """Ask a hall who one would be there, and show what joining it means."""
    sight = session.hall
    if invited is None:
        sight.form.fault = "请写裁判长给的链接；没有链接的，写会场的地址和码。"
        return
    sight.busy, sight.form.fault = True, ""
    try:
        said = await hall_desk().greet(invited)
        if said["role"] not in MAY_JOIN:
            raise HallError(f"这是{NAMES.get(said['role'], '别的')}的码，不能用来加入；请向裁判长要裁判的码。")
        sight.asked, sight.greeting = invited, said
    except HallError as refused:
        sight.form.fault = str(refused)
    finally:
        sight.busy = False


def scan(session: Session) -> None:
    """Read the code the chief referee shows, with the camera."""

    def heard(told: dict[str, str]) -> None:
        if "code" in told:
            found = invitation(told["code"])
            said = "这不是会场的码" if found is None else "读到了"
            device.ask("scanned", {"done": found is not None, "said": session.say(said)})
            if found is not None:
                session.page.run_task(greet, session, found)
        elif told.get("ended") in ENDED:
            session.tell(ENDED[told["ended"]])

    words = {"title": session.say("对准裁判长给的二维码"), "stop": session.say("不读了")}
    device.ask("scan", words, heard)


def _offer(session: Session, invited: Invitation, said: Mapping[str, Any]) -> list[ft.Control]:
    """Say what goes, to whom and for how long, before anything goes."""
    sight = session.hall
    game = GAMES.get(said.get("game") or "", "")
    name = shown(said["name"], LINE) + (f"（{game}）" if game else "")
    lines = [
        ("赛事", name),
        ("身份", f"{NAMES.get(said['role'], '')} {said['member']}"),
        ("送什么", GOES + (GIVES if said["role"] == "chief" else "")),
        *([("收什么", COMES)] if said.get("books") else []),
        ("送给谁", f"裁判长的电脑 {invited.address}；有码的裁判都收到同样的。"),
        ("多久", f"直到退出会场{until(said.get('expires'))}。退出以后什么也不送，已记的留在本机。"),
        ("不送", STAYS),
        ("响铃", RINGS),
    ]

    async def join(_: object) -> None:
        sight.asked, sight.greeting, sight.form.fault = None, None, ""
        one = await hall_desk().join(invited, said)
        if not session.assignment.author:
            session.duty.call_myself(said["member"])
        if said.get("game") in GAMES:
            session.duty.attend(one.event, [said["game"]])
        sight.form.values.clear()
        sight.form.version += 1
        session.tell(f"已加入“{shown(one.name, LINE)}”")
        session.go(routes.tab_address("hall"), instead=True)

    def not_now(_: object) -> None:
        sight.asked, sight.greeting = None, None

    body: list[ft.Control] = [sentence(session, f"{what}：{words}", theme.BODY) for what, words in lines]
    if invited.address.startswith("http://") and not invited.address.startswith("http://127.0.0.1"):
        open_ = "这个地址没有加密（http）：同一个网络里的人可能看到送的内容。"
        body.append(sentence(session, open_, theme.BODY))
    body += [
        button(session, "加入", join, ft.Icons.LOGIN, filled=True),
        button(session, "先不加入", not_now),
    ]
    return [card(session, "加入以前", body, ft.Icons.INFO_OUTLINE)]


def until(expires: float | None) -> str:
    """Say until when a code is good, after that it ends with leaving."""
    if expires is None:
        return "，或码被收回"
    return f"，或到 {datetime.fromtimestamp(expires):%m月%d日 %H:%M} 码失效"


# Joined


def _places(standings: Sequence[Standing]) -> tuple[tuple[str, str], ...]:
    return tuple(each.membership.place for each in standings)


def _matters(standings: Sequence[Standing]) -> dict[tuple[str, str], list[Matter]]:
    """What is to be looked at in each event: of counts that were outdated a referee his own, the chief all."""
    found = {}
    for each in standings:
        with suppress(JournalError):
            found[each.membership.place] = matters(
                journal(), each.membership.event, own=each.membership.role != "chief"
            )
    return found


def _standing(session: Session, standing: Standing, now: float, look_at: Sequence[Matter]) -> list[ft.Control]:
    one = standing.membership

    async def now_(_: object) -> None:
        await hall_desk().meet(one)

    async def leave(_: object) -> None:
        await hall_desk().leave(one)
        session.tell(f"已退出“{shown(one.name, LINE)}”，从此不再送去；再加入时用同一个码")

    body: list[ft.Control] = [
        sentence(session, standing.sentence(now), theme.LAW, bold=True),
        quiet(session, f"{NAMES.get(one.role, '')} {one.member} · {one.address}", theme.BODY),
    ]
    if standing.why:
        body.append(sentence(session, f"还没有同步：{standing.why}", theme.BODY))
    body += [sentence(session, f"会场没有收：{why}", theme.BODY) for why in standing.refused]
    if standing.behind:
        older = "会场换了规程的文本，这里的还是旧的：连上以后自己换，裁决写明照的是哪一版。"
        body.append(sentence(session, older, theme.BODY, color=session.shade(theme.AMBER)))
    body += [quiet(session, f"规程{line}", theme.BODY) for line in standing.books]
    if abs(standing.ahead) >= CLOCK:
        how = "快" if standing.ahead > 0 else "慢"
        said = f"本机的时钟比会场{how}{abs(standing.ahead):.0f}秒，请核对；时限照会场的钟算。"
        body.append(sentence(session, said, theme.BODY))
    body += [
        button(session, "现在同步", now_, ft.Icons.SYNC),
        button(session, "退出会场", leave, ft.Icons.LOGOUT),
        quiet(session, f"{RINGS}把手机给别人用：先退出，再用他的码加入。", theme.BODY),
    ]
    parts = [_call(session, standing, call, now) for call in standing.calls]  # they are what one comes for
    if look_at:
        parts.append(section_title(session, f"要看一看的 {len(look_at)} 件"))
        parts += [_matter(session, one.event, each) for each in look_at[:LISTED]]
    parts.append(card(session, shown(one.name, LINE), body, ft.Icons.HUB_OUTLINED))
    if waits := _waiting(standing):
        why = standing.why or "正在送"
        parts.append(section_title(session, f"还没有送的 {len(waits)} 条"))
        lines = [f"{each.at[11:16]} {_about(each)}" for each in waits[:LISTED]]
        if len(waits) > LISTED:
            lines.append(f"还有 {len(waits) - LISTED} 条。")
        lines.append(f"为什么：{why}")
        shown_lines = [sentence(session, line, theme.BODY) for line in lines]
        parts.append(ft.Container(stretched(shown_lines, spacing=4), padding=ft.Padding.symmetric(horizontal=16)))
    return parts


def _matter(session: Session, event: str, matter: Matter) -> ft.Control:
    """One thing to look at, and what can be said or done about it."""
    keys: list[ft.Control] = []
    if (double := matter.double) is not None:
        for text, same in (("是同一件事，只计一次", True), ("不是，是两件事", False)):
            keys.append(button(session, text, on_tap(_answer, session, double, same)))
    if (conflict := matter.conflict) is not None:
        for record in (conflict.earlier, conflict.later):
            text = f"照{record.author or '一名裁判'} {record.at[11:16]} 写的"
            keys.append(button(session, text, on_tap(_write_again, session, event, record)))
    if matter.outdated is not None:
        keys.append(button(session, "照现在的次数重裁", on_tap(_rule_anew, session, matter.outdated.entry)))
    if matter.entry is not None:
        keys.append(button(session, "看记录", on_tap(session.go, routes.journal_address(matter.entry.id))))
    body = notice(
        session,
        ft.Icons.HELP_OUTLINE,
        _title(matter),
        [sentence(session, matter.said), *keys],
        session.shade(theme.AMBER),
    )
    return ft.Container(body, padding=ft.Padding.only(left=16, right=16, top=8))


def _title(matter: Matter) -> str:
    if matter.double is not None:
        return QUESTION
    return "次数变了" if matter.outdated is not None else "写的不一样"


def _answer(session: Session, double: Double, same: bool) -> None:
    """Put on record whether two rulings are of one incident."""
    other = (
        f"{double.earlier.author or '一名裁判'} {double.earlier.at[11:16]} 的“{shown(double.earlier.body.title, LINE)}”"
    )
    words = f"和{other}{'是同一件事，只计一次' if same else '不是同一件事，各计一次'}。"
    _write(session, lambda book: book.answer_same(double, same, words))


def _write_again(session: Session, event: str, record: Record) -> None:
    """Write one of two states again, as it stands: it counts from now on."""
    _write(session, lambda book: book.save_competition(event, [dict(decoded(record.body))]))


def _write(session: Session, work: Callable[[Journal], object]) -> None:
    try:
        work(session.duty.journal())
    except JournalError as refused:
        session.tell(str(refused))
        return
    session.duty.written()
    session.tell("已存入日志")


def _rule_anew(session: Session, entry: Entry) -> None:
    """Go through a ruling again with what counts now; saved, it takes the place of the one in the journal."""
    again = next(iter(counted_on(journal(), entry)), None) or given_again(journal(), entry)
    if again is None:
        session.tell("这条记录没有记下当时怎样答的：请从“裁决”重新裁一次，再撤回它")
    else:
        session.table.rule_anew(again)


def _waiting(standing: Standing) -> list[Record]:
    if not standing.waiting:
        return []
    try:
        return waiting_records(hall_desk().store(), standing.membership)
    except JournalError:
        return []


def _about(record: Record) -> str:
    title = record.body.get("title")
    kind = KINDS.get(record.kind, record.kind)
    return f"{kind}：{shown(title, LINE)}" if isinstance(title, str) and title else kind


def _call(session: Session, standing: Standing, call: Mapping[str, Any], now: float) -> ft.Control:
    """One table that calls: who goes there, or the key to go there oneself."""
    one, taken = standing.membership, call["taken_by"]

    async def end(_: object) -> None:
        try:
            await hall_desk().call(one, call["id"], "end")
        except HallError as refused:
            session.tell(str(refused))

    said = f"{called(call)}，等了{waited((call['taken'] or now - standing.ahead) - call['at'])}"
    keys: list[ft.Control] = []
    if taken is None:
        keys.append(
            button(
                session,
                f"我去{call['table']}桌",
                on_tap(session.page.run_task, go_there, session, standing, call),
                filled=True,
            )
        )
    elif taken == one.member:
        said += "，我去了"
        keys.append(
            button(
                session,
                f"到{call['table']}桌裁决",
                on_tap(session.page.run_task, rule_there, session, standing, call),
                filled=True,
            )
        )
    else:
        said += f"，{taken}去了"
    if taken in (None, one.member):
        keys.append(button(session, f"{call['table']}桌不用去了", end))
    body = stretched([sentence(session, said, theme.LAW, bold=taken is None), *keys], spacing=8)
    return ft.Container(body, padding=ft.Padding.only(left=16, right=16, top=8))


async def go_there(session: Session, standing: Standing, call: Mapping[str, Any]) -> None:
    """Say that one goes to a table, and turn the rulings to it."""
    try:
        await hall_desk().call(standing.membership, call["id"], "take")
    except HallError as refused:
        session.tell(str(refused))
        return
    await rule_there(session, standing, call)


async def rule_there(session: Session, standing: Standing, call: Mapping[str, Any]) -> None:
    """Turn the rulings to a table: its event, its round, and so the pairs that were drawn to meet there."""
    event = standing.membership.event
    body = session.duty.event_body(event)
    games = session.duty.games_of(body)
    if not games:
        session.tell("这个项目的规则不在这台设备上：请先收下会场的规程，再点一次")
        return
    game = games[0] if len(games) == 1 or session.settings.game not in games else session.settings.game
    try:
        number = await aside(round_now, journal(), event)
    except JournalError:
        number = None
    session.duty.attend(event, [game])
    session.duty.called_to(Scene(event, game, Place(call["table"], number)))
    session.play(game)
    session.go(routes.rule_address(game))
