"""Watches a tournament's log from outside: python witness.py https://server/t/cup/ cup.state

Run it as often as you like. It keeps the last head it saw, and refuses a head that is not signed by
the key it saw first, or that is not a continuation of that head: a server that rewrote history, or
shows two of them, is found by whoever kept another. With a third word, a file with one line of the
log that somebody kept (a hand, for instance), it also asks for the proof that this event is in that
head, as it is in the file. It needs Python and `cryptography`.
"""

import base64
import hashlib
import json
import sys
import urllib.request
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Refused(Exception):
    """What the server shows is not a continuation of what it showed before."""


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def read_head(note, verifier):
    """Size and root of a signed checkpoint. Raises Refused unless the key signed it."""
    name, key_id, key = verifier.split("+", 2)
    text, _empty, signatures = note.rpartition("\n\n")
    text += "\n"
    for line in signatures.splitlines():
        _dash, signer, signature = line.split(" ")
        raw = base64.b64decode(signature)
        if signer == name and raw[:4].hex() == key_id:
            public = Ed25519PublicKey.from_public_bytes(base64.b64decode(key)[1:])
            try:
                public.verify(raw[4:], text.encode())
            except InvalidSignature:
                raise Refused("the head is not signed by the key that was seen first") from None
            lines = text.split("\n")
            return lines[0], int(lines[1]), base64.b64decode(lines[2])
    raise Refused("the head is signed by another key")


def is_consistent(first, first_root, second, second_root, path):
    """RFC 9162, 2.1.4.2: whether `path` proves that the first tree is a beginning of the second."""
    if first == second:
        return first_root == second_root and not path
    if not path or not 0 < first < second:
        return False
    path = ([first_root] if first & (first - 1) == 0 else []) + list(path)
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return (fr, sr, sn) == (first_root, second_root, 0)


def is_included(event_hash, number, size, root, path):
    """RFC 9162, 2.1.3.2: whether an event, by its hash and its number, is in a head."""
    fn, sn = number - 1, size - 1
    digest = hashlib.sha256(b"\x00" + bytes.fromhex(event_hash)).digest()
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            digest = node(p, digest)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            digest = node(digest, p)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and digest == root


def watch(fetch, known):
    """The new state, after the head that the server shows now was proved to follow the known one.

    `fetch(path)` gives the text under the tournament's address. Raises Refused.
    """
    verifier = known.get("key") or fetch("head/key.txt").strip()
    note = fetch("head/")
    origin, size, root = read_head(note, verifier)
    if known:
        first, first_root = known["size"], base64.b64decode(known["root"])
        if origin != known["origin"]:
            raise Refused("another log")
        if size < first:
            raise Refused(f"the log was cut: {first} events were seen, now {size}")
        proof = json.loads(fetch(f"head/{size}/follows/{first}/"))
        path = [base64.b64decode(one) for one in proof["path"]]
        if not is_consistent(first, first_root, size, root, path):
            raise Refused(f"history was rewritten: the head of {first} events is not in this one")
    root_text = base64.b64encode(root).decode()
    return {"key": verifier, "origin": origin, "size": size, "root": root_text, "note": note}


def must_hold(fetch, state, event):
    """Refused unless an event, as somebody kept it, is in the head of `state`."""
    body = {name: event[name] for name in event.keys() - {"hash", "texts"}}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    event_hash = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    number, size = event["number"], state["size"]
    if not 0 < number <= size:
        raise Refused(f"the head of {size} events has no event {number}")
    proof = json.loads(fetch(f"head/{size}/holds/{number}/"))
    path = [base64.b64decode(one) for one in proof["path"]]
    if not is_included(event_hash, number, size, base64.b64decode(state["root"]), path):
        raise Refused(f"event {number} is not in this head as it was kept")


def main():
    if len(sys.argv) not in (3, 4) or not sys.argv[1].startswith(("http://", "https://")):
        sys.exit(__doc__)
    address, file = sys.argv[1].rstrip("/") + "/", Path(sys.argv[2])

    def fetch(path):
        with urllib.request.urlopen(address + path, timeout=30) as answer:  # noqa: S310
            return answer.read().decode()

    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    try:
        state = watch(fetch, known)
        for event_file in sys.argv[3:]:
            must_hold(fetch, state, json.loads(Path(event_file).read_text("utf-8")))
            print(f"the event in {event_file} is in this head")
    except Refused as refused:
        sys.exit(f"REFUSED: {refused}. Keep {file} as it is: it is the proof.")
    file.write_text(json.dumps(state, indent=1), "utf-8")
    print(f"{state['size']} events follow; head kept in {file}")


if __name__ == "__main__":
    main()
