"""Claims and concessions (声称和承认, laws 68-71)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.endings import TrickRange
from decision_trees.functions import RuleInputError


@dataclass(frozen=True, slots=True)
class ClaimRuling:
    """A yes or no about a claim or concession, by which clauses."""

    holds: bool
    laws: tuple[str, ...]
    because: str  # in Chinese


@dataclass(frozen=True, slots=True)
class Statement:
    """What a statement or action during play amounts to."""

    kind: Literal["play_continues", "claim", "concession", "claim_and_concession", "no_concession"]
    laws: tuple[str, ...]
    because: str  # in Chinese
    exposed_are_penalty_cards: bool | None = None


def statement(
    later_tricks: bool,
    wins: bool,
    loses: bool,
    by_defender: bool = False,
    partner_objected_at_once: bool = False,
    declarer_faced_hand: bool = False,
) -> Statement:
    """Is a statement a claim or a concession (68, 48B2)? It must concern tricks after the current one.

    ``wins``: it says he wins a number of tricks, or shows cards to shorten play; ``loses``: it says he loses some. A claim to
    some tricks concedes the rest: pass ``loses`` too. ``declarer_faced_hand``: other than after an opening lead out of turn.
    """
    if declarer_faced_hand:
        if by_defender:
            raise RuleInputError("庄家摊牌和防家的声明不是同一件事，请只选一项。")
        return Statement("claim", ("48B2", "68A"), "庄家摊出手中的牌，被认为是声称或承认（第48条B款2）。")
    if not later_tricks:
        why = "只针对当前未完成的牌墩，打牌照常进行；防家因此暴露的牌张不作为罚张，可应用第16条，并参阅第57条A款（第68条注）。"
        return Statement("play_continues", ("68", "49", "16", "57A"), why, False)
    if not wins and not loses:
        raise RuleInputError("声明涉及后续牌墩时，请说明他说的是赢得、输去，还是两者都有。")
    if by_defender and loses and partner_objected_at_once:
        why = "防家的承认被其同伴立即反对，承认不能成立；立即召请裁判，可应用第16条（第68条B款）。"
        return Statement("no_concession", ("68B", "16"), why)
    if wins and loses:
        return Statement(
            "claim_and_concession", ("68A", "68B", "68D"), "声称若干墩，即承认其余各墩；打牌停止（第68条）。"
        )
    if wins:
        return Statement("claim", ("68A", "68D"), "声称赢得后续牌墩，打牌停止（第68条A款、D款）。")
    return Statement("concession", ("68B", "68D"), "承认输去后续牌墩，打牌停止（第68条B款、D款）。")


def outstanding_trump(not_mentioned: bool, possibly_unaware: bool, losable_by_normal_play: bool) -> ClaimRuling:
    """Does an outstanding trump cost the claimer a trick or more? Only when all three hold (70C1-3)."""
    failing = [
        text
        for holds, text in (
            (not_mentioned, "声称时已说明该将牌"),
            (possibly_unaware, "声称者不可能未察觉该将牌"),
            (losable_by_normal_play, "任何正常打法都不会在该将牌上失墩"),
        )
        if not holds
    ]
    laws = ("70C1", "70C2", "70C3")
    if failing:
        return ClaimRuling(False, laws, f"{'、'.join(failing)}，不因该将牌给对方墩（第70条C款）。")
    return ClaimRuling(
        True, laws, "未说明该将牌，可能未察觉，某种正常打法可能在该将牌上失墩：给对方一墩或数墩（第70条C款）。"
    )


def unstated_line(
    depends_on_a_holding: bool,
    opponent_failed_to_follow_before: bool = False,
    would_fail_to_follow_on_any_normal_line: bool = False,
    failing_to_adopt_is_irrational: bool = False,
    less_successful_normal_line_exists: bool = True,
) -> ClaimRuling:
    """Is a line the claimer did not state accepted (70D, 70E)?

    ``depends_on_a_holding``: it succeeds only when one opponent rather than the other holds a card (finesse or drop). Other
    new lines: rejected while some normal line would do worse (70D).
    """
    if depends_on_a_holding:
        exceptions = [
            text
            for holds, text in (
                (opponent_failed_to_follow_before, "声称前该对手已在该花色中未跟牌"),
                (would_fail_to_follow_on_any_normal_line, "此后以任何正常打法他都将跟不出该花色"),
                (failing_to_adopt_is_irrational, "不采用此打法是不合理的"),
            )
            if holds
        ]
        if exceptions:
            return ClaimRuling(True, ("70E",), f"{'、'.join(exceptions)}，可以接受（第70条E款）。")
        return ClaimRuling(False, ("70E",), "未曾说明的、基于某对手持有特定牌张的打法，不予接受（第70条E款）。")
    if less_successful_normal_line_exists:
        return ClaimRuling(False, ("70D",), "原陈述另有成功机会较少的正常打法，新的成功线路不予接受（第70条D款）。")
    return ClaimRuling(True, ("70D", "70A"), "任何正常打法都同样成功，可以接受（第70条D款、A款）。")


def acquiescence(agreed: bool, side_called_next_board: bool, round_ended: bool, objected_before: bool) -> ClaimRuling:
    """Does acquiescence in an opponent's claim or concession stand (69A)?

    ``objected_before``: his side objected before it called on the next board and before the round ended.
    """
    if not agreed:
        return ClaimRuling(
            False, ("69A",), "没有同意，不成立默认；有异议的应用第70条、第71条（第68条D款、第69条A款）。"
        )
    if objected_before:
        return ClaimRuling(False, ("69A",), "本方在下一副牌叫牌以前、该轮结束以前已提出异议，默认不成立（第69条A款）。")
    if side_called_next_board or round_ended:
        return ClaimRuling(True, ("69A",), "已同意，且本方下一副牌叫牌或该轮结束前未提出异议，默认成立（第69条A款）。")
    return ClaimRuling(
        False, ("69A",), "已同意，但本方还没有对下一副牌叫牌，该轮也没有结束，仍可提出异议（第69条A款）。"
    )


def acquiescence_withdrawn(
    within_correction_period: bool, trick_actually_won: bool, not_losable_by_normal_play: bool
) -> ClaimRuling:
    """May acquiescence in an opponent's claim be withdrawn for a trick (69B)?"""
    if not within_correction_period:
        return ClaimRuling(False, ("69B", "79C"), "已过第79条C款规定的更改时限，不能撤消默认（第69条B款）。")
    if trick_actually_won:
        return ClaimRuling(True, ("69B",), "默认失去的一墩实际上已为本方赢得，重新记分（第69条B款）。")
    if not_losable_by_normal_play:
        return ClaimRuling(True, ("69B", "69n"), "默认的失墩以任何正常打法不可能丢失，重新记分（第69条B款）。")
    return ClaimRuling(False, ("69B", "69n"), "该墩并未赢得，也并非任何正常打法都不可能丢失，不重新记分（第69条B款）。")


