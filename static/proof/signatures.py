"""Checks signatures with Python's standard library alone: Ed25519 as RFC 8032 has it, and P-256
with SHA-256 as browsers sign. It only verifies; whoever signs needs a library that keeps secrets.

`python verify_mustour.py` looks for this file beside it.
"""

import base64
import binascii
import hashlib

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def added(one, other):
    """The sum of two points of the Edwards curve, in extended coordinates (RFC 8032, 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point, plus=added, sum_=(0, 1, 1, 0)):
    """A point so many times, by any addition whose zero is `sum_`."""
    while number:
        sum_ = plus(sum_, point) if number & 1 else sum_
        point, number = plus(point, point), number >> 1
    return sum_


def point_of(raw):
    """The point that 32 bytes stand for; None for none (RFC 8032, 5.1.3)."""
    y = int.from_bytes(raw, "little") & ((1 << 255) - 1)
    u, v = y * y - 1, D * y * y + 1
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * ROOT_OF_MINUS_1 % P
    sign = raw[31] >> 7
    if y >= P or (v * x * x - u) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def bytes_of(point):
    x, y, z, _t = point
    by = pow(z, -1, P)
    return (y * by % P | (x * by % P & 1) << 255).to_bytes(32, "little")


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def ed25519(public, message, signature):
    """Whether the owner of a key (32 bytes) has signed the message (RFC 8032, 5.1.7)."""
    key = point_of(public) if len(public) == 32 and len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    k = int.from_bytes(digest, "little") % ORDER
    minus = (P - key[0], key[1], 1, P - key[3])
    return bytes_of(added(times(s, BASE), times(k, minus))) == signature[:32]


Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def joined(one, other):
    """The sum of two points of P-256; None is the one at infinity."""
    if one is None or other is None:
        return one or other
    (a, b), (c, d) = one, other
    if a == c and (b + d) % Q == 0:
        return None
    slope = (3 * a * a - 3) * pow(2 * b, -1, Q) if one == other else (d - b) * pow(c - a, -1, Q)
    x = (slope * slope - a - c) % Q
    return x, (slope * (a - x) - b) % Q


def p256(public, message, signature):
    """Whether the owner of a key (4, x, y: 65 bytes) has signed the message (FIPS 186-5, 6.4.2)."""
    x, y = int.from_bytes(public[1:33]), int.from_bytes(public[33:])
    r, s = int.from_bytes(signature[:32]), int.from_bytes(signature[32:])
    on_curve = (y * y - x * x * x + 3 * x - B) % Q == 0 and max(x, y) < Q
    if (len(public), public[:1], len(signature)) != (65, b"\x04", 64) or not on_curve:
        return False
    if not (0 < r < N and 0 < s < N):
        return False
    by, digest = pow(s, -1, N), int.from_bytes(hashlib.sha256(message).digest())
    first, second = times(digest * by % N, G, joined, None), times(r * by % N, (x, y), joined, None)
    point = joined(first, second)
    return point is not None and point[0] % N == r


def is_signed(key, text, signature):
    """Whether the owner of a key, `ed25519:` or `p256:` and base64, has signed the text."""
    try:
        kind, _colon, written = key.partition(":")
        raw, mark = (base64.b64decode(encoded, validate=True) for encoded in (written, signature))
    except (AttributeError, TypeError, ValueError, binascii.Error):
        return False
    verify = {"ed25519": ed25519, "p256": p256}.get(kind)
    return verify is not None and verify(raw, text.encode("utf-8", "surrogatepass"), mark)


def note_signed(note, verifier):
    """The text of a signed note (C2SP), when the key `name+id+key` has signed it; else None."""
    name, key_id, key = verifier.strip().split("+", 2)
    text, _empty, marks = note.rpartition("\n\n")
    for line in marks.splitlines():
        _dash, signer, mark = line.split(" ")
        raw = base64.b64decode(mark)
        if (signer, raw[:4].hex()) == (name, key_id):
            public = base64.b64decode(key)[1:]
            return text + "\n" if ed25519(public, (text + "\n").encode(), raw[4:]) else None
    return None
