"""Writes the files of this folder with the program as it stood: ``python write.py FOLDER`` in a clone of that commit."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from app.base.opened import handbook
from app.brought.book_file import open_books
from app.brought.in_receipt import own_part
from app.brought.kept import Source
from rules_data.brought.amending import amendment_of, decided, proposals
from rules_data.brought.making import again, changed
from rules_data.brought.model import Mend
from rules_data.brought.together import together
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, SHENGJI, brought, text_of


def main(folder: Path) -> None:
    """Three books as three people have them: one with a change confirmed and one refused, one mended, one withdrawn."""
    store = open_books(folder)
    one = brought(GUANDAN)
    store.put(one, Source(one.source, GUANDAN, text_of(GUANDAN), text_of(GUANDAN).encode()))
    found = proposals(one.book, handbook().books[one.base or ""])
    book, every = decided(one, found[0].key, amendment_of(found[0], one.book, handbook()))
    one = changed(one, at=AT, by="裁判乙", did="确认改动：第十二条第二款", book=book, decided=every)
    store.put(one)
    book, every = decided(one, found[1].key, None)
    one = changed(one, at=AT, by="裁判乙", did="不算改动：第二十二条第一款", book=book, decided=every)
    store.put(one)
    other = brought(SHENGJI)
    store.put(other, Source(other.source, SHENGJI, text_of(SHENGJI), text_of(SHENGJI).encode("gb18030")))
    mends = (Mend(line=8, text="庄家自己也不得再看。", what="continues"),)
    other = again(
        other, text_of(SHENGJI), mends, source=other.source, name=SHENGJI, at=AT, by="甲", did="第 8 行：接上一行"
    )
    store.put(other)
    third = brought(BRIDGE, event="01KB0000000000000000000000")
    store.put(third, Source(third.source, BRIDGE, text_of(BRIDGE), text_of(BRIDGE).encode()))
    store.put(changed(third, at=AT, by="丙", did="撤下", withdrawn=True))
    store.close()
    (folder / "books.log.lock").unlink(missing_ok=True)
    books = {each.book.id: each for each in (one, other, third)}
    whole = together(
        handbook(), [each.book for each in books.values()], {id_: each.base for id_, each in books.items()}
    )
    part = own_part(whole, books, {"guandan-2017", one.book.id}, ["guandan-2017:12.2"])
    (folder / "own-part.json").write_text(json.dumps(part, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
