"""Who says which player it is, and what an account sees of itself."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext_lazy as _

from season.models import Claim
from season.queries.circuits import circuit_list
from season.queries.known import Known, ResultLine
from season.queries.names import (
    Names,
    claimed_names,
    merged_keys,
    recognised_names,
    text_of,
)
from season.queries.who import differences
from season.rules.people import Appearance, Sides, also_known_as, are_different
from tournament.errors import NotFound, Refusal


@dataclass(frozen=True, slots=True)
class AccountClaim:
    """A claim as those who run the circuit see it. `username`: "" for a player whom the circuit's
    file said to be private; `name`: the player's, as it is today."""

    id: int
    username: str
    name: str
    pair: str
    tournament: str
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A finished tournament that the player took part in, and with whom; `partner` is "" on a day
    of individuals."""

    partner: str
    result: ResultLine


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody with whom the player played, and in how many tournaments."""

    name: str
    tournaments: int


@dataclass(frozen=True, slots=True)
class OwnPage:
    """What an account sees of itself in a circuit. `results`: newest first, and `partners`, most
    often first; both are empty until the claim is confirmed."""

    claim_id: int
    circuit_slug: str
    circuit_name: str
    name: str
    is_confirmed: bool
    is_private: bool
    results: tuple[OwnResult, ...]
    partners: tuple[Partner, ...]


def no_such_claim() -> NotFound:
    """The NotFound for a claim that is not there, or is somebody else's."""
    return NotFound.one(
        "claim", "no_such_claim", _("There is no such claim any more. Reload this page.")
    )


def claimed_by_another() -> Refusal:
    """The Refusal where two accounts would be confirmed as one player."""
    return Refusal.one(
        "claim",
        "claimed_by_another",
        _(
            "Another account is confirmed as this player. Dismiss one of the two; if they are two "
            "people of one name, set one apart on its page first."
        ),
    )


def player_names(claim: Claim) -> frozenset[str]:
    """The folded names of the player whom a claim is about, with those that are surely merged with
    them. Two queries."""
    merges = merged_keys(claim.circuit_id)
    return also_known_as(recognised_names([claim])[claim.pk], merges, for_sure=True)


def are_namesakes(one: Claim, other: Claim, known_differences: Iterable[Sides]) -> bool:
    """Whether the circuit says that the players of two claims are different, whatever their
    names."""
    seats = [(claim.pair_id, claim.seat) for claim in (one, other)]
    return any(are_different(seats[:1], seats[1:], sides) for sides in known_differences)


def confirmed_doubles(*, circuit_id: int) -> set[tuple[int, int]]:
    """Every two confirmed claims of a circuit that are about one player. Four queries."""
    rows = Claim.objects.filter(circuit=circuit_id, confirmed_at__isnull=False)
    claims = list(rows.select_related("pair"))
    merges, known_differences = merged_keys(circuit_id), differences(circuit_id)
    names = {
        pk: also_known_as(known, merges, for_sure=True)
        for pk, known in recognised_names(claims).items()
    }
    return {
        (one.pk, other.pk)
        for one, other in combinations(claims, 2)
        if names[one.pk] & names[other.pk] and not are_namesakes(one, other, known_differences)
    }


def claims_of(*, circuit_id: int) -> tuple[AccountClaim, ...]:
    """The claims in a circuit, those that wait first; without an account those alone of
    players whom no account's claim keeps private. Four queries."""
    claims = Claim.objects.filter(circuit=circuit_id).select_related("user", "pair__tournament")
    rows = list(claims)
    known, named = recognised_names(rows), claimed_names(rows)
    own = [known[row.pk] for row in rows if row.user_id and row.is_private]
    hidden = also_known_as(frozenset[str]().union(*own), merged_keys(circuit_id), for_sure=True)
    lines = (
        AccountClaim(
            row.pk, row.user.get_username() if row.user else "", named[row.pk][-1],
            row.pair.name, row.pair.tournament.name, row.confirmed_at,
        )
        for row in rows
        if row.user_id or hidden.isdisjoint(known[row.pk])
    )  # fmt: skip
    return tuple(sorted(lines, key=lambda line: (line.confirmed_at is not None, line.id)))


def own_pages(*, user: AbstractBaseUser | AnonymousUser) -> tuple[OwnPage, ...]:
    """The claims of an account, with its history. Four queries, and for each confirmed claim those
    of a ranking."""
    rows = Claim.objects.filter(user=user.pk).select_related("pair") if user.pk else ()
    circuits = {circuit.id: circuit for circuit in circuit_list()} if rows else {}
    known_names, named = recognised_names(rows), claimed_names(rows)
    pages = []
    for row in rows:
        if not known_names[row.pk]:  # the claim goes at night, with the name
            continue
        circuit = circuits[row.circuit_id]
        results: tuple[OwnResult, ...] = ()
        if row.confirmed_at is not None:
            # In a circuit of pairs nobody says which of the players of one name are the same.
            same = circuit.same_names if circuit.carried_by == "player" else "all"
            known = Known(replace(circuit, carried_by="player", same_names=same))
            results = tuple(_results(known, _own_people(known, row, known_names[row.pk])))
        often = Counter(result.partner for result in results if result.partner)
        pages.append(
            OwnPage(
                claim_id=row.pk,
                circuit_slug=circuit.slug,
                circuit_name=circuit.name,
                name=named[row.pk][-1],
                is_confirmed=row.confirmed_at is not None,
                is_private=row.is_private,
                results=results,
                partners=tuple(Partner(name, times) for name, times in often.most_common()),
            )
        )
    return tuple(pages)


def _own_people(known: Known, claim: Claim, names: Names) -> set[Appearance]:
    """Return the persons of the ranking that are this account.

    These are the person in the seat that was claimed, while it has one of the player's names, and
    every person under a name that the player had before."""
    entry = (claim.pair_id, claim.seat)
    today = known.keys.get(entry) or ()
    earlier = names.difference(today)
    own = {known.people[one] for one, key in known.keys.items() if key and key[0] in earlier}
    return own if names.isdisjoint(today) else {*own, known.people[entry]}


def _results(known: Known, own: set[Appearance]) -> list[OwnResult]:
    lines = []
    for ranked in known.ranked():
        for result, counts in ranked.results if ranked.person in own else ():
            pair_id, seat = result.entry
            partner = text_of(known.pairs[pair_id], 3 - seat)
            lines.append(OwnResult(partner, known.result_line(result, counts)))
    return sorted(lines, key=lambda line: line.result.starts_at)[::-1]
