"""A ruling in words: its consequences, and the whole of it as text to pass on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from decision_trees.engine import Ruled, Settled
    from decision_trees.model import Effect, Outcome, OutcomeOption
    from rules_data.handbook import Handbook

CONSEQUENCES: Mapping[str, str] = {
    "call_stands": "叫牌成立", "call_cancelled": "叫牌取消", "must_call": "必须叫牌", "must_repeat": "必须重复叫牌",
    "forced_pass": "强制不叫", "may_not_double": "不得加倍", "lead_penalty": "引牌判罚", "auction_continues": "竞叫继续",
    "play_continues": "打牌继续", "card_played": "牌已打出", "card_withdrawn": "牌张收回", "penalty_card": "罚张",
    "card_restored": "收回手中", "trick_transfer": "转移牌墩", "trick_stands": "结果成立", "lead_required": "引牌、领出",
    "play_required": "出牌要求", "adjusted_score": "调整分", "score_correction": "更正记分", "score_cap": "得分上限",
    "board_cancelled": "取消此副", "redeal": "重新发牌", "procedural_penalty": "程序性判罚", "warning": "警告",
    "violation": "违例", "foul": "犯规", "lose_deal": "此副判负", "lose_game": "判负", "disqualified": "取消资格",
    "skip_turns": "停止出牌", "no_pattern": "不可领出", "points": "分数", "levels": "级数", "tribute": "贡牌",
    "next_deal": "下一副牌", "right_lost": "权利丧失", "right_kept": "权利保留", "claim": "声称", "appeal": "申诉",
    "report": "报告", "refer": "另行决定", "hearing": "听取陈述", "information": "信息", "explain": "须说明",
    "replace_cards": "还原牌张", "other": "另外",
}  # fmt: skip

DURATIONS: Mapping[str, str] = {
    "once": "一次",
    "one_turn": "下一次轮到时",
    "rest_of_auction": "直到竞叫结束",
    "while_on_lead": "在其保持引牌权期间",
    "this_trick": "本墩",
    "this_circle": "本圈",
    "this_round": "本轮",
    "this_deal": "本副牌",
    "event": "整个赛事",
}

_SHAPES = str.maketrans("SHDC", "♠♥♦♣")
_CALL = re.compile(r"(?<![A-Za-z0-9])([1-9])([SHDC])(?![A-Za-z0-9])")
_CARD = re.compile(r"(?<![A-Za-z0-9])([SHDC])(10|[2-9TJQKA])(?![A-Za-z0-9])")

LEVELS = {"none": "不判罚", "restriction": "有限制或选择", "penalty": "判罚"}
MARKS = {"none": "✓", "restriction": "⇄", "penalty": "!"}


def shaped(text: str) -> str:
    """Show the calls and cards of bridge as at the table: 2H as 2♥, HA as ♥A."""
    text = _CALL.sub(lambda match: match[1] + match[2].translate(_SHAPES), text)
    return _CARD.sub(lambda match: match[1].translate(_SHAPES) + match[2], text)


SAID_BY: Mapping[str, tuple[str, ...]] = {
    "call_stands": ("成立",), "call_cancelled": ("取消",), "must_call": ("改为", "必须叫"), "forced_pass": ("不叫",),
    "card_withdrawn": ("收回",), "card_restored": ("收回",), "penalty_card": ("罚张",), "trick_stands": ("成立", "有效"),
    "lead_required": ("引", "领出"), "play_required": ("打出", "出"), "warning": ("警告",), "violation": ("违例",),
    "foul": ("犯规",), "lose_deal": ("判负",), "lose_game": ("判负",), "disqualified": ("取消资格", "取消比赛资格"),
    "skip_turns": ("停止", "停"), "redeal": ("重新发牌", "重发"), "board_cancelled": ("取消",), "right_lost": ("丧失",),
    "right_kept": ("不丧失", "保留"), "refer": ("裁判长", "决定"), "levels": ("升", "级"), "points": ("分",),
}  # fmt: skip
"""Words by which a sentence about somebody says a consequence of a kind."""

LONG = 4  # characters of what a consequence is about, by which it is recognised without saying whom it concerns
_SIDES = re.compile("南北(?=方)|东西(?=方)")


def carried_out(outcome: Outcome) -> list[str]:
    """What happens now, each thing once: the lines of what is done, and the consequences that neither they nor the ruling say."""
    said = [*re.split("[。；]", outcome.ruling), *outcome.do]
    rest = [effect for effect in outcome.effects if says_more(effect) and not _said(effect, said)]
    return list(dict.fromkeys([*outcome.do, *map(consequence, rest)]))


def _said(effect: Effect, sentences: Sequence[str]) -> bool:
    amount = "" if effect.amount is None else str(effect.amount)
    if effect.what and len(effect.what) >= LONG and any(effect.what in s and amount in s for s in sentences):
        return True
    words = [effect.what] if effect.what else SAID_BY.get(effect.kind, ())
    return any(
        amount in sentence and _about(effect.who, sentence) and any(word in sentence for word in words)
        for sentence in sentences
    )


def _about(who: str | None, sentence: str) -> bool:
    """Is a sentence about somebody, or about the side he sits on?"""
    return not who or who in sentence or any(who[0] in side and who.endswith("家") for side in _SIDES.findall(sentence))


def says_more(effect: Effect) -> bool:
    """Tell whether a consequence says more than that the game goes on."""
    return not (effect.kind in ("auction_continues", "play_continues") and not effect.what)


def consequence(effect: Effect) -> str:
    """Say a consequence in one line: what kind, whom it concerns, what, how much, how long."""
    what = [effect.what or ""]
    if effect.amount is not None and str(effect.amount) not in what[0]:
        what.append(f"{effect.amount}{effect.unit or ''}")
    if effect.suits and effect.suits not in what[0]:
        what.append(effect.suits)
    if effect.duration is not None:
        what.append(DURATIONS[effect.duration])
    said = "，".join(part for part in what if part)
    whom = f"{effect.who}：{said}" if effect.who and said else effect.who or said
    return f"{CONSEQUENCES[effect.kind]} · {whom}" if whom else CONSEQUENCES[effect.kind]


def option_text(option: OutcomeOption) -> str:
    """Say one way to choose; one that is not legal here with the reason."""
    return f"{option.text}（不能选：{option.unavailable}）" if option.unavailable else option.text


def settled_line(settled: Settled) -> str:
    """Say which answer to an open question was used, and why."""
    if settled.answer is None:
        return f"{settled.question} 文本没有规定，由{settled.decides}决定。"
    return f"{settled.question} 采用“{settled.text}”。{settled.because}"


def as_text(step: Ruled, handbook: Handbook) -> str:
    """Return the whole ruling as text, with the clauses as printed."""
    return "\n".join(_lines(step, handbook))


def _lines(step: Ruled, handbook: Handbook) -> Iterator[str]:
    outcome = step.outcome
    yield f"【裁定】{step.tree.title}"
    yield f"{MARKS[outcome.level]} {outcome.ruling}"
    yield from (f"= {figure.text}" for figure in step.figures)
    if step.known:
        yield "事实：" + "；".join(f"{known.label}：{known.shown}" for known in step.known)
    lines = carried_out(outcome)
    if lines:
        yield "执行："
        yield from (f"{number}. {line}" for number, line in enumerate(lines, 1))
    if outcome.choice is not None:
        yield f"选择（{outcome.choice.who}）：" + "；".join(map(option_text, outcome.choice.options.values()))
    yield from (f"对{who}：{words}" for who, words in outcome.tell.items())
    if outcome.deadline is not None:
        yield f"时限：{outcome.deadline.text}"
    if outcome.note:
        yield f"说明：{outcome.note}"
    yield from (f"未定：{settled_line(settled)}" for settled in step.settled)
    yield "依据："
    for cited in step.cites:
        provision = handbook.provision(cited)
        book = handbook.book_of(cited)
        text = " ".join(part.strip() for part in (provision.heading, provision.text) if part and part.strip())
        yield f"《{book.title}》（{book.edition}）{provision.label}  {text}"
