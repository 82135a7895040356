"""What a circuit notes about a person: by which name it is known, and a licence or number."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from season.models import RegistryEntry
from season.queries.circuits import get_public
from season.queries.known import Known
from season.queries.log import people_refs
from season.queries.registry import Registered, licences_of, registered
from season.services.acting import append, lock
from tournament import wording
from tournament.errors import Refusal
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor

LONGEST_LICENCE = 40


@transaction.atomic
def register(
    *, circuit_id: int, person: str, actor: Actor, name: str = "", licence: str = ""
) -> Registered:
    """Notes by which of its names a person is known, and its licence or number, in place of what
    was noted; returns it. `person`: its key; `name`: the key of an entry with that name, "" for the
    latest one. The same again changes nothing. Its way back: `register` again.

    Raises NotFound, NotAllowed, Refusal (no_such_name, licence_taken, and the text's faults).
    """
    circuit = lock(circuit_id, actor)
    view = get_public(slug=circuit.slug)
    licence, fault = texts.clean(licence, field="licence", longest=LONGEST_LICENCE)
    wording.refuse([fault] if fault else [])
    known = Known(view)
    meant = known.person_of(person)
    own = {f"{pair}-{seat}": (pair, seat) for pair, seat in known.people}
    own = {key: entry for key, entry in own.items() if known.people[entry] == meant}
    if name and (name not in own or known.keys.get(own[name]) is None):
        raise Refusal.one("name", "no_such_name", _("Choose one of the names of this person."))
    others = {of for of, one in licences_of(view, known).items() if licence and one == licence}
    if others - {meant}:
        raise Refusal.one(
            "licence",
            "licence_taken",
            _("%(name)s has this licence. If they are the same person, join them first."),
            name=known.name_of(min(others - {meant})).name,
        )
    rows = [row for row in circuit.registry.all() if (row.pair_id, row.seat) in own.values()]
    before = {(row.pair_id, row.seat, row.is_name, row.licence) for row in rows}
    entry = own[name] if name else known.named_entry(meant)
    wanted = {(*entry, bool(name), licence)} if name or licence else set()
    if before != wanted:
        RegistryEntry.objects.filter(pk__in=[row.pk for row in rows]).delete()
        for pair_id, seat, is_name, noted in wanted:
            RegistryEntry.objects.create(
                circuit=circuit, pair_id=pair_id, seat=seat, is_name=is_name, licence=noted
            )
        append(
            circuit, actor, "people.registered",
            people=people_refs([entry]), is_name=bool(name), has_licence=bool(licence),
        )  # fmt: skip
    return registered(circuit=get_public(slug=circuit.slug), key=person)
