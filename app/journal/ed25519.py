"""Ed25519 signatures (RFC 8032) in plain Python: for whoever signs a few records and has no library for it.

A browser's own (WebCrypto) answers only later, and what is saved must be signed when it is acknowledged; ``cryptography`` is
compiled, and used where a server asks for it (:func:`use_library`): both say the same of every signature. The base point is
multiplied with a comb of 63 points, made when the first signature is: signing is one such multiplication. Nothing here takes the
same time for every key: it keeps no secret from who watches the processor.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

KEY = SEED = 32  # bytes
SIGNATURE = 64  # bytes
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT = pow(2, (_P - 1) // 4, _P)  # of -1
_TEETH = 6
_SPAN = 43  # bits between two teeth: 6 times 43 is more than 253
WEIGHT = 128  # bits: how rarely wrong signatures pass together

Point = tuple[int, int, int, int]  # X, Y, Z, T: x = X/Z, y = Y/Z, xy = T/Z
_NEUTRAL: Point = (0, 1, 1, 0)


def _add(one: Point, other: Point) -> Point:
    """RFC 8032, 5.1.4; complete: also of a point and itself."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a = (y1 - x1) * (y2 - x2) % _P
    b = (y1 + x1) * (y2 + x2) % _P
    c = 2 * _D * t1 * t2 % _P
    d = 2 * z1 * z2 % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _double(point: Point) -> Point:
    x, y, z, _ = point
    a, b = x * x % _P, y * y % _P
    h = a + b
    e = h - (x + y) * (x + y) % _P
    g = a - b
    f = 2 * z * z % _P + g
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _negative(point: Point) -> Point:
    x, y, z, t = point
    return (-x % _P, y, z, -t % _P)


def _encoded(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, _P)
    return (y * inverse % _P | (x * inverse % _P & 1) << 255).to_bytes(KEY, "little")


def _decoded(data: bytes) -> Point | None:
    """A point from its bytes; None where they are of none (RFC 8032, 5.1.3)."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if len(data) != KEY or y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P != u:
        x = x * _ROOT % _P
        if v * x * x % _P != u:
            return None
    if not x and sign:
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


_BASE = _decoded(bytes.fromhex("58" + "66" * 31))


@cache
def _comb() -> tuple[Point, ...]:
    """The sum of the base point at each choice of teeth."""
    assert _BASE is not None
    found, tooth = [_NEUTRAL], _BASE
    for number in range(_TEETH):
        found += [_add(each, tooth) for each in found]
        for _ in range(_SPAN if number < _TEETH - 1 else 0):
            tooth = _double(tooth)
    return tuple(found)


def _of_base(number: int) -> Point:
    """The base point so many times."""
    comb, found = _comb(), _NEUTRAL
    for at in range(_SPAN - 1, -1, -1):
        found = _double(found)
        chosen = 0
        for tooth in range(_TEETH):
            chosen |= (number >> at + tooth * _SPAN & 1) << tooth
        if chosen:
            found = _add(found, comb[chosen])
    return found


def _times(point: Point, number: int) -> Point:
    """A point so many times, four bits at once."""
    multiples = [_NEUTRAL, point]
    for _ in range(14):
        multiples.append(_add(multiples[-1], point))
    found = _NEUTRAL
    for at in range(number.bit_length() + 3 & ~3, -1, -4):
        found = _double(_double(_double(_double(found))))
        digit = number >> at & 15
        if digit:
            found = _add(found, multiples[digit])
    return found


def _hash(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")


def _secret(seed: bytes) -> tuple[int, bytes]:
    if len(seed) != SEED:
        raise ValueError("a seed is 32 bytes")
    digest = hashlib.sha512(seed).digest()
    number = int.from_bytes(digest[:32], "little")
    return number & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed: bytes) -> bytes:
    """The public key of a seed of 32 bytes."""
    return _encoded(_of_base(_secret(seed)[0]))


@dataclass
class _Compiled:
    sign: Callable[[bytes, bytes], bytes] | None = None  # seed, message
    verify: Callable[[bytes, bytes, bytes], bool] | None = None  # a key that is one, message, signature


_COMPILED = _Compiled()


def use_library() -> bool:
    """Let ``cryptography`` do the arithmetic from now on, in this process; whether it is there."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    except ImportError:
        return False
    public_key = cache(Ed25519PublicKey.from_public_bytes)

    def verified(public: bytes, message: bytes, signature: bytes) -> bool:
        try:
            public_key(public).verify(signature, message)
        except InvalidSignature:
            return False
        return True

    _COMPILED.sign = lambda seed, message: Ed25519PrivateKey.from_private_bytes(seed).sign(message)
    _COMPILED.verify = verified
    return True


