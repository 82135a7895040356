"""Erases texts that name a person, on request. The chain of the log stays valid."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from scoring.course.models import Hand, Submission
from scoring.course.queries.stored import scopes_of_devices
from scoring.matchdays.models import Appointment, Postponement
from scoring.proof.queries.naming import (
    OF_A_PAIR,
    Named,
    pairs_named,
    texts_for_good,
    to_erase,
    where_named,
)
from scoring.proof.rules.entries import ASKED_BY, LEAST_LETTERS, TERM, Names
from scoring.rulings.models import Ruling, TribunalCase
from tournament.championship.models import Tournament
from tournament.entries.models import PRIVATE
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.events import SHORT
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Cascade, Match
from tournament.memory.models import ActMemory
from tournament.notices.models import Notice
from tournament.pauses.models import Pause
from tournament.signup.models import SignUp, Single
from tournament.tables.models import Device

THE_TERM = Actor("program", None, "the term for names")
AT_ONCE = 200

OF_THE_LOG: tuple[tuple[type[Model], str, tuple[str, ...], tuple[str, ...]], ...] = (
    (Match, "tournament", (), ("names",)),
    (Hand, "game__match__tournament", ("reason",), ()),
    (Ruling, "match__tournament", ("reason",), ("proposed", "outcome")),
    (TribunalCase, "ruling__match__tournament", ("heard", "reason"), ()),
    (Pause, "tournament", ("reason",), ()),
    (Postponement, "match__tournament", ("reason",), ()),
    (Appointment, "match__tournament", ("venue", "new_venue"), ()),
    (Device, "table__tournament", ("label",), ()),
    (Cascade, "tournament", ("reason",), ("before", "after", "play")),
)
"""Rows that repeat texts of the log: model, lookup path to the tournament, text fields, object
fields."""


@transaction.atomic
def erase(
    *, tournament_id: int, words: Sequence[str], asked_by: str, reason: str, actor: Actor
) -> Named:
    """Erases every text that contains one of the `words`; returns where they were. An event tells
    who asked for it, when and why.

    A text is erased as a whole: a pair's name is erased for either player. Events from before
    commitments keep their texts, and the new event lists them. Raises NotFound, NotAllowed, Refusal
    (too_short, bad_choice, nobody_named, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    names = Names.of(words)
    _must_be_words(names)
    if asked_by not in ASKED_BY:
        raise Refusal.one("asked_by", "bad_choice", _("Say who asked for it: choose one."))
    why = rights.given_reason(reason)
    places = where_named(tournament_id=tournament.pk, names=names)
    if not places:
        raise Refusal.one(
            "words",
            "nobody_named",
            _("No text that can be erased contains this. Check the spelling."),
        )
    _erase(tournament, names, places, actor, {"asked_by": asked_by, "reason": why})
    return places


def erase_old_names(*, before: datetime) -> int:
    """Erases every name and every reason of tournaments that began before that moment and are
    finished; returns of how many."""
    old = Tournament.objects.filter(starts_at__lt=before, status=Tournament.Status.FINISHED)
    erased = 0
    for tournament_id in old.order_by("pk").values_list("pk", flat=True):
        erased += _erase_all(tournament_id=tournament_id)
    return erased


@transaction.atomic
def _erase_all(*, tournament_id: int) -> bool:
    tournament, names = lock(tournament_id=tournament_id), Names(None)
    places = where_named(tournament_id=tournament_id, names=names)
    if places:
        _erase(tournament, names, places, THE_TERM, {"asked_by": TERM, "reason": ""})
    return bool(places)


def _must_be_words(names: Names) -> None:
    shortest = min(map(len, names.words or ()), default=0)
    if shortest < LEAST_LETTERS:
        raise Refusal.one(
            "words",
            "too_short",
            _("Write the name as it stands, one a line, each of three letters at least."),
        )


def _erase(
    tournament: Tournament, names: Names, places: Named, actor: Actor, request: dict[str, Any]
) -> None:
    for_good = texts_for_good(tournament_id=tournament.pk) if places.plain else set()
    gone = _erase_in_log(tournament, names)
    for model, of, fields, objects in OF_THE_LOG:
        _erase_in_rows(model, {of: tournament.pk}, names, fields, objects, but=for_good)
    _erase_in_rows(
        SignUp, {"tournament": tournament.pk}, names, ("player_1", "player_2"),
        contacts=("phone", "email", "contact_2"),
    )  # fmt: skip
    _erase_in_rows(
        Single, {"tournament": tournament.pk}, names, ("player", "note"),
        contacts=("phone", "email"),
    )  # fmt: skip
    scopes = scopes_of_devices(tournament_id=tournament.pk)
    _erase_in_rows(Submission, {"scope__in": scopes}, names, (), ("answer",))
    Notice.objects.filter(pair__in=pairs_named(tournament_id=tournament.pk, names=names)).delete()
    ActMemory.objects.filter(tournament=tournament).delete()  # nothing is put back with a name
    pairs = _erase_pairs(tournament, names)
    data = {
        **request,
        "texts": sorted(gone),
        "events": list(places.events),
        "kept": list(places.plain),
    }
    data["pairs"] = pairs
    events.append(tournament=tournament, kind="texts.erased", actor=actor, data=data)


def _erase_in_log(tournament: Tournament, names: Names) -> set[str]:
    """Erases salts and texts; returns the names of their commitments for the event."""
    gone: set[str] = set()
    changed = []
    for event in Event.objects.filter(tournament=tournament).order_by("number"):
        if erased := to_erase(event, names):
            event.texts = {**event.texts, **dict.fromkeys(erased)}
            gone.update(one[:SHORT] for one in erased)
            changed.append(event)
    Event.objects.bulk_update(changed, ["texts"], batch_size=AT_ONCE)
    return gone


def _erase_in_rows(
    model: type[Model],
    of: dict[str, Any],
    names: Names,
    fields: Sequence[str],
    objects: Sequence[str] = (),
    but: Collection[str] = (),
    contacts: Sequence[str] = (),
) -> None:
    """Erases texts from stored rows, and of a row that changed the contacts as a whole. Texts that
    the log cannot erase stay, so that rows and log agree."""
    for row in model._default_manager.filter(**of).order_by("pk"):
        now = {name: getattr(row, name) for name in (*fields, *objects)}
        new = {name: names.taken_out(now[name]) for name in fields if now[name] not in but}
        new |= names.taken_out_of({name: now[name] for name in objects if now[name]})
        if any(now[name] != value for name, value in new.items()):
            model._default_manager.filter(pk=row.pk).update(**new, **dict.fromkeys(contacts, ""))


def _erase_pairs(tournament: Tournament, names: Names) -> list[dict[str, Any]]:
    """Erases the names, and all that only organizers see, from the pairs of these people; returns
    the pairs as the log names them from now on."""
    changed = pairs_named(tournament_id=tournament.pk, names=names)
    for pair in changed:
        for name in OF_A_PAIR:
            setattr(pair, name, names.taken_out(getattr(pair, name)))
        for name in PRIVATE:
            setattr(pair, name, "")
        pair.save(update_fields=[*OF_A_PAIR, *PRIVATE])
    return [events.pair_record(pair) for pair in changed]
