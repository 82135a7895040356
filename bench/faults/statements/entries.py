"""Cases of the services of a tournament before its first match: entry, sign-up, draw, tables."""

from __future__ import annotations

from functools import partial
from typing import Any

from bench.faults.statements.day import ME, Call, Case, Day
from tests.scoring import signing
from tests.tournament import play
from tournament.arrivals import services as arrivals
from tournament.arrivals.queries import door_code
from tournament.championship.services import organizers, tournaments
from tournament.commitment import services as commitment
from tournament.commitment.queries import words_code
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import (
    departures,
    latecomers,
    pairs,
    substitutions,
    withdrawals,
)
from tournament.matches.models import Match
from tournament.signup.models import SignUp
from tournament.signup.queries import link_of
from tournament.signup.services import desk, mail, sign_ups
from tournament.tables.models import Device, Table
from tournament.tables.services import devices, retention, tables

TWO: dict[str, Any] = {"player_1": "Lezo", "player_2": "Deba"}


def _signed_up(day: Day, *, waiting: bool = False) -> SignUp:
    """A pair that signed up; with `waiting`, the sixth, on the list behind the place it took."""
    _open(day, cap=6)
    made = sign_ups.sign_up(
        tournament_id=day.entry.pk, **TWO, phone="600", email="lezo@example.org", wants_mail=True
    )
    if not waiting:
        return made
    return sign_ups.sign_up(
        tournament_id=day.entry.pk, player_1="Orio", player_2="Zumaia", phone="601"
    )


def _open(day: Day, cap: int) -> None:
    desk.set_terms(tournament_id=day.entry.pk, is_open=True, cap=cap, fee="", note="", actor=ME)


def _let_in(day: Day) -> Call:
    _signed_up(day, waiting=True)
    departures.withdraw(pair_id=play.pair(day.entry, 1).pk, reason="ill", actor=ME)
    return partial(desk.let_in, tournament_id=day.entry.pk, actor=ME)


def _signs_up(day: Day) -> Call:
    _open(day, cap=9)
    return partial(
        sign_ups.sign_up, tournament_id=day.entry.pk, **TWO, email="lezo@example.org",
        phone="600", wants_mail=True,
    )  # fmt: skip


def _changes(day: Day) -> Call:
    link = link_of(_signed_up(day))
    return partial(sign_ups.change, link=link, player_1="Lezo", player_2="Oiartzun", phone="602")


def _withdraws(day: Day) -> Call:
    first = _signed_up(day)
    sign_ups.sign_up(tournament_id=day.entry.pk, player_1="Orio", player_2="Zumaia", phone="601")
    return partial(sign_ups.withdraw, link=link_of(first))


def _arrived(day: Day) -> Call:
    arrivals.arrive(tournament_id=day.entry.pk, numbers=[1], actor=ME)
    return partial(arrivals.take_back, tournament_id=day.entry.pk, number=1, actor=ME)


def _committed(day: Day) -> str:
    made = commitment.commit(tournament_id=day.entry.pk, actor=ME)
    return words_code(commitment=made.commitment)


def _revealed(day: Day) -> Call:
    _committed(day)
    commitment.add_words(tournament_id=day.entry.pk, words="a red barn", actor=ME)
    return partial(commitment.reveal, tournament_id=day.entry.pk, actor=ME)


def _words(day: Day) -> Call:
    _committed(day)
    return partial(commitment.add_words, tournament_id=day.entry.pk, words="a barn", actor=ME)


def _cancelled(day: Day) -> Call:
    _committed(day)
    return partial(commitment.cancel, tournament_id=day.entry.pk, actor=ME, reason="too early")


def _undrawn(day: Day) -> Call:
    draw.make(tournament_id=day.entry.pk, seed="s", actor=ME)
    return partial(draw.undo, tournament_id=day.entry.pk, actor=ME, reason="one was missing")


def _late(day: Day) -> Call:
    draw.make(tournament_id=day.entry.pk, seed="s", actor=ME)
    bye = Match.objects.filter(tournament=day.entry, ended_by="bye").order_by("slot").first()
    assert bye is not None
    return partial(latecomers.take_place, match_id=bye.pk, side="B", actor=ME, reason="late", **TWO)


def _idle(day: Day) -> Call:
    Device.objects.create(
        table=Table.objects.get(tournament=day.cup, number=4),
        token_hash="x",
        label="4-1",
        joined_at=play.NOON,
    )
    return partial(retention.forget_idle, before=play.NOON.replace(year=2100))


def _let_go(day: Day) -> Call:
    return partial(devices.revoke, device_id=day.device.id, actor=ME, new_code=True)


def _pair(day: Day) -> Pair:
    return play.pair(day.entry, 1)


