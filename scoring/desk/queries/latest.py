"""The last acts at the desk, and how each is taken back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from scoring.course.models import Game
from scoring.undoing.queries import undoable_acts
from tournament.log.queries.log import EventView, event_page
from tournament.matches.models import Cascade, Match

SCAN_LIMIT = 60
SHOWN = 6

OF_RULINGS = frozenset({
    "ruling.made", "game.decided",
})  # fmt: skip


class OfMatch(NamedTuple):
    """How a match stands. `has_games`: games are recorded, by hands or an official's word."""

    status: str = ""
    ended_by: str = ""
    has_table: bool = False
    has_games: bool = False


Standing = Mapping[int, OfMatch]
"""Match → how it stands."""
LaterSubjects = set[tuple[str, int | None]]
"""What newer acts concerned: ("match", its id), ("pair", its number), ("pause", its id) or
("reduction", the number of its event; None for any)."""


@dataclass(frozen=True, slots=True)
class Act:
    """An act that can be taken back. `way`: the kind of page that does it; `at`: the number of the
    match, pair, ruling, cascade or event concerned, if any; `many`: how many matches are taken back
    together; `game`: the number of the game that was decided; `was`: the games of both pairs before
    the act, which the page begins with; `can_swap`: it is a result without hands, whose two numbers
    may have been entered the wrong way round."""

    event: EventView
    way: str
    at: int | None
    many: int = 1
    game: int | None = None
    was: tuple[int, int] | None = None
    can_swap: bool = False
    swaps: int | None = None

    @property
    def page(self) -> str:
        """The name of the page that takes the act back."""
        return f"organizer:{self.way}"

    @property
    def query(self) -> str:
        """What the page's form begins with, as the end of its address."""
        return f"?games_a={self.was[0]}&games_b={self.was[1]}" if self.was else ""


def latest(*, tournament_id: int) -> tuple[Act, ...]:
    """The last acts that can still be taken back, the newest first. Two queries, three where
    something was ruled or reached later matches.

    Only the newest act on each match or pair is offered: it must be taken back first.
    """
    page = event_page(tournament_id=tournament_id, size=SCAN_LIMIT)
    standing = _matches(tournament_id)
    may_reach = any(event.kind in OF_RULINGS or "set_aside" in event.data for event in page.events)
    reached = _cascades(tournament_id) if may_reach else {}
    acts: list[Act] = []
    later: LaterSubjects = set()
    oldest = page.events[-1].number if page.events else 0
    undoable = undoable_acts(tournament_id=tournament_id, since=oldest)
    for event in page.events:
        if (own := undoable.get(event.number)) is not None:
            # An undo is offered to be undone only until something else is done.
            is_offered = event.kind != "act.undone" or not acts
            if own.undone_by is None and event.number == own.shown and is_offered:
                alike = [one for one in page.events if one.kind == event.kind
                         and own.first <= one.number <= own.last]  # fmt: skip
                swaps = _swaps(event, standing)
                acts.append(Act(event, "undo_act", own.last, len(alike), swaps=swaps))
        elif event.kind != "draw.made":
            _put_unremembered(event, acts, standing, later, reached)
        if event.kind == "draw.made":  # what was done before it can be undone once it is
            break
    return tuple(acts[:SHOWN])


def _put_unremembered(
    event: EventView,
    acts: list[Act],
    standing: Standing,
    later: LaterSubjects,
    reached: Mapping[int, int],
) -> None:
    """Adds an act that nothing is remembered of, with the page that takes it back."""
    if event.kind == "match.games":  # only adds up what the act before it did
        return
    if (act := _alone(event, standing, later, reached)) is not None:
        _put(acts, act)


def _swaps(event: EventView, standing: Standing) -> int | None:
    """The match whose two numbers may have been entered the wrong way round."""
    subject = _subject(event) if event.kind == "match.finished" else None
    match = standing.get((subject and subject[1]) or 0, OfMatch())
    by_games = match.status == "finished" and match.ended_by == "games" and not match.has_games
    return subject[1] if subject and by_games else None


def _put(acts: list[Act], act: Act) -> None:
    """Adds an act after the newer ones. Events of one batch are merged into one act."""
    same = next((n for n, one in enumerate(acts) if (one.way, one.at) == (act.way, act.at)), None)
    if same is None:
        acts.append(act)
    else:
        acts[same] = replace(acts[same], many=acts[same].many + act.many)


def _alone(
    event: EventView, standing: Standing, later: LaterSubjects, reached: Mapping[int, int]
) -> Act | None:
    """The act on one match or pair; None when a newer act concerned the same. An act that reached
    later matches is taken back together with what it did to them."""
    if event.kind in ("tournament.games_reduced", "tournament.reduction_taken_back"):
        return _of_the_games(event, later)
    subject = _subject(event)
    if subject in later:
        return None
    if subject is not None:
        later.add(subject)
    if event.number in reached:
        return Act(event, "undo_cascade", reached[event.number])
    return _of_a_ruling(event) if event.kind in OF_RULINGS else _act(event, standing)


