"""Pairs: entered one by one or as a list, and changed. `departures` has how pairs leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.entries.models import ENTERED, Pair
from tournament.entries.queries import against_entered, checked, must_be_texts_of_a_pair, read_list
from tournament.entries.rules import lists
from tournament.entries.rules.lists import Entry
from tournament.entries.services.meanwhile import meant_by
from tournament.errors import Refusal
from tournament.formats.regulations import MOST_PAIRS
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.rules.faults import FieldFault
from tournament.log.services import events, records
from tournament.log.services.locking import lock, lock_pair


@transaction.atomic
def enter(
    *,
    tournament_id: int,
    actor: Actor,
    allow_duplicate: bool = False,
    **fields: str,
) -> Pair:
    """Enters one pair, given by its `fields` (`ENTERED`), under the next number.

    Raises NotFound, NotAllowed, Refusal (already_drawn, too_many_pairs, duplicate_pair and
    player_twice unless `allow_duplicate`, unknown_field, and the fields' faults).
    """
    tournament = lock_for_entry(tournament_id=tournament_id, actor=actor)
    entry = checked(fields)
    if not allow_duplicate:
        wording.refuse(against_entered(tournament_id=tournament.pk, found=[entry]))
    (pair,) = store(tournament, [entry])
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
    *,
    tournament_id: int,
    text: str | bytes,
    actor: Actor,
    allow_duplicates: bool = False,
) -> tuple[Pair, ...]:
    """Enters every pair of a pasted list or CSV file; none when any line is wrong.

    Raises NotFound, NotAllowed, Refusal with the problems of all lines (`lines[3].player_2`).
    """
    tournament = lock_for_entry(tournament_id=tournament_id, actor=actor)
    read = read_list(text)
    faults = list(read.faults)
    if not allow_duplicates:
        faults += against_entered(tournament_id=tournament.pk, found=read.entries)
    wording.refuse(lists.in_line_order(faults))
    return _enter_found(tournament, read.entries, actor)


@dataclass(frozen=True, slots=True)
class PartOfList:
    """The pairs entered, and the text of the faulty lines, with the list's header."""

    pairs: tuple[Pair, ...]
    waiting: str


@transaction.atomic
def enter_good_lines(
    *, tournament_id: int, text: str, actor: Actor, allow_duplicates: bool = False
) -> PartOfList:
    """Enters the pairs of the lines without faults; returns them and the text of the other lines.

    Raises NotFound, NotAllowed, Refusal (with the problems of all lines where none is good).
    """
    tournament = lock_for_entry(tournament_id=tournament_id, actor=actor)
    read = read_list(text)
    faults = list(read.faults)
    if not allow_duplicates:
        faults += against_entered(tournament_id=tournament.pk, found=read.entries)
    good = lists.faultless(read, faults)
    if not good:
        wording.refuse(lists.in_line_order(faults))
    entered = _enter_found(tournament, good, actor)
    waiting = lists.without(text, {entry.line for entry in good}) if faults else ""
    return PartOfList(entered, waiting)


@transaction.atomic
def change(
    *,
    pair_id: int,
    actor: Actor,
    reason: str = "",
    seen: Mapping[str, str] | None = None,
    **fields: str,
) -> Pair:
    """Corrects some `fields` (`ENTERED`). The log keeps the old values of public ones.
    Once there is a champion a reason is needed. `seen`: the fields as the form showed them. A field
    left unchanged on the form is not written. Raises Conflict when somebody else has meanwhile
    changed a field that is to be written.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (unknown_field,
    reason_required, and the fields' faults).
    """
    tournament, pair = lock_pair(pair_id=pair_id)
    rights.official(tournament=tournament, actor=actor)
    must_be_texts_of_a_pair(fields)
    meant = meant_by(pair, fields, seen)
    why = checks.given_reason(reason, required=tournament.status == Tournament.Status.FINISHED)
    return rename(tournament, pair, "pair.changed", meant, why, actor)


def rename(
    tournament: Tournament,
    pair: Pair,
    kind: str,
    fields: dict[str, str],
    reason: str,
    actor: Actor,
    **data: object,
) -> Pair:
    """Writes some of a pair's texts, and the event. For services that hold the lock."""
    was = records.pair_record(pair)
    entry = checked({field.name: getattr(pair, field.name) for field in ENTERED} | fields)
    for name, text in entry.texts.items():
        setattr(pair, name, text)
    pair.save(update_fields=list(entry.texts))
    events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data={"pair": records.pair_record(pair), "was": was, "reason": reason, **data},
        topics=("pairs", "bracket", "standings", "consolation"),
    )
    return pair


def lock_for_entry(*, tournament_id: int, actor: Actor) -> Tournament:
    """The tournament, locked, for somebody who may enter pairs while they can be entered.

    Raises NotFound, NotAllowed, Refusal (already_drawn).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _(
                "The draw has been made, so entry is closed. Let a late pair in instead: “A late "
                "pair” on the page of entries, pairs/late/ in the API."
            ),
        )
    return tournament


def _enter_found(tournament: Tournament, found: Iterable[Entry], actor: Actor) -> tuple[Pair, ...]:
    """Enters the entries read from a list, with one event. Raises Refusal (too_many_pairs)."""
    pairs = store(tournament, found)
    events.append(
        tournament=tournament,
        kind="pairs.entered",
        actor=actor,
        data={"pairs": [records.pair_record(pair) for pair in pairs]},
        topics=("pairs",),
    )
    return tuple(pairs)


def store(tournament: Tournament, found: Iterable[Entry]) -> list[Pair]:
    """Writes pairs under the next numbers; appends no event. Raises Refusal (too_many_pairs)."""
    of_tournament = Pair.objects.filter(tournament=tournament)
    last = of_tournament.aggregate(last=Max("number"))["last"] or 0
    pairs = [
        Pair(tournament=tournament, number=number, **entry.texts)
        for number, entry in enumerate(found, start=last + 1)
    ]
    if last + len(pairs) > MOST_PAIRS:
        wording.refuse([FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS})])
    return Pair.objects.bulk_create(pairs)
