"""Pairs: entered one by one or as a list, and changed. `latecomers` has how they come after the
draw, `departures` how they leave."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.acts import with_follow_ups
from tournament.championship.models import Tournament
from tournament.entries.models import ENTERED, Pair
from tournament.entries.queries import (
    against_entered,
    checked,
    highest_number,
    must_be_texts_of_a_pair,
    named_at_matches,
    read_list,
    seats_held,
    substitutes_of,
)
from tournament.entries.rules import cutting, lists
from tournament.entries.rules.entry import Entry, both_players, in_line_order
from tournament.entries.rules.lists import HowRead
from tournament.entries.services.departures import (
    changed_fields,
    changed_meanwhile,
)
from tournament.errors import Refusal
from tournament.formats.registry import enters_alone, is_individual
from tournament.formats.regulations import MOST_PAIRS
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import FieldFault
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_pair


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
    pair = new_pair(tournament, fields, allow_duplicate)
    events.append(tournament, actor, "pair.entered", {"pair": events.pair_record(pair)})
    return pair


@dataclass(frozen=True, slots=True)
class PartOfList:
    """The pairs entered, the ids of those that have paid by the list, the numbers of those that it
    seeds, the best first, and the text of the lines that were not entered, with the list's
    header."""

    pairs: tuple[Pair, ...]
    paid: tuple[int, ...]
    seeds: tuple[int, ...]
    waiting: str


@transaction.atomic
def enter_list(
    *,
    tournament_id: int,
    text: str | bytes,
    actor: Actor,
    allow_duplicates: bool = False,
    only_good: bool = False,
    **how: Unpack[HowRead],
) -> PartOfList:
    """Enters the pairs of a list, read as by `read_list`: all of them, or, with `only_good`, those
    on lines without faults.

    Raises NotFound, NotAllowed, Refusal with the problems of all lines (`lines[3].player_2`): where
    any is faulty, or, with `only_good`, where none is good.
    """
    tournament = lock_for_entry(tournament_id=tournament_id, actor=actor)
    read = read_list(text, alone=enters_alone(tournament), **how)
    faults = list(read.faults)
    if not allow_duplicates:
        faults += against_entered(tournament_id=tournament.pk, entries=read.entries)
    good = lists.faultless(read, faults)
    if not only_good or not good:
        wording.refuse(in_line_order(faults))
    pairs = enter_entries(tournament, good, actor)
    both = list(zip(pairs, good, strict=True))
    paid = tuple(pair.pk for pair, entry in both if entry.is_paid)
    best_first = sorted((entry.seed, pair.number) for pair, entry in both if entry.seed)
    seeds = tuple(number for _place, number in best_first)
    left = cutting.decode(text) if isinstance(text, bytes) else text
    gone = {entry.line for entry in good}.union(how.get("ignored", ()))
    gone.update(line for first in tuple(gone) for line in read.continued.get(first, ()))
    return PartOfList(pairs, paid, seeds, cutting.without(left, gone) if faults else "")


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
    changed a field that is to be written. After the draw a seat goes to a player of another pair by
    `substitute` alone (T6).

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (unknown_field,
    reason_required, plays_in_another_pair, played_in_another_pair, and the fields' faults).
    """
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    must_be_texts_of_a_pair(fields)
    changes = changed_fields(pair, fields, seen)
    why = rights.given_reason(reason, required=tournament.status == Tournament.Status.FINISHED)
    if tournament.status != Tournament.Status.ENTRY:
        for name in ("player_1", "player_2"):
            player = changes.get(name, "")
            if both_players(player, "") - both_players(getattr(pair, name), ""):
                wording.refuse(_of_another_pair(pair, player, name), wording.CORRECTED)
    return rename(tournament, pair, "pair.changed", changes, why, actor)


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
    was = events.pair_record(pair)
    texts = {field.name: getattr(pair, field.name) for field in ENTERED} | fields
    entry = checked(texts, alone=enters_alone(tournament) or not pair.player_2)
    if entry.texts["player_2"] != pair.player_2:
        _fit(tournament, entry)
    for name, text in entry.texts.items():
        setattr(pair, name, text)
    pair.save(update_fields=list(entry.texts))
    events.append(
        tournament,
        actor,
        kind,
        {"pair": events.pair_record(pair), "was": was, "reason": reason, **data},
    )
    return pair


