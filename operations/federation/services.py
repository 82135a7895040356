"""Days are fetched from installations that are trusted; of one day there is one here.

| here is | the other's log | becomes |
|---|---|---|
| nothing of the day | verified | fetched, with its origin |
| the same log | the same log | nothing changes: they agree |
| the same log | the same, and names erased from a copy | nothing changes: they agree |
| a longer log | the same beginning | refused, with both lengths |
| a copy fetched before | the same beginning, and further | the longer one replaces it |
| a copy fetched before | further, signed with another key | refused: the origin decides |
| the day itself, made here | the same beginning, and further | refused: its own operator decides |
| another history of the day | parts from ours | refused, with the event where they part |

Names may be erased from a copy, which adds events to the end of its log. They are no part of the
day: they are left aside here, and erased again from the longer log that replaces the copy.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import takewhile
from typing import Any, Literal

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from jobs import products
from jobs.registry import Declined
from operations.federation.fetching import checked, fetch, refused
from operations.federation.queries import TAKE_IN
from operations.imports.queries import says
from operations.removal.services import remove_tournament
from scoring.proof.rules.entries import entries_in
from scoring.proof.rules.lines import BrokenFile, read
from scoring.proof.services.erasing import erase_again
from scoring.proof.services.files import rebuild
from season.models import CircuitTournament, Claim, DifferentEntry, MergedEntry, Origin, Peer
from tournament import limits
from tournament.championship.models import Tournament
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal, StrOrPromise, lazy_text
from tournament.log.models import Event
from tournament.log.rules.events import LogEntry
from tournament.log.services import ERASING, lock
from tournament.notices.models import Watch
from tournament.witness.rules import (
    ED25519,
    LONGEST_NOTE,
    Note,
    key_id,
    read_note,
    root,
    verifier_key,
)

PER_HOUR = limits.Limit("federation", most=60, seconds=3600)
LONGEST_ADDRESS = 200
AT = re.compile(r"/t/([-\w]{1,80})/?", re.ASCII)
KEY = re.compile(r"([\w.-]{1,80})\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44,48}={0,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a day: "new", "further" (a copy was replaced by a longer one) or "same"."""

    slug: str
    became: Literal["new", "further", "same"]


@transaction.atomic
def trust(*, address: str, key: str) -> Peer:
    """Trusts an installation from now on; `key`: the key of its heads, which its operator gives.
    Raises Refusal (bad_address, bad_key, already_trusted)."""
    base = _base_of(address)
    if len(base) > LONGEST_ADDRESS:
        message = _("This is too long. Shorten it to at most %(longest)s characters.")
        raise refused("bad_address", lazy_text(message, longest=LONGEST_ADDRESS))
    _public_of(key.strip())
    if Peer.objects.filter(address=base).exists():
        raise refused("already_trusted", _("It is trusted already. Remove it first."))
    return Peer.objects.create(address=base, key=key.strip(), added_at=timezone.now())


@transaction.atomic
def distrust(*, peer_id: int) -> str:
    """Trusts an installation no more; returns its address. What was fetched from it stays. Raises
    NotFound (no_such_peer)."""
    peer = Peer.objects.filter(pk=peer_id).first()
    if peer is None:
        raise NotFound.one("address", "no_such_peer", _("It is not trusted any more."))
    peer.delete()
    return peer.address


def must_operate(*, user: AbstractBaseUser | AnonymousUser) -> None:
    """Lets pass the operators of this installation. Raises NotAllowed (not_an_operator)."""
    if not (user.is_authenticated and user.is_active and getattr(user, "is_superuser", False)):
        raise NotAllowed.one(
            "user", "not_an_operator", _("Only the operators of this site may do this.")
        )


@transaction.atomic
def ask_for(*, address: str, by: AbstractBaseUser) -> int:
    """Queues a day to be fetched by its address; returns the job's id. Raises Refusal
    (bad_address, not_trusted), TooOften."""
    peer, slug = _peer_at(address)
    limits.spend(PER_HOUR, by.pk)
    where = _where(peer, slug)
    key = sha256(where.encode()).hexdigest()
    products.start_over(TAKE_IN, key)
    return products.ask(TAKE_IN, {"address": where}, file_name=where[:120], key=key)


