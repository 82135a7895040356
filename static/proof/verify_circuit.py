"""Checks a .muscircuit file without the program that made it:

    python verify_circuit.py FILE [KEY] [CUP.mustour …]

It needs Python 3.11 alone, and with KEY, a file with the server's key, signatures.py beside this
file. It checks the chain of the circuit's log, that the signed head is that of all its events (and,
with KEY, who signed it), and that settings, tournaments and who is the same or different are those
that the log tells. Of each tournament's file that is given it checks that the head in the circuit's
file is a beginning of its log, and says which tournaments were not given. Ranking and ratings
follow from the tournaments' files, which verify_mustour.py checks; they are not worked out here.
docs/seasons.md describes the file.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

try:
    import signatures
except ImportError:
    signatures = None

NO_FILE = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)
SETTINGS = ("name", "carried_by", "same_names", "points", "taking_part", "best_of")


def must(holds, part, what):
    if not holds:
        sys.exit(f"{part}: {what}")


def hash_of(event):
    body = {name: value for name, value in event.items() if name not in ("hash", "texts")}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_chain(events):
    previous = "0" * 64
    for number, event in enumerate(events, start=1):
        part = f"log[{number}]"
        must(event["number"] == number, part, "an event is missing")
        must(event["previous"] == previous, part, "this event does not follow the one before")
        must(hash_of(event) == event["hash"], part, "this event was changed")
        must(event["tournament"] == events[0]["tournament"], part, "an event of another log")
        previous = event["hash"]


def check_head(note, events, part):
    """The head is that of the first events, or of all of them."""
    _origin, size, root, chain, *_more = note.split("\n")
    first = [event["hash"] for event in events[: int(size)]]
    must(len(first) == int(size), part, f"the head has {size} events: the log was cut")
    must(chain == f"chain {first[-1]}", part, "the head has another event: history was rewritten")
    leaves = [hashlib.sha256(b"\0" + bytes.fromhex(event_hash)).digest() for event_hash in first]
    must(base64.b64encode(tree(leaves)).decode() == root, part, "another root")
    return int(size)


def tree(leaves):
    """The root over these leaves (RFC 9162, 2.1.1)."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


def state_of(events):
    """Settings, tournaments, merges and differences as the log tells them."""
    settings, tournaments, merges, differences = {}, set(), [], []
    for event in events:
        kind, data = event["kind"], event["data"]
        log = (data.get("tournament") or {}).get("log")
        settings = data.get("settings", settings)
        if "tournaments" in data:
            tournaments, merges, differences = (
                {tournament["log"] for tournament in data["tournaments"]},
                [],
                [],
            )
        elif kind == "tournament.taken_in":
            tournaments.add(log)
        elif kind in ("tournament.taken_out", "tournament.removed"):
            tournaments.discard(log)
        event_merges = list(map(people, data.get("merges", [])))
        event_differences = [frozenset(map(people, sides)) for sides in data.get("differences", [])]
        if kind == "people.split":
            merges = without(merges, event_merges)
        elif kind == "people.rejoined":
            differences = without(differences, event_differences)
        else:
            merges, differences = merges + event_merges, differences + event_differences
        gone = people(data["entries"]) if kind == "people.forgotten" else set()
        if kind in ("tournament.removed", "people.forgotten"):
            merges = [rest(merge, log, gone) for merge in merges]
            differences = [
                frozenset(rest(side, log, gone) for side in sides) - {frozenset()}
                for sides in differences
            ]
    return settings, tournaments, in_order(merges), in_order(differences)


def people(entries):
    return frozenset((entry["log"], entry["pair"], entry["seat"]) for entry in entries)


def rest(side, log, gone):
    return frozenset(entry for entry in side - gone if entry[0] != log)


def without(groups, removed_groups):
    return [group for group in groups if group not in removed_groups]


def in_order(groups):
    """The groups of several people as text, in an order that can be compared."""
    return sorted(repr(sorted(map(in_set, group))) for group in groups if len(group) > 1)


def in_set(member):
    return sorted(member) if isinstance(member, frozenset) else member


def check(whole):
    must(whole["format"] == "mus-circuit/2", "format", "another format, perhaps without a log")
    events = whole["log"]
    must(events, "log", "no event")
    check_chain(events)
    must(check_head(whole["head"], events, "head") == len(events), "head", "not of all events")
    name = whole["head"].split("\n")[0].split("/", 2)[2]
    must(name == events[0]["tournament"], "head", "of another log")
    logs = {cup["slug"]: cup["log"] for cup in whole["tournaments"]}
    settings, tournaments, merges, differences = state_of(events)
    must(settings == {part: whole[part] for part in SETTINGS}, "name", "other settings in the log")
    counting = {cup["log"] for cup in whole["tournaments"] if cup["counts"]}
    must(tournaments == counting, "tournaments", "others count in the log")

    def known(entries):
        return frozenset((logs[slug], pair, seat) for slug, pair, seat in entries)

    must(merges == in_order(map(known, whole["merges"])), "merges", "others are the same there")
    sides = [frozenset(map(known, sides)) for sides in whole["differences"]]
    must(differences == in_order(sides), "differences", "others are different there")
    print(f"{name}: {len(events)} events hold, and the file says what they tell.")
    print(f"{len(counting)} tournaments, {len(merges)} merges. Head: {events[-1]['hash']}")


def check_cup(whole, path):
    """The head of a tournament in the circuit's file is a beginning of the log in its own file."""
    lines = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
    events = [line["data"] for line in lines if line["kind"] == "event"]
    check_chain(events)
    cups = [cup for cup in whole["tournaments"] if cup["log"] == events[0]["hash"]]
    must(cups, path, "no tournament of this circuit")
    size = check_head(cups[0]["head"], events, path)
    print(f"{cups[0]['slug']}: its log begins with the {size} events of its head.")
    return cups[0]["log"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    cups = [one for one in sys.argv[2:] if one.endswith(".mustour")]
    keys = [one for one in sys.argv[2:] if not one.endswith(".mustour")]
    try:
        whole = json.loads(Path(sys.argv[1]).read_text("utf-8"))
        check(whole)
        for key in keys:
            must(signatures, "head", "signatures.py is not beside this file: nothing is checked")
            text = signatures.note_signed(whole["head"], Path(key).read_text("utf-8"))
            must(text is not None, "head", "not signed by this key")
            print("The head is signed by this key.")
        compared_logs = {check_cup(whole, cup) for cup in cups}
    except NO_FILE as error:
        sys.exit(f"this is not a circuit's file as docs/seasons.md has it: {error!r}")
    rest = [
        tournament["slug"]
        for tournament in whole["tournaments"]
        if tournament["log"] not in compared_logs
    ]
    if rest:
        print(f"Not compared with their files: {', '.join(rest)}")


if __name__ == "__main__":
    main()