def _of_the_games(event: EventView, later: LaterSubjects) -> Act | None:
    """The act of a reduction of games. Reductions are taken back one by one, the latest first."""
    if event.kind == "tournament.reduction_taken_back":
        later.add(("reduction", _number(event.data, "takes_back")))
        return None
    taken_back, newer = ("reduction", event.number) in later, ("reduction", None) in later
    if taken_back or newer or "before" not in event.data:
        return None
    later.add(("reduction", None))
    return Act(event, "restore_games", event.number)


def _of_a_ruling(event: EventView) -> Act | None:
    """The act of an official's decision on a hand or a game."""
    data = event.data
    question, kind = _number(data, "question"), data.get("ruling")
    outcome = data.get("outcome") or {}
    if outcome.get("word"):
        return Act(event, "take_back_ruling", question)
    took_a_game = kind == "repetition" and outcome.get("takes", "nothing") != "nothing"
    if event.kind == "game.decided" or took_a_game:
        return Act(event, "take_back", _number(data["match"], "id"), game=_number(data, "game"))
    settled = "superseded" in outcome
    counted = kind == "repetition" and data.get("decision") == "confirmed"
    if question is None or settled or counted or data.get("number") is None:
        return None
    return Act(event, "take_back_ruling", question)


def _matches(tournament_id: int) -> dict[int, OfMatch]:
    """Match → how it stands."""
    rows = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    with_games = rows.annotate(has_games=Exists(Game.objects.filter(match=OuterRef("pk"))))
    return {
        pk: OfMatch(status, ended_by, table is not None, has_games)
        for pk, status, ended_by, table, has_games in with_games.values_list(
            "pk", "status", "ended_by", "table", "has_games"
        )
    }


def _cascades(tournament_id: int) -> dict[int, int]:
    """Event → its cascade that can still be taken back."""
    live = Cascade.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    numbered = live.filter(event_number__isnull=False)
    return {int(number or 0): pk for number, pk in numbered.values_list("event_number", "pk")}


def _subject(event: EventView) -> tuple[str, int | None] | None:
    data = event.data
    if isinstance(data.get("match"), Mapping):
        return "match", _number(data["match"], "id")
    if isinstance(data.get("pair"), Mapping):
        return "pair", _number(data["pair"], "number")
    if event.kind.startswith("pause."):
        return "pause", _number(data, "pause")
    return None


def _act(event: EventView, standing: Standing) -> Act | None:
    if event.kind in ("pair.took_place", "pair.entered"):  # after the draw
        return Act(event, "withdraw_pair", _number(event.data["pair"], "number"))
    subject = _subject(event)
    if subject is None or subject[1] is None:
        return None
    what, number = subject
    if what == "pause":
        way = _OF_A_PAUSE.get(event.kind, "")
    elif what == "pair":
        way = _OF_A_PAIR.get(event.kind, "")
    else:
        match = standing.get(number or 0, OfMatch())
        if event.kind == "match.replaced":
            return _of_a_replacement(event, match.status)
        if event.kind == "match.postponed":
            stands = event.data.get("until") and match.status != "finished"
            return Act(event, "keep_day", number) if stands else None
        if event.kind == "appointment.changed":
            stands = event.data.get("meets_at") and match.status != "finished"
            return Act(event, "appoint", number) if stands else None
        way = _of_a_match(event.kind, match)
        by_games = way == "reopen_match" and match.ended_by == "games"
        return Act(event, way, number, can_swap=by_games and not match.has_games) if way else None
    return Act(event, way, number) if way else None


_OF_A_PAUSE = {"pause.announced": "call_off_pause", "pause.changed": "change_pause"}
_OF_A_PAIR = {
    "pair.withdrawn": "return_pair",
    "pair.disqualified": "return_pair",
    "pair.reinstated": "withdraw_pair",
    "pair.substituted": "substitute_player",
}


def _of_a_replacement(event: EventView, status: str) -> Act | None:
    """A replaced result is taken back by putting the former one in its place again; None where that
    was no result by games. (Reopening the match would lose both.)"""
    was = event.data.get("was") or {}
    if status != "finished" or was.get("ended_by") != "games":
        return None
    match = _number(event.data["match"], "id")
    return Act(event, "replace_result", match, was=tuple(was["games"]))


def _of_a_match(kind: str, match: OfMatch) -> str:
    if kind == "match.started" and match.status == "playing":
        return "undo_start"
    if kind == "match.finished" and match.status == "finished":
        return "" if match.ended_by == "bye" else "reopen_match"
    if kind == "hand.corrected":
        return "take_back_correction"
    if kind == "match.table_assigned" and match.status == "ready" and match.has_table:
        return "assign_table"
    return ""


def _number(ref: Mapping[str, Any], name: str) -> int | None:
    value = ref.get(name)
    return value if type(value) is int else None
