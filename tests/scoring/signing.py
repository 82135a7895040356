"""A tablet that signs, as a browser does."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scoring.outbox.rules import agreement_text


def secret(seed: int = 1) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)


def key(seed: int = 1) -> str:
    raw = secret(seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return f"ed25519:{base64.b64encode(raw).decode()}"


def signed(*, seed: int = 1, **said: Any) -> dict[str, str]:
    """The key and its signature over what was agreed to."""
    signature = secret(seed).sign(agreement_text(**said).encode())
    return {"key": key(seed), "signature": base64.b64encode(signature).decode()}
