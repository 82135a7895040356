"""Entrants who asked for messages are told when the day or the place changes, or that there is
none."""

from datetime import timedelta

import pytest

from jobs.models import Job
from scoring.undoing.services.undo import undo
from tests.tournament import play
from tests.tournament.notices.test_notices import Browser, network  # noqa: F401
from tournament.championship.services import life, tournaments
from tournament.memory.services import desk_act
from tournament.notices import services as notices
from tournament.notices.models import Notice
from tournament.notices.queries import sent
from tournament.signup.models import SignUp, Single

pytestmark = pytest.mark.django_db
BY = play.PROGRAM
LATER = play.NOON + timedelta(days=7)


@pytest.fixture
def cup(settings):
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail", "cup@example.org"
    return play.tournament(entered=4, place="Zarautz", time_zone="Europe/Madrid")


def signed_up(cup, number, **fields):
    """The pair with this number has signed up and asked for mail; None: it waits for a place."""
    pair = play.pair(cup, number) if number else None
    given = {
        "player_1": "Deba", "player_2": "Mutriku", "state": "in" if pair else "waiting",
        "wants_mail": True, "language": "en", "at": play.NOON,
    }  # fmt: skip
    return SignUp.objects.create(tournament=cup, pair=pair, **{**given, **fields})


def postpone(cup, at=LATER, **fields):
    life.postpone(tournament_id=cup.pk, starts_at=at, reason="snow", actor=BY, **fields)


def do(job):
    return notices.tell_day(**job.arguments)


def jobs():
    return list(Job.objects.filter(name="notices.day").order_by("pk"))


def test_nobody_asked_so_no_work_is_made(cup):
    signed_up(cup, 1, email="getaria@example.org", wants_mail=False)
    postpone(cup)
    assert jobs() == []


def test_who_is_entered_or_waits_and_asked_for_mail_gets_the_new_day_and_place_once(
    cup, mailoutbox
):
    signed_up(cup, 1, email="getaria@example.org")
    signed_up(cup, None, email="deba@example.org", language="es")
    signed_up(cup, 2, email="orio@example.org", state="left")
    postpone(cup, place="Orio")
    (job,) = jobs()
    assert do(job) == "2 told"
    assert do(job) == "0 told"
    first, second = sorted(mailoutbox, key=lambda mail: mail.to, reverse=True)
    assert first.to == ["getaria@example.org"]
    assert first.subject == "Postponed: Zarautz Cup"
    assert "31 May 2026, 14:00 CEST · Orio" in first.body
    assert "snow" in first.body
    assert second.to == ["deba@example.org"]
    assert second.subject == "Aplazado: Zarautz Cup"
    assert {line.pair for line in sent(tournament_id=cup.pk)} == {"", "Getaria 1 – Orio 1"}


def test_who_looks_for_a_partner_and_asked_for_mail_is_told_too(cup, mailoutbox):
    given = {"tournament": cup, "wants_mail": True, "language": "eu", "at": play.NOON}
    Single.objects.create(player="Lezo", email="lezo@example.org", **given)
    Single.objects.create(player="Bera", email="bera@example.org", state="left", **given)
    postpone(cup)
    (job,) = jobs()
    assert (do(job), do(job)) == ("1 told", "0 told")
    assert [(mail.to, "Atzeratuta" in mail.subject) for mail in mailoutbox] == [
        (["lezo@example.org"], True)
    ]
    assert "lezo@" not in str(list(Notice.objects.values()))


def test_a_change_of_place_in_the_settings_is_told_too_and_another_change_is_not(cup, mailoutbox):
    signed_up(cup, 1, email="getaria@example.org")
    tournaments.change(tournament_id=cup.pk, actor=BY, name="Zarautz Cup 2026")
    assert jobs() == []
    tournaments.change(tournament_id=cup.pk, actor=BY, place="Orio")
    assert do(jobs()[0]) == "1 told"
    assert mailoutbox[0].subject == "When and where: Zarautz Cup 2026"
    assert "24 May 2026, 14:00 CEST · Orio" in mailoutbox[0].body


def test_of_two_changes_in_a_row_only_the_last_is_told(cup, mailoutbox):
    signed_up(cup, 1, email="getaria@example.org")
    postpone(cup)
    postpone(cup, LATER + timedelta(days=1))
    first, second = jobs()
    assert do(first) == "It has been changed again since."
    assert do(second) == "1 told"
    assert "1 Jun 2026" in mailoutbox[0].body


def test_that_it_is_called_off_is_told_with_its_day_and_that_it_is_not_after_all(cup, mailoutbox):
    signed_up(cup, 1, email="getaria@example.org")
    with desk_act() as recorder:
        life.call_off(tournament_id=cup.pk, reason="flood", actor=BY)
    assert do(jobs()[0]) == "1 told"
    undo(tournament_id=cup.pk, event=recorder.memory.last, reason="it fell", actor=BY)
    assert do(jobs()[1]) == "1 told"
    off, on = mailoutbox
    assert off.subject == "Called off: Zarautz Cup"
    assert "24 May 2026, 14:00 CEST · Zarautz" in off.body
    assert "It takes place: 24 May 2026, 14:00 CEST · Zarautz." in on.body


def test_a_phone_that_follows_a_pair_is_told(cup, network):  # noqa: F811
    browser, pair = Browser(), play.pair(cup, 1)
    notices.watch(pair_id=pair.pk, subscription=browser.subscription, language="en")
    postpone(cup)
    assert do(jobs()[0]) == "1 told"
    (request,) = network.sent
    text = browser.read(request.data)
    assert "Postponed: Zarautz Cup" in text
    assert "31 May 2026" in text
    assert Notice.objects.get().match is None


def test_the_mail_of_a_call_names_date_and_place(cup, mailoutbox):
    signed_up(cup, 1, email="getaria@example.org")
    play.draw.make(tournament_id=cup.pk, actor=BY, seed="s")
    matches = [play.match(cup, 1, slot) for slot in (0, 1)]
    match = next(one for one in matches if play.pair(cup, 1) in (one.pair_a, one.pair_b))
    play.matches.assign_table(match_id=match.pk, table_number=1, actor=BY)
    assert notices.tell(match_ids=[match.pk], key="1") == "1 told"
    assert "24 May 2026, 14:00 CEST · Zarautz" in mailoutbox[0].body
