"""Sign-up at the desk: opening it, its cap, the waiting list, who has paid, erasing contacts."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Unpack

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.entries.models import ListInBox, Pair
from tournament.entries.queries import EntryPreview, preview_entries
from tournament.entries.rules.lists import HowRead
from tournament.entries.services import pairs
from tournament.entries.services.pairs import PartOfList
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.formats.registry import format_of
from tournament.formats.setting import MOST_SEEDS
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_pair
from tournament.matches.services.results import try_out
from tournament.memory.models import ActMemory
from tournament.notices.models import Notice, Watch
from tournament.signup.models import Payment, SignUp, Single, Terms
from tournament.signup.services.sign_ups import fill
from tournament.wording import refuse

MOST = 512
THE_TERM = Actor("program", None, "the term for contacts")


@transaction.atomic
def set_terms(
    *,
    tournament_id: int,
    is_open: bool,
    cap: int | None,
    fee: str,
    note: str,
    actor: Actor,
    site: str = "",
) -> Terms:
    """Opens or closes the sign-up page and sets its terms. With a higher cap, waiting pairs are
    entered. Raises NotFound, NotAllowed, Refusal (out_of_range, and the texts' faults)."""
    tournament = lock(tournament_id=tournament_id, official=actor)
    if cap is not None:
        rights.whole_number(cap, field="cap", least=2, most=MOST)
    fee, bad_fee = texts.clean(fee, field="fee", longest=60, required=False)
    note, bad_note = texts.clean(note, field="note", longest=500, required=False)
    refuse([fault for fault in (bad_fee, bad_note) if fault])
    terms, _is_new = Terms.objects.update_or_create(
        tournament=tournament,
        defaults={"is_open": is_open, "cap": cap, "fee": fee, "note": note},
    )
    events.append(
        tournament,
        actor,
        "signup.terms_set",
        {"is_open": is_open, "cap": cap, "fee": fee, "note": note},
    )
    if tournament.status == Tournament.Status.ENTRY:
        fill(tournament, actor, site)
    return terms


@transaction.atomic
def let_in(*, tournament_id: int, actor: Actor, site: str = "") -> list[SignUp]:
    """Enters waiting pairs, earliest first, while there is a place; returns their sign-ups. Used
    after the desk withdrew a pair.

    Raises NotFound, NotAllowed, Refusal (already_drawn, nobody_waits).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament", "already_drawn", _("The draw has been made. Let it in as a late pair.")
        )
    signups = fill(tournament, actor, site)
    if not signups:
        raise Refusal.one(
            "waiting", "nobody_waits", _("Nobody waits, or no place is free. Raise the cap first.")
        )
    return signups


@transaction.atomic
def set_paid(*, pair_id: int, is_paid: bool, actor: Actor) -> Pair:
    """Marks the fee of a pair as paid or not paid. The public log does not mention fees: the row
    itself says who marked it, and when. Raises NotFound, NotAllowed."""
    _tournament, pair = lock_pair(pair_id=pair_id, official=actor)
    if is_paid:
        values = {"at": timezone.now(), "by": actor.label[:120]}
        Payment.objects.get_or_create(pair=pair, defaults=values)
    else:
        Payment.objects.filter(pair=pair).delete()
    return pair


@transaction.atomic
def enter_list(*, tournament_id: int, actor: Actor, **what: Any) -> PartOfList:
    """Enters a list as `pairs.enter_list` does, marks the fees that it says are paid, and seeds the
    pairs that it seeds, after those seeded before, where the format has seeds. Raises the same."""
    part = pairs.enter_list(tournament_id=tournament_id, actor=actor, **what)
    values = {"at": timezone.now(), "by": actor.label[:120]}
    Payment.objects.bulk_create(Payment(pair_id=pk, **values) for pk in part.paid)
    if part.seeds:
        _seed(tournament_id, part.seeds, actor)
    return part


def preview_list(
    *, tournament_id: int, actor: Actor, text: str | bytes, **how: Unpack[HowRead]
) -> EntryPreview:
    """What `enter_list` would do with a list: its lines, and the problems it would be refused for.
    Raises NotFound, NotAllowed."""
    read = preview_entries(tournament_id=tournament_id, text=text, **how)
    act = partial(enter_list, tournament_id=tournament_id, actor=actor, text=text, **how)
    try:
        try_out(act)
    except (NotFound, NotAllowed):
        raise
    except Refusal as refused:
        return replace(read, problems=refused.problems)
    return replace(read, problems=())


def _seed(tournament_id: int, numbers: tuple[int, ...], actor: Actor) -> None:
    tournament = Tournament.objects.get(pk=tournament_id)
    if "seeds" not in format_of(tournament).options:
        return
    listed = tournament.format_options.get("seeds", ())
    before = [number for number in listed if number not in numbers]
    seeds = [*before, *numbers][:MOST_SEEDS]
    tournaments.change(tournament_id=tournament_id, actor=actor, format_options={"seeds": seeds})


@transaction.atomic
def erase_contacts(*, tournament_id: int, actor: Actor) -> int:
    """Erases every contact of a tournament for good; returns of how many pairs. A pair's own page
    stays, without telephone and e-mail. Raises NotFound, NotAllowed."""
    tournament = lock(tournament_id=tournament_id, official=actor)
    with_contact = Pair.objects.filter(tournament=tournament).exclude(contact="")
    count = with_contact.update(contact="")
    signups = SignUp.objects.filter(tournament=tournament)
    signups.update(phone="", email="", contact_2="", wants_mail=False)
    alone = Single.objects.filter(tournament=tournament)
    alone.update(phone="", email="", wants_mail=False)
    Watch.objects.filter(pair__tournament=tournament).delete()
    Notice.objects.filter(tournament=tournament).delete()
    ListInBox.objects.filter(tournament=tournament).delete()
    ActMemory.objects.filter(tournament=tournament).delete()
    events.append(tournament, actor, "contacts.erased", {"count": count})
    return count


def erase_old_contacts(*, before: datetime) -> int:
    """Erases the contacts of tournaments that began before that moment and are finished, were
    never drawn, or have no newer event; returns of how many tournaments."""
    newer = Event.objects.filter(at__gte=before).order_by().values("tournament_id")
    # A league may run for months: its contacts stay while it is played.
    goes_on = Tournament.objects.filter(status=Tournament.Status.RUNNING, pk__in=newer)
    old = Tournament.objects.filter(starts_at__lt=before).exclude(pk__in=goes_on.values("pk"))
    with_contacts = old.filter(pairs__contact__gt="") | old.filter(sign_ups__phone__gt="")
    with_contacts |= old.filter(sign_ups__email__gt="") | old.filter(sign_ups__contact_2__gt="")
    with_contacts |= old.filter(singles__phone__gt="") | old.filter(singles__email__gt="")
    with_contacts |= old.filter(pk__in=ListInBox.objects.values("tournament"))
    tournament_ids = list(with_contacts.distinct().order_by("pk").values_list("pk", flat=True))
    for tournament_id in tournament_ids:
        erase_contacts(tournament_id=tournament_id, actor=THE_TERM)
    return len(tournament_ids)
