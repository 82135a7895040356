"""One's own account: password, second step, sessions, tokens, and what happened to it."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import queries, tasks
from accounts.models import ApiToken, Invitation, Mailbox, OpenSession, RecoveryCode, SignIn
from accounts.queries import token_of
from accounts.services import invitations, passwords, second, tokens

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LOGIN, SECOND, ACCOUNT = "/accounts/login/", "/accounts/login/second/", "/accounts/"
PASSWORD, OTHER = "amarraco-y-piedra", "grande-chica-pares"
FIREFOX = {"User-Agent": "Firefox at the desk"}


@pytest.fixture
def arizkun() -> User:
    return User.objects.create_user("arizkun", password=PASSWORD)


def sign_in(client: Client, password: str = PASSWORD) -> Any:
    body = {"username": "arizkun", "password": password}
    return client.post(LOGIN, body, headers=FIREFOX)


@pytest.fixture
def inside(arizkun: User) -> Client:
    client = Client()
    assert sign_in(client).status_code == 302
    return client


def opened_with(code: str) -> Any:
    """The answer to a code at another browser."""
    client = Client()
    sign_in(client)
    return client.post(SECOND, {"code": code})


def code_of(user: User) -> str:
    device = TOTPDevice.objects.get(user=user)
    TOTPDevice.objects.update(last_t=-1)
    return f"{totp(device.bin_key):06}"


@pytest.fixture
def codes(inside: Client, arizkun: User) -> list[str]:
    """The recovery codes of an account whose second step is on."""
    inside.get("/accounts/second/")
    answer = inside.post("/accounts/second/", {"code": code_of(arizkun)})
    assert answer.status_code == 201
    return re.findall(r"<code>([a-z0-9-]{14})</code>", answer.text)


def test_the_page_of_an_account_that_nothing_happened_to(arizkun):
    client = Client()
    client.force_login(arizkun)
    page = client.get(ACCOUNT)
    assert "Nothing yet." in page.text
    assert "None yet." in page.text


def test_strangers_are_sent_to_sign_in(client):
    for address in (ACCOUNT, "/accounts/password/", "/accounts/second/"):
        assert client.get(address).headers["Location"] == f"{LOGIN}?next={address}"
    for address in ("/accounts/tokens/", "/accounts/sessions/end/", "/accounts/second/off/"):
        assert client.post(address).headers["Location"].startswith(LOGIN)


def test_a_sign_in_and_an_attempt_are_noted_with_place_and_browser(inside, arizkun):
    sign_in(Client(), "wrong")
    page = inside.get(ACCOUNT).text
    assert "Signed in with the password" in page
    assert "A wrong password" in page
    assert "Firefox at the desk" in page
    assert "127.0.0.1" in page
    sign_in(Client(), PASSWORD + "\0")
    assert SignIn.objects.filter(user=arizkun, succeeded=False).count() >= 1


def test_another_password_ends_every_other_browser(inside, arizkun):
    elsewhere = Client()
    sign_in(elsewhere)
    fields = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}
    assert inside.post("/accounts/password/", fields).headers["Location"] == ACCOUNT
    assert inside.get(ACCOUNT).status_code == 200
    assert elsewhere.get(ACCOUNT).status_code == 302
    assert OpenSession.objects.count() == 1
    assert sign_in(Client(), OTHER).status_code == 302
    assert "Changed the password" in inside.get(ACCOUNT).text


@pytest.mark.parametrize("keeps", [False, True])
def test_another_password_ends_tokens_unless_they_are_kept(inside, arizkun, keeps):
    _token, raw = tokens.make(user=arizkun, name="results")
    fields = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}
    inside.post("/accounts/password/", fields | ({"keeps_tokens": "on"} if keeps else {}))
    assert (token_of(raw=raw) is not None) == keeps


def test_asking_for_a_reset_clears_no_count_of_wrong_passwords(client, arizkun, settings):
    settings.LOGIN_FAILURE_LIMIT, settings.EMAIL_HOST = 3, "mail.example"
    now = timezone.now()
    Mailbox.objects.create(user=arizkun, email="a@mus.example", asked_at=now, confirmed_at=now)
    for _attempt in range(3):
        sign_in(client, "guess")
        client.post("/accounts/forgotten/", {"email": "a@mus.example"})
    assert SignIn.objects.filter(user=arizkun, how="reset asked").exists()
    assert sign_in(client).status_code == 429


def test_a_password_set_by_a_link_ends_tokens(client, arizkun):
    _token, raw = tokens.make(user=arizkun, name="results")
    link = "/".join(passwords.link_of(arizkun))
    page = client.get(f"/accounts/reset/{link}/", follow=True)
    client.post(page.request["PATH_INFO"], {"new_password1": OTHER, "new_password2": OTHER})
    assert sign_in(Client(), OTHER).status_code == 302
    assert token_of(raw=raw) is None


def test_a_new_password_is_repeated_and_the_old_one_stays_until_then(inside):
    fields = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": PASSWORD}
    assert inside.post("/accounts/password/", fields).status_code == 400
    assert sign_in(Client()).status_code == 302


def test_the_old_password_is_asked_for_and_counted(inside, settings):
    settings.LOGIN_FAILURES_PER_ADDRESS = 2
    fields = {"old_password": "guess", "new_password1": OTHER, "new_password2": OTHER}
    statuses = [inside.post("/accounts/password/", fields).status_code for _try in range(3)]
    assert statuses == [400, 400, 429]


def test_another_browser_is_signed_out(inside, arizkun):
    elsewhere = Client()
    sign_in(elsewhere)
    there = OpenSession.objects.order_by("-id").values_list("pk", flat=True)[0]
    inside.post(f"/accounts/sessions/{there}/end/")
    assert elsewhere.get(ACCOUNT).status_code == 302
    assert inside.get(ACCOUNT).status_code == 200


def test_all_other_browsers_are_signed_out(inside):
    others = [Client(), Client()]
    for one in others:
        sign_in(one)
    assert "2 browsers are signed out." in inside.post("/accounts/sessions/end/", follow=True).text
    assert [one.get(ACCOUNT).status_code for one in others] == [302, 302]


def test_somebody_elses_session_and_token_are_not_mine(inside):
    other = User.objects.create_user("goizueta", password=PASSWORD)
    them = Client()
    them.post(LOGIN, {"username": "goizueta", "password": PASSWORD})
    session = OpenSession.objects.get(user=other)
    token, _raw = tokens.make(user=other, name="board")
    inside.post(f"/accounts/sessions/{session.pk}/end/")
    inside.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert them.get(ACCOUNT).status_code == 200
    assert ApiToken.objects.get(pk=token.pk).revoked_at is None


def test_the_second_step_is_asked_for_after_the_password(codes, arizkun):
    client = Client()
    assert sign_in(client).headers["Location"] == SECOND
    assert client.get(ACCOUNT).status_code == 302, "nobody is in before the code is"
    assert client.post(SECOND, {"code": "000000"}).status_code == 400
    answer = client.post(SECOND, {"code": codes[0]})
    assert answer.headers["Location"] == "/organizer/"
    assert "Signed in with a recovery code" in client.get(ACCOUNT).text
    assert SignIn.objects.filter(how="code", succeeded=False).count() == 1


def test_the_code_of_the_app_opens_and_only_once(codes, arizkun):
    code = code_of(arizkun)
    assert [opened_with(code).status_code for _time in range(2)] == [302, 400]


def test_a_recovery_code_opens_once_and_however_it_is_typed(codes):
    assert len(codes) == 10
    for typed, status in ((codes[3].upper().replace("-", " "), 302), (codes[3], 400)):
        assert opened_with(typed).status_code == status
    assert not RecoveryCode.objects.filter(code_hash__in=codes).exists(), "kept as hashes"


def test_codes_are_tried_only_so_often(codes):
    client = Client()
    sign_in(client)
    seen = [client.post(SECOND, {"code": f"{number:06}"}).status_code for number in range(12)]
    assert seen[-1] == 429


def test_a_wrong_code_delays_no_right_one(codes, arizkun):
    client = Client()
    sign_in(client)
    assert client.post(SECOND, {"code": "000000"}).status_code == 400
    assert client.post(SECOND, {"code": code_of(arizkun)}).status_code == 302


def test_who_tried_too_many_codes_is_told_to_wait(codes, arizkun):
    client = Client()
    sign_in(client)
    for number in range(10):
        client.post(SECOND, {"code": f"{number:06}"})
    answer = client.post(SECOND, {"code": code_of(arizkun)})
    assert (answer.status_code, "Wait a little" in answer.text) == (429, True)


def test_the_second_step_without_a_password_leads_back(client):
    assert client.get(SECOND).headers["Location"] == LOGIN


def test_a_password_of_long_ago_is_asked_for_again(codes):
    client = Client()
    sign_in(client)
    session = client.session
    session["second_step"] = {**session["second_step"], "at": 0}
    session.save()
    assert client.get(SECOND).headers["Location"] == LOGIN


def test_the_key_is_shown_as_a_picture_and_as_letters(inside, arizkun, settings):
    settings.OTP_TOTP_ISSUER = "mus.example"
    page = inside.get("/accounts/second/").text
    address = re.search(r'href="(otpauth://[^"]+)"', page)
    assert address
    secret = parse_qs(urlsplit(address[1].replace("&amp;", "&")).query)["secret"][0]
    assert f">{secret}<" in page
    assert address[1].startswith("otpauth://totp/mus.example%3Aarizkun?")
    assert "<svg" in page
    assert inside.get("/accounts/second/").text.count(secret) >= 1, "looking again is the same key"
    assert not queries.second_step_of(user=arizkun).with_app


def test_new_codes_replace_the_old_ones_and_are_told_in_what_happened(codes, inside):
    assert "Made new recovery codes" not in inside.get(ACCOUNT).text
    assert inside.post("/accounts/second/codes/", {"password": "guess"}).status_code == 400
    assert "Made new recovery codes" not in inside.get(ACCOUNT).text
    assert inside.post("/accounts/second/codes/", {"password": PASSWORD}).status_code == 201
    assert inside.get(ACCOUNT).text.count("Made new recovery codes") == 1
    assert opened_with(codes[0]).status_code == 400


def test_the_second_step_is_turned_off_with_a_code_alone_and_a_wrong_one_is_told(
    codes, inside, arizkun
):
    inside.post("/accounts/second/off/", {"code": "guess"})
    assert SignIn.objects.filter(user=arizkun, how="code", succeeded=False).count() == 1
    assert "A wrong code" in inside.get(ACCOUNT).text
    assert queries.second_step_of(user=arizkun).with_app
    inside.post("/accounts/second/off/", {"code": codes[5]})
    assert not queries.second_step_of(user=arizkun).with_app
    assert sign_in(Client()).headers["Location"] == "/organizer/"


def test_a_password_that_was_changed_meanwhile_opens_nothing_with_a_code(codes, arizkun):
    other = Client()
    sign_in(other)
    arizkun.set_password("another long enough one")
    arizkun.save()
    assert other.post(SECOND, {"code": codes[0]}).headers["Location"] == LOGIN
    assert SESSION_KEY not in other.session


def test_an_open_browser_alone_gets_no_code_that_turns_the_second_step_off(codes, inside, arizkun):
    assert inside.get("/accounts/second/codes/").status_code == 200
    for password in ({}, {"password": "guess"}):
        assert inside.post("/accounts/second/codes/", password).status_code in (200, 400)
        assert RecoveryCode.objects.filter(code_hash=queries.digest(codes[0].replace("-", "")))
    device = TOTPDevice.objects.get(user=arizkun, confirmed=True)
    inside.get("/accounts/second/")
    other = TOTPDevice.objects.get(user=arizkun, confirmed=False)
    code = f"{totp(other.bin_key):06}"
    assert inside.post("/accounts/second/", {"code": code}).status_code == 400
    assert TOTPDevice.objects.get(user=arizkun, confirmed=True) == device
    both = {"code": code, "password": PASSWORD}
    assert inside.post("/accounts/second/", both).status_code == 201


def test_a_name_that_no_database_takes_is_a_wrong_name():
    for name in ("arizkun\0", "a" * 5_000):
        assert Client().post(LOGIN, {"username": name, "password": PASSWORD}).status_code == 200
        noted = SignIn.objects.get(succeeded=False)
        assert "\0" not in noted.name
        noted.delete()


def test_codes_are_only_for_those_with_a_second_step(inside):
    assert inside.post("/accounts/second/codes/").headers["Location"] == ACCOUNT


def test_a_token_is_made_with_its_scope_and_its_day_and_shown_once(inside, client):
    fields = {"name": "results board", "scope": "read", "days": "30"}
    answer = inside.post("/accounts/tokens/", fields)
    assert answer.status_code == 201
    raw = re.search(r'class="account-key">([-\w]{30,})<', answer.text)
    assert raw
    assert raw[1] not in inside.get(ACCOUNT).text
    key = {"Authorization": f"Token {raw[1]}"}
    assert client.get("/api/v1/tokens/", headers=key).status_code == 200
    new = {"name": "Orio", "starts_at": "2026-08-15T10:00:00+02:00"}
    refused = client.post("/api/v1/tournaments/", new, "application/json", headers=key)
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (403, "token_reads")
    ApiToken.objects.update(expires_at=timezone.now())
    assert client.get("/api/v1/tokens/", headers=key).status_code == 401


def signed_in_long_ago(client: Client) -> None:
    session = client.session
    session[queries.SIGNED_IN_AT] -= 601
    session.save()


@pytest.mark.parametrize(
    ("at", "fields"),
    [
        ("/accounts/tokens/", {"name": "results board", "scope": "read", "days": "30"}),
        ("/accounts/second/", {"code": "code"}),
    ],
)
def test_a_browser_left_open_asks_for_the_password_before_it_opens_the_account_for_others(
    inside, arizkun, at, fields
):
    page = ACCOUNT if at == "/accounts/tokens/" else at
    assert 'name="password"' not in inside.get(page).text, "it has just signed in"
    signed_in_long_ago(inside)
    assert 'name="password"' in inside.get(page).text
    if "code" in fields:
        fields = {"code": code_of(arizkun)}
    for password in ({}, {"password": "guess"}):
        assert inside.post(at, fields | password).status_code == 400
    assert not ApiToken.objects.exists()
    assert not queries.second_step_of(user=arizkun).is_on
    assert inside.post(at, fields | {"password": PASSWORD}).status_code == 201


def test_a_session_from_before_an_upgrade_is_one_of_long_ago(inside):
    session = inside.session
    del session[queries.SIGNED_IN_AT]
    session.save()
    assert inside.post("/accounts/tokens/", {"name": "board", "scope": "read"}).status_code == 400


def test_a_token_without_a_name_is_asked_for_one(inside):
    answer = inside.post("/accounts/tokens/", {"name": " ", "scope": "all", "days": "9"})
    assert answer.status_code == 400
    assert answer.text.count("field__errors") == 3


def test_the_operators_link_sets_another_password_once(arizkun, client):
    from io import StringIO

    elsewhere = Client()
    sign_in(elsewhere)
    said = StringIO()
    call_command("reset_password", "ARIZKUN", stdout=said)
    link = said.getvalue().strip()
    page = client.get(link, follow=True)
    there = page.redirect_chain[-1][0]
    new = {"new_password1": OTHER, "new_password2": OTHER}
    assert client.post(there, new).headers["Location"] == LOGIN
    assert elsewhere.get(ACCOUNT).status_code == 302, "every browser is signed out"
    assert sign_in(Client(), OTHER).status_code == 302
    assert "used or is too old" in Client().get(link).text
    assert "/accounts/" in client.get("/accounts/forgotten/").text


def test_an_invitation_makes_one_account_where_nobody_registers(client, settings):
    settings.REGISTRATION_OPEN = False
    raw = invitations.invite(note="the club of Orio")
    there = f"/accounts/invited/{raw}/"
    fields = {"username": "orio", "password1": PASSWORD, "password2": PASSWORD}
    assert "Make the account" in client.get(there).text
    assert client.post(there, {**fields, "username": ""}).status_code == 400
    assert client.post(there, fields).headers["Location"] == "/organizer/"
    assert Client().post(there, {**fields, "username": "zarautz"}).status_code == 410
    assert [user.username for user in User.objects.all()] == ["orio"]


def test_an_invitation_of_long_ago_opens_nothing(client):
    raw = invitations.invite(note="x")
    Invitation.objects.update(expires_at=timezone.now())
    assert client.get(f"/accounts/invited/{raw}/").status_code == 410
    assert client.get("/accounts/invited/nothing/").status_code == 410


def test_only_what_is_shown_by_looking_is_shown(inside):
    for address in ("tokens/", "sessions/end/", "second/off/", "sessions/1/end/"):
        answer = inside.get(f"{ACCOUNT}{address}")
        assert answer.status_code == 302, address
        assert f"{ACCOUNT}{address}".startswith(answer.headers["Location"]), address
        assert inside.get(answer.headers["Location"]).status_code == 200, address


def test_old_traces_are_let_go(inside, arizkun):
    SignIn.objects.update(at=timezone.now() - timedelta(days=200))
    second.begin_app(user=arizkun)
    OpenSession.objects.create(user=arizkun, session_key="gone", began_at=timezone.now())
    assert "1 sign-ins" in tasks.forget()
    assert OpenSession.objects.count() == 1
    assert inside.get(ACCOUNT).status_code == 200
