"""Random acts at a desk, each with its undo."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from scoring.proof.queries.tables import FROM_THE_LOG, TABLES, TOURNAMENT
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals
from scoring.undoing.queries import is_undoable, later_acts
from scoring.undoing.services.undo import undo
from tests.scoring import acts
from tests.scoring.table import PROGRAM
from tournament.arrivals import services as arrivals
from tournament.championship.models import Tournament
from tournament.consolation import services as consolation
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import Conflict, Refusal, Unseen
from tournament.formats.registry import is_individual
from tournament.log.models import Event
from tournament.matches.queries.openings import openings, other_ways
from tournament.matches.queries.pairing import to_change
from tournament.matches.services import matches, pairing, together
from tournament.memory.models import ActMemory
from tournament.memory.services import desk_act
from tournament.pauses import services as pauses
from tournament.pauses.models import Pause
from tournament.seatings import services as seatings
from tournament.seatings.models import SeatedRound
from tournament.tables.services import tables

NOT_COMPARED = {"version", "event_number", "event_hash", "last_seen_at", "unsent"}
Rows = dict[str, dict[int, dict[str, Any]]]


def exported_rows(cup: int) -> Rows:
    """Every row of the tournament in the tables of an export. A cascade that was undone is told in
    the log and stays."""
    held = {}
    for table in (TOURNAMENT, *TABLES, *FROM_THE_LOG):
        rows = table.model._base_manager.filter(**{table.of: cup}).order_by("pk").values()
        if table.name == "cascade":
            rows = rows.filter(undone_at=None)
        held[table.name] = {
            row["id"]: {name: value for name, value in row.items() if name not in NOT_COMPARED}
            for row in rows
        }
    return held


def differing(before: Rows, after: Rows) -> list[str]:
    """The rows that are not alike."""
    return [
        f"{table} {pk}: {before[table].get(pk)} -> {after[table].get(pk)}"
        for table in before
        for pk in {**before[table], **after[table]}
        if before[table].get(pk) != after[table].get(pk)
    ]


def last_act(cup: Tournament) -> ActMemory | None:
    return ActMemory.objects.filter(tournament=cup).order_by("-last").first()


def _late(c: acts.Crowd) -> None:
    n = c.rng.randint(100, 10**6)
    why = {"reason": "late", "actor": PROGRAM, "player_1": f"Lezo {n}", "player_2": f"Deba {n}"}
    places = list(openings(tournament_id=c.cup.pk))
    cup = Tournament.objects.get(pk=c.cup.pk)
    ways = [way.into for way in other_ways(tournament=cup)]
    if places and (not ways or c.rng.random() < 0.6):
        free = c.rng.choice(places)
        c.seen(latecomers.take_place, match_id=free.match.id, side=free.side.value, **why)
        return
    c.seen(latecomers.join_late, tournament_id=c.cup.pk, into=c.one(ways), **why)


def _substitute(c: acts.Crowd) -> None:
    pair = c.one(Pair.objects.filter(tournament=c.cup, status="entered").order_by("pk"))
    player = f"Mutriku {c.rng.randint(1, 10**6)}"
    out = c.rng.choice([1, 2])
    given = {"out": out, "player": player, "reason": "ill", "beyond_rule": True}
    c.seen(pairs.substitute, pair_id=pair.pk, actor=PROGRAM, **given)


def _tables(c: acts.Crowd) -> None:
    verb = c.rng.choice([matches.assign_free_tables, together.start_called])
    c.seen(verb, tournament_id=c.cup.pk, actor=PROGRAM)


def _table(c: acts.Crowd) -> None:
    table = c.rng.choice([None, 1, 2, 3, 4])
    c.seen(matches.assign_table, match_id=c.match("ready").pk, table_number=table, actor=PROGRAM)


def _absent(c: acts.Crowd) -> None:
    c.seen(
        departures.both_absent, match_id=c.match("ready").pk, reason="nobody came", actor=PROGRAM
    )


def _no_hands_yet(c: acts.Crowd) -> None:
    given = {"match_id": c.match("playing").pk, "reason": "wrong table", "actor": PROGRAM}
    c.seen(matches.undo_start, **given)


def _rename(c: acts.Crowd) -> None:
    pair = c.one(Pair.objects.filter(tournament=c.cup).order_by("pk"))
    names = {"player_1": f"Zumaia {c.rng.randint(1, 10**6)}", "player_2": pair.player_2}
    c.seen(pairs.change, pair_id=pair.pk, actor=PROGRAM, reason="misheard", **names)


def _count_tables(c: acts.Crowd) -> None:
    count = c.rng.randint(2, 7)
    c.seen(tables.set_count, tournament_id=c.cup.pk, count=count, actor=PROGRAM)


def _beside(c: acts.Crowd) -> None:
    number = c.rng.choice(
        list(Pair.objects.filter(tournament=c.cup).values_list("number", flat=True))
    )
    of_pair = {"tournament_id": c.cup.pk, "number": number, "actor": PROGRAM}
    chosen = c.rng.randint(0, 5)
    if chosen == 0:
        c.seen(consolation.opt_out, **of_pair)
    elif chosen == 1:
        c.seen(consolation.opt_in, **of_pair)
    elif chosen == 2:
        c.seen(arrivals.arrive, tournament_id=c.cup.pk, numbers=[number], actor=PROGRAM)
    elif chosen == 3:
        c.seen(arrivals.take_back, **of_pair)
    elif chosen == 4:
        c.seen(pauses.announce, tournament_id=c.cup.pk, minutes=5, reason="lunch", actor=PROGRAM)
    else:
        pause = c.one(Pause.objects.filter(tournament=c.cup).order_by("pk"))
        c.seen(c.rng.choice([pauses.call_off, pauses.end]), pause_id=pause.pk, actor=PROGRAM)


def _by_hand(c: acts.Crowd) -> None:
    given = {"tournament_id": c.cup.pk, "reason": "one bus", "actor": PROGRAM}
    pairings = [list(one) for one in to_change(tournament_id=c.cup.pk).own]
    seats = [pair for both in pairings for pair in both]
    c.rng.shuffle(seats)
    if None in seats:
        seats.remove(None)
        seats.append(None)
    both = [(seats[n], seats[n + 1]) for n in range(0, len(seats), 2)]
    c.seen(pairing.pair_by_hand, matches=both, despite_warnings=True, **given)


def _swap(c: acts.Crowd) -> None:
    numbers = list(Pair.objects.filter(tournament=c.cup).values_list("number", flat=True))
    first, second = c.rng.sample(numbers, 2)
    given = {"tournament_id": c.cup.pk, "reason": "one car", "actor": PROGRAM}
    c.seen(draw.swap, first=first, second=second, **given)


def _appeal(c: acts.Crowd) -> None:
    open_now = Ruling.objects.filter(match__tournament=c.cup, kind="appeal").order_by("pk")
    if not open_now or c.rng.random() < 0.4:
        given = {"match_id": c.match("finished").pk, "side": c.side(), "reason": "not so"}
        c.seen(appeals.enter, actor=PROGRAM, **given)
        return
    one = c.one(open_now)
    given = {"ruling_id": one.pk, "reason": "weighed", "actor": PROGRAM}
    verb = c.rng.choice([appeals.reject, appeals.withdraw, appeals.uphold])
    if verb is appeals.uphold:
        match = one.match
        won = (match.wins_needed, 0) if c.side() == "A" else (0, match.wins_needed)
        c.seen(verb, games=won, **given)
    else:
        c.seen(verb, **given)


DESK: dict[str, tuple[int, acts.Act]] = {
    **{name: (weight, act) for name, (weight, act) in acts.ACTS.items()},
    "hand": (12, acts.ACTS["hand"][1]),
    "correct": (2, acts.ACTS["correct"][1]),
    "late": (5, _late),
    "substitute": (4, _substitute),
    "tables": (5, _tables),
    "table": (4, _table),
    "absent": (1, _absent),
    "not begun": (2, _no_hands_yet),
    "beside": (6, _beside),
    "by hand": (4, _by_hand),
    "swap": (3, _swap),
    "appeal against a result": (6, _appeal),
    "rename": (3, _rename),
    "count tables": (3, _count_tables),
    "result": (8, acts.ACTS["result"][1]),
    "fewer games": (3, acts.ACTS["fewer games"][1]),
    "as many games again": (2, acts.ACTS["as many games again"][1]),
}


class Desk(acts.Crowd):
    """A crowd at the desk. Hands come from tablets: nothing remembers them."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.undone: Counter[str] = Counter()
        self.other_ways: Counter[str] = Counter()

    def act(self) -> None:
        known = OF_INDIVIDUALS if is_individual(self.cup) else DESK
        name = self.rng.choices(list(known), [weight for weight, _do in known.values()])[0]
        try:
            known[name][1](self)
        except Refusal as refusal:
            self.came[f"{name}: {refusal.codes[0]}"] += 1
        else:
            self.came[name] += 1

    def must_hold(self) -> None:
        """The log tells every row that is stored."""
        report = verify_tournament(tournament_id=self.cup.pk)
        last = Event.objects.filter(tournament=self.cup).order_by("-number")[:4]
        assert report.ok, (report.first, list(map(str, last)))

    def do(self, verb: Any, arguments: dict[str, Any]) -> ActMemory | None:
        """Does it, agreeing to what falls; returns what is remembered of it."""
        if verb.__module__.startswith("scoring.hands"):
            verb(**arguments)
            return None
        try:
            with desk_act() as recorder:
                verb(**arguments)
        except (Unseen, Conflict) as unseen:
            falls = unseen.current.get("cascade", {}).get("sets_aside")
            if not falls:
                raise
            with desk_act() as recorder:
                verb(**arguments, sets_aside=falls)
        return recorder.memory


