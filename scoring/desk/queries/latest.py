"""The last acts at the desk, and how each is taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from scoring.course.models import Game
from scoring.undoing.queries import undoable_acts
from tournament.log.queries.log import EventView, event_page
from tournament.log.rules.kinds import SUMS, step_of
from tournament.matches.models import Cascade, Match

SCAN_LIMIT = 60
SHOWN = 6

DECIDES = frozenset({"rule", "decide_game"})
"""What an event does that tells of a decision on a hand or a game."""


class OfMatch(NamedTuple):
    """How a match stands. `has_games`: games are recorded, by hands or an official's word."""

    status: str = ""
    ended_by: str = ""
    has_games: bool = False

    @property
    def is_by_numbers(self) -> bool:
        """Whether it ended by two numbers without hands, which may be the wrong way round."""
        return self.status == "finished" and self.ended_by == "games" and not self.has_games


MatchesNow = Mapping[int, OfMatch]
"""Match → how it stands."""


@dataclass(frozen=True, slots=True)
class Act:
    """An act that can be taken back. `way`: the kind of page that does it; `at`: the number of the
    match, ruling, cascade or event concerned; `many`: how many matches are taken back together;
    `game`: the number of the game that was decided; `swaps`: the match whose two numbers may have
    been entered the wrong way round. `is_last`: nothing has happened since, so that its undo
    changes nothing but what it did itself."""

    event: EventView
    way: str
    at: int | None
    many: int = 1
    game: int | None = None
    swaps: int | None = None
    is_last: bool = False

    @property
    def page(self) -> str:
        """The name of the page that takes the act back."""
        return f"organizer:{self.way}"


def latest(*, tournament_id: int) -> tuple[Act, ...]:
    """The last acts that can still be taken back, the newest first. Two queries, three where
    something was ruled or reached later matches.

    What hands are part of, or a tablet did, is not remembered: of these acts, only the newest on
    each match is offered.
    """
    page = event_page(tournament_id=tournament_id, size=SCAN_LIMIT)
    standing = _matches(tournament_id)
    may_reach = any(
        step_of(event.kind) in DECIDES or "set_aside" in event.data for event in page.events
    )
    reached = _cascades(tournament_id) if may_reach else {}
    acts: list[Act] = []
    later: set[int | None] = set()  # matches that newer acts concerned
    oldest = page.events[-1].number if page.events else 0
    undoable = undoable_acts(tournament_id=tournament_id, since=oldest)
    for event in page.events:
        is_draw = step_of(event.kind) == "draw"
        act: Act | None = None
        if (own := undoable.get(event.number)) is not None:
            # An undo is offered to be undone only until something else is done.
            is_offered = step_of(event.kind) != "undo" or not acts
            if own.undone_by is None and event.number == own.shown and is_offered:
                alike = [one for one in page.events if one.kind == event.kind
                         and own.first <= one.number <= own.last]  # fmt: skip
                swaps = _swaps(event, standing)
                is_last = own.last == page.events[0].number
                act = Act(event, "undo_act", own.last, len(alike), swaps=swaps, is_last=is_last)
        elif not is_draw and event.kind not in SUMS:
            act = _unremembered(event, standing, later, reached)
        if act is not None:
            acts.append(act)
        if is_draw:  # what was done before it can be undone once it is
            break
    return tuple(acts[:SHOWN])


def _swaps(event: EventView, standing: MatchesNow) -> int | None:
    """The match whose two numbers may have been entered the wrong way round."""
    match = _match_of(event) if step_of(event.kind) == "finish" else None
    return match if match is not None and standing.get(match, OfMatch()).is_by_numbers else None


def _unremembered(
    event: EventView, standing: MatchesNow, later: set[int | None], reached: Mapping[int, int]
) -> Act | None:
    """An act that nothing is remembered of, with the page that takes it back; None when a newer one
    concerned its match. One that reached later matches is taken back together with what it did to
    them."""
    match = _match_of(event)
    if match is None or match in later:
        return None
    later.add(match)
    if event.number in reached:
        return Act(event, "undo_cascade", reached[event.number])
    step = step_of(event.kind)
    if step in DECIDES:
        return _of_a_ruling(event, match)
    stands = standing.get(match, OfMatch())
    if step == "start" and stands.status == "playing":
        return Act(event, "undo_start", match)
    if step == "finish" and stands.status == "finished" and stands.ended_by != "bye":
        return Act(event, "reopen_match", match, swaps=_swaps(event, standing))
    if step == "correct":
        return Act(event, "take_back_correction", match)
    return None


def _of_a_ruling(event: EventView, match: int) -> Act | None:
    """The act of an official's decision on a hand or a game."""
    data = event.data
    question, kind = _number(data, "question"), data.get("ruling")
    outcome = data.get("outcome") or {}
    if outcome.get("word"):
        return Act(event, "take_back_ruling", question)
    took_a_game = kind == "repetition" and outcome.get("takes", "nothing") != "nothing"
    if step_of(event.kind) == "decide_game" or took_a_game:
        return Act(event, "take_back", match, game=_number(data, "game"))
    settled = "superseded" in outcome
    counted = kind == "repetition" and data.get("decision") == "confirmed"
    if question is None or settled or counted or data.get("number") is None:
        return None
    return Act(event, "take_back_ruling", question)


def _matches(tournament_id: int) -> dict[int, OfMatch]:
    """Match → how it stands."""
    rows = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    with_games = rows.annotate(has_games=Exists(Game.objects.filter(match=OuterRef("pk"))))
    states = with_games.values_list("pk", "status", "ended_by", "has_games")
    return {pk: OfMatch(status, ended_by, has) for pk, status, ended_by, has in states}


def _cascades(tournament_id: int) -> dict[int, int]:
    """Event → its cascade that can still be taken back."""
    live = Cascade.objects.filter(tournament_id=tournament_id, undone_at__isnull=True)
    numbered = live.filter(event_number__isnull=False)
    return {int(number or 0): pk for number, pk in numbered.values_list("event_number", "pk")}


def _match_of(event: EventView) -> int | None:
    match = event.data.get("match")
    return _number(match, "id") if isinstance(match, Mapping) else None


def _number(ref: Mapping[str, Any], name: str) -> int | None:
    value = ref.get(name)
    return value if type(value) is int else None
