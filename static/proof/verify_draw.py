"""Makes every draw of a tournament again from its log: python verify_draw.py cup-log.jsonl

Python's standard library alone. The log is the file behind “The whole log”; docs/draw.md.
verify_mustour.py uses the functions of this file.
"""

import hashlib
import json
import sys
from collections import Counter
from itertools import combinations

BY_HAND = "by-hand:"


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def draw(data):
    """The matches of a draw by every recipe of docs/draw.md; None for another one."""

    def lot(what):
        return sha256(f"{data['seed']}:{what}")

    if data["algorithm"].startswith(BY_HAND):
        return data["matches"] if follows_by_hand(data) else []
    if data["algorithm"] == "mus-individuals/1":
        return []  # tables are drawn round by round: Seatings
    order, recipe = sorted(data["numbers"], key=lambda n: lot(f"pair:{n}")), data["algorithm"]
    if recipe in ("mus-circle/1", "mus-groups/1"):
        sizes = group_sizes(len(order), len(data["matches"]))
        laid = [circle(group) for group in filled(data, order, sizes, seats_in_turn(sizes))]
        turns = range(max(map(len, laid)))
        rounds = [one[turn] for turn in turns for one in laid if turn < len(one)]
        return [match for matches in rounds for match in matches]
    if recipe == "mus-circle/2":
        once, matches = circle(order), len(order) * (len(order) - 1) // 2
        back = [[[b, a] for a, b in those] for those in once]
        times = range(len(data["matches"]) // matches)
        return [match for n in times for those in (back if n % 2 else once) for match in those]
    if recipe == "mus-groups/2":
        sizes = sizes_told(data["matches"])
        turns = range(len(data["matches"]) // (len(order) // 2))
        laid = [circle(group) for group in filled(data, order, sizes, seats_in_turn(sizes))]
        return [match for turn in turns for one in laid for match in one[turn]]
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


def follows_by_hand(data):
    """Whether each pair has its one place in round 1 of a draw by hand, and later matches, where
    the draw lays them out, are those of its recipe with these pairs."""
    recipe = data["algorithm"].removeprefix(BY_HAND)
    own = draw({**data, "algorithm": recipe, "seeds": [], "clubs": []})
    if own is None or len(own) != len(data["matches"]):
        return False
    places = [zip(*both, strict=True) for both in zip(own, data["matches"], strict=True)]
    if not recipe.startswith(("mus-circle/", "mus-groups/")):
        drawn = [number for match in data["matches"] for number in match]
        one_each = sorted(number for number in drawn if number) == sorted(data["numbers"])
        return one_each and all(match[0] for match in data["matches"])
    takes = {}
    for was, number in (pair for match in places for pair in match):
        if takes.setdefault(was, number) != number:
            return False
    return sorted(takes.values()) == sorted(takes) == sorted(data["numbers"])


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


def sizes_told(matches):
    """How many pairs are joined by these matches, the largest group first."""
    groups = []
    for match in matches:
        joined = [group for group in groups if not group.isdisjoint(match)]
        groups = [group for group in groups if group.isdisjoint(match)]
        groups.append(set(match).union(*joined))
    return sorted(map(len, groups), reverse=True)


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
    for own in groups if clubs else []:
        for place in reversed(range(len(own))):
            if own[place] not in seeds and together([own], clubs):
                part(groups, own, place, clubs, seeds)
    return groups


def together(groups, clubs):
    """How many clubmates are beside each other."""
    named = [[clubs[number] for number in group if clubs.get(number)] for group in groups]
    return sum(len(group) - len(set(group)) for group in named)


def part(groups, own, place, clubs, seeds):
    for other in groups:
        before = together([own, other], clubs)
        for there in reversed(range(len(other))):
            if other is own or other[there] in seeds:
                continue
            own[place], other[there] = other[there], own[place]
            if together([own, other], clubs) < before:
                return
            own[place], other[there] = other[there], own[place]


class Seatings:
    """The rounds of a day of individuals, from the events of its log in order."""

    def __init__(self):
        self.options, self.status, self.seed, self.rounds = {}, {}, "", []

    def hear(self, kind, data):
        """Takes in an event. Of a drawn round: whether its tables follow; otherwise None."""
        for pair in (data.get("pair"), *data.get("pairs", ())):
            if isinstance(pair, dict) and "status" in pair:
                self.status[pair["number"]] = pair["status"]
        if kind in ("tournament.created", "tournament.changed"):
            self.options = data.get("format_options", self.options)
        elif kind == "draw.made":
            self.seed = data["seed"]
        elif kind == "round.seated":
            follows = data["seats"] == self.next_tables()
            self.rounds.append([{"seats": seats, "order": None} for seats in data["seats"]])
            return follows
        elif kind == "round.seating_undone":
            self.rounds.pop()
        elif kind.startswith("round.order_"):
            self.rounds[data["round"] - 1][data["table"] - 1]["order"] = data["order"]
        elif kind == "act.undone":
            self.hear_undone(data)
        return None

    def hear_undone(self, data):
        """Takes in an undo: the players and the rounds as they stand after it."""
        for pair in data["removed"].get("pairs", ()):
            self.status.pop(pair["number"], None)
        self.options = data.get("day", {}).get("format_options", self.options)
        for row in data.get("beside", {}).get("seated_round", ()):
            tables = [row["state"]["tables"]] if row["state"] else []
            self.rounds[row["key"] - 1 : row["key"]] = tables

    def lot(self, what):
        return sha256(f"{self.seed}:{what}")

    def next_tables(self):
        """The seats of every table of the next round: all players who are in."""
        players = sorted(number for number, status in self.status.items() if status == "entered")
        here, seats = f"round:{len(self.rounds) + 1}", self.options.get("seats", 4)
        count = min(-(-len(players) // seats), len(players) // 2)
        sizes = [len(players) // count + (at < len(players) % count) for at in range(count)]
        if self.rounds and self.options.get("by_standing"):
            tables = cut(self.by_standing(players), sizes)
        else:
            tables = self.apart(players, sizes, here)
        return [sorted(table, key=lambda n: self.lot(f"{here}:seat:{n}")) for table in tables]

    def by_standing(self, players):
        """The players by points, then first places, second places and so on, then the lot."""
        seats = self.options.get("seats", 4)
        worth = self.options.get("points", [*range(seats, 0, -1)])
        points, places = Counter(), {player: Counter() for player in players}
        before = [table for tables in self.rounds for table in tables]
        for table in before:
            ended = place_of_each(table["order"])
            for player in players:
                if player in ended and ended[player] <= len(worth):
                    points[player] += worth[ended[player] - 1]
                if player in table["seats"]:  # who left before the end has the last place
                    places[player][ended.get(player, len(table["seats"]))] += 1

        furthest = max(len(table["seats"]) for table in before)

        def rank(player):
            finished = [-places[player][place] for place in range(1, furthest + 1)]
            return [-points[player], *finished, self.lot(f"pair:{player}")]

        return sorted(players, key=rank)

    def apart(self, players, sizes, here):
        """The tables on which fewest meet again, of thirty orders of the lot."""
        tables = (table["seats"] for tables in self.rounds for table in tables)
        met = Counter(frozenset(two) for seats in tables for two in combinations(seats, 2))
        tried = []
        for k in range(30):
            order = sorted(players, key=lambda n, k=k: self.lot(f"{here}:start:{k}:lot:{n}"))
            tables = cut(order, sizes)
            while exchange(tables, met):
                pass
            tried.append((sum(again(n, table, met) for table in tables for n in table), tables))
            if not tried[-1][0]:
                break
        return min(tried, key=lambda one: one[0])[1]


def place_of_each(order):
    places = {}
    for group in order or []:
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def cut(players, sizes):
    rest = iter(players)
    return [[next(rest) for _seat in range(size)] for size in sizes]


def again(player, others, met):
    """What it costs that a player meets these others again."""
    return sum((met[frozenset((player, o))] + 1) ** 2 - 1 for o in others if o != player)


def exchange(tables, met):
    """Exchanges the first two players of two tables by whom fewer meet again, if any."""
    for table, other in combinations(tables, 2):
        for a, player in enumerate(table):
            for b, instead in enumerate(other):
                mine, theirs = table[:a] + table[a + 1 :], other[:b] + other[b + 1 :]
                now = again(player, mine, met) + again(instead, theirs, met)
                if again(instead, mine, met) + again(player, theirs, met) < now:
                    table[a], other[b] = instead, player
                    return True
    return False


def bound(data, recipe):
    """What a commitment binds: the pairs, and since mus-commit/2 seeds and clubs."""
    clubs = [f"{number}={club}" for number, club in data.get("clubs", [])]
    lists = [sorted(data["numbers"]), data.get("seeds", []), clubs]
    return [",".join(map(str, values)) for values in lists[: 1 if recipe == "mus-commit/1" else 3]]


def check(events):
    """How many draws do not follow. Prints a line for each."""
    committed, head, wrong, seatings = {}, "0" * 64, 0, Seatings()
    for event in events:
        kind, data = event["kind"], event["data"]
        follows = seatings.hear(kind, data)
        if follows is not None:
            wrong += not follows
            print(f"event {event['number']}: {'the tables follow' if follows else 'other tables'}")
        if kind == "draw.committed":
            committed[data["commitment"]] = (data, head, [])
        elif kind == "draw.words_added":
            committed[data["commitment"]][2].append(data["words"])
        elif kind == "draw.made":
            opened = data.get("commitment")
            faults = faults_of(data, opened, *committed[opened["hash"]]) if opened else []
            if draw(data) != data["matches"]:
                faults.append("other matches or recipe")
            wrong += bool(faults)
            print(f"event {event['number']}: {', '.join(faults) or 'the draw follows'}")
            if data["algorithm"].startswith(BY_HAND):
                why = reason_of(event)
                print(f"event {event['number']}: round 1 drawn by hand by the organizer: {why}")
        elif kind == "draw.swapped":
            one, other = data["swapped"]
            print(f"event {event['number']}: pairs {one} and {other} changed places", end=" ")
            print(f"by the organizer: {reason_of(event)}")
        elif kind == "round.paired_by_hand":
            why = reason_of(event)
            print(f"event {event['number']}: round {data['round']} changed by hand by the", end=" ")
            print(f"organizer: {why}; the program had made {data['instead_of']}")
        head = event["hash"]
    return wrong


def reason_of(event):
    """The reason that was given, unless it was erased since."""
    name = next(iter(event["data"]["reason"].values()))
    return event.get("texts", {}).get(name, ["", "erased"])[1]


def faults_of(data, opened, commitment, head, words):
    """What of an opened draw does not follow from its commitment and the words of the room."""
    recipe = commitment["recipe"]
    binding = [*bound(data, recipe), commitment["head"], opened["secret"]]
    digest = sha256("\n".join([recipe, commitment["algorithm"], *binding]))
    seed = sha256("\n".join(["mus-seed/1", opened["secret"], *words]))
    held = [opened["hash"], head, opened["words"], data["seed"]]
    faults = ["another print"] * ([digest, commitment["head"], words, seed] != held)
    if recipe != "mus-commit/1" and commitment["algorithm"] != data["algorithm"]:
        faults.append("another recipe")
    return faults


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.exit(1 if check(json.loads(line) for line in file) else 0)
