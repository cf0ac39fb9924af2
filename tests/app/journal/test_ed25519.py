"""Signatures against the vectors of RFC 8032, 7.1, and against what its text says is no signature."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from app.base.own_files import ROOT
from app.frame.client_files import client_folder
from app.journal import ed25519
from app.publishing.compiler import node

PROGRAM = Path(__file__).with_name("signing_in_pyodide.mjs")

VECTORS = [  # secret key, public key, message, signature: TEST 1, 2, 3 and SHA(abc)
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
        "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.fixture(params=["plain", "library"], autouse=True)
def _arithmetic(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test by the plain form, and by the library where there is one."""
    monkeypatch.setattr(ed25519, "_COMPILED", type(ed25519._COMPILED)())
    if request.param == "library":
        pytest.importorskip("cryptography", reason="cryptography is not installed")
        assert ed25519.use_library()


def in_pyodide() -> dict[str, Any]:
    """Return which vectors hold in the Python of a browser, and the milliseconds of the first key, of signing, of verifying."""
    command = [str(node()), str(PROGRAM), str(client_folder() / "pyodide"), str(ROOT)]
    done = subprocess.run(command, input=json.dumps(VECTORS), capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return said


@pytest.mark.parametrize("vector", VECTORS, ids=["1", "2", "3", "sha_abc"])
def test_the_vectors_of_the_rfc(vector: tuple[str, str, str, str]) -> None:
    secret, public, message, signature = map(bytes.fromhex, vector)
    assert ed25519.public_key(secret) == public
    assert ed25519.sign(secret, public, message) == signature
    assert ed25519.verify(public, message, signature)
    assert ed25519.verify_all([(public, message, signature)])


@pytest.mark.parametrize("vector", VECTORS[1:], ids=["2", "3", "sha_abc"])
def test_one_bit_anywhere_makes_it_none(vector: tuple[str, str, str, str]) -> None:
    _, public, message, signature = map(bytes.fromhex, vector)

    def turned(data: bytes, bit: int) -> bytes:
        return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(data))

    for bit in range(0, 512, 37):
        assert not ed25519.verify(public, message, turned(signature, bit))
        assert not ed25519.verify_all([(public, message, turned(signature, bit))])
    assert not ed25519.verify(public, turned(message, 3), signature)
    assert not ed25519.verify(turned(public, 9), message, signature)


def test_what_is_no_signature_or_no_key_is_false_and_no_fault() -> None:
    _, public, message, signature = map(bytes.fromhex, VECTORS[1])
    larger = signature[:32] + (int.from_bytes(signature[32:], "little") + ORDER).to_bytes(32, "little")
    for wrong in (b"", signature[:-1], signature + b"x", bytes(64), b"\xff" * 64, larger):
        assert not ed25519.verify(public, message, wrong), "5.1.7: S must be less than the order"
        assert not ed25519.verify_all([(public, message, wrong)])
    for key in (b"", b"\xff" * 32, (2).to_bytes(32, "little"), (1).to_bytes(32, "little"), bytes(32)):
        assert not ed25519.verify(key, message, signature), "no point, or one under which anything is signed"
    with pytest.raises(ValueError, match="32"):
        ed25519.public_key(b"short")


def test_one_wrong_among_many_is_found_and_two_do_not_make_up_for_each_other() -> None:
    signed = []
    for at in range(20):
        seed = bytes([at % 3]) * 32
        public, message = ed25519.public_key(seed), b"%d" % at
        signed.append((public, message, ed25519.sign(seed, public, message)))
    assert ed25519.verify_all(signed) and ed25519.verify_all([])
    for at in range(20):
        public, message, _ = signed[at]
        assert not ed25519.verify_all([*signed[:at], (public, b"other", signed[at][2]), *signed[at + 1 :]])
    (a, one, first), (_, two, second) = (
        signed[0],
        signed[3],
    )  # of one key: what one has too much the other has too little
    more = (int.from_bytes(first[32:], "little") + 1) % ORDER
    less = (int.from_bytes(second[32:], "little") - 1) % ORDER
    pair = [(a, one, first[:32] + more.to_bytes(32, "little")), (a, two, second[:32] + less.to_bytes(32, "little"))]
    assert not ed25519.verify_all(pair)


@pytest.mark.skipif(node() is None, reason="no Node.js to run Pyodide")
def test_in_the_python_of_a_browser_the_vectors_hold() -> None:
    assert in_pyodide()["right"] == [True] * len(VECTORS)


def test_both_forms_say_the_same_of_every_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cryptography", reason="cryptography is not installed")
    chance, plain = random.Random(8032), type(ed25519._COMPILED)()
    assert ed25519.use_library()
    library = ed25519._COMPILED
    small = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")  # a point of order 8
    asked = []
    for _ in range(30):
        seed, message = chance.randbytes(32), chance.randbytes(chance.randrange(80))
        public = ed25519.public_key(seed)
        signature = ed25519.sign(seed, public, message)
        wrong = bytearray(signature)
        wrong[chance.randrange(64)] ^= 1 << chance.randrange(8)
        mixed = ed25519._encoded(ed25519._add(ed25519._decoded(signature[:32]), ed25519._decoded(small)))
        asked += [(public, message, signature), (public, message, bytes(wrong)), (small, message, signature)]
        asked += [(public, message, mixed + signature[32:]), (chance.randbytes(32), message, signature)]
    said = []
    for form in (plain, library):
        monkeypatch.setattr(ed25519, "_COMPILED", form)
        said.append([ed25519.verify(*each) for each in asked])
    assert said[0] == said[1]
    assert said[0].count(True) == 30
