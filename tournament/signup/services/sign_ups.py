"""A pair signs up, changes its sign-up, or withdraws, without the desk."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.services import ask
from tournament import limits, wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import against_entered, checked
from tournament.entries.rules.entry import Entry, both_players
from tournament.entries.services.departures import leave_or_return
from tournament.entries.services.pairs import rename, store
from tournament.errors import Refusal, StrOrPromise
from tournament.formats.registry import enters_alone
from tournament.log import services as events
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.services.bracket import BracketChange
from tournament.signup.models import SignUp
from tournament.signup.queries import (
    Offer,
    contact_of,
    entered_at_desk,
    of_link,
    offer,
    pair_of,
    players_of_pairs,
    taken,
    taken_in,
    waits_for_the_desk,
)

BY_ONE_ADDRESS = limits.Limit("sign_up", most=100, seconds=3600)
"""All the pairs of a room have one address, that of its Wi-Fi."""

# The places of a tournament, taken by pairs that signed up: at once, or from the waiting list.


def fill(tournament: Tournament, actor: Actor, site: str) -> list[SignUp]:
    """Enters waiting pairs, earliest first, while there is a place. A waiting pair that the desk
    has entered meanwhile has its place already: it is not entered a second time. A pair with a
    player who is in another pair, or in a disqualified one, stays on the list: the desk decides
    about it. For services only."""
    free = offer(tournament_id=tournament.pk).free
    waiting = _still_waiting(tournament)
    seats = players_of_pairs(tournament_id=tournament.pk)
    let_in: list[SignUp] = []
    for signup in waiting:
        if len(let_in) == free:
            break
        if seats.taken((signup.player_1, signup.player_2)) is None:
            pair = bring_in(tournament, signup, actor)
            seats.entered.update(taken_in([(pair.number, pair.player_1, pair.player_2)]))
            tell(signup, site)
            let_in.append(signup)
    return let_in


def _still_waiting(tournament: Tournament) -> list[SignUp]:
    """The waiting list, earliest first, after each pair on it that the desk has entered was given
    the pair of the same two players."""
    at_desk = entered_at_desk(tournament_id=tournament.pk)
    waiting: list[SignUp] = []
    signups = SignUp.objects.filter(tournament=tournament, state="waiting").order_by("at", "id")
    for signup in signups:
        pair = at_desk.pop(both_players(signup.player_1, signup.player_2), None)
        if pair is None:
            waiting.append(signup)
        else:
            _has(signup, pair)
    return waiting


def give_place(signup: SignUp) -> None:
    """Gives a sign-up that waits the pair of the same two players, if the desk has entered it. For
    services only."""
    pair = pair_of(signup)
    if pair is not None and signup.pair is None:
        _has(signup, pair)


def bring_in(tournament: Tournament, signup: SignUp, actor: Actor) -> Pair:
    """Enters a pair that signed up; returns it. For services only."""
    contact = contact_of(signup.phone, signup.email, signup.contact_2)
    names = {"player_1": signup.player_1, "player_2": signup.player_2, "club": signup.club}
    (pair,) = store(tournament, [Entry(0, {**names, "contact": contact})])
    _has(signup, pair)
    events.append(tournament, actor, "pair.entered", {"pair": events.pair_record(pair)})
    return pair


def _has(signup: SignUp, pair: Pair) -> None:
    signup.pair, signup.state = pair, SignUp.State.IN
    signup.save(update_fields=["pair", "state"])


def tell(signup: SignUp, site: str) -> None:
    """Queues the mail with the pair's link and whether it is entered or waits, when the pair asked
    for mail."""
    if signup.wants_mail and site:
        key = f"{signup.pk}.{signup.state}.{signup.link_version}"
        ask(
            "signup.mail",
            {"sign_up_id": signup.pk, "site": site},
            key=key,
            tournament_id=signup.tournament_id,
        )


THE_PAIR = Actor("program", None, "the pair itself")
BY_ITSELF = "by the pair itself"


@transaction.atomic
def sign_up(
    *,
    tournament_id: int,
    player_1: str,
    player_2: str,
    club: str = "",
    phone: str = "",
    email: str = "",
    contact_2: str = "",
    wants_mail: bool = False,
    language: str = "",
    site: str = "",
    actor: Actor = THE_PAIR,
) -> SignUp:
    """Enters a pair, or puts it on the waiting list when no place is free, or when a player of it
    was disqualified here (T6): then the desk decides. `site`: the address of a pair's page up to
    its link, for the mail.

    Raises NotFound, Refusal (sign_up_closed, duplicate_pair, player_twice, waits_already,
    player_waits, contact_missing, and the fields' faults).
    """
    tournament = lock(tournament_id=tournament_id)
    stands = open_offer(tournament)
    phone, email = reached(phone=phone, email=email)
    names = {"player_1": player_1, "player_2": player_2, "club": club}
    entry, contact_2 = _entry(tournament, names, (phone, email), contact_2)
    _must_be_new(tournament, entry)
    signup = SignUp.objects.create(
        tournament=tournament,
        player_1=entry.player_1,
        player_2=entry.player_2,
        club=entry.texts["club"],
        phone=phone,
        email=email,
        contact_2=contact_2,
        wants_mail=wants_mail and bool(email),
        language=language,
        at=timezone.now(),
    )
    if stands.must_wait or _is_for_the_desk(tournament, entry):
        _waits(tournament, signup)
    else:
        bring_in(tournament, signup, actor)
    tell(signup, site)
    return signup


def open_offer(tournament: Tournament) -> Offer:
    """The terms on which somebody can sign up now. Raises Refusal (sign_up_closed)."""
    stands = offer(tournament_id=tournament.pk)
    if not stands.takes:
        raise Refusal.one(
            "tournament",
            "sign_up_closed",
            _("Sign-up is closed. Ask the organizers whether there is still a place."),
        )
    return stands


@transaction.atomic
def change(
    *,
    link: str,
    player_1: str,
    player_2: str,
    club: str = "",
    phone: str = "",
    email: str = "",
    contact_2: str = "",
    wants_mail: bool = False,
) -> SignUp:
    """Corrects a pair's own sign-up, until the draw. It may not become the same as another pair
    that is entered or waits, nor take in a player who was disqualified here (`ask_the_desk`, T6).
    Raises NotFound, Refusal."""
    tournament, signup = _own(link)
    signup.phone, signup.email = phone, email = reached(phone=phone, email=email)
    names = {"player_1": player_1, "player_2": player_2, "club": club}
    entry, signup.contact_2 = _entry(tournament, names, (phone, email), contact_2)
    current = signup.pair or signup
    if entry.players != both_players(current.player_1, current.player_2):
        _must_be_new(tournament, entry, but=signup)
        if signup.pair is not None and _is_for_the_desk(tournament, entry):
            raise Refusal.one("player_1", "ask_the_desk", ASK)
    signup.wants_mail = wants_mail and bool(signup.email)
    now = (entry.player_1, entry.player_2, entry.texts["club"])
    was = (signup.player_1, signup.player_2, signup.club)
    signup.player_1, signup.player_2, signup.club = now
    signup.save()
    if signup.pair is not None:
        _rename(tournament, signup.pair, entry)
    elif now != was:
        _waits(tournament, signup)
    return signup


@transaction.atomic
def withdraw(*, link: str, site: str = "") -> SignUp:
    """Withdraws a pair by its own link, until the draw. The first waiting pair takes its place.

    Raises NotFound, Refusal (already_drawn, already_left).
    """
    tournament, signup = _own(link)
    signup.state = SignUp.State.LEFT
    signup.save(update_fields=["state"])
    if signup.pair is not None and signup.pair.is_in:
        signup.pair.status = Pair.Status.WITHDRAWN
        change = BracketChange("pair.withdrawn", THE_PAIR, BY_ITSELF, reopens_beaten=False)
        leave_or_return(tournament, signup.pair, change)
        fill(tournament, THE_PAIR, site)
    else:
        events.append(tournament, THE_PAIR, "signup.left", {"name": signup.name})
    return signup


def reached(*, phone: str, email: str) -> tuple[str, str]:
    """Telephone and e-mail, cleaned. At least one must be given. Raises Refusal."""
    phone, no_phone = texts.clean(phone, field="phone", longest=60)
    email, no_email = texts.clean(email, field="email", longest=120)
    wording.refuse([fault for fault in (no_phone, no_email) if fault])
    if not (phone or email):
        raise Refusal.one(
            "phone",
            "contact_missing",
            _("Leave a phone number or an e-mail address, so that you can be reached."),
        )
    if email:
        try:
            validate_email(email)
        except ValidationError as error:
            raise Refusal.one(
                "email", "bad_email", _("This is no e-mail address. Check it.")
            ) from error
    return phone, email


def _entry(
    tournament: Tournament, names: Mapping[str, str], first: tuple[str, str], contact_2: str
) -> tuple[Entry, str]:
    """The pair's names, club and contact, and how to reach the second player, cleaned. `names`: the
    names and the club as they came; `first`: as `reached` returned it. Raises Refusal."""
    contact_2, fault = texts.clean(contact_2, field="contact_2", longest=200)
    wording.refuse([fault] if fault else [])
    values = {**names, "contact": contact_of(*first, contact_2)}
    return checked(values, alone=enters_alone(tournament)), contact_2


REPEATED: dict[str, StrOrPromise] = {
    "duplicate_pair": _(
        "This name is entered already, as number %(number)s. To change that, open the link that "
        "you got then, or ask the organizers."
    ),
    "player_twice": _(
        "%(player)s plays in pair %(number)s already. If this is somebody else of the same name, "
        "ask the organizers to enter you."
    ),
    "player_waits": _(
        "%(player)s is on the waiting list already, in another pair. If this is somebody else of "
        "the same name, ask the organizers to enter you."
    ),
}
"""What is said to a pair: unlike the desk, it cannot confirm that they are different people."""


# Without the reason: whoever has the link would read about somebody else.
ASK = _("These names cannot be entered here. Ask the organizers to do it.")


def _is_for_the_desk(tournament: Tournament, entry: Entry) -> bool:
    return waits_for_the_desk(
        tournament_id=tournament.pk, player_1=entry.player_1, player_2=entry.player_2
    )


def _must_be_new(tournament: Tournament, entry: Entry, but: SignUp | None = None) -> None:
    """Raises when a player is already in another pair, entered or waiting, or the pair already
    waits. `but`: the sign-up that is being changed; its own names are not compared."""
    own = but.pair if but else None
    faults = against_entered(tournament_id=tournament.pk, entries=[entry], but=own)
    wording.refuse(faults, REPEATED)
    waiting = SignUp.objects.filter(tournament=tournament, state="waiting")
    others = waiting.exclude(pk=but.pk) if but else waiting
    waiting_pairs = list(others.values_list("pk", "player_1", "player_2"))
    if any(both_players(one, other) == entry.players for _pk, one, other in waiting_pairs):
        raise Refusal.one(
            "player_1", "waits_already", _("This pair is on the waiting list already.")
        )
    twice = taken((entry.player_1, entry.player_2), taken_in(waiting_pairs))
    if twice is not None:
        field = "player_1" if twice.player == entry.player_1 else "player_2"
        raise Refusal.one(field, "player_waits", REPEATED["player_waits"], player=twice.player)


def _waits(tournament: Tournament, signup: SignUp) -> None:
    events.append(tournament, THE_PAIR, "signup.waits", {"name": signup.name})


def _own(link: str) -> tuple[Tournament, SignUp]:
    """The sign-up of a link, read after its tournament is locked, while it can change."""
    pk = of_link(link=link)
    owner = SignUp.objects.values_list("tournament_id", flat=True).get(pk=pk)
    tournament = lock(tournament_id=owner)
    signup = SignUp.objects.select_related("pair").get(pk=pk)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Tell the desk; it can still change or withdraw you."),
        )
    give_place(signup)
    gone = signup.state == SignUp.State.LEFT if signup.pair is None else not signup.pair.is_in
    if gone:
        raise Refusal.one("tournament", "already_left", _("You have withdrawn already."))
    return tournament, signup


def _rename(tournament: Tournament, pair: Pair, entry: Entry) -> None:
    contact = entry.texts["contact"]
    names = {name: entry.texts[name] for name in ("player_1", "player_2", "club")}
    if any(getattr(pair, name) != value for name, value in names.items()):
        rename(tournament, pair, "pair.changed", {**names, "contact": contact}, BY_ITSELF, THE_PAIR)
    elif pair.contact != contact:
        pair.contact = contact
        pair.save(update_fields=["contact"])
