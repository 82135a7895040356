"""An account's e-mail address, and what it is for: another password for a forgotten one."""

import re
from contextlib import nullcontext
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts import tasks
from accounts.models import Mailbox, OpenSession, SignIn
from accounts.services import passwords, second
from accounts.services.signins import Caller
from config.logs import without_keys
from jobs.models import Job, JobState
from tournament import mailing
from tournament.errors import NotFound, Refusal

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("in_english", "mail_leaves", "at_once"),
]

PASSWORD, OTHER = "amarraco-y-piedra", "grande-chica-pares"
ACCOUNT, MAILBOX, FORGOTTEN = "/accounts/", "/accounts/mailbox/", "/accounts/forgotten/"
HERE = "arizkun@example.org"
LINK = re.compile(r"http://testserver(/\S+)")


@pytest.fixture
def mail_leaves(settings: Any) -> None:
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail", "mus@example.org"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done after a commit is done now: the test's own transaction never commits."""
    monkeypatch.setattr("jobs.services.transaction.on_commit", lambda do, **_how: do())


@pytest.fixture
def arizkun() -> User:
    return User.objects.create_user("arizkun", password=PASSWORD)


def owner_of(user: User, email: str = HERE) -> User:
    Mailbox.objects.create(
        user=user, email=email, confirmed_at=timezone.now(), asked_at=timezone.now()
    )
    return user


@pytest.fixture
def inside(arizkun: User) -> Client:
    client = Client()
    client.post("/accounts/login/", {"username": "arizkun", "password": PASSWORD})
    return client


def tomorrow() -> Any:
    return time_machine.travel(timezone.now() + timedelta(hours=26))


def link_in(mail: EmailMessage) -> str:
    found = LINK.search(mail.body)
    assert found, mail.body
    return found[1]


def ask(email: str = HERE, client: Client | None = None) -> Any:
    return (client or Client()).post(FORGOTTEN, {"email": email})


def said_by(answer: Any) -> str:
    """The page but for what is random in it."""
    return re.sub(r'(nonce|value|csrf)\S*="[^"]+"', "", answer.text)


def test_an_address_counts_from_when_its_link_is_used(inside, arizkun, mailoutbox):
    page = inside.post(MAILBOX, {"email": HERE, "password": PASSWORD}, follow=True)
    assert f"A link is on its way to {HERE}." in page.text
    assert f"{HERE} waits to be confirmed." in page.text
    (mail,) = mailoutbox
    assert mail.to == [HERE]
    assert "arizkun" in mail.body
    link = link_in(mail)
    assert without_keys(link) == "/accounts/mailbox/…/"
    assert "Yes, it is mine" in inside.get(link).text
    assert inside.head(link).status_code == 200
    assert not Mailbox.objects.get().email, "looking confirms nothing"
    assert f"{HERE} is confirmed." in inside.post(link, follow=True).text
    assert Mailbox.objects.get().email == HERE
    assert "Confirmed an e-mail address" in inside.get(ACCOUNT).text
    assert "This link was used" in inside.post(link, follow=True).text


def test_an_address_is_asked_for_with_the_password(inside, settings):
    settings.LOGIN_FAILURES_PER_ADDRESS = 2
    statuses = [
        inside.post(MAILBOX, {"email": HERE, "password": "guess"}).status_code for _try in range(3)
    ]
    assert statuses == [400, 400, 429]
    assert not Mailbox.objects.exists()


@pytest.mark.parametrize("email", ["", "orio", "a@b", "a@example.org\nBcc: b@example.org", "\0"])
def test_what_is_no_address_is_said(inside, mailoutbox, email):
    answer = inside.post(MAILBOX, {"email": email, "password": PASSWORD})
    assert answer.status_code == 400
    assert "field__errors" in answer.text
    assert mailoutbox == []


def test_the_service_refuses_what_is_no_address(arizkun):
    with pytest.raises(Refusal) as refused:
        passwords.want_email(user=arizkun, email="orio", site="http://testserver/")
    assert [problem.code for problem in refused.value.problems] == ["bad_email"]
    assert not Mailbox.objects.exists()


def test_a_link_is_of_one_account_one_address_and_one_day(inside, arizkun, mailoutbox):
    other = Client()
    other.force_login(User.objects.create_user("goizueta", password=PASSWORD))
    for email in (HERE, "orio@example.org"):
        inside.post(MAILBOX, {"email": email, "password": PASSWORD})
    first, newest = (link_in(mail) for mail in mailoutbox)
    for client, link in ((inside, first), (other, newest), (inside, f"{MAILBOX}nothing/")):
        assert "This link was used" in client.post(link, follow=True).text
    secret = newest.removeprefix(MAILBOX).rstrip("/")
    with tomorrow():
        with pytest.raises(NotFound):
            passwords.confirm_email(user=arizkun, link=secret)
        tasks.forget()
    assert not Mailbox.objects.exists()


def test_addresses_are_asked_for_five_times_an_hour(inside):
    fields = {"email": HERE, "password": PASSWORD}
    statuses = [inside.post(MAILBOX, fields).status_code for _try in range(6)]
    assert statuses == [302] * 5 + [429]


