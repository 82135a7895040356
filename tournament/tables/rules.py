"""The public key of a tablet: its written form, and the check of signatures.

`ed25519:` or `p256:`, then the public key in base64: its 32 bytes, or the 65 of the uncompressed
point. A signature has 64 bytes. For `p256` it is r and s over SHA-256, as browsers produce it.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MOST_KEY_LENGTH = 100
SIGNATURE_BYTES = 64


def is_key(text: object) -> bool:
    """Whether a text is a public key."""
    return _key(text) is not None


def is_signed(*, key: str, text: str, signature: object) -> bool:
    """Whether the text was signed with this key. False also for a malformed key or signature."""
    # Imported here because it costs memory, and some processes never check a signature.
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    public, signed = _key(key), _bytes(signature)
    if public is None or signed is None or len(signed) != SIGNATURE_BYTES:
        return False
    try:
        if not isinstance(public, EllipticCurvePublicKey):
            public.verify(signed, text.encode())
        else:
            r, s = (int.from_bytes(half) for half in (signed[:32], signed[32:]))
            public.verify(encode_dss_signature(r, s), text.encode(), ECDSA(SHA256()))
    except InvalidSignature:
        return False
    return True


def _key(text: object) -> Ed25519PublicKey | EllipticCurvePublicKey | None:
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if not isinstance(text, str) or len(text) > MOST_KEY_LENGTH:
        return None
    kind, _colon, written = text.partition(":")
    raw = _bytes(written)
    try:
        if kind == "ed25519" and raw is not None:
            return Ed25519PublicKey.from_public_bytes(raw)
        if kind == "p256" and raw is not None and raw[:1] == b"\x04":
            return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw)
    except ValueError:
        pass
    return None


def _bytes(text: object) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except (binascii.Error, ValueError):
        return None