def _seat(c: acts.Crowd) -> None:
    c.seen(seatings.seat, tournament_id=c.cup.pk, actor=PROGRAM)


def _order(c: acts.Crowd) -> None:
    """The order of finish of a table, entered or corrected; those who left are mostly left out."""
    drawn = c.one(SeatedRound.objects.filter(tournament=c.cup).order_by("number"))
    at = c.rng.randrange(len(drawn.tables))
    table = drawn.tables[at]
    here = Pair.objects.filter(tournament=c.cup, number__in=table["seats"], status="entered")
    players = list(here.order_by("number").values_list("number", flat=True))
    c.rng.shuffle(players)
    given = {"number": drawn.number, "table": at + 1, "order": players, "reason": "misread"}
    c.seen(
        seatings.enter_order, tournament_id=c.cup.pk, seen=table["order"], actor=PROGRAM, **given
    )


def _late_player(c: acts.Crowd) -> None:
    c.seen(
        latecomers.join_late, tournament_id=c.cup.pk, into="next_tables", reason="late",
        player_1=f"Lezo {c.rng.randint(100, 10**6)}", actor=PROGRAM,
    )  # fmt: skip


OF_INDIVIDUALS: dict[str, tuple[int, acts.Act]] = {
    **{name: DESK[name] for name in ("withdraw", "bring back", "rename", "beside")},
    "withdraw": (3, acts.ACTS["withdraw"][1]),
    "draw": (2, acts.ACTS["draw"][1]),
    "seat": (10, _seat),
    "order": (30, _order),
    "late player": (3, _late_player),
}


