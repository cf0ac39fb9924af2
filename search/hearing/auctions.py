"""An auction in a sentence: only where it is said who dealt, or who opened, and the calls follow each other without a gap."""

from __future__ import annotations

import re
from collections.abc import Sequence

from search.hearing.sentence import CALL_SIGN, SEAT_SIGN, SUIT_SIGN, Sentence, acts

_DEALER = re.compile(
    rf"({SEAT_SIGN})(?:是|做|当)?(?:发牌人|发牌的|发牌|发的牌)|(?:发牌人|发牌的人?)(?:就)?(?:是|为)? ?({SEAT_SIGN})"
    rf"|(?:头一个|第一个)(?:就)?(?:该|应该|轮到|是|轮) ?({SEAT_SIGN})"
    rf"|(?:该|轮到|应该) ?({SEAT_SIGN})(?:头一个|第一个)"
)
_ALL_PASS = re.compile(
    r"(?P<all>(?:后面|后|接着|连着)?(?:都|全|(?P<n>[二两三四234])家?(?:都|全)?(?:连着)?)(?:不叫|派司|PASS|过了))"
)
_OPENER = re.compile(rf"({SEAT_SIGN})(?:先)?(?:开叫|开)了?(?:个|的是)?(?={CALL_SIGN})")
_CALL = rf"(?:{CALL_SIGN}|不叫|派司|PASS|再加倍|加倍)"
_BARE = re.compile(rf"(?:^|(?<= ))({SEAT_SIGN}) ?(?={_CALL} ?{SEAT_SIGN} ?{_CALL})")
_DUE = re.compile("轮|该|应|等|越|隔|跳|跨")
_DID = rf"[就说又也]*(?:开叫|应叫|争叫|加叫|叫|开|喊|报|争|跟)?(?:了|的是|个)*{_CALL}|(?:说|就)*不接受|(?:是|做|当)?发牌(?:人|的)?"
_THE_REST = "(?:后面|接着|然后)*(?:都|全|[二两三四234]家?(?:都|全)?)(?:不叫|派司|PASS|过了)"
_ONLY_CALLS = re.compile(rf"(?: |呃|嗯|那个|裁判|呢|啊|了|{SEAT_SIGN} ?(?:{_DID})|{_THE_REST})+")
_EVENT = re.compile(
    rf"(?P<seat>{SEAT_SIGN})|(?P<call>{CALL_SIGN})|{_ALL_PASS.pattern}"
    r"|(?P<pass>不叫|派司|PASS)|(?P<redouble>再加倍)|(?P<double>加倍|(?<!再)加了倍)"
)
_CALLED = re.compile(rf"{CALL_SIGN}|加倍|加了倍|不叫|派司|PASS")
_WAITED_FOR = re.compile(r"(?:[没不]等|没有等|未等|等不及|越过|跳过|跨过|隔着|抢在|赶在)(?:他的?)?(?:上家)?$")
_OUT_OF_TURN = re.compile(r"抢|还没|都没|先|没轮|轮不到|没等|嘴快|手快|越|隔着|跳过|直接|急|顺嘴|上来就|倒是|反倒|倒")
_TURNED = re.compile(
    r"不够|不能|取消|才说|受罚|裁判|改|换|收回|撤回|拿回|(?<!还)没叫|(?<!还)没有叫|不是叫|又|重新|如果|要是|假如|应该|本来|本该|想叫|以为|听成|看成|听错|前面|之前|中间|最后|同时|一齐|一起"
)
_PLAYED = re.compile(r"(?:打|做|做庄|主打|坐庄|定约(?:是|为)?)(?:了|的)?$|(?:左手|右手|上家|下家|对家|同伴|对方)")
_MANY = {"二": 2, "两": 2, "2": 2, "三": 3, "3": 3, "四": 4, "4": 4}


def _who(m: re.Match[str]) -> str:
    """The sign of who is said to deal: who has the first call has dealt."""
    return next(str(sign) for sign in m.groups() if sign)


def auction_of(sentence: Sentence, seats: Sequence[str]) -> tuple[str, int, int] | None:
    """The auction as it is typed (``N 1S P E:1H``) and where it stands in the sentence; None unless it is said whole."""
    dealers = [*_DEALER.finditer(sentence.text)]
    if len({sentence.values[_who(m)] for m in dealers}) != 1:
        return None
    return _from(sentence, seats, dealers[0])


