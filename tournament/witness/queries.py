"""Signed heads of a log, a tournament's or a circuit's, and proofs that they are of one history."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.witness.rules import (
    Checkpoint,
    consistency,
    inclusion,
    root,
    signed_note,
    verifier_key,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

NAME = "mus-tournaments"
FORMAT = "mus-proof/1"


@dataclass(frozen=True, slots=True)
class KeptHead:
    """A head worth keeping: at the end of a round, or the newest. `at`: the time of its last
    event."""

    size: int
    round: int | None
    head: str
    at: datetime


def public_key() -> str:
    """The server's verifier key, `name+id+key`: a witness must know it beforehand."""
    return verifier_key(NAME, _public())


def signed_head(*, tournament_id: int, size: int | None = None) -> str:
    """The head after `size` events, or the newest, as a signed checkpoint. Raises NotFound."""
    tournament = Tournament.objects.get(pk=tournament_id)
    return sign(log=tournament.slug, hashes=_hashes(tournament, size))


def sign(*, log: str, hashes: Sequence[str]) -> str:
    """The signed head of a log whose events have these hashes. Raises NotFound for none."""
    if not hashes:
        raise no_such_head()
    text = Checkpoint(
        origin=origin_of(log), size=len(hashes), root=root(_leaves(hashes)), head=hashes[-1]
    ).text()
    return signed_note(text, NAME, _public(), _key().sign(text.encode()))


def consistency_proof(*, tournament_id: int, first: int, second: int) -> dict[str, Any]:
    """The proof that the log of `second` events begins with the log of `first` events. Raises
    NotFound."""
    tournament = Tournament.objects.get(pk=tournament_id)
    return prove_consistency(log=tournament.slug, hashes=_hashes(tournament, second), first=first)


def prove_consistency(*, log: str, hashes: Sequence[str], first: int) -> dict[str, Any]:
    """As `consistency_proof`, of a log whose events have these hashes. Raises NotFound."""
    try:
        path = consistency(_leaves(hashes), first)
    except ValueError as error:
        raise no_such_head() from error
    proof = {"format": FORMAT, "origin": origin_of(log), "first": first}
    return {**proof, "second": len(hashes), "path": _text(path)}


def inclusion_proof(*, tournament_id: int, number: int, size: int) -> dict[str, Any]:
    """The proof that event `number` is in the log whose head counts `size` events. Raises
    NotFound."""
    tournament = Tournament.objects.get(pk=tournament_id)
    return prove_inclusion(log=tournament.slug, hashes=_hashes(tournament, size), number=number)


def prove_inclusion(*, log: str, hashes: Sequence[str], number: int) -> dict[str, Any]:
    """As `inclusion_proof`, of a log whose events have these hashes. Raises NotFound."""
    try:
        path = inclusion(_leaves(hashes), number - 1)
    except ValueError as error:
        raise no_such_head() from error
    proof = {"format": FORMAT, "origin": origin_of(log), "event": number}
    return {**proof, "size": len(hashes), "hash": hashes[number - 1], "path": _text(path)}


def heads_to_keep(*, tournament_id: int) -> tuple[KeptHead, ...]:
    """The newest head, and the head after the last match of every round, the newest first."""
    ended = Event.objects.filter(tournament_id=tournament_id, kind__in=doing("finish"))
    rows = ended.order_by("number").values_list("number", "hash", "at", "sealed__match")
    rounds = {
        match["round"]: KeptHead(number, match["round"], sealed, at)
        for number, sealed, at, match in rows
        if isinstance(match, dict) and match.get("kind") == "championship"
    }
    last = Event.objects.filter(tournament_id=tournament_id).order_by("-number")[0]
    newest = KeptHead(last.number, None, last.hash, last.at)
    return (newest, *sorted(rounds.values(), key=lambda head: -head.size))


def origin_of(log: str) -> str:
    """The name of a log in its heads; `log`: a tournament's slug, or `circuits/` and a circuit's.
    The same name under the same key is the same log."""
    return f"{NAME}/{_public().hex()[:16]}/{log}"


def _hashes(tournament: Tournament, size: int | None) -> list[str]:
    last = tournament.event_number if size is None else size
    if not 0 < last <= tournament.event_number:
        raise no_such_head()
    events = Event.objects.filter(tournament=tournament, number__lte=last).order_by("number")
    return list(events.values_list("hash", flat=True))


def no_such_head() -> NotFound:
    """The NotFound for a number of events that a log does not have."""
    return NotFound.one(
        "number", "no_such_head", _("The log has no such event. Choose a number that it has.")
    )


def _leaves(hashes: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(one) for one in hashes]


def _text(path: list[bytes]) -> list[str]:
    return [base64.b64encode(one).decode() for one in path]


def _key() -> Ed25519PrivateKey:
    # Imported here because it costs memory, and some processes never sign a head.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.HEAD_KEY))


def _public() -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _key().public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
