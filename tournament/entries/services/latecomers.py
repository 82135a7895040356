"""A pair that comes after the draw: it takes a bye's place, or that of a pair that withdrew."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from tournament import wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import against_entered, checked, must_be_in_no_other
from tournament.entries.services.departures import MOVED_TOPICS, was_drawn
from tournament.entries.services.pairs import store
from tournament.errors import Refusal
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services import events, records
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match
from tournament.matches.queries.openings import Opening, openings
from tournament.matches.services import bracket
from tournament.matches.services.cascades import Change
from tournament.missing import no_such_pair


@transaction.atomic
def take_place(
    *,
    match_id: int,
    side: str,
    actor: Actor,
    reason: str,
    pair_number: int | None = None,
    allow_duplicate: bool = False,
    **fields: str,
) -> Match:
    """Puts a late pair into a free place of round 1; returns its match.

    The pair is new, given by its `fields`, or, given by `pair_number`, was entered and not drawn. A
    place is not free when taking it would undo a match that has begun or been decided. Raises
    NotFound, NotAllowed, Refusal (not_drawn, place_taken, reason_required, duplicate_pair and
    player_twice unless `allow_duplicate`, was_drawn, and the fields' faults).
    """
    tournament, match = lock_match(match_id=match_id)
    rights.official(tournament=tournament, actor=actor)
    opening = _opening(tournament, match, side)
    why = checks.given_reason(reason)
    pair = (
        _waiting(tournament, pair_number, allow_duplicate)
        if pair_number is not None
        else _new(tournament, fields, allow_duplicate)
    )
    left = match.pair_a if opening.side is Side.A else match.pair_b
    bracket.write(
        match,
        status="ready",
        winner="",
        ended_by="",
        finished_at=None,
        **{"pair_a" if opening.side is Side.A else "pair_b": pair},
    )
    followed = bracket.update(
        tournament=tournament, change=Change("pair.took_place", actor, why, match=match)
    )
    match.refresh_from_db(fields=["status", "winner", "ended_by", "version"])
    events.append(
        tournament=tournament,
        kind="pair.took_place",
        actor=actor,
        data={
            **records.match_state(match),
            "pair": records.pair_record(pair),
            "instead_of": records.pair_ref(left),
            "reason": why,
            **followed.to_json(),
        },
        topics=(*records.topics(match), *MOVED_TOPICS),
    )
    return match


def _opening(tournament: Tournament, match: Match, side: str) -> Opening:
    if tournament.status == Tournament.Status.ENTRY:
        raise Refusal.one(
            "match", "not_drawn", _("No draw has been made yet. Enter the pair as usual.")
        )
    for opening in openings(tournament_id=tournament.pk):
        if opening.match.id == match.pk and opening.side.value == side:
            return opening
    raise Refusal.one(
        "place",
        "place_taken",
        _("This place is not free, or what follows from it has begun. Choose another."),
    )


def _waiting(tournament: Tournament, number: int, allow_duplicate: bool) -> Pair:
    """A pair of the list that was left out of the draw, set to entered again."""
    pair = Pair.objects.filter(tournament=tournament, number=number).first()
    if pair is None:
        raise no_such_pair()
    if was_drawn(pair) or pair.status == Pair.Status.DISQUALIFIED:
        raise Refusal.one(
            "pair", "was_drawn", _("This pair has a place in the draw. Bring it back on its page.")
        )
    if not allow_duplicate and not pair.is_in:
        must_be_in_no_other(pair)
    pair.status = Pair.Status.ENTERED
    pair.save(update_fields=["status"])
    return pair


def _new(tournament: Tournament, fields: dict[str, str], allow_duplicate: bool) -> Pair:
    entry = checked(fields)
    if not allow_duplicate:
        wording.refuse(against_entered(tournament_id=tournament.pk, found=[entry]))
    (pair,) = store(tournament, [entry])
    return pair
