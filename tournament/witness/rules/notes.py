"""A signed head as text: a checkpoint in a signed note, both as C2SP writes them."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

ED25519 = b"\x01"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A head: the log's `origin`, how many events, the root of their tree, the chain's hash."""

    origin: str
    size: int
    root: bytes
    head: str

    def text(self) -> str:
        """The text that is signed. The last line is an extension, which other readers ignore."""
        root = base64.b64encode(self.root).decode()
        return f"{self.origin}\n{self.size}\n{root}\nchain {self.head}\n"


def key_id(name: str, public: bytes) -> bytes:
    """The four bytes that name the key in a signature."""
    return hashlib.sha256(f"{name}\n".encode() + ED25519 + public).digest()[:4]


def verifier_key(name: str, public: bytes) -> str:
    """The public key in the form that witnesses expect: `name+id+key`."""
    key = base64.b64encode(ED25519 + public).decode()
    return f"{name}+{key_id(name, public).hex()}+{key}"


def signed_note(text: str, name: str, public: bytes, signature: bytes) -> str:
    """The text, an empty line, and the line of its signature."""
    signed = base64.b64encode(key_id(name, public) + signature).decode()
    return f"{text}\n— {name} {signed}\n"
