"""The compiled manifest of an Android package, read and written: chunks of XML with a pool of strings (ResourceTypes.h of Android).

Strings stand in the tree itself; the pool is made anew when it is written, so nothing of what was replaced stays in the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

ANDROID = "http://schemas.android.com/apk/res/android"

_XML, _POOL, _RESOURCES = 0x0003, 0x0001, 0x0180
_NAMESPACE, _NAMESPACE_END, _START, _END, _TEXT = 0x0100, 0x0101, 0x0102, 0x0103, 0x0104
_NONE = 0xFFFFFFFF
_UTF8 = 0x100
_HEAD, _PLACE = 8, 16  # bytes of a chunk's head; with a line and a comment, that of a node

REFERENCE, STRING, NUMBER = 0x01, 0x03, 0x10  # kinds of a value: to a resource, and those that are written here


class ManifestError(Exception):
    """The bytes are no manifest, or not one this can change; the message says what is odd."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute; ``resource`` is the number by which Android knows its name, ``raw`` how it was written in the source."""

    name: str
    kind: int
    value: str | int
    namespace: str | None = None
    resource: int = 0
    raw: str | None = None

    def saying(self, text: str) -> Attribute:
        """Return it with a text instead."""
        return replace(self, kind=STRING, value=text, raw=text)


@dataclass(slots=True)
class Element:
    """An element with what is in it."""

    name: str
    attributes: list[Attribute] = field(default_factory=list)
    children: list[Element] = field(default_factory=list)
    namespace: str | None = None
    line: int = 0

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def get(self, name: str, namespace: str | None = ANDROID) -> Attribute | None:
        """Return the attribute of this name."""
        return next((each for each in self.attributes if (each.name, each.namespace) == (name, namespace)), None)

    def put(self, attribute: Attribute) -> None:
        """Put an attribute in the place of the one of its name. Its place stays: Android looks for them in order."""
        names = [(each.name, each.namespace) for each in self.attributes]
        self.attributes[names.index((attribute.name, attribute.namespace))] = attribute


@dataclass(slots=True)
class Document:
    """A manifest: its root, and the names of namespaces."""

    root: Element
    namespaces: list[tuple[str, str]] = field(default_factory=list)  # prefix, address

    def named(self, name: str) -> list[Element]:
        """Every element of this name."""
        return [each for each in self.root.walk() if each.name == name]


# Reading


def read(data: bytes) -> Document:
    """Return what a compiled manifest says. Raises ManifestError."""
    try:
        return _Reader(data).document()
    except (struct.error, IndexError, UnicodeDecodeError) as e:
        raise ManifestError(f"the manifest is cut off or damaged: {e}") from e


class _Reader:
    def __init__(self, data: bytes) -> None:
        kind, head, size = struct.unpack_from("<HHI", data)
        if kind != _XML or size != len(data):
            raise ManifestError("this is no compiled manifest")
        self.strings: list[str] = []
        self.resources: list[int] = []
        self.chunks: list[tuple[int, bytes]] = []
        at = head
        while at < len(data):
            kind, head, size = struct.unpack_from("<HHI", data, at)
            if size < max(head, _HEAD) or at + size > len(data):
                raise ManifestError(f"a chunk of {size} bytes at {at}")
            chunk = data[at : at + size]
            if kind == _POOL:
                self.strings = _pool(chunk)
            elif kind == _RESOURCES:
                self.resources = list(struct.unpack_from(f"<{(size - head) // 4}I", chunk, head))
            else:
                self.chunks.append((kind, chunk))
            at += size

    def text(self, index: int) -> str | None:
        return None if index == _NONE else self.strings[index]

    def word(self, index: int) -> str:
        return self.strings[index]

    def document(self) -> Document:
        open_elements: list[Element] = []
        roots: list[Element] = []
        namespaces: list[tuple[str, str]] = []
        for kind, chunk in self.chunks:
            if kind == _NAMESPACE:
                prefix, address = struct.unpack_from("<II", chunk, _PLACE)
                namespaces.append((self.word(prefix), self.word(address)))
            elif kind == _START:
                element = self.element(chunk)
                (open_elements[-1].children if open_elements else roots).append(element)
                open_elements.append(element)
            elif kind == _END:
                open_elements.pop()
            elif kind != _NAMESPACE_END:
                raise ManifestError(f"a chunk of kind {kind:#06x}" + (", which is text" if kind == _TEXT else ""))
        if len(roots) != 1 or open_elements:
            raise ManifestError("not one root element")
        return Document(roots[0], namespaces)

    def element(self, chunk: bytes) -> Element:
        (line,) = struct.unpack_from("<I", chunk, _HEAD)
        namespace, name, start, size, count = struct.unpack_from("<IIHHH", chunk, _PLACE)
        found = Element(self.word(name), namespace=self.text(namespace), line=line)
        for number in range(count):
            at = _PLACE + start + number * size
            space, key, raw, _, _, kind, value = struct.unpack_from("<IIIHBBI", chunk, at)
            found.attributes.append(
                Attribute(
                    self.word(key),
                    kind,
                    self.word(value) if kind == STRING else value,
                    self.text(space),
                    self.resources[key] if key < len(self.resources) else 0,
                    self.text(raw),
                )
            )
        return found