def lock_for_entry(*, tournament_id: int, actor: Actor) -> Tournament:
    """The tournament, locked, for somebody who may enter pairs while they can be entered.

    Raises NotFound, NotAllowed, Refusal (already_drawn).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _(
                "The draw has been made, so entry is closed. Let a late pair in instead: “A late "
                "pair” on the page of entries, pairs/late/ and pairs/join/ in the API."
            ),
        )
    return tournament


def enter_entries(
    tournament: Tournament, entries: Iterable[Entry], actor: Actor
) -> tuple[Pair, ...]:
    """Enters pairs that were read, with one event; returns them in their order. For services that
    hold the lock. Raises Refusal (too_many_pairs, plays_alone)."""
    pairs = store(tournament, entries)
    events.append(
        tournament, actor, "pairs.entered", {"pairs": [events.pair_record(pair) for pair in pairs]}
    )
    return tuple(pairs)


def store(tournament: Tournament, entries: Iterable[Entry]) -> list[Pair]:
    """Writes pairs under the next numbers; appends no event. Raises Refusal (too_many_pairs,
    plays_alone)."""
    entries = [_fit(tournament, entry) for entry in entries]
    last = highest_number(tournament_id=tournament.pk)
    pairs = [
        Pair(tournament=tournament, number=number, **entry.texts)
        for number, entry in enumerate(entries, start=last + 1)
    ]
    if Pair.objects.filter(tournament=tournament).count() + len(pairs) > MOST_PAIRS:
        wording.refuse([FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS})])
    return Pair.objects.bulk_create(pairs)


def _fit(tournament: Tournament, entry: Entry) -> Entry:
    """The entry, if the day takes it. Raises Refusal (plays_alone)."""
    if entry.texts["player_2"] and is_individual(tournament):
        raise Refusal.one(
            "player_2",
            "plays_alone",
            _("Players enter one by one here: enter %(name)s separately."),
            name=entry.texts["player_2"],
        )
    return entry


def new_pair(tournament: Tournament, fields: dict[str, str], allow_duplicate: bool) -> Pair:
    """Writes one pair of these texts under the next number; appends no event. Raises Refusal (as
    `enter`)."""
    entry = checked(fields, alone=enters_alone(tournament))
    if not allow_duplicate:
        wording.refuse(against_entered(tournament_id=tournament.pk, entries=[entry]))
    (pair,) = store(tournament, [entry])
    return pair


# Substitutions: another person takes a player's seat, within what the rules allow.


@with_follow_ups
def substitute(
    *,
    pair_id: int,
    out: int,
    player: str,
    reason: str,
    actor: Actor,
    leaves: str | None = None,
    beyond_rule: bool = False,
    beyond_circuit: bool = False,
) -> Pair:
    """Another person takes the seat of player `out` (1 or 2). Unlike a corrected name, the log has
    an event with who left, who came and why. `leaves`: who sat there when this was decided;
    Conflict when somebody else sits there now. `beyond_rule`: allows what the tournament's rules do
    not, too many, too late, or somebody of another pair (T6); the log says so. `beyond_circuit`: it
    was allowed although the player belongs to another pair of the circuit (`season`).

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (bad_player, same_player,
    reason_required, pair_is_out, no_players, no_substitutes, no_more_substitutes,
    no_substitutes_once_begun, too_late_for_substitutes, plays_in_another_pair,
    played_in_another_pair, and the name's faults).
    """
    tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    if type(out) is not int or out not in (1, 2):
        raise Refusal.one("out", "bad_player", _("Say which player leaves: 1 or 2."))
    if not pair.is_in:
        raise Refusal.one(
            "pair", "pair_is_out", _("This pair has left. Bring it back before a substitution.")
        )
    if not pair.player_2:
        raise Refusal.one(
            "pair", "no_players", _("This club plays without named players: nobody is replaced.")
        )
    field = f"player_{out}"
    if leaves is not None and leaves != getattr(pair, field):
        raise changed_meanwhile(pair, "leaves")
    if player.strip() == getattr(pair, field):
        raise Refusal.one("player", "same_player", _("This player is in the pair already."))
    why = rights.given_reason(reason)
    limit = substitutes_of(pair=pair, tournament=tournament).fault(out, player.strip())
    beyond = [*([limit] if limit else []), *_of_another_pair(pair, player)]
    if not beyond_rule:
        wording.refuse(beyond[:1])
    extra: dict[str, object] = {"out": out}
    if beyond or beyond_circuit:
        extra["beyond_rule"] = True
    return rename(tournament, pair, "pair.substituted", {field: player}, why, actor, **extra)


def _of_another_pair(pair: Pair, player: str, field: str = "player") -> Iterator[FieldFault]:
    """A fault when the player is in another pair that is in the tournament or has played, has been
    in one since the draw, or was named for one at a match."""
    others = Pair.objects.filter(tournament=pair.tournament_id)
    players = both_players(player, "")
    held = seats_held(tournament_id=pair.tournament_id)
    named = named_at_matches(tournament_id=pair.tournament_id)
    for other in others.exclude(pk=pair.pk).order_by("number"):
        if not other.is_in and other.pk not in named:
            continue
        params = {"player": player.strip(), "number": other.number}
        before = [*held.get(other.number, ()), *named.get(other.pk, ())]
        if players & both_players(other.player_1, other.player_2):
            code = "plays_in_another_pair" if other.is_in else "played_in_another_pair"
            yield FieldFault(field, code, params)
        elif any(players & both_players(name, "") for name in before):
            yield FieldFault(field, "played_in_another_pair", params)
