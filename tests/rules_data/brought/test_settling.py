"""What regulations settle of what the law leaves open: read from sentences as organisers print them, confirmed, taken back."""

from __future__ import annotations

import pytest

from rules_data.brought.making import About, again, changed, digest, make
from rules_data.brought.model import Brought, Choice
from rules_data.brought.phrases import number_in, phrase
from rules_data.brought.settling import Setting, agreed, choices, points, settings_of, settled, taken_back
from rules_data.handbook import open_handbook
from tests.rules_data.brought.making import AT, BRIDGE, GAMES, GUANDAN, SHENGJI, brought, same, text_of

BASES = {"guandan": "guandan-2017", "bridge": "bridge-1999", "shengji": "shengji-40"}


def of(one: Brought) -> dict[str, Choice]:
    """What a book seems to settle, by the number of the point."""
    found = choices(one.book, open_handbook().books[one.base or ""])
    return {each.question.replace("#", "/").partition("/")[2]: each for each in found}


def sheet(game: str, *lines: str) -> Brought:
    """A short regulation of these points."""
    text = "某某比赛补充规定\n" + "\n".join(
        f"第{n}条 {line}" for n, line in zip("一二三四五六七八九", lines, strict=False)
    )
    about = About(game=game, base=BASES[game])
    return make(text, digest(text.encode()), "", about, at=AT, by="", simplified=same)


SETTLED = [
    ("guandan", "淘汰赛打成平级的，双方加打一副，胜者晋级。", "D-40", "extra-deal"),
    ("bridge", "比赛共七轮，第一轮抽签。", "event.rounds", "7"),
    ("bridge", "采用9轮积分编排。", "event.rounds", "9"),
    ("guandan", "积分编排共7轮。", "event.rounds", "7"),
    ("shengji", "每队打6轮。", "event.rounds", "6"),
    ("bridge", "每轮打16副牌。", "event.deals", "16"),
    ("bridge", "每节二十四副。", "event.deals", "24"),
    ("guandan", "采用计时计副制，每局限时50分钟，打满8副。", "event.deals", "8"),
    ("guandan", "淘汰赛打平的，以抽签决定胜者。", "D-40", "regulations"),
    ("guandan", "时间到时还没有打完的一副取消，不计成绩。", "D-30", "cancel"),
    ("guandan", "铃响时正在进行的一副打完为止，计入成绩。", "D-30", "finish"),
    ("guandan", "对判罚不服的，向仲裁委员会书面提出申诉。", "D-27", "arbitration-receives"),
    ("guandan", "申诉由队长向裁判长提出。", "D-27", "chief-referee-first"),
    ("guandan", "循环赛中途退赛的，未赛的各轮按轮空处理。", "D-18", "not-counted"),
    ("guandan", "迟到使一方升级的，首副仍从打2开始。", "D-10c", "two"),
    ("guandan", "双方都迟到的，不升级，照常开始。", "D-10b", "none"),
    ("guandan", "双方均迟到的，各按各的档处理。", "D-10b", "each-band"),
    ("guandan", "迟到10分钟以上（含10分钟）的，以弃权论。", "D-10", "upper-band"),
    ("guandan", "过A必须在打本方的A那一副取胜。", "D-12", "own-ace-deal"),
    ("guandan", "因对方犯规判负的，不算过A。", "D-12b", "never"),
    ("guandan", "抗贡成立的，应贡方也可以自愿进贡。", "D-57", "allowed"),
    ("guandan", "累计级分相等的，加打一副决定胜负。", "D-42", "extra-deal"),
    ("guandan", "裁判员自行发现的违规，照样判罚。", "D-49", "penalise"),
    ("guandan", "明显传递非法信息，第二次及以后在全赛里累计。", "D-59", "event"),
    ("guandan", "双败淘汰赛的对阵图由编排组在赛前公布。", "D-25", "given"),
    ("guandan", "本次比赛采用计时计副制。", "mode", "计时计副制"),
    ("guandan", "本次比赛采用计副制，每局十六副。", "mode", "计副制"),
    ("guandan", "每局用时四十五分钟。", "guandan.round", "45"),
    ("shengji", "时间到时，没有打完的一副作废。", "D-20", "void"),
    ("shengji", "到时两队级数相同的，在台上的一方胜。", "D-19", "banker-side"),
    ("shengji", "甩牌失败的，由下家指定出哪一张。", "D-04", "next-chooses"),
    ("shengji", "A必打，不得跳过。", "D-18", "must-play-a"),
    ("shengji", "没有人亮主的，重新发牌。", "D-21", "redeal"),
    ("shengji", "革命以后重洗重抓。", "D-27", "redeal"),
    ("shengji", "一副牌里最多革命一次，即革命只能一次。", "D-27-4", "once"),
    ("shengji", "警告和违例按人累计。", "D-29", "player"),
    ("shengji", "弃权的，对方得12标准分。", "D-28", "twelve"),
    ("shengji", "罚分加给对方，在本副结算。", "D-16", "to-opponents"),
    ("shengji", "罚分合计每副以80分为限。", "D-15", "per-deal"),
    ("shengji", "本次比赛不采用标准分记分。", "standard_scoring", "no"),
    ("shengji", "每轮90分钟。", "shengji.round", "90"),
    ("bridge", "申诉须在该节正式分数公布后半小时内提出。", "organizer_minutes", "30"),
    ("bridge", "记分有误的，可在正式分数公布后45分钟内更正。", "correction_minutes", "45"),
    ("bridge", "平均正分为60%，平均负分为40%。", "D-14", "forty-and-sixty"),
    ("bridge", "平均分按0 IMP计。", "D-13", "zero"),
    ("bridge", "轮空的队得 12 VP。", "event.bye", "12"),
    ("bridge", "轮空按3分计。", "event.bye", "3"),
    ("guandan", "轮空的队记场分2分，级分13分。", "event.bye", "2"),
    ("shengji", "轮空者得八分。", "event.bye", "8"),
    ("bridge", "弃权的，对方得 18 VP。", "event.forfeit", "18"),
    ("bridge", "一方弃权，未弃权的一方记15分。", "event.forfeit", "15"),
    ("bridge", "每轮打 16 副牌。", "event.deals", "16"),
    ("shengji", "每轮 90 分钟。", "shengji.round", "90"),
    ("bridge", "申诉时限为三十分钟（含第三十分钟）。", "D-18", "inclusive"),
]


