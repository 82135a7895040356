"""Who is recognised by which names: a seat of a pair, a claim, and who asked not to be named."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from season.models import Claim, MergedEntry
from season.rules.people import Key, also_known_as
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.log.rules.events import ERASED
from tournament.log.rules.text import folded

if TYPE_CHECKING:
    from season.queries.known import KnownPair

Names = frozenset[str]


def recognised(name: str) -> str:
    """A name without case, accents and hyphens, by which somebody is recognised."""
    return folded(name) or name


def text_of(pair: Pair | KnownPair, seat: int) -> str:
    return pair.player_1 if seat == 1 else pair.player_2 if seat else pair.name


def key_of(pair: Pair | KnownPair, seat: int, recognise: Callable[[str], str] = recognised) -> Key:
    """The folded names by which somebody is recognised; None when one was erased, and for the
    players of a club that entered alone."""
    names = ((pair.player_1, pair.player_2), (pair.player_1,), (pair.player_2,))[seat]
    if ERASED in names or (seat and not pair.player_2):
        return None
    return tuple(sorted(map(recognise, filter(None, names))))


def claimed_names(claim: Claim) -> tuple[str, ...]:
    """The names of the player whom a claim is about, the latest last: as the seat was named when
    it was claimed and as corrected since, until a substitute took the seat. One query."""
    names = []
    acts = Event.objects.filter(
        tournament=claim.pair.tournament_id,
        kind__in=("pair.changed", "pair.substituted"),
        at__gt=claim.since,
    )
    field = f"player_{claim.seat}"
    for event in acts.order_by("number"):
        data = event.data
        if data["pair"]["number"] == claim.pair.number:
            names.append(data["was"][field])
            if data.get("out") == claim.seat:
                return tuple(names)
    return (*names, text_of(claim.pair, claim.seat))


def recognised_names(claim: Claim) -> Names:
    """The folded names of the player whom a claim is about. One query."""
    return frozenset(recognised(name) for name in claimed_names(claim) if name != ERASED)


def merged_keys(circuit_id: int) -> list[list[Key]]:
    """The names of those whom each merge of a circuit joins. One query."""
    rows = MergedEntry.objects.filter(merge__circuit=circuit_id).select_related("pair")
    merges: dict[int, list[Key]] = {}
    for row in rows.order_by("merge_id", "id"):
        merges.setdefault(row.merge_id, []).append(key_of(row.pair, row.seat))
    return list(merges.values())


def private_names(*, circuit_id: int) -> Names:
    """The folded names of the players who asked the circuit not to name them, with those that are
    merged with them. One query, and where somebody asked one more for each, and one."""
    rows = Claim.objects.filter(circuit=circuit_id, is_private=True).select_related("pair")
    names = frozenset[str]().union(*map(recognised_names, rows))
    return also_known_as(names, merged_keys(circuit_id)) if names else names
