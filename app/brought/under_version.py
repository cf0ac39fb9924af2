"""A ruling beside the texts it was made under: whether this device has the version it names, and whether that says what it kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from app.brought.in_receipt import OWN, changes_in, clauses_in, settles_in
from app.brought.sharing import digest_of
from rules_data.brought.settling import settings_of

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from rules_data.brought.model import Brought


def books_in(receipt: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The books of one's own that a receipt names."""
    books = receipt.get(OWN)
    for one in books if isinstance(books, list) else ():
        if isinstance(one, Mapping) and isinstance(one.get("book"), str) and isinstance(one.get("version"), int):
            yield one


def standing(receipt: Mapping[str, Any], store: BookStore | None) -> Iterator[str]:
    """What is to be said of the texts of a ruling here: a book not here, an older or later one; nothing where all is so."""
    for one in books_in(receipt):
        name = f"《{one.get('title')}》"
        versions = store.versions(one["book"]) if store is not None else ()
        if not versions:
            yield f"{name}不在这台设备上：上面是凭据里记下的原话。要看全文，请对方把规程传来。"
            continue
        now = versions[-1]
        under = version_of(one, versions)
        if under is None:
            older = "比这一裁决依据的旧" if now.version < one["version"] else "与这一裁决依据的不是同一份"
            yield f"{name}这里是第 {now.version} 版，{older}（第 {one['version']} 版）：请对方把规程再传一次。"
        elif under.version != now.version:
            yield f"{name}现在是第 {now.version} 版，这一裁决依据的是第 {under.version} 版。{_changed(one, under, now)}"


def replayed(receipt: Mapping[str, Any], store: BookStore | None) -> Iterator[str]:
    """What differs where the texts of a ruling are read again in the versions it names; nothing where they say what it kept."""
    for one in books_in(receipt):
        name = f"《{one.get('title')}》第 {one['version']} 版"
        under = version_of(one, store.versions(one["book"]) if store is not None else ())
        if under is None:
            yield f"{name}不在这台设备上，没有核对它的原话。"
            continue
        said = {(each.base, each.by[0], each.effect, each.supplement_says) for each in under.book.amendments}
        for each in changes_in(one):
            of_it = {(by, effect, says) for bases, by, effect, says in said}
            if (each.get("by"), each["effect"], each["says"]) not in of_it:
                yield f"{name}{each['label']}与凭据里记下的不同。"
        settled = {(each.point, each.option, each.by, each.sentence) for each in settings_of(under)}
        for each in settles_in(one):
            if (each.get("point"), each.get("option"), each.get("by"), each["says"]) not in settled:
                yield f"{name}{each['label']}与凭据里记下的不同。"


def version_of(one: Mapping[str, Any], versions: tuple[Brought, ...]) -> Brought | None:
    """The version a receipt names, as far as it says which: by what it says, in older receipts by number and source."""
    digest = one.get("digest")
    if isinstance(digest, str):
        return next((each for each in reversed(versions) if digest_of(each) == digest), None)
    return next((each for each in versions if (each.version, each.source) == (one["version"], one.get("source"))), None)


def _changed(one: Mapping[str, Any], under: Brought, now: Brought) -> str:
    """Whether the clauses a ruling went by say the same now."""
    labels = []
    for each in (*changes_in(one), *clauses_in(one), *settles_in(one)):
        before, after = (_clause(brought, str(each.get("by"))) for brought in (under, now))
        if before != after:
            labels.append(each["label"])
    said = "、".join(dict.fromkeys(labels))
    return f"{said}此后改过。" if said else "所依据的各条没有改。"


def _clause(brought: Brought, id_: str) -> str | None:
    found = next((p for p in brought.book.walk() if p.id == id_), None)
    return (
        "\n".join(filter(None, (part for p in found.walk() for part in (p.heading, p.text))))
        if found is not None
        else None
    )
