"""Who is the same: people under different names merged, those of equal names told apart.

| act | its way back |
|---|---|
| `merge`, `merge_alike` | `split` |
| `part`, `set_apart` | `rejoin` |
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from season.models import (
    Circuit,
    Claim,
    Difference,
    DifferentEntry,
    Erasure,
    Merge,
    MergedEntry,
    RegistryEntry,
)
from season.queries.alike import alike, likenesses, seen_of
from season.queries.circuits import get_public
from season.queries.claims import claimed_by_another, confirmed_doubles
from season.queries.log import differences_refs, merges_refs, people_refs
from season.queries.ranking import appearances
from season.queries.who import differences
from season.rules.people import Appearance, Sides, are_different
from season.services.acting import append, lock
from season.services.claims import remember_private
from tournament.championship.models import Tournament
from tournament.errors import Conflict, Refusal
from tournament.log.rules.events import ERASED
from tournament.log.rules.roles import Actor

MOST_MERGES = 2_000
People = Sequence[Mapping[Appearance, int]]
AT_NIGHT = Actor("program", None, "the nightly task")


@transaction.atomic
def merge(*, circuit_id: int, one: str, other: str, actor: Actor) -> Merge:
    """Two people of the ranking are the same from now on. `one` and `other`: their keys.

    Raises NotFound, NotAllowed, Refusal (same_person, both_played, nameless, too_many_merges,
    said_different, claimed_by_another).
    """
    circuit = lock(circuit_id, actor)
    merges = _merge(circuit, [_people_of(circuit, (one, other))])
    append(circuit, actor, "people.merged", merges=merges_refs(merges))
    return merges[0]


@transaction.atomic
def merge_alike(*, circuit_id: int, seen: str, actor: Actor, keys: str = "") -> int:
    """All people of equal names whom `alike` proposes are the same from now on, or, with `keys`,
    those of one proposal, also of like names; returns how many proposals. `seen`: the `seen_of`
    what was shown; not needed with `keys`.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), and Refusal as `merge`.
    """
    circuit = lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    proposals = (*alike(circuit=view), *(likenesses(circuit=view) if keys else ()))
    wanted = [proposal for proposal in proposals if not keys or proposal.keys == keys]
    if not wanted or (not keys and seen_of(proposals) != seen):
        raise _changed()
    people = iter(_people_of(circuit, [person.key for each in wanted for person in each.people]))
    merges = _merge(circuit, [[next(people) for _one in each.people] for each in wanted])
    append(circuit, actor, "people.merged", merges=merges_refs(merges))
    return len(wanted)


@transaction.atomic
def split(*, circuit_id: int, merge_id: int, actor: Actor, whole_act: bool = False) -> int:
    """Takes a merge back: these are different people again; with `whole_act` all that were merged
    with one press. Returns how many merges. Raises NotFound, NotAllowed, Refusal
    (no_such_merge)."""
    circuit = lock(circuit_id, actor)
    row = circuit.merges.filter(pk=merge_id).first()
    if row is None:
        raise Refusal.one("merge", "no_such_merge", _("These have been split already."))
    rows = list(circuit.merges.filter(at=row.at) if whole_act else [row])
    merges = merges_refs(rows)
    circuit.merges.filter(pk__in=[row.pk for row in rows]).delete()
    append(circuit, actor, "people.split", merges=merges)
    return len(rows)


@transaction.atomic
def part(*, circuit_id: int, keys: str, actor: Actor) -> Difference:
    """The people of a proposal, by its `keys`, are different: it is not made again. Raises
    NotFound, NotAllowed, Conflict (changed_meanwhile)."""
    circuit = lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    proposals = (*alike(circuit=view), *likenesses(circuit=view))
    if keys not in {proposal.keys for proposal in proposals}:
        raise _changed()
    return _differ(circuit, [list(person) for person in _people_of(circuit, keys.split())], actor)


@transaction.atomic
def set_apart(*, circuit_id: int, person: str, entry: str, actor: Actor) -> Difference:
    """One entry of a person is somebody else of the same name. `person`: its key; `entry`: a pair's
    id and the seat, as in a key.

    Raises NotFound, NotAllowed, Refusal (no_such_entry, one_entry, joined_by_word).
    """
    circuit = lock(circuit_id, actor)
    (own,) = _people_of(circuit, (person,))
    chosen = [one for one in own if f"{one[0]}-{one[1]}" == entry]
    if not chosen:
        raise Refusal.one("entry", "no_such_entry", _("Choose one of this person's tournaments."))
    rest = [one for one in own if one not in chosen]
    if not rest:
        raise Refusal.one("entry", "one_entry", _("This person has played in one tournament only."))
    difference = _differ(circuit, [rest, chosen], actor)
    view = get_public(slug=circuit.slug)
    if rest[0] in appearances(circuit=view, keys=[entry])[0]:
        raise Refusal.one(
            "entry",
            "joined_by_word",
            _("You said that they are the same person. Split them under Who is who."),
        )
    return difference


@transaction.atomic
def rejoin(*, circuit_id: int, difference_id: int, actor: Actor) -> None:
    """Takes back that people of equal names are different. Raises NotFound, NotAllowed, Refusal
    (no_such_difference, claimed_by_another)."""
    circuit = lock(circuit_id, actor)
    difference = circuit.differences.filter(pk=difference_id).first()
    if difference is None:
        raise Refusal.one(
            "difference", "no_such_difference", _("This has been taken back already.")
        )
    sides, doubles = differences_refs([difference]), confirmed_doubles(circuit_id=circuit.pk)
    difference.delete()
    if confirmed_doubles(circuit_id=circuit.pk) - doubles:
        raise claimed_by_another()
    append(circuit, actor, "people.rejoined", differences=sides)


def _people_of(circuit: Circuit, keys: Iterable[str]) -> People:
    """The appearances of each, with their tournaments. Raises NotFound, Refusal (nameless)."""
    view = get_public(slug=circuit.slug)
    people = appearances(circuit=view, keys=list(keys))
    if not all(people):
        raise Refusal.one("other", "nameless", _("A name was erased. Choose somebody with a name."))
    return people


def _merge(circuit: Circuit, groups: Sequence[People]) -> list[Merge]:
    """The people of each group are one person from now on."""
    known_differences = differences(circuit.pk)
    for one, other in (both for people in groups for both in combinations(people, 2)):
        if one.keys() & other.keys():
            raise Refusal.one(
                "other", "same_person", _("These are the same already. Choose another one.")
            )
        both = set(one.values()) & set(other.values())
        if both:
            raise Refusal.one(
                "other",
                "both_played",
                _("Both played in %(name)s, so they are different. Choose another one."),
                name=Tournament.objects.filter(pk__in=both).order_by("pk")[0].name,
            )
        if any(are_different(one, other, sides) for sides in known_differences):
            raise Refusal.one(
                "other",
                "said_different",
                _("You said that they are different. Take that back first."),
            )
    if circuit.merges.count() + len(groups) > MOST_MERGES:
        raise Refusal.one(
            "other", "too_many_merges", _("Too many names are joined. Split one first.")
        )
    doubles, at = confirmed_doubles(circuit_id=circuit.pk), timezone.now()
    merges = Merge.objects.bulk_create(Merge(circuit=circuit, at=at) for _people in groups)
    MergedEntry.objects.bulk_create(
        MergedEntry(merge=one, pair_id=pair, seat=seat)
        for one, people in zip(merges, groups, strict=True)
        for pair, seat in map(min, people)
    )
    if confirmed_doubles(circuit_id=circuit.pk) - doubles:
        raise claimed_by_another()
    return merges


def _differ(circuit: Circuit, sides: Sides, actor: Actor) -> Difference:
    if circuit.differences.count() >= MOST_MERGES:
        raise Refusal.one(
            "keys", "too_many_differences", _("Too many names are set apart. Take one back first.")
        )
    difference = Difference.objects.create(circuit=circuit, at=timezone.now())
    DifferentEntry.objects.bulk_create(
        DifferentEntry(difference=difference, side=number, pair_id=pair, seat=seat)
        for number, side in enumerate(sides)
        for pair, seat in sorted(side)
    )
    append(circuit, actor, "people.parted", differences=differences_refs([difference]))
    return difference


def _changed() -> Conflict:
    return Conflict.over(
        "seen",
        "changed_meanwhile",
        _("The proposals have changed meanwhile. Look at them again."),
        current={},
    )


@transaction.atomic
def forget_erased() -> int:
    """Deletes what was said of erased names and removed pairs: merges and differences without two
    people left, and claims and wishes of players whose name was erased; returns how many merges.
    The queries pass such rows over before that. Where private players have other seats is
    remembered first."""
    private = Claim.objects.filter(is_private=True).order_by()
    for pk in private.values_list("circuit", flat=True).distinct():
        remember_private(pk)
    first = Q(seat__in=[0, 1], pair__player_1=ERASED)
    second = Q(seat__in=[0, 2], pair__player_2=ERASED)
    merged = MergedEntry.objects.filter(first | second)
    parted = DifferentEntry.objects.filter(first | second)
    erased: dict[int, set[Appearance]] = {}
    for pk, *entry in [
        *merged.values_list("merge__circuit", "pair_id", "seat"),
        *parted.values_list("difference__circuit", "pair_id", "seat"),
    ]:
        erased.setdefault(pk, set()).add((entry[0], entry[1]))
    for circuit in Circuit.objects.select_for_update().filter(pk__in=erased).order_by("pk"):
        entries = people_refs(sorted(erased[circuit.pk]))
        append(circuit, AT_NIGHT, "people.forgotten", entries=entries)
    merged.delete()
    parted.delete()
    alone = Merge.objects.annotate(left=Count("merged")).filter(left__lt=2).order_by()
    gone = list(alone.values_list("pk", flat=True))
    Merge.objects.filter(pk__in=gone).delete()
    sides = Count("entries__side", distinct=True)
    of_one = Difference.objects.annotate(left=sides).filter(left__lt=2).order_by()
    Difference.objects.filter(pk__in=list(of_one.values_list("pk", flat=True))).delete()
    is_erased = Q(seat=1, pair__player_1=ERASED) | Q(seat=2, pair__player_2=ERASED)
    Claim.objects.filter(is_erased).delete()
    Erasure.objects.filter(is_erased).delete()
    RegistryEntry.objects.filter(first | second).delete()
    return len(gone)
