"""Whatever an organizer presses, in whatever order and from pages of whatever age: an answer, never
an error, and a log that holds."""

import os

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.night import of_many, seed_of
from tests.scoring import acts
from tests.tournament import play
from tests.web.wanderer import Wanderer
from tournament.log.queries.log import verify_log

SEED = seed_of(1122)
STEPS = of_many(60, nightly=int(os.environ.get("ACTS", "300")))


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("format_", ["knockout", "swiss", "groups"])
def test_nobody_who_wanders_meets_an_error(format_):
    owner = get_user_model().objects.create_user("orio")
    cup = play.tournament(entered=9, drawn=True, owner=owner, format=format_)
    others = acts.Crowd(cup, SEED)
    browser = Client()
    browser.force_login(owner)
    somebody = Wanderer(browser, f"/organizer/t/{cup.slug}/", SEED)
    for step in range(STEPS):
        somebody.step()
        if step % 3 == 0:  # others go on meanwhile: what is open grows old
            others.act()
    assert somebody.went[200] > STEPS // 3
    assert not somebody.went[405]
    assert verify_log(tournament_id=cup.pk).ok
