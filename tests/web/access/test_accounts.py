"""Coming in and going out."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SignIn
from accounts.queries import open_invitation
from accounts.services import invitations

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LOGIN = "/accounts/login/"
LOGOUT = "/accounts/logout/"
REGISTER = "/accounts/register/"
PASSWORD = "amarraco-y-piedra"


@pytest.fixture
def arizkun() -> User:
    return User.objects.create_user("arizkun", password=PASSWORD)


def fields(**changed: str) -> dict[str, str]:
    return {"username": "arizkun", "password1": PASSWORD, "password2": PASSWORD, **changed}


def wrong(client: Client, username: str = "arizkun", **more):
    return client.post(LOGIN, {"username": username, "password": "wrong"}, **more)


def right(client: Client, **more):
    return client.post(LOGIN, {"username": "arizkun", "password": PASSWORD}, **more)


def test_a_name_and_its_password_open_the_session(client, arizkun):
    response = right(client)
    assert (response.status_code, response.headers["Location"]) == (302, "/organizer/")
    assert client.session["_auth_user_id"] == str(arizkun.pk)


def test_a_wrong_password_says_what_to_check(client, arizkun):
    response = wrong(client)
    assert "The name or the password is wrong." in response.text
    assert "_auth_user_id" not in client.session


def test_login_goes_on_to_where_one_was_going(client, arizkun):
    answer = {"username": "arizkun", "password": PASSWORD, "next": "/organizer/new/"}
    assert client.post(LOGIN, answer).headers["Location"] == "/organizer/new/"


@pytest.mark.parametrize(
    "place", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_login_never_leads_to_another_site(client, arizkun, place):
    answer = {"username": "arizkun", "password": PASSWORD, "next": place}
    assert client.post(LOGIN, answer).headers["Location"] == "/organizer/"


def test_too_many_wrong_passwords_lock_that_name_out_for_a_quarter_of_an_hour(
    client, arizkun, settings
):
    settings.LOGIN_FAILURE_LIMIT = 3
    for _attempt in range(3):
        response = wrong(client)
        caches["counts"].clear()  # another process starts with an empty cache
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "900"
    assert "Wait 15 minutes" in response.text
    assert right(client).status_code == 429
    SignIn.objects.update(at=timezone.now() - timedelta(minutes=15))
    assert right(client).status_code == 302


def test_another_name_and_another_address_are_not_locked_out_with_it(client, arizkun, settings):
    settings.LOGIN_FAILURE_LIMIT = 2
    for _attempt in range(3):
        wrong(client, "leitza")
    assert right(client).status_code == 302
    client.post(LOGOUT)
    for _attempt in range(2):
        wrong(client)
    assert right(client, REMOTE_ADDR="10.0.0.9").status_code == 302


@pytest.mark.parametrize("name", [" arizkun", "arizkun\0", "\uff41rizkun"])
def test_another_spelling_of_the_name_is_no_way_around_the_limit(client, arizkun, settings, name):
    settings.LOGIN_FAILURE_LIMIT = 2
    for _attempt in range(2):
        wrong(client, name)
    assert right(client).status_code == 429


def test_an_address_that_the_caller_claims_is_no_way_around_the_limit(client, arizkun, settings):
    settings.LOGIN_FAILURE_LIMIT = 2
    for number in range(3):
        answer = wrong(client, headers={"X-Forwarded-For": f"10.0.0.{number}"})
    assert answer.status_code == 429


def test_signing_in_begins_the_count_anew(client, arizkun, settings):
    settings.LOGIN_FAILURE_LIMIT = 2
    for _time in range(2):
        assert wrong(client).status_code == 200
        assert right(client).status_code == 302
        client.post(LOGOUT)


def test_logout_ends_the_session(client, arizkun):
    client.force_login(arizkun)
    assert client.post(LOGOUT).headers["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_a_link_cannot_log_anybody_out(client, arizkun):
    client.force_login(arizkun)
    assert client.get(LOGOUT).status_code == 405
    assert "_auth_user_id" in client.session


def test_a_new_account_is_signed_in_at_once(client):
    response = client.post(REGISTER, fields())
    assert (response.status_code, response.headers["Location"]) == (302, "/organizer/")
    user = User.objects.get()
    assert client.session["_auth_user_id"] == str(user.pk)
    assert not user.is_staff
    assert not user.is_superuser


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"username": ""}, "This field is required."),
        ({"username": "a b"}, "Enter a valid username."),
        ({"password2": "another"}, "The two password fields didn’t match."),
        ({"password1": "12345678", "password2": "12345678"}, "This password is entirely numeric."),
        ({"password1": "short", "password2": "short"}, "This password is too short."),
    ],
)
def test_an_account_that_cannot_be_made_says_why_at_the_field(client, changed, message):
    response = client.post(REGISTER, fields(**changed))
    assert response.status_code == 400
    assert message in response.text.replace("&#x27;", "’")
    assert not User.objects.exists()


def test_a_name_is_taken_whatever_its_capitals(client, arizkun):
    response = client.post(REGISTER, fields(username="ARIZKUN"))
    assert response.status_code == 400
    assert "Somebody already has this name." in response.text


@pytest.mark.parametrize("by_invitation", [False, True])
def test_a_name_taken_while_its_form_is_looked_at_is_said_to_be(client, monkeypatch, by_invitation):
    """A button that is pressed twice sends two, and the password's hash takes its time."""
    hashed = User.set_password

    def meanwhile(user: User, raw: str) -> None:
        hashed(user, raw)
        User.objects.get_or_create(username="arizkun")

    monkeypatch.setattr(User, "set_password", meanwhile)
    raw = invitations.invite(note="")
    address = reverse("access:invited", args=[raw]) if by_invitation else REGISTER
    answer = client.post(address, fields())
    assert answer.status_code == 400
    assert "Somebody already has this name." in answer.text
    assert "_auth_user_id" not in client.session
    assert open_invitation(raw=raw)


