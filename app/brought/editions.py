"""Rulings at an event that is played by another edition than the trees encode: which clauses differ, or that they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rules_data.brought.comparing import Differing, differing, own_text

if TYPE_CHECKING:
    from rules_data.brought.comparing import Pair
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook


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
    if found.differ or found.gone:
        labels = "、".join(
            dict.fromkeys(p.label for p in (*(pair.old for pair in found.differ if pair.old), *found.gone))
        )
        return f"{coded}，本赛事用《{one.book.short}》：依据的{labels}两版不同，请照本赛事的一版定。"
    return f"{coded}，本赛事用《{one.book.short}》：依据的各条两版逐字相同。"


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
