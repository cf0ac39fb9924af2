"""What a ruling brings, said once and in sentences: the lines of what is done, then what neither they nor the ruling say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from decision_trees.roles import OFFICIALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from decision_trees.engine import Ruled
    from decision_trees.model import Effect

OVERLAP = 0.75  # of the pairs of characters of a consequence that a sentence holds: it says the same
TOGETHER = 0.5  # the same of all that is said together: the referee has read it, in two places
_SIDES = re.compile("南北(?=方)|东西(?=方)")
_SENTENCES = re.compile("[。；]")
_PARTS = re.compile("[，。；：、（）“” ]")

DURATIONS: Mapping[str, str] = {
    "rest_of_auction": "直到竞叫结束",
    "while_on_lead": "他保持引牌权时一直有效",
    "this_trick": "只在本墩",
    "this_circle": "只在本圈",
    "this_round": "只在本轮",
    "this_deal": "只在本副牌",
    "event": "整个赛事",
}
_WORDS: Mapping[str, tuple[str, ...]] = {
    "call_stands": ("成立", "合法"), "call_cancelled": ("取消",), "must_call": ("改为", "必须叫", "叫"),
    "forced_pass": ("不叫",), "card_withdrawn": ("收回",), "card_restored": ("收回",), "penalty_card": ("罚张",),
    "trick_stands": ("成立", "有效"), "lead_required": ("引", "领出"), "play_required": ("打出", "出"),
    "card_played": ("打出", "成立", "有效"), "warning": ("警告",), "violation": ("违例",), "foul": ("犯规",),
    "lose_deal": ("判负",), "lose_game": ("判负",), "disqualified": ("取消资格", "取消比赛资格"),
    "skip_turns": ("停止", "停"), "redeal": ("重新发牌", "重发", "重洗"), "board_cancelled": ("取消",),
    "right_lost": ("丧失",), "right_kept": ("不丧失", "保留"), "refer": ("裁判长", "决定"), "levels": ("升", "级"),
    "points": ("分",), "adjusted_score": ("调整分",), "procedural_penalty": ("程序性判罚",),
}  # fmt: skip
"""Words by which a sentence says a consequence of a kind."""

_ON_RECORD = {"warning": "警告", "violation": "记违例", "foul": "记犯规"}
_DIGITS = "零一二三四五六七八九十"


def carried_out(step: Ruled) -> list[str]:
    """What happens now, each thing once: the lines of what is done, and the consequences that nothing else says."""
    outcome = step.outcome
    said = [outcome.ruling, *(part for text in (outcome.ruling, *outcome.do) for part in _SENTENCES.split(text))]
    said += [figure.text for figure in step.figures]
    said += [step.next.text] if step.next is not None else []
    whole = "。".join(said)
    aloud = {who: _SENTENCES.split(words) for who, words in outcome.tell.items()}
    kinds = [effect.kind for effect in outcome.effects]
    rest = [
        effect
        for effect in outcome.effects
        if says_more(effect)
        and not _recorded(effect, outcome.ruling + "".join(outcome.do), kinds)
        and not _explained(effect, outcome.tell, outcome.choice is not None)
        and not _said(effect, said)
        and not _said_together(effect, whole)
        and not (effect.kind == "refer" and outcome.follow_ups and not OFFICIALS.search(effect.who or ""))
        and not _told(effect, aloud)
    ]
    return list(dict.fromkeys([*outcome.do, *map(consequence, rest)]))


def says_more(effect: Effect) -> bool:
    """Tell whether a consequence says more than that the game goes on."""
    return not (effect.kind in ("auction_continues", "play_continues", "claim") and not effect.what)


def _recorded(effect: Effect, text: str, kinds: Sequence[str]) -> bool:
    """Is it one mark on the record that the ruling names?"""
    return effect.kind in _ON_RECORD and kinds.count(effect.kind) == 1 and _ON_RECORD[effect.kind][-2:] in text


def _explained(effect: Effect, tell: Mapping[str, str], chooses: bool) -> bool:
    """Is it what somebody is told before he chooses, and the words are there?"""
    return effect.kind == "explain" and _TOLD_TO.search(effect.what or "") is not None and (chooses or bool(tell))


def _told(effect: Effect, aloud: Mapping[str, Sequence[str]]) -> bool:
    """Is it said, word for word, to the one it concerns?"""
    what = effect.what or ""
    own = [part for who, parts in aloud.items() for part in parts if not effect.who or _same_side(effect.who, who)]
    return len(what) > 3 and any(overlap(what, part) >= OVERLAP and _amount_in(effect, part) for part in own)


def _same_side(one: str, other: str) -> bool:
    return one == other or one in other or other in one or _about(one, other)


def _said(effect: Effect, sentences: Iterable[str]) -> bool:
    words, whole = _WORDS.get(effect.kind, ()), consequence(effect)
    for sentence in sentences:
        if not _amount_in(effect, sentence):
            continue
        if overlap(whole, sentence) >= OVERLAP:
            return True
        if effect.what:
            if len(effect.what) > 3 and overlap(effect.what, sentence) >= OVERLAP:
                return True
            if effect.what in sentence and _about(effect.who, sentence):
                return True
        elif _about(effect.who, sentence) and any(word in sentence for word in words):
            return True
    return False


def _said_together(effect: Effect, whole: str) -> bool:
    """Is it said by ruling, lines and figures together, though by no sentence of them alone?"""
    whole, who = _ROLES.sub("", whole), effect.who or ""
    what, amount = _ROLES.sub("", effect.what or ""), effect.amount
    if effect.kind in _TAKEN_BACK and len(what) < _NAMED:
        return any(word in whole for word in _TAKEN_BACK[effect.kind])
    if effect.kind in _RIGHTS and ("处罚权" in what or not what) and _RIGHTS[effect.kind].search(whole):
        return True
    if isinstance(amount, int | float):
        if not re.search(rf"(?<![\d.]){abs(amount):g}(?![\d.])", whole) and not _amount_in(effect, whole):
            return False
        if len(what) < _NAMED and what in whole:
            return True
        counted = "，" in what  # how it is counted, and not what alone
        if effect.kind == "points" and not counted and f"{abs(amount):g}{effect.unit or ''}" in whole:
            return _about(effect.who, whole) or overlap(what, whole) >= TOGETHER
    return len(what) >= _NAMED and overlap(what.replace("由他", f"由{who}"), whole) >= TOGETHER


_ROLES = re.compile("（[^（）]*）")
_NAMED = 4  # characters of what says what it is; less (牌张, 级分) only names its kind
_RIGHTS: Mapping[str, re.Pattern[str]] = {
    "right_lost": re.compile("处罚权丧失|丧失[^，。]*处罚权|不再判罚|不再处罚|不判罚|不罚"),
    "right_kept": re.compile("处罚权(?:没有|不)丧失"),
}
_TAKEN_BACK: Mapping[str, tuple[str, ...]] = {
    "card_restored": ("收回", "放回", "退回"),
    "card_withdrawn": ("收回", "退回", "更换"),
}


def _amount_in(effect: Effect, sentence: str) -> bool:
    if effect.amount is None or str(effect.amount) in sentence or str(effect.amount) in (effect.what or ""):
        return True
    number = effect.amount
    return isinstance(number, int) and 0 < number < len(_DIGITS) and _DIGITS[number] in sentence


def overlap(what: str, sentence: str) -> float:
    """How much of what one thing says another says too, 0 to 1, by pairs of characters."""
    sentence = sentence.replace(" ", "")
    pairs = [part[i : i + 2] for part in _PARTS.split(what) for i in range(len(part) - 1)]
    return sum(pair in sentence for pair in pairs) / len(pairs) if pairs else 0.0


def _about(who: str | None, sentence: str) -> bool:
    """Is a sentence about somebody, or about the side he sits on?"""
    return not who or who in sentence or any(who[0] in side and who.endswith("家") for side in _SIDES.findall(sentence))


# In a sentence


def consequence(effect: Effect) -> str:
    """Say a consequence in one sentence: whom it concerns, what happens, how much, how long."""
    said = _SAYINGS.get(effect.kind, _plainly)(effect)
    after = DURATIONS.get(effect.duration or "", "")
    if after and effect.kind not in (*_ON_RECORD, "forced_pass", "skip_turns", "lose_deal", "lose_game", "redeal"):
        if effect.duration == "while_on_lead":
            right = next((word for word in ("领出牌权", "领出权") if word[:-1] in said), "引牌权")
            said += "" if re.search(f"保[持留]{right}", said) else f"；{after.replace('引牌权', right)}"
        elif after[-2:] not in said and after not in said:
            said += f"（{after}）"
    return said


def _whole(effect: Effect) -> str:
    """What it is, with how much and which suits."""
    said = effect.what or ""
    if effect.amount is not None and str(effect.amount) not in said:
        joint = "" if not said else "，共" if "每" in said else "，"
        said += f"{joint}{effect.amount}{effect.unit or ''}"
    if effect.suits and effect.suits not in said:
        said += f"：{effect.suits}" if said else effect.suits
    return said


def _colon(who: str | None, said: str) -> str:
    return f"{who}：{said}" if who and said else who or said


def _plainly(effect: Effect) -> str:
    return _colon(effect.who, _whole(effect))


def _joined(effect: Effect) -> str:
    """Somebody and what he does, as one sentence."""
    return f"{effect.who or ''}{_whole(effect)}"


def _verb(alone: str, around: str, verbs: str, joined: bool = False, of: str = "的") -> Callable[[Effect], str]:
    """Return how a kind is said: with nothing more, around a thing, or as a clause that has its own verb."""
    own = re.compile(verbs)

    def say(effect: Effect) -> str:
        who, said = effect.who or "", _whole(effect)
        if not said or said == alone[-len(said) :]:
            return alone.format(who=who, of=f"{who}{of}" if who else "").strip()
        if own.search(said):
            return f"{who}{said}" if joined else _colon(effect.who, said)
        return around.format(who=who, colon=f"{who}：" if who else "", what=said)

    return say


def _on_record(effect: Effect) -> str:
    mark, who = _ON_RECORD[effect.kind], effect.who or ""
    if effect.what and mark[-2:] in effect.what and effect.what != mark:
        return _colon(who, effect.what)
    if effect.what and effect.what != mark:
        return f"{who}{mark}：{effect.what}"
    number = effect.amount if isinstance(effect.amount, int) else 1
    return f"{who}{mark}{_DIGITS[number] if 0 < number <= 10 else number}次"


def _skips(effect: Effect) -> str:
    if effect.what:
        return f"{effect.who or ''}{effect.what}"
    number = effect.amount if isinstance(effect.amount, int) else 1
    turns = f"{_DIGITS[number] if 0 < number <= 10 else number}{effect.unit or '次'}"
    when = "下一次轮到时" if effect.duration == "one_turn" else ""
    return f"{effect.who or ''}{when}停止出牌{turns}"


def _passes(effect: Effect) -> str:
    if effect.what:
        return _colon(effect.who, effect.what)
    return f"{effect.who or ''}{'此后永远不叫' if effect.duration == 'rest_of_auction' else '下一次轮到时必须不叫'}"


def _transfers(effect: Effect) -> str:
    return _plainly(effect) if effect.what else _joined(effect)


def _referred(effect: Effect) -> str:
    who, what = effect.who or "", _whole(effect)
    if not OFFICIALS.search(who):
        return _colon(effect.who, what)
    return f"{who}{what}" if _DECIDES.match(what) else f"由{who}定：{what}"


_DECIDES = re.compile("裁定|宣布|决定|定|确认|请求|根据|在|对有|按|需要|造成|没有")
_TOLD_TO = re.compile("后果|选择|接受|可要求|可禁止|罚则")


def _explains(effect: Effect) -> str:
    if _TOLD_TO.search(effect.what or ""):
        return f"向{effect.who}说明：{effect.what}"
    return _plainly(effect)


def _right_lost(effect: Effect) -> str:
    who, what = effect.who or "", effect.what or "这项权利"
    if re.search("裁决|受到损害|受特别判罚", what):
        return _colon(who, what)
    return f"{who}丧失{what}" if re.search("权|罚|申诉|选择", what) else f"{who}丧失{what}的权利"


def _right_kept(effect: Effect) -> str:
    who, what = effect.who or "", effect.what or ""
    if not what:
        return f"{who}的权利保留"
    if re.search("保留|照常", what):
        return f"{who}的{what}"
    if "可以" in what:
        return f"{who}{what}"
    return f"{who}保留{what}" if re.search("权|罚|选择", what) else f"{who}可以{what}"


_SAYINGS: Mapping[str, Callable[[Effect], str]] = {
    "warning": _on_record,
    "violation": _on_record,
    "foul": _on_record,
    "skip_turns": _skips,
    "forced_pass": _passes,
    "trick_transfer": _transfers,
    "refer": _referred,
    "explain": _explains,
    "right_lost": _right_lost,
    "right_kept": _right_kept,
    "call_stands": _verb("{of}叫牌成立", "{colon}{what}成立", "成立"),
    "call_cancelled": _verb("{of}叫牌取消", "{colon}{what}取消", "取消$"),
    "must_call": _verb("{who}必须叫牌", "{who}必须叫牌：{what}", "^看|重新", joined=True),
    "must_repeat": _verb("{who}必须重复叫牌", "{who}必须重复{what}", "重复"),
    "may_not_double": _verb("{who}不得加倍", "{colon}{what}", "."),
    "lead_penalty": _verb("{who}受引牌判罚", "{colon}{what}", "."),
    "card_played": _verb("{of}牌算打出", "{colon}{what}算打出", "成立|算|有效|不得|换成"),
    "card_withdrawn": _verb("{who}收回牌张", "{who}收回{what}", "收回|更换|退回|不算|不再"),
    "card_restored": _verb("{who}把牌收回手中", "{who}收回{what}", "收回|翻回|放回"),
    "penalty_card": _verb("{of}牌成为罚张", "{colon}{what}成为罚张", "罚张"),
    "trick_stands": _verb("{of}结果成立", "{colon}{what}", "."),
    "adjusted_score": _verb("判给{who}调整分", "{who}调整分：{what}", "调整分.|.调整分|视作"),
    "score_cap": _verb("{who}得分有上限", "{colon}{what}", "."),
    "board_cancelled": _verb("这一副取消", "{what}取消", "取消"),
    "redeal": _verb("重新发牌", "{what}", "."),
    "procedural_penalty": _verb("{who}程序性判罚", "{who}程序性判罚：{what}", "程序性判罚|处罚"),
    "lose_deal": _verb("{who}本副判负", "{who}{what}", ".", joined=True),
    "lose_game": _verb("{who}判负", "{who}{what}", ".", joined=True),
    "disqualified": _verb("{who}取消资格", "{who}{what}", "资格", joined=True),
    "no_pattern": _verb("{who}领出受限制", "{who}{what}", ".", joined=True),
    "next_deal": _verb("{who}", "{colon}{what}", "^(洗牌|指定|首|先抓|坐庄)", joined=True),
    "levels": _verb("{who}", "{colon}{what}", "^(由|升|仍|过)", joined=True),
    "play_required": _verb("{who}", "{colon}{what}", "须|必须", joined=True),
    "report": _verb("{who}报告", "{colon}{what}", "^向", joined=True),
    "hearing": _verb("听取{who}陈述", "{colon}{what}", "."),
}
