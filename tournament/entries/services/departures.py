"""Pairs that leave: withdrawn, disqualified, brought back. `withdrawals` withdraws several at
once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.acts import Act, with_follow_ups
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import must_be_in_no_other
from tournament.errors import Conflict, Problem, Refusal, lazy_text, no_such_pair
from tournament.formats.registry import format_of, is_individual
from tournament.formats.setting import allowed_option
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.kinds import kind_of_leaving
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_pair
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import versions_of
from tournament.matches.services import bracket
from tournament.matches.services.bracket import BracketChange, lock_as_seen

# Changes of a pair by another desk since this desk looked at it.


def changed_fields(
    pair: Pair, fields: Mapping[str, str], seen: Mapping[str, str] | None
) -> dict[str, str]:
    """The fields whose values somebody changed on a form, for a service that holds the lock.

    `seen`: all fields as the form showed them; None: every given field counts as changed. Raises
    Conflict (changed_meanwhile).
    """
    if seen is None:
        return dict(fields)
    changes = {name: value for name, value in fields.items() if value != seen.get(name)}
    for name, value in changes.items():
        now = getattr(pair, name)
        if now not in (seen.get(name, now), value):
            raise changed_meanwhile(pair, name)
    return changes


def must_be_as_seen(pair: Pair, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile) unless `expected`, if given, is the pair's version."""
    if expected is None or expected == (version := versions_of(pairs=[pair])[pair.pk]):
        return
    raise Conflict.over(
        "expected_version",
        "changed_meanwhile",
        _(
            "This pair, or what it plays next, has changed since it was shown. Look at it as it is "
            "now, then decide again."
        ),
        current={**events.pair_record(pair), "version": version},
    )


def changed_meanwhile(pair: Pair, field: str) -> Conflict:
    """The Conflict when somebody else has changed a pair meanwhile; it says who is in the pair
    now."""
    words = _(
        "Somebody else has changed this pair: %(player_1)s and %(player_2)s are in it now. Look at "
        "it as it is, then decide again."
    )
    message = lazy_text(words, player_1=pair.player_1, player_2=pair.player_2)
    return Conflict.over(field, "changed_meanwhile", message, current=events.pair_record(pair))


@with_follow_ups
def withdraw(
    *,
    pair_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
    status: Pair.Status = Pair.Status.WITHDRAWN,
    place_stays_empty: bool = False,
    results: str = "",
) -> Pair:
    """Withdraws a pair; returns it. Before the draw: the pair is left out of it. After the draw:
    its opponent wins the match being played and each match still to play. `sets_aside`: the later
    matches that are undone by it, where the pair leaves a match that was opened again.
    `expected_version`: the pair's version that the official has seen. `status`: that of a pair that
    is put out instead, and `place_stays_empty`: as in `disqualify`. `results`: what becomes of its
    results in a league, as the option `leaving` (T10); "": as that says.

    Raises NotFound, NotAllowed, Refusal (already_out, no_league, reason_required,
    later_match_begun), Conflict (changed_meanwhile, cascade_changed).
    """
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    must_be_as_seen(pair, expected_version)
    # A withdrawn pair can still be disqualified. Any other pair that is out is refused.
    if pair.status in (status, Pair.Status.DISQUALIFIED):
        raise Refusal.one(
            "pair", "already_out", _("This pair has left already. There is nothing to do.")
        )
    why, before = rights.given_reason(reason), {"status": pair.status}
    kind = kind_of_leaving(status)
    change = BracketChange(
        kind, actor, why, sets_aside, pair=pair, before=before, reopens_beaten=False
    )
    pair.status, pair.place_stays_empty = status, place_stays_empty
    more = _with_results(tournament, pair, results)
    return leave_or_return(tournament, pair, change, bracket.lose_consolation(pair), **more)