def test_a_forgotten_password_is_replaced_by_a_link_once(inside, arizkun, mailoutbox):
    owner_of(arizkun)
    assert "a link is on its way" in ask(HERE.upper()).text
    (mail,) = mailoutbox
    assert mail.to == [HERE]
    link = link_in(mail)
    client = Client()
    there = client.get(link, follow=True).redirect_chain[-1][0]
    new = {"new_password1": OTHER, "new_password2": OTHER}
    assert client.post(there, new).headers["Location"] == "/accounts/login/"
    assert inside.get(ACCOUNT).status_code == 302, "every browser is signed out"
    assert not OpenSession.objects.exists()
    assert "used or is too old" in Client().get(link, follow=True).text
    seen = set(SignIn.objects.filter(user=arizkun).values_list("how", flat=True))
    assert {"reset asked", "reset"} <= seen


def test_the_second_step_is_still_asked_for(arizkun, mailoutbox):
    from django_otp.plugins.otp_totp.models import TOTPDevice

    owner_of(arizkun)
    TOTPDevice.objects.create(user=arizkun, name="app", confirmed=True)
    second.new_codes(user=arizkun)
    ask()
    client = Client()
    there = client.get(link_in(mailoutbox[0]), follow=True).redirect_chain[-1][0]
    client.post(there, {"new_password1": OTHER, "new_password2": OTHER})
    answer = client.post("/accounts/login/", {"username": "arizkun", "password": OTHER})
    assert answer.headers["Location"] == "/accounts/login/second/"


def test_the_answer_is_the_same_whether_anybody_has_the_address(arizkun, mailoutbox):
    owner_of(arizkun)
    closed = User.objects.create_user("orio", password=PASSWORD, is_active=False)
    owner_of(closed, "orio@example.org")
    waiting = User.objects.create_user("deba", password=PASSWORD)
    Mailbox.objects.create(user=waiting, wanted="deba@example.org", asked_at=timezone.now())
    asked = (HERE, "nobody@example.org", "orio@example.org", "deba@example.org")
    answers = [ask(email) for email in asked]
    assert len({(one.status_code, said_by(one)) for one in answers}) == 1
    assert len(mailoutbox) == 1
    assert Job.objects.filter(name="accounts.send_reset", state=JobState.DONE).count() == 4


def test_an_address_gets_three_links_an_hour_and_the_rest_is_not_said(arizkun, mailoutbox):
    owner_of(arizkun)
    answers = {ask().status_code for _try in range(5)}
    assert answers == {200}
    assert len(mailoutbox) == 3


def test_one_place_asks_twenty_times_an_hour():
    statuses = [ask(f"{number}@example.org").status_code for number in range(21)]
    assert statuses == [200] * 20 + [429]


@pytest.mark.parametrize("what", ["address", "sign-in", "day"])
def test_a_link_is_void_when_something_has_changed(arizkun, mailoutbox, what):
    owner_of(arizkun)
    ask()
    if what == "address":
        passwords.remove_email(user=arizkun)
    elif what == "sign-in":
        Client().post("/accounts/login/", {"username": "arizkun", "password": PASSWORD})
    with tomorrow() if what == "day" else nullcontext():
        page = Client().get(link_in(mailoutbox[0]), follow=True)
    assert "used or is too old" in page.text


def test_mail_that_cannot_leave_is_tried_again_and_seen(arizkun, monkeypatch):
    def away(*_words: object) -> None:
        raise ConnectionRefusedError("the mail server is away")

    owner_of(arizkun)
    monkeypatch.setattr(mailing, "send_mail", away)
    assert ask().status_code == 200
    job = Job.objects.get(name="accounts.send_reset")
    assert (job.state, job.attempts) == (JobState.QUEUED, 1)
    assert "the mail server is away" in job.said


@pytest.mark.parametrize("name", ["accounts.send_reset", "accounts.confirm_mailbox"])
def test_of_mail_that_failed_the_address_is_neither_kept_nor_logged(
    inside, arizkun, monkeypatch, caplog, name
):
    def refuses(*_words: object) -> None:
        raise SMTPRecipientsRefused({HERE: (550, f"{HERE} unknown".encode())})

    monkeypatch.setattr(mailing, "send_mail", refuses)
    if name == "accounts.send_reset":
        owner_of(arizkun)
        ask()
    else:
        inside.post(MAILBOX, {"email": HERE, "password": PASSWORD})
    assert Job.objects.get(name=name).said == "NotSent: SMTPRecipientsRefused 550"
    assert "SMTPRecipientsRefused 550" in caplog.text
    assert HERE not in caplog.text


def test_where_no_mail_leaves_the_page_names_the_operator(inside, arizkun, settings):
    settings.EMAIL_HOST = ""
    assert "<input" not in Client().get(FORGOTTEN).text.split('id="content"')[1].split("</main>")[0]
    assert ask().status_code == 405
    assert inside.get(MAILBOX).status_code == 404
    owner_of(arizkun)
    caller = Caller("127.0.0.1", "")
    passwords.ask_for_reset(email=HERE, site="http://testserver/", caller=caller)
    assert "not set up" in Job.objects.get(name="accounts.send_reset").said
    page = inside.post("/accounts/mailbox/remove/", follow=True).text
    assert "The e-mail address is removed." in page
    assert "Removed the e-mail address" in page


def test_links_begin_with_the_public_address(arizkun, mailoutbox, settings):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://mus.example", ["*"]
    owner_of(arizkun)
    ask(client=Client(headers={"Host": "evil.example"}))
    assert "https://mus.example/accounts/reset/" in mailoutbox[0].body
    assert "evil" not in mailoutbox[0].body