def test_a_server_may_keep_registration_to_itself(client, settings):
    settings.REGISTRATION_OPEN = False
    assert client.get(REGISTER).status_code == 404
    assert client.post(REGISTER, fields()).status_code == 404
    assert REGISTER not in client.get(LOGIN).text


@pytest.mark.parametrize("address", [LOGIN, REGISTER])
def test_who_is_in_already_goes_straight_on(client, arizkun, address):
    client.force_login(arizkun)
    assert client.get(address).headers["Location"] == "/organizer/"


def test_one_address_makes_only_so_many_accounts_an_hour(client, settings):
    settings.REGISTRATIONS_PER_HOUR = 2
    for number, status in enumerate((302, 302, 429)):
        client.logout()
        response = client.post(REGISTER, fields(username=f"arizkun{number}"))
        assert response.status_code == status
    assert "Try again in an hour" in response.text
    assert User.objects.count() == 2


class TestManyPasswords:
    """One password on many names, and one name from many addresses, end too."""

    def test_an_address_that_tries_many_names_has_to_wait(self, client, arizkun, settings):
        settings.LOGIN_FAILURES_PER_ADDRESS = 3
        for number in range(3):
            wrong(client, f"name{number}")
        assert right(client).status_code == 429
        assert right(client, REMOTE_ADDR="10.0.0.9").status_code == 302

    def test_a_name_that_is_tried_from_many_addresses_has_to_wait(self, client, arizkun, settings):
        settings.LOGIN_FAILURES_PER_NAME = 3
        for number in range(3):
            wrong(client, "Arizkun ", REMOTE_ADDR=f"10.0.0.{number}")
        answer = right(client, REMOTE_ADDR="10.0.1.1")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "900")

    def test_its_owner_is_not_kept_out_by_strangers(self, client, arizkun, settings):
        settings.LOGIN_FAILURES_PER_NAME = 3
        right(client)
        client.post(LOGOUT)
        for number in range(5):
            wrong(Client(), REMOTE_ADDR=f"10.0.0.{number}")
        assert right(client).status_code == 302

    def test_a_cookie_of_another_name_or_a_made_up_one_opens_nothing(
        self, client, arizkun, settings
    ):
        settings.LOGIN_FAILURES_PER_NAME = 1
        client.cookies["known"] = "arizkun:made:up"
        wrong(client)
        assert right(client).status_code == 429
