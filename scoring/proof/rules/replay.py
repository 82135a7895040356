"""Retells a tournament from its log alone, event by event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from mus.sides import BySide, Side
from scoring.proof.rules.beside import WHOLE, AuxiliaryTables, RoomState
from scoring.proof.rules.lines import Key, State, case_key, key_of, ruling_key
from tournament.clock.rules import Lengths, fewer_from, fewer_of
from tournament.formats.bouts import Bout, Place
from tournament.formats.lots import place_by_lot
from tournament.formats.preliminaries import preliminary
from tournament.formats.protocol import Format
from tournament.formats.registry import individuals, made
from tournament.formats.registry import key_of as format_key
from tournament.formats.regulations import FOR_THIRD, REGULATIONS, is_by_left
from tournament.formats.seated import Round, SeatedTable
from tournament.formats.sections import taken
from tournament.formats.setting import Decisions, Setting
from tournament.formats.settling import PLACE_EMPTY
from tournament.log.rules.events import GENESIS, LogEntry
from tournament.log.rules.kinds import KINDS, RETIRED, Step, step_of

# The number of games of the matches of a day, as its log tells it (T5).


IN_PLAY = "championship"
OF_DAY = ("create", "change", "day", "move_day", "call_off", "reduce", "unreduce")
"""What the events do that may tell fields of the tournament itself."""


def fewer_from_before(
    first: int, fewer: int, *, best_of: int | None, by_round: Mapping[str, int]
) -> tuple[int | None, dict[str, int]]:
    """`fewer_from` of earlier versions: every round behind a short one became as short."""
    others = {}
    for key, games in by_round.items():
        is_before = not is_by_left(key) and int(key.removeprefix(FOR_THIRD)) < first
        if not key.isdecimal() or games < fewer or is_before or (games - fewer) % 2:
            others[key] = games if is_before else fewer_of(games, fewer)
    return (fewer, others) if first == 1 else (best_of, {**others, str(first): fewer})


Reduced = tuple[int, int | None, dict[str, int]]
"""The event of a reduction, and the lengths before it."""


class GamesToPlay:
    """The games of a match and those from some rounds on, in the form of `tournament.clock`, with
    their values before each reduction, so that the last reduction can be taken back."""

    def __init__(self) -> None:
        self.best_of: int | None = None
        self.by_round: dict[str, int] = {}
        self.drawn = 0
        self._before: list[Reduced] = []
        self._moves: dict[int, tuple[list[Reduced], list[Reduced]]] = {}
        """Event → the reductions that it removed, and those that it added."""

    @property
    def now(self) -> Lengths:
        """The lengths after the events taken in."""
        return Lengths(self.best_of, self.by_round, self.drawn)

    def apply_event(self, number: int, step: Step, data: Mapping[str, Any]) -> bool:
        """Takes in one more event; returns whether it reduced the games or took a reduction back.
        Raises ValueError when the reduction taken back is not the last."""
        if step in ("draw", "undraw"):
            self.best_of, self.by_round = data.get("best_of"), data.get("games_by_round", {})
            self.drawn = len(data.get("numbers", ()))
            self._before = []
        elif step == "reduce":
            self._before.append((number, self.best_of, self.by_round))
            self._moves[number] = ([], [self._before[-1]])
            # Every reduction by the present rule tells its lengths. A day that an earlier version
            # began may go on under this one, so `tells` of its log cannot say which rule it was.
            rule = fewer_from if "after" in data else fewer_from_before
            self.best_of, self.by_round = rule(
                data.get("from_round", 1),
                data["best_of"],
                best_of=self.best_of,
                by_round=self.by_round,
            )
            lengths = {"best_of": self.best_of, "by_round": self.by_round}
            if data.get("after", lengths) != lengths:
                raise ValueError(f"the games from then on are {lengths}")
        elif step == "unreduce":
            last, best_of, by_round = self._before.pop()
            self._moves[number] = ([(last, best_of, by_round)], [])
            if last != data["takes_back"]:
                raise ValueError(f"the last reduction that stands is event {last}")
            self.best_of, self.by_round = best_of, by_round
        elif step == "undo":
            self._apply_undone(number, data)
        return step in ("reduce", "unreduce")

    def _apply_undone(self, number: int, data: Mapping[str, Any]) -> None:
        """Takes in an undo: of a reduction, of one taken back, or of the undo of either."""
        first, last = data["of"]
        removed: list[Reduced] = []
        added: list[Reduced] = []
        for event in range(last, first - 1, -1):
            removed_before, added_before = self._moves.get(event, ([], []))
            removed, added = [*removed, *added_before], [*added, *removed_before]
        standing = [one for one in (*self._before, *added) if one not in removed]
        self._before = sorted(standing, key=lambda reduction: reduction[0])
        self._moves[number] = (removed, added)
        if "lengths" in data:
            self.best_of = data["lengths"]["best_of"]
            self.by_round = data["lengths"]["by_round"]


# States of matches, hands and decisions, as `Replay` puts them together.


NONSENSE = (
    LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError,
    RecursionError,
)  # fmt: skip
"""What a forged log may raise where it is heard: any value may be missing, or of another type."""


class LogTellsNonsense(ValueError):
    """An event is impossible after those before it, even if the chain of hashes holds."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"event {number}: {what}")
        self.number, self.what = number, what


