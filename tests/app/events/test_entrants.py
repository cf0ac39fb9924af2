"""Lists of pairs and teams as people have them: well kept, badly kept, and not lists at all."""

from __future__ import annotations

import io
import random
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.events.entrants import read_file, read_more, read_pasted
from app.journal.records import Entrant

BLUE = Entrant("1", "蓝队", ("张三", "李四"), "某市桥牌协会")
RED = Entrant("2", "红队", ("王玥", "赵喆"), "某大学")
HEADED = "编号,名称,选手1,选手2,单位\n1,蓝队,张三,李四,某市桥牌协会\n2,红队,王玥,赵喆,某大学\n"


def workbook(rows: list[list[object]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("别的").append(["编号", "名称"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("separator", ["\t", ",", "，", ";", "；", "   ", "\u3000\u3000"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_pasted_with_headings(separator: str, end: str) -> None:
    assert read_pasted(HEADED.replace(",", separator).replace("\n", end)) == ((BLUE, RED), ())


@pytest.mark.parametrize("separator", ["\t", ",", "，", "  ", " "])
def test_pasted_without_headings(separator: str) -> None:
    text = "\n".join(HEADED.splitlines()[1:]).replace(",", separator)
    assert read_pasted(text) == ((BLUE, RED), ())


@pytest.mark.parametrize(
    "headings",
    [
        "号码,队名,队员A,队员B,所属单位",
        "对号,对名,选手（一）,选手（二）,俱乐部",
        "No.,Team,Player 1,Player 2,Club",
        "編號,隊名,選手1,選手2,單位",
        "编 号：,名　称,姓名1,姓名2,代表单位",
        "ＮＯ,名称,姓名,搭档,单位",
    ],
)
def test_headings_in_their_forms(headings: str) -> None:
    assert read_pasted(HEADED.replace("编号,名称,选手1,选手2,单位", headings)) == ((BLUE, RED), ())


@pytest.mark.parametrize(
    "players", ["张三、李四", "张三/李四", "张三／李四", "张三 李四", "张三&李四", "张三＋李四", "张三;李四"]
)
def test_two_players_in_one_cell(players: str) -> None:
    found, faults = read_pasted(f"编号\t选手\n7\t{players}")
    assert found == (Entrant("7", "张三/李四", ("张三", "李四")),) and not faults


def test_pairs_have_no_name_of_their_own() -> None:
    found, faults = read_pasted("1 张三 李四\n2 王五 阿布都·热合曼\n")
    assert [e.name for e in found] == ["张三/李四", "王五/阿布都·热合曼"] and not faults


def test_two_characters_set_as_wide_as_three() -> None:
    assert read_pasted("1\t张\u3000三\t欧阳某某")[0][0].players == ("张三", "欧阳某某")
    assert read_pasted("1 张\u3000三 李四五")[0][0].players == ("张三", "李四五")


def test_two_characters_with_a_space_of_the_keyboard_are_two_players() -> None:
    """A wide space, or longer words beside them, still make one name of them: nothing that was set in columns breaks."""
    found, faults = read_pasted("1 甲 乙\n2 丙 丁\r\n3,戊,己\n")
    assert [(e.name, e.players) for e in found] == [
        ("甲/乙", ("甲", "乙")),
        ("丙/丁", ("丙", "丁")),
        ("戊/己", ("戊", "己")),
    ]
    assert not faults
    assert read_pasted("编号 选手1 选手2\n1 丙 丁")[0][0].players == ("丙", "丁")
    assert read_pasted("1 张\u3000三\n2 李\u3000四")[0][0].players == ("张三",)
    assert read_pasted("1 张 三 李四五")[0][0].players == ("张三", "李四五")
    assert [e.name for e in read_pasted("1 甲 队\n2 乙 队")[0]] == ["甲队", "乙队"]


@pytest.mark.parametrize("row", ["甲 乙", "1 甲 乙", "1,甲 乙", "1，甲 乙", "1;甲 乙", "1\t甲 乙"])
def test_two_letters_are_two_players_however_the_number_is_set_apart(row: str) -> None:
    """Pasted and in a file alike: alone beside a number, nobody's name is two characters with a space of the keyboard between."""
    below = row.replace("1", "2").replace("甲 乙", "丙 丁")
    for found, faults in (read_pasted(f"{row}\n{below}"), read_file(f"{row}\r\n{below}".encode())):
        assert [each.players for each in found] == [("甲", "乙"), ("丙", "丁")] and not faults, row


def test_a_name_set_apart_stays_one_where_the_row_says_so() -> None:
    """Beside another name, with a wide space, or below headings, where a row may be one player of a team."""
    for read in (read_pasted, lambda text: read_file(text.encode())):
        assert read("1,张 三,李四五")[0][0].players == ("张三", "李四五")
        assert read("1,张\u3000三")[0][0].players == ("张三",)
        (team,) = read("队号,选手\n1,张 三\n,李 四")[0]
        assert team.players == ("张三", "李四")


def test_names_in_latin_letters_keep_their_gaps() -> None:
    assert read_pasted("No\tPlayers\n1\tJohn Smith / Ann Lee")[0][0].players == ("John Smith", "Ann Lee")


def test_numbers_as_people_write_them() -> None:
    found, faults = read_pasted("编号,名称\nNo.5,甲队\n６号,乙队\nA-12,丙队\n第7对,丁队\n08,戊队")
    assert [e.number for e in found] == ["5", "6", "A-12", "7", "08"] and not faults


def test_without_numbers_they_are_counted() -> None:
    found, faults = read_pasted("甲队\n乙队\n")
    assert [(e.number, e.name) for e in found] == [("1", "甲队"), ("2", "乙队")] and not faults
    assert [e.number for e in read_pasted("姓名,单位\n张三,某市\n李四,某市")[0]] == ["1", "2"]


def test_the_order_of_rows_is_a_number_only_where_there_is_no_other() -> None:
    assert [e.number for e in read_pasted("序号,编号,名称\n1,101,甲队\n2,102,乙队")[0]] == ["101", "102"]
    assert [e.number for e in read_pasted("序号,名称\n1,甲队\n2,乙队")[0]] == ["1", "2"]


def test_one_row_for_each_player() -> None:
    merged = "编号\t队名\t姓名\n1\t蓝队\t张三\n\t\t李四\n2\t红队\t王五\n\t\t赵六\n"
    repeated = "编号\t队名\t姓名\n1\t蓝队\t张三\n1\t蓝队\t李四\n2\t红队\t王五\n2\t红队\t赵六\n"
    wanted = (Entrant("1", "蓝队", ("张三", "李四")), Entrant("2", "红队", ("王五", "赵六")))
    assert read_pasted(merged) == (wanted, ())
    assert read_pasted(repeated) == (wanted, ())


# What is wrong is said by row, what is right is kept


def test_bad_rows_are_said_and_good_ones_kept() -> None:
    text = "编号,名称,选手1,选手2\n5,甲队,张一,张二\n5,乙队,李一,李二\n\n,丙队,王一,王二\n6,,,\n7,丁队,赵一,赵二\n"
    found, faults = read_pasted(text)
    assert [e.name for e in found] == ["甲队", "丁队"]
    assert faults == (
        "第3行“5 乙队 李一 李二”：编号 5 与第2行重复。",
        "第5行“丙队 王一 王二”：没有编号。",
        "第6行“6”：编号 6 没有名称也没有选手。",
    )


@pytest.mark.parametrize("heading", ["", "编号 选手1 选手2\n"])
def test_bad_rows_are_left_to_be_put_right_and_then_added(heading: str) -> None:
    first = read_more(f"{heading}1 张三 李四\n坏行\n2 王五 赵六\n")
    assert [e.number for e in first.entrants] == ["1", "2"] and first.left == f"{heading}坏行"
    again = read_more(first.left, first)
    assert (again.entrants, again.left) == (first.entrants, first.left)  # still bad: nothing is added, nothing lost
    taken = read_more(f"{heading}2 钱七 孙八", first)
    assert taken.entrants == first.entrants and "编号 2 与已读入的重复" in taken.faults[0]
    right = read_more(f"{heading}3 钱七 张三", again)
    assert [e.number for e in right.entrants] == ["1", "2", "3"] and not right.left
    assert "选手“张三”已读入的里也有" in right.faults[0]


def test_bad_rows_of_a_table_can_be_put_right_without_a_tab_key() -> None:
    first = read_more("编号\t名称\t选手1\n1\t蓝队\t张三\n\t红队\t李四")
    assert first.left == "编号，名称，选手1\n，红队，李四"
    right = read_more(first.left.replace("\n", "\n2"), first)
    assert right.entrants[1:] == (Entrant("2", "红队", ("李四",)),) and not right.faults


def test_a_number_is_the_same_with_noughts_before_it() -> None:
    assert read_pasted("编号,名称\n5,甲队\n05,乙队")[1] == ("第3行“05 乙队”：编号 05 与第2行重复。",)


def test_a_pair_without_number_is_not_added_to_the_pair_above() -> None:
    for text in ("编号,选手1,选手2\n1,张三,李四\n,王五,赵六", "1 张三 李四\n2 钱七 孙八\n王五 赵六"):
        found, faults = read_pasted(text)
        assert found[0].players == ("张三", "李四") and faults == ("第3行“王五 赵六”：没有编号。",)


def test_a_player_in_two_pairs_is_kept_and_said() -> None:
    found, faults = read_pasted("1 张三 李四\n2 张三 王五\n3 赵六 赵六")
    assert len(found) == 3
    assert faults == (
        "第2行：选手“张三”第1行也有，已读入，请核对。",
        "第3行：选手“赵六”写了两次，已读入，请核对。",
    )


def test_what_is_above_the_headings_and_columns_not_read_are_said() -> None:
    found, faults = read_pasted("某赛参赛名单\n编号,名称,性别\n1,甲队,男")
    assert found == (Entrant("1", "甲队"),)
    assert faults == ("第1行“某赛参赛名单”：在表头以前，没有读入。", "第2行：“性别”一列没有读入。")


def test_headings_printed_again_are_passed_over() -> None:
    assert len(read_pasted("编号,名称\n1,甲队\n编号,名称\n2,乙队")[0]) == 2


def test_a_name_too_long() -> None:
    found, faults = read_pasted(f"编号,名称\n1,{'长' * 61}\n2,甲队")
    assert [e.number for e in found] == ["2"] and faults == (f"第2行“1 {'长' * 22}…”：“{'长' * 12}…”超过 60 个字。",)


@pytest.mark.parametrize("text", ["", "  \n\t\n", "\ufeff", ",,,\n,,"])
def test_nothing(text: str) -> None:
    assert read_pasted(text) == ((), ("名单是空的，请粘贴或选择一份有内容的名单。",))


def test_headings_alone() -> None:
    assert read_pasted("编号,名称\n") == ((), ("名单里只有表头，没有参赛者。",))


def test_a_stray_quotation_mark_swallows_nothing() -> None:
    assert len(read_pasted('1,"甲队\n2,乙队\n3,丙队')[0]) == 3


# Files


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16"])
def test_csv_in_every_encoding(encoding: str) -> None:
    assert read_file(HEADED.encode(encoding)) == ((BLUE, RED), ())


def test_csv_with_quoted_cells_and_a_word_to_excel() -> None:
    text = 'sep=,\r\n编号,名称,选手\r\n1,"蓝, 队","张三, 李四"\r\n'
    assert read_file(text.encode()) == ((Entrant("1", "蓝, 队", ("张三", "李四")),), ())


def test_csv_that_was_written_by_us() -> None:
    assert read_file("﻿编号;名称\n1;甲队".encode())[0] == (Entrant("1", "甲队"),)


def test_workbook() -> None:
    rows: list[list[object]] = [["编号", "名称", "选手1", "选手2", "单位"], [1, "蓝队", "张三", "李四", "某市桥牌协会"]]
    rows += [[None] * 5, [2.0, "红队", "王玥", "赵喆", "某大学"], [None, "无号", "甲一", "甲二", None]]
    assert read_file(workbook(rows)) == ((BLUE, RED), ("第5行“无号 甲一 甲二”：没有编号。",))


def test_empty_workbook() -> None:
    assert read_file(workbook([])) == ((), ("名单是空的，请粘贴或选择一份有内容的名单。",))


def test_old_excel() -> None:
    assert ".xlsx" in read_file(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(3000))[1][0]


def test_a_web_page_that_is_called_xls() -> None:
    assert "网页格式" in read_file("<html><table><tr><td>编号</td></tr></table>".encode())[1][0]


@pytest.mark.parametrize("seed", range(40))
def test_garbage(seed: int) -> None:
    found, faults = read_file(random.Random(seed).randbytes(4000))
    assert not found and faults == ("这不是文字表格，请用 CSV、.xlsx 文件，或直接粘贴名单。",)


@pytest.mark.parametrize("cut", [4, 100, 1000, -30])
def test_a_cut_workbook(cut: int) -> None:
    found, faults = read_file(workbook([["编号", "名称"], [1, "甲队"]])[:cut])
    assert not found and len(faults) == 1 and "Excel" in faults[0]


def test_a_zip_that_is_no_workbook() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("readme.txt", "x")
    assert read_file(out.getvalue())[1] == ("这不是能读的 Excel 工作簿，请另存为 .xlsx 或 CSV 再导入。",)


def test_a_bomb() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", bytes(70_000_000))
    assert read_file(out.getvalue())[1] == ("这个 Excel 文件展开后过大，请只保留名单那一张表再导入。",)


def test_huge() -> None:
    found, faults = read_file(b"1,\xe7\x94\xb2\n" * 1_000_000)
    assert not found and "超过 5 MB" in faults[0]
    found, faults = read_pasted("\n".join(f"{n} 队伍{n}号队" for n in range(1, 6000)))
    assert len(found) == 5000 and faults == ("名单超过 5000 行，只读了前 5000 行。",)


def test_a_cell_without_end() -> None:
    assert read_pasted(f'1,"{"长" * 200_000}"')[0] == ()


def test_many_columns() -> None:
    found, _ = read_pasted("1," + ",".join(f"甲{c}" for c in "一二三四五六七八九十" * 10))
    assert found[0].number == "1"


@given(st.binary(max_size=120) | st.text(alphabet='1甲乙队,，\t;"\n \u3000/、|=', max_size=80).map(str.encode))
@example(b"PK\x03\x04" + b"\x00" * 40)
@example("编号,名称\n1,甲\n".encode("utf-16"))
@example("编号,名称\n1,甲\n".encode("utf-16-le"))
@example(b'sep=,\n"')
@example(b"\xff\xfe\x00\xd8")
def test_whatever_file_is_chosen_it_is_a_list_or_sentences(data: bytes) -> None:
    entrants, faults = read_file(data)
    assert entrants or faults
    assert all(fault and "\n" not in fault for fault in faults)
    assert len({entrant.number for entrant in entrants}) == len(entrants)


@pytest.mark.parametrize("unit", ["1  甲  乙   ", "12", "（", "甲，", "甲\t", "甲/", "甲·", '"', "张 三 ", "1,甲 "])
def test_a_line_of_two_hundred_thousand_characters_is_read_in_the_time_of_its_length(unit: str) -> None:
    """Somebody chose the wrong file: were it read in the square of its length, each of these would take minutes."""
    long = unit * (200_000 // len(unit))
    for text in (long, f"编号,选手\n1,{long}\n", f"1 王五 赵六\n{long}"):
        entrants, faults = read_pasted(text)
        assert len(entrants) <= 1 or not long.startswith("1"), "it is no list"
        assert entrants or faults
        assert all(len(each) < 300 for each in faults)
        assert all(len(name) <= 60 for each in entrants for name in (each.number, *each.players))
