"""Checks a .mustour file without the program that made it:

    python verify_mustour.py FILE [HEAD KEY]

It needs Python 3.11 and the rules engine `mus` (pip install ./mus), and trusts neither the server
nor the file. It checks the seal of every line, the chain of the log, the texts beside it, every
draw from its seed, that every hand settles to the stones that the log has of it, and, with
signatures.py beside this file, what the pairs agreed to at their tables. HEAD: a file with a head
that somebody kept; KEY: one with the server's key. Then the file has to go on from that head.
docs/export.md describes the file.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

from mus import RecordRefused
from mus.course import EnteredHand, Ruled, content_of, settle_entered

try:
    import signatures
except ImportError:
    signatures = None


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def must(holds, line, what):
    if not holds:
        sys.exit(f"line {line}: {what}")


def lines_of(content):
    """Every line, its seal checked against the one before."""
    must(content.endswith(b"\n"), content.count(b"\n") + 1, "the file is cut")
    seal, lines = "0" * 64, []
    for number, row in enumerate(content.split(b"\n")[:-1], start=1):
        try:
            line = json.loads(row.decode())
        except ValueError:
            must(False, number, "this is no JSON")
        must(line["line"] == number, number, "out of order")
        found = line.pop("seal")
        seal = sha256(f"{seal}\n{canonical(line)}")
        must(found == seal, number, "this line or the one before was changed")
        lines.append(line)
    must(lines and lines[-1]["kind"] == "end", len(lines), "the end is missing")
    must(lines[-1]["data"] == {"lines": len(lines)}, len(lines), "lines are missing")
    known = ("mustour/1", "mustour/2")
    must(lines[0]["data"].get("format") in known, 1, "another format")
    return lines


def check_chain(header, events):
    previous = "0" * 64
    for number, (line, event) in enumerate(events, start=1):
        body = {name: value for name, value in event.items() if name not in ("hash", "texts")}
        must(event["number"] == number, line, "an event is missing")
        must(event["previous"] == previous, line, "this event does not follow the one before")
        must(sha256(canonical(body)) == event["hash"], line, "this event was changed")
        previous = event["hash"]
    must((header["events"], header["head"]) == (len(events), previous), 1, "another head")


def commitments_in(value):
    if isinstance(value, dict) and value.keys() == {"sealed"}:
        yield value["sealed"]
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from commitments_in(inner)


def check_texts(events):
    """How many texts were erased; the others must be those that were committed to."""
    told = {one for _line, event in events for one in erased_by(event)}
    erased = 0
    for line, event in events:
        texts = event.get("texts", {})
        must(texts.keys() == set(commitments_in(event["data"])), line, "other texts")
        for commitment, kept in texts.items():
            must((kept is None) == (commitment[:16] in told), line, "a text, erased without a word")
            if kept:
                must(sha256("\n".join(["mus-text/1", *kept])) == commitment, line, "another text")
            erased += kept is None
    return erased


def erased_by(event):
    return event["data"]["texts"] if event["kind"] == "texts.erased" else []


def draw(data):
    """The matches of a draw by every recipe of docs/draw.md; None for another one."""

    def lot(what):
        return sha256(f"{data['seed']}:{what}")

    order, recipe = sorted(data["numbers"], key=lambda n: lot(f"pair:{n}")), data["algorithm"]
    if recipe in ("mus-circle/1", "mus-groups/1"):
        sizes = group_sizes(len(order), len(data["matches"]))
        laid = [circle(group) for group in filled(data, order, sizes, seats_in_turn(sizes))]
        turns = range(max(map(len, laid)))
        rounds = [one[turn] for turn in turns for one in laid if turn < len(one)]
        return [match for matches in rounds for match in matches]
    if recipe in ("mus-rounds/1", "mus-rounds/2", "mus-rounds/3"):
        sizes = [len(order[n : n + 2]) for n in range(0, len(order), 2)]
        seats = [*range(len(order) // 2)]
        if recipe == "mus-rounds/3" and len(order) % 2:
            seats = [len(seats), *seats]
    elif recipe in ("mus-draw/1", "mus-draw/2", "mus-draw/3"):
        seats, size = [0], 1 << (len(order) - 1).bit_length()
        while len(seats) < size // 2:
            seats = [2 * seat for seat in seats] + [2 * seat + 1 for seat in reversed(seats)]
        seeds = [number for number in data.get("seeds", []) if number in order]
        resting = seats[: len(seeds)] if recipe == "mus-draw/3" else []
        sizes = with_byes(len(order), resting, lot)
    else:
        return None
    return [[*match, None][:2] for match in filled(data, order, sizes, seats)]


def with_byes(pairs, resting, lot):
    """How many pairs each match of round 1 has. `resting`: seats of seeds that rest first."""
    size = 1 << (pairs - 1).bit_length()
    groups = sorted(range(size // 4), key=lambda g: lot(f"group:{g}"))
    halves = [2 * g + int(lot(f"half:{g}")[-1], 16) % 2 for g in groups]
    byes = []
    for match in (*resting, *halves):
        byes += [match] if match not in byes and match ^ 1 not in byes else []
    for match in (*resting, *(one for half in halves for one in (half, half ^ 1))):
        byes += [match] if match not in byes else []
    return [1 if match in byes[: size - pairs] else 2 for match in range(size // 2)]


def group_sizes(pairs, matches):
    """Groups as even as they can be, the larger ones first: those in which so many are played."""
    for count in range(1, pairs):
        sizes = [pairs // count + (group < pairs % count) for group in range(count)]
        if sum(size * (size - 1) // 2 for size in sizes) == matches:
            return sizes
    return [pairs]


def seats_in_turn(sizes):
    there, seats = range(len(sizes)), []
    while len(seats) < sum(sizes):
        for group in (*there, *reversed(there)):
            seats += [group] if seats.count(group) < sizes[group] else []
    return seats


def circle(order):
    """Everybody against everybody, round by round."""
    ring, rounds = [*order, *[None] * (len(order) % 2)], []
    for turn in range(len(ring) - 1):
        both = [[ring[n], ring[-1 - n]] for n in range(len(ring) // 2)]
        if turn % 2:
            both[0].reverse()
        rounds.append([match for match in both if None not in match])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def filled(data, order, sizes, seats):
    """Seeds on their seats, the others in their order; then clubmates parted as far as it goes."""
    seeds = [number for number in data.get("seeds", []) if number in order][: len(seats)]
    clubs, groups = dict(data.get("clubs", [])), [[] for _size in sizes]
    rest = [number for number in order if number not in seeds]
    for number, seat in zip(seeds, seats, strict=False):
        groups[seat].append(number)
    for group, size in zip(groups, sizes, strict=True):
        group.extend([rest.pop(0) for _place in range(len(group), size)])
    for one in groups if clubs else []:
        for place in reversed(range(len(one))):
            if one[place] not in seeds and together([one], clubs):
                part(groups, one, place, clubs, seeds)
    return groups


def together(groups, clubs):
    """How many clubmates are beside each other."""
    named = [[clubs[number] for number in group if clubs.get(number)] for group in groups]
    return sum(len(group) - len(set(group)) for group in named)


def part(groups, one, place, clubs, seeds):
    for other in groups:
        before = together([one, other], clubs)
        for there in reversed(range(len(other))):
            if other is one or other[there] in seeds:
                continue
            one[place], other[there] = other[there], one[place]
            if together([one, other], clubs) < before:
                return
            one[place], other[there] = other[there], one[place]


def bound(data, recipe):
    """What a commitment binds: the pairs, and since mus-commit/2 seeds and clubs."""
    clubs = [f"{number}={club}" for number, club in data.get("clubs", [])]
    lists = [sorted(data["numbers"]), data.get("seeds", []), clubs]
    return [",".join(map(str, one)) for one in lists[: 1 if recipe == "mus-commit/1" else 3]]


def check_draws(events):
    """How many draws were made again; a recipe that is not known here is said."""
    checked, committed = 0, {}
    for line, event in events:
        kind, data = event["kind"], event["data"]
        if kind == "draw.committed":
            must(data["head"] == event["previous"], line, "another list than the one before it")
            committed[data["commitment"]] = (data, [])
        elif kind == "draw.words_added":
            committed[data["commitment"]][1].append(data["words"])
        elif kind == "draw.made":
            if data.get("commitment"):
                check_commitment(line, data, *committed[data["commitment"]["hash"]])
            again = draw(data)
            if again is None:
                print(f"line {line}: a draw by {data['algorithm']}, which is not checked here")
                continue
            must(again == data["matches"], line, "another draw")
            checked += 1
    return checked


def check_commitment(line, data, told, words):
    """A draw hangs on what was published before the room spoke, and on what the room said."""
    opened, recipe = data["commitment"], told["recipe"]
    lines = [recipe, told["algorithm"], *bound(data, recipe), told["head"], opened["secret"]]
    must(sha256("\n".join(lines)) == opened["hash"], line, "another commitment")
    kept = recipe == "mus-commit/1" or told["algorithm"] == data["algorithm"]
    must(kept, line, "another recipe than the print says")
    must(opened["words"] == words, line, "other words than the room said")
    seed = sha256("\n".join(["mus-seed/1", opened["secret"], *words]))
    must(seed == data["seed"], line, "another seed")


def hands_in(events):
    for line, event in events:
        data = event["data"]
        single = [data["hand"]] if isinstance(data.get("hand"), dict) else []
        for hand in [*data.get("hands", []), *single] if event["kind"] != "match.imported" else []:
            yield line, hand


def check_hands(events):
    checked = 0
    for line, hand in hands_in(events):
        record, where = hand["record"], f"game {hand['game']} hand {hand['number']}"
        given = EnteredHand(record["id"], content_of(record), None, Ruled.from_json(hand["ruled"]))
        try:
            settled = settle_entered(
                given, ruleset=record["ruleset"], mano=record["mano"], score=tuple(record["score"])
            )
        except RecordRefused as refused:
            must(False, line, f"{where} cannot be settled: {refused}")
        winner = None if settled.game_winner is None else str(settled.game_winner)
        again = [list(settled.stones), list(settled.score), winner]
        must(again == [hand["stones"], hand["score"], hand["game_winner"]], line, where)
        same = settled.settlement == hand["settlement"] or not settled.settlement.get("ok", True)
        must(same, line, f"{where}: another settlement")
        checked += 1
    return checked


def check_agreements(events):
    """How many signatures hold, each by the key that its tablet joined or first signed with."""
    keys, checked = {}, 0
    for line, event in events:
        data, device = event["data"], event["actor"]["id"]
        if event["kind"] == "device.joined" and "key" in data:
            keys[data["device"]] = data["key"]
        if event["kind"] not in ("game.confirmed", "match.confirmed") or not data.get("signed"):
            continue
        mark, game = data["signed"], data["game"]
        must(mark["key"] == keys.setdefault(device, mark["key"]), line, "another tablet's key")
        of = "match" if game is None else f"game {game}"
        (a, b), match = data["score"], str(data["match"]["id"])
        said = [event["tournament"], match, of, f"{a} {b}", str(mark["hands"]), "".join(data["by"])]
        text = "\n".join(["mus-agreement/1", *said])
        must(signatures.is_signed(mark["key"], text, mark["signature"]), line, "another score")
        checked += 1
    return checked


def check_head(events, note, key):
    """The head that somebody kept is signed, and is that of the first events of this file."""
    text = signatures.note_signed(note, key)
    must(text is not None, 1, "the head is not signed by this key")
    _origin, size, root, chain, *_more = text.split("\n")
    must(int(size) <= len(events), len(events), f"the head has {size} events: the log was cut")
    line, last = events[int(size) - 1]
    must(
        chain == f"chain {last['hash']}", line, "history was rewritten: the head has another event"
    )
    leaves = [hashlib.sha256(b"\0" + bytes.fromhex(one["hash"])).digest() for _line, one in events]
    must(base64.b64encode(tree(leaves[: int(size)])).decode() == root, line, "another root")


def tree(leaves):
    """The root over these leaves (RFC 9162, 2.1.1)."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + tree(leaves[:half]) + tree(leaves[half:])).digest()


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        content = file.read()
    try:
        events = check(content)
        if len(sys.argv) == 4:
            note, key = (Path(name).read_text("utf-8") for name in sys.argv[2:])
            must(signatures, 1, "signatures.py is not beside this file: no head can be checked")
            check_head(events, note, key)
            print("It goes on from the head that was kept.")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as error:
        sys.exit(f"this is not a tournament's file as docs/export.md has it: {error!r}")


def check(content):
    lines = lines_of(content)
    header = lines[0]["data"]
    events = [(line["line"], line["data"]) for line in lines if line["kind"] == "event"]
    check_chain(header, events)
    erased, draws, hands = check_texts(events), check_draws(events), check_hands(events)
    print(f"{header['slug']}: {len(lines)} lines, {len(events)} events, {draws} draws and")
    print(f"{hands} hands hold; {erased} texts are erased. Head of the log: {header['head']}")
    if signatures:
        print(f"{check_agreements(events)} signed agreements hold.")
    else:
        print("Signatures are not checked: signatures.py is not beside this file.")
    return events


if __name__ == "__main__":
    main()
