"""Games decided by an official, and such decisions taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game
from scoring.course.queries.changes import with_decision
from scoring.course.queries.consequences import consequences
from scoring.course.queries.correctable import must_be_decidable
from scoring.course.queries.stored import StoredMatch, stored_match
from scoring.course.services.refolding import carry_out
from scoring.course.services.versions import Writing
from scoring.rulings.models import Ruling
from scoring.rulings.services.decisions import decide
from tournament.errors import NotFound, Refusal
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match


@transaction.atomic
def forfeit(
    *,
    match_id: int,
    loser: str,
    actor: Actor,
    reason: str,
    game: int | None = None,
    clause: str = "G1",
    sets_aside: Sequence[int] = (),
) -> Game:
    """Makes a pair lose a game: for a repeated false claim (G1), or for being late (T7).

    `game`: its number; None means the game in progress, or the next one. Raises NotFound
    (no_such_game), NotAllowed, Refusal (reason_required, bad_side, clause_unknown, and what a
    correction can meet).
    """
    if clause not in ("G1", "T7", "D7"):
        raise Refusal.one("clause", "clause_unknown", _("Choose G1, T7 or D7."))
    side = _side(loser, "loser")
    writing = Writing(actor, timezone.now(), reason, sets_aside=tuple(sets_aside))
    return _decide(match_id, game, side.other, writing, Game.EndedBy.FORFEIT.value, clause)


@transaction.atomic
def rule(
    *,
    match_id: int,
    game: int,
    winner: str,
    actor: Actor,
    reason: str,
    sets_aside: Sequence[int] = (),
) -> Game:
    """Gives a game to a pair by an official's decision, whatever its hands say (D7).

    Raises NotFound (no_such_game), NotAllowed, Refusal (reason_required, bad_side…).
    """
    side = _side(winner, "winner")
    writing = Writing(actor, timezone.now(), reason, sets_aside=tuple(sets_aside))
    return _decide(match_id, game, side, writing, Game.EndedBy.RULING.value, "D7")


@transaction.atomic
def take_back(
    *, match_id: int, game: int, actor: Actor, reason: str, sets_aside: Sequence[int] = ()
) -> Game:
    """Takes an official's decision on a game back: its hands count again.

    Raises NotFound (no_such_game), NotAllowed, Refusal (reason_required, not_decided…).
    """
    writing = Writing(actor, timezone.now(), reason, sets_aside=tuple(sets_aside))
    return _decide(match_id, game, None, writing, "", "D7")


def _decide(
    match_id: int,
    number: int | None,
    winner: Side | None,
    writing: Writing,
    ended_by: str,
    clause: str,
) -> Game:
    tournament, match = lock_match(match_id=match_id)
    rights.official(tournament=tournament, actor=writing.actor)
    writing = replace(writing, reason=checks.given_reason(writing.reason))
    must_be_decidable(match)
    stored = stored_match(match=match)
    place = _place(stored, number)
    _must_change(stored, place, winner, ended_by)
    outcome = {"game_winner": winner and str(winner), "ended_by": ended_by, "clause": clause}
    found = consequences(
        stored=stored, games=with_decision(stored, game=place, winner=winner), target=None
    )
    carry_out(
        tournament=tournament,
        stored=stored,
        found=found,
        writing=writing,
        kind="game.decided" if winner else "game.decision_taken_back",
        # The outcome is repeated under its own key: where the match's result changes, `ended_by` is
        # the match's.
        data={"game": place, **outcome, "outcome": outcome},
        decided_by={place: ended_by},
        keep=partial(_keep, match, place, outcome, writing),
    )
    return Game.objects.get(match=match, number=place)


def _keep(match: Match, place: int, outcome: dict[str, Any], writing: Writing) -> None:
    """Stores the decision as a ruling, beside the rulings on hands."""
    game = Game.objects.get(match=match, number=place)
    ruling = Ruling.objects.create(
        match=match,
        game=game,
        kind=Ruling.Kind.OVERRULE,
        raised_by=writing.actor.label[:120],
        raised_at=writing.at,
    )
    decide(ruling, Ruling.Status.REPLACED, outcome, writing)


def _place(stored: StoredMatch, number: int | None) -> int:
    last = len(stored.games)
    if number is None:
        unwon = [row.game.number for row in stored.games if not row.game.winner]
        return unwon[0] if unwon else last + 1
    if type(number) is int and 1 <= number <= last + 1:
        return number
    raise NotFound.one(
        "game", "no_such_game", _("There is no such game. Choose one that was begun, or the next.")
    )


def _must_change(stored: StoredMatch, place: int, winner: Side | None, ended_by: str) -> None:
    game = stored.games[place - 1].game if place <= len(stored.games) else None
    decided = game is not None and game.is_decided_by_an_official
    if winner is None and not decided:
        raise Refusal.one(
            "game", "not_decided", _("No official has decided this game. Correct a hand instead.")
        )
    if game is not None and decided and (game.winner, game.ended_by) == (winner, ended_by):
        raise Refusal.one("game", "nothing_changed", _("This game has been decided so already."))
    won = [row.game.winner for row in stored.games]
    if game is None and max(won.count("A"), won.count("B")) >= stored.match.wins_needed:
        raise Refusal.one(
            "game", "match_won", _("This match has ended. There is no game after its last.")
        )


def _side(value: object, field: str) -> Side:
    if value in ("A", "B"):
        return Side(str(value))
    raise Refusal.one(field, "bad_side", _("Say which pair: A or B."))
