"""Replays a stored day from its log. At several moments the forecast is made from what the log had
told by then, and compared with the real end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from scoring.pace.rules import (
    DaySoFar,
    TimedGame,
    TimedMatch,
    minutes_of,
)
from scoring.proof.rules.lines import Key, State, key_of
from scoring.proof.rules.replay import GONE, Replay, counting_of
from tournament.clock.rules import Asked, DayBefore, of_a_day, prior
from tournament.formats.bouts import Place
from tournament.formats.regulations import REGULATIONS, Regulation
from tournament.log.rules.events import LogEntry
from tournament.log.rules.kinds import OF_PAUSES, Step, step_of
from tournament.pauses.rules import Span, put_off

LEAST_SEEN = 3
"""A day with fewer matches with plausible times is not learned from."""


@dataclass(slots=True)
class _Times:
    """The times and the table of a match and of each of its games."""

    started: datetime | None = None
    finished: datetime | None = None
    table: int | None = None
    games: dict[int, datetime] = field(default_factory=dict)


class DayRetold:
    """A day as its log has told it so far, with times."""

    def __init__(self) -> None:
        self.replay = Replay()
        self._times: dict[Key, _Times] = {}
        self._pauses: dict[int, Span] = {}
        self._out_of_service: set[int] = set()

    def apply_event(self, entry: LogEntry) -> None:
        """Takes in one more event. Raises LogTellsNonsense."""
        data = entry.data_with_texts
        self.replay.apply_event(number=entry.number, kind=entry.kind, data=data)
        self.replay.head = entry.hash
        step = step_of(entry.kind)
        if step in OF_PAUSES:
            self._note_pause(step, data)
        elif step in ("draw", "undraw"):
            self._times = {}
        elif step == "arrange":
            (self._out_of_service.add if data["is_out"] else self._out_of_service.discard)(
                data["table"]
            )
        ref = data.get("match")
        if isinstance(ref, Mapping):
            self._note_match(key_of(ref), step, entry.at, data)
        self._move(data)
        self._note_ends(entry.at)

    def so_far(self) -> DaySoFar:
        """What is known of the day after the events taken in."""
        matches, settings = self.replay.matches, self.replay.day.get("settings", {})
        return DaySoFar(
            format=self.replay.format(),
            bouts=self.replay.bouts,
            gone={
                number: GONE[pair["status"]]
                for number, pair in self.replay.pairs.items()
                if pair["status"] in GONE
            },
            lengths=self.replay.lengths.now,
            matches=[
                self._timed(key, state) for key, state in matches.items() if key[0] != "set_aside"
            ],
            pauses=tuple(sorted(self._pauses.values())),
            tables=self._tables_in_service(),
            all_played=self._regulation.plays_all(settings),
            vaca=self._regulation.vaca(settings),
        )

    def _tables_in_service(self) -> int:
        count: int = self.replay.day["tables_count"]
        return count - sum(number <= count for number in self._out_of_service)

    @property
    def _regulation(self) -> Regulation:
        return REGULATIONS[self.replay.day["regulation"]]

    @property
    def target(self) -> int:
        """The stones that win a game."""
        day = self.replay.day
        return int(day.get("settings", {}).get("target", self._regulation.target))

    @property
    def began(self) -> datetime | None:
        """When the first match began."""
        return min((one.started for one in self._times.values() if one.started), default=None)

    @property
    def ended(self) -> datetime | None:
        """When the last match of the championship ended; None while one is open."""
        if self.replay.status != "finished":
            return None
        ends = [t.finished for k, t in self._times.items() if k[0] == "championship"]
        return max((end for end in ends if end is not None), default=None)

    def _note_pause(self, step: Step, data: Mapping[str, Any]) -> None:
        if step == "unpause":
            self._pauses.pop(data["pause"], None)
        else:
            since, until = (datetime.fromisoformat(data[at]) for at in ("starts_at", "ends_at"))
            self._pauses[data["pause"]] = (since, until)

    def _note_match(self, key: Key, step: Step, at: datetime, data: Mapping[str, Any]) -> None:
        times = self._times.setdefault(key, _Times())
        if step == "start":
            times.started, times.table = at, data.get("table")
        elif step == "unstart":
            times.started = None
        for number, game in self.replay.games.get(key, {}).items():
            if not game["winner"]:
                times.games.pop(number, None)
            elif number not in times.games:
                times.games[number] = at

    def _move(self, data: Mapping[str, Any]) -> None:
        """Moves the times of a match that is set aside or restored."""
        for state in data.get("set_aside", ()):
            ref = state["match"]
            slot = ("championship", ref["round"], ref["slot"])
            if slot in self._times and ("set_aside", ref["id"]) not in self._times:
                self._times["set_aside", ref["id"]] = self._times.pop(slot)
        for state in data.get("restored", ()):
            ref = state["match"]
            if ref["kind"] == "championship" and ("set_aside", ref["id"]) in self._times:
                self._times[key_of(ref)] = self._times.pop(("set_aside", ref["id"]))

    def _note_ends(self, at: datetime) -> None:
        for key, times in self._times.items():
            state = self.replay.matches.get(key)
            over = state is not None and state["status"] == "finished"
            times.finished = (times.finished or at) if over else None

    def _timed(self, key: Key, state: State) -> TimedMatch:
        times = self._times.get(key, _Times())
        games = self.replay.games.get(key, {})
        return TimedMatch(
            place=Place(key[1], key[2]),
            status=state["status"],
            ended_by=state["ended_by"],
            games=sum(state["games"]),
            table=times.table,
            started=times.started,
            finished=times.finished,
            played=tuple(
                TimedGame(
                    len(counting_of(self.replay.hands.get(key, {}), number)),
                    times.games.get(number),
                )
                for number in sorted(games)
            ),
            pairs=tuple(state["pairs"]),
            in_play=key[0] == "championship",
        )


@dataclass(frozen=True, slots=True)
class StoredDay:
    """A finished day: its log, when its first match began and its last one ended, its pace."""

    slug: str
    entries: Sequence[LogEntry]
    began: datetime
    ended: datetime
    taught: DayBefore | None


def stored_day(entries: Sequence[LogEntry]) -> StoredDay | None:
    """The day that a log tells. None when it is not over, or its times are implausible because it
    was entered from paper or played by a program. Raises LogTellsNonsense."""
    day = DayRetold()
    for entry in entries:
        day.apply_event(entry)
    began, ended = day.began, day.ended
    if began is None or ended is None or ended <= began:
        return None
    seen = day.so_far().seen()
    if len(seen) < LEAST_SEEN:
        return None
    return StoredDay(entries[0].tournament, entries, began, ended, of_a_day(seen))


def repeated_forecasts(
    day: StoredDay, shares: Sequence[float], before: Sequence[DayBefore]
) -> dict[float, Asked]:
    """Share of the day → the forecast made then, with the days `before` it as priors. Raises
    LogTellsNonsense."""
    retold, forecasts = DayRetold(), {}
    waiting = list(day.entries)
    for share in sorted(shares):
        at = day.began + share * (day.ended - day.began)
        while waiting and waiting[0].at <= at:
            retold.apply_event(waiting.pop(0))
        forecast = retold.so_far().forecast(prior(before, retold.target))
        pauses = retold.so_far().pauses
        low, middle, high = (
            minutes_of(put_off(pauses, at, timedelta(minutes=one)) - at)
            for one in (forecast.low, forecast.middle, forecast.high)
        )
        forecasts[share] = Asked(low, middle, high, minutes_of(day.ended - at))
    return forecasts
