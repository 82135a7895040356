"""The file of a tournament tampered with: as it is, or with every seal and hash made anew."""

from __future__ import annotations

import hashlib
import json
from random import Random
from typing import Any

from tests.tampering.values import another_inside


def tampered_bytes(content: bytes, rng: Random) -> tuple[str, bytes]:
    """The file with one thing changed, and what."""
    rows = content.split(b"\n")[:-1]
    at = rng.randrange(len(rows))
    act = rng.choice(["flip", "drop", "double", "swap", "cut"])
    if act == "flip":
        place = rng.randrange(len(content))
        other = bytes([content[place] ^ (1 << rng.randrange(8))])
        return act, content[:place] + other + content[place + 1 :]
    if act == "cut":
        return act, content[: rng.randrange(len(content))]
    if act == "drop":
        del rows[at]
    elif act == "double":
        rows.insert(at, rows[at])
    else:
        other_row = (at + 1 + rng.randrange(len(rows) - 1)) % len(rows)
        rows[at], rows[other_row] = rows[other_row], rows[at]
    return act, b"".join(row + b"\n" for row in rows)


def resealed(content: bytes, rng: Random) -> tuple[str, bytes] | None:
    """The file with one value changed and every seal and hash made anew; None when the value is
    one that nothing else tells of."""
    lines = [json.loads(row) for row in content.split(b"\n")[:-1]]
    if rng.random() < 0.2:
        return _moved(lines, rng)
    line = rng.choice(lines[1:-1])
    path, changed = another_inside(line["data"], rng)
    if path is None or (line["kind"] == "row" and _nobody_tells(line["data"], path)):
        return None
    line["data"] = changed
    if line["kind"] == "event":
        if path[0] in ("hash", "previous", "actor", "at") or (
            path[0] == "data" and not _matters(line, path)
        ):
            return None
        chain_anew(lines)
    parts = [(one["kind"], one["data"]) for one in lines[:-1]]
    what = f"{line['kind']} {line['data'].get('row', line['data'].get('kind'))} {path}"
    return what, _sealed_anew(parts)


HANGING = ("pair.entered", "pairs.entered", "draw.made", "match.started", "hand.recorded",
           "hand.corrected", "match.finished", "device.joined", "ruling.made")  # fmt: skip
"""Events on which rows hang: without them, or with another order, the rows do not follow."""
TELLING = ("hand", "hands", "games", "followed", "matches", "champion", "tournament_status",
           "winner", "numbers", "seed", "status", "pairs", "best_of")  # fmt: skip
SIGNED = ("match", "game", "score", "by", "signed")
"""What a tablet has signed of an agreement; its match by its number alone."""


def _moved(lines: list[dict[str, Any]], rng: Random) -> tuple[str, bytes] | None:
    """The file with a row, or an event on which rows hang, dropped, doubled or swapped with the
    next, and every seal, number and hash made anew."""
    kind = rng.choice(["row", "event"])
    of_kind = [at for at, line in enumerate(lines) if line["kind"] == kind]
    at = rng.choice(of_kind[:-1])
    data, act = lines[at]["data"], rng.choice(["drop", "double", "swap"])
    if kind == "event" and (data["kind"] not in HANGING or act == "swap"):
        return None
    if data.get("row") in ("tournament", "device") and act != "double":
        return None  # one is always there; the other may be let go
    if act == "drop":
        del lines[at]
    elif act == "double":
        lines.insert(at, json.loads(json.dumps(lines[at])))
    else:
        if lines[at + 1]["data"]["row"] != data["row"]:
            return None
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    for number, line in enumerate((one for one in lines if one["kind"] == "event"), start=1):
        line["data"]["number"] = number
    chain_anew(lines)
    lines[0]["data"]["events"] = sum(one["kind"] == "event" for one in lines)
    parts = [(one["kind"], one["data"]) for one in lines[:-1]]
    return f"{act} {kind} {data.get('row', data.get('kind'))}", _sealed_anew(parts)


def _sealed_anew(parts: list[tuple[str, Any]]) -> bytes:
    from scoring.proof.rules.lines import written

    return "".join(written(parts)).encode()


def _matters(line: dict[str, Any], path: list[Any]) -> bool:
    """Whether rows or rules hang on this part of an event; a reason or a label is words alone."""
    if line["data"]["kind"] in ("game.confirmed", "match.confirmed"):
        return path[1] in SIGNED and (path[1] != "match" or path[2] == "id")
    kinds = ("hand.recorded", "hand.corrected", "draw.made", "match.finished", "match.games")
    if line["data"]["kind"] not in kinds or path[1] not in TELLING:
        return False
    # Names beside numbers, and the states of events that a later one tells over again.
    if "name" in path or "id" in path or path[1] in ("hands", "games", "followed", "matches"):
        return False
    return line["data"]["kind"] == "draw.made" or path[1] == "hand"


def _nobody_tells(row: dict[str, Any], path: list[Any]) -> bool:
    """Whether only the seals hold this value of a row: see docs/trust.md."""
    from tests.scoring.proof.compared import NOT_COMPARED

    table, column = row["row"], path[0]
    hidden = table == "ruling" and row["kind"] in ("call", "attention")
    return (
        column in ("row", "id")
        or column in NOT_COMPARED[table]
        or (hidden and column in ("proposed", "outcome", "reason"))
        or (table == "game" and column == "mano" and not row["hand_count"])
    )


def chain_anew(lines: list[dict[str, Any]]) -> None:
    """Makes every hash of the log anew, and the head in the header with them."""
    from scoring.proof.rules.lines import canonical

    previous = "0" * 64
    for line in lines:
        if line["kind"] == "event":
            event = line["data"]
            event["previous"] = previous
            body = {name: event[name] for name in event.keys() - {"hash", "texts"}}
            event["hash"] = previous = hashlib.sha256(canonical(body).encode()).hexdigest()
    lines[0]["data"]["head"] = previous