@pytest.mark.parametrize(("game", "sentence", "point", "option"), SETTLED)
def test_what_a_sentence_settles(game: str, sentence: str, point: str, option: str) -> None:
    found = of(sheet(game, "为办好本次比赛，制定本规定。", sentence))
    assert point in found, sorted(found)
    assert found[point].options == (option,) and found[point].sentence == sentence


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        ("guandan", "每两轮之间茶歇十五分钟，食品、饮料不得带上牌桌。"),
        ("guandan", "参赛选手须穿运动鞋，佩戴参赛证。"),
        ("guandan", "报名截止以后不得更换队员。"),
        ("guandan", "赛场全程录像，裁判长可以调看录像。"),
        ("guandan", "比赛采用《淮安掼蛋竞赛规则》和本规程；两者不一致的，以本规程为准。"),
        ("shengji", "茶水费每人每次十元，输的一方收拾桌子。"),
        ("shengji", "不能来的，周二晚上八点前在群里说一声。"),
        ("bridge", "限时2小时20分钟，超时的照表罚分。"),
        ("bridge", "第1轮抽签，第2轮起照积分编排。"),
        ("bridge", "预赛5轮，决赛2轮。"),
        ("guandan", "第二次一局判负的，停赛3轮。"),
        ("guandan", "各队至少打3轮才排名次。"),
        ("shengji", "每桌用两副扑克，每局用完换新的。"),
        ("bridge", "开室与闭室的牌手在一节中不得交换座位。"),
        ("bridge", "屏风只用于决赛。"),
        ("bridge", "轮空的队须在赛场等候。"),
        ("bridge", "迟到10分钟的罚1分。"),
        ("bridge", "弃权的罚报名费二百元，并禁赛一年。"),
    ],
)
def test_what_settles_nothing(game: str, sentence: str) -> None:
    assert of(sheet(game, "为办好本次比赛，制定本规定。", sentence)) == {}


def test_the_three_regulations() -> None:
    said = {number: each.options for number, each in of(brought(GUANDAN)).items()}
    assert said["mode"] == ("计时制",) and said["guandan.round"] == ("50",) and said["D-40"] == ("extra-deal",)
    assert said["D-27"] == ()  # it speaks of appeals, and does not say to whom
    assert {number: each.options for number, each in of(brought(BRIDGE)).items()} == {
        "event.deals": ("16",),  # 每节16副
        "correction_minutes": ("20",),
    }
    said = {number: each.options for number, each in of(brought(SHENGJI)).items()}
    assert said["shengji.round"] == ("120",) and said["D-20"] == ("finish",) and said["D-04"] == ("smallest",)
    assert said["D-03"] == ()  # ten points, and not of what


def test_a_title_says_what_its_sentences_are_about() -> None:
    text = "某赛补充规定\n第一条 申诉\n一、在正式分数公布后四十分钟内提出。\n二、以书面为准。"
    one = make(text, "0" * 64, "", About(game="bridge", base="bridge-1999"), at=AT, by="", simplified=same)
    found = of(one)["organizer_minutes"]
    assert found.options == ("40",) and found.by.endswith(":1.1")


def test_every_phrase_of_the_law_data_can_be_looked_for() -> None:
    for base in BASES.values():
        book = open_handbook().books[base]
        there = {p.id for p in book.walk()}
        for point in points(book):
            assert set(point.at) <= there | {p.id for p in open_handbook().books["guandan-supplement"].walk()}, point.id
            for each in (*point.about, *point.numbers, *(said for option in point.options for said in option.said)):
                assert phrase(each).pattern.pattern
            for each in point.numbers:
                assert "{n}" in each or "{minutes}" in each, (point.id, each)


