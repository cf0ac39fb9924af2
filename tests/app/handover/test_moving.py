"""Everything of one device for another: nothing of either is lost, and what is none of ours is refused."""

from __future__ import annotations

import io
import json
import random
import zipfile

import pytest

from app.handover.moving import NotOursError, answers_of, packed, take_over, unpacked

VALUES = {
    "zhicai.shelf": {"bookmarks": ["bridge-1999:64A1"], "rulings": {"bridge.revoke": 3}},
    "zhicai.settings": {"script": "hant"},
    "zhicai.browser": {"name": "0123"},
    "zhicai.exported": {"mark": 5},
}


def test_what_was_packed_is_unpacked_but_for_what_is_of_one_device() -> None:
    journal, values = unpacked(packed("第一行\n第二行\n", VALUES))
    assert journal == "第一行\n第二行\n"
    assert values == {key: VALUES[key] for key in ("zhicai.shelf", "zhicai.settings")}


def test_answers_of_practice_go_along_and_whose_they_are_does_not_stay_behind() -> None:
    from app.study.answers import exported, imported
    from tests.app.study.test_answers import given

    one = given(who="phone")
    moved = packed("", {**VALUES, "zhicai.study": {"learners": ["phone"]}}, exported([one]))
    assert imported(answers_of(moved)).answers == (one,)
    assert "zhicai.study" not in unpacked(moved)[1], "the other device has a learner of its own, who takes them over"
    assert answers_of(packed("", VALUES)) == "" and answers_of(b"PK") == ""


def file(**parts: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("_", "."), text)
    return made.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04",
        file(),
        file(journal_jsonl="{}"),
        file(journal_jsonl="{}", settings_json="not json"),
        file(journal_jsonl="{}", settings_json="[" * 5000),
        packed("x", VALUES)[:-30],
    ],
    ids=range(7),  # the files carry the time they were made: every worker must give a test the same name
)
def test_what_is_no_file_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(NotOursError, match="没有导入"):
        unpacked(data)


def test_a_file_damaged_on_the_way_is_refused_as_a_whole_whatever_was_hit() -> None:
    """The answers of practice too: nothing of it is taken, and nothing is passed over."""
    journal, answers, chance = "第一行\n第二行\n" * 40, "一次答题\n" * 40, random.Random(23)
    sound, refused = packed(journal, VALUES, answers), 0
    listed = sound.index(b"PK\x01\x02")
    for at in [*range(0, len(sound), 3), *(chance.randrange(len(sound)) for _ in range(200))]:
        wrong = bytearray(sound)
        wrong[at] ^= 1 << chance.randrange(8)
        try:
            found = unpacked(bytes(wrong))
        except NotOursError as fault:
            assert "请重新选" in str(fault)
            refused += 1
            continue
        assert found == unpacked(sound), at
        assert answers_of(bytes(wrong)) == answers or at > listed, "where the list of parts was hit, one may be missing"
    assert refused > 100


def test_values_that_are_none_of_ours_are_left_out() -> None:
    strange = {"other": {"a": 1}, "zhicai.shelf": ["no object"], "zhicai.deals": {"5": {}}}
    _, values = unpacked(file(journal_jsonl="", settings_json=json.dumps(strange)))
    assert values == {"zhicai.deals": {"5": {}}}


def test_what_is_here_stays_and_lists_are_put_together() -> None:
    kept = {"bookmarks": ["a", "b"], "script": "hans", "rulings": {"x": 1}}
    take_over(kept, {"bookmarks": ["b", "c", 7], "script": "hant", "mode": "dark", "searches": ["藏牌"], "rulings": {}})
    assert kept == {
        "bookmarks": ["a", "b", "c"],
        "script": "hans",
        "mode": "dark",
        "searches": ["藏牌"],
        "rulings": {"x": 1},
    }
