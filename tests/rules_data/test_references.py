"""Cross-references: how many of each printed form, what they point to, and what must not be taken for one."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from rules_data.handbook import Handbook
from rules_data.model import Book, Provision, Reference
from rules_data.references import find_bridge, find_chinese, references_in

SAMPLE = yaml.safe_load(Path(__file__).with_name("reference_sample.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def found(books: dict[str, Book]) -> dict[str, list[Reference]]:
    known = {p.id for book in books.values() for p in book.walk()}
    return {id_: [r for p in book.walk() for r in references_in(p, book, known)] for id_, book in books.items()}


def _full(id_: str) -> str:
    return id_ if ":" in id_ else f"bridge-1999:{id_}"


# -- counts of the printed forms in the 1999 laws of bridge -----------------------------------------------------------------------
ABSOLUTE = {
    "第X条": 123, "第X条Y款": 41, "第X条Y款N": 21, "第X条Y款N(x)": 4, "第X条Y款及Y款": 1, "X条注释": 2, "漏“第”": 12,
}  # fmt: skip
RELATIVE = {
    "本条": 7, "本条Y款": 5, "本条B款1(a)": 1, "本条A2(b)": 1, "本章B款": 1, "以下本款3": 2, "以下(b)项": 1, "上述A款2": 2,
    "上述A款1、2": 1, "上述C款": 1, "上述A到E各款": 1, "上述(a)": 1, "上述(a)或(b)": 1, "前述(b)(1)或(b)(2)": 1, "如上面的1": 1,
}  # fmt: skip


def _shape(printed: str) -> str:
    if not printed.startswith("第"):
        return "漏“第”"
    if "注释" in printed:
        return "X条注释"
    shape = re.sub(r"^第\d+条", "第X条", printed)
    shape = re.sub(r"[A-G]款", "Y款", shape)
    return re.sub(r"\([a-d]\)", "(x)", re.sub(r"款\d+", "款N", shape))


def test_absolute_references_by_form(found: dict[str, list[Reference]]) -> None:
    absolute = [r for r in found["bridge-1999"] if r.form == "absolute"]
    assert Counter(_shape(r.printed) for r in absolute) == ABSOLUTE
    assert len(absolute) == 204


def test_references_with_their_first_character_left_out(found: dict[str, list[Reference]]) -> None:
    short = Counter(r.printed for r in found["bridge-1999"] if r.form == "absolute" and not r.printed.startswith("第"))
    assert short == {
        "45条": 1, "14条": 1, "31条": 2, "32条": 2, "50条": 1, "70条": 1, "71条": 1, "23条A款": 1, "45条E款": 1, "66条C款": 1,
    }  # fmt: skip


def test_relative_references_by_form(found: dict[str, list[Reference]]) -> None:
    relative = Counter(r.printed for r in found["bridge-1999"] if r.form == "relative")
    clauses = sum(n for printed, n in relative.items() if re.fullmatch(r"本条[A-G]款", printed))
    shapes = {printed: n for printed, n in relative.items() if not re.fullmatch(r"本条[A-G]款", printed)} | {
        "本条Y款": clauses
    }
    assert shapes == RELATIVE
    assert sum(relative.values()) == 27


def test_most_cited_laws(found: dict[str, list[Reference]]) -> None:
    laws = Counter(
        re.search(r"\d+", r.printed).group()  # type: ignore[union-attr]
        for r in found["bridge-1999"]
        if r.form == "absolute"
    )
    assert laws["16"] == 19 and laws["26"] == 14 and laws["50"] == 11 and laws["77"] == 8
    assert laws["23"] == 13 and laws["12"] == 6 and laws["47"] == 6
    assert {law for law, _ in laws.most_common(5)} == {"16", "26", "23", "50", "77"}


def test_counts_of_the_other_books(found: dict[str, list[Reference]]) -> None:
    """Counted in the prints: 表4 nine times; 第十三条之第三款 four times, 同1款 three, and one each of four other forms."""
    assert Counter(r.printed.replace(" ", "") for r in found["shengji-40"] if r.targets) == {"表4": 9}
    assert Counter(r.printed for r in found["guandan-2017"] if r.targets) == {
        "第十三条之第三款": 4, "同1款": 3, "第三款": 1, "步骤一": 1, "26分制级差与级分换算表": 1, "第二十七条": 1,
    }  # fmt: skip
    assert found["guandan-supplement"] == []


def test_independent_count_of_laws_in_the_source() -> None:
    """第X条 anywhere but at the head of a line with a colon is a reference: counted straight from the source text."""
    from rules_data.loader import BOOKS

    source = (BOOKS / "bridge-1999" / "source.txt").read_text(encoding="utf-8")
    body = "\n".join(line for line in source.splitlines() if not re.match(r"第\d+[条张][:：]", line))
    assert len(re.findall(r"第\d{1,2}条", body)) == 204 - 12


# -- what they point to ------------------------------------------------------------------------------------------------------------
def test_the_sample_is_large_and_wide() -> None:
    assert len(SAMPLE) >= 60
    assert {_full(s["at"]).partition(":")[0] for s in SAMPLE} == {
        "bridge-1999", "bridge-1999-hant", "guandan-2017", "shengji-40",
    }  # fmt: skip
    printed = {s["printed"] for s in SAMPLE}
    odd = set(RELATIVE) - {"本条", "本条Y款"}
    assert odd <= printed, "every relative form but the plainest is in the sample"
    assert {_shape(s["printed"]) for s in SAMPLE if _full(s["at"]).startswith("bridge-1999:")} >= set(ABSOLUTE)


@pytest.mark.parametrize("case", SAMPLE, ids=lambda c: f"{c['at']} {c['printed']}")
def test_reference_of_the_sample(found: dict[str, list[Reference]], case: dict[str, Any]) -> None:
    at = _full(case["at"])
    here = [r for r in found[at.partition(":")[0]] if r.source == at and r.printed == case["printed"]]
    assert here, "not found"
    assert all(r.targets == tuple(map(_full, case["targets"])) for r in here), here
    if "force" in case:
        assert case["force"] in {r.force for r in here}, here


def test_offsets_point_at_what_is_printed(books: dict[str, Book], found: dict[str, list[Reference]]) -> None:
    provisions = {p.id: p for book in books.values() for p in book.walk()}
    for references in found.values():
        for r in references:
            part: str = getattr(provisions[r.source], r.part)
            assert part[r.start : r.end] == r.printed
    for references in found.values():
        for a, b in pairwise(references):
            assert a.source != b.source or a.end <= b.start, (a, b)


def test_targets_exist(books: dict[str, Book], found: dict[str, list[Reference]]) -> None:
    known = {p.id for book in books.values() for p in book.walk()}
    assert all(set(r.targets) <= known for references in found.values() for r in references)


def test_unresolved_references_are_exactly_these(books: dict[str, Book], found: dict[str, list[Reference]]) -> None:
    """Law 23 has no clauses, a chapter has none, law 50's letters are lost; rules and paragraphs not printed with the text."""
    expected = {
        ("bridge-1999:27B3", "23条A款"),
        ("bridge-1999:31B", "第23条A款"),
        ("bridge-1999:41C", "本章B款"),
        ("bridge-1999:50", "下列和款"),
        ("guandan-2017:39.2.5", "《仲裁委员会条例》"),
        ("shengji-40:10p3", "上述不同组合的跟牌方法"),
        ("shengji-40:19", "《中国升级竞赛规则》（试行）"),
        ("shengji-40:28b.1", "升级竞赛规则"),
    }
    assert {(r.source, r.printed) for references in found.values() for r in references if not r.targets} == expected
    listed = {(u.at, u.printed): u for book in books.values() for u in book.unresolved}
    assert set(listed) == expected
    assert all(re.search("[一-鿿]", u.reason) for u in listed.values())
    assert listed[("bridge-1999:41C", "本章B款")].meant == ("bridge-1999:41B",)
    assert listed[("bridge-1999:50", "下列和款")].meant == ("bridge-1999:50C", "bridge-1999:50D")
    assert listed[("bridge-1999:27B3", "23条A款")].meant == ("bridge-1999:23",)