def confirmed(one: Brought, number: str, option: str | None) -> Brought:
    choice = of(one)[number]
    return changed(one, at=AT, by="裁判甲", did="", decided=settled(one, choice, option))


def test_only_what_is_confirmed_is_settled_and_it_can_be_taken_back() -> None:
    one = brought(GUANDAN)
    assert list(settings_of(one)) == []
    after = confirmed(one, "D-40", "extra-deal")
    (setting,) = settings_of(after)
    assert (setting.point, setting.option, setting.version) == ("guandan-2017/D-40", "extra-deal", 2)
    assert setting.sentence == "淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方。"
    assert setting.by == f"{one.book.id}:5.4"
    assert list(settings_of(confirmed(after, "D-40", None))) == []  # said not to settle it
    back = changed(after, at=AT, by="", did="", decided=taken_back(after, of(one)["D-40"].key))
    assert list(settings_of(back)) == [] and back.decided == ()
    assert list(settings_of(changed(after, at=AT, by="", did="撤下", withdrawn=True))) == []


def test_a_person_may_say_another_option_than_seems() -> None:
    (setting,) = settings_of(confirmed(brought(GUANDAN), "D-27", "chief-referee-first"))
    assert setting.option == "chief-referee-first"


def test_a_new_text_keeps_what_it_says_in_the_same_words_and_nothing_else() -> None:
    one = confirmed(confirmed(brought(GUANDAN), "D-40", "extra-deal"), "mode", "计时制")
    text = text_of(GUANDAN).replace("淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方", "淘汰赛打成平级的，抽签决定")
    after = again(one, text, (), source=digest(text.encode()), name="", at=AT, by="", did="换成新的文本")
    assert [(each.point, each.version) for each in settings_of(after)] == [("guandan-2017#mode", 4)]
    refused = confirmed(one, "D-40", None)
    later = again(refused, text_of(GUANDAN), (), source="1" * 64, name="", at=AT, by="", did="")
    assert any(
        each.key == of(one)["D-40"].key and not each.accepted for each in later.decided
    )  # need not be asked again


def test_two_books_that_differ_settle_nothing() -> None:
    def setting(book: str, option: str) -> Setting:
        return Setting("guandan-2017/D-40", option, book, 1, f"{book}:1", "")

    settled_, against = agreed([setting("own-a", "extra-deal"), setting("own-b", "regulations")])
    assert settled_ == {} and [(a.book, b.book) for a, b in against] == [("own-a", "own-b")]
    settled_, against = agreed([setting("own-a", "extra-deal"), setting("own-b", "extra-deal")])
    assert settled_["guandan-2017/D-40"].book == "own-a" and against == ()


@pytest.mark.parametrize(
    ("written", "sentence", "number"),
    [
        ("申诉 {minutes}", "申诉须在一个半小时内提出", 90),
        ("申诉 {minutes}", "申诉须在1.5小时内提出", 90),
        ("申诉 {minutes}", "申诉须在半个小时内提出", 30),
        ("申诉 {minutes}", "申诉须在两小时内提出", 120),
        ("申诉 {minutes}", "申诉须在一百二十分钟内提出", 120),
        ("共打 {n}轮", "共打八轮", 8),
    ],
)
def test_numbers_as_they_are_printed(written: str, sentence: str, number: int) -> None:
    found = phrase(written).found(sentence)
    assert found is not None and number_in(found) == number


def test_a_phrase_does_not_go_beyond_its_sentence_and_minds_what_must_not_be_there() -> None:
    assert phrase("申诉 裁判长").found("申诉须书面提出；裁判长宣布成绩") is None
    assert phrase("申诉 裁判长 -仲裁").found("申诉向仲裁委员会或裁判长提出") is None
    with pytest.raises(ValueError):
        phrase("-仲裁")


def test_a_book_of_a_game_without_a_law_settles_nothing() -> None:
    assert choices(brought(next(iter(GAMES))).book, None) == ()


def test_a_long_text_is_looked_through_as_its_sentences_one_by_one() -> None:
    """What is found in a text of many sentences is what is found in each of them alone: nothing is passed over for speed."""
    said = [sentence for game, sentence, *_ in SETTLED if game == "guandan"]
    assert len(said) > 5
    filler = [f"选手须在第{n}张桌就座，听从裁判安排。" for n in range(200)]
    lines = [*(each for pair in zip(said, filler, strict=False) for each in pair), *filler[len(said) :]]
    text = "某赛规定\n" + "\n".join(f"第{n}条 {line}" for n, line in enumerate(lines, 1))
    about = About(game="guandan", base=BASES["guandan"])
    whole = make(text, "0" * 64, "", about, at=AT, by="", simplified=same)
    base = open_handbook().books[BASES["guandan"]]
    together = {(c.sentence, c.question, c.options) for c in choices(whole.book, base) if c.options}
    alone = {
        (c.sentence, c.question, c.options)
        for each in said
        for c in choices(sheet("guandan", each, "其他照旧。").book, base)
        if c.options
    }
    assert together == alone