NOT_BEGUN: State = {"seating": None, "first_mano": None, "four_kings": False, "names": []}
DECIDED: State = {"ruling": "overrule", "decision": "replaced", "number": None}


def outcome_of(data: Mapping[str, Any]) -> State:
    """The decision of a game in the form in which it is stored beside the rulings on hands."""
    return {name: data[name] for name in ("game_winner", "ended_by", "clause")}


def latest_of(hands: Mapping[Key, State], game: int) -> dict[int, State]:
    """Number → current version of each hand of a game, void ones included."""
    latest: dict[int, State] = {}
    for (of_game, number, _version), hand in sorted(hands.items()):
        if of_game == game:
            latest[number] = hand
    return latest


def counting_of(hands: Mapping[Key, State], game: int) -> list[State]:
    """The hands of a game that count, in order."""
    latest = latest_of(hands, game)
    return [hand for _number, hand in sorted(latest.items()) if not hand["void"]]


def with_current(hands: Mapping[Key, State]) -> dict[Key, State]:
    """Every version of every hand, with whether it is the current one."""
    newest: dict[Key, int] = {}
    for game, number, version in hands:
        newest[game, number] = max(version, newest.get((game, number), 0))
    return {
        place: {**hand, "current": place[2] == newest[place[:2]]} for place, hand in hands.items()
    }


def bare(pairs: Any, status: str, best_of: int | None) -> State:
    a, b = pairs
    return {
        "pairs": [a, b], "status": status, "winner": "", "ended_by": "", "games": [0, 0],
        "best_of": best_of, "table": None, **NOT_BEGUN,
    }  # fmt: skip


def must_be_new(
    step: Step, data: Mapping[str, Any], *, entered: Collection[int], matches: Mapping[Key, State]
) -> None:
    """Raises ValueError for pairs already `entered`, and for a match or day already begun."""
    if step == "enter":
        for pair in data.get("pairs", (data.get("pair"),)):
            if pair["number"] in entered:
                raise ValueError(f"pair {pair['number']} is there already")
    if step == "start" and matches[key_of(data["match"])]["status"] == "playing":
        raise ValueError("the match had begun")
    if step == "draw" and data.get("tournament_status", "running") != "running":
        raise ValueError("a draw begins the day")


GONE = {"withdrawn": "withdrawal", "disqualified": "disqualification"}


def bout_of(key: Key, state: State) -> Bout:
    """A championship match in the form that formats use."""
    a, b = state["pairs"]
    return Bout(
        place=Place(key[1], key[2]),
        pairs=BySide(a, b),
        status=state["status"],
        winner=Side(state["winner"]) if state["winner"] else None,
        ended_by=state["ended_by"],
        begun=state["first_mano"] is not None,
        games=BySide(*state["games"]),
    )


