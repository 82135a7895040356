"""The organisation's word (D7): what it confirms, replaces or dismisses, always with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Ruling
from scoring.queries.stored import find_hand, stored_match
from scoring.rules.course import Ruled
from scoring.services.answers import current_state
from scoring.services.decisions import (
    decide,
    follow,
    log_ruling,
    lose_game,
    open_ruling,
    read_outcome,
    rule_hand,
    two,
)
from scoring.services.versions import Writing
from tournament.errors import Conflict, Refusal
from tournament.rules.actors import Actor
from tournament.services import checks
from tournament.services.locking import lock_match

Kind, Status = Ruling.Kind, Ruling.Status


@transaction.atomic
def confirm(*, ruling_id: int, actor: Actor, reason: str = "") -> Ruling:
    """Lets what the program proposes stand.

    A repeated false claim confirmed loses the game (G1); the third one is passed on to the
    Disciplinary Tribunal. A match that waited for this closes.

    Raises NotFound, NotAllowed, Conflict (already_decided), Refusal (not_for_confirming…).
    """
    tournament, match, ruling = open_ruling(ruling_id, actor)
    _must_be_kind(ruling, Kind.NEEDS_RULING, Kind.REPETITION)
    why = checks.given_reason(reason, required=False)
    loses_game = ruling.kind == Kind.REPETITION and not ruling.proposed["tribunal"]
    decide(ruling, Status.CONFIRMED, ruling.proposed, Writing(actor, timezone.now(), why))
    if loses_game:
        lose_game(tournament, match, ruling, actor, why)
    else:
        log_ruling(tournament, match, ruling, actor)
        follow(match, actor)
    return ruling


@transaction.atomic
def replace(
    *,
    ruling_id: int,
    actor: Actor,
    reason: str,
    stones: Sequence[int] | None = None,
    game_winner: str | None = None,
) -> Ruling:
    """Puts the official's stones (of A and B), or the winner of the game, in place of what the
    program proposes for a hand; every hand after it is settled again.

    Raises NotFound, NotAllowed, Conflict (already_decided), Refusal (reason_required,
    bad_outcome, and what a correction can meet).
    """
    tournament, match, ruling = open_ruling(ruling_id, actor)
    _must_be_kind(ruling, Kind.NEEDS_RULING, Kind.CLAIM)
    why = checks.given_reason(reason)
    outcome = read_outcome(stones, game_winner)
    rule_hand(tournament, match, ruling, outcome, Status.REPLACED, actor, why)
    return ruling


@transaction.atomic
def decide_claim(
    *, ruling_id: int, actor: Actor, stands: Literal["engine", "claim"], reason: str
) -> Ruling:
    """Decides a claim that differs (S8): the stones of the rules stand, or those of the table.

    Raises NotFound, NotAllowed, Conflict (already_decided), Refusal (reason_required…).
    """
    tournament, match, ruling = open_ruling(ruling_id, actor)
    _must_be_kind(ruling, Kind.CLAIM)
    why = checks.given_reason(reason)
    if stands == "claim":
        outcome = Ruled(two(ruling.proposed["claim"]))
        rule_hand(tournament, match, ruling, outcome, Status.REPLACED, actor, why)
    elif stands == "engine":
        outcome_json = {"stones": ruling.proposed["stones"]}
        decide(ruling, Status.CONFIRMED, outcome_json, Writing(actor, timezone.now(), why))
        log_ruling(tournament, match, ruling, actor)
    else:
        raise Refusal.one(
            "stands", "bad_choice", _("Say which stands: “engine” (the rules) or “claim”.")
        )
    return ruling


@transaction.atomic
def dismiss(*, ruling_id: int, actor: Actor, reason: str) -> Ruling:
    """Nothing follows from this question: a repetition that does not count, a claim withdrawn.

    Raises NotFound, NotAllowed, Conflict (already_decided), Refusal (reason_required,
    not_for_dismissing: what needs a ruling is confirmed or replaced).
    """
    tournament, match, ruling = open_ruling(ruling_id, actor)
    _must_be_kind(ruling, Kind.REPETITION, Kind.CLAIM, Kind.CALL, Kind.ATTENTION)
    why = checks.given_reason(reason)
    decide(ruling, Status.DISMISSED, {}, Writing(actor, timezone.now(), why))
    log_ruling(tournament, match, ruling, actor)
    follow(match, actor)
    return ruling


@transaction.atomic
def overrule(
    *,
    match_id: int,
    game: int,
    number: int,
    actor: Actor,
    reason: str,
    stones: Sequence[int] | None = None,
    game_winner: str | None = None,
    expected_version: int | None = None,
) -> Ruling:
    """Rules any hand: the organisation's word is law, never silently (D7).

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (reason_required,
    bad_outcome, and what a correction can meet).
    """
    tournament, match = lock_match(match_id=match_id)
    checks.official(tournament=tournament, actor=actor)
    why = checks.given_reason(reason)
    outcome = read_outcome(stones, game_winner)
    hand = find_hand(stored=stored_match(match=match), game=game, number=number)
    if expected_version is not None and hand.version != expected_version:
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _("Somebody else has changed this hand. Look at it as it is now, then decide again."),
            current=current_state(match),
        )
    ruling = Ruling.objects.create(
        match=match,
        game_id=hand.game_id,
        hand=hand,
        kind=Kind.OVERRULE,
        proposed={"stones": list(hand.stones), "game_winner": hand.game_winner or None},
        raised_by=actor.label[:120],
        raised_at=timezone.now(),
    )
    rule_hand(tournament, match, ruling, outcome, Status.REPLACED, actor, why)
    return ruling


def _must_be_kind(ruling: Ruling, *kinds: str) -> None:
    if ruling.kind not in kinds:
        raise Refusal.one(
            "ruling",
            "other_kind",
            _("This cannot be decided so. Choose one of the decisions offered for it."),
        )
