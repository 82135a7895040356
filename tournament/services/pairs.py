"""Pairs: entered one by one or as a list, changed, withdrawn, disqualified, brought back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.errors import NotFound, Problem, Refusal, said
from tournament.models import Match, Pair, Tournament
from tournament.queries.pairs import against_entered
from tournament.rules import entries
from tournament.rules.actors import Actor
from tournament.rules.entries import Entry
from tournament.rules.entry_columns import FIELDS
from tournament.rules.faults import Fault
from tournament.rules.regulations import MOST_PAIRS
from tournament.services import bracket, checks, events, records
from tournament.services.locking import lock, lock_pair

_MOVED_TOPICS = ("pairs", "bracket", "standings", "consolation", "tables", "tournament")


@transaction.atomic
def enter(
    *,
    tournament_id: int,
    player_1: str,
    player_2: str,
    actor: Actor,
    club: str = "",
    contact: str = "",
    allow_duplicate: bool = False,
) -> Pair:
    """Enters one pair under the next number.

    Raises NotFound, NotAllowed, Refusal (already_drawn, too_many_pairs, duplicate_pair and
    player_twice unless `allow_duplicate`, and the fields' faults).
    """
    tournament = lock(tournament_id=tournament_id)
    _must_be_open(tournament, actor)
    values = {"player_1": player_1, "player_2": player_2, "club": club, "contact": contact}
    entry, faults = entries.check(dict(values))
    wording.refuse(faults)
    if not allow_duplicate:
        wording.refuse(against_entered(tournament_id=tournament.pk, found=[entry]))
    (pair,) = _store(tournament, [entry])
    events.append(
        tournament=tournament,
        kind="pair.entered",
        actor=actor,
        data={"pair": records.pair_record(pair)},
        topics=("pairs",),
    )
    return pair


@transaction.atomic
def bulk_enter(
    *, tournament_id: int, text: str | bytes, actor: Actor, allow_duplicates: bool = False
) -> tuple[Pair, ...]:
    """Enters every pair of a pasted list or CSV file, or, when any line is wrong, none.

    Raises NotFound, NotAllowed, Refusal with the problems of all lines (`lines[3].player_2`).
    """
    tournament = lock(tournament_id=tournament_id)
    _must_be_open(tournament, actor)
    read = entries.read(entries.decode(text) if isinstance(text, bytes) else text)
    faults = list(read.faults)
    if not allow_duplicates:
        faults += against_entered(tournament_id=tournament.pk, found=read.entries)
    wording.refuse(entries.in_line_order(faults))
    pairs = _store(tournament, read.entries)
    events.append(
        tournament=tournament,
        kind="pairs.entered",
        actor=actor,
        data={"pairs": [records.pair_record(pair) for pair in pairs]},
        topics=("pairs",),
    )
    return tuple(pairs)


@transaction.atomic
def change(*, pair_id: int, actor: Actor, **fields: str) -> Pair:
    """Corrects player_1, player_2, club or contact; the log does not show contacts.

    Raises NotFound, NotAllowed, Refusal (unknown_field, and the fields' faults).
    """
    tournament, pair = lock_pair(pair_id=pair_id)
    checks.official(tournament=tournament, actor=actor)
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise Refusal.one(
            unknown[0], "unknown_field", _("This cannot be changed here. Leave it out.")
        )
    values: dict[str, object] = {name: getattr(pair, name) for name in FIELDS}
    entry, faults = entries.check({**values, **fields})
    wording.refuse(faults)
    for name in FIELDS:
        setattr(pair, name, getattr(entry, name))
    pair.save(update_fields=list(FIELDS))
    events.append(
        tournament=tournament,
        kind="pair.changed",
        actor=actor,
        data={"pair": records.pair_record(pair)},
        topics=("pairs", "bracket", "standings", "consolation"),
    )
    return pair


def withdraw(*, pair_id: int, reason: str, actor: Actor) -> Pair:
    """The pair leaves. Before the draw it is not drawn; later its matches not yet played, or the
    one being played, go to the other pair.

    Raises NotFound, NotAllowed, Refusal (already_out, reason_required).
    """
    return _leave(
        pair_id=pair_id, status="withdrawn", reason=reason, actor=actor, kind="pair.withdrawn"
    )


@transaction.atomic
def withdraw_several(
    *, tournament_id: int, numbers: Iterable[int], reason: str, actor: Actor
) -> tuple[Pair, ...]:
    """These pairs, by number, leave before the draw for one reason: all of them, or none. The log
    has an event for each.

    Raises NotFound, NotAllowed, Refusal (already_drawn, already_out, reason_required).
    """
    tournament = lock(tournament_id=tournament_id)
    checks.official(tournament=tournament, actor=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Now pairs are withdrawn one by one, each on its page."),
        )
    pairs = _of_numbers(tournament, set(numbers))
    given = checks.given_reason(reason)
    for pair in pairs:
        pair.status = Pair.Status.WITHDRAWN
    Pair.objects.bulk_update(pairs, ["status"])
    followed = bracket.follow(tournament=tournament)
    events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[
            events.Entry("pair.withdrawn", _moved_data(pair, given, [], followed), _MOVED_TOPICS)
            for pair in pairs
        ],
    )
    return tuple(pairs)


def disqualify(*, pair_id: int, reason: str, actor: Actor) -> Pair:
    """The organisation sends the pair out (T6, G1): as `withdraw`, with its own word.

    Raises NotFound, NotAllowed, Refusal (already_out, reason_required).
    """
    return _leave(
        pair_id=pair_id, status="disqualified", reason=reason, actor=actor, kind="pair.disqualified"
    )


@transaction.atomic
def reinstate(*, pair_id: int, reason: str, actor: Actor) -> Pair:
    """Brings a pair back: matches it lost only by being away are open again. A match that it
    left while playing stays ended; reopen that one by itself.

    Raises NotFound, NotAllowed, Refusal (not_out, not_in_draw, later_match_begun).
    """
    tournament, pair = lock_pair(pair_id=pair_id)
    checks.official(tournament=tournament, actor=actor)
    if pair.is_in:
        raise Refusal.one("pair", "not_out", _("This pair has not left. There is nothing to do."))
    if tournament.status != Tournament.Status.ENTRY and not _was_drawn(pair):
        raise Refusal.one(
            "pair",
            "not_in_draw",
            _("The draw was made without this pair. Undo the draw to bring it in."),
        )
    pair.status = Pair.Status.ENTERED
    return _moved(tournament, pair, "pair.reinstated", actor, checks.given_reason(reason))


@transaction.atomic
def _leave(*, pair_id: int, status: str, reason: str, actor: Actor, kind: str) -> Pair:
    tournament, pair = lock_pair(pair_id=pair_id)
    checks.official(tournament=tournament, actor=actor)
    # A pair that has withdrawn can still be disqualified; nothing else happens twice.
    if pair.status == status or pair.status == Pair.Status.DISQUALIFIED:
        raise Refusal.one(
            "pair", "already_out", _("This pair has left already. There is nothing to do.")
        )
    pair.status = status
    return _moved(tournament, pair, kind, actor, checks.given_reason(reason))


def _moved(tournament: Tournament, pair: Pair, kind: str, actor: Actor, reason: str) -> Pair:
    pair.save(update_fields=["status"])
    left = [] if pair.is_in else _leave_consolation(pair)
    followed = bracket.follow(tournament=tournament)
    events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data=_moved_data(pair, reason, left, followed),
        topics=_MOVED_TOPICS,
    )
    return pair


def _moved_data(
    pair: Pair, reason: str, left: list[dict[str, Any]], followed: bracket.Followed
) -> dict[str, Any]:
    return {
        "pair": records.pair_record(pair),
        "reason": reason,
        "consolation": left,
        **followed.to_json(),
    }


def _of_numbers(tournament: Tournament, numbers: set[int]) -> list[Pair]:
    """The pairs of these numbers, none of them gone."""
    pairs = list(Pair.objects.filter(tournament=tournament, number__in=numbers).order_by("number"))
    if not pairs or len(pairs) < len(numbers):
        raise NotFound.one(
            "pair", "no_such_pair", _("There is no such pair. Choose one from the entry list.")
        )
    has_left = _("%(pair)s has left already. Go back and take its tick away.")
    gone = [
        Problem("pair", "already_out", said(has_left, pair=f"{pair.number}. {pair.name}"))
        for pair in pairs
        if not pair.is_in
    ]
    if gone:
        raise Refusal(gone)
    return pairs


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


def _was_drawn(pair: Pair) -> bool:
    first = Match.objects.filter(tournament_id=pair.tournament_id, kind="championship", round=1)
    return (first.filter(pair_a=pair) | first.filter(pair_b=pair)).exists()


def _must_be_open(tournament: Tournament, actor: Actor) -> None:
    checks.official(tournament=tournament, actor=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made, so entry is closed. Undo the draw to enter more pairs."),
        )


def _store(tournament: Tournament, found: Iterable[Entry]) -> list[Pair]:
    of_tournament = Pair.objects.filter(tournament=tournament)
    last = of_tournament.aggregate(last=Max("number"))["last"] or 0
    pairs = [
        Pair(
            tournament=tournament,
            number=number,
            player_1=entry.player_1,
            player_2=entry.player_2,
            club=entry.club,
            contact=entry.contact,
        )
        for number, entry in enumerate(found, start=last + 1)
    ]
    if last + len(pairs) > MOST_PAIRS:
        wording.refuse([Fault("text", "too_many_pairs", {"most": MOST_PAIRS})])
    return Pair.objects.bulk_create(pairs)
