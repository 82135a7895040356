"""The same people under different names: merged, and split again."""

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from season.models import Claim, Merge, MergedEntry
from season.queries.circuits import get_public
from season.queries.claims import claimed_by_another, confirmed_doubles
from season.queries.ranking import appearances
from season.services.acting import keep, lock
from season.services.claims import remember_private
from tournament.championship.models import Tournament
from tournament.errors import (
    Refusal,
)
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor

MOST_MERGES = 500


@transaction.atomic
def merge(*, circuit_id: int, one: str, other: str, actor: Actor) -> Merge:
    """Two people of the ranking are the same from now on. `one` and `other`: their keys.

    Raises NotFound, NotAllowed, Refusal (same_person, both_played, nameless, too_many_merges,
    claimed_by_another).
    """
    circuit = lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    first, second = (appearances(circuit=view, key=key) for key in (one, other))
    if not first or not second:
        raise Refusal.one("other", "nameless", _("A name was erased. Choose somebody with a name."))
    if first.keys() & second.keys():
        raise Refusal.one(
            "other", "same_person", _("These are the same already. Choose another one.")
        )
    both = set(first.values()) & set(second.values())
    if both:
        names = Tournament.objects.filter(pk__in=both).order_by("pk").values_list("name", flat=True)
        raise Refusal.one(
            "other",
            "both_played",
            _("Both played in %(name)s, so they are different. Choose another one."),
            name=names[0],
        )
    if circuit.merges.count() >= MOST_MERGES:
        raise Refusal.one(
            "other", "too_many_merges", _("There are too many of these. Split one first.")
        )
    doubles = confirmed_doubles(circuit_id=circuit.pk)
    made = Merge.objects.create(circuit=circuit, at=timezone.now())
    people = [min(first), min(second)]
    MergedEntry.objects.bulk_create(
        MergedEntry(merge=made, pair_id=pair, seat=seat) for pair, seat in people
    )
    if confirmed_doubles(circuit_id=circuit.pk) - doubles:
        raise claimed_by_another()
    keep(circuit, actor, "people_merged", people=people)
    return made


@transaction.atomic
def split(*, circuit_id: int, merge_id: int, actor: Actor) -> None:
    """Takes a merge back: these are different people again. Raises NotFound, NotAllowed, Refusal
    (no_such_merge)."""
    circuit = lock(circuit_id, actor)
    found = circuit.merges.filter(pk=merge_id).first()
    if found is None:
        raise Refusal.one("merge", "no_such_merge", _("These have been split already."))
    people = list(found.merged.order_by("id").values_list("pair_id", "seat"))
    found.delete()
    keep(circuit, actor, "people_split", people=people)


@transaction.atomic
def forget_erased() -> int:
    """Deletes merges of which a name was erased or a pair removed, and claims of players whose name
    was erased; returns how many merges. The queries pass such rows over before that. Where private
    players have other seats is remembered first."""
    private = Claim.objects.filter(is_private=True).order_by()
    for circuit in private.values_list("circuit", flat=True).distinct():
        remember_private(circuit)
    first = Q(merged__seat__in=[0, 1], merged__pair__player_1=ERASED)
    second = Q(merged__seat__in=[0, 2], merged__pair__player_2=ERASED)
    counted = Merge.objects.annotate(entries=Count("merged"))
    alone = counted.filter(entries__lt=2).order_by().values_list("pk", flat=True)
    named = Merge.objects.filter(first | second).order_by().values_list("pk", flat=True)
    gone = {*alone, *named}
    Merge.objects.filter(pk__in=gone).delete()
    Claim.objects.filter(
        Q(seat=1, pair__player_1=ERASED) | Q(seat=2, pair__player_2=ERASED)
    ).delete()
    return len(gone)
