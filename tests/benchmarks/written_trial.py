"""The trial of the marks that are proposed for written rulings, by hands and eyes that know nothing of the marker.

``python -m tests.benchmarks.written_trial FOLDER`` writes what the trial is held with: ``questions.md`` as a candidate sees
them and ``keys.md`` as the examiner does. Others write answers (``answers-*.yaml``), from which ``… FOLDER --blind`` makes
``blind.md``: the answers to each question in an order by chance, without the kind each was meant to be. Two readers mark them
(``reader-1.yaml``, ``reader-2.yaml``), neither seeing the other's marks nor the proposed ones; ``… FOLDER --take`` brings answers
and marks into tests/app/exams/written_trial.yaml. Without a folder the agreement is printed, with ``--write`` kept in
written_trial.txt, with ``--every`` each answer of the first half that is not near is told part by part: of the second half nothing
but the table is shown.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook
from app.exams.clauses_named import reader
from app.exams.proposing import proposed, share_of
from app.study.clauses import labels
from decision_trees.games import games
from tests.benchmarks.written_marks import ANSWERS, NEAR, OUT_OF, question

if TYPE_CHECKING:
    from app.exams.proposing import Proposal
    from app.study.model import Question

TRIAL = ANSWERS.with_name("written_trial.yaml")
KEPT = Path(__file__).with_suffix(".txt")
NEVER_FULL = ("wrong", "padded", "contradictory")

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


def _take(folder: Path) -> None:
    """Bring the answers that both readers marked into the repository."""
    import yaml

    readers = [
        {str(each["id"]): each for each in yaml.safe_load((folder / f"reader-{n}.yaml").read_text(encoding="utf-8"))}
        for n in (1, 2)
    ]
    lines = [
        "# Answers to written rulings by hands that knew nothing of the marker, with the marks of 10 that two readers gave each,",
        "# blind: without the kind it was meant to be, the other's marks and the proposed ones. never_full: one of them said so.",
    ]
    answers = sorted(answers_in(folder), key=lambda each: (ASKED.index(each["case"]), str(each["id"])))
    for each in answers:
        marked = [reader.get(str(each["id"])) for reader in readers]
        if None in marked:
            continue
        marks = [float(one["marks"]) for one in marked if one is not None]
        never = any(one.get("full") is False for one in marked if one is not None)
        parts = [str(part or "") for part in each["parts"]]
        record = {
            "id": str(each["id"]),
            "case": each["case"],
            "kind": each["kind"],
            "marks": marks,
            "never_full": never,
        }
        lines.append(
            "- " + "\n  ".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in record.items())
        )
        lines.append("  parts:")
        lines += [f"    - {json.dumps(part, ensure_ascii=False)}" for part in parts]
    TRIAL.write_text("\n".join(lines) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Compared:
    """An answer with the marks of both readers and the proposed one."""

    id: str
    case: str
    kind: str
    readers: tuple[float, float]
    never_full: bool
    proposal: float
    parts: tuple[Proposal, ...]

    @property
    def hand(self) -> float:
        """The mean of the readers."""
        return sum(self.readers) / 2

    @property
    def near(self) -> bool:
        """Whether the proposal is within one mark of it."""
        return abs(self.hand - self.proposal) <= NEAR


def compared() -> Iterator[Compared]:
    """Every answer of the trial, marked."""
    import yaml

    for each in yaml.safe_load(TRIAL.read_text(encoding="utf-8")):
        about = question(each["case"])
        parts = proposed(about, each["parts"], reader(handbook(), about.game))
        mark = round(share_of(about, parts) * OUT_OF * 2) / 2
        one, other = each["marks"]
        yield Compared(each["id"], each["case"], each["kind"], (one, other), each["never_full"], mark, parts)


def _table(found: Sequence[Compared]) -> list[str]:
    groups: dict[str, list[Compared]] = defaultdict(list)
    for each in found:
        for name in ("all", each.kind, each.case.partition(".")[0]):
            groups[name].append(each)
    lines = [
        f"{'':14}{'answers':>8}{'within 1':>10}{'mean diff':>11}{'too high':>10}{'too low':>9}"
        f"{'full, never':>13}{'readers within 1':>18}"
    ]
    for name, those in groups.items():
        near = sum(each.near for each in those)
        high = sum(each.proposal - each.hand > NEAR for each in those)
        mean = sum(abs(each.hand - each.proposal) for each in those) / len(those)
        full = sum(each.proposal == OUT_OF and (each.never_full or each.kind in NEVER_FULL) for each in those)
        agree = sum(abs(each.readers[0] - each.readers[1]) <= NEAR for each in those)
        lines.append(
            f"{name:14}{len(those):8}{near / len(those):10.0%}{mean:11.2f}{high:10}{len(those) - near - high:9}"
            f"{full:13}{agree / len(those):18.0%}"
        )
    return lines


def _agreement() -> str:
    if not TRIAL.exists():
        return "no answers yet: they are written and marked by others, and brought in with FOLDER --take"
    found = list(compared())
    halves = (
        ("first half of the questions, by which the marker was mended", LEARNT_FROM),
        ("second half, held back", HELD_BACK),
    )
    told: list[str] = []
    for title, names in halves:
        told += [f"{title}:", *_table([each for each in found if each.case in names]), ""]
    return "\n".join(told).rstrip()


def _every() -> None:
    for each in compared():
        if each.case in LEARNT_FROM and not each.near:
            print(f"\n{each.id} {each.case} {each.kind}: readers {each.readers}, proposed {each.proposal}")
            for part in each.parts:
                print(f"  {part.share:.2f} {[got.share for got in part.points]} {'；'.join(part.doubts)}")


def main() -> None:
    """Write the questions and the keys into a folder, or what the arguments ask for."""
    folder = next((Path(each) for each in sys.argv[1:] if not each.startswith("--")), None)
    if folder is None:
        print(_agreement())
        if "--every" in sys.argv and TRIAL.exists():
            _every()
        if "--write" in sys.argv:
            KEPT.write_text(_agreement() + "\n", encoding="utf-8")
    elif "--blind" in sys.argv:
        _blind(folder)
    elif "--take" in sys.argv:
        _take(folder)
    else:
        _sheets(folder)


def _sheets(folder: Path) -> None:
    for kept, title, shown in (("questions.md", "书面裁决题", _asked), ("keys.md", "答案与要点", _keyed)):
        lines = [f"# {title}", ""]
        for number, name in enumerate(ASKED, 1):
            lines += shown(number, name, question(name))
        (folder / kept).write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
