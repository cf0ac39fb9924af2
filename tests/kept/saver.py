"""Runs in the browser, in the worker of a page: saves what it is told to, and says so only once it was acknowledged.

``SOCKET`` is the port of who asks; ``PUBLISHED`` whether this is the whole app, whose own storage is then used.
"""

import asyncio
import json

import js
from pyodide.ffi import create_proxy

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place, RulingBody
from app.journal.store import JournalError

RECEIPT = {"receipt": 1, "facts": [{"name": f"fact{i}", "value": f"{i * 7919 % 9973:0>24}"} for i in range(60)]}
BODY = RulingBody(
    "guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty", Place("5", 2), ("3",)
)
told = []


async def opened():
    """The storage of this page."""
    if PUBLISHED:  # noqa: F821
        from app.window import keeping

        while keeping.storage() is None:
            await asyncio.sleep(0.01)
        return keeping.storage()
    from app.browser.opfs import Opfs
    from app.browser.storage import Storage

    storage = Storage(Opfs())
    storage.on_change(
        lambda: say({"changed": "journal"}),
        lambda key: say({"changed": key}),
        lambda writes: say({"taken_over" if writes else "taken_away": True}),
        lambda: say({"cleared": storage.cleared}),
    )
    await storage.open()
    return storage


def say(what):
    """Tell who asks; what is said here was acknowledged before."""
    socket.send(json.dumps(what))


def look(storage):
    """All there is."""
    store = storage.store()
    found = store.verify()
    return {
        "ids": [record.id for record in store.records()],
        "receipts": sum((store.get(record.id) or record).receipt == RECEIPT for record in store.records()),
        "rulings": sum(record.kind == "ruling" for record in store.records()),
        "faults": found.faults,
        "devices": found.devices,
        "notice": store.notice,
        "writes": storage.writes,
        "values": storage.values.values,
        "full": storage.values.full,
        "cleared": storage.cleared,
    }


async def save(storage, journal, number, large):
    """One save, or two records in one, or a long one; and a setting."""
    try:
        if large:
            made = journal.note(None, NO_EVENT, "长" * large)
        elif number % 5 == 4:
            before = next((r.id for r in journal.store.records() if journal._read().stands(r.id)), None)
            made = journal.save_ruling(NO_EVENT, BODY, RECEIPT, instead_of=before)
        else:
            made = journal.save_ruling(NO_EVENT, BODY, RECEIPT)
    except JournalError as refused:
        say({"refused": str(refused)})
        return False
    await storage.values.set("saved", str(number))
    await storage.certain()
    say({"ack": made.id, "number": number if not storage.values.full else 0})
    return True


async def main():
    """Do what is asked."""
    storage = await opened()
    await ready
    say({"open": look(storage)})
    journal = Journal(storage.store(), "李裁判")
    running = False
    number = int(storage.values.values.get("saved", "0"))
    while True:
        while told:
            asked = told.pop(0)
            if asked["do"] == "look":
                say({"open": look(storage)})
            elif asked["do"] == "save":
                number += 1
                await save(storage, journal, number, asked.get("large", 0))
            elif asked["do"] == "take":
                say({"took": await storage.take_over()})
            elif asked["do"] == "run":
                running = True
        if running:
            number += 1
            running = await save(storage, journal, number, 0)
        await asyncio.sleep(0 if running else 0.01)


socket = js.WebSocket.new(f"ws://127.0.0.1:{SOCKET}/")  # noqa: F821
ready = asyncio.get_running_loop().create_future()
socket.onopen = create_proxy(lambda _: ready.set_result(None))
socket.onmessage = create_proxy(lambda event: told.append(json.loads(event.data)))


async def whole():
    """Do it, and say why it ended, also where that was before anybody was there to hear it."""
    import traceback

    try:
        await main()
    except BaseException as fault:
        await ready
        say({"fault": "".join(traceback.format_exception(fault))})


running = {asyncio.ensure_future(whole())}
last = None  # a future as the last value would be waited for
