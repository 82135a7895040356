"""Who says which player it is, and what an account sees of itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.utils.translation import gettext_lazy as _

from season.models import Claim
from season.queries.circuits import circuit_list
from season.queries.known import Known, ResultLine, key_of, text_of
from season.rules.people import Key
from tournament.entries.models import Pair
from tournament.errors import NotFound


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
    """A finished tournament that the player took part in, and with whom."""

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
        "claim", "no_such_claim", _("There is no such claim any more. Load this page anew.")
    )


def player_key(pair: Pair, seat: int) -> Key:
    """The folded name of a player; None when it was erased."""
    return key_of(pair, seat)


def same_player(claim: Claim, pair: Pair, seat: int) -> bool:
    """Whether a claim is about this player, by the name."""
    key = player_key(pair, seat)
    return key is not None and player_key(claim.pair, claim.seat) == key


def claims_of(*, circuit_id: int) -> tuple[AccountClaim, ...]:
    """The claims in a circuit, those that wait first. One query."""
    rows = Claim.objects.filter(circuit=circuit_id).select_related("user", "pair__tournament")
    lines = (
        AccountClaim(
            row.pk, row.user.get_username() if row.user else "", text_of(row.pair, row.seat),
            row.pair.name, row.pair.tournament.name, row.confirmed_at,
        )
        for row in rows
    )  # fmt: skip
    return tuple(sorted(lines, key=lambda one: (one.confirmed_at is not None, one.id)))


def own_pages(*, user: AbstractBaseUser | AnonymousUser) -> tuple[OwnPage, ...]:
    """The claims of an account, with its history. Two queries, and for each confirmed claim those
    of a ranking."""
    rows = Claim.objects.filter(user=user.pk).select_related("pair") if user.pk else ()
    circuits = {one.id: one for one in circuit_list()} if rows else {}
    pages = []
    for row in rows:
        if player_key(row.pair, row.seat) is None:  # the claim goes at night, with the name
            continue
        circuit = circuits[row.circuit_id]
        results: tuple[OwnResult, ...] = ()
        if row.confirmed_at is not None:
            known = Known(replace(circuit, carried_by="player"))
            results = tuple(_results(known, row))
        often = Counter(one.partner for one in results)
        pages.append(
            OwnPage(
                claim_id=row.pk,
                circuit_slug=circuit.slug,
                circuit_name=circuit.name,
                name=text_of(row.pair, row.seat),
                is_confirmed=row.confirmed_at is not None,
                is_private=row.is_private,
                results=results,
                partners=tuple(Partner(name, times) for name, times in often.most_common()),
            )
        )
    return tuple(pages)


def _results(known: Known, claim: Claim) -> list[OwnResult]:
    person = known.people.get((claim.pair_id, claim.seat))
    lines = []
    for ranked in known.ranked():
        for result, counts in ranked.results if ranked.person == person else ():
            pair_id, seat = result.entry
            partner = text_of(known.pairs[pair_id], 3 - seat)
            lines.append(OwnResult(partner, known.result_line(result, counts)))
    return lines[::-1]
