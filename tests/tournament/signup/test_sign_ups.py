"""Pairs sign up by themselves: places, waiting list, own link, fees, contacts."""

from datetime import UTC, datetime, timedelta
from smtplib import SMTPRecipientsRefused

import pytest

from jobs.models import Job
from tests.refusals import named_faults, refusal
from tests.tournament.play import PROGRAM, pair, tournament
from tournament import mailing
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import departures, latecomers, pairs
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.matches.queries.openings import openings
from tournament.signup.models import Payment, SignUp
from tournament.signup.queries import link_of, offer, own_page, paid_numbers, waiting_list
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import mail, sign_ups

pytestmark = pytest.mark.django_db
SITE = "https://mus.example/entry/"


@pytest.fixture
def cup():
    """Two places, one taken."""
    made = tournament(entered=1)
    terms(made, cap=2)
    return made


def terms(cup, *, is_open=True, cap=None, fee="20 €"):
    return sign_up_desk.set_terms(
        tournament_id=cup.pk, is_open=is_open, cap=cap, fee=fee, note="", actor=PROGRAM
    )


def come(cup, n, **fields):
    given = {"phone": f"600 00 00 0{n}", **fields}
    return sign_ups.sign_up(
        tournament_id=cup.pk, player_1=f"Deba {n}", player_2=f"Mutriku {n}", **given
    )


def test_a_pair_is_in_while_there_is_a_place_and_then_waits(cup):
    first, second = come(cup, 1), come(cup, 2)
    assert (first.state, first.pair.number) == ("in", 2)
    assert (second.state, second.pair) == ("waiting", None)
    stands = offer(tournament_id=cup.pk)
    assert (stands.free, stands.waiting, stands.must_wait) == (0, 1, True)
    kinds = list(Event.objects.order_by("number").values_list("kind", flat=True))[-2:]
    assert kinds == ["pair.entered", "signup.waits"]


def test_nothing_of_a_contact_stands_in_the_log(cup):
    come(cup, 1, email="deba@example.org")
    come(cup, 2, email="mutriku@example.org")
    logged = " ".join(str(event.data) for event in Event.objects.all())
    assert "600 00" not in logged
    assert "example.org" not in logged
    assert pair(cup, 2).contact == "600 00 00 01, deba@example.org"


def test_sign_up_is_closed_until_it_is_switched_on_and_after_the_draw():
    made = tournament(entered=2)
    assert refusal(come, made, 1) == ("sign_up_closed",)
    terms(made)
    come(made, 1)
    draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    assert refusal(come, made, 2) == ("sign_up_closed",)


def test_a_pair_says_who_it_is_and_how_to_reach_it(cup):
    assert refusal(come, cup, 1, phone="") == ("contact_missing",)
    assert refusal(come, cup, 1, email="no address") == ("bad_email",)
    come(cup, 1)
    assert refusal(come, cup, 1) == ("duplicate_pair",)
    come(cup, 2)
    assert refusal(come, cup, 2) == ("waits_already",)


def test_the_first_that_waits_takes_the_place_of_one_that_withdraws(cup):
    first, second, third = (come(cup, n) for n in (1, 2, 3))
    assert [one.name for one in waiting_list(tournament_id=cup.pk)] == [second.name, third.name]
    sign_ups.withdraw(link=link_of(first))
    for one in (first, second, third):
        one.refresh_from_db()
    assert [one.state for one in (first, second, third)] == ["left", "in", "waiting"]
    assert pair(cup, 2).status == Pair.Status.WITHDRAWN
    assert refusal(sign_ups.withdraw, link=link_of(first)) == ("already_left",)


def test_a_wider_cap_lets_those_in_that_wait(cup):
    for n in (1, 2, 3):
        come(cup, n)
    terms(cup, cap=3)
    assert [one.state for one in SignUp.objects.order_by("at")] == ["in", "in", "waiting"]


