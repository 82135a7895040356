"""A name is erased in all tournaments of a circuit: asked for once.

In those that the same person organizes it is erased at once; the organizers of the others are
asked, and the wish names nobody but by the pair and the seat.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.proof.rules.entries import ASKED_BY
from scoring.proof.services import erasing
from season.models import Circuit, Erasure
from season.queries.erasures import entries_named
from season.queries.log import tournament_ref
from season.queries.names import text_of
from season.services.acting import ORGANIZER, append, lock, locked, runs
from tournament.championship.models import Tournament
from tournament.errors import NotAllowed, Refusal
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor

MOST_WISHES = 2_000


@dataclass(frozen=True, slots=True)
class ErasedName:
    """In how many tournaments a name was erased, and of how many the organizers are asked."""

    erased: int
    asked: int


@transaction.atomic
def erase_name(
    *, circuit_id: int, name: str, asked_by: str, reason: str, actor: Actor
) -> ErasedName:
    """Erases a player's name in every tournament of the circuit that the actor organizes, and asks
    the organizers of the others. There is no way back from what is erased; what is asked can be
    discarded.

    Raises NotFound, NotAllowed, Refusal (nobody_named, bad_choice, reason_required, too_short,
    too_many_wishes).
    """
    circuit = lock(circuit_id, actor)
    if asked_by not in ASKED_BY:
        raise Refusal.one("asked_by", "bad_choice", _("Say who asked for it: choose one."))
    why = rights.given_reason(reason)
    found = entries_named(circuit_id=circuit.pk, name=name)
    if not found:
        raise Refusal.one(
            "name",
            "nobody_named",
            _("Nobody of this name plays in the circuit. Write it as it stands in a tournament."),
        )
    if circuit.erasures.count() + len(found) > MOST_WISHES:
        raise Refusal.one(
            "name", "too_many_wishes", _("Too many names wait to be erased. Discard some first.")
        )
    now, done = timezone.now(), list[int]()
    for tournament_id in dict.fromkeys(one.tournament_id for one in found):
        own = [one for one in found if one.tournament_id == tournament_id]
        if _may_erase(tournament_id, actor):
            words = list(dict.fromkeys(one.name for one in own))
            erasing.erase(
                tournament_id=tournament_id, words=words, asked_by=asked_by, reason=why, actor=actor
            )
            done.append(tournament_id)
            continue
        for one in own:
            Erasure.objects.get_or_create(
                circuit=circuit, pair_id=one.pair_id, seat=one.seat,
                defaults={"at": now, "asked_by": asked_by, "reason": why},
            )  # fmt: skip
    asked = len({one.tournament_id for one in found}) - len(done)
    refs = [tournament_ref(pk) for pk in done]
    append(circuit, actor, "name.erased", erased=refs, asked=asked)
    return ErasedName(len(done), asked)


@transaction.atomic
def erase_asked(*, erasure_id: int, actor: Actor) -> None:
    """An organizer erases the name that a circuit asked for. Raises NotAllowed, Refusal
    (no_such_wish, and what `scoring.proof.services.erasing.erase` raises)."""
    row, circuit = _wish(erasure_id)
    if (name := text_of(row.pair, row.seat)) and _may_erase(row.pair.tournament_id, actor):
        erasing.erase(
            tournament_id=row.pair.tournament_id, words=[name], asked_by=row.asked_by,
            reason=row.reason, actor=actor,
        )  # fmt: skip
    else:
        raise _not_yours()
    row.delete()
    ref = tournament_ref(row.pair.tournament_id)
    append(circuit, actor, "name.erased", role=ORGANIZER, erased=[ref], asked=0)


@transaction.atomic
def discard_erasure(*, erasure_id: int, actor: Actor) -> None:
    """What was asked is not asked any more: by those who run the circuit, or by the organizers who
    were asked. Its way back: `erase_name`. Raises NotAllowed, Refusal (no_such_wish)."""
    row, circuit = _wish(erasure_id)
    is_runner = runs(circuit, actor)
    if not is_runner and not _may_erase(row.pair.tournament_id, actor):
        raise _not_yours()
    ref = tournament_ref(row.pair.tournament_id)
    row.delete()
    more = {} if is_runner else {"role": ORGANIZER}
    append(circuit, actor, "name.erasure_discarded", tournament=ref, **more)


def _wish(erasure_id: int) -> tuple[Erasure, Circuit]:
    """A wish, and its circuit, locked. Raises Refusal (no_such_wish)."""
    circuit_id = Erasure.objects.filter(pk=erasure_id).values_list("circuit", flat=True).first()
    circuit = locked(circuit_id) if circuit_id is not None else None
    rows = Erasure.objects.select_related("pair__tournament").filter(pk=erasure_id)
    row = rows.first() if circuit is not None else None
    if row is None or circuit is None:
        raise Refusal.one("erasure", "no_such_wish", _("Nobody asks for this any more."))
    return row, circuit


def _may_erase(tournament_id: int, actor: Actor) -> bool:
    try:
        rights.official(tournament=Tournament.objects.get(pk=tournament_id), actor=actor)
    except NotAllowed:
        return False
    return True


def _not_yours() -> NotAllowed:
    return NotAllowed.one(
        "erasure", "not_allowed", _("Only the organizers of that tournament erase names there.")
    )