CASES: dict[str, Case] = {
    "tournament.arrivals.services.arrive": lambda day: partial(
        arrivals.arrive, tournament_id=day.entry.pk, numbers=[1, 2], actor=ME
    ),
    "tournament.arrivals.services.arrive_all": lambda day: partial(
        arrivals.arrive_all, tournament_id=day.entry.pk, actor=ME
    ),
    "tournament.arrivals.services.arrive_by_door": lambda day: partial(
        arrivals.arrive_by_door, tournament_id=day.entry.pk, number=1,
        code=door_code(tournament_id=day.entry.pk),
    ),
    "tournament.arrivals.services.take_back": _arrived,
    "tournament.championship.services.organizers.add": lambda day: partial(
        organizers.add, tournament_id=day.entry.pk, username="arizkun", actor=ME
    ),
    "tournament.championship.services.organizers.go": lambda day: partial(
        organizers.go, user=day.user, actor=ME
    ),
    "tournament.championship.services.organizers.remove": lambda day: partial(
        organizers.remove, tournament_id=day.cup.pk, username="arizkun", actor=ME
    ),
    "tournament.championship.services.organizers.set_role": lambda day: partial(
        organizers.set_role, tournament_id=day.cup.pk, username="arizkun", role="desk", actor=ME
    ),
    "tournament.championship.services.tournaments.change": lambda day: partial(
        tournaments.change, tournament_id=day.entry.pk, actor=ME, name="Orio"
    ),
    "tournament.championship.services.tournaments.create": lambda day: partial(
        tournaments.create, actor=ME, owner=day.user, name="Orio", starts_at=play.NOON,
    ),
    "tournament.commitment.services.add_words": _words,
    "tournament.commitment.services.add_words_by_code": lambda day: partial(
        commitment.add_words_by_code, tournament_id=day.entry.pk, words="geese",
        code=_committed(day),
    ),
    "tournament.commitment.services.cancel": _cancelled,
    "tournament.commitment.services.commit": lambda day: partial(
        commitment.commit, tournament_id=day.entry.pk, actor=ME
    ),
    "tournament.commitment.services.reveal": _revealed,
    "tournament.draw.services.make": lambda day: partial(
        draw.make, tournament_id=day.entry.pk, seed="s", actor=ME
    ),
    "tournament.draw.services.undo": _undrawn,
    "tournament.entries.services.latecomers.take_place": _late,
    "tournament.entries.services.pairs.enter_good_lines": lambda day: partial(
        pairs.enter_good_lines, tournament_id=day.entry.pk, text="Lezo, Deba\nEibar", actor=ME
    ),
    "tournament.entries.services.pairs.bulk_enter": lambda day: partial(
        pairs.bulk_enter, tournament_id=day.entry.pk, text="Lezo, Deba\nEibar, Orio", actor=ME
    ),
    "tournament.entries.services.pairs.change": lambda day: partial(
        pairs.change, pair_id=_pair(day).pk, actor=ME, club="Kaia"
    ),
    "tournament.entries.services.pairs.enter": lambda day: partial(
        pairs.enter, tournament_id=day.entry.pk, actor=ME, **TWO
    ),
    "tournament.entries.services.substitutions.substitute": lambda day: partial(
        substitutions.substitute, pair_id=_pair(day).pk, out=2, player="Lezo", reason="ill",
        actor=ME,
    ),
    "tournament.entries.services.withdrawals.withdraw_several": lambda day: partial(
        withdrawals.withdraw_several, tournament_id=day.entry.pk, numbers=[1, 2], reason="ill",
        actor=ME,
    ),
    "tournament.signup.services.desk.erase_contacts": lambda day: partial(
        desk.erase_contacts, tournament_id=_signed_up(day).tournament_id, actor=ME
    ),
    "tournament.signup.services.desk.erase_old_contacts": lambda day: partial(
        desk.erase_old_contacts, before=play.NOON.replace(year=2100)
    ),
    "tournament.signup.services.desk.let_in": _let_in,
    "tournament.signup.services.desk.set_paid": lambda day: partial(
        desk.set_paid, pair_id=_pair(day).pk, is_paid=True, actor=ME
    ),
    "tournament.signup.services.desk.set_terms": lambda day: partial(
        desk.set_terms, tournament_id=_signed_up(day, waiting=True).tournament_id, is_open=True,
        cap=9, fee="20 €", note="", actor=ME,
    ),
    "tournament.signup.services.mail.confirm": lambda day: partial(
        mail.confirm, sign_up_id=_signed_up(day).pk, site="http://testserver/"
    ),
    "tournament.signup.services.sign_ups.change": _changes,
    "tournament.signup.services.sign_ups.sign_up": _signs_up,
    "tournament.signup.services.sign_ups.withdraw": _withdraws,
    "tournament.tables.services.devices.join": lambda day: partial(
        devices.join, token=day.token
    ),
    "tournament.tables.services.devices.name": lambda day: partial(
        devices.name, device_id=day.device.id, label="the club's", actor=ME
    ),
    "tournament.tables.services.devices.revoke": _let_go,
    "tournament.tables.services.devices.seen": lambda day: partial(
        devices.seen, device_id=day.device.id, unsent=3
    ),
    "tournament.tables.services.devices.signs_with": lambda day: partial(
        devices.signs_with, device_id=day.device.id, key=signing.key()
    ),
    "tournament.tables.services.retention.forget_idle": _idle,
    "tournament.tables.services.tables.rotate": lambda day: partial(
        tables.rotate, tournament_id=day.cup.pk, number=2, actor=ME
    ),
    "tournament.tables.services.tables.set_count": lambda day: partial(
        tables.set_count, tournament_id=day.cup.pk, count=6, actor=ME
    ),
}  # fmt: skip