def do_ask(*, key: str, address: str) -> str:
    """The job of `ask_for`; returns a line for the operator. Raises Declined where it is refused,
    with the reason stored for the page."""
    try:
        taken = take_in(address=address)
    except Refusal as refusal:
        code, message = refusal.codes[0], refusal.problems[0].message
        why = {}
        for language, _name in settings.LANGUAGES:
            with override(language):
                why[language] = str(message)
        here = refusal.current.get("slug") if isinstance(refusal, Conflict) else None
        products.conclude(TAKE_IN, key, {"code": code, "why": why, "here": here})
        raise Declined(f"{code}: {message}") from refusal
    products.conclude(TAKE_IN, key, {"slug": taken.slug, "became": taken.became})
    return f"{taken.slug}: {taken.became}"


def take_in(*, address: str) -> Taken:
    """Takes in a day by its address on an installation that is trusted. Raises Refusal
    (bad_address, not_trusted, what `fetch` raises, and what `accept` raises)."""
    peer, slug = _peer_at(address)
    where = _where(peer, slug)
    note = fetch(f"{where}head/", most=LONGEST_NOTE)
    content = fetch(f"{where}tournament.mustour", most=settings.IMPORT_BYTES)
    return accept(content=content, note=note.decode("utf-8", "replace"), address=where)


@transaction.atomic
def accept(*, content: bytes, note: str, address: str = "") -> Taken:
    """Takes in a day from its file and the signed head of its log. The head must be signed by an
    installation that is trusted, and be that of the file.

    `address`: where both were fetched. Raises Refusal (bad_head, not_trusted, wrong_signature,
    other_address, another_log, changed_meanwhile, and the codes of a `.mustour` file), and Conflict
    (two_histories, longer_here, ours, other_origin) with the `slug` of the day here.
    """
    signed, peer = _signed_by(note)
    slug = signed.checkpoint.origin.rpartition("/")[2]
    if AT.fullmatch(f"/t/{slug}/") is None or "\x00" in note:  # what follows the signature is free
        raise _no_head()
    if address:
        peer_there, slug_there = _peer_at(address)
        if (peer_there.key, slug_there) != (peer.key, slug):
            raise refused(
                "other_address",
                _(
                    "The checkpoint there belongs to another address. Take the "
                    "tournament in from that one."
                ),
            )
    try:
        entries = entries_in(read(content))
    except BrokenFile as broken:
        raise _broken(broken) from broken
    hashes = [entry.hash for entry in entries]
    size, head = signed.checkpoint.size, signed.checkpoint.head
    if len(hashes) != size:
        raise refused("changed_meanwhile", _("It has gone on meanwhile. Fetch it again."))
    if hashes[-1] != head or root([bytes.fromhex(one) for one in hashes]) != signed.checkpoint.root:
        raise refused("another_log", _("The signed checkpoint does not belong to this file."))
    here = Event.objects.filter(number=1, hash=hashes[0]).select_related("tournament").first()
    erasures: list[Event] = []
    linked_rows: list[Any] = []
    if here is not None:
        ours = lock(tournament_id=here.tournament_id)
        common = _in_common(ours, entries, peer.key)
        if common is None:
            return Taken(ours.slug, "same")
        after = Event.objects.filter(tournament=ours, number__gt=common, kind="texts.erased")
        erasures = list(after)
        linked_rows = _let_go(ours)
    try:
        tournament = rebuild(content=content, then=_mark_copy)
    except BrokenFile as broken:
        raise _broken(broken) from broken
    for row in linked_rows:
        if isinstance(row, CircuitTournament):
            row.tournament = tournament
        row.save(force_insert=True)
    where = address or _where(peer, slug)
    Origin.objects.create(
        tournament=tournament, address=where, key=peer.key, note=note, at=timezone.now()
    )
    for erasure in erasures:
        erase_again(tournament_id=tournament.pk, erasure=erasure.data)
    return Taken(tournament.slug, "further" if here is not None else "new")


def _mark_copy(tournament: Tournament) -> None:
    tournament.is_copy = True
    tournament.save(update_fields=["is_copy"])