def concession_cancelled(
    within_correction_period: bool,
    before_next_call_or_round_end: bool,
    already_won: bool = False,
    not_losable_by_legal_play: bool = False,
    contract_result_already_settled: bool = False,
    not_losable_by_normal_play: bool = False,
) -> ClaimRuling:
    """Is a concession cancelled (71)? A and B within the correction period, C until the conceder's next call or the round's end.

    ``contract_result_already_settled``: declarer conceded defeat of a contract already made, or a defender conceded a
    contract already defeated (71B). A trick no legal play loses is not lost by normal play either.
    """
    if before_next_call_or_round_end and not within_correction_period:
        raise RuleInputError("还没有到下一副牌叫牌或该轮结束，不会已过第79条C款的更正时间。")
    if within_correction_period:
        if already_won:
            return ClaimRuling(True, ("71A", "79C"), "所承认的失墩实际上已为本方得到，取消该承认（第71条A款）。")
        if not_losable_by_legal_play:
            return ClaimRuling(True, ("71A", "79C"), "以任何合法的打法该墩都不会丢失，取消该承认（第71条A款）。")
        if contract_result_already_settled:
            return ClaimRuling(True, ("71B", "79C"), "定约已经完成或已被击败，取消该承认（第71条B款）。")
    if not_losable_by_normal_play and before_next_call_or_round_end:
        why = "以任何正常打法均不可能丢失，承认方又在下一副牌叫牌和该轮结束以前提出，取消该承认（第71条C款）。"
        return ClaimRuling(True, ("71C",), why)
    if not within_correction_period:
        return ClaimRuling(False, ("71", "79C"), "已过第79条C款规定的更正时间，承认不能取消（第71条）。")
    if not_losable_by_normal_play:
        return ClaimRuling(
            False, ("71C",), "承认方已对下一副牌叫牌或该轮已结束，不能再以正常打法为由取消（第71条C款）。"
        )
    return ClaimRuling(False, ("71",), "承认一经作出即告成立，没有第71条A、B、C款的情形。")


def tricks_restored(found: TrickRange, conceded: int) -> tuple[int, ClaimRuling]:
    """Of conceded tricks, those no legal play of the four hands could lose, by the cards that remain (71A)."""
    if not 0 <= conceded <= found.remaining:
        raise RuleInputError(f"余下{found.remaining}墩，承认的墩数应在0至{found.remaining}之间，现在是{conceded}。")
    back = max(0, found.fewest - (found.remaining - conceded))
    if back:
        return back, ClaimRuling(
            True, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩中有{back}墩不可能丢失，应取消（第71条A款）。"
        )
    return 0, ClaimRuling(
        False, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩都有合法打法会丢失，第71条A款不适用。"
    )
