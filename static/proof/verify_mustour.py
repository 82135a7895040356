"""Checks a .mustour file without the program that made it:

    python verify_mustour.py FILE [HEAD KEY]

It needs Python 3.11, the rules engine `mus` (pip install ./mus), and verify_draw.py beside this
file, and trusts neither the server nor the tournament's file. It checks the seal of every line, the
chain of the log, the texts beside it, every draw and every round of individuals from its seed, that
every hand settles to the stones that the log has of it, and, with signatures.py beside this file,
what the pairs agreed to at their tables. HEAD: a file with a head that somebody kept; KEY: one with
the server's key. Then the file has to go on from that head. docs/export.md describes the file.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

from mus import RecordRefused
from mus.course import EnteredHand, Ruled, content_of, settle_entered

try:
    from verify_draw import Seatings, draw, faults_of
except ImportError:
    sys.exit("verify_draw.py is not beside this file: no draw can be checked")
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
        written_seal = line.pop("seal")
        seal = sha256(f"{seal}\n{canonical(line)}")
        must(written_seal == seal, number, "this line or the one before was changed")
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
    erasures = {start for _line, event in events for start in erased_by(event)}
    erased = 0
    for line, event in events:
        texts = event.get("texts", {})
        must(texts.keys() == set(commitments_in(event["data"])), line, "other texts")
        for commitment, parts in texts.items():
            is_erased = parts is None
            must(is_erased == (commitment[:16] in erasures), line, "a text, erased without a word")
            if parts:
                must(sha256("\n".join(["mus-text/1", *parts])) == commitment, line, "another text")
            erased += is_erased
    return erased


def erased_by(event):
    return event["data"]["texts"] if event["kind"] == "texts.erased" else []


def check_draws(events):
    """How many draws were made again, and rounds of tables of individuals; a recipe that is not
    known here is said."""
    checked, committed, seatings = 0, {}, Seatings()
    for line, event in events:
        kind, data = event["kind"], event["data"]
        follows = seatings.hear(kind, data)
        must(follows is not False, line, "other tables")
        checked += bool(follows)
        if kind == "draw.committed":
            must(data["head"] == event["previous"], line, "another list than the one before it")
            committed[data["commitment"]] = (data, event["previous"], [])
        elif kind == "draw.words_added":
            committed[data["commitment"]][2].append(data["words"])
        elif kind == "draw.made":
            if opened := data.get("commitment"):
                faults = faults_of(data, opened, *committed[opened["hash"]])
                must(not faults, line, ", ".join(faults))
            again = draw(data)
            if again is None:
                print(f"line {line}: a draw by {data['algorithm']}, which is not checked here")
                continue
            must(again == data["matches"], line, "another draw")
            checked += 1
    return checked


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
        ruled = Ruled.from_json(hand["ruled"])
        entered_hand = EnteredHand(record["id"], content_of(record), None, ruled)
        try:
            settled = settle_entered(
                entered_hand,
                ruleset=record["ruleset"],
                mano=record["mano"],
                score=tuple(record["score"]),
            )
        except RecordRefused as refused:
            must(False, line, f"{where} cannot be settled: {refused}")
        winner = None if settled.game_winner is None else str(settled.game_winner)
        outcome = [list(settled.stones), list(settled.score), winner]
        must(outcome == [hand["stones"], hand["score"], hand["game_winner"]], line, where)
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
        hands, by = str(mark["hands"]), "".join(data["by"])
        parts = ["mus-agreement/1", event["tournament"], match, of, f"{a} {b}", hands, by]
        text = "\n".join(parts)
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