def _pool(chunk: bytes) -> list[str]:
    _, head, _, count, styles, flags, start, _ = struct.unpack_from("<HHIIIIII", chunk)
    if styles:
        raise ManifestError("strings with styles")
    offsets = struct.unpack_from(f"<{count}I", chunk, head)
    return [(_utf8 if flags & _UTF8 else _utf16)(chunk, start + offset) for offset in offsets]


def _utf16(chunk: bytes, at: int) -> str:
    (size,) = struct.unpack_from("<H", chunk, at)
    at += 2
    if size & 0x8000:
        size = (size & 0x7FFF) << 16 | struct.unpack_from("<H", chunk, at)[0]
        at += 2
    return chunk[at : at + 2 * size].decode("utf-16-le")


def _utf8(chunk: bytes, at: int) -> str:
    size = 0
    for _ in range(2):  # in characters, then in bytes
        size, at = chunk[at], at + 1
        if size & 0x80:
            size, at = (size & 0x7F) << 8 | chunk[at], at + 1
    return chunk[at : at + size].decode("utf-8")


# Writing


def write(document: Document) -> bytes:
    """Return the compiled manifest."""
    return _Writer(document).data()


class _Writer:
    """Names that Android knows by number come first in the pool, in the order of these numbers' list."""

    def __init__(self, document: Document) -> None:
        self.document = document
        known = {
            (each.name, each.resource)
            for element in document.root.walk()
            for each in element.attributes
            if each.resource
        }
        self.known = sorted(known, key=lambda each: (each[1], each[0]))
        self.names = {each: at for at, each in enumerate(self.known)}
        self.texts: dict[str, int] = {}

    def text(self, text: str | None) -> int:
        if text is None:
            return _NONE
        return self.texts.setdefault(text, len(self.known) + len(self.texts))

    def data(self) -> bytes:
        spaces = [(self.text(prefix), self.text(address)) for prefix, address in self.document.namespaces]
        nodes = [_node(_NAMESPACE, 0, struct.pack("<II", *each)) for each in spaces]
        nodes += self.element(self.document.root)
        nodes += [_node(_NAMESPACE_END, 0, struct.pack("<II", *each)) for each in reversed(spaces)]
        strings = [*(name for name, _ in self.known), *self.texts]
        numbers = struct.pack(f"<{len(self.known)}I", *(number for _, number in self.known))
        inside = [_written_pool(strings), _chunk(_RESOURCES, _HEAD, numbers), *nodes]
        return _chunk(_XML, _HEAD, b"".join(inside))

    def element(self, element: Element) -> list[bytes]:
        space, name = self.text(element.namespace), self.text(element.name)
        listed = b"".join(self.attribute(each) for each in element.attributes)
        # 20 bytes before the attributes, 20 for each; none of them is an id, a class or a style
        start = struct.pack("<IIHHHHHH", space, name, 20, 20, len(element.attributes), 0, 0, 0) + listed
        inside = [node for child in element.children for node in self.element(child)]
        end = _node(_END, element.line, struct.pack("<II", space, name))
        return [_node(_START, element.line, start), *inside, end]

    def attribute(self, each: Attribute) -> bytes:
        key = self.names[each.name, each.resource] if each.resource else self.text(each.name)
        value = self.text(each.value) if isinstance(each.value, str) else each.value
        return struct.pack("<IIIHBBI", self.text(each.namespace), key, self.text(each.raw), 8, 0, each.kind, value)


