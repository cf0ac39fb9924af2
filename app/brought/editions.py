"""Rulings at an event that is played by another edition than the trees encode: which clauses differ, or that they agree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rules_data.brought.beside import touched
from rules_data.brought.comparing import Differing, differing, own_text
from rules_data.brought.names import is_brought

if TYPE_CHECKING:
    from rules_data.brought.comparing import Pair
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook
    from rules_data.model import Provision


def beside_editions(
    handbook: Handbook, editions: Iterable[tuple[Brought, tuple[Pair, ...]]], cites: Iterable[str]
) -> Iterator[tuple[Brought, Differing]]:
    """Of a ruling by these clauses: what of them each other edition in force says otherwise."""
    cited = [handbook.provision(cite) for cite in cites if cite in handbook]
    for one, pairs in editions:
        mine = [p for p in cited if handbook.book_of(p.id).id == one.edition_of]
        if mine:
            yield one, differing(pairs, mine)


def agreement(handbook: Handbook, one: Brought, found: Differing) -> str:
    """Whether what a ruling rests on says the same in another edition, in one sentence that names both."""
    base = handbook.books[one.edition_of]
    coded = f"这棵裁决树照《{base.title}》{base.edition}"
    differ = "、".join(dict.fromkeys(pair.old.label for pair in found.differ if pair.old))
    gone = "、".join(dict.fromkeys(p.label for p in without(found)))
    if differ or gone:
        said = "；".join((*([f"{differ}两版不同"] if differ else []), *([f"{gone}本赛事的一版没有"] if gone else [])))
        return f"{coded}，本赛事用《{one.book.short}》：依据的{said}，请照本赛事的一版定。"
    return f"{coded}，本赛事用《{one.book.short}》：依据的各条两版逐字相同。"


def without(found: Differing) -> tuple[Provision, ...]:
    """The clauses an edition does not have, of an article that it does not have at all the article alone."""
    gone = {each.id for each in found.gone}
    whole = [each for each in found.gone if all(p.id in gone or not own_text(p) for p in each.walk())]
    inside = {p.id for each in whole for child in each.children for p in child.walk()}
    return tuple(each for each in found.gone if each.id not in inside)


def coded(handbook: Handbook, cites: Iterable[str]) -> str:
    """The editions a tree encodes whose ruling rests on these clauses: 照《复式桥牌规则》（1999年版）."""
    books = dict.fromkeys(handbook.book_of(cite).id for cite in cites if cite in handbook and not is_brought(cite))
    return "、".join(f"《{handbook.books[id_].title}》（{handbook.books[id_].edition}）" for id_ in books)


def with_or_without(handbook: Handbook, cites: Iterable[str], adopted: Collection[str]) -> str:
    """At an event that said by which books it is played: which clauses of a ruling differ with a supplement and without it.

    Trees encode both. Nothing where the event has said nothing, or its law has no supplement.
    """
    there = [handbook.provision(cite) for cite in cites if cite in handbook and not is_brought(cite)]
    said = []
    for supplement in handbook.books.values():
        law = handbook.books.get(supplement.amends or "")
        if law is None or is_brought(supplement.id) or law.id not in adopted:
            continue
        mine = [p for p in there if handbook.book_of(p.id).id in (law.id, supplement.id)]
        if not mine:
            continue
        differ = "、".join(dict.fromkeys(p.label for p in touched(law, supplement, mine)))
        has = supplement.id in adopted
        way = (
            f"本赛事采用《{supplement.short}》，裁决已照它"
            if has
            else f"本赛事没有采用《{supplement.short}》，裁决没有照它"
        )
        other = "不采用" if has else "采用"
        same = f"依据的各条{other}也逐字相同。"
        said.append(f"{way}：{f'依据的{differ}，{other}时不同。' if differ else same}")
    return "".join(said)


def marked(pair: Pair, simplified: Callable[[str], str]) -> str:
    """Both texts of a clause run together: 〔-what is gone-〕〔+what came+〕."""
    signs = {"both": ("", ""), "old": ("〔-", "-〕"), "new": ("〔+", "+〕")}
    return "".join(f"{signs[p.where][0]}{p.text}{signs[p.where][1]}" for p in pair.words(simplified))


def edition_part(handbook: Handbook, one: Brought, found: Differing) -> dict[str, Any]:
    """What the receipt of a ruling says of another edition."""
    return {
        "of": one.edition_of,
        "said": agreement(handbook, one, found),
        "differ": [
            {"cite": pair.old.id, "label": pair.old.label, "old": own_text(pair.old), "new": own_text(pair.new)}
            for pair in found.differ
            if pair.old is not None
        ]
        + [{"cite": p.id, "label": p.label, "old": own_text(p), "new": ""} for p in found.gone],
    }
