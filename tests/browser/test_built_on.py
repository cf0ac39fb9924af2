"""A ruling is taken back in the journal; the one built on it says so, and is upheld on record (guandan-supplement:4.6.1)."""

from __future__ import annotations

from pathlib import Path

from app.journal.journal import Journal
from tests.app.ruling.test_built_on import CARDS, Desk
from tests.browser.reader import ON_PHONE, Published, Reader, Server, exported, profile
from tests.browser.test_ruling import press


@ON_PHONE
def test_a_ruling_taken_back_marks_the_one_built_on_it(
    own: Server | Published, browser: object, size: tuple[int, int], tmp_path: Path
) -> None:
    with own.journal(tmp_path) as store:
        desk = Desk()
        desk.journal = Journal(store, "李裁判")
        wrong = {"regime": "supplement", "wrong_tribute": True, "found": "before", "offender": "S"}
        over = {"regime": "supplement", "final_ns": "8", "final_ew": "5", "mode": "计时制", "state": "limit"}
        first = desk.save(desk.rule("guandan.wrong_tribute", CARDS, **wrong))
        second = desk.save(desk.rule("guandan.game_result", CARDS, **over))
        given = exported(store)
    own.start()
    context = profile(browser, size)  # type: ignore[arg-type]
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, given)
        reader.open(f"/tools/journal/{first.id}")
        press(reader, "撤回这条裁决")
        reader.see("照现在的牌局：")
        reader.see("南北方16、东西方10")
        press(reader, "撤回这条裁决")
        reader.see("撤回以后会变的裁决")
        reader.open(f"/tools/journal/{second.id}")
        reader.see("已撤回")
        reader.see("照现在的牌局重判", "button")
        press(reader, "维持原裁定")
        reader.see("已记明：维持原裁定。")
        reader.leave()
    finally:
        context.close()
