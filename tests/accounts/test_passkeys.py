"""Passkeys by what Chromium said once: accepted as it was, refused when one thing is another."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts import queries
from accounts.models import Passkey, RecoveryCode, SignIn
from accounts.services import second
from accounts.services.second import PasskeyOrigin
from tests.refusals import refusal
from tournament.errors import NotFound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

SAID = json.loads((Path(__file__).parent / "passkeys.json").read_text())
HERE = PasskeyOrigin("localhost", SAID["origin"])
HOST = SAID["origin"].removeprefix("http://")
PASSWORD = "amarraco-y-piedra"
REFUSED = ("passkey_refused",)


def of(which: str) -> dict[str, str]:
    """A challenge and its answer."""
    return {"challenge": SAID[which]["challenge"], "answer": json.dumps(SAID[which]["answer"])}


def changed(which: str, part: str, value: Any) -> str:
    said = SAID[which]["answer"]
    return json.dumps({**said, "response": {**said["response"], part: value}})


@pytest.fixture
def arizkun() -> User:
    return User.objects.create_user("arizkun", password=PASSWORD)


@pytest.fixture
def codes(arizkun: User) -> list[str]:
    """The recovery codes that came with the first passkey."""
    return second.add_passkey(user=arizkun, place=HERE, name="the telephone", **of("made"))


def test_what_a_browser_made_is_asked_for_and_accepted(codes, arizkun):
    assert len(codes) == 10
    asked = second.ask_to_show(user=arizkun, place=HERE)
    assert asked
    assert [one["id"] for one in json.loads(asked)["allowCredentials"]] == [
        SAID["made"]["answer"]["id"]
    ]
    assert second.pass_with_passkey(user=arizkun, place=HERE, **of("shown")) == "passkey"
    assert second.pass_with_passkey(user=arizkun, place=HERE, **of("again")) == "passkey"
    assert Passkey.objects.get().sign_count == 3
    assert Passkey.objects.get().last_used_on


def test_a_copy_of_the_key_is_seen_by_its_counter(codes, arizkun):
    second.pass_with_passkey(user=arizkun, place=HERE, **of("again"))
    given = {"user": arizkun, "place": HERE, **of("shown")}
    assert refusal(second.pass_with_passkey, **given) == REFUSED


@pytest.mark.parametrize(
    "place",
    [PasskeyOrigin("localhost", "http://localhost"), PasskeyOrigin("mus.example", SAID["origin"]),
     PasskeyOrigin("mus.example", "https://mus.example")],
)  # fmt: skip
def test_another_host_gets_nothing(codes, arizkun, place):
    assert refusal(second.pass_with_passkey, user=arizkun, place=place, **of("shown"))
    RecoveryCode.objects.all().delete()
    Passkey.objects.all().delete()
    given = {"user": arizkun, "name": "x", "place": place, **of("made")}
    assert refusal(second.add_passkey, **given) == REFUSED


@pytest.mark.parametrize(
    "answer",
    [
        "", "{}", "[]", "null", "\0", '{"id": 1}', "9" * 5000, "[" * 5000,
        json.dumps(SAID["made"]["answer"]),
        changed("shown", "signature", SAID["again"]["answer"]["response"]["signature"]),
        changed("shown", "authenticatorData", "AAAA"),
        changed("shown", "clientDataJSON", "AAAA"),
        json.dumps({**SAID["shown"]["answer"], "id": "AAAA", "rawId": "AAAA"}),
    ],
)  # fmt: skip
def test_an_answer_that_is_another_is_refused(codes, arizkun, answer):
    given = {**of("shown"), "answer": answer}
    assert refusal(second.pass_with_passkey, user=arizkun, place=HERE, **given) == REFUSED
    given = {**of("made"), "answer": answer, "name": "x"}
    assert refusal(second.add_passkey, user=arizkun, place=HERE, **given) == REFUSED
    assert Passkey.objects.count() == 1


def test_an_answer_to_another_challenge_is_refused(codes, arizkun):
    given = {**of("shown"), "challenge": of("again")["challenge"]}
    assert refusal(second.pass_with_passkey, user=arizkun, place=HERE, **given) == REFUSED


def test_somebody_elses_passkey_opens_nothing_and_is_not_made_twice(codes):
    other = User.objects.create_user("goizueta", password=PASSWORD)
    given = {"user": other, "place": HERE, **of("shown")}
    assert refusal(second.pass_with_passkey, **given) == REFUSED
    given = {"user": other, "name": "mine", "place": HERE, **of("made")}
    assert refusal(second.add_passkey, **given) == REFUSED
    with pytest.raises(NotFound):
        second.remove_passkey(user=other, passkey_id=Passkey.objects.get().pk)


def test_passkeys_are_tried_as_seldom_as_codes(codes, arizkun):
    given = {"user": arizkun, "place": HERE, "challenge": "00", "answer": "{}"}
    seen = {refusal(second.pass_with_passkey, **given) for _try in range(11)}
    assert seen == {REFUSED, ("too_often",)}
    assert refusal(second.pass_with_code, user=arizkun, code="000000") == ("too_often",)


def test_ten_passkeys_are_enough(codes, arizkun):
    key = Passkey.objects.get()
    for number in range(9):
        key.pk, key.credential = None, f"k{number}"
        key.save()
    given = {"user": arizkun, "name": "x", "place": HERE, **of("made")}
    assert refusal(second.add_passkey, **given) == ("too_many_passkeys",)


def test_the_last_passkey_is_turned_off_not_removed(codes, arizkun):
    key = Passkey.objects.get()
    assert refusal(second.remove_passkey, user=arizkun, passkey_id=key.pk) == ("last_passkey",)
    Passkey.objects.create(
        user=arizkun, name="the key", rp_id="mus.example", credential="k", public_key=b"",
        sign_count=0, made_at=key.made_at,
    )  # fmt: skip
    assert second.remove_passkey(user=arizkun, passkey_id=key.pk) == "the telephone"
    assert second.ask_to_show(user=arizkun, place=HERE) == "", "the other is of another host"
    assert second.pass_with_code(user=arizkun, code=codes[0]) == "recovery"
    second.turn_off(user=arizkun)
    assert not queries.second_step_of(user=arizkun).is_on


# --- the pages --------------------------------------------------------------------------------


def half_in(arizkun: User, host: str = HOST) -> Client:
    """A browser that has given the password."""
    client = Client(headers={"Host": host})
    answer = client.post("/accounts/login/", {"username": "arizkun", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/login/second/"
    return client


def asked(client: Client, which: str, at: int | None = None) -> None:
    """As if the page had asked what Chromium was asked."""
    session = client.session
    when = session["passkey"]["at"] if at is None else at
    session["passkey"] = {"challenge": of(which)["challenge"], "at": when}
    session.save()


def test_signing_in_asks_for_the_passkey_and_takes_it_once(codes, arizkun):
    client = half_in(arizkun)
    assert "data-passkey=" in client.get("/accounts/login/second/").text
    asked(client, "shown")
    answer = {"answer": of("shown")["answer"]}
    assert client.post("/accounts/login/second/", answer).headers["Location"] == "/organizer/"
    assert SignIn.objects.filter(how="passkey", succeeded=True).count() == 1
    again = half_in(arizkun)
    late = again.post("/accounts/login/second/", answer)
    assert late.status_code == 400
    assert "That took too long" in late.text
    again.get("/accounts/login/second/")
    asked(again, "again", at=0)
    assert "That took too long" in again.post("/accounts/login/second/", answer).text
    assert SignIn.objects.filter(how="passkey", succeeded=False).count() == 2


def test_at_another_name_of_the_site_a_code_is_asked_for(codes, arizkun):
    client = half_in(arizkun, "127.0.0.1")
    page = client.get("/accounts/login/second/").text
    assert "Your passkeys belong to another address" in page
    assert "data-passkey=" not in page
    assert client.post("/accounts/login/second/", {"code": codes[0]}).status_code == 302


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [("127.0.0.1:8000", False, False), ("localhost:8000", False, True),
     ("mus.example", False, False), ("mus.example", True, True), ("[::1]", True, False)],
)  # fmt: skip
def test_passkeys_are_offered_where_a_browser_makes_them(arizkun, settings, host, secure, offered):
    settings.ALLOWED_HOSTS = ["*"]
    client = Client(headers={"Host": host})
    client.force_login(arizkun)
    page = client.get("/accounts/passkeys/", secure=secure).text
    assert ("data-passkey=" in page) == offered
    assert ("/accounts/passkeys/" in client.get("/accounts/", secure=secure).text) == offered


def test_a_passkey_is_added_with_codes_and_noted(arizkun):
    client = Client(headers={"Host": HOST})
    client.force_login(arizkun)
    client.get("/accounts/passkeys/")
    asked(client, "made")
    answer = of("made")["answer"]
    assert client.post("/accounts/passkeys/", {"name": " ", "answer": answer}).status_code == 400
    asked(client, "made")
    made = client.post("/accounts/passkeys/", {"name": "the telephone", "answer": answer})
    assert made.status_code == 201
    assert made.text.count("<code>") == 10
    assert "Added a passkey" in client.get("/accounts/").text
    again = {"name": "x", "answer": answer, "password": PASSWORD}
    late = client.post("/accounts/passkeys/", again)
    assert "That took too long" in late.text
    key = Passkey.objects.get()
    page = client.post(f"/accounts/passkeys/{key.pk}/remove/", follow=True)
    assert "This is your only passkey." in page.text


def test_an_open_browser_alone_adds_no_passkey_to_a_second_step_nor_gets_its_codes(arizkun):
    TOTPDevice.objects.create(user=arizkun, confirmed=True)  # its recovery codes are used up
    client = Client(headers={"Host": HOST})
    client.force_login(arizkun)
    answer = {"name": "a stranger's", "answer": of("made")["answer"]}
    for password in ({}, {"password": "guess"}):
        client.get("/accounts/passkeys/")
        asked(client, "made")
        refused = client.post("/accounts/passkeys/", {**answer, **password})
        assert refused.status_code == 400
        assert not Passkey.objects.exists()
        assert not RecoveryCode.objects.exists()
    assert "This is not your password." in refused.text
    asked(client, "made")
    both = {**answer, "password": PASSWORD}
    assert client.post("/accounts/passkeys/", both).status_code == 201
    assert Passkey.objects.count() == 1


def test_a_browser_left_open_adds_no_first_passkey(arizkun):
    client = Client(headers={"Host": HOST})
    client.force_login(arizkun)
    session = client.session
    session[queries.SIGNED_IN_AT] -= 601
    session.save()
    answer = {"name": "a stranger's", "answer": of("made")["answer"]}
    client.get("/accounts/passkeys/")
    for password, status in (({}, 400), ({"password": PASSWORD}, 201)):
        asked(client, "made")
        answered = client.post("/accounts/passkeys/", answer | password)
        assert (answered.status_code, Passkey.objects.exists()) == (status, status == 201)


def test_guesses_of_the_password_for_a_passkey_are_counted(arizkun, settings):
    settings.LOGIN_FAILURES_PER_ADDRESS = 2
    TOTPDevice.objects.create(user=arizkun, confirmed=True)
    client = Client(headers={"Host": HOST})
    client.force_login(arizkun)
    wrong = {"name": "x", "answer": "{}", "password": "guess"}
    tried = [client.post("/accounts/passkeys/", wrong).status_code for _try in range(3)]
    assert tried == [400, 400, 429]
