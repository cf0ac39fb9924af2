"""The trial of the marks that are proposed for written rulings, by hands and eyes that know nothing of the marker.

``python -m tests.benchmarks.written_trial FOLDER`` writes what the trial is held with: ``questions.md`` as a candidate sees
them and ``keys.md`` as the examiner does. Others write answers (``answers-*.yaml``), from which ``… FOLDER --blind`` makes
``blind.md``: the answers to each question in an order by chance, without the kind each was meant to be. Two readers mark them,
neither seeing the other's marks nor the proposed ones.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from app.study.clauses import labels
from decision_trees.games import games
from tests.benchmarks.written_marks import OUT_OF, question

if TYPE_CHECKING:
    from app.study.model import Question

ASKED = (
    "bridge.conventional_pass_out_of_rotation.partners_turn_lho_asked",
    "bridge.revoke.failing_to_lead_required_suit",
    "bridge.double_out_of_rotation.own_side_doubled_rho_passes_not_yet_changed",
    "bridge.card_exposed_in_auction.partners_turn_now",
    "bridge.established_revoke.twelfth",
    "bridge.artificial_adjusted_score.no_fault",
    "bridge.chain.found_on_the_floor_then_weighed",
    "bridge.chain.out_of_turn_bid_then_partner",
    "guandan.pass_out_of_turn.partner_passed_over_supplement",
    "guandan.manner_of_passing.changed",
    "guandan.wrong_play_by_follower.bomb_to_beat",
    "guandan.tribute_shown_not_due.third_shows_big_joker",
    "guandan.illegal_signals.grave_suspend",
    "guandan.draw_out_of_turn.second_violation_supplement",
    "guandan.chain.asked_twice_then_answered",
    "guandan.chain.levels_of_a_deal_lost_are_final",
    "shengji.lead_out_of_turn.eight_light_up_to_the_limit",
    "shengji.revoke.penalty_card_not_discarded",
    "shengji.heavy_exposed_card.two_of_a_suit_named",
    "shengji.play_out_of_turn.coach_spoke_first_right_lost",
    "shengji.wrong_count_played.extra_at_once_settled_between_players",
    "shengji.declaring_trumps.too_late",
    "shengji.chain.slow_with_the_bottom_and_counted",
    "shengji.chain.peeked_bottom_then_redealt",
)
"""Worked cases and chains by chance, of trees that no earlier answers were about; two chains a game."""

LEARNT_FROM, HELD_BACK = ASKED[::2], ASKED[1::2]
"""Settled before an answer was written: the marker is mended by the first half, and measured on the second."""


def _marks(of: Question) -> list[float]:
    """What each part is worth of the ten marks."""
    whole = sum(part.weight for part in of.parts)
    return [OUT_OF * part.weight / whole for part in of.parts]


def _asked(number: int, name: str, of: Question) -> list[str]:
    lines = [
        f"## {number}. `{name}`（{games()[of.game].name}，满分 {OUT_OF:g} 分）",
        "",
        of.stem.replace("\n", "\n\n"),
        "",
    ]
    return [
        *lines,
        *(
            f"{at}. （{marks:.1f} 分）{part.ask}"
            for at, (part, marks) in enumerate(zip(of.parts, _marks(of), strict=True), 1)
        ),
        "",
    ]


def _keyed(number: int, name: str, of: Question) -> list[str]:
    lines = _asked(number, name, of)[:3]
    for at, (part, marks) in enumerate(zip(of.parts, _marks(of), strict=True), 1):
        each = sum(point.weight for point in part.points)
        lines += ["", f"**{at}. （{marks:.1f} 分）{part.ask}**", "", "答案：" + part.model.replace("\n", "　"), ""]
        lines += [f"- {point.text}（{marks * point.weight / each:.2f} 分）" for point in part.points]
        if part.also and part.points[0].cites:
            lines += ["", "另写不扣分的：" + labels(part.also)]
    return [*lines, "", "为什么：" + of.why.replace("\n", " "), ""]


def answers_in(folder: Path) -> list[dict[str, Any]]:
    """Every answer of the files ``answers-*.yaml``, each with its id, case, kind and parts."""
    import yaml

    found: list[dict[str, Any]] = []
    for path in sorted(folder.glob("answers-*.yaml")):
        found += yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return found


def _blind(folder: Path) -> None:
    """Write the answers as the readers see them: by question, in an order by chance, without their kind."""
    answers = answers_in(folder)
    lines = ["# 作答（不写是哪一种）", ""]
    for number, name in enumerate(ASKED, 1):
        those = sorted((each for each in answers if each["case"] == name), key=lambda each: str(each["id"]))
        Random(name).shuffle(those)
        lines += [f"## {number}. `{name}`", ""]
        for each in those:
            lines += [f"### {each['id']}", "", *(f"{at}. {text}" for at, text in enumerate(each["parts"], 1)), ""]
    (folder / "blind.md").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Write the questions and the keys into a folder; with ``--blind`` the answers for the readers."""
    folder = Path(sys.argv[1])
    if "--blind" in sys.argv:
        _blind(folder)
        return
    for kept, title, shown in (("questions.md", "书面裁决题", _asked), ("keys.md", "答案与要点", _keyed)):
        lines = [f"# {title}", ""]
        for number, name in enumerate(ASKED, 1):
            lines += shown(number, name, question(name))
        (folder / kept).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