def test_after_the_desk_withdrew_a_pair_those_that_wait_are_let_in(cup, foreign_actor):
    come(cup, 1)
    waits = come(cup, 2)
    assert refusal(sign_up_desk.let_in, tournament_id=cup.pk, actor=PROGRAM) == ("nobody_waits",)
    Pair.objects.filter(pk=pair(cup, 1).pk).update(status="withdrawn")
    with pytest.raises(NotAllowed):
        sign_up_desk.let_in(tournament_id=cup.pk, actor=foreign_actor)
    sign_up_desk.let_in(tournament_id=cup.pk, actor=PROGRAM)
    waits.refresh_from_db()
    assert waits.state == "in"


def test_a_pair_cannot_name_itself_as_another_by_its_own_link(cup):
    terms(cup, cap=3)
    first, second, waits = come(cup, 1), come(cup, 2), come(cup, 3)

    def become(one, player_1, player_2="Lezo"):
        return refusal(
            sign_ups.change, link=link_of(one), player_1=player_1, player_2=player_2, phone="611"
        )

    assert become(second, "Deba 1", "Mutriku 1") == ("duplicate_pair",)
    assert become(second, "Deba 1") == ("player_twice",)
    assert become(waits, "Getaria 1", "Orio 1") == ("duplicate_pair",)
    assert become(first, "Deba 3", "Mutriku 3") == ("waits_already",)
    sign_ups.change(link=link_of(second), player_1="Deba 2", player_2="Lezo", phone="611")
    sign_ups.change(link=link_of(waits), player_1="DEBA 3", player_2="Mutriku 3", phone="611")


def test_a_contact_is_kept_as_it_was_measured(cup):
    """PostgreSQL takes no longer one than its column."""
    made = come(cup, 1, phone="6" + " " * 58 + "1", email="a" * 60 + "@" + "b" * 40 + ".com")
    assert made.phone == "6 1"
    assert pair(cup, 2).contact == f"6 1, {made.email}"
    assert refusal(come, cup, 2, phone="6" * 61) == ("too_long",)
    assert refusal(come, cup, 2, phone="6\u20286") == ("bad_characters",)


def test_another_link_opens_nothing(cup):
    made = come(cup, 1)
    for wrong in ("x", f"{made.pk}.1:x", link_of(made) + "x"):
        with pytest.raises(NotFound):
            own_page(link=wrong)
    SignUp.objects.update(link_version=2)
    with pytest.raises(NotFound):
        own_page(link=link_of(made))


def test_mail_goes_to_those_who_asked_and_has_their_link(cup, settings, mailoutbox):
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail", "cup@example.org"
    settings.LANGUAGE_CODE = "en"
    asked = come(cup, 1, email="deba@example.org", wants_mail=True, language="en", site=SITE)
    come(cup, 2, email="mutriku@example.org", site=SITE)
    assert Job.objects.filter(name="signup.mail").count() == 1
    assert mail.confirm(sign_up_id=asked.pk, site=SITE) == "Sent."
    (sent,) = mailoutbox
    assert sent.to == ["deba@example.org"]
    assert SITE + link_of(asked) in sent.body
    assert "You are in" in sent.subject


def test_of_a_mail_that_failed_the_address_is_not_told(cup, settings, monkeypatch):
    """The job keeps what is told for half a year, the contact goes sooner."""
    settings.EMAIL_HOST = "mail"

    def refuses(*_words):
        raise SMTPRecipientsRefused({"deba@example.org": (550, b"deba@example.org is unknown")})

    monkeypatch.setattr(mailing, "send_mail", refuses)
    asked = come(cup, 1, email="deba@example.org", wants_mail=True, language="en", site=SITE)
    with pytest.raises(mailing.NotSent) as told:
        mail.confirm(sign_up_id=asked.pk, site=SITE)
    assert str(told.value) == "SMTPRecipientsRefused 550"


