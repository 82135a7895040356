"""Makes draws of groups and of all against all again from a log: python verify_rounds.py LOG
Python's standard library alone. The log is the file behind “The whole log”; docs/draw.md."""

import hashlib
import json
import sys


def sha256(*lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def draw(data):
    """Every match, round by round. Groups are as even as can be, the larger first; seeds go there
    and back through them. The first is side B in every second round, the others go round it."""
    order = sorted(data["numbers"], key=lambda number: sha256(f"{data['seed']}:pair:{number}"))
    clubs = {n: n for n in order} | {n: club for n, club in data.get("clubs", []) if club}
    pairs, games = len(order), len(data["matches"])
    ways = [[pairs // n + (g < pairs % n) for g in range(n)] for n in range(1, pairs + 1)]
    sizes = next((way for way in ways if sum(n * (n - 1) // 2 for n in way) == games), ways[0])
    seats = [g for t in range(pairs) for g in range(len(sizes))[:: 1 - t % 2 * 2] if t < sizes[g]]
    seeds, groups = [one for one in data.get("seeds", []) if one in order], [[] for _size in sizes]
    rest = [number for number in order if number not in seeds]
    for number, seat in zip(seeds, seats, strict=False):
        groups[seat].append(number)
    for group, size in zip(groups, sizes, strict=True):
        group.extend([rest.pop(0) for _place in range(len(group), size)])
    places = [(group, place) for group in groups for place in range(len(group))[::-1]]
    for one, here in places:
        for other, there in places if len({*map(clubs.get, one)}) < len(one) else []:
            if other is not one and not {one[here], other[there]} & {*seeds}:
                before = len({*map(clubs.get, one)}) + len({*map(clubs.get, other)})
                one[here], other[there] = other[there], one[here]
                if len({*map(clubs.get, one)}) + len({*map(clubs.get, other)}) > before:
                    break
                one[here], other[there] = other[there], one[here]
    rounds = [[] for _round in range(pairs)]
    for first, *others in ([*group, *[None] * (len(group) % 2)] for group in groups):
        for turn, matches in enumerate(rounds[: len(others)]):
            ring = [first, *others[-turn:], *others[:-turn]]
            meet = zip(ring, ring[: len(others) // 2 : -1], strict=False)
            matches += [[*m][:: 1 - 2 * (turn % 2 and first in m)] for m in meet if None not in m]
    return [match for matches in rounds for match in matches]


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
