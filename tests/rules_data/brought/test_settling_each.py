"""Each point the law leaves open can be settled by a regulation: a sentence as an organiser prints it, for every way to settle it.

The sentences follow the question and its options, as such sheets put it; each names what it settles and nothing else is taken for
its answer.
"""

from __future__ import annotations

import pytest

from rules_data.brought.settling import points
from rules_data.handbook import open_handbook
from tests.rules_data.brought.test_settling import of, sheet

SAID = {
    "bridge": [
        ("D-01", "accepts", "轮到的赛员对越序叫牌没有表示而径行叫牌的，视为接受。"),
        ("D-01", "cancels", "越序叫牌以后，轮到的人径行叫牌的，视为取消了越序叫牌。"),
        ("D-02", "turn-call-stands", "第28条B款所指，是轮到者的叫牌有效，越序叫牌作废。"),
        ("D-02", "out-of-rotation-call-stands", "适用第28条B款的，越序叫牌有效，竞叫继续。"),
        ("D-03", "first-to-speak", "庄家越序引牌，两个防家意见不一致的，以先表示者为准。"),
        ("D-03", "accept-prevails", "庄家越序引牌，两个防家意见不一致的，有一人接受即成立。"),
        ("D-03", "retract-prevails", "庄家越序引牌，两名防家表示相反的，庄家须收回。"),
        ("D-04", "change-of-call-or-inadmissible", "轮到违规者的下家时越序加倍，此前叫过牌的按第25条，没有叫过的按第36条。"),
        ("D-04", "as-partner-turn", "轮到下家叫牌时越序加倍的，比照第32条A款，违规者的同伴永远不叫。"),
        ("D-05", "suit-by-suit", "没有叫出的花色仍可作引牌判罚。"),
        ("D-05", "any-suit-clears", "违规者以后叫出任何一个有关联的花色，不再受引牌限制。"),
        ("D-06", "a2b-only-if-rho-acts", "越序的约定性不叫，上家不叫的，违规者重复不叫，不罚。"),
        ("D-06", "a2b-always", "越序作约定性不叫的，一律适用第31条A款2(b)。"),
        ("D-06", "a2b-only-if-partner-called", "越序的约定性不叫，同伴已叫过牌的才适用括号内的规定。"),
        ("D-07", "dummy-is-not-declarer", "庄家藏牌，该墩由明手赢得的，不视为违规者赢得。"),
        ("D-07", "dummy-counts-as-declarer", "庄家藏牌，该墩由明手赢得的，视同庄家赢得，转两墩。"),
        ("D-08", "after-substitution", "明手先问藏牌的，藏牌墩的归属按换牌以后计算。"),
        ("D-08", "before-substitution", "非法查问而改正的藏牌，仍按改正以前谁赢该墩判罚。"),
        ("D-10", "each-counts", "同一副牌中两次藏牌各算，同一墩不得重复转。"),
        ("D-10", "each-counts-in-full", "一副牌中多次藏牌的分别计罚，墩数累加。"),
        ("D-12", "offenders-partner", "适用第37条、第38条的，引牌限制只及于违规者的同伴。"),
        ("D-12", "both", "按第38条永远不叫的，引牌限制及于违规方两人。"),
        ("D-17", "against-claimer-or-offender", "裁判判断不清的，作不利于违规方或声称方的裁决。"),
        ("D-17", "must-be-proven", "涉嫌利用非法信息而难以判断的，不予判罚。"),
        ("D-21", "law-27", "首次叫牌为不足叫牌又更改的，一律按第27条处理。"),
        ("D-21", "law-25-acceptance", "不足叫牌更改后，仍可照第25条由下家接受。"),
        ("D-23", "normal-then-34", "越序不叫被接受的，被跳过的人不再补叫。"),
        ("D-23", "call-back-at-once", "越序不叫虽被接受，仍立即退回由被跳过的人补叫。"),
        ("D-24", "follow-suit-first", "庄家的指定与跟牌义务冲突的，防家先跟牌。"),
        ("D-24", "declarer-chooses-again", "因跟牌而无法履行打牌判罚的，庄家可以另选一种。"),
        ("D-25", "first-call-stands", "下家已叫牌以后才改口的，原叫牌成立，改口的叫牌取消。"),
        ("D-25", "apply-25b", "下家叫牌后改口的，仍按第25条B款处理。"),
        ("D-26", "final", "裁判说明以前抢先更改不足叫牌的，不得再改。"),
        ("D-26", "may-choose-again", "裁判到场前抢先改正不足叫牌的，经裁判说明可以重选。"),
        ("D-27", "any-time-in-auction", "有关联的花色在取消以前合法叫出的也算。"),
        ("D-27", "only-afterwards", "有关联的花色须在取消以后叫出才算。"),
        ("D-28", "either-side-not-yet", "明手误放的牌，一方对下一墩还没有打牌的，仍可收回。"),
        ("D-28", "neither-side-yet", "明手误放牌，已有一方对下一墩打牌的，不得收回。"),
        ("D-29", "offender-calls-again", "退回漏叫者叫牌的，越序不叫一并取消，轮到时重新叫牌。"),
        ("D-29", "pass-stands", "退回漏叫者叫牌时，越序不叫本身仍然有效。"),
        ("D-30", "must-retract", "因对方错误告知而越序引牌的，一律收回，不罚。"),
        ("D-30", "may-leave", "被对方误告而引牌的，引牌者不愿收回则该引牌成立。"),
        ("D-31", "26b-literal", "越序加倍的引牌判罚适用第26条B款。"),
        ("D-31", "26a-when-related", "越序加倍关联特定花色的，引牌判罚适用第26条A款。"),
        ("D-32", "by-related-suit", "被取消的加倍，即加倍取消以后，关联特定花色的用第26条A款。"),
        ("D-32", "always-26b", "加倍被取消的，引牌判罚一律用第26条B款。"),
        ("D-33", "penalty-card-and-choice", "同伴有重罚张而抢先引牌的，该牌作为罚张，庄家的选择照旧。"),
        ("D-33", "declarer-may-accept", "同伴有重罚张时过早引牌，庄家可以接受该引牌。"),
        ("D-34", "play-continues", "防家承认而其同伴立即反对的，裁判到场后继续打牌。"),
        ("D-34", "play-ceases", "防家承认而同伴反对的，打牌停止，由裁判裁定其余各墩。"),
        ("D-35", "30c-prevails", "越序的约定性不叫，第30条C款优先，按第31条处理。"),
        ("D-35", "30b1-applies", "轮到上家时越序作约定性不叫的，第30条B款1照样适用。"),
        ("D-36", "law-25", "改口改成不合规定的加倍的，按第25条B款2处理。"),
        ("D-36", "law-36-or-38", "改口改成超过7线的叫牌的，按第38条判罚。"),
        ("D-37", "about-dummys-hand", "明手摊牌以后仍不得主动召请裁判。"),
        ("D-39", "either", "庄家要求引两门不同花色的，引其中一门即可。"),
        ("D-39", "not-two", "庄家已要求引一门的，不得再要求引另一门。"),
        ("D-37", "dummy-may-call", "明手摊牌后认为对方利用非法信息的，可以召请裁判。"),
    ],
    "guandan": [
        ("D-03b", "one-turn", "附件所称停止一圈，指停一次领出牌权或跟牌权。"),
        ("D-03b", "whole-round", "附件所称停止一圈，停到这一圈结束为止。"),
        ("D-07", "progressive", "附件四8漏报、错报各项递进适用。"),
        ("D-07", "side-by-side", "漏报、错报的各项并列适用，从其重者。"),
        ("D-32", "listed-only", "因信号等其他犯规判双下的，下一副仍由对方指定领出。"),
        ("D-32", "all", "信号等一切犯规判双下的，下一副也照附件二1（4）办理。"),
        ("D-34", "may-pass", "不应贡牌而亮出最大张的选手，轮到出单张时可以过牌。"),
        ("D-34", "must-play", "不应贡牌而亮出最大张的选手，第一次出单张时不得过牌。"),
        ("D-34b", "correct-and-warn", "亮出最大张而没有先出该张的，更正并警告。"),
        ("D-34b", "violation", "亮出最大张而没有先出该张的，记违例一次。"),
        ("D-35b", "from-limit", "再拖延的时间从到时起算。"),
        ("D-35b", "from-warning", "再拖延的时间从裁判员警告时起算。"),
        ("D-36", "keeps-later-turn", "越序出牌不成立的，被越过的选手本圈再轮到时可以跟牌。"),
        ("D-36", "loses-turn", "越序出牌后，被越过的选手失去本圈的出牌机会。"),
        ("D-45", "as-level-card", "三带对中的三张级牌按级牌比较，大于A。"),
        ("D-45", "natural", "三带对中的级牌可以按自然顺序比较。"),
        ("D-46", "still-applies", "越序表态以后被越过者跟了牌的，限制解除。"),
        ("D-46", "not-applied", "越序表态以后非违规方跟了牌的，限制不解除，照停一次。"),
        ("D-47", "both", "出错牌者的下家已获上游的，由上游的对家出牌，领出、跟牌同样适用。"),
        ("D-47", "lead-only", "出错牌者的下家已获上游的，由上游的对家出牌，只限领出。"),
        ("D-50", "level-card-itself", "红心参谋出单张的，只能作级牌。"),
        ("D-50", "any-rank", "两张红心参谋组成对子的，可以当任意牌点。"),
        ("D-51", "referee", "犯规判双下的下一副，洗牌、切牌、先抓都由裁判员指定。"),
        ("D-51", "as-double-down", "犯规判双下的下一副，洗牌、切牌照双下的办法。"),
        ("D-53", "play-on", "贡错牌者为二游而已双下的，其余两人的二游、三游接着打出。"),
        ("D-53", "chief-referee", "贡错牌者为二游的，谁是二游、三游由裁判长定。"),
        ("D-55", "renumber", "违规者先打完、搭档随后也打完的，违规者判下游，其余递补。"),
        ("D-55", "double-down", "违规者先打完、搭档也打完才发现的，按双下判负。"),
        ("D-56", "out-of-turn-play", "跳过两家以上出牌的，按越序出牌处理。"),
        ("D-56", "wrong-play", "不该领出而领出的，按出错牌处理。"),
        ("D-56", "unregulated", "跳过两家以上出牌的，由裁判长裁定。"),
        ("D-58", "asker", "询问张数，限于询问者自己在报牌后的第一次牌权。"),
        ("D-58", "announcer", "报牌后的询问，可在报牌者自己的第一次牌权以前提出。"),
        ("D-61", "counts", "过牌的表示方式不合规定的，仍算过牌，给予警告。"),
        ("D-61", "again", "过牌的手势不规范的，重新表示。"),
        ("D-62", "not-barred", "夹带的错牌已默认的，搭档下一圈不受限制。"),
        ("D-62", "barred", "夹带的错牌已默认的，搭档下一圈仍不得出该牌型。"),
    ],
    "shengji": [
        ("D-05", "any-thrown", "甩错牌的，由下家在整手甩牌中任意指定一张。"),
        ("D-05", "same-as-usual", "甩错牌的，下家只在被卡的牌中指定一张。"),
        ("D-08", "listed", "大王、副牌A、K、10为重罚张，其余为轻罚张。"),
        ("D-08", "effect", "足以传递非法信息并造成损失的，为重罚张。"),
        ("D-13", "withheld", "藏牌张是指应出而未出的那一张。"),
        ("D-13", "wrongly-played", "藏牌张指错打的那一张。"),
        ("D-14", "before-play", "藏牌那一手出牌前手里剩两张的，不作藏牌处理。"),
        ("D-14", "after-play", "藏牌那一手打出以后手里剩两张的，不作藏牌处理。"),
        ("D-14", "when-noticed", "发现时违规者手里剩两张的，不作藏牌处理。"),
        ("D-18-2", "fifteen", "打过A按15级计算级数差。"),
        ("D-18-2", "ace", "打过A仍按A计算级数差。"),
        ("D-19-2", "after-settling", "平局判台上的一方胜，台上以结算后的庄家方为准。"),
        ("D-19-2", "last-deal", "平局判台上的一方胜，台上以刚打完那一副的庄家方为准。"),
        ("D-22-2", "same", "各副两人同时亮主的，上手为先。"),
        ("D-22-2", "chief", "第二副起两人同时亮主的，由裁判长定。"),
        ("D-25", "listed", "将牌依次为大王、小王、主级牌、副级牌，然后A至2。"),
        ("D-25", "natural", "将牌中的级牌按自然位次比大小。"),
        ("D-26-3", "one-each", "他人跟炸弹的，四个花色各出一张，缺门的任意垫一张。"),
        ("D-26-4", "natural-suit", "炸弹里的级牌，他人按自然花色跟。"),
        ("D-26-4", "as-trumps", "炸弹里的级牌，他人当将牌跟。"),
        ("D-27-2", "drawn", "宣布革命，看抓得的12张是不是没有分。"),
        ("D-27-2", "after-discard", "庄家宣布革命，以扣底以后手中的12张为准。"),
        ("D-27-5", "all-void", "革命以后原底牌恢复为六张，已亮的主作废。"),
        ("D-27-5", "chief-orders", "革命以后，底牌的去处由裁判长当场定。"),
        ("D-30", "as-result", "因传递非法信息而判负的，下家上台坐庄。"),
        ("D-30", "no-change", "因传递非法信息而立即结束的一副，只升级，不换庄。"),
        ("D-32", "largest", "超将吃须大过领头的将牌中最大的一张。"),
        ("D-32", "front", "超将吃比摆在最前的一张将牌。"),
        ("D-33", "either-opponent", "底牌与一家之间多牌少牌的，续打还是重抓由对方任一家决定。"),
        ("D-33", "article-22", "底牌与一家之间多牌少牌的，照第二十二条一处理。"),
        ("D-35-2", "banker", "首引以后才发现扣错底牌的，还哪几张由庄家自己选。"),
        ("D-35-2", "opponents-draw", "扣错底牌，首引后才发现的，由对方任意抽。"),
        ("D-35-2", "referee", "扣错底牌，首引后发现的，由裁判员决定怎样补。"),
        ("D-37-2", "lifted", "处罚权丧失以后，重罚张收回手中。"),
        ("D-37-2", "kept", "处罚权丧失以后，重罚张仍放在弃牌区。"),
    ],
}  # fmt: skip
LAWS = {"bridge": "bridge-1999", "guandan": "guandan-2017", "shengji": "shengji-40"}


