"""What a file of dex code refers to, and whether a version of Android has it: a reader of both formats, as far as that needs.

Dex: https://source.android.com/docs/core/runtime/dex-format. Class files: chapter 4 of the Java Virtual Machine Specification.
"""

from __future__ import annotations

import struct
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CALL_SITES, METHOD_HANDLES = 0x0007, 0x0008  # kinds of sections: only invokedynamic and its like need them


@dataclass(frozen=True, order=True)
class Reference:
    """A class, or a field or method of it, by its name and descriptor; of a class both are empty."""

    owner: str  # android/app/Activity
    name: str = ""
    descriptor: str = ""

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}{':' if self.name and '(' not in self.descriptor else ''}{self.descriptor}".rstrip(
            "."
        )


class Dex:
    """A file of dex code."""

    def __init__(self, content: bytes) -> None:
        """Read its tables."""
        assert content[:4] == b"dex\n", "not dex code"
        self._content = content
        self.version = int(content[4:7])
        sizes = struct.unpack_from("<14I", content, 56)
        tables = list(zip(sizes[::2], sizes[1::2], strict=True))
        strings, types, protos, fields, methods, classes = tables[:6]
        self._strings = [self._string(at) for (at,) in self._rows(strings, "<I")]
        self.types = [self._strings[index] for (index,) in self._rows(types, "<I")]
        self._protos = [self._descriptor(returned, at) for _, returned, at in self._rows(protos, "<III")]
        self.fields = [
            Reference(_name(self.types[owner]), self._strings[name], self.types[kind])
            for owner, kind, name in self._rows(fields, "<HHI")
        ]
        self.methods = [
            Reference(_name(self.types[owner]), self._strings[name], self._protos[proto])
            for owner, proto, name in self._rows(methods, "<HHI")
        ]
        rows = list(self._rows(classes, "<8I"))
        self.defined = {_name(self.types[row[0]]) for row in rows}
        self.supers = {_name(self.types[row[0]]): _name(self.types[row[2]]) for row in rows}

    def sections(self) -> set[int]:
        """Return which kinds of sections it has."""
        (at,) = struct.unpack_from("<I", self._content, 52)
        (count,) = struct.unpack_from("<I", self._content, at)
        return {struct.unpack_from("<H", self._content, at + 4 + 12 * number)[0] for number in range(count)}

    def references(self) -> set[Reference]:
        """Return everything of others that is referred to; a member inherited from them is sought where they begin."""
        members = {self._outwards(each) for each in (*self.fields, *self.methods)}
        classes = {Reference(_name(each.lstrip("["))) for each in self.types if each.lstrip("[").startswith("L")}
        return {
            each
            for each in (*members, *classes)
            if each.owner not in self.defined and not each.owner.startswith(("[", SYSTEM))
        }

    def _outwards(self, member: Reference) -> Reference:
        owner = member.owner
        own = {(each.owner, each.name, each.descriptor) for each in self._own_members()}
        while owner in self.defined and (owner, member.name, member.descriptor) not in own:
            owner = self.supers[owner]
        return Reference(owner, member.name, member.descriptor)

    def _own_members(self) -> set[Reference]:
        """Return the members that classes in here define themselves."""
        if not hasattr(self, "_defined_members"):
            self._defined_members = set(self._read_members())
        return self._defined_members

    def _read_members(self) -> Iterator[Reference]:
        count, at = struct.unpack_from("<II", self._content, 96)
        for number in range(count):
            data = struct.unpack_from("<8I", self._content, at + 32 * number)[6]
            if not data:
                continue
            sizes = []
            for _ in range(4):
                size, data = self._leb(data)
                sizes.append(size)
            for table, size, extra in zip(
                (self.fields, self.fields, self.methods, self.methods), sizes, (1, 1, 2, 2), strict=True
            ):
                index = 0
                for _ in range(size):
                    step, data = self._leb(data)
                    index += step
                    yield table[index]
                    for _ in range(extra):
                        _, data = self._leb(data)

    def _rows(self, table: tuple[int, int], form: str) -> Iterator[tuple[int, ...]]:
        count, at = table
        width = struct.calcsize(form)
        return (struct.unpack_from(form, self._content, at + width * number) for number in range(count))

    def _string(self, at: int) -> str:
        _, at = self._leb(at)
        return self._content[at : self._content.index(0, at)].decode("utf-8", "replace")

    def _descriptor(self, returned: int, at: int) -> str:
        taken: list[str] = []
        if at:
            (count,) = struct.unpack_from("<I", self._content, at)
            taken = [self.types[each] for each in struct.unpack_from(f"<{count}H", self._content, at + 4)]
        return f"({''.join(taken)}){self.types[returned]}"

    def _leb(self, at: int) -> tuple[int, int]:
        """Return an unsigned number of variable length, and where it ends."""
        value = shift = 0
        while True:
            byte = self._content[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value, at


def _name(descriptor: str) -> str:
    return descriptor[1:-1] if descriptor.startswith("L") else descriptor


@dataclass
class ClassFile:
    """What a compiled class says of itself."""

    supers: list[str]  # the class above and the interfaces
    members: set[tuple[str, str]] = field(default_factory=set)
    hidden: set[tuple[str, str]] = field(default_factory=set)  # marked as not for apps, though some use them


NOT_FOR_APPS = "Landroid/compat/annotation/UnsupportedAppUsage;"
_WIDTHS = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}