def _from(
    sentence: Sentence, seats: Sequence[str], found: re.Match[str], opened: bool = False
) -> tuple[str, int, int] | None:
    """The auction from where it is said who dealt or opened."""
    text = sentence.text
    dealer = sentence.values[found[1] if opened else _who(found)]
    if _TURNED.search(text) or re.search(r"不是$", text[: found.start()]):
        return None
    if re.search(CALL_SIGN, text[: found.start()]) or re.search(rf"{SUIT_SIGN}|无将|NT", text[found.end() :]):
        return None  # calls before the dealer, or what may be one and was not understood
    calls: list[str] = []
    turn, seat, last = dealer, (dealer if found[1] else None), found.end()
    passes, bids = 0, 0
    for m in _EVENT.finditer(text, found.end()):
        if m["seat"] and _WAITED_FOR.search(text[: m.start()]):
            continue  # whose turn it was: who called before him is told beside it
        if m["seat"]:
            seat, last_seat = sentence.values[m["seat"]], m.start()
            between = text[last:last_seat]
            continue
        if m["all"]:
            count = _MANY.get(m["n"] or "", 3 if bids else 4)
            if seat is not None and seat != turn and calls:
                return None
            calls += ["P"] * count
            turn = seats[(seats.index(turn) + count) % len(seats)]
            passes, seat, last = passes + count, None, m.end()
            continue
        if seat is None:
            return None
        between = text[last : m.start()]
        if _PLAYED.search(between):
            return None  # what is played, not what was called; or somebody named by what he is to another
        call = sentence.values[m["call"]] if m["call"] else "P" if m["pass"] else "XX" if m["redouble"] else "X"
        over = passes >= 3 and len(calls) > 3  # whoever calls after the final pass is named
        if over and between.endswith("的"):
            break  # “西家把东家的2♦解释成自然叫”: a call that was made is spoken of
        if seat == turn and not over:
            calls.append(call)
        elif over or _OUT_OF_TURN.search(between):
            calls.append(f"{seat}:{call}")
        else:
            return None
        passes, bids = (passes + 1 if call == "P" else 0), bids + (call not in ("P", "X", "XX"))
        turn, seat, last = seats[(seats.index(seat) + 1) % len(seats)], None, m.end()
    if not calls:
        return None
    return f"{dealer} {' '.join(calls)}", found.start(), last


def opens(sentence: Sentence, at: int) -> bool:
    """Whether the seat there is said to have opened, and somebody called after it: it is no irregularity of his."""
    m = _OPENER.match(sentence.text, at)
    return m is not None and _CALLED.search(sentence.text, m.end() + 1) is not None


def opened_auction(sentence: Sentence, seats: Sequence[str]) -> tuple[str, int, int] | None:
    """As :func:`auction_of`, where it is said who opened and not who dealt: as if the opener had dealt.

    Passes before do not matter for whether a later bid is high enough, and for nothing else may it be taken.
    """
    if _DEALER.search(sentence.text) or len(openers := [*_OPENER.finditer(sentence.text)]) > 1:
        return None
    if not openers and (bare := _listed(sentence)) is not None:
        openers = [bare]
    return _from(sentence, seats, openers[0], opened=True) if openers else None


def _listed(sentence: Sentence) -> re.Match[str] | None:
    """The first of calls told one beside the other, each with its seat alone, the first bid of one: then it opened.

    A first bid of more may have been a raise, of which the rest of the auction was not told.
    """
    text = sentence.text
    first = _BARE.search(text)
    if first is None or re.search(SEAT_SIGN, text[: first.start()]) or _OUT_OF_TURN.search(text) or _DUE.search(text):
        return None
    bid = re.search(CALL_SIGN, text[first.start() :])
    if bid is None or not sentence.values[bid[0]].startswith("1"):
        return None
    return first


def called(sentence: Sentence) -> bool:
    """Whether a call is told."""
    return _CALLED.search(sentence.text) is not None


def merely_called(sentence: Sentence) -> bool:
    """Whether nothing is told but calls, who made them, and that somebody does not accept one."""
    return _ONLY_CALLS.fullmatch(sentence.text) is not None


_INSTEAD = re.compile(r"改|换|想叫|要叫|本想|以为|看成|听成|看岔|听岔|如果|要是|应该|本来|重新")
_NEAR = 8  # characters from who called to what he called


def two_bids(sentence: Sentence) -> tuple[str, str, str | None, int, int] | None:
    """The only two bids before anybody thinks better of it, who is said to have made the second, and where that stands.

    Whether the second is too low, the law of the game says.
    """
    text = sentence.text
    cut = _INSTEAD.search(text)
    end = cut.start() if cut is not None else len(text)
    calls = [*re.finditer(CALL_SIGN, text[:end])]
    if len(calls) != 2:
        return None
    first, second = calls
    seats = [*re.finditer(SEAT_SIGN, text[first.end() : second.start()])]
    by = None
    if (
        seats
        and second.start() - (first.end() + seats[-1].start()) <= _NEAR
        and acts(sentence, first.end() + seats[-1].start())
    ):
        by = sentence.values[seats[-1][0]]
    start = first.end() + seats[-1].start() if by is not None else second.start()
    return sentence.values[first[0]], sentence.values[second[0]], by, start, second.end()