OF_THE_DAY = (
    "name", "place", "starts_at", "time_zone", "regulation", "settings", "courtesy_minutes",
    "is_rehearsal", "format", "format_options", "rules_name", "house_rules",
    "prizes", "is_called_off", "is_hidden", "postponed_from", "ended_early",
    "consolation_ended",
    "ties", "points_given", "results_of_gone",
    "entered_afterwards",
)  # fmt: skip
"""The fields of the tournament that the log tells."""
OF_THE_START = tuple(NOT_BEGUN)
"""The fields of a match that are told by the event of its start, and by an event that restores a
start."""


class Replay:
    """The tournament as its log tells it so far. A match is named by its slot, a match set aside by
    its id. `by`: path → the event that last told of it."""

    def __init__(self) -> None:
        self.day: State = {"prizes": {}}
        self.pairs: dict[int, State] = {}
        self.matches: dict[Key, State] = {}
        self.hands: dict[Key, dict[Key, State]] = {}
        self.games: dict[Key, dict[int, State]] = {}
        self.draws: list[Mapping[str, Any]] = []
        self.commitments: dict[int, Mapping[str, Any]] = {}
        self.words: dict[str, list[str]] = {}
        self.rulings: set[Key] = set()
        self.cases: set[Key] = set()
        self.questions: dict[int, tuple[int, int]] = {}
        """Id of a ruling → its match, and the event that last told of it."""
        self.decisions: dict[Key, list[int]] = {}
        """(match, game) → the events of an official's decision on it, or of taking it back."""
        self.heard: dict[Key, int] = {}
        """(match, game, pair) → the event that last told of the Tribunal's case."""
        self.revoked: dict[int, tuple[list[tuple[Key, int]], list[tuple[Key, int]]]] = {}
        """Event of an undo → the decisions and cases that the undone act had told of."""
        self.finished: dict[Key, Mapping[str, Any]] = {}
        """Match → its end, as its own event told it, until it is taken back."""
        self.by_hand: dict[int, int] = {}
        """Round → the event that last changed its matches by hand, while that stands."""
        self.changes_by_hand: list[Mapping[str, Any]] = []
        """Every such change, with the matches that the program had made (`own`)."""
        self.swaps: list[Mapping[str, Any]] = []
        """Every two pairs that changed places, with the matches that they play now (`now`) and the
        matches that follow from the exchange (`own`)."""
        self.let_in: list[Mapping[str, Any]] = []
        self.by_lot: list[Mapping[str, Any]] = []
        """The preliminary matches of late pairs, with the match that the lot gives (`own`)."""
        self.seatings: list[Mapping[str, Any]] = []
        """The rounds of individuals, with the tables that the draw gives (`own`)."""
        self.champion: int | None = None
        self.drawn = 0
        self.status = "entry"
        self.number, self.head = 0, GENESIS
        self.by: dict[Key, int] = {}
        self.room, self.lengths = RoomState(), GamesToPlay()
        self.auxiliary = AuxiliaryTables()
        self.who: list[Any] | None = None
        """The actor of the event being taken in: kind, id and label."""
        self.at: datetime | None = None
        """The time of that event."""

    def apply_events(self, entries: Iterable[LogEntry]) -> Replay:
        """Takes in every event, in order; returns itself. Raises LogTellsNonsense."""
        for entry in entries:
            self.who = [entry.actor.kind, entry.actor.id, entry.actor.label]
            self.at = entry.at
            self.apply_event(number=entry.number, kind=entry.kind, data=entry.data_with_texts)
            self.head = entry.hash
        return self

    def apply_event(self, *, number: int, kind: str, data: Mapping[str, Any]) -> None:
        """Takes in one more event. Raises LogTellsNonsense."""
        if number != self.number + 1:
            raise LogTellsNonsense(number, f"follows event {self.number}")
        if kind not in KINDS | RETIRED:
            raise LogTellsNonsense(number, f"{kind!r} is no kind of event")
        self.number = number
        try:
            self._apply(step_of(kind), data)
            self.room.apply_event(number, kind, data)
            self.auxiliary.apply_event(number, kind, data, self.at)
        except NONSENSE as error:
            raise LogTellsNonsense(number, f"{kind}: {error!r}") from error

    def snapshot(self) -> State:
        """Everything told, in the form that is compared with stored rows."""
        ends = {"champion": self.champion, "status": self.status}
        return {
            "tournament": {
                **self.day,
                **ends,
                "games_by_round": self.lengths.by_round,
                "rounds_by_hand": sorted(self.by_hand),
            },
            "pairs": self.pairs,
            "matches": self.matches,
            "hands": {key: with_current(hands) for key, hands in self.hands.items() if hands},
            "games": {
                key: {number: self._with_count(key, number) for number in games}
                for key, games in self.games.items()
                if games
            },
        }

    def _with_count(self, key: Key, number: int) -> State:
        """A game with the number of its counting hands, the highest number of any hand, and, if a
        hand counts, the mano of the first."""
        hands = latest_of(self.hands.get(key, {}), number)
        counting = counting_of(self.hands.get(key, {}), number)
        mano = counting[0]["record"]["mano"] if counting else None
        counts = {"hands": [len(counting), max(hands, default=0)], "mano": mano}
        return {**self.games[key][number], **counts}

    def _apply(self, step: Step, data: Mapping[str, Any]) -> None:
        must_be_new(step, data, entered=self.pairs, matches=self.matches)
        own = self._swapped(data) if step == "swap" else {}
        for key, pairs in own.items():
            self.matches[key] = {**self.matches[key], "pairs": pairs}
            self.by["matches", key] = self.number
        is_reduction = self.lengths.apply_event(self.number, step, data)
        if step in OF_DAY:
            self._note_day({name: data[name] for name in OF_THE_DAY if name in data})
        elif step == "draw":
            self._draw(data)
        elif step == "commit":
            self.commitments[self.number] = {**data, "after": self.head}
        elif step == "add_words":
            self.words.setdefault(data["commitment"], []).append(data["words"])
        elif step == "undraw":
            self.matches, self.hands, self.games, self.finished = {}, {}, {}, {}
            self.champion, self.status, self.by_hand = None, "entry", {}
            self._note_day(
                {"best_of": None, "draw_seed": None, "drawn_pairs": None, "draw_recipe": ""}
            )
            if "ties" in self.day:
                self._note_day({"ties": None, "points_given": {}, "results_of_gone": {}})
        if step in ("create", "count_tables"):
            self._note_day({"tables_count": data["tables"]})
        elif step == "pair_by_hand":
            self.changes_by_hand.append({"event": self.number, **data, "own": self._own(data)})
            self.by_hand[data["round"]] = self.number
        elif step == "unpair":
            del self.by_hand[data["round"]]
        elif step == "let_in" and data.get("into") in ("preliminary", "group"):
            self.let_in.append({"event": self.number, **data, "own": self._for_late(data)})
            for state in data.get("matches", ()):
                self._note(state)
        elif step == "let_in" and data.get("by_lot"):
            self.by_lot.append({"event": self.number, **data, "own": self._place_by_lot(data)})
        elif step == "seat":
            self.seatings.append({"event": self.number, **data, "own": self._seated()})
        if step == "undo":
            self._apply_undone(data)
        self._apply_pairs(data)
        self._apply_moves(data)
        self._apply_match(step, data)
        self._apply_tables(step, data)
        for state in (*data.get("consolation", ()), *data.get("called_off", ())):
            self._note(state)
        if step == "pair_beaten":
            for state in data["matches"]:
                self._note({**state, "best_of": data["best_of"]})
        if is_reduction:
            self._note_day({"best_of": self.lengths.best_of})
            for state in data["matches"]:
                self._note(state)
        for state in data.get("followed", ()):
            self._note(state)
        if step in ("withdraw", "reinstate", "let_in") and "results_of_gone" in data:
            self._note_day({"results_of_gone": data["results_of_gone"]})
        if "tournament_status" in data:
            champion = data["champion"]
            self.champion = champion["number"] if champion else None
            self.status = data["tournament_status"]
            self.by["tournament",] = self.number
        if step == "swap":
            now = {key: self.matches[key]["pairs"] for key in own}
            self.swaps.append({"event": self.number, **data, "own": own, "now": now})
            self.by_hand[1] = self.number

    def _swapped(self, data: Mapping[str, Any]) -> dict[Key, list[int | None]]:
        """Every match of the two pairs, with its pairs once they have changed places."""
        one, other = data["swapped"]
        takes = {one: other, other: one}
        theirs = {
            key: match["pairs"]
            for key, match in self.matches.items()
            if key[0] == IN_PLAY and not takes.keys().isdisjoint(match["pairs"])
        }
        if any(self.matches[key]["first_mano"] is not None for key in theirs):
            raise ValueError("a match of theirs had begun")
        return {key: [takes.get(pair, pair) for pair in pairs] for key, pairs in theirs.items()}

    def _note_day(self, fields: State) -> None:
        self.day.update(fields)
        self.by["tournament",] = self.number

    def _draw(self, data: Mapping[str, Any]) -> None:
        if self.matches:
            raise ValueError("a draw stands already")
        self.status = "running"
        self.drawn = len(data["numbers"])
        drawn = {"draw_seed": data["seed"], "drawn_pairs": self.drawn}
        drawn["draw_recipe"] = data["algorithm"]
        if "ties" in data:
            drawn["ties"] = data["ties"]
        self._note_day({"best_of": data["best_of"], **drawn})
        format_ = self.format()
        self.draws.append({"event": self.number, "format": format_, **data})
        laid = [Bout(place, BySide(None, None)) for place in format_.places(self.drawn)]
        for index, (a, b) in enumerate(data["matches"]):
            laid[index] = Bout(laid[index].place, BySide(a, b))
        lengths = self.lengths.now
        for bout in format_.resolve(laid, {}).bouts:
            key = ("championship", bout.place.round, bout.place.slot)
            ended = {"winner": str(bout.winner or ""), "ended_by": bout.ended_by}
            self.matches[key] = {
                **bare(bout.pairs, bout.status, lengths.of_match(format_, (), bout.place)),
                **ended,
            }
            self.by["matches", key] = self.number

    def _own(self, data: Mapping[str, Any]) -> list[list[int | None]]:
        """The matches that the program makes of a round that nobody has changed by hand. A place
        that is empty since the round became smaller is none of them."""
        others = [number for number in self.by_hand if number != data["round"]]
        resolved = self.format(others).resolve(self.bouts, self.gone).bouts
        return [[*bout.pairs] for bout in taken(resolved) if bout.place.round == data["round"]]

    def _seated(self) -> list[list[int]]:
        """The seats of the next round of individuals."""
        players = [number for number, pair in self.pairs.items() if number not in self.gone]
        tables = individuals(self.format()).seated(self.rounds, players)
        return [list(table.seats) for table in tables]

    @property
    def bouts(self) -> list[Bout]:
        """The matches of the championship in the form that formats use."""
        return [bout_of(key, one) for key, one in self.matches.items() if key[0] == IN_PLAY]

    @property
    def gone(self) -> dict[int, str]:
        """Pair → how it left, for those that have left."""
        left = {n: GONE[pair["status"]] for n, pair in self.pairs.items() if pair["status"] in GONE}
        empty = {n: PLACE_EMPTY for n, pair in self.pairs.items() if pair.get("place_stays_empty")}
        return {**left, **empty}

    @property
    def rounds(self) -> list[Round]:
        """The rounds of individuals, the first first."""
        rows = sorted(self.auxiliary.rows["seated_round"].items())
        return [tuple(map(SeatedTable.from_json, row["tables"])) for _number, row in rows]

    def _for_late(self, data: Mapping[str, Any]) -> list[list[int | None]]:
        """Round, slot and opponent of the matches that the program makes for a late pair."""
        bouts, gone, format_ = self.bouts, self.gone, self.format()
        if data["into"] == "group":
            matches = format_.late_matches(bouts, gone, data["pair"]["number"])
            return [[bout.place.round, bout.place.slot, bout.pairs.a] for bout in matches]
        one = preliminary(format_, bouts, gone, self.day.get("draw_seed") or "")
        return [[one.place.round, one.place.slot, one.pair]] if one else []

    def _place_by_lot(self, data: Mapping[str, Any]) -> list[int | str]:
        """Slot and side of the place that the lot of the draw names for a late pair."""
        places = [(slot, side) for slot, side in data["by_lot"]]
        return list(place_by_lot(places, self.day.get("draw_seed") or ""))

    def format(self, by_hand: Collection[int] | None = None) -> Format:
        """The tournament's format, made for its present draw. `by_hand`: the rounds taken as
        changed by hand; None for those that are."""
        key = format_key(regulation=self.day["regulation"], format=self.day.get("format", ""))
        options, seed = self.day.get("format_options", {}), self.day.get("draw_seed") or ""
        recipe = self.day.get("draw_recipe", "")
        rounds = tuple(self.by_hand if by_hand is None else by_hand)
        regulation, settings = REGULATIONS[self.day["regulation"]], self.day.get("settings", {})
        points = regulation.points(settings)
        wins = regulation.games_of_a_win(self.drawn, settings)
        is_early = self.day.get("ended_early", False)
        ties, given = self.day.get("ties"), self.day.get("points_given", {})
        decided = Decisions.from_json(ties, given, self.day.get("results_of_gone", {}))
        setting = Setting(
            options, seed, self.drawn, recipe, rounds, points, (), is_early, decided, wins
        )
        return made(key, setting)

    def _apply_pairs(self, data: Mapping[str, Any]) -> None:
        for pair in (data.get("pair"), *data.get("pairs", ())):
            if isinstance(pair, dict) and "player_1" in pair:
                self.pairs[pair["number"]] = dict(pair)
                self.by["pairs", pair["number"]] = self.number

    def _apply_moves(self, data: Mapping[str, Any]) -> None:
        for state in data.get("set_aside", ()):
            ref = state["match"]
            slot = ("championship", ref["round"], ref["slot"])
            if ("set_aside", ref["id"]) not in self.matches:
                best_of = self.matches[slot]["best_of"]
                self._move(slot, ("set_aside", ref["id"]))
                self.matches[slot] = bare((None, None), "waiting", best_of)
            self._note(state)
        for state in data.get("restored", ()):
            ref = state["match"]
            if ref["kind"] == "championship" and ("set_aside", ref["id"]) in self.matches:
                self._move(("set_aside", ref["id"]), key_of(ref))
            self._note(state)

    def _apply_undone(self, data: Mapping[str, Any]) -> None:
        """Takes in an undo: rows that are gone, and what only such an event tells."""
        removed = data["removed"]
        for pair in removed.get("pairs", ()):
            del self.pairs[pair["number"]]
        for ref in removed.get("matches", ()):
            for shelf in (self.matches, self.hands, self.games, self.finished):
                shelf.pop(key_of(ref), None)
        for game in removed.get("games", ()):
            del self.games[key_of(game["match"])][game["game"]]
        for number in removed.get("questions", ()):
            self.questions.pop(number, None)
        self._revoke(*data["of"])
        for one in data.get("games_now", ()):
            for game in one["games"]:
                self._note_game(key_of(one["match"]), game["number"], game)
        self._note_day(data.get("day", {}))
        if "room" in data:
            self._note_day({"tables_count": data["room"]["tables"]})
        if "lengths" in data:
            self._note_day({"best_of": data["lengths"]["best_of"]})
        if "rounds_by_hand" in data:
            known = self.by_hand
            self.by_hand = {one: known.get(one, self.number) for one in data["rounds_by_hand"]}

    def _revoke(self, first: int, last: int) -> None:
        """What the events of the undone act had decided stands no more; where the act was an undo,
        what that had revoked stands again."""
        decisions = [(at, n) for at, numbers in self.decisions.items() for n in numbers]
        decided = [(at, n) for at, n in decisions if first <= n <= last]
        heard = [(at, n) for at, n in self.heard.items() if first <= n <= last]
        for at, number in decided:
            self.decisions[at].remove(number)
        for at, _number in heard:
            del self.heard[at]
        self.revoked[self.number] = (decided, heard)
        decided_before, heard_before = self.revoked.pop(last, ((), ()))
        for at, number in decided_before:
            self.decisions[at].append(number)
        self.heard.update(heard_before)

    def _move(self, old: Key, new: Key) -> None:
        shelves: tuple[dict[Key, Any], ...] = (self.matches, self.hands, self.games, self.finished)
        for shelf in shelves:
            if old in shelf:
                shelf[new] = shelf.pop(old)

    def _apply_tables(self, step: Step, data: Mapping[str, Any]) -> None:
        """Takes in events that only tell which table a match has."""
        for one in data["assigned"] if step in ("assign", "arrange") else ():
            self.matches[key_of(one["match"])]["table"] = one["table"]
        freed = data["freed"] if step in ("unassign", "count_tables") else ()
        for one in freed:
            self.matches[key_of(one.get("match", one))]["table"] = None

    def _apply_match(self, step: Step, data: Mapping[str, Any]) -> None:
        ref = data.get("match")
        if not isinstance(ref, dict):
            return
        key = key_of(ref)
        if "status" in data and "pairs" in data:
            games = data.get("games_won", data.get("games"))
            if step == "finish" and self.finished.get(key) == data:
                raise ValueError("the match was finished so already")
            self._note({**data, "games": games})
            if step == "finish":
                self.finished[key] = data
        question = data.get("question")
        if type(question) is int:
            self.questions[question] = (ref["id"], self.number)
        if step == "unstart":
            self.matches[key].update(NOT_BEGUN)
        elif step in ("rule", "withdraw_appeal"):
            self._note_ruling(ref["id"], data)
        elif step in ("decide_game", "undecide_game"):
            decided = data.get("outcome") or outcome_of(data)
            self._note_ruling(ref["id"], {**DECIDED, **data, "outcome": decided})
            self.decisions.setdefault((ref["id"], data["game"]), []).append(self.number)
        elif step == "hear":
            self.cases.add(case_key(ref["id"], data))
            self.heard[ref["id"], data["game"], data["pair"]["number"]] = self.number
        self._apply_hands(key, data)

    def _note_ruling(self, match: int, data: Mapping[str, Any]) -> None:
        self.rulings.add(ruling_key(match, data))
        if data["reason"] == "G1":  # the clause itself is the reason: the official gave none
            self.rulings.add(ruling_key(match, {**data, "reason": ""}))

    def _apply_hands(self, key: Key, data: Mapping[str, Any]) -> None:
        several = data.get("hands", ())  # a number where they were read from a file
        hands = several if isinstance(several, list | tuple) else ()
        for hand in [*hands, *([data["hand"]] if "hand" in data else [])]:
            if not isinstance(hand, dict):
                continue
            place = (hand["game"], hand["number"], hand["version"])
            of_match = self.hands.setdefault(key, {})
            before = (*place[:2], place[2] - 1)
            if place in of_match or (place[2] > 1 and before not in of_match):
                raise ValueError(f"version {place[2]} of hand {place[1]} comes out of turn")
            of_match[place] = {**hand, **({"who": self.who} if self.who else {})}
            self.by["hands", key, place] = self.number
        if isinstance(data.get("hand"), dict):
            self._count(key, data["hand"])
        for game in data.get("games", ()):
            if isinstance(game, dict):
                self._note_game(key, game["number"], game)

    def _count(self, key: Key, hand: Mapping[str, Any]) -> None:
        winner = hand["game_winner"]
        ended_by = "hands" if winner else None
        game = {"score": hand["score"], "winner": winner, "ended_by": ended_by}
        self._note_game(key, hand["game"], game)

    def _note_game(self, key: Key, number: int, game: Mapping[str, Any]) -> None:
        columns = {name: game[name] for name in ("score", "winner", "ended_by")}
        self.games.setdefault(key, {})[number] = columns
        self.by["games", key, number] = self.number

    def _note(self, state: Mapping[str, Any]) -> None:
        a, b = (pair["number"] if pair else None for pair in state["pairs"])
        key = key_of(state["match"])
        best_of = state.get("best_of", self.day.get("best_of"))
        before = self.matches.get(key) or bare((a, b), "", best_of)
        if state["status"] != "finished":
            self.finished.pop(key, None)
        self.matches[key] = {
            **before,
            "pairs": [a, b],
            "status": state["status"],
            "winner": state["winner"],
            "ended_by": state["ended_by"],
            "games": list(state["games"]),
            **{name: state[name] for name in ("best_of", *OF_THE_START) if name in state},
        }
        if "table" in state:
            self.matches[key]["table"] = state["table"]
        elif self.room.tells < WHOLE and before["status"] == "finished" != state["status"]:
            self.matches[key].pop("table", None)  # older logs lack the table here
        self.by["matches", key] = self.number