@pytest.mark.parametrize(
    ("game", "point", "option", "sentence"), [(game, *each) for game, every in SAID.items() for each in every]
)
def test_a_sentence_that_settles_it(game: str, point: str, option: str, sentence: str) -> None:
    found = of(sheet(game, "为办好本次比赛，制定本规定。", sentence))
    assert point in found, sorted(found)
    assert found[point].options == (option,) and found[point].sentence == sentence


def test_every_open_question_has_words_by_which_a_regulation_settles_it() -> None:
    """Of 171 questions 63 had none; one that no regulation could word would be named here with its reason."""
    mute = [
        point.id
        for law in LAWS.values()
        for point in points(open_handbook().books[law])
        if point.options and not any(option.said for option in point.options)
    ]
    assert mute == []


PRINTED = {  # where an option is what a sentence of the law prints: a regulation that repeats that sentence chooses it
    "bridge": {"D-17": ("against-claimer-or-offender",)},  # 第70条A款, 第84条D款
    "guandan": {},
    "shengji": {
        "D-05": ("any-thrown",),  # 第二十三条一第2段
        "D-08": ("listed",),  # 具体罚分规则4
        "D-22-2": ("same",),  # 第三条第1段
        "D-25": ("listed",),  # 第一条七
    },
}


@pytest.mark.parametrize("game", PRINTED)
def test_the_laws_own_sentences_settle_nothing_but_what_they_print(game: str) -> None:
    mine = {point for point, _, _ in SAID[game]}
    book = open_handbook().books[LAWS[game]]
    own = [p.text for p in book.walk() if p.text and p.kind in ("article", "clause", "paragraph", "note")]
    found = of(sheet(game, "为办好本次比赛，制定本规定。", "".join(own).replace("\n", "")))
    settled = {point: found[point].options for point in sorted(mine & found.keys()) if found[point].options}
    assert settled == PRINTED[game]