def sign(seed: bytes, public: bytes, message: bytes) -> bytes:
    """Sign a message; ``public`` is the key of the seed, which whoever signs knows."""
    if _COMPILED.sign is not None and len(seed) == SEED:
        return _COMPILED.sign(seed, message)
    secret, prefix = _secret(seed)
    nonce = _hash(prefix, message) % _L
    point = _encoded(_of_base(nonce))
    return point + ((nonce + _hash(point, public, message) * secret) % _L).to_bytes(32, "little")


@cache
def _key(public: bytes) -> Point | None:
    """The point of a public key; None where it is none, or one under which anything can be signed."""
    point = _decoded(public)
    if point is None or _encoded(_double(_double(_double(point)))) == _encoded(_NEUTRAL):
        return None
    return point


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is of this message and by this key; False for what is no signature or no key."""
    if len(signature) != SIGNATURE or len(public) != KEY:
        return False
    key, number = _key(public), int.from_bytes(signature[32:], "little")
    if key is None or number >= _L:
        return False
    if _COMPILED.verify is not None:
        return _COMPILED.verify(public, message, signature)
    challenge = _hash(signature[:32], public, message) % _L
    found = _add(_of_base(number), _times(_negative(key), challenge))
    return _encoded(found) == signature[:32]


Signed = tuple[bytes, bytes, bytes]  # public key, message, signature


def verify_all(signed: Sequence[Signed]) -> bool:
    """Whether all of some signatures are right, several times quicker than one by one.

    Each counts a number of times that nobody foresees, so that wrong ones do not make up for each other. Of signatures made to
    deceive (on points of small order) it may take one that :func:`verify` does not; those say nothing another key could say.
    """
    if _COMPILED.verify is not None:
        return all(verify(*each) for each in signed)
    of_base, of_keys = 0, dict[bytes, int]()
    points: list[tuple[Point, int]] = []
    for public, message, signature in signed:
        if len(signature) != SIGNATURE or len(public) != KEY:
            return False
        point, number = _decoded(signature[:32]), int.from_bytes(signature[32:], "little")
        if point is None or _key(public) is None or number >= _L:
            return False
        weight = secrets.randbits(WEIGHT) | 1
        of_base += weight * number
        of_keys[public] = of_keys.get(public, 0) + weight * (_hash(signature[:32], public, message) % _L)
        points.append((_negative(point), weight))
    found = _add(_of_base(of_base % _L), _sum(points))
    for public, number in of_keys.items():
        key = _key(public)
        assert key is not None
        found = _add(found, _times(_negative(key), number % _L))
    return _encoded(_double(_double(_double(found)))) == _encoded(_NEUTRAL)


def _sum(points: Sequence[tuple[Point, int]]) -> Point:
    """The sum of points, each so many times (less than 2 to the power of WEIGHT), four bits at once for all together."""
    digits = WEIGHT // 4
    at: list[list[Point]] = [[] for _ in range(digits)]
    for point, weight in points:
        multiples = [_NEUTRAL, point]
        for _ in range(14):
            multiples.append(_add(multiples[-1], point))
        for place in range(digits):
            digit = weight >> 4 * place & 15
            if digit:
                at[place].append(multiples[digit])
    found = _NEUTRAL
    for place in range(digits - 1, -1, -1):
        found = _double(_double(_double(_double(found))))
        for point in at[place]:
            found = _add(found, point)
    return found
