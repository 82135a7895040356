"""Players without a partner: they look for one, ask, agree, and so become a pair that signs up.

| state | asked | agrees | withdraws | the desk joins two |
|---|---|---|---|---|
| looking | stays looking | both found, signed up as a pair | left | both found |
| found, left | refused | refused | refused | refused |
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.services import ask as ask_job
from tournament import limits
from tournament.championship.models import Tournament
from tournament.errors import NotFound, Refusal
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.signup.models import SignUp, Single
from tournament.signup.queries import (
    contact_of,
    players_of_pairs,
    single_of,
    taken,
    taken_in,
)
from tournament.signup.services.sign_ups import REPEATED, THE_PAIR, open_offer, reached, sign_up
from tournament.wording import refuse

BY_ONE_PLAYER = limits.Limit("partner", most=30, seconds=3600)
"""Each question may send a mail to somebody else."""
MOST = 200
"""Players without a partner in one tournament; those who have found one do not count."""


@transaction.atomic
def look(
    *,
    tournament_id: int,
    player: str,
    club: str = "",
    note: str = "",
    phone: str = "",
    email: str = "",
    wants_mail: bool = False,
    language: str = "",
) -> Single:
    """Puts a player on the list of those who look for a partner; returns the entry.

    Raises NotFound, Refusal (sign_up_closed, too_many, looks_already, player_twice, player_waits,
    contact_missing, and the fields' faults).
    """
    tournament = lock(tournament_id=tournament_id)
    open_offer(tournament)
    phone, email = reached(phone=phone, email=email)
    player, bad_player = texts.clean(player, field="player", longest=80, required=True)
    club, bad_club = texts.clean(club, field="club", longest=80)
    note, bad_note = texts.clean(note, field="note", longest=200)
    refuse([fault for fault in (bad_player, bad_club, bad_note) if fault])
    _must_be_free(tournament, player)
    return Single.objects.create(
        tournament=tournament,
        player=player,
        club=club,
        note=note,
        phone=phone,
        email=email,
        wants_mail=wants_mail and bool(email),
        language=language,
        at=timezone.now(),
    )


@transaction.atomic
def ask(*, link: str, whom: int, site: str = "") -> Single:
    """Writes down whom a player would like to play with, in place of an earlier wish; returns the
    one who asks. Two who ask each other have agreed. `site`: the address of a player's own page up
    to its link, for the mail.

    Raises NotFound (no_such_link, no_such_single), Refusal (sign_up_closed, not_looking,
    asks_oneself, and those of `sign_up`).
    """
    tournament, single = _own(link)
    open_offer(tournament)
    other = _looking(tournament, whom)
    if other.pk == single.pk:
        raise Refusal.one("whom", "asks_oneself", _("This is you. Choose somebody else."))
    single.asks = other
    single.save(update_fields=["asks"])
    if other.asks_id == single.pk:
        _join(tournament, other, single, THE_PAIR, site)
    else:
        _tell(other, site, f"asked.{single.pk}")
    return single


@transaction.atomic
def answer(*, link: str, who: int, yes: bool, site: str = "") -> Single:
    """Answers a player who asked. A yes signs both up as a pair; returns the one who answers.
    Raises as `ask`, and Refusal (asks_no_more)."""
    tournament, single = _own(link)
    open_offer(tournament)
    other = _looking(tournament, who)
    if other.asks_id != single.pk:
        raise Refusal.one(
            "who", "asks_no_more", _("This player is no longer asking you. Reload this page.")
        )
    if yes:
        _join(tournament, single, other, THE_PAIR, site)
    else:
        other.asks = None
        other.save(update_fields=["asks"])
    return single


@transaction.atomic
def withdraw(*, link: str) -> Single:
    """Takes a player off the list, with telephone and e-mail. Raises NotFound, Refusal
    (not_looking)."""
    _tournament, single = _own(link)
    return _leave(single)


@transaction.atomic
def pair_up(*, tournament_id: int, first: int, second: int, actor: Actor, site: str = "") -> SignUp:
    """Joins two players who look for a partner, at the desk; returns their sign-up.

    Raises NotFound (no_such_single), NotAllowed, Refusal (asks_oneself, and those of `sign_up`).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if first == second:
        raise Refusal.one("second", "asks_oneself", _("Choose two different players."))
    return _join(tournament, _looking(tournament, first), _looking(tournament, second), actor, site)


@transaction.atomic
def remove(*, tournament_id: int, who: int, actor: Actor) -> Single:
    """Takes a player off the list, at the desk. Raises NotFound (no_such_single), NotAllowed."""
    tournament = lock(tournament_id=tournament_id, official=actor)
    return _leave(_looking(tournament, who))


def _leave(single: Single) -> Single:
    single.state = Single.State.LEFT
    single.phone = single.email = ""
    single.wants_mail, single.asks = False, None
    single.save()
    single.asked_by.update(asks=None)
    return single


def _join(tournament: Tournament, one: Single, other: Single, actor: Actor, site: str) -> SignUp:
    """Signs the two up, first the one who wants mail; whoever asked one of them is free to ask
    somebody else."""
    one, other = sorted((one, other), key=lambda single: not single.wants_mail)
    signup = sign_up(
        tournament_id=tournament.pk,
        player_1=one.player,
        player_2=other.player,
        club=one.club if one.club == other.club else "",
        phone=one.phone,
        email=one.email,
        contact_2=contact_of(other.phone, other.email),
        wants_mail=one.wants_mail,
        language=one.language,
        actor=actor,
    )
    for single in (one, other):
        single.state, single.sign_up, single.asks = Single.State.FOUND, signup, None
        single.save(update_fields=["state", "sign_up", "asks"])
        single.asked_by.update(asks=None)
        _tell(single, site, "found")
    return signup


def _own(link: str) -> tuple[Tournament, Single]:
    """The player of a link, read after the tournament is locked, while looking for a partner."""
    tournament = lock(tournament_id=single_of(link=link).tournament_id)
    single = single_of(link=link)
    if single.state != Single.State.LOOKING:
        raise Refusal.one(
            "link", "not_looking", _("You are no longer looking for a partner. Reload this page.")
        )
    return tournament, single


def _looking(tournament: Tournament, pk: int) -> Single:
    single = Single.objects.filter(tournament=tournament, pk=pk, state=Single.State.LOOKING).first()
    if single is None:
        raise NotFound.one(
            "whom",
            "no_such_single",
            _("This player is no longer looking for a partner. Choose somebody else."),
        )
    return single


def _must_be_free(tournament: Tournament, player: str) -> None:
    """Raises Refusal when somebody of this name looks already, plays in a pair, or waits."""
    looking = Single.objects.filter(tournament=tournament, state=Single.State.LOOKING)
    names = {texts.folded(name) for name in looking.values_list("player", flat=True)}
    if len(names) >= MOST:
        raise Refusal.one("player", "too_many", _("The list is full. Ask the organizers."))
    if texts.folded(player) in names:
        raise Refusal.one(
            "player", "looks_already", _("Somebody of this name is already looking for a partner.")
        )
    seats = players_of_pairs(tournament_id=tournament.pk)
    seat = seats.taken([player])
    if seat is not None:
        words = REPEATED["player_twice"]
        raise Refusal.one("player", "player_twice", words, player=seat.player, number=seat.number)
    waiting = SignUp.objects.filter(tournament=tournament, state=SignUp.State.WAITING)
    waiting_players = taken_in(waiting.values_list("pk", "player_1", "player_2"))
    if taken([player], waiting_players) is not None:
        raise Refusal.one("player", "player_waits", REPEATED["player_waits"], player=player)


def _tell(single: Single, site: str, what: str) -> None:
    if single.wants_mail and site:
        ask_job(
            "signup.partner_mail",
            {"single_id": single.pk, "site": site},
            key=f"partner.{single.pk}.{what}",
            tournament_id=single.tournament_id,
        )
