"""The keys of tablets, and what they sign. The signatures here were made by browsers' WebCrypto."""

import pytest

from tests.scoring import signing
from tournament.tables.rules import is_key, is_signed

TEXT = "mus-agreement/1\nzarautz-cup\n7\ngame 1\n40 12\n9\nA"
ED25519 = (
    "ed25519:lD/RXJP3X/efnHCfkN1Yp3EOkrrf0TCGVsTo+TPsldc=",
    "gLlwd3DfBFLFQu9Z8mU5YrA/BBYExP0BFr4wrYxTdhJTiZrstiepMhjvYKblccj0NMiJ7AsougjtzdYDoHkzAQ==",
)
P256 = (
    "p256:BG5F3oGy7tnyJ2J4+S1aijb8dBekfTI23VEVQcNUsRty/U+TucZteJSlk/WzA+9433RUphZDd4Grdrrg/fGX3p4=",
    "eVHK7GBrfmT0VT0+uizJmzEylFnjFWgYp55i9gP2wLj2JG1KEQwC0Ai1njDYKbzIhmw5+BlrFSJx0gDVGIU2Hg==",
)


@pytest.mark.parametrize(("key", "signature"), [ED25519, P256], ids=["ed25519", "p256"])
def test_what_a_browser_signs_is_signed_and_nothing_else(key, signature):
    assert is_key(key)
    assert is_signed(key=key, text=TEXT, signature=signature)
    assert not is_signed(key=key, text=TEXT.replace("12", "13"), signature=signature)
    assert not is_signed(key=signing.key(2), text=TEXT, signature=signature)
    assert not is_signed(key=key, text=TEXT, signature=signature[:-4] + "AA==")


@pytest.mark.parametrize(
    "wrong",
    [
        "", "ed25519", "ed25519:", "ed25519:AAAA", "rsa:AAAA", "ed25519:" + "é" * 44,
        "p256:" + "BAAA" * 22, "p256:" + ED25519[0].partition(":")[2], "ed25519:" + "A" * 9_000,
        None, 5,
    ],
)  # fmt: skip
def test_anything_else_is_no_key(wrong):
    assert not is_key(wrong)


@pytest.mark.parametrize("wrong", ["", "x", "AAAA", "é", None, 5, ["A"], "A" * 88])
def test_anything_else_is_no_signature(wrong):
    for key in (ED25519[0], P256[0]):
        assert not is_signed(key=key, text=TEXT, signature=wrong)
