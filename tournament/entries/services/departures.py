"""Pairs that leave: withdrawn, disqualified, brought back. `withdrawals` withdraws several at
once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import must_be_in_no_other
from tournament.entries.services.meanwhile import must_be_as_seen
from tournament.errors import Refusal
from tournament.log.queries import checks, rights, roles
from tournament.log.rules.actors import Actor
from tournament.log.services import events, records
from tournament.log.services.locking import lock_pair
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.services import bracket
from tournament.matches.services.cascades import Change
from tournament.matches.services.writing import lock_as_seen

MOVED_TOPICS = ("pairs", "bracket", "standings", "consolation", "tables", "tournament")


def withdraw(
    *,
    pair_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
) -> Pair:
    """Withdraws a pair; returns it. Before the draw: the pair is left out of it. After the draw:
    its opponent wins the match being played and each match still to play. `sets_aside`: the later
    matches that are undone by it, where the pair leaves a match that was opened again.
    `expected_version`: the pair's version that the official has seen.

    Raises NotFound, NotAllowed, Refusal (already_out, reason_required, later_match_begun), Conflict
    (changed_meanwhile, cascade_changed).
    """
    return _leave(pair_id, Pair.Status.WITHDRAWN, reason, actor, expected_version, sets_aside)


def disqualify(
    *,
    pair_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
    place_stays_empty: bool = False,
) -> Pair:
    """Disqualifies a pair (T6, G1); returns it. Its matches are decided as in `withdraw`, which
    also says what it raises. A pair that has played its last match loses its place, and those
    behind it move up; `place_stays_empty`: they do not (T8)."""
    return _leave(
        pair_id,
        Pair.Status.DISQUALIFIED,
        reason,
        actor,
        expected_version,
        sets_aside,
        place_stays_empty=place_stays_empty,
    )


@transaction.atomic
def both_absent(
    *,
    match_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
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
    why = checks.given_reason(reason)
    pairs = [pair for pair in (match.pair_a, match.pair_b) if pair is not None]
    change = Change(
        "pair.withdrawn",
        actor,
        why,
        tuple(sets_aside),
        pair=pairs[0],
        before={"status": pairs[0].status},
        with_it={pair.pk: pair.status for pair in pairs},
        recalls=False,
    )
    for pair in pairs:
        pair.status = Pair.Status.WITHDRAWN
    Pair.objects.bulk_update(pairs, ["status"])
    left = [_leave_consolation(pair) for pair in pairs]
    followed = bracket.update(tournament=tournament, change=change)
    # What falls is told once, by the first event.
    told = (followed, replace(followed, fell=None))
    first, _second = events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[
            events.NewEvent(
                "pair.withdrawn",
                moved_data(pair, why, matches, once),
                (*MOVED_TOPICS, *once.topics),
            )
            for pair, matches, once in zip(pairs, left, told, strict=True)
        ],
    )
    followed.seal(first)
    return tuple(pairs)


@transaction.atomic
def reinstate(
    *,
    pair_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
    sets_aside: Iterable[int] = (),
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
    tournament, pair = lock_pair(pair_id=pair_id)
    rights.official(tournament=tournament, actor=actor)
    must_be_as_seen(pair, expected_version)
    if pair.is_in:
        raise Refusal.one("pair", "not_out", _("This pair has not left. There is nothing to do."))
    if tournament.status != Tournament.Status.ENTRY and not was_drawn(pair):
        raise Refusal.one(
            "pair",
            "not_in_draw",
            _("The draw was made without this pair. Undo the draw to bring it in."),
        )
    roles.must_reach(tournament=tournament, actor=actor, kinds=[f"pair.{pair.status}"])
    why = checks.given_reason(reason)
    if not allow_duplicate:
        must_be_in_no_other(pair)
    change = Change(
        "pair.reinstated",
        actor,
        why,
        tuple(sets_aside),
        pair=pair,
        before={"status": pair.status},
        back={pair.pk},
    )
    pair.status, pair.place_stays_empty = Pair.Status.ENTERED, False
    more = {"cases": list(cases)} if cases else {}
    return leave_or_return(tournament, pair, "pair.reinstated", actor, why, change, more)


@transaction.atomic
def _leave(
    pair_id: int,
    status: Pair.Status,
    reason: str,
    actor: Actor,
    expected_version: int | None,
    sets_aside: Iterable[int],
    *,
    place_stays_empty: bool = False,
) -> Pair:
    tournament, pair = lock_pair(pair_id=pair_id)
    rights.official(tournament=tournament, actor=actor)
    must_be_as_seen(pair, expected_version)
    # A withdrawn pair can still be disqualified. Any other pair that is out is refused.
    if pair.status == status or pair.status == Pair.Status.DISQUALIFIED:
        raise Refusal.one(
            "pair", "already_out", _("This pair has left already. There is nothing to do.")
        )
    why, kind = checks.given_reason(reason), f"pair.{status.value}"
    change = Change(
        kind,
        actor,
        why,
        tuple(sets_aside),
        pair=pair,
        before={"status": pair.status},
        recalls=False,
    )
    pair.status, pair.place_stays_empty = status, place_stays_empty
    return leave_or_return(tournament, pair, kind, actor, why, change)


def leave_or_return(
    tournament: Tournament,
    pair: Pair,
    kind: str,
    actor: Actor,
    reason: str,
    change: Change | None = None,
    more: Mapping[str, Any] | None = None,
) -> Pair:
    """Writes a pair's new status and what follows in the bracket, and appends the event, with
    `more` in its data. For services that hold the lock."""
    pair.save(update_fields=["status", "place_stays_empty"])
    left = [] if pair.is_in else _leave_consolation(pair)
    followed = bracket.update(tournament=tournament, change=change)
    event = events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data={**moved_data(pair, reason, left, followed), **(more or {})},
        topics=(*MOVED_TOPICS, *followed.topics),
    )
    followed.seal(event)
    return pair


def moved_data(
    pair: Pair, reason: str, left: list[dict[str, Any]], followed: bracket.BracketUpdate
) -> dict[str, Any]:
    """The event's data for a pair that left or came back."""
    return {
        "pair": records.pair_record(pair),
        "reason": reason,
        "consolation": left,
        **followed.to_json(),
    }


def _leave_consolation(pair: Pair) -> list[dict[str, Any]]:
    live = Match.objects.filter(
        tournament_id=pair.tournament_id, kind="consolation", status__in=["ready", "playing"]
    ).select_related("pair_a", "pair_b")
    return [_lose(match, pair) for match in live if pair.pk in tuple(match.pairs)]


def _lose(match: Match, pair: Pair) -> dict[str, Any]:
    bracket.write(
        match,
        status="finished",
        winner="B" if match.pair_a_id == pair.pk else "A",
        ended_by=bracket.GONE[Pair.Status(pair.status)].value,
        finished_at=timezone.now(),
    )
    return records.match_state(match)


def was_drawn(pair: Pair) -> bool:
    """Whether the pair has a place in the draw. In a league or a group of an odd number one pair
    rests in round 1: its first match is a later one."""
    drawn = Match.objects.filter(tournament_id=pair.tournament_id, kind="championship")
    return (drawn.filter(pair_a=pair) | drawn.filter(pair_b=pair)).exists()