def _with_results(tournament: Tournament, pair: Pair, results: str) -> dict[str, Any]:
    """Stores what becomes of the results of a pair that leaves a league, or comes back ("");
    returns it for the event. Raises Refusal (no_league)."""
    if results and not allowed_option("leaving", results, format_of(tournament).options):
        raise Refusal.one(
            "results",
            "no_league",
            _("Only a league says what becomes of results: annulled, kept or lost."),
        )
    before = dict(tournament.results_of_gone)
    others = {number: rule for number, rule in before.items() if number != str(pair.number)}
    after = {**others, str(pair.number): results} if results else others
    if after == before:
        return {}
    tournament.results_of_gone = dict(sorted(after.items()))
    tournament.save(update_fields=["results_of_gone"])
    return {"results_of_gone": tournament.results_of_gone}


def disqualify(*, pair_id: int, place_stays_empty: bool = False, **act: Unpack[Act]) -> Pair:
    """Disqualifies a pair (T6, G1); returns it. Its matches are decided as in `withdraw`, which
    also says what it raises. A pair that has played its last match loses its place, and those
    behind it move up; `place_stays_empty`: they do not (T8)."""
    status = Pair.Status.DISQUALIFIED
    return withdraw(pair_id=pair_id, status=status, place_stays_empty=place_stays_empty, **act)


@with_follow_ups
def both_absent(
    *,
    match_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
) -> tuple[Pair, ...]:
    """Withdraws both pairs of a match to which neither came (T7). Nobody goes on from the match.
    `sets_aside`: the later matches that fall, where the match had been opened again; all of it can
    then be taken back as one.

    Returns the pairs. Either can be brought back. Raises NotFound, NotAllowed, Refusal
    (not_ready, reason_required, later_match_begun), Conflict (changed_meanwhile, cascade_changed).
    """
    tournament, match = lock_as_seen(match_id=match_id, actor=actor, version=expected_version)
    guards.must_be(match, "ready")
    guards.must_have_its_pairs(match)
    pairs = [pair for pair in (match.pair_a, match.pair_b) if pair is not None]
    why, other_pairs = rights.given_reason(reason), {pair.pk: pair.status for pair in pairs}
    change = BracketChange(
        "pair.withdrawn", actor, why, sets_aside,
        pair=pairs[0], before={"status": pairs[0].status}, other_pairs=other_pairs,
        reopens_beaten=False,
    )  # fmt: skip
    for pair in pairs:
        pair.status = Pair.Status.WITHDRAWN
    Pair.objects.bulk_update(pairs, ["status"])
    left = [bracket.lose_consolation(pair) for pair in pairs]
    followed = bracket.update(tournament=tournament, change=change)
    # Only the first event records what falls.
    updates = (followed, replace(followed, set_aside=None))
    first, _second = events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[
            moved("pair.withdrawn", pair, change.reason, once, matches)
            for pair, matches, once in zip(pairs, left, updates, strict=True)
        ],
    )
    followed.store_event_number(first)
    return tuple(pairs)


@with_follow_ups
def reinstate(
    *,
    pair_id: int,
    actor: Actor,
    reason: str,
    expected_version: int | None = None,
    sets_aside: Sequence[int] = (),
    cases: Sequence[Mapping[str, Any]] = (),
    allow_duplicate: bool = False,
) -> Pair:
    """Brings a pair back. Matches that it lost only by leaving are open again; a match that it left
    while playing goes on where it stood. `sets_aside`: the later matches that are undone by it;
    `cases`: what the event says of the Tribunal's cases that wait again.

    A pair that was disqualified is brought back only by an organizer who may disqualify one.

    Raises NotFound, NotAllowed (role), Refusal (not_out, not_in_draw, later_match_begun,
    duplicate_pair and player_twice unless `allow_duplicate`), Conflict (changed_meanwhile,
    cascade_changed).
    """
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    must_be_as_seen(pair, expected_version)
    if pair.is_in:
        raise Refusal.one("pair", "not_out", _("This pair has not left. There is nothing to do."))
    # One that was disqualified is not let in as a late pair: its case waits again with this act.
    is_late = pair.status == Pair.Status.WITHDRAWN and not was_drawn(pair)
    if tournament.status != Tournament.Status.ENTRY and is_late:
        raise Refusal.one(
            "pair",
            "not_in_draw",
            _("The draw was made without this pair. Let it in as a late pair."),
        )
    kinds = [kind_of_leaving(pair.status)]
    rights.must_reach(tournament=tournament, actor=actor, kinds=kinds)
    why = rights.given_reason(reason)
    before = {"status": pair.status, "place_stays_empty": pair.place_stays_empty}
    change = BracketChange(
        "pair.reinstated", actor, why, sets_aside, pair=pair, before=before, back={pair.pk}
    )
    if not allow_duplicate:
        must_be_in_no_other(pair)
    pair.status, pair.place_stays_empty = Pair.Status.ENTERED, False
    more = _with_results(tournament, pair, "")
    more |= {"cases": list(cases)} if cases else {}
    return leave_or_return(tournament, pair, change, **more)