def test_cites_and_cited_by_are_two_sides_of_one_thing(handbook: Handbook) -> None:
    forward = {
        (r.source, r.start, target) for p in handbook.walk() for r in handbook.references(p.id) for target in r.targets
    }
    backward = {(r.source, r.start, p.id) for p in handbook.walk() for r in handbook.cited_by(p.id)}
    assert forward == backward
    assert len(forward) > 230


def test_cited_by_of_a_few(handbook: Handbook) -> None:
    assert {r.source for r in handbook.cited_by("bridge-1999:43B2b")} == {
        f"bridge-1999:{n}" for n in ("61B", "62B2", "63C")
    }
    assert {r.source for r in handbook.cited_by("guandan-2017:14.1.1")} == {f"guandan-2017:14.1.{n}" for n in (2, 3, 4)}
    assert {r.source for r in handbook.cited_by("bridge-1999:75n")} == {"bridge-1999:72B3"}
    assert len(handbook.cited_by("shengji-40:19.3t")) == 9


# -- what is not a reference -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "第17副至32副牌套,均依序重复使用上表的规定",
        "当3手牌张数正确,而第4家在开始打牌前发现缺少一张或几张牌时",
        "明手是第四家打牌时",
        "任一条款和条目",
        "几条规则中的任一条",
        "手中的牌张剩下10张(含10张)以下时",
        "第一墩牌和第12墩牌",
        "大牌包括A、K、Q、J、10。",
        "一副牌定约的墩分达到或超过100分时,称为成局。",
        "第1款并不存在于此书",
        "对方有3条",
        "他有4条Q",
        "共14条",
    ],
)
def test_bridge_does_not_catch(text: str) -> None:
    assert list(find_bridge(text, "16A")) == []


@pytest.mark.parametrize(
    "text",
    [
        "连续第二次违例",
        "由第四家出牌",
        "第二副牌以后由下游洗牌",
        "第一轮比赛",
        "有三条以上的意见",
        "同1副牌",
        "获得第一名的一方",
        "第5个队",
        "任一条款",
    ],
)
def test_chinese_style_does_not_catch(text: str) -> None:
    assert list(find_chinese(text, "16.3.1", "guandan-2017")) == []


def test_what_the_prints_say_of_hands_and_boards_is_left_alone(found: dict[str, list[Reference]]) -> None:
    for references in found.values():
        for r in references:
            assert not re.search("副|家|张|墩|几|任", r.printed), r


def test_a_heading_is_not_a_reference_to_itself(books: dict[str, Book], found: dict[str, list[Reference]]) -> None:
    articles: dict[str, Provision] = {p.id: p for book in books.values() for p in book.walk() if p.kind == "article"}
    assert not [r for references in found.values() for r in references if r.part == "heading" and r.source in articles]
