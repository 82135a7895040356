"""What goes at night, after days that are settings; and what stays for good."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from jobs import registry
from jobs import services as jobs
from jobs.models import Job, JobState
from scoring.course import tasks as answers
from scoring.course.models import Hand, Submission
from scoring.hands.services import hands
from tests.scoring import table
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.log.rules.roles import Actor
from tournament.notices import tasks as notices
from tournament.notices.models import Notice
from tournament.tables import tasks as tablets
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


def in_days(days):
    return time_machine.travel(timezone.now() + timedelta(days=days))


@pytest.fixture
def match():
    found = table.a_match()
    Tournament.objects.filter(pk=found.tournament_id).update(starts_at=timezone.now())
    return found


def joined(match, **changed):
    here = Table.objects.get(tournament=match.tournament, number=1)
    device, _raw = devices.join(token=join_token(here))
    Device.objects.filter(pk=device.pk).update(**changed)
    return device


@pytest.mark.rows_by_hand
def test_a_tablet_that_only_joined_goes_and_one_that_did_something_stays(match, settings):
    settings.DEVICE_DAYS = 30
    idle, busy, holds = joined(match), joined(match), joined(match, unsent=2)
    devices.seen(device_id=busy.pk, unsent=0)
    actor = Actor("device", busy.pk, "table 1", match.table_id)
    hands.record(match_id=match.pk, record=table.plain(), actor=actor, key="1", expected=(1, 1))
    with in_days(20):
        assert tablets.forget_devices() == "0 tablets forgotten."
    with in_days(40):
        assert tablets.forget_devices() == "1 tablets forgotten."
        assert tablets.forget_devices() == "0 tablets forgotten."
    assert not Device.objects.filter(pk=idle.pk).exists()
    assert Device.objects.filter(pk__in=[busy.pk, holds.pk]).count() == 2


def test_an_answer_goes_when_its_term_is_over_and_its_hand_keeps_its_key(match, settings):
    settings.ANSWER_DAYS = 30
    for number in range(3):
        Submission.objects.create(
            scope="x", key=str(number), body_hash="x", answer={}, at=timezone.now()
        )
    hands.record(match_id=match.pk, record=table.plain(), actor=PROGRAM, key="mine")
    with in_days(20):
        assert answers.forget_answers() == "0 answers forgotten."
    with in_days(40):
        assert answers.forget_answers() == "3 answers forgotten."
    assert Hand.objects.filter(key="mine").exists()


def test_what_was_sent_to_whom_is_forgotten(match, settings):
    settings.NOTICE_DAYS = 30
    Notice.objects.create(
        tournament=match.tournament, pair=match.pair_a, match=match, key="k", channel="mail",
        to="or…@example.org", state="sent", at=timezone.now(),
    )  # fmt: skip
    with in_days(20):
        assert notices.forget() == "0 notices forgotten."
    with in_days(40):
        assert notices.forget() == "1 notices forgotten."


@pytest.mark.parametrize(
    "name",
    ["accounts.forget", "course.forget_answers", "jobs.forget", "notices.forget",
     "signup.erase_old_contacts", "tables.forget_devices"],
)  # fmt: skip
def test_each_is_asked_for_at_night_once_and_may_run_twice(name):
    spec = registry.spec_of(name)
    late = timezone.localtime().replace(hour=23)
    assert jobs.turn_of(spec, late)
    for _time in range(2):
        job_id = jobs.ask(name)
        jobs.run(job_id)
        job = Job.objects.get(pk=job_id)
        assert (job.state, "0" in job.said) == (JobState.DONE, True)
