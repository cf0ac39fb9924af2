"""Questions set by hand: what is asked is what stands in the data, and what is proposed is right for right and wrong answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.base.opened import handbook, trees
from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.clauses_named import reader
from app.exams.in_parts import kinds_of
from app.exams.limits import ready
from app.exams.paper import as_json, from_json
from app.exams.proposing import proposed, share_of
from app.exams.set_by_hand import question, set_by_hand
from app.exams.set_lint import answers_of, check_set, every_clause, faults_of
from app.exams.statements import said_in
from decision_trees import functions
from decision_trees.games import games
from decision_trees.written_questions import KeyPoint, ShownHands, WrittenQuestion, _Faults, hand_codes


def entry(name: str) -> WrittenQuestion:
    return trees().written[name]


def test_every_model_answer_gets_everything_and_nothing_gets_nothing() -> None:
    assert [str(problem) for problem in check_set()] == []


@pytest.mark.parametrize("game", games())
def test_every_game_has_procedure_and_drafting_and_asks_for_one_of_each_at_the_highest_level(game: str) -> None:
    assert {"procedure", "drafting"} <= set(kinds_of(game))
    assert all(title in ready(game, 3) for title in ("程序", "起草规程"))
    for kind in ("procedure", "drafting"):
        names = [each.subject for each in set_by_hand(game, kind, "", 3)]
        assert len(names) >= 3 and len(set(names)) == len(names)


def test_a_key_point_that_the_model_does_not_say_is_found() -> None:
    of = entry("bridge.disputed_hesitation")
    part = replace(of.parts[1], points=(*of.parts[1].points, KeyPoint(says="两对各得平均分50%")))
    read, stuffed = reader(handbook(), "bridge"), every_clause(handbook(), "bridge")
    found = [what for what, _ in faults_of("bridge.x", replace(of, parts=(of.parts[0], part)), read, stuffed)]
    assert len(found) == 1 and "第 2 问的参考答案没有说全要点“两对各得平均分50%”" in found[0]


def test_a_point_that_the_stem_says_is_found() -> None:
    of = entry("bridge.delegation")
    part = replace(of.parts[1], model="派助手甲收集成绩。", points=(KeyPoint(says="派助手甲收集成绩"),), against=())
    read, stuffed = reader(handbook(), "bridge"), every_clause(handbook(), "bridge")
    found = [what for what, _ in faults_of("bridge.x", replace(of, parts=(part,)), read, stuffed)]
    assert len(found) == 1 and found[0].startswith("照抄题干也得")


def test_steps_are_shuffled_by_the_seed_and_keyed_in_the_order_of_the_text() -> None:
    """Law 15C: all calls are cancelled, the seats made sure of, rights told, the auction repeated, and only then is it seen."""
    name = "bridge.wrong_board_in_auction"
    orders = set()
    for seed in range(5):
        part = question(name, entry(name), seed).parts[0]
        told = [part.options[at] for at in part.right]
        assert told[0] == "取消所有的叫牌" and told[-1].startswith("与前次相应的叫牌都相同")
        assert part.options != tuple(told)
        orders.add(part.options)
    assert len(orders) > 1


@pytest.mark.parametrize(
    ("name", "texts", "least", "most"),
    [
        (  # right, in other words
            "bridge.discipline",
            (
                "第91条A款、第91条B款、第93条B款3",
                "暂停没有问题，裁判有权暂停他这一节的比赛资格，而且是最终判决。取消比赛资格要竞赛委员会或者主办机构批准才行。",
                "不能撤，委员会不得否决裁判作的纪律性判罚，只可建议裁判长改判。",
            ),
            0.85,
            1.0,
        ),
        (  # wrong: the director may do it alone, and the committee may undo it
            "bridge.discipline",
            ("第92条", "裁判可以自己取消比赛资格，不用批准。", "委员会可以否决裁判的纪律性判罚。"),
            0.0,
            0.35,
        ),
        (  # wrong: no ruling while the facts are disputed
            "bridge.disputed_hesitation",
            (
                "第84条",
                "事实不清楚就不作裁决，双方无权申诉，这副牌重新发牌。",
                "停止打牌，等查清再说，马上判给调整分。",
            ),
            0.0,
            0.35,
        ),
    ],
)
def test_an_answer_gets_what_it_is_worth(name: str, texts: tuple[str, ...], least: float, most: float) -> None:
    found = question(name, entry(name))
    share = share_of(found, proposed(found, texts, reader(handbook(), "bridge")))
    assert least <= share <= most


def test_they_stand_on_a_paper_that_is_kept_whole() -> None:
    lines = [Wanted("bridge", "", "程序", number=2, marks=10), Wanted("bridge", "", "起草规程", number=1, marks=10)]
    made = composed("考", 90, lines, from_bank, seed=4, versions=2)
    assert [item.question.kind for item in made.items] == ["procedure", "procedure", "drafting"]
    assert from_json(as_json(made)) == made
    for item in made.items:
        read = reader(handbook(), "bridge")
        assert share_of(item.question, proposed(item.question, answers_of(item.question), read)) == 1


def test_what_is_filled_in_is_what_the_tables_of_the_texts_say() -> None:
    """Worked out from the printed tables: law 2 (boards 22 as 6, 27 as 11), appendix 8 of guandan, the table of standard points."""
    wanted = {
        "bridge.boards_prepared": ["东家", "东西有局", "南家", "双方无局"],
        "bridge.team_adjustments": ["3", "-3"],
        "guandan.round_robin_table": ["7", "2", "6", "4"],
        "guandan.double_elimination": ["4", "4", "4"],
        "shengji.format_and_time": ["14", "6"],
        "shengji.opening_of_a_deal": ["南家", "东家", "北家"],
        "shengji.wrong_number_found": ["南家", "西家", "北家"],
    }
    for name, answers in wanted.items():
        assert [part.accepted[0] for part in entry(name).parts if part.accepted] == answers, name
    board = {number: functions.call("bridge.board", {"number": number}) for number in (22, 27)}
    assert [(each["dealer"], each["vulnerable"]) for each in board.values()] == [("E", "EW"), ("S", "none")]  # type: ignore[index]


JUDGED = {
    "guandan.pair_of_aces_shown": (
        "第十七条一、第十六条一、第十六条二",
        "南家的牌没有完全面向自己握在手上，有了暴露张。北家可以过牌，也可以用四张4的炸弹压。看见一对A使过牌显得有利。",
        "看性质轻微不轻微，有没有造成非违规方损失。轻微的口头警告一次，记录在案；较严重的记违例一次，停止一圈出牌权或跟牌权。{}",
        "由临场裁判员处理；报经裁判长确认后记犯规一次，本副牌判负，按双下记分。",
    ),
    "shengji.card_laid_across": (
        "第二十六条第1段、第二十六条第2段、第二十六条第3段、第九条第1段",
        "西家可以领出红心，也可以领出梅花。如果是信号，就使领出梅花显得有利，因为东家没有梅花，可以将吃。",
        "这副牌立即结束，判东西方负，庄家方升2级。{}",
        "不认定的不按传递非法信息判罚，打牌继续；牌应牌面向上竖放在规定的区域内，由裁判员当场口头警告。",
    ),
}


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("opinion", ["", "我看是轻微的。", "我看是较严重的。"])
def test_a_judgement_is_marked_by_its_steps_whatever_is_judged(name: str, opinion: str) -> None:
    found = question(name, entry(name))
    read = reader(handbook(), name.partition(".")[0])
    texts = [each.format(opinion) for each in JUDGED[name]]
    assert share_of(found, proposed(found, texts, read)) >= 0.85
    bare = [texts[0], "", opinion or "算了。", ""]
    assert share_of(found, proposed(found, bare, read)) <= 0.35


@pytest.mark.parametrize("game", games())
def test_every_game_asks_for_a_judgement_at_the_highest_level(game: str) -> None:
    assert "judgement" in kinds_of(game) and "四家牌判断" in ready(game, 3)
    for each in set_by_hand(game, "judgement", "", 3):
        assert each.drawn.picture is not None and len(each.drawn.picture.laid) == 4


def test_hands_of_two_packs_hold_a_card_twice_and_jokers_by_name() -> None:
    assert hand_codes("大王 小王 ♠A10") == ("BJ", "LJ", "SA", "S10")
    shown = ShownHands(hands={"S": "♠A 大王", "E": "♠A ♥2", "N": "♥3 ♥4", "W": "♦5 ♦6"})
    of = replace(entry("guandan.cough_before_a_pass"), shown=shown)

    def said(game: str, **changed: object) -> list[str]:
        one = replace(of, shown=replace(shown, **changed))  # type: ignore[arg-type]
        faults = _Faults(one, game, frozenset({one.topic}), handbook())
        return [what for what, _ in faults._shown(one.shown)]  # type: ignore[arg-type]

    assert said("guandan") == []
    assert said("shengji") == ["SA 写了 2 次。"]
    assert said("guandan", uneven=True) == ["各家的张数相等。"]
    assert said("guandan", hands={**shown.hands, "S": "♠A"}) == ["各家的张数不等。"]


def test_a_level_of_penalties_is_no_denial() -> None:
    """Shengji law 19.3: 按第1级别罚分 punishes; 别罚 does not."""
    assert ("punished", True) in said_in("按第1级别罚分").acts
    assert ("punished", False) in said_in("别罚分").acts
