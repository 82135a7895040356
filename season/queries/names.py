"""Who is recognised by which names: a seat of a pair, a claim, and who asked not to be named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from season.models import Claim, MergedEntry
from season.rules.people import Key, also_known_as
from tournament.entries.models import Pair
from tournament.formats.registry import is_individual
from tournament.log.models import Event
from tournament.log.rules.events import ERASED
from tournament.log.rules.kinds import doing
from tournament.log.rules.text import folded

if TYPE_CHECKING:
    from season.queries.who import KnownPair

Names = frozenset[str]


def recognised(name: str) -> str:
    """A name without case, accents and hyphens, by which somebody is recognised."""
    return folded(name) or name


def names_any(text: str, names: Names) -> bool:
    """Return True if the text holds one of these folded names."""
    folded_text = recognised(text)
    return any(name in folded_text for name in names)


def text_of(pair: Pair | KnownPair, seat: int) -> str:
    return pair.player_1 if seat == 1 else pair.player_2 if seat else pair.name


def has_player(pair: Pair | KnownPair, seat: int) -> bool:
    """Whether somebody by name sits there: both players of a pair, the one player of a day of
    individuals, nobody of a club that entered alone."""
    if pair.player_2:
        return True
    return seat == 1 and is_individual(pair.tournament if isinstance(pair, Pair) else pair)


def key_of(pair: Pair | KnownPair, seat: int, recognise: Callable[[str], str] = recognised) -> Key:
    """The folded names by which somebody is recognised; None when one was erased, and for the
    players of a club that entered alone."""
    if seat:
        name = text_of(pair, seat)
        return None if name == ERASED or not has_player(pair, seat) else (recognise(name),)
    both = (pair.player_1, pair.player_2)
    return None if ERASED in both else tuple(sorted(recognise(name) for name in both if name))


def claimed_names(claims: Iterable[Claim]) -> dict[int, tuple[str, ...]]:
    """Claim → the names of the player whom it is about, the latest last: as the seat was named when
    it was claimed and as corrected since, until a substitute took the seat. One query."""
    all_claims = list(claims)
    kinds = doing("rename", "substitute")
    tournaments = {claim.pair.tournament_id for claim in all_claims}
    acts: dict[tuple[int, int], list[Event]] = {}
    for event in Event.objects.filter(tournament__in=tournaments, kind__in=kinds):
        pair = (event.tournament_id, event.sealed["pair"]["number"])
        acts.setdefault(pair, []).append(event)
    return {
        claim.pk: tuple(_names(claim, acts.get((claim.pair.tournament_id, claim.pair.number), ())))
        for claim in all_claims
    }


def _names(claim: Claim, acts: Iterable[Event]) -> Iterator[str]:
    for event in acts:
        if event.at > claim.since:
            yield event.data["was"][f"player_{claim.seat}"]
            if event.sealed.get("out") == claim.seat:
                return
    yield text_of(claim.pair, claim.seat)


def recognised_names(claims: Iterable[Claim]) -> dict[int, Names]:
    """Claim → the folded names of the player whom it is about. One query."""
    return {
        pk: frozenset(recognised(name) for name in names if name != ERASED)
        for pk, names in claimed_names(claims).items()
    }


def merged_keys(circuit_id: int) -> list[list[Key]]:
    """The names of those whom each merge of a circuit joins. One query."""
    rows = MergedEntry.objects.filter(merge__circuit=circuit_id).select_related("pair__tournament")
    merges: dict[int, list[Key]] = {}
    for row in rows.order_by("merge_id", "id"):
        merges.setdefault(row.merge_id, []).append(key_of(row.pair, row.seat))
    return list(merges.values())


def private_names(*, circuit_id: int) -> Names:
    """The folded names of the players who asked the circuit not to name them, with those that are
    merged with them. Two queries, and one more where somebody asked."""
    rows = Claim.objects.filter(circuit=circuit_id, is_private=True).select_related("pair")
    names = frozenset[str]().union(*recognised_names(rows).values())
    return also_known_as(names, merged_keys(circuit_id)) if names else names
