"""What a journal is held against besides itself: its signed heads, its key outside the file, heads of other devices, printed codes.

Whoever can write the journal file alone cannot sign, so that the heads in it and what the key file says find him out. Whoever has
the whole data folder has the key as well: him only what lies elsewhere finds out, a head that was printed or shared, or what
another device signed of this one. Where there was nothing of the kind, that is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.journal import signed_tables
from app.journal.growing import end_of
from app.journal.heads import Head, set_hash
from app.journal.signed_tables import BEGUN, NOW, OTHER
from app.journal.verification import span_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.journal.findings import Findings
    from app.journal.heads import Code, Held
    from app.journal.key_file import End

NONE = "没有外部凭据，不能排除整本重写。把头码印在纸上或发给别人，或与别的设备互相并入，以后就有得对。"


class Anchors:
    """The comparison of one journal."""

    def __init__(self, read: Findings) -> None:
        self._read = read
        self.own: set[str] = set()  # devices that are this file's own: what they lack is no gap but a fault
        self.known_to_go: dict[str, int] = {}  # how far others' chains are known to go
        self._said: set[str] = set()
        heads = [each for each in read.heads if each.kind in (BEGUN, NOW)]
        self._begun = [each.head for each in heads if each.kind == BEGUN and each.head is not None]
        self._now = [each.head for each in heads if each.kind == NOW and each.head is not None]
        self._other = [each for each in read.heads if each.kind == OTHER]

    def _fault(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._read.faults.append(sentence)

    def hold(self, own: list[tuple[str, int, str]], held: int | None) -> None:
        """Hold the journal against all there is."""
        read, kept = self._read, self._read.against.kept
        self._of_earlier_versions(own, held)
        for each in read.heads:
            self._look_at(each)
        ends = list(kept.ends) if kept is not None else []
        ends += [end_of(each) for each in self._now if end_of(each) not in ends]
        ends += [each.former for each in self._begun if each.former is not None and each.former not in ends]
        self.own |= {end[0] for end in ends}
        for end in ends:
            self._chain_goes_to(end[0], end[1], end[2])
        self._in_order(ends)
        damaged = {each.former[0] for each in self._begun if each.former is not None and each.how == "rescued"}
        begun, rescued = {each.device for each in self._begun}, self._rescued()
        gone = begun - {each.device for each in self._now} - damaged
        gone |= {end[0] for end in (kept.ends if kept is not None else ()) if end[3] > rescued} - begun
        for device in sorted(gone):
            self._fault(f"设备 {device[:6]} 签过名的日志头不在了，被拿走。")
        last = signed_tables.latest(read.heads)
        if last is not None:
            self._as_signed_last(last)
        self._noted_outside()
        of_us = [self._of_other(each) for each in self._other]
        self._remembered()
        by_code = [self._code(code) for code in read.against.codes]
        self._say(ends, sum(of_us), any(by_code))

    def _rescued(self) -> int:
        """How many records there were when the file was written anew from what could be read of it; -1: it never was."""
        return max((each.held for each in self._begun if each.how == "rescued"), default=-1)

    # Chains

    def _of_earlier_versions(self, own: list[tuple[str, int, str]], held: int | None) -> None:
        for device, last, hash_ in own:
            self.own.add(device)
            self._chain_goes_to(device, last, hash_)
        there = self._begun[0].held if self._begun else self._read.number
        if held is not None and held != there:
            few = f"少了 {held - there} 条，被拿走了" if held > there else f"多了 {there - held} 条"
            when = "开始签名时" if self._begun else ""
            self._fault(f"日志{when}应有 {held} 条，{'当时' if self._begun else '现'}有 {there} 条，{few}。")

    def _chain_goes_to(self, device: str, last: int, hash_: str) -> None:
        """Say what is missing of an own chain up to where it is known to have come."""
        places = self._read.chains.get(device, {})
        missing = _missing(places, last)
        if last in places and places[last][2] != hash_:
            self._fault(f"记录 {places[last][0]} 不是原来的最后一条，被换过。")
        if missing:
            self._fault(f"本机记的{span_words(missing)}不在了：被拿走，或在文件损坏时失落。")

    # Heads of this file

    def _look_at(self, each: signed_tables.KeptHead) -> None:
        key = self._read.against.kept.key if self._read.against.kept is not None else None
        public = self._read.signers.get(each.device)
        if public is None and key is not None and key.device == each.device:
            public = key.public
        if each.head is None or each.head.device != each.device:
            self._fault(f"设备 {each.device[:6]} 的日志头读不出，被改过。")
        elif public is None:
            self._fault(f"设备 {each.device[:6]} 的公钥不在了，它的日志头不能核对：公钥被拿走。")
        elif not signed_tables.is_by(each, public):
            self._fault(f"设备 {each.device[:6]} 的日志头（到第 {each.head.held} 条）签名不对：被改过，或是放进来的。")

    def _in_order(self, ends: Iterable[End]) -> None:
        """Hold the running hash against every place where the file is known to have stood."""
        rescued = self._rescued()
        for device, _, _, held, grown in ends:
            if held <= self._read.number and self._read.grown_at.get(held) == grown:
                continue
            after = [each for each in self._begun if each.former is not None and each.former[0] == device]
            if after and after[-1].how == "rescued":
                if self._read.number < held:
                    self._fault(f"日志损坏以前有 {held} 条，现在只有 {self._read.number} 条；从别的副本并入可以补回。")
                else:
                    self._read.remarks.append(
                        f"日志文件损坏后重建过：在那以前（到第 {held} 条）印出的头码不能再对，各条链都对过。"
                    )
                continue
            if held <= rescued:
                continue
            if self._read.number < held:
                self._fault(f"日志少了 {held - self._read.number} 条，被拿走了：本机签过名的有 {held} 条。")
            else:
                self._fault(
                    f"前 {held} 条与本机签过名的不是同样的：有的被改过、拿走、换了次序，或是放进来的；"
                    "或换回了旧的日志文件。"
                )
        for each in self._begun:
            if each.former is None or each.how == "rescued":
                continue
            before = each.former[3]
            if each.held != before:
                what = f"少了 {before - each.held} 条" if each.held < before else f"多了 {each.held - before} 条"
                self._fault(
                    f"本机签到第 {before} 条以后，日志文件被换过：{what}。可能换回了旧备份、用旧版本的执裁写过，或被人改过。"
                )

    def _as_signed_last(self, now: Head) -> None:
        read = self._read
        extra = read.number - now.held
        if extra > 0:
            self._fault(f"日志多了 {extra} 条，不是本机签过名写下的：用旧版本的执裁写的，或是放进来的。")
        if now.begun not in [each.name for each in self._begun if each.device == now.device]:
            self._fault("本机这条链开头的日志头不在了，被拿走或换过。")
        for each in now.others:
            self._holds(each)
        if read.number == now.held and (len(read.bare), set_hash(read.bare)) != now.bare:
            self._fault(
                f"没有连成链的记录与签名时的不同：签名时 {now.bare[0]} 条，现有 {len(read.bare)} 条，有的被改过或换过。"
            )
        if now.known != set_hash([each.head.text for each in self._other if each.head is not None]):
            self._fault("并入时记下的别的设备的日志头被拿走或换过。")

    def _holds(self, each: Held) -> None:
        """Whether as much of another chain is there as when that was signed."""
        places = self._read.chains.get(each.device, {})
        named = f"设备 {each.device[:6]}"
        there = places.get(each.number)
        if there is not None and there[2] != each.hash:
            self._fault(f"{named} 的第 {each.number} 条 {there[0]} 与签名时的不是同一条，被换过。")
        few = each.have - sum(number <= each.number for number in places)
        if few > 0 or there is None:
            last = "" if there is not None else f"，其中有它的第 {each.number} 条"
            self._fault(f"{named} 的记录少了 {max(few, 1)} 条{last}：并入以后被拿走，或在文件损坏时失落。")
        if each.signed and each.device not in self._read.signers:
            self._fault(f"{named} 的公钥不在了，它的签名不能核对：公钥被拿走。")

    # The key outside the file

    def _noted_outside(self) -> None:
        kept = self._read.against.kept
        if kept is None or kept.key is None or kept.seen is None:
            return
        now = next((each for each in reversed(self._now) if each.device == kept.key.device), None)
        if now is None:
            self._fault(
                f"本机签过名的日志有 {kept.seen[3]} 条，这份里没有本机的日志头："
                "日志文件被换掉、换回了旧的，或日志头被拿走。"
            )
        elif now.held < kept.seen[3]:
            self._fault(
                f"本机签到第 {kept.seen[3]} 条，这份日志的头只到第 {now.held} 条：被截短，或换回了旧的日志文件。"
            )
        elif now.held == kept.seen[3] and end_of(now) != kept.seen:
            self._fault("这份日志的头不是本机最后签的那一个，被换过。")

    # Other devices

    def _of_other(self, each: signed_tables.KeptHead) -> bool:
        """Hold the chains against what another device signed; whether it vouches for this file's own."""
        head = each.head
        if head is None or not signed_tables.is_by(each, self._read.signers.get(each.device)):
            return False
        return self._as_signed_by(head)

    def _as_signed_by(self, head: Head) -> bool:
        self.known_to_go[head.device] = max(self.known_to_go.get(head.device, 0), head.number)
        by, vouched, number = f"设备 {head.device[:6]}", False, 0
        self._is_the_same(head.device, head.number, head.hash, by)
        for each in head.others:
            if each.device not in self.own:
                self._is_the_same(each.device, each.number, each.hash, by)
                continue
            there = self._read.chains.get(each.device, {}).get(each.number)
            if there is None:
                self._fault(f"{by} 并入过本机的第 {each.number} 条，这里没有了：被拿走，或换回了旧的日志文件。")
            elif self._is_the_same(each.device, each.number, each.hash, by):
                vouched, number = True, max(number, each.number)
        if vouched:
            self._read.anchors.append(f"对照了{by} 签名的头：它见过本机的记录，到第 {number} 条，相符。")
        return vouched

    def _is_the_same(self, device: str, number: int, hash_: str, by: str) -> bool:
        there = self._read.chains.get(device, {}).get(number)
        if there is not None and there[2] != hash_:
            self._fault(f"{by} 签过名的第 {number} 条与这里的 {there[0]} 不是同一条：其中一份被改写过。")
            return False
        return there is not None

    def _remembered(self) -> None:
        """Hold them against what another journal on this device knows."""
        known = self._read.against.remembered
        for each in known.heads if known is not None else ():
            public = known.signers.get(each.head.device) if known is not None else None
            kept = signed_tables.KeptHead(OTHER, each.head.device, each.head, each.signature)
            if each.head.device in self._read.chains and signed_tables.is_by(kept, public):
                self._as_signed_by(each.head)
                there = max(self._read.chains[each.head.device])
                self._read.anchors.append(
                    f"对照了本机日志里记着的设备 {each.head.device[:6]} 的头（到它的第 {each.head.number} 条）；"
                    f"这份里有到第 {there} 条。"
                )

    def _code(self, code: Code) -> bool:
        """Hold it against a head that was printed or shared; whether it fits."""
        read = self._read
        if code.held <= read.number and code.fits(read.grown_at[code.held]):
            more = read.number - code.held
            after = f"以后又有 {more} 条。" if more else "以后没有再记。"
            read.anchors.append(f"对照了给出的头 {code.text}：相符，前 {code.held} 条和印出时一样，{after}")
            return True
        for each in self._other:
            if each.head is not None and each.head.held == code.held and code.fits(each.head.grown):
                if self._is_the_same(each.device, each.head.number, each.head.hash, f"设备 {each.device[:6]}"):
                    read.anchors.append(
                        f"对照了给出的头 {code.text}：是设备 {each.device[:6]} 的，它的记录到第 {each.head.number} 条，相符。"
                    )
                return True
        if code.device and code.device in read.chains and code.device not in self.own:
            if self._is_the_same(
                code.device, code.number, code.hash, f"给出的头 {code.text}（设备 {code.device[:6]}）"
            ):
                read.anchors.append(
                    f"对照了给出的头 {code.text}：是设备 {code.device[:6]} 的，它的记录到第 {code.number} 条，相符。"
                )
            else:
                self.known_to_go[code.device] = max(self.known_to_go.get(code.device, 0), code.number)
            return True
        rescued = self._rescued()
        if code.held <= rescued:
            self._fault(f"给出的头 {code.text} 对不上：日志文件在印出以后损坏重建过，次序变了；请用印出时的备份来对。")
        elif code.held > read.number:
            self._fault(
                f"给出的头 {code.text} 对不上：印出时有 {code.held} 条，这份只有 {read.number} 条；被截短，或不是同一份日志。"
            )
        else:
            self._fault(f"给出的头 {code.text} 对不上：前 {code.held} 条和印出时不一样；被改写过，或不是同一份日志。")
        return False

    # What to say

    def _say(self, ends: list[End], of_us: int, by_code: bool) -> None:
        read, kept = self._read, self._read.against.kept
        if read.first_signed:
            before = read.number - read.signed
            said = f"从 {read.first_signed}起有签名，对过 {read.signed} 条"
            if before and not read.faults:
                said += f"；没有签名的 {before} 条是旧版本记的，只能对到它们和签名时一样"
            read.anchors.insert(0, f"{said}。")
        elif read.number:
            read.anchors.insert(0, f"这 {read.number} 条都没有签名（旧版本记的）：只能查出没有把后面一起改写的改动。")
        if kept is not None and kept.key is not None and kept.seen is not None and read.heads:
            read.anchors.insert(1, f"对照了本机的签名钥匙（设备 {kept.key.device[:6]}，签到第 {kept.seen[3]} 条）。")
        elif read.heads:
            read.anchors.insert(
                1, "这里没有这份日志的签名钥匙（不在原来的设备、原来的位置上），只对了它自己带着的签名。"
            )
        if not of_us and not by_code:
            read.anchors.append(NONE)


def _missing(places: dict[int, tuple[str, str, str]], last: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    before = 0
    for number in (*sorted(n for n in places if n <= last), last + 1):
        if number > before + 1:
            found.append((before + 1, number - 1))
        before = number
    return found
