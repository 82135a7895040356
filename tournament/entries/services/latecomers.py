"""Pairs that come after the draw: they take a bye's place, or that of a pair that withdrew, or
join another way."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mus.sides import BySide, Side
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import must_be_in_no_other
from tournament.entries.services.departures import was_drawn
from tournament.entries.services.pairs import new_pair
from tournament.errors import Refusal, no_such_pair
from tournament.formats import preliminaries
from tournament.formats.bouts import Bout
from tournament.formats.registry import format_of
from tournament.formats.setting import TO_HEIR
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries.matches import championship_matches
from tournament.matches.queries.openings import (
    Opening,
    by_lot,
    matches_in_group,
    next_preliminary,
    openings,
    other_ways,
    seat_after_round_1,
    to_take_over,
)
from tournament.matches.services import bracket
from tournament.matches.services.bracket import BracketChange


@transaction.atomic
def take_place(
    *,
    match_id: int,
    side: str,
    actor: Actor,
    reason: str,
    pair_number: int | None = None,
    allow_duplicate: bool = False,
    inherits: bool = False,
    **fields: str,
) -> Match:
    """Puts a late pair into a free place of round 1; returns its match.

    The pair is new, given by its `fields`, or, given by `pair_number`, was entered and not drawn. A
    place is not free when taking it would undo a match that has begun or been decided. `inherits`:
    in a league the results of the pair that left its place count for the new one (T10). Raises
    NotFound, NotAllowed, Refusal (not_drawn, place_taken, reason_required, nothing_to_inherit,
    duplicate_pair and player_twice unless `allow_duplicate`, was_drawn, and the fields' faults).
    """
    tournament, match = lock_match(match_id=match_id, official=actor)
    opening = _opening(tournament, match, side)
    why = rights.given_reason(reason)
    pair = _late(tournament, pair_number, fields, allow_duplicate)
    inherited = _inherited(tournament, opening, pair) if inherits else {}
    return _take(tournament, match, opening, pair, why, actor, **inherited)


def _inherited(tournament: Tournament, opening: Opening, pair: Pair) -> dict[str, object]:
    """Stores that the results of the pair that left count for this one; returns it for the
    event."""
    if opening.instead_of is None or "leaving" not in format_of(tournament).options:
        raise Refusal.one(
            "inherits",
            "nothing_to_inherit",
            _("Only in a league, and in place of a pair that left it, are results taken over."),
        )
    left = str(opening.instead_of.number)
    after = {**tournament.results_of_gone, left: f"{TO_HEIR}{pair.number}"}
    tournament.results_of_gone = dict(sorted(after.items()))
    tournament.save(update_fields=["results_of_gone"])
    return {"results_of_gone": tournament.results_of_gone}


@transaction.atomic
def take_place_by_lot(
    *,
    tournament_id: int,
    actor: Actor,
    reason: str,
    pair_number: int | None = None,
    allow_duplicate: bool = False,
    inherits: bool = False,
    **fields: str,
) -> Match:
    """Puts a late pair, given as in `take_place`, into the free place of round 1 that the lot of
    the draw names; returns its match. The event names the places of which the lot was one.

    Raises NotFound, NotAllowed, Refusal (not_drawn, no_place_free, reason_required,
    nothing_to_inherit, duplicate_pair and player_twice unless `allow_duplicate`, was_drawn, and the
    fields' faults).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    must_be_drawn(tournament)
    free = openings(tournament_id=tournament.pk)
    if not free:
        raise Refusal.one(
            "place",
            "no_place_free",
            _("No place of round 1 is free. Choose another way in (pairs/join/ in the API)."),
        )
    why = rights.given_reason(reason)
    opening = by_lot(free, tournament.draw_seed or "")
    match = championship_matches(tournament_id=tournament.pk).get(pk=opening.match.id)
    pair = _late(tournament, pair_number, fields, allow_duplicate)
    places = [[place.match.slot, place.side.value] for place in free]
    inherited = _inherited(tournament, opening, pair) if inherits else {}
    return _take(tournament, match, opening, pair, why, actor, by_lot=places, **inherited)


def _take(
    tournament: Tournament,
    match: Match,
    opening: Opening,
    pair: Pair,
    why: str,
    actor: Actor,
    **data: object,
) -> Match:
    """Puts the pair into the free place, with all that follows and the event."""
    left = match.pair_a if opening.side is Side.A else match.pair_b
    own = [(match, opening.side)]
    if opening.matches > 1 and left is not None:  # where the draw lays out everything
        matches = list(championship_matches(tournament_id=tournament.pk))
        own += [one for one in to_take_over(left, matches) if one[0] != match]
    for row, its_side in own:
        bracket.write(
            row,
            status="ready" if row is match else "waiting",
            winner="",
            ended_by="",
            finished_at=None,
            **{"pair_a" if its_side is Side.A else "pair_b": pair},
        )
    followed = bracket.update(
        tournament=tournament, change=BracketChange("pair.took_place", actor, why, match=match)
    )
    for row, _side in own:
        row.refresh_from_db(fields=["status", "winner", "ended_by", "pair_a", "pair_b", "version"])
    consequences = followed.to_json()
    consequences["followed"] += [events.match_state(row) for row, _side in own[1:]]
    events.append(
        tournament,
        actor,
        "pair.took_place",
        {
            **events.match_state(match),
            "pair": events.pair_record(pair),
            "instead_of": events.pair_ref(left),
            "reason": why,
            **data,
            **consequences,
        },
    )
    return match


@transaction.atomic
def join_late(
    *,
    tournament_id: int,
    into: str,
    actor: Actor,
    reason: str,
    pair_number: int | None = None,
    allow_duplicate: bool = False,
    **fields: str,
) -> Pair:
    """Lets a pair in after the draw without a place of round 1; returns it. `into`: as in
    `openings.OtherWay`. The pair is given as in `take_place`.

    Raises NotFound, NotAllowed, Refusal (not_offered, reason_required, duplicate_pair
    and player_twice unless `allow_duplicate`, was_drawn, and the fields' faults).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if into not in [way.into for way in other_ways(tournament=tournament)]:
        raise Refusal.one(
            "into", "not_offered", _("A late pair cannot join this way now. Choose another way.")
        )
    why = rights.given_reason(reason)
    pair = _late(tournament, pair_number, fields, allow_duplicate)
    data: dict[str, Any] = {"pair": events.pair_record(pair), "reason": why, "into": into}
    kind = "pair.reinstated" if pair_number is not None else "pair.entered"
    if into in TO_PLAY:
        kind, own = "pair.took_place", TO_PLAY[into](tournament, pair)
        for match in own:
            match.save(force_insert=True)
        followed = bracket.update(tournament=tournament)
        for match in own:
            match.refresh_from_db(fields=["status", "winner", "ended_by", "version"])
        states = [{**events.match_state(one), "best_of": one.best_of} for one in own]
        data |= {**states[0], "instead_of": None, **followed.to_json()}
        if into == "group":
            data["matches"] = states
    events.append(tournament, actor, kind, data)
    return pair


def _missed(tournament: Tournament, pair: Pair) -> list[Match]:
    """Round 1 of a pair that joins in round 2: a match against nobody that it did not win."""
    place = seat_after_round_1(tournament=tournament)
    assert place is not None, "it was offered"
    bout = Bout(place, BySide(pair.pk, None), "finished", None, "ruling")
    return [bracket.row_of(tournament, bout, {pair.pk: pair})]


def _in_group(tournament: Tournament, pair: Pair) -> list[Match]:
    """The matches of a late pair in the group that becomes larger by it."""
    bouts = matches_in_group(tournament=tournament, late=pair.pk)
    pairs = Pair.objects.in_bulk([pk for bout in bouts for pk in bout.pairs])
    return [bracket.row_of(tournament, bout, pairs) for bout in bouts]


def _preliminary(tournament: Tournament, pair: Pair) -> list[Match]:
    """The match of a late pair against a drawn one, for the place of the drawn one in round 1."""
    offer = next_preliminary(tournament=tournament)
    assert offer is not None, "it was offered"
    meets, _match, drawn = offer
    bout = preliminaries.bout_of(meets, pair.pk)
    return [bracket.row_of(tournament, bout, {drawn.pk: drawn, pair.pk: pair})]


TO_PLAY = {"next_round": _missed, "preliminary": _preliminary, "group": _in_group}
"""How a late pair comes in → its matches, not stored yet."""


def must_be_drawn(tournament: Tournament) -> None:
    """Raises Refusal (not_drawn) while pairs are entered as usual."""
    if tournament.status == Tournament.Status.ENTRY:
        raise Refusal.one(
            "match", "not_drawn", _("No draw has been made yet. Enter the pair as usual.")
        )


def _opening(tournament: Tournament, match: Match, side: str) -> Opening:
    must_be_drawn(tournament)
    for opening in openings(tournament_id=tournament.pk):
        if opening.match.id == match.pk and opening.side.value == side:
            return opening
    raise Refusal.one(
        "place",
        "place_taken",
        _("This place is not free, or what follows from it has begun. Choose another."),
    )


def _late(
    tournament: Tournament, number: int | None, fields: dict[str, str], allow_duplicate: bool
) -> Pair:
    """A new pair or, with a number, one of the list that was left out of the draw, set to entered
    again."""
    if number is None:
        return new_pair(tournament, fields, allow_duplicate)
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