def test_without_a_mail_server_nothing_is_sent(cup, settings, mailoutbox):
    settings.EMAIL_HOST = ""
    made = come(cup, 1, email="deba@example.org", wants_mail=True, site=SITE)
    assert "not set up" in mail.confirm(sign_up_id=made.pk, site=SITE)
    assert mailoutbox == []


def test_a_fee_is_paid_or_not_and_no_event_tells_of_it(cup, foreign_actor):
    before = Event.objects.count()
    one = pair(cup, 1)
    sign_up_desk.set_paid(pair_id=one.pk, is_paid=True, actor=PROGRAM)
    sign_up_desk.set_paid(pair_id=one.pk, is_paid=True, actor=PROGRAM)
    assert paid_numbers(tournament_id=cup.pk) == {1}
    assert Payment.objects.get().by == "test"
    sign_up_desk.set_paid(pair_id=one.pk, is_paid=False, actor=PROGRAM)
    assert paid_numbers(tournament_id=cup.pk) == frozenset()
    assert Event.objects.count() == before
    with pytest.raises(NotAllowed):
        sign_up_desk.set_paid(pair_id=one.pk, is_paid=True, actor=foreign_actor)


def test_contacts_are_erased_after_their_term(cup):
    assert sign_up_desk.erase_old_contacts(before=datetime(2026, 1, 1, tzinfo=UTC)) == 0
    assert sign_up_desk.erase_old_contacts(before=datetime(2027, 1, 1, tzinfo=UTC)) == 1
    assert sign_up_desk.erase_old_contacts(before=datetime(2027, 1, 1, tzinfo=UTC)) == 0


def test_contacts_of_a_league_that_is_played_for_months_stay_while_it_is(cup):
    come(cup, 1)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    assert Tournament.objects.get().status == "running"
    last = Event.objects.order_by("-pk").values_list("at", flat=True)[0]
    assert sign_up_desk.erase_old_contacts(before=last - timedelta(days=90)) == 0
    Tournament.objects.update(starts_at=last - timedelta(days=200))
    assert sign_up_desk.erase_old_contacts(before=last - timedelta(days=90)) == 0, (
        "it was played today"
    )
    assert sign_up_desk.erase_old_contacts(before=last + timedelta(days=1)) == 1, (
        "nobody goes on with it"
    )


def test_one_address_is_enough_to_be_reached():
    by_mail = sign_ups.reached(phone=" ", email=" deba@example.eus ")
    assert by_mail == ("", "deba@example.eus")
    assert sign_ups.reached(phone=" 600 00 00 01 ", email="") == ("600 00 00 01", "")
    assert named_faults(sign_ups.reached, phone=" ", email="") == [("phone", "contact_missing")]


def test_a_pair_that_waits_changes_its_name_and_the_desk_learns_of_it(cup):
    come(cup, 1)
    waits = come(cup, 2)
    before = Event.objects.count()
    same = {"link": link_of(waits), "player_2": "Mutriku 2", "phone": "600 00 00 02"}
    sign_ups.change(**same, player_1="Deba 2")
    assert Event.objects.count() == before
    changed = sign_ups.change(**same, player_1="Deba II")
    assert (changed.state, changed.pair) == ("waiting", None)
    told = Event.objects.latest("number")
    assert (told.kind, told.data) == ("signup.waits", {"name": changed.name})
    assert "Deba II" in changed.name


def test_a_pair_that_waits_and_withdraws_leaves_its_place_in_the_list(cup):
    come(cup, 1)
    waits = come(cup, 2)
    left = sign_ups.withdraw(link=link_of(waits))
    assert left.state == "left"
    told = Event.objects.latest("number")
    assert (told.kind, told.data) == ("signup.left", {"name": waits.name})
    assert list(waiting_list(tournament_id=cup.pk)) == []
    assert refusal(sign_ups.withdraw, link=link_of(waits)) == ("already_left",)


