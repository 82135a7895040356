"""The Merkle tree of RFC 9162 (§2.1) over a log: root, inclusion, consistency.

A leaf is the hash of an event, as 32 bytes. `static/proof/witness.py` checks the proofs,
independent of this code. Tests compare the roots with those of pymerkle.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

Leaves = Sequence[bytes]


def leaf(content: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + content).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Leaves) -> bytes:
    """MTH (the root) of the leaves. The leaf hash is computed here."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    level = [leaf(one) for one in leaves]
    while len(level) > 1:
        paired = [node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = paired + ([level[-1]] if len(level) % 2 else [])
    return level[0]


def inclusion(leaves: Leaves, index: int) -> list[bytes]:
    """PATH(index, leaves), the lowest hash first. Raises ValueError outside the leaves."""
    if not 0 <= index < len(leaves):
        raise ValueError("no such leaf")
    if len(leaves) == 1:
        return []
    k = _split(len(leaves))
    if index < k:
        return [*inclusion(leaves[:k], index), root(leaves[k:])]
    return [*inclusion(leaves[k:], index - k), root(leaves[:k])]


def consistency(leaves: Leaves, first: int) -> list[bytes]:
    """PROOF(first, leaves): the tree of the `first` leaves is a beginning of this tree. Raises
    ValueError when `first` is 0 or more than there are leaves."""
    if not 0 < first <= len(leaves):
        raise ValueError("no such head")
    return [] if first == len(leaves) else _subproof(leaves, first, whole=True)


def _subproof(leaves: Leaves, first: int, *, whole: bool) -> list[bytes]:
    if first == len(leaves):
        return [] if whole else [root(leaves)]
    k = _split(len(leaves))
    if first <= k:
        return [*_subproof(leaves[:k], first, whole=whole), root(leaves[k:])]
    return [*_subproof(leaves[k:], first - k, whole=False), root(leaves[:k])]


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1


# A signed head as text: a checkpoint in a signed note, both as C2SP writes them.


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


@dataclass(frozen=True, slots=True)
class Note:
    """A signed head as it was read. `text`: what is signed; `name`, `key` (its four bytes) and
    `signature`: of the first signature. Nothing of it is verified yet."""

    checkpoint: Checkpoint
    text: str
    name: str
    key: bytes
    signature: bytes


LONGEST_NOTE = 2_000
SIGNED = re.compile(r"— (\S+) ([A-Za-z0-9+/=]+)")


def read_note(note: str) -> Note:
    """Reads what `signed_note` wrote. Raises ValueError."""
    if len(note) > LONGEST_NOTE:
        raise ValueError("too long")
    text, _blank, signatures = note.partition("\n\n")
    signature = SIGNED.match(signatures)
    lines = text.split("\n")
    if signature is None or len(lines) != 4 or not lines[3].startswith("chain "):
        raise ValueError("no signed head")
    origin, size, tree, chain = *lines[:3], lines[3].removeprefix("chain ")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", size) or not re.fullmatch(r"[0-9a-f]{64}", chain):
        raise ValueError("no head")
    signed = base64.b64decode(signature[2], validate=True)
    checkpoint = Checkpoint(origin, int(size), base64.b64decode(tree, validate=True), chain)
    return Note(checkpoint, f"{text}\n", signature[1], signed[:4], signed[4:])
