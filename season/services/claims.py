"""An account of one's own: a player claims who it is, and those who run the circuit confirm it.

| a claim is | made by | becomes |
|---|---|---|
| asked | `claim`, with the link of a pair | confirmed, or gone |
| confirmed | `confirm` | asked again by `take_back`, still private where it was, or gone |
| gone | `withdraw` by the account, or `dismiss` by the circuit | made again by the link |

No act of the circuit names the player or the account: whoever asked not to be named is not.
"""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.statements.queries import pair_of_link
from season.models import Circuit, CircuitTournament, Claim
from season.queries.circuits import IN
from season.queries.claims import (
    are_namesakes,
    claimed_by_another,
    no_such_claim,
    player_names,
)
from season.queries.names import key_of, merged_keys, recognised_names
from season.queries.who import differences
from season.rules.people import also_known_as
from season.services.acting import PLAYER, append, lock, locked
from tournament import limits
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.limits import Limit
from tournament.log.rules.roles import Actor

PER_HOUR = Limit("claims", 20, 3600)
SOMEBODY = Actor("user", None, PLAYER)


@transaction.atomic
def claim(*, link: str, seat: int, user: AbstractBaseUser) -> list[Claim]:
    """The account says that it is player 1 or 2 of the pair of a link, in every circuit for which
    the tournament counts; returns the claims. The same again changes nothing.

    Raises NotFound (no_such_link), Refusal (bad_seat, nameless, not_in_a_circuit, other_player),
    TooOften.
    """
    pair, _terms = pair_of_link(link=link)
    limits.spend(PER_HOUR, user.pk)
    if seat not in (1, 2) or isinstance(seat, bool):
        raise Refusal.one("seat", "bad_seat", _("Say which of the two players you are."))
    key = key_of(pair, seat)
    if key is None:
        raise Refusal.one("seat", "nameless", _("This name was erased. Ask the organizers."))
    counted = Circuit.objects.select_for_update().filter(
        entries__tournament=pair.tournament_id, entries__status=IN
    )
    claims = []
    for circuit in counted.order_by("pk"):
        row = Claim.objects.filter(circuit=circuit, user_id=user.pk).first()
        if row is None:
            row = Claim.objects.create(circuit=circuit, user_id=user.pk, pair=pair, seat=seat)
            append(circuit, SOMEBODY, "claim.made", role=PLAYER)
        elif player_names(row).isdisjoint(key):
            raise Refusal.one(
                "seat",
                "other_player",
                _("You have said that you are somebody else. Withdraw that first."),
            )
        claims.append(row)
    if not claims:
        raise Refusal.one(
            "link", "not_in_a_circuit", _("This tournament counts for no circuit yet.")
        )
    return claims


@transaction.atomic
def withdraw(*, claim_id: int, user: AbstractBaseUser) -> None:
    """The account takes its own claim back. Raises NotFound (no_such_claim)."""
    row = Claim.objects.select_related("pair").filter(pk=claim_id, user_id=user.pk).first()
    if row is None:
        raise no_such_claim()
    circuit = locked(row.circuit_id)
    Claim.objects.filter(pk=row.pk).delete()
    if row.is_private:
        _forget_private(row)
    append(circuit, SOMEBODY, "claim.withdrawn", role=PLAYER)


@transaction.atomic
def set_private(*, claim_id: int, user: AbstractBaseUser, is_private: bool) -> Claim:
    """The account asks that the circuit names it to nobody, or to everybody again. Raises NotFound
    (no_such_claim), Refusal (not_confirmed)."""
    mine = Claim.objects.select_related("pair").filter(pk=claim_id, user_id=user.pk)
    row = mine.select_for_update(of=("self",)).first()
    if row is None:
        raise no_such_claim()
    if row.confirmed_at is None:
        raise Refusal.one(
            "claim", "not_confirmed", _("Those who run the circuit have not confirmed it yet.")
        )
    circuit = locked(row.circuit_id)
    row.is_private = is_private
    row.save(update_fields=["is_private"])
    append(circuit, SOMEBODY, "claim.privacy_set", role=PLAYER, is_private=is_private)
    if is_private:
        remember_private(row.circuit_id)
    else:
        _forget_private(row)
    return row