def test_mail_is_wanted_only_where_there_is_an_address(cup):
    made = come(cup, 1, wants_mail=True)
    assert not made.wants_mail
    names = {"link": link_of(made), "player_1": "Deba 1", "player_2": "Mutriku 1"}
    with_address = sign_ups.change(**names, email=" deba@example.org ", wants_mail=True)
    assert (with_address.email, with_address.wants_mail) == ("deba@example.org", True)
    assert not sign_ups.change(**names, phone="611", wants_mail=True).wants_mail


def test_who_wants_no_mail_any_more_gets_none_and_the_operator_reads_so(cup, settings, mailoutbox):
    settings.EMAIL_HOST = "mail"
    made = come(cup, 1, email="deba@example.org", wants_mail=True, site=SITE)
    SignUp.objects.update(wants_mail=False)
    for pk in (made.pk, made.pk + 1):
        assert mail.confirm(sign_up_id=pk, site=SITE) == "Nobody wants this mail any more."
    assert mailoutbox == []


def test_a_pair_that_the_desk_brings_back_is_in_again_on_its_own_page(cup):
    made = come(cup, 1)
    sign_ups.withdraw(link=link_of(made))
    assert own_page(link=link_of(made)).state == "left"

    departures.reinstate(pair_id=made.pair_id, reason="a mistake", actor=PROGRAM)

    here = own_page(link=link_of(made))
    assert (here.state, here.may_change) == ("in", True)
    sign_ups.withdraw(link=link_of(made))
    assert own_page(link=link_of(made)).state == "left"


def test_a_waiting_pair_that_the_desk_enters_is_not_entered_a_second_time(cup):
    come(cup, 1)
    waits, next_one = come(cup, 2), come(cup, 3)
    at_desk = pairs.enter(
        tournament_id=cup.pk, player_1=waits.player_2, player_2=waits.player_1, actor=PROGRAM
    )

    terms(cup, cap=4)

    assert own_page(link=link_of(waits)).number == at_desk.number
    assert own_page(link=link_of(next_one)).number == at_desk.number + 1
    assert Pair.objects.filter(tournament=cup).count() == 4
    assert waiting_list(tournament_id=cup.pk) == ()


def named(cup, player_1, player_2):
    return sign_ups.sign_up(
        tournament_id=cup.pk, player_1=player_1, player_2=player_2, phone="600 00 00 01"
    )


def entered(cup, player_1, player_2):
    return pairs.enter(tournament_id=cup.pk, player_1=player_1, player_2=player_2, actor=PROGRAM)


def test_nobody_waits_in_two_pairs(cup):
    come(cup, 1)
    named(cup, "Lezo", "Zumaia")

    assert refusal(named, cup, "Itziar", "LEZO") == ("player_waits",)


def test_a_waiting_pair_whose_player_the_desk_entered_with_another_is_not_let_in(cup):
    come(cup, 1)
    waits = named(cup, "Lezo", "Zumaia")
    at_desk = entered(cup, "Itziar", "Lezo")

    terms(cup, cap=9)

    (still,) = waiting_list(tournament_id=cup.pk)
    assert (still.id, still.taken.player, still.taken.number) == (waits.pk, "Lezo", at_desk.number)
    stands = offer(tournament_id=cup.pk)
    assert (stands.waiting, stands.must_wait) == (0, False)
    assert come(cup, 3).state == "in"
    assert refusal(sign_up_desk.let_in, tournament_id=cup.pk, actor=PROGRAM) == ("nobody_waits",)


def test_of_two_waiting_pairs_with_one_player_the_earlier_is_let_in(cup):
    """They may wait so: one of them was another before its names were changed."""
    come(cup, 1)
    first, second = named(cup, "Lezo", "Zumaia"), named(cup, "Itziar", "Elgoibar")
    SignUp.objects.filter(pk=second.pk).update(player_1="Lezo")

    terms(cup, cap=9)

    assert [own_page(link=link_of(one)).state for one in (first, second)] == ["in", "waiting"]


