"""学习: a living table from the deal to its score, refereed on a phone as its trees rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.ruling.wording import shaped
from app.study.table.living import opened
from app.study.table.model import Address
from decision_trees.engine import Asked
from tests.browser.reader import PHONE, Reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.study.table.living import LivingTable

SEED, KIND = 7, "bridge.insufficient_bid"
MOST = 60  # taps until a deal is over
FAST = 4


def twin() -> LivingTable[Any]:
    """The same table here: the address makes it."""
    table = opened(Address("bridge", 1, SEED, (KIND,)))
    assert not isinstance(table, str)
    return table


def rule(reader: Reader, table: LivingTable[Any]) -> None:
    """Stop, choose the tree, answer as it was, give the ruling: on the screen and here."""
    reader.tap("去裁决" if table.called else "叫停", "button")
    made = table.stop()
    assert made.kind is not None and made.incident is not None
    reader.see("出了什么事")
    reader.tap(dict(made.trees())[made.kind.tree], "button")
    made.open(made.kind.tree)
    so = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
    while isinstance(made.step, Asked):
        name = made.step.name
        reader.see(shaped(made.step.ask)[:10])
        reader.tap("问南家", "button")
        reader.tap(shaped(dict(made.options())[so[name]]), "button")
        made.answer(so[name])
    assert made.final is not None
    reader.see(shaped(made.final.outcome.ruling)[:8])
    reader.tap("这样裁", "button")
    table.give()


def test_a_living_table_to_its_score(sit_down: Callable[..., Reader]) -> None:
    table = twin()
    reader = sit_down(PHONE)
    reader.open("/learn")
    reader.tap("活的牌桌", "button")
    reader.see("今天的一桌")
    reader.open(f"/learn/table/{table.address.game}/{table.address.tail}")
    ruled = 0
    for _ in range(MOST):
        if table.called or table.evident:
            rule(reader, table)
            ruled += 1
            reader.see("下一步")
            continue
        reader.tap(f"快 {FAST} 步", "button")
        ended = False
        for _ in range(FAST):
            shown = table.step()
            ended = shown is None and table.over
            if shown is None or table.called:
                break
        reader.see("得分" if ended else shaped(table.acts[-1].text)[:8])
        if ended:
            break
    assert ruled
    reader.see(shaped(table.score().text)[:6])
    reader.see("裁对了")
    assert not reader.foreign