def leave_or_return(
    tournament: Tournament,
    pair: Pair,
    change: BracketChange,
    left: Sequence[Mapping[str, Any]] = (),
    **more: object,
) -> Pair:
    """Writes a pair's new status and what follows in the bracket, and appends the event, with
    `more` in its data. `left`: the consolation matches that it lost by leaving. For services that
    hold the lock."""
    pair.save(update_fields=["status", "place_stays_empty"])
    followed = bracket.update(tournament=tournament, change=change)
    in_consolation = [*left, *(bracket.resume_consolation(pair) if pair.is_in else ())]
    entry = moved(change.what, pair, change.reason, followed, in_consolation, more)
    (event,) = events.append_all(tournament=tournament, actor=change.actor, entries=[entry])
    followed.store_event_number(event)
    return pair


def moved(
    kind: str,
    pair: Pair,
    reason: str,
    followed: bracket.BracketUpdate,
    left: Sequence[Mapping[str, Any]] = (),
    more: Mapping[str, Any] = MappingProxyType({}),
) -> events.NewEvent:
    """The event of a pair that left or came back. `left`: the consolation matches that it lost by
    it, or has again."""
    about = {"pair": events.pair_record(pair), "reason": reason, "consolation": list(left)}
    data = {**about, **followed.to_json(), **more}
    return events.NewEvent(kind, data)


def was_drawn(pair: Pair) -> bool:
    """Whether the pair has a place in the draw. In a league or a group of an odd number one pair
    rests in round 1: its first match is a later one. On a day of individuals everybody has."""
    if is_individual(pair.tournament):
        return True
    drawn = Match.objects.filter(tournament_id=pair.tournament_id, kind="championship")
    return (drawn.filter(pair_a=pair) | drawn.filter(pair_b=pair)).exists()


# Several pairs withdrawn at once, before the draw.


@transaction.atomic
def withdraw_several(
    *, tournament_id: int, numbers: Iterable[int], reason: str, actor: Actor
) -> tuple[Pair, ...]:
    """Withdraws several pairs, by number, before the draw and for one reason: all, or none.

    Returns the pairs. The log has an event for each.

    Raises NotFound, NotAllowed, Refusal (already_drawn, already_out, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Now pairs are withdrawn one by one, each on its page."),
        )
    pairs = _of_numbers(tournament, set(numbers))
    why = rights.given_reason(reason)
    for pair in pairs:
        pair.status = Pair.Status.WITHDRAWN
    Pair.objects.bulk_update(pairs, ["status"])
    followed = bracket.update(tournament=tournament)
    events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[moved("pair.withdrawn", pair, why, followed) for pair in pairs],
    )
    return tuple(pairs)


def _of_numbers(tournament: Tournament, numbers: set[int]) -> list[Pair]:
    """The pairs of these numbers. Raises when one does not exist or is out."""
    pairs = list(Pair.objects.filter(tournament=tournament, number__in=numbers).order_by("number"))
    if not pairs or len(pairs) < len(numbers):
        raise no_such_pair()
    has_left = _("%(pair)s has left already. Go back and take its tick away.")
    gone = [
        Problem("pair", "already_out", lazy_text(has_left, pair=f"{pair.number}. {pair.name}"))
        for pair in pairs
        if not pair.is_in
    ]
    if gone:
        raise Refusal(gone)
    return pairs