def test_a_waiting_pair_that_the_desk_entered_withdraws_by_its_own_link(cup):
    come(cup, 1)
    waits = named(cup, "Lezo", "Zumaia")
    at_desk = entered(cup, "Lezo", "Zumaia")
    found = own_page(link=link_of(waits))
    assert (found.state, found.number) == ("in", at_desk.number)

    sign_ups.withdraw(link=link_of(waits))

    assert pair(cup, at_desk.number).status == Pair.Status.WITHDRAWN
    assert own_page(link=link_of(waits)).state == "left"


def test_a_waiting_pair_that_took_a_free_place_after_the_draw_is_in_on_its_own_page(cup):
    entered(cup, "Itziar", "Elgoibar")
    entered(cup, "Aia", "Azpeitia")
    waits = named(cup, "Lezo", "Zumaia")
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    free = openings(tournament_id=cup.pk)[0]

    latecomers.take_place(
        match_id=free.match.id, side=free.side.value, actor=PROGRAM, reason="late",
        player_1="Lezo", player_2="Zumaia",
    )  # fmt: skip

    found = own_page(link=link_of(waits))
    assert (found.state, found.number, found.may_change) == ("in", 4, False)


def test_a_pair_is_told_only_what_it_can_do(cup):
    with pytest.raises(Refusal) as found:
        named(cup, "Getaria 1", "Orio 1")
    assert "confirm" not in str(found.value.problems[0].message)


def test_T6_a_disqualified_pair_that_signs_up_again_waits_for_the_word_of_the_desk(cup):
    terms(cup, cap=8)
    for n in (1, 3):
        departures.disqualify(pair_id=come(cup, n).pair.pk, reason="marked cards", actor=PROGRAM)
    again = come(cup, 1)
    other = sign_ups.sign_up(
        tournament_id=cup.pk, player_1="DEBA 3", player_2="Orio", phone="600 00 00 09"
    )
    assert [one.state for one in (again, other)] == ["waiting", "waiting"]
    assert [one.taken.is_out for one in waiting_list(tournament_id=cup.pk)] == [True, True]
    stands = offer(tournament_id=cup.pk)
    assert (stands.waiting, stands.for_desk) == (0, 2), "nobody else waits behind them"
    assert refusal(sign_up_desk.let_in, tournament_id=cup.pk, actor=PROGRAM) == ("nobody_waits",)
    assert come(cup, 2).state == "in"
    assert not any(
        "marked" in str(event.data) for event in Event.objects.filter(kind="signup.waits")
    )
    entered = pairs.enter(
        tournament_id=cup.pk, player_1="Deba 1", player_2="Mutriku 1", actor=PROGRAM
    )
    assert own_page(link=link_of(again)).number == entered.number


def test_T6_nobody_takes_the_names_of_a_disqualified_pair_by_the_own_link(cup):
    terms(cup, cap=8)
    departures.disqualify(pair_id=come(cup, 1).pair.pk, reason="marked", actor=PROGRAM)
    made = come(cup, 2)
    given = {"link": link_of(made), "player_2": "Mutriku 2", "phone": "600 00 00 02"}
    assert refusal(sign_ups.change, **given, player_1="Deba 1") == ("ask_the_desk",)
    assert sign_ups.change(**given, player_1="Orio").pair.player_1 == "Orio"


def test_a_pair_changes_what_it_wrote_by_its_own_link(cup):
    made = come(cup, 1)
    sign_ups.change(
        link=link_of(made), player_1="Deba I", player_2="Mutriku 1", phone="611", club="Kaia"
    )
    found = own_page(link=link_of(made))
    assert (found.player_1, found.club, found.phone, found.state) == ("Deba I", "Kaia", "611", "in")
    assert (pair(cup, 2).player_1, pair(cup, 2).contact) == ("Deba I", "611")
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    assert refusal(sign_ups.withdraw, link=link_of(made)) == ("already_drawn",)
    assert not own_page(link=link_of(made)).may_change
