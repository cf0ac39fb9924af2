"""Exercises on rule functions, answered again from the law texts by hand: never by the functions that made them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from app.study import bank
from app.study.model import Question
from rules_data.handbook import open_handbook

MANY = 60
ORDER = "23456789TJQKA"


def made(kind: str, subject: str, many: int = MANY) -> Iterator[Question]:
    for seed in range(many):
        try:
            yield bank.make(kind, subject, seed)
        except bank.NoQuestionError:
            continue


def only(question: Question, texts: set[str]) -> bool:
    """Is the right option one of these texts, and none of the others?"""
    return [i for i, option in enumerate(question.options) if option.text in texts] == [question.right]


def rank(card: str) -> str:
    return card[1:].replace("10", "T")


# -- bridge --------------------------------------------------------------------------------------------------------------
def score(level: int, strain: str, doubled: int, vulnerable: bool, tricks: int) -> int:
    """第77条的记分表，逐项相加。doubled：0未加倍，1加倍，2再加倍。"""
    over = tricks - 6 - level
    if over < 0:
        if not doubled:
            return over * (100 if vulnerable else 50)
        first = [200, *[300] * 12] if vulnerable else [100, 200, 200, *[300] * 10]
        return -sum(first[:-over]) * doubled
    each = 20 if strain in "♣♦" else 30
    made_ = (each * level + (10 if strain == "无将" else 0)) * 2**doubled
    total = made_ + ((500 if vulnerable else 300) if made_ >= 100 else 50) + 50 * doubled
    total += {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return total + over * ((100 * doubled * (2 if vulnerable else 1)) if doubled else each)


CONTRACT = re.compile(r"庄家方(有局|无局)，定约(\d)(♣|♦|♥|♠|无将)(，加倍|，再加倍)?，打完庄家方共得(\d+)墩")


def test_the_score_by_law_77() -> None:
    seen = set()
    for question in made("number", "rule:bridge/duplicate_score", 150):
        found = CONTRACT.search(question.stem)
        assert found is not None
        doubled = {None: 0, "，加倍": 1, "，再加倍": 2}[found[4]]
        points = score(int(found[2]), found[3], doubled, found[1] == "有局", int(found[5]))
        assert only(question, {f"{points:+d}分"}), question
        seen.add((doubled, points > 0))
    assert len(seen) == 6


def test_a_doubled_major_says_what_is_printed_and_what_is_read() -> None:
    """第77条的表“加倍时”一行，红心、黑桃印作40；未加倍30，再加倍120，勘误读作60。"""
    for question in made("number", "rule:bridge/duplicate_score_misprint"):
        found = CONTRACT.search(question.stem)
        assert found is not None
        points = score(int(found[2]), found[3], 1, found[1] == "有局", int(found[5]))
        assert only(question, {f"{points:+d}分"}), question
        assert "印作40" in question.stem and "勘误" in question.stem
    for question in made("number", "rule:bridge/duplicate_score"):
        found = CONTRACT.search(question.stem)
        assert found is not None
        assert found[3] not in "♥♠" or found[4] != "，加倍" or question.answer.text.startswith("-"), question


def test_imps_by_the_table_of_law_78() -> None:
    steps = [20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750]
    for question in made("number", "rule:bridge/imp"):
        found = re.search(r"为(\d+)分", question.stem)
        assert found is not None
        assert only(question, {f"{sum(step <= int(found[1]) for step in steps)} IMP"}), question


def test_the_dealer_goes_round_from_north() -> None:
    """第2条：一号牌北家发牌，以后依次东、南、西。"""
    for question in made("number", "rule:bridge/board_dealer"):
        found = re.search(r"(\d+)号牌", question.stem)
        assert found is not None
        assert only(question, {("西家", "北家", "东家", "南家")[int(found[1]) % 4]})


def test_who_wins_a_trick_of_bridge() -> None:
    """第44条E、F款：有将牌时最大的将牌赢，否则所引花色中最大的赢。西、北、东、南依次打。"""
    for question in made("beats", "rule:bridge/trick_winner"):
        found = re.search("定约(?:以|是)(黑桃|红心|方块|梅花|无将)", question.stem)
        assert found is not None
        trump = {"黑桃": "S", "红心": "H", "方块": "D", "梅花": "C", "无将": "-"}[found[1]]
        cards = question.drawn.cards
        suit = trump if any(card[0] == trump for card in cards) else cards[0][0]
        best = max((card for card in cards if card[0] == suit), key=lambda card: ORDER.index(rank(card)))
        assert only(question, {("西家", "北家", "东家", "南家")[cards.index(best)]}), question


@pytest.mark.parametrize("subject", ["rule:bridge/follow_suit"])
def test_one_follows_suit(subject: str) -> None:
    """第44条C款：能够跟牌时必须跟牌。"""
    for question in made("card", subject):
        found = re.search("引出的是(黑桃|红心|方块|梅花)", question.stem)
        assert found is not None
        sign = {"黑桃": "♠", "红心": "♥", "方块": "♦", "梅花": "♣"}[found[1]]
        assert question.answer.text.startswith(sign)
        assert not any(o.text.startswith(sign) for i, o in enumerate(question.options) if i != question.right)


def test_a_call_that_is_not_higher_is_insufficient() -> None:
    """第18条C、D款：高一线的，或同线而名目较高的才足够；第19条：只能加倍对方的，再加倍对方的加倍。"""
    strains = ["C", "D", "H", "S", "NT"]

    def height(call: str) -> int:
        return int(call[0]) * 5 + strains.index(call[1:])

    signs = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "NT"}
    for question in made("legal", "rule:bridge/call_check"):
        found = re.search("接着叫了(.+?)。", question.stem)
        assert found is not None
        calls = question.drawn.auction
        last = max(i for i, call in enumerate(calls) if call[0].isdigit())
        after = [(i, call) for i, call in enumerate(calls) if i >= last and call != "P"]
        at, top = after[-1]
        theirs = (len(calls) - at) % 2 == 1
        if found[1] == "加倍":
            right = "合法，没有不对" if top[0].isdigit() and theirs else "不能成立的加倍"
        elif found[1] == "再加倍":
            right = "合法，没有不对" if top == "X" and theirs else "不能成立的再加倍"
        else:
            bid = found[1][0] + signs[found[1][1:]]
            right = "合法，没有不对" if height(bid) > height(calls[last]) else "不足叫牌"
        assert only(question, {right}), question


def test_the_declarer_named_the_strain_first_of_his_side() -> None:
    """定义·庄家；第41条A款：庄家的下家首引。"""
    names = {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}
    for kind, turn in (("declarer", 0), ("opening_leader", 1)):
        for question in made("legal", f"rule:bridge/{kind}"):
            calls, first = question.drawn.auction, "NESW".index(question.drawn.dealer)
            bids = [(i, call) for i, call in enumerate(calls) if call[0].isdigit()]
            at, final = bids[-1]
            own = [i for i, call in bids if call[1:] == final[1:] and (i - at) % 2 == 0]
            assert only(question, {names["NESW"[(first + own[0] + turn) % 4]]}), question


# -- guandan -------------------------------------------------------------------------------------------------------------
def strength(code: str, level: str) -> int:
    """第八条一：大王、小王、级牌、A、K……2。"""
    if code in ("BJ", "LJ"):
        return 20 + (code == "BJ")
    return 19 if code[1:] == level else ORDER.index(rank(code))


def told_level(question: Question) -> str:
    found = re.search("打(10|[2-9JQKA])[，。]", question.stem)
    assert found is not None
    return found[1]


def card_text(code: str) -> str:
    return {"BJ": "大王", "LJ": "小王"}.get(code) or {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[code[0]] + code[1:]


def test_the_highest_card_is_paid_and_never_the_wild_one() -> None:
    """第十条一：进贡的必须是手中最大的牌（红心参谋除外）。"""
    for question in made("card", "rule:guandan/tribute"):
        level = told_level(question)
        payable = [card for card in question.drawn.cards if card != f"H{level}"]
        best = max(strength(card, level) for card in payable)
        assert only(question, {card_text(card) for card in payable if strength(card, level) == best}), question


@pytest.mark.parametrize("subject", ["return_partner", "return_supplement"])
def test_a_ten_or_lower_is_returned(subject: str) -> None:
    """第十条一（还给搭档）、附件三3（采用附件的一律）：10以下，含10；打J以上，级牌不在其中。"""
    for question in made("card", f"rule:guandan/{subject}"):
        low = {
            card_text(card)
            for card in question.drawn.cards
            if card[1:] in ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
        }
        assert only(question, low), question


def pattern(cards: list[str], level: str) -> tuple[str, int]:
    """第四条的牌型和第八条比大小的牌点；没有红心参谋的牌。"""
    counts = Counter(rank(card) for card in cards)
    ranks = sorted(ORDER.index(each) for each in counts)
    shape = sorted(counts.values())
    run = ranks[-1] - ranks[0] == len(ranks) - 1
    if len(ranks) == 1:
        key = strength("S" + next(iter(counts)).replace("T", "10"), level)
        name = {1: "single", 2: "pair", 3: "triple"}.get(len(cards), f"bomb{len(cards)}")
        return name, key
    if shape == [2, 3]:
        triple = next(each for each, count in counts.items() if count == 3)
        return "triple_pair", strength("S" + triple.replace("T", "10"), level)
    if run and shape == [1] * 5:
        return ("bomb5.5" if len({card[0] for card in cards}) == 1 else "straight"), ranks[0]
    if run and shape in ([2, 2, 2], [3, 3]):
        return ("tube" if shape[0] == 2 else "plate"), ranks[0]
    return "none", 0


def beats(play: list[str], previous: list[str], level: str) -> bool:
    one, other = pattern(play, level), pattern(previous, level)
    if one[0] == other[0] and one[0] != "none":
        return one[1] > other[1]
    if not one[0].startswith("bomb"):
        return False
    return not other[0].startswith("bomb") or float(one[0][4:]) > float(other[0][4:])


def read_cards(text: str) -> list[str]:
    return ["SHDC"["♠♥♦♣".index(each[0])] + each[1:] for each in text.split()]


def test_what_may_be_put_on_a_play() -> None:
    """第六条一、第八条：同牌型比大小，炸弹压其他，同花顺在五张与六张的炸弹之间。"""
    for question in made("beats", "rule:guandan/what_beats", 150):
        level, previous = told_level(question), list(question.drawn.cards)
        winning = [i for i, option in enumerate(question.options) if beats(read_cards(option.text), previous, level)]
        assert winning == [question.right], question


def test_the_clause_of_a_pattern_is_the_one_that_defines_it() -> None:
    """第四条一至九：各款以牌型的名字开头。"""
    seen = set()
    for question in made("legal", "rule:guandan/which_pattern"):
        name = question.answer.text
        if name != "不成牌型":
            provision = open_handbook().provision(question.cites[0])
            printed = f"{provision.heading or ''}{provision.text or ''}"
            assert re.match(rf"[一二三四五六七八九十]、\s*{name}", printed), question
            seen.add(name)
        assert (pattern(list(question.drawn.cards), told_level(question))[0] == "none") == (name == "不成牌型"), (
            question
        )
    assert len(seen) >= 6


# -- shengji -------------------------------------------------------------------------------------------------------------
def trumps(code: str, level: str, suit: str) -> bool:
    """第一条七：大小王、级牌、将牌花色。"""
    return code in ("BJ", "LJ") or code[1:] == level or code[0] == suit


SUITS = {"黑桃": "S", "红心": "H", "方块": "D", "梅花": "C"}


def trump_suit(question: Question) -> str:
    found = re.search("将牌花色是(黑桃|红心|方块|梅花)", question.stem)
    assert found is not None
    return SUITS[found[1]]


def test_points_are_fives_tens_and_kings() -> None:
    """第一条二：5为5分，10、K为10分。"""
    for question in made("number", "rule:shengji/points"):
        worth = sum({"5": 5, "T": 10, "K": 10}.get(rank(card), 0) for card in question.drawn.cards)
        assert only(question, {f"{worth}分"}), question


def test_one_follows_the_class_led() -> None:
    """第十条：有领出的这门必须跟；级牌和王是将牌（第一条七）。"""
    for question in made("card", "rule:shengji/legal_follow"):
        level, suit = told_level(question), trump_suit(question)
        found = re.search("上家领出(.+?)，", question.stem)
        assert found is not None
        led = {"大王": "BJ", "小王": "LJ"}.get(found[1]) or read_cards(found[1])[0]

        def same(card: str, led: str = led, level: str = level, suit: str = suit) -> bool:
            if trumps(led, level, suit) or trumps(card, level, suit):
                return trumps(led, level, suit) and trumps(card, level, suit)
            return card[0] == led[0]

        held = [card for card in question.drawn.cards if same(card)]
        assert held
        assert only(question, {card_text(card) for card in held}), question


def test_who_wins_a_trick_of_shengji() -> None:
    """第十一条：将牌大于副牌，领出的一门大于垫牌，一样大的先出为大；南、东、北、西依次出。"""
    for question in made("beats", "rule:shengji/trick_winner"):
        level, suit, cards = told_level(question), trump_suit(question), question.drawn.cards
        own = [card for card in cards if trumps(card, level, suit)] or [
            card for card in cards if card[0] == cards[0][0]
        ]

        def high(card: str) -> int:
            return 20 + (card == "BJ") if card in ("BJ", "LJ") else ORDER.index(rank(card))

        best = max(own, key=high)
        assert only(question, {("南家", "东家", "北家", "西家")[cards.index(best)]}), question


def test_levels_by_the_table_of_the_preface() -> None:
    """序·升级表：0、5—35、40—75、80—115、120—160。"""
    said = ["庄家升两级", "庄家升一级", "防家上台", "防家上台升一级", "防家上台升两级"]
    for question in made("number", "rule:shengji/deal_result"):
        found = re.search(r"得(\d+)分", question.stem)
        assert found is not None
        points = int(found[1])
        assert only(question, {said[sum(points >= low for low in (5, 40, 80, 120))]}), question


def test_the_bottom_is_doubled_with_the_last_trick() -> None:
    """第十四条第2段：防家赢最后一圈，底牌的分2倍归防守方。"""
    for question in made("number", "rule:shengji/bottom_doubled"):
        found = re.search(r"拣到(\d+)分，最后一圈由(庄家方|防守方)", question.stem)
        assert found is not None
        bottom = sum({"5": 5, "T": 10, "K": 10}.get(rank(card), 0) for card in question.drawn.cards)
        assert only(question, {f"{int(found[1]) + (2 * bottom if found[2] == '防守方' else 0)}分"}), question


# -- who chooses, and what ----------------------------------------------------------------------------------------------
def test_who_decides_a_sanction() -> None:
    """第十五条1、2：一般行为由临场裁判员处理；牵涉到犯规和一局胜负的判罚由裁判长裁定。"""
    for question in made("chooser", "rule:guandan/who_sanctions"):
        found = re.search("处罚是“(.+?)”", question.stem)
        assert found is not None
        grave = found[1] in ("记犯规", "一副牌判负", "一局判负")
        assert only(question, {"裁判长" if grave else "临场裁判员"}), question


def test_the_other_side_names_who_leads_after_a_foul() -> None:
    """第十六条三(1)：下一副牌不需贡牌，第一圈由对方指定一名选手领出。"""
    for question in made("chooser", "rule:guandan/who_names_leader"):
        found = re.search("。(东|南|西|北)家被记犯规", question.stem)
        assert found is not None
        assert only(question, {"东西方" if found[1] in "南北" else "南北方"}), question


def test_what_may_be_named_of_a_wrong_lead() -> None:
    """第十七条三(1)：由其左手方选手指定他重新出这手牌中的某一牌型；第四条：单张、对子、三同张、三带对。"""
    words = {"单张": 1, "一对": 2, "三张": 3}
    seen = set()
    for question in made("choice", "rule:guandan/named_pattern"):
        held = Counter(card[1:] for card in question.drawn.cards)
        can = set()
        for option in question.options:
            parts = re.findall(r"(单张|一对|三张)(10|[2-9AJQK])", option.text)
            if parts and "".join(f"{a}{b}" for a, b in parts) == option.text.replace("带", ""):
                if all(held[rank_] >= words[what] for what, rank_ in parts):
                    can.add(option.text)
            else:
                assert option.text != question.answer.text, question
        assert can == {question.answer.text}, question
        seen.add(question.answer.text[:2])
    assert len(seen) == 3


def test_who_decides_when_cards_are_too_many_and_too_few() -> None:
    """第二十二条一第2段。"""
    names = {"南": 0, "东": 1, "北": 2, "西": 3}
    seats = "南东北西"
    for question in made("chooser", "rule:shengji/who_decides"):
        found = re.search("^(.)家坐庄，(已经|还没有)看.*错误家是(.)家，非错误家是(.)家", question.stem)
        assert found is not None
        banker, wrong, other = names[found[1]], names[found[3]], names[found[4]]
        if (wrong - other) % 2:  # 各为一方
            decides = other
        elif (wrong - banker) % 2 == 0:  # 同为庄家方：错误家的下家
            decides = (wrong + 1) % 4
        else:  # 同为防守方：未看由庄家，看了由庄家的同伴
            decides = banker if found[2] == "还没有" else (banker + 2) % 4
        assert only(question, {f"{seats[decides]}家"}), question


def test_which_card_of_a_failed_throw_is_led() -> None:
    """第二十三条一：按规定出所甩错的牌张，即其他三家有更大的；有几种时由甩错者的下家指定。"""
    for question in made("choice", "rule:shengji/named_card", 20):
        hands = question.stem.partition("；别家")[2]
        theirs = [ORDER.index(card.replace("10", "T")) for card in re.findall(r"♠(10|[2-9JQKA])", hands)]
        beaten = {f"♠{card[1:]}" for card in question.drawn.cards if ORDER.index(rank(card)) < max(theirs)}
        assert [i for i, o in enumerate(question.options) if o.text in beaten] == [question.right], question


def test_what_the_next_player_may_ask_of_who_leads_with_a_heavy_card() -> None:
    """第二十四条二第2段：其下家可指定重罚张一家出或不出重罚张花色，出或不出该重罚张；没有别的牌就办不到。"""
    seen = set()
    for question in made("choice", "rule:shengji/heavy_named"):
        penalty, *rest = question.drawn.cards
        can = any(card[0] == penalty[0] for card in rest)
        assert question.answer.text.startswith("可以" if can else "办不到"), question
        seen.add(can)
    assert seen == {True, False}
