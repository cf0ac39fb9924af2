"""Provisions -> YAML files a person can read and correct."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules_data.model import Discard, Provision

if TYPE_CHECKING:
    import yaml


@functools.cache
def _dumper() -> type[yaml.SafeDumper]:
    """Writes lists indented and texts of several lines as blocks; PyYAML is there only where books are compiled."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            super().increase_indent(flow, False)

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.Node:
        style = "|" if "\n" in value else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    return Dumper


def _discard(d: Discard) -> dict[str, Any]:
    return {"name": d.name, "text": d.text} | ({} if d.line is None else {"line": d.line})


def provision_record(p: Provision) -> dict[str, Any]:
    """A provision as plain data, empty fields left out, the book left out of the id."""
    out: dict[str, Any] = {"id": p.number, "label": p.label, "kind": p.kind}
    for name in ("heading", "title", "text", "lost", "table"):
        value = getattr(p, name)
        if value is not None:
            out[name] = value
        if name == "title" and p.title_supplied:
            out["title_supplied"] = True
    if p.discards:
        out["discards"] = [_discard(d) for d in p.discards]
    if p.children:
        out["children"] = [provision_record(c) for c in p.children]
    return out


def dump(records: Sequence[dict[str, Any]]) -> str:
    """Plain records as block-style YAML."""
    import yaml

    return yaml.dump(
        list(records), Dumper=_dumper(), allow_unicode=True, sort_keys=False, width=10**9, default_flow_style=False
    )


def file_groups(provisions: Iterable[Provision]) -> dict[str, list[Provision]]:
    """Which provisions go into which file: a chapter each; what stands outside chapters by tens of articles."""
    groups: dict[str, list[Provision]] = {}
    name, count = "front", 0
    for p in provisions:
        if p.kind == "chapter":
            name, count = f"chapter-{p.number.removeprefix('ch')}", 0
        elif p.kind in ("appendix", "form", "closing", "contents") and name != "front":
            if not name.startswith("end"):
                name = "end"
        elif p.kind == "article":
            if count % 10 == 0:
                name = f"articles-from-{p.number}"
            count += 1
        groups.setdefault(name, []).append(p)
    return {f"{i:02d}-{name}.yaml": group for i, (name, group) in enumerate(groups.items())}


def write_provisions(provisions: Iterable[Provision], folder: Path) -> tuple[Path, ...]:
    """Write the provision files of a book into ``folder`` (created when missing) and name them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, group in file_groups(provisions).items():
        path = folder / name
        path.write_text(dump([provision_record(p) for p in group]), encoding="utf-8")
        written.append(path)
    return tuple(written)
