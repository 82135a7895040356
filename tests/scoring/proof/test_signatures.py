"""Signatures that the standard library checks alone are those that `cryptography` makes."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.night import seed_of
from tests.scoring import signing

FILE = Path(__file__).resolve().parents[3] / "static" / "proof" / "signatures.py"
SPEC = importlib.util.spec_from_file_location("signatures", FILE)
assert SPEC is not None
assert SPEC.loader is not None
alone: Any = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(alone)

RFC_8032 = [
    ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4"
     "6bd25bf5f0595bbe24655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d"
     "8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6"
     "594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip
"""Section 7.1: public key, message, signature."""


@pytest.mark.parametrize(("public", "message", "signature"), RFC_8032)
def test_the_vectors_of_rfc_8032_hold(public, message, signature):
    key, said, mark = map(bytes.fromhex, (public, message, signature))
    assert alone.ed25519(key, said, mark)
    assert not alone.ed25519(key, said + b".", mark)


def flipped(raw: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ (1 << rng.randrange(8))]) + raw[at + 1 :]


def holds(call: Callable[[], object]) -> bool:
    try:
        call()
    except (InvalidSignature, ValueError):
        return False
    return True


def test_ed25519_is_as_cryptography_has_it_also_where_a_bit_is_flipped():
    rng = Random(seed_of(1))
    for _signature in range(60):
        secret = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        public = secret.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        said = rng.randbytes(rng.randrange(80))
        mark = secret.sign(said)
        assert alone.ed25519(public, said, mark)
        wrong = rng.choice([
            (flipped(public, rng), said, mark), (public, said + b"x", mark),
            (public, said, flipped(mark, rng)),
        ])  # fmt: skip
        key = Ed25519PublicKey.from_public_bytes(wrong[0])
        theirs = holds(lambda key=key, wrong=wrong: key.verify(wrong[2], wrong[1]))  # type: ignore[misc]
        assert alone.ed25519(*wrong) == theirs is False


def test_p256_is_as_cryptography_has_it_also_where_a_bit_is_flipped():
    rng = Random(seed_of(2))
    for _signature in range(12):
        secret = ec.derive_private_key(rng.randrange(1, alone.N), ec.SECP256R1())
        public = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        said = rng.randbytes(rng.randrange(80))
        r, s = decode_dss_signature(secret.sign(said, ec.ECDSA(SHA256())))
        mark = r.to_bytes(32) + s.to_bytes(32)
        assert alone.p256(public, said, mark)
        assert not alone.p256(public, said + b"x", mark)
        assert not alone.p256(public, said, flipped(mark, rng))
        assert not alone.p256(flipped(public, rng), said, mark)


def test_a_signature_that_could_be_written_otherwise_is_none():
    public, message, signature = (bytes.fromhex(one) for one in RFC_8032[1])
    s = int.from_bytes(signature[32:], "little") + alone.ORDER
    again = signature[:32] + s.to_bytes(32, "little")
    assert not alone.ed25519(public, message, again)
    assert not alone.ed25519(public, message, signature[:-1])
    assert not alone.p256(b"\x04" + bytes(64), message, signature)


def test_a_tablets_signature_is_read_as_the_log_has_it():
    said: dict[str, Any] = {
        "slug": "cup", "match": 3, "game": 1, "score": [40, 12], "hands": 9, "by": ["A", "B"],
    }  # fmt: skip
    mark = signing.signed(**said)
    text = signing.agreement_text(**said)
    assert alone.is_signed(mark["key"], text, mark["signature"])
    assert not alone.is_signed(mark["key"], text + " ", mark["signature"])
    for key, signature in ((None, "AAAA"), ("p256:AAAA", "AAAA"), ("rsa:AAAA", "%"), ("x", None)):
        assert not alone.is_signed(key, text, signature)
