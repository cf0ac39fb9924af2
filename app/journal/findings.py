"""What is read of a journal that is being looked at, to be held against what lies elsewhere."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.journal.heads import Code
    from app.journal.key_file import Kept
    from app.journal.signed_tables import KeptHead
    from app.journal.store import Brought


@dataclass(frozen=True, slots=True)
class Against:
    """What lies elsewhere, that a journal is held against."""

    kept: Kept | None = None  # the key of this file, and how far it was signed
    file: str = ""  # which file this is, as the key knows it
    codes: tuple[Code, ...] = ()  # heads that were printed or shared
    remembered: Brought | None = None  # heads that another journal on this device knows


@dataclass
class Findings:
    """What was read so far."""

    against: Against
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)  # what it was held against
    number: int = 0  # records
    unchained: int = 0
    lost: int = 0  # whose receipt was lost
    signed: int = 0  # whose signature is right
    first_signed: str = ""  # the first of those, as it is said
    chains: dict[str, dict[int, tuple[str, str, str]]] = field(default_factory=lambda: defaultdict(dict))
    """The links of each device by number: name of the record, hash before, hash."""
    bare: list[str] = field(default_factory=list)  # records without a chain, as the running hash takes them
    grown_at: dict[int, str] = field(default_factory=lambda: {0: ""})  # where somebody says what the running hash was
    signers: dict[str, bytes] = field(default_factory=dict)
    heads: list[KeptHead] = field(default_factory=list)