class UndoingEach(Desk):
    """Undoes each act, does it again by undoing the undo, and goes on."""

    def seen(self, verb: Any, **given: Any) -> None:
        before = exported_rows(self.cup.pk)
        memory = self.do(verb, given)
        if memory is None:
            return
        name = f"{verb.__module__.split('.')[-1]}.{verb.__name__}"
        if not is_undoable(memory):
            self.other_ways[name] += 1
            return
        after = exported_rows(self.cup.pk)
        again = partial(undo, tournament_id=self.cup.pk, actor=PROGRAM, reason="no")
        event = again(event=memory.last)
        undone = exported_rows(self.cup.pk)
        assert undone == before, (name, differing(before, undone))
        self.must_hold()
        again(event=event.number)
        redone = exported_rows(self.cup.pk)
        assert redone == after, (name, differing(after, redone))
        self.must_hold()
        self.undone[name] += 1


class UndoingLater(Desk):
    """Undoes what was done a while ago, with what came after it where it has to."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.before: dict[int, Rows] = {}

    def seen(self, verb: Any, **given: Any) -> None:
        before = exported_rows(self.cup.pk)
        memory = self.do(verb, given)
        if memory is not None:
            self.before[memory.last] = before

    def undo_one(self) -> None:
        """Undoes an act that stands. Refused, nothing has changed."""
        standing = ActMemory.objects.filter(tournament=self.cup, undone_by=None, undoes=[])
        if not standing:
            return
        memory = self.one(standing)
        rows = exported_rows(self.cup.pk)
        try:
            later = later_acts(memory)
            undo(
                tournament_id=self.cup.pk, event=memory.last, actor=PROGRAM, reason="no",
                together=sorted(later),
            )  # fmt: skip
        except Refusal as refused:
            assert exported_rows(self.cup.pk) == rows
            self.other_ways[refused.codes[0]] += 1
            return
        self.must_hold()
        self.undone[f"with {min(len(later), 5)} later"] += 1
        since = ActMemory.objects.filter(tournament=self.cup, last__gt=memory.last)
        # Nothing else happened since but what was undone with it, or had been undone before.
        alone = all(one.last in later or min(one.undoes or [0]) > memory.last for one in since)
        if alone and not self._hands_since(memory):
            before, after = self.before[memory.last], exported_rows(self.cup.pk)
            assert after == before, differing(before, after)
            self.undone["to where it was"] += 1

    def _hands_since(self, memory: ActMemory) -> bool:
        later = Event.objects.filter(tournament=self.cup, number__gt=memory.last)
        return later.filter(kind__startswith="hand.").exists()
