"""Makes every draw of a tournament again from its log: python verify_draw.py cup-log.jsonl

Python's standard library alone. The log is the file behind “The whole log”; docs/draw.md."""

import hashlib
import json
import sys


def sha256(*lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def draw(data):
    """Round 1 by mus-draw/1, mus-draw/2 (with seeds or clubs) or mus-rounds/1."""
    lot, clubs = (lambda what: sha256(f"{data['seed']}:{what}")), dict(data.get("clubs", []))
    meet, seeds = (lambda a, b=0: clubs.get(a, a) == clubs.get(b, 0)), data.get("seeds", [])
    order, pairs = sorted(data["numbers"], key=lambda n: lot(f"pair:{n}")), len(data["numbers"])
    sizes, seats = [len(order[n : n + 2]) for n in range(0, pairs, 2)], range(pairs // 2)
    if data["algorithm"] != "mus-rounds/1":
        sizes, seats = [2] * (1 << ((pairs - 1).bit_length() - 1)), [0]
        groups = sorted(range(len(sizes) // 2), key=lambda g: lot(f"group:{g}"))
        byes = 2 * len(sizes) - pairs
        for g in [*groups[:byes], *groups[: max(0, byes - len(groups))]]:
            half = int(lot(f"half:{g}")[-1], 16) % 2
            sizes[2 * g + (1 - half if sizes[2 * g + half] == 1 else half)] = 1
        while len(seats) < len(sizes):
            seats = [2 * seat for seat in seats] + [2 * seat + 1 for seat in reversed(seats)]
    seeds = [number for number in seeds if number in order][: len(seats)]
    drawn, rest = [[] for _match in sizes], [number for number in order if number not in seeds]
    for number, seat in zip(seeds, seats, strict=False):
        drawn[seat].append(number)
    for match, size in zip(drawn, sizes, strict=True):
        match.extend([rest.pop(0) for _place in range(len(match), size)])
    places = [(match, side) for match in drawn for side in range(len(match))[::-1]]
    for one, side in places:
        for other, there in places:
            if other is not one and meet(*one) and not {one[side], other[there]} & {*seeds}:
                before = meet(*one) + meet(*other)
                one[side], other[there] = other[there], one[side]
                if meet(*one) + meet(*other) >= before:
                    one[side], other[there] = other[there], one[side]
    return [[*match, None][:2] for match in drawn]


def bound(data, recipe):
    """What a commitment binds: the pairs, and since mus-commit/2 seeds and clubs."""
    lists = [sorted(data["numbers"]), data.get("seeds", [])]
    lists.append(f"{number}={club}" for number, club in data.get("clubs", []))
    return [",".join(map(str, one)) for one in lists[: 1 if recipe == "mus-commit/1" else 3]]


def check(events):
    committed, head, wrong = {}, "0" * 64, 0
    for event in events:
        kind, data, faults = event["kind"], event["data"], []
        if kind == "draw.committed":
            committed[data["commitment"]] = (data, head, [])
        elif kind == "draw.words_added":
            committed[data["commitment"]][2].append(data["words"])
        elif kind == "draw.made":
            if opened := data.get("commitment"):
                told, before, said = committed[opened["hash"]]
                lines = [told["algorithm"], *bound(data, told["recipe"]), told["head"]]
                print_ = sha256(told["recipe"], *lines, opened["secret"])
                held = [opened["hash"], before, opened["words"], data["seed"]]
                seed = sha256("mus-seed/1", opened["secret"], *said)
                faults = ["another print"] * ([print_, told["head"], said, seed] != held)
                faults += ["another recipe"] * (len(lines) > 3 and lines[0] != data["algorithm"])
            faults += ["other matches or recipe"] * (draw(data) != data["matches"])
            wrong += bool(faults)
            print(f"event {event['number']}: {', '.join(faults) or 'the draw follows'}")
        head = event["hash"]
    return wrong


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(1 if check(json.loads(line) for line in file) else 0)