def _chunk(kind: int, head: int, inside: bytes) -> bytes:
    return struct.pack("<HHI", kind, head, _HEAD + len(inside)) + inside


def _node(kind: int, line: int, inside: bytes) -> bytes:
    return _chunk(kind, _PLACE, struct.pack("<II", line, _NONE) + inside)


def _written_pool(strings: list[str]) -> bytes:
    offsets, body = [], bytearray()
    for text in strings:
        encoded = text.encode("utf-16-le")
        if len(encoded) // 2 >= 0x8000:
            raise ManifestError("a string of more than 32767 characters")
        offsets.append(len(body))
        body += struct.pack("<H", len(encoded) // 2) + encoded + bytes(2)
    body += bytes(-len(body) % 4)
    head = 28
    start = head + 4 * len(strings)
    numbers = struct.pack("<IIIII", len(strings), 0, 0, start, 0)
    return _chunk(_POOL, head, numbers + struct.pack(f"<{len(strings)}I", *offsets) + bytes(body))


# What an edition changes


@dataclass(frozen=True, slots=True)
class Edition:
    """What one association's app is called, by people and by Android."""

    name: str
    id: str
    code: int  # grows with every package
    version: str

    @property
    def scheme(self) -> str:
        """How addresses begin that open this app: those of the first id with zhicai:, those of another with its id."""
        return SCHEME if self.id == ID else self.id.replace("_", "-")


NAME, ID, SCHEME = "执裁", "cn.zhicai.app", "zhicai"
COMPONENTS = ("activity", "activity-alias", "provider", "receiver", "service")


def rewritten(data: bytes, edition: Edition) -> bytes:
    """Return the manifest of the shell with an edition's name, id, version, authorities and scheme.

    Raises ManifestError where something is missing that must be changed.
    """
    document = read(data)
    before = document.root.get("package", None)
    if before is None or not isinstance(before.value, str):
        raise ManifestError("the manifest names no package")
    _name(document, edition.name)
    for element in document.root.walk():
        for each in element.attributes:
            if isinstance(each.value, str) and (changed := _moved(each.value, before.value, edition.id)) != each.value:
                element.put(each.saying(changed))
        named = element.get("name")
        if element.name in COMPONENTS and named and (not isinstance(named.value, str) or "." not in named.value[1:]):
            raise ManifestError(f"{element.name} has a class whose name depends on the package: {named.value}")
    for data_ in document.named("data"):
        scheme = data_.get("scheme")
        if scheme and scheme.value == SCHEME:
            data_.put(scheme.saying(edition.scheme))
    code, version = document.root.get("versionCode"), document.root.get("versionName")
    if code is None or version is None:
        raise ManifestError("the manifest has no version")
    document.root.put(replace(code, kind=NUMBER, value=edition.code, raw=None))
    document.root.put(version.saying(edition.version))
    return write(document)


def _name(document: Document, name: str) -> None:
    applications = document.named("application")
    label = applications[0].get("label") if len(applications) == 1 else None
    if label is None:
        raise ManifestError("the manifest has not one application with a label")
    if label.kind == REFERENCE and name == NAME:
        return  # the shell's own, in the language of the phone
    for element in document.root.walk():
        each = element.get("label")
        if each and (each.kind, each.value) == (label.kind, label.value):
            element.put(each.saying(name))


def _moved(value: str, before: str, after: str) -> str:
    """Return a value, or several with semicolons between, with the id in place of the one before."""
    return ";".join(
        after + each[len(before) :] if each == before or each.startswith(f"{before}.") else each
        for each in value.split(";")
    )