def _in_common(ours: Tournament, entries: list[LogEntry], key: str) -> int | None:
    """How many events both logs begin with, where the other one, signed with `key`, goes on from
    there; None where both have the same day. Raises Conflict (two_histories, longer_here, ours,
    other_origin)."""
    rows = Event.objects.filter(tournament=ours).order_by("number")
    own = list(rows.values_list("hash", "kind"))
    both = zip(own, entries, strict=False)
    equal = takewhile(lambda pair: pair[0][0] == pair[1].hash, both)
    common = sum(1 for _pair in equal)
    origin = Origin.objects.filter(tournament=ours).first()
    # Erasures at the end are no part of the day: ours in a copy, theirs unless they made it.
    here, there = own[common:], entries[common:]
    if origin is not None and all(kind in ERASING for _hash, kind in here):
        here = []
    if (origin is None or origin.key != key) and all(one.kind in ERASING for one in there):
        there = []
    if here and there:
        message = _(
            "There are two histories of this tournament: they differ from event "
            "%(number)s on. Nothing was changed. Ask its operator which one is right."
        )
        raise _stands(ours, "two_histories", message, number=common + 1)
    if here:
        message = _(
            "The log goes further here (%(here)s events) than there (%(there)s). Nothing was "
            "changed, and nothing is lost: the other site is behind, or was restored from a "
            "backup. Take the day in again once it has caught up, or ask its operator."
        )
        raise _stands(ours, "longer_here", message, here=len(own), there=len(entries))
    if not there:
        return None
    if origin is None:
        message = _(
            "This day was made here, and goes further there. Nothing was changed. Agree with its "
            "operator on which site it goes on; theirs can come in once it is removed here."
        )
        raise _stands(ours, "ours", message)
    if origin.key != key:
        message = _(
            "This day came from %(address)s, and only the key it came with may continue it. "
            "Nothing was changed. Fetch it from there."
        )
        raise _stands(ours, "other_origin", message, address=origin.address)
    return common


def _stands(ours: Tournament, code: str, message: StrOrPromise, **params: object) -> Conflict:
    """The Conflict of a day that stays here as it is."""
    return Conflict.over("address", code, message, current={"slug": ours.slug}, **params)


def _let_go(copy: Tournament) -> list[Any]:
    """Removes a copy; returns the rows of circuits about it and who watches its pairs. They come
    back with the longer one: its pairs keep their numbers."""
    linked_rows = [
        *CircuitTournament.objects.filter(tournament=copy),
        *MergedEntry.objects.filter(pair__tournament=copy),
        *DifferentEntry.objects.filter(pair__tournament=copy),
        *Claim.objects.filter(pair__tournament=copy),
        *Watch.objects.filter(pair__tournament=copy),
    ]
    remove_tournament(tournament_id=copy.pk, slug=copy.slug, comes_back=True)
    return linked_rows


def _signed_by(note: str) -> tuple[Note, Peer]:
    """The note, and the trusted installation that signed it. Raises Refusal (bad_head, not_trusted,
    wrong_signature)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signed = read_note(note)
    except ValueError as error:
        raise _no_head() from error
    # Locked, so that of two who fetch one day the second finds it here.
    for peer in Peer.objects.select_for_update():
        name, public = _public_of(peer.key)
        if signed.name != name or signed.key != key_id(name, public):
            continue
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(
                signed.signature, signed.text.encode()
            )
        except InvalidSignature as error:
            message = _("The signature of the checkpoint is not valid.")
            raise refused("wrong_signature", message) from error
        if signed.checkpoint.origin.split("/")[1:2] != [public.hex()[:16]]:
            raise refused(
                "wrong_signature",
                _("The checkpoint names a different key from the one it carries."),
            )
        return signed, peer
    raise _not_trusted()


def _public_of(key: str) -> tuple[str, bytes]:
    """The name and the public key of a verifier key. Raises Refusal (bad_key)."""
    match = KEY.fullmatch(key)
    try:
        raw = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        raw = b""
    if match is None or len(raw) != 33 or verifier_key(match[1], raw[1:]) != key:
        raise Refusal.one("key", "bad_key", _("This is no key. Copy the whole line."))
    assert raw[:1] == ED25519
    return match[1], raw[1:]


def _peer_at(address: str) -> tuple[Peer, str]:
    """The trusted installation of a tournament's address, and its slug there."""
    match = AT.fullmatch(checked(address).path)
    if match is None:
        raise refused(
            "bad_address", _("Write the address of a tournament, such as https://…/t/cup/.")
        )
    peer = Peer.objects.filter(address=_base_of(address)).first()
    if peer is None:
        raise _not_trusted()
    return peer, match[1]


def _base_of(address: str) -> str:
    parts = checked(address)
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "")


def _where(peer: Peer, slug: str) -> str:
    return f"{peer.address}/t/{slug}/"


def _no_head() -> Refusal:
    return refused("bad_head", _("This is not a signed checkpoint."))


def _not_trusted() -> Refusal:
    return refused(
        "not_trusted", _("This installation is not trusted here. Add it with its key first.")
    )


def _broken(broken: BrokenFile) -> Refusal:
    return Refusal.one("file", broken.code, says(broken.code, broken.line))
