"""Games decided by an official, and such decisions taken back."""

from dataclasses import replace
from functools import partial
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game
from scoring.course.queries.consequences import (
    Held,
    Recount,
    consequences,
    must_be_decidable,
    with_decision,
)
from scoring.course.queries.stored import StoredMatch, stored_match, with_voided
from scoring.course.services.refolding import carry_out
from scoring.course.services.versions import Writing, decide, new_ruling, writing_of
from scoring.rulings.models import Ruling
from scoring.rulings.queries.deciding import (
    decision_on,
    game_of,
    held_as_before,
    moments_of,
    must_change,
    what_it_replaces,
    with_fallen,
)
from scoring.rulings.services import cascades
from tournament.acts import Act
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.services import lock_match
from tournament.matches.models import Match
from tournament.matches.queries import guards


@transaction.atomic
def forfeit(
    *,
    match_id: int,
    loser: str,
    game: int | None = None,
    clause: str = "G1",
    **act: Unpack[Act],
) -> Game:
    """Makes a pair lose a game: for a repeated false claim (G1), or for being late (T7).

    `game`: its number; None means the game in progress, or the next one. `expected_version`: the
    match's version that the official has seen. Raises NotFound (no_such_game), NotAllowed, Conflict
    (changed_meanwhile), Refusal (reason_required, bad_side, clause_unknown, game_over, and what a
    correction can meet).
    """
    if clause not in ("G1", "T7", "D7"):
        raise Refusal.one("clause", "clause_unknown", _("Choose G1, T7 or D7."))
    side = _side(loser, "loser")
    return _decide(match_id, game, side.other, Game.EndedBy.FORFEIT.value, clause, act)


@transaction.atomic
def rule(*, match_id: int, game: int, winner: str, **act: Unpack[Act]) -> Game:
    """Gives a game to a pair by an official's decision, whatever its hands say (D7).

    Raises NotFound (no_such_game), NotAllowed, Conflict (changed_meanwhile), Refusal
    (reason_required, bad_side…).
    """
    side = _side(winner, "winner")
    return _decide(match_id, game, side, Game.EndedBy.RULING.value, "D7", act)


@transaction.atomic
def take_back(*, match_id: int, game: int, **act: Unpack[Act]) -> Game:
    """Takes an official's decision on a game back: the decision before it stands again (D7), or
    else the game's hands count. Later games that it had cut off count again, unless a hand has been
    entered or changed since. Where later matches fell with the decision, the whole of that is taken
    back, unless the match has changed since.

    Raises NotFound (no_such_game), NotAllowed, Conflict (changed_meanwhile), Refusal
    (reason_required, not_decided…).
    """
    stored, place, writing = _locked(match_id, game, act)
    must_change(stored, place, None, "")
    event = _event_of(stored.match, place)
    cascade = cascades.cascade_begun_by(tournament_id=stored.match.tournament_id, event=event)
    if cascades.take_back_unless_changed(cascade_id=cascade, writing=writing):
        return Game.objects.get(match=stored.match, number=place)
    decision = decision_on(stored.games[place - 1].game)
    if decision is not None:
        stored = with_voided(stored, at=moments_of(decision))
    taken = (decision.outcome if decision is not None else None) or {}
    outcome = taken.get("before") or {"game_winner": None, "ended_by": "", "clause": "D7"}
    games, decided_by = with_fallen(stored, place, taken)
    winner = outcome["game_winner"]
    games[place - 1] = replace(games[place - 1], decided=Side(winner) if winner else None)
    decided_by[place] = outcome["ended_by"]
    plan = consequences(stored=stored, games=games, target=None)
    stays = held_as_before(match=stored.match, before=event) if event is not None else ""
    return _carry_out(stored, place, plan, outcome, writing, decided_by, back=True, stays=stays)


def _event_of(match: Match, place: int) -> int | None:
    """The number of the event of the last decision on this game."""
    of_match = Event.standing.filter(
        tournament_id=match.tournament_id, kind="game.decided", sealed__match__id=match.pk
    )
    numbers = of_match.filter(sealed__game=place).order_by("-number")
    return numbers.values_list("number", flat=True).first()


def _locked(match_id: int, number: int | None, act: Act) -> tuple[StoredMatch, int, Writing]:
    _tournament, match = lock_match(match_id=match_id, official=act["actor"])
    guards.same_version(match=match, expected=act.get("expected_version"))
    writing = writing_of(**act)
    must_be_decidable(match)
    stored = stored_match(match=match)
    return stored, game_of(stored, number), writing


def _decide(
    match_id: int, number: int | None, winner: Side, ended_by: str, clause: str, act: Act
) -> Game:
    stored, place, writing = _locked(match_id, number, act)
    must_change(stored, place, winner, ended_by)
    games = with_decision(stored, game=place, winner=winner)
    plan = consequences(stored=stored, games=games, target=None)
    outcome = {
        "game_winner": str(winner),
        "ended_by": ended_by,
        "clause": clause,
        **what_it_replaces(stored, place, plan.course.games),
    }
    return _carry_out(stored, place, plan, outcome, writing, {place: ended_by}, back=False)


def _carry_out(
    stored: StoredMatch,
    place: int,
    plan: Recount,
    outcome: dict[str, Any],
    writing: Writing,
    decided_by: dict[int, str],
    *,
    back: bool,
    stays: Held = "",
) -> Game:
    match = stored.match
    plain = {name: outcome[name] for name in ("game_winner", "ended_by", "clause")}
    carry_out(
        stored=stored,
        plan=plan,
        writing=writing,
        kind="game.decision_taken_back" if back else "game.decided",
        # The outcome is repeated under its own key: where the match's result changes, `ended_by` is
        # the match's.
        data={"game": place, **plain, "outcome": outcome},
        decided_by=decided_by,
        keep=partial(_keep, match, place, outcome, writing),
        stays=stays,
    )
    return Game.objects.get(match=match, number=place)


def _keep(match: Match, place: int, outcome: dict[str, Any], writing: Writing) -> None:
    """Stores the decision as a ruling, beside the rulings on hands."""
    game = Game.objects.get(match=match, number=place)
    ruling = new_ruling(match, Ruling.Kind.OVERRULE, writing, game=game)
    decide(ruling, Ruling.Status.REPLACED, outcome, writing)


def _side(value: object, field: str) -> Side:
    if value in ("A", "B"):
        return Side(str(value))
    raise Refusal.one(field, "bad_side", _("Say which pair: A or B."))