def read_class(content: bytes) -> ClassFile:
    """Read a class file."""
    pool: dict[int, bytes] = {}
    classes: dict[int, int] = {}
    (count,) = struct.unpack_from(">H", content, 8)
    at, number = 10, 1
    while number < count:
        tag = content[at]
        if tag == 1:
            (length,) = struct.unpack_from(">H", content, at + 1)
            pool[number] = content[at + 3 : at + 3 + length]
            at += 3 + length
        else:
            if tag == 7:
                (classes[number],) = struct.unpack_from(">H", content, at + 1)
            at += 1 + _WIDTHS[tag]
        number += 2 if tag in (5, 6) else 1

    def named(index: int) -> str:
        return pool[classes[index]].decode()

    _, _, above, interfaces = struct.unpack_from(">4H", content, at)
    at += 8
    supers = [named(above)] if above else []
    supers += [named(each) for each in struct.unpack_from(f">{interfaces}H", content, at)]
    at += 2 * interfaces
    read = ClassFile(supers)
    for _ in ("fields", "methods"):
        (members,) = struct.unpack_from(">H", content, at)
        at += 2
        for _ in range(members):
            _, name, descriptor, attributes = struct.unpack_from(">4H", content, at)
            at += 8
            member = (pool[name].decode(), pool[descriptor].decode())
            read.members.add(member)
            for _ in range(attributes):
                attribute, length = struct.unpack_from(">HI", content, at)
                if pool[attribute] == b"RuntimeInvisibleAnnotations":
                    marks = content[at + 6 : at + 6 + length]
                    index = next((each for each, text in pool.items() if text == NOT_FOR_APPS.encode()), None)
                    if index is not None and struct.pack(">H", index) in marks:
                        read.hidden.add(member)
                at += 6 + length
    return read


SYSTEM = "dalvik/annotation/"  # annotations that the machine reads itself: nobody loads such a class


class Framework:
    """The classes of a version of Android, out of one jar, and under them Java's own, which that jar lacks.

    Those are taken as Java 7 had them, which a JDK tells in its ``ct.sym`` for ``javac --release 7``: Android 8 has all of it in
    the packages concerned. What only Java 8 has would count as missing.
    """

    def __init__(self, jar: Path, signatures: Path) -> None:
        """Open both; classes are read when they are asked for."""
        self._read: dict[str, ClassFile | None] = {}
        self._files: dict[str, tuple[zipfile.ZipFile, str]] = {}
        java, android = zipfile.ZipFile(signatures), zipfile.ZipFile(jar)
        for file in java.namelist():
            versions, _, rest = file.partition("/")
            if "7" in versions and rest.endswith(".sig"):
                self._files[rest.partition("/")[2].removesuffix(".sig")] = (java, file)
        for file in android.namelist():
            if file.endswith(".class"):
                self._files[file.removesuffix(".class")] = (android, file)

    def __getitem__(self, name: str) -> ClassFile | None:
        """Return a class, if it has it."""
        if name not in self._read:
            archive, file = self._files.get(name, (None, ""))
            self._read[name] = read_class(archive.read(file)) if archive else None
        return self._read[name]

    def has(self, reference: Reference) -> bool:
        """Return whether it has a class, or a member in it or above it."""
        if not reference.name:
            return self[reference.owner] is not None
        return self.owner(reference) is not None

    def owner(self, reference: Reference) -> ClassFile | None:
        """Return the class that has a member."""
        found = self[reference.owner]
        if found is None:
            return None
        if (reference.name, reference.descriptor) in found.members:
            return found
        above = (self.owner(Reference(each, reference.name, reference.descriptor)) for each in found.supers)
        return next((each for each in above if each is not None), None)

    def hides(self, reference: Reference) -> bool:
        """Return whether a member is marked as not for apps."""
        owner = self.owner(reference) if reference.name else None
        return owner is not None and (reference.name, reference.descriptor) in owner.hidden
