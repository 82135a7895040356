"""The operator's pages: for superusers alone, and everything on them works."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from jobs import services as jobs
from jobs.models import Job
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.log.rules.roles import Actor
from web.operator.urls import urlpatterns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
NAMES = [pattern.name for pattern in urlpatterns]
ONLY_POST = {
    "invite", "withdraw", "reset", "second_off", "close", "reopen", "again", "trust", "distrust",
}  # fmt: skip


@pytest.fixture
def root_user() -> User:
    return User.objects.create_superuser("operator")


@pytest.fixture
def arizkun() -> User:
    return User.objects.create_user("arizkun", password="amarraco-y-piedra")


@pytest.fixture
def cup(arizkun: User) -> Any:
    return tournaments.create(
        name="Orio Open", starts_at=timezone.now(), tables=2, owner=arizkun,
        actor=Actor("user", arizkun.pk, "organizer arizkun"),
    )  # fmt: skip


@pytest.fixture
def operator(root_user: User) -> Client:
    client = Client()
    client.force_login(root_user)
    return client


@pytest.fixture
def address(arizkun: User, cup: Any) -> Callable[[str], str]:
    values = {"user_id": arizkun.pk, "tournament_id": cup.id, "job_id": 1, "invitation_id": 1,
              "peer_id": 1}  # fmt: skip

    def of(name: str) -> str:
        pattern = next(one for one in urlpatterns if one.name == name)
        parts = [values[part] for part in pattern.pattern.converters]
        return reverse(f"operator:{name}", args=parts)

    return of


@pytest.mark.parametrize("name", NAMES)
def test_these_pages_exist_for_operators_alone(name, address, arizkun):
    organizer = Client()
    organizer.force_login(arizkun)
    for method in ("get", "post"):
        assert getattr(organizer, method)(address(name)).status_code == 404
        answer = getattr(Client(), method)(address(name))
        assert answer.headers["Location"].startswith("/accounts/login/")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_only_does_is_not_done_by_looking(name, address, operator):
    shown = operator.get(address(name))
    assert shown.status_code == (302 if name in ONLY_POST else 200)
    if name in ONLY_POST:
        above = shown.headers["Location"]
        assert address(name).startswith(above)
        assert operator.get(above).status_code == 200
    assert operator.put(address(name)).status_code == 405


def test_the_overview_says_what_the_doctor_finds(operator, settings):
    settings.DEBUG = True
    page = operator.get("/operator/").text
    assert "Set DEBUG=0." in page
    assert page.index("Set DEBUG=0.") < page.index("open files")


def test_an_account_is_found_closed_and_opened(operator, arizkun, address):
    theirs = Client()
    theirs.post("/accounts/login/", {"username": "arizkun", "password": "amarraco-y-piedra"})
    assert "arizkun" in operator.get("/operator/accounts/?q=ARIZ").text
    assert "Nobody of this name" in operator.get("/operator/accounts/?q=nobody&page=x").text
    operator.post(address("close"))
    assert theirs.get("/accounts/").status_code == 302
    operator.post(address("reopen"))
    arizkun.refresh_from_db()
    assert arizkun.is_active


def test_a_link_for_a_forgotten_password_works(operator, address):
    page = operator.post(address("reset"))
    link = re.search(r"http://testserver(/accounts/reset/[^<]+)<", page.text)
    assert link
    assert "Another password" in Client().get(link[1], follow=True).text


def test_the_second_step_of_who_lost_the_telephone_is_turned_off(operator, arizkun, address):
    TOTPDevice.objects.create(user=arizkun, name="app", confirmed=True)
    assert "Second step off" in operator.get("/operator/accounts/").text
    operator.post(address("second_off"))
    assert not TOTPDevice.objects.exists()


def test_an_invitation_is_made_used_and_withdrawn(operator):
    page = operator.post("/operator/accounts/invite/", {"note": "Club of Orio"})
    link = re.search(r"http://testserver(/accounts/invited/[^<]+)<", page.text)
    assert link
    there = Client()
    assert there.get(link[1]).status_code == 200
    number = re.search(r"invitations/(\d+)/withdraw", page.text)
    assert number
    operator.post(f"/operator/accounts/invitations/{number[1]}/withdraw/")
    assert there.get(link[1]).status_code == 410
    assert operator.post("/operator/accounts/invite/", {"note": ""}).status_code == 400


def test_the_only_organizer_is_not_removed_and_anybody_else_is(
    operator, arizkun, cup, address, root_user
):
    page = operator.post(address("remove_account"), follow=True)
    assert "Nobody else organizes Orio Open." in page.text
    Tournament.objects.get().organizers.add(root_user)
    page = operator.post(address("remove_account"), follow=True)
    assert "The account arizkun is removed." in page.text
    assert not User.objects.filter(pk=arizkun.pk).exists()


def test_operators_do_not_remove_themselves(operator, root_user):
    there = reverse("operator:remove_account", args=[root_user.pk])
    assert "This is you." in operator.post(there, follow=True).text
    assert User.objects.filter(pk=root_user.pk).exists()


def test_a_tournament_goes_only_when_its_name_is_typed(operator, cup, address):
    there = address("remove_tournament")
    assert operator.post(there, {"slug": "another"}).status_code == 400
    assert operator.post(there, {"slug": cup.slug}).status_code == 302
    assert not Tournament.objects.exists()
    assert operator.get(there).status_code == 404


def test_jobs_are_shown_by_their_look_and_done_again(operator):
    assert "No tasks" in operator.get("/operator/jobs/").text
    job = jobs.ask("of.nobody")
    jobs.run(job)
    page = operator.get("/operator/jobs/?look=failed").text
    assert "of.nobody" in page
    assert "There is no job of.nobody." in page
    operator.post(f"/operator/jobs/{job}/again/")
    assert Job.objects.get(pk=job).state == "queued"
    assert "not failed" in operator.post(f"/operator/jobs/{job}/again/", follow=True).text
    assert operator.get("/operator/jobs/?look=nonsense").status_code == 200


@pytest.mark.parametrize("rows", [1, 3])
def test_lists_cost_the_same_however_long(rows, operator, django_assert_num_queries):
    for number in range(rows):
        user = User.objects.create_user(f"club-{number}")
        cup = Tournament.objects.create(
            slug=f"c{number}", name=f"Cup {number}", starts_at=timezone.now()
        )
        cup.organizers.add(user)
    with django_assert_num_queries(2 + 3):
        operator.get("/operator/accounts/")
    with django_assert_num_queries(2 + 3):
        operator.get("/operator/tournaments/")
