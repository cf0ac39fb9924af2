"""Books on their way to another device: as codes, as a file, beside a journal; who has the older text, and what becomes of both."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.brought.kept import BookLog, Source
from app.brought.sharing import MARK, NEWER, NotTaken, digest_of, parted, small, take, whole
from app.handover.frames import Collected, frames
from app.journal.side_log import in_memory
from rules_data.brought.making import again, changed, digest
from rules_data.brought.model import Brought, Mend
from rules_data.brought.settling import choices, settings_of, settled
from rules_data.handbook import open_handbook
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, SHENGJI, brought, text_of


def source(one: Brought, text: str = "") -> Source:
    text = text or text_of(one.name)
    return Source(one.source, one.name, text, text.encode())


def having(*names: str) -> BookLog:
    store = in_memory(BookLog())
    for name in names:
        store.put(brought(name), source(brought(name)))
    return store


def confirmed(one: Brought, number: str, option: str) -> Brought:
    found = choices(one.book, open_handbook().books[one.base or ""])
    choice = next(each for each in found if each.question.endswith(number))
    return changed(one, at=AT, by="裁判甲", did=f"确认：{number}", decided=settled(one, choice, option))


def ids(store: BookLog) -> list[str]:
    return list(store.current())


@pytest.mark.parametrize("name", [GUANDAN, BRIDGE, SHENGJI])
def test_a_book_goes_over_by_codes_and_is_the_same_there(name: str) -> None:
    here, there = having(name), in_memory(BookLog())
    row = frames(small(here, ids(here)))
    assert len(row) <= 12  # four pages
    collected = Collected()
    for frame in reversed(row):
        collected.take(frame)
    taken = take(there, collected.text())
    assert taken.changed and "第 1 版收下了" in taken.lines[0]
    assert there.current() == here.current()
    kept = there.source(brought(name).source)
    assert kept is not None and kept.text == text_of(name)  # line by line it can be read there, too


def test_a_version_that_is_read_otherwise_today_goes_whole_by_codes() -> None:
    one = brought(GUANDAN)
    last = one.book.provisions[-1]
    older = replace(one, book=replace(one.book, provisions=(*one.book.provisions[:-1], replace(last, label="落款1"))))
    here, there = in_memory(BookLog()), in_memory(BookLog())
    here.put(older, source(one))
    taken = take(there, small(here, ids(here)))
    assert taken.changed and "第 1 版收下了" in taken.lines[0]
    assert there.current() == {one.book.id: older}


def test_what_was_mended_and_decided_goes_along() -> None:
    here = having(SHENGJI)
    one = brought(SHENGJI)
    mend = Mend(line=8, text="庄家自己也不得再看。", what="continues")
    one = again(
        one, text_of(SHENGJI), (mend,), source=one.source, name=SHENGJI, at=AT, by="甲", did="第 8 行：接上一行"
    )
    here.put(one)
    one = confirmed(confirmed(one, "D-20", "finish"), "shengji.round", "120")
    here.put(replace(one, version=3))
    there = in_memory(BookLog())
    take(there, small(here, ids(here)))
    (got,) = there.current().values()
    assert digest_of(got) == digest_of(one) and got.mends == (mend,) and got.version == 3
    assert [each.option for each in settings_of(got)] == ["finish", "120"]


def test_a_file_brings_all_versions_and_the_files_byte_for_byte() -> None:
    here = having(GUANDAN, BRIDGE)
    here.put(confirmed(brought(GUANDAN), "D-40", "extra-deal"))
    there = in_memory(BookLog())
    take(there, whole(here, ids(here)))
    for id_ in ids(here):
        assert there.versions(id_) == here.versions(id_)
    kept = there.source(brought(BRIDGE).source)
    assert kept is not None and kept.original == text_of(BRIDGE).encode()


def test_the_older_text_is_told_whichever_way_it_goes() -> None:
    old, new = having(GUANDAN), having(GUANDAN)
    new.put(confirmed(brought(GUANDAN), "D-40", "extra-deal"))
    (line,) = take(new, small(old, ids(old))).lines
    assert line == "《江城杯掼蛋公开赛竞赛规程》这里的第 2 版更新，没有改动。"
    (line,) = take(old, small(new, ids(new))).lines
    assert line == "《江城杯掼蛋公开赛竞赛规程》由第 1 版换成第 2 版；原来的留着。"
    assert len(old.versions(ids(old)[0])) == 2
    (line,) = take(old, small(new, ids(new))).lines
    assert line == "《江城杯掼蛋公开赛竞赛规程》已有同一版（第 2 版），没有改动。"


def test_changed_on_both_sides_nothing_is_lost() -> None:
    one, other = having(GUANDAN), having(GUANDAN)
    id_ = ids(one)[0]
    one.put(confirmed(brought(GUANDAN), "D-40", "extra-deal"))
    other.put(confirmed(brought(GUANDAN), "mode", "计时制"))
    (line,) = take(one, small(other, [id_])).lines
    assert "两边都改过" in line and "这里的第 2 版留着" in line
    assert [each.version for each in one.versions(id_)] == [1, 2, 3]
    assert [each.point for each in settings_of(one.versions(id_)[1])] == ["guandan-2017/D-40"]
    assert [each.point for each in settings_of(one.current()[id_])] == ["guandan-2017#mode"]
    assert not take(other, small(one, [id_])).changed  # what came from there is what is there
    assert digest_of(other.current()[id_]) == digest_of(one.current()[id_])


def test_a_new_text_of_a_book_goes_over_as_its_next_version() -> None:
    here, there = having(SHENGJI), having(SHENGJI)
    text = text_of(SHENGJI).replace("罚10分", "罚20分")
    later = again(brought(SHENGJI), text, (), source=digest(text.encode()), name="", at=AT, by="", did="换成新的文本")
    here.put(later, source(later, text))
    take(there, small(here, ids(here)))
    (now,) = there.current().values()
    assert now.version == 2 and now.source == digest(text.encode())
    kept = there.source(now.source)
    assert kept is not None and "罚20分" in kept.text


def test_books_stand_after_a_journal_in_one_file() -> None:
    store = having(SHENGJI)
    journal = '{"file": "zhicai-journal", "format": 1}\n{"id":"01"}\n'
    assert parted(journal + small(store, ids(store))) == (journal, small(store, ids(store)))
    assert parted(journal) == (journal, "")
    assert parted(small(store, ids(store)))[0] == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "不是执裁的规程文件"),
        ("[]", "不是执裁的规程文件"),
        ('{"file":"zhicai-journal","format":1}', "不是执裁的规程文件"),
        (f'{MARK},"format":99}}\n', NEWER[:-1]),
        (f'{MARK},"format":"x"}}\n', "不是执裁的规程文件"),
    ],
)
def test_what_is_no_such_text(text: str, said: str) -> None:
    store = having(SHENGJI)
    with pytest.raises(NotTaken, match=said):
        take(store, text)
    assert len(store.current()) == 1


def test_damaged_lines_are_said_and_the_rest_is_taken() -> None:
    here = having(SHENGJI, BRIDGE)
    head, first, second, _ = small(here, ids(here)).split("\n")
    said = json.loads(first)
    said["text"] = said["text"].replace("10分", "50分")  # what it is read to is another book than was sent
    there = in_memory(BookLog())
    bad = [
        "{",
        "null",
        "[1]",
        '{"what":"version"}',
        '{"what":"text","version":{"book":3},"text":"x","digest":""}',
        "{" * 900,
    ]
    taken = take(there, "\n".join([head, json.dumps(said, ensure_ascii=False), *bad, second, ""]))
    assert [each.book.game for each in there.current().values()] == ["bridge"]
    assert taken.lines[-1].startswith("有 7 行规程读不懂，没有收")


def test_a_source_that_is_not_what_it_is_called_is_left_out() -> None:
    here = having(SHENGJI)
    lines = whole(here, ids(here)).split("\n")
    other = json.loads(lines[1])
    other["original"] = json.loads(whole(having(BRIDGE), ids(having(BRIDGE))).split("\n")[1])["original"]
    there = in_memory(BookLog())
    take(there, "\n".join([lines[0], json.dumps(other), *lines[2:]]))
    assert there.source(brought(SHENGJI).source) is None and len(there.current()) == 1