@transaction.atomic
def confirm(*, circuit_id: int, claim_id: int, actor: Actor) -> Claim:
    """Those who run the circuit confirm who an account is. Raises NotFound, NotAllowed, Refusal
    (already_confirmed, claimed_by_another). A player who is private already stays so."""
    circuit = lock(circuit_id, actor)
    row = _claim(circuit, claim_id)
    if row.user_id is None:
        raise no_such_claim()
    if row.confirmed_at is not None:
        raise Refusal.one("claim", "already_confirmed", _("This is confirmed already."))
    others = circuit.claims.exclude(pk=row.pk).select_related("pair")
    names = player_names(row)
    known = recognised_names(others)
    known_differences = differences(circuit.pk)
    same = [
        other
        for other in others
        if names & known[other.pk] and not are_namesakes(row, other, known_differences)
    ]
    if any(other.confirmed_at for other in same):
        raise claimed_by_another()
    # From now on this account alone says whether the player is named. Of a namesake's seats nobody
    # knows whose wish they keep: it is kept, and the account may say otherwise.
    row.is_private = any(other.is_private for other in (row, *same))
    row.confirmed_at = timezone.now()
    row.save(update_fields=["confirmed_at", "is_private"])
    of_same = circuit.claims.filter(pk__in=[other.pk for other in same])
    of_same.filter(user=None).delete()
    of_same.update(is_private=False)
    remember_private(circuit.pk)
    append(circuit, actor, "claim.confirmed")
    return row


@transaction.atomic
def take_back(*, circuit_id: int, claim_id: int, actor: Actor) -> Claim:
    """A confirmed claim waits again; whoever is private stays so. Raises NotFound, NotAllowed,
    Refusal (not_confirmed)."""
    circuit = lock(circuit_id, actor)
    row = _claim(circuit, claim_id)
    if row.confirmed_at is None:
        raise Refusal.one("claim", "not_confirmed", _("This is not confirmed."))
    row.confirmed_at = None
    row.save(update_fields=["confirmed_at"])
    append(circuit, actor, "claim.taken_back")
    return row


@transaction.atomic
def dismiss(*, circuit_id: int, claim_id: int, actor: Actor) -> None:
    """Deletes a claim that is not confirmed. Raises NotFound, NotAllowed, Refusal
    (already_confirmed)."""
    circuit = lock(circuit_id, actor)
    row = _claim(circuit, claim_id)
    if row.confirmed_at is not None:
        raise Refusal.one(
            "claim", "already_confirmed", _("This is confirmed. Take that back first.")
        )
    Claim.objects.filter(pk=row.pk).delete()
    if row.is_private:
        _forget_private(row)
    append(circuit, actor, "claim.dismissed")


def remember_private(circuit_id: int) -> None:
    """Every seat of a private player gets a claim without an account, so that the wish holds where
    another one's name is erased or its tournament removed."""
    rows = Claim.objects.filter(circuit=circuit_id, is_private=True).select_related("pair")
    names = frozenset[str]().union(*recognised_names(rows).values())
    if not names:
        return
    names = also_known_as(names, merged_keys(circuit_id), for_sure=True)
    known = {(row.pair_id, row.seat) for row in rows}
    counted = CircuitTournament.objects.filter(circuit=circuit_id, status=IN)
    pairs = Pair.objects.filter(tournament__in=counted.values("tournament"))
    Claim.objects.bulk_create(
        Claim(circuit_id=circuit_id, pair=pair, seat=seat, is_private=True)
        for pair in pairs.select_related("tournament")
        for seat in (1, 2)
        if (pair.pk, seat) not in known and not names.isdisjoint(key_of(pair, seat) or ())
    )


def _forget_private(claim: Claim) -> None:
    """Deletes the claims without an account about the same player, unless a namesake keeps
    them."""
    names = player_names(claim)
    rows = claim.circuit.claims.filter(user=None).select_related("pair")
    same = [pk for pk, known in recognised_names(rows).items() if names & known]
    Claim.objects.filter(pk__in=same).delete()
    remember_private(claim.circuit_id)


def _claim(circuit: Circuit, claim_id: int) -> Claim:
    row = circuit.claims.select_related("pair").filter(pk=claim_id).first()
    if row is None:
        raise no_such_claim()
    return row
