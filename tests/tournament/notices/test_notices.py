"""A called pair is told, once, where it asked to be told; what was sent is kept."""

import base64
import urllib.error
from io import BytesIO
from smtplib import SMTPRecipientsRefused

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from jobs.models import Job
from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, pair, start, win
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.queries.advancing import way_of
from tournament.matches.services import matches
from tournament.notices import push
from tournament.notices import services as notices
from tournament.notices.models import Notice, Watch
from tournament.notices.queries import sent
from tournament.signup.models import SignUp
from tournament.signup.services import desk as sign_up_desk

pytestmark = pytest.mark.django_db
SERVICE = "https://updates.push.services.mozilla.com/wpush/v2/abc"


def text(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """The keys of a browser, and what it can read."""

    def __init__(self, endpoint=SERVICE):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.subscription = {
            "endpoint": endpoint, "keys": {"p256dh": text(point), "auth": text(self.auth)},
        }  # fmt: skip

    def read(self, body):
        found = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return found.decode()


@pytest.fixture
def first(cup):
    return match(cup, 1, 0)


@pytest.fixture
def by_mail(cup, first, settings):
    settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL = "mail", "cup@example.org"
    one = first.pair_a
    return SignUp.objects.create(
        tournament=cup, pair=one, player_1=one.player_1, player_2=one.player_2, state="in",
        email="getaria@example.org", wants_mail=True, language="en", at="2026-05-01T12:00:00Z",
    )  # fmt: skip


@pytest.fixture
def network(monkeypatch):
    """The push service: what it was sent, and what it answers."""

    class Network:
        sent, answer = [], 201

        def open(self, request, timeout):
            self.sent.append(request)
            if self.answer >= 400:
                raise urllib.error.HTTPError(request.full_url, self.answer, "no", {}, BytesIO())
            return BytesIO()

    made = Network()
    made.sent = []
    monkeypatch.setattr(push, "_no_redirects", lambda: made)
    return made


def call(match, number=1):
    matches.assign_table(match_id=match.pk, table_number=number, actor=PROGRAM)


def tell(match, key="1"):
    return notices.tell(match_ids=[match.pk], key=key)


def test_nobody_asked_so_no_work_is_made(first):
    call(first)
    assert not Job.objects.filter(name="notices.called").exists()


def test_a_call_asks_for_the_work_once(first, by_mail):
    call(first)
    job = Job.objects.get(name="notices.called")
    assert job.arguments["match_ids"] == [first.pk]
    matches.assign_table(match_id=first.pk, table_number=None, actor=PROGRAM)
    assert Job.objects.filter(name="notices.called").count() == 1


def test_a_match_that_has_its_table_before_its_pairs_is_called_when_it_has_them(cup):
    first, other, final = match(cup, 1, 0), match(cup, 1, 1), match(cup, 2, 0)
    watch = {"subscription": Browser().subscription, "language": "en"}
    notices.watch(pair_id=first.pair_a_id, **watch)
    matches.assign_table(match_id=final.pk, table_number=3, actor=PROGRAM)
    win(first)
    assert not Job.objects.filter(name="notices.called").exists()
    win(other)
    assert way_of(pair_id=first.pair_a_id, tournament_id=cup.pk).state == "called"
    job = Job.objects.get(name="notices.called")
    last = Event.objects.latest("number").number
    assert (job.arguments["match_ids"], job.key) == ([final.pk], f"{cup.pk}.{last}")


def test_a_pair_that_asked_for_mail_is_told_once(first, by_mail, mailoutbox):
    call(first, 3)
    assert tell(first) == "1 told"
    assert tell(first) == "0 told"
    (mail,) = mailoutbox
    assert mail.to == ["getaria@example.org"]
    assert mail.subject == "Table 3, now · Zarautz Cup"
    assert first.pair_b.name in mail.body
    (line,) = sent(tournament_id=first.tournament_id)
    assert (line.channel, line.to, line.state) == ("mail", "ge…@example.org", "sent")


def test_a_match_that_began_meanwhile_is_called_no_more(first, by_mail, mailoutbox):
    call(first)
    start(first)
    assert tell(first) == "0 told"
    assert mailoutbox == []


def test_what_failed_is_tried_again_and_what_was_sent_is_not(
    first, by_mail, monkeypatch, mailoutbox
):
    call(first)

    def broken(*_args):
        raise OSError("no route")

    with monkeypatch.context() as patched:
        patched.setattr(notices, "send_mail", broken)
        with pytest.raises(notices.SomeFailed):
            tell(first)
    assert Notice.objects.get().said == "OSError: no route"
    assert tell(first) == "1 told"
    assert Notice.objects.get().state == "sent"
    assert len(mailoutbox) == 1


def test_what_a_mail_server_says_of_an_address_is_not_kept(first, by_mail, monkeypatch):
    def refused(*_args):
        raise SMTPRecipientsRefused({by_mail.email: (550, b"no getaria@example.org here")})

    call(first)
    monkeypatch.setattr(notices, "send_mail", refused)
    with pytest.raises(notices.SomeFailed):
        tell(first)
    assert Notice.objects.get().said == "SMTPRecipientsRefused 550"


def test_a_browser_reads_what_it_was_sent_and_nobody_else_can(first, network):
    browser = Browser()
    notices.watch(pair_id=first.pair_b_id, subscription=browser.subscription, language="en")
    call(first, 2)
    assert tell(first) == "1 told"
    (request,) = network.sent
    assert "Table 2, now" in browser.read(request.data)
    assert request.headers["Authorization"].startswith("vapid t=")
    assert b"Table" not in request.data


def test_a_browser_that_is_gone_is_forgotten(first, network):
    notices.watch(pair_id=first.pair_a_id, subscription=Browser().subscription, language="en")
    call(first)
    network.answer = 410
    tell(first)
    assert not Watch.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://updates.push.services.mozilla.com/x",
        "https://127.0.0.1/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "file:///etc/passwd",
    ],
)
def test_only_known_push_services_are_ever_called(first, endpoint):
    given = Browser(endpoint).subscription
    assert refusal(notices.watch, pair_id=first.pair_a_id, subscription=given, language="") == (
        "bad_subscription",
    )


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"endpoint": SERVICE},
        {"endpoint": SERVICE, "keys": {"p256dh": "x", "auth": 1}},
    ],
)
def test_a_subscription_that_is_none_is_refused(first, given):
    with pytest.raises(Refusal):
        notices.watch(pair_id=first.pair_a_id, subscription=given, language="")


def test_a_wish_is_taken_back_and_goes_with_the_contacts(cup, first):
    browser = Browser()
    for _time in range(2):
        notices.watch(pair_id=first.pair_a_id, subscription=browser.subscription, language="")
    assert Watch.objects.count() == 1
    notices.unwatch(pair_id=first.pair_a_id, endpoint=SERVICE)
    assert not Watch.objects.exists()
    notices.watch(pair_id=first.pair_a_id, subscription=browser.subscription, language="")
    sign_up_desk.erase_contacts(tournament_id=cup.pk, actor=PROGRAM)
    assert not Watch.objects.exists()


def test_the_sites_key_is_the_same_in_every_process():
    assert push.public_key() == push.public_key()
    assert len(push.public_key()) == 87


def test_a_pair_may_be_watched_by_a_few_browsers(cup):
    one = pair(cup, 1)
    for n in range(notices.MOST_WATCHES):
        notices.watch(
            pair_id=one.pk, subscription=Browser(f"{SERVICE}{n}").subscription, language=""
        )
    assert refusal(
        notices.watch, pair_id=one.pk, subscription=Browser().subscription, language=""
    ) == ("too_many_watches",)


@pytest.mark.parametrize("letter", ["\0", "\ud800", " ", "\r\n", "é", "\x7f"])
def test_an_address_that_no_request_can_have_is_none(first, letter):
    """PostgreSQL keeps no NUL, and nothing keeps half a character."""
    given = Browser(SERVICE + letter).subscription
    with pytest.raises(Refusal):
        notices.watch(pair_id=first.pair_a_id, subscription=given, language="en")
    notices.unwatch(pair_id=first.pair_a_id, endpoint=given["endpoint"])
    notices.unwatch(pair_id=first.pair_a_id, endpoint=None)


def test_a_key_that_nothing_can_be_encrypted_for_is_refused(first):
    """Each call would fail for it, and be tried again."""
    given = Browser().subscription
    given["keys"]["p256dh"] = text(b"\4" + bytes(64))
    with pytest.raises(Refusal):
        notices.watch(pair_id=first.pair_a_id, subscription=given, language="en")


@pytest.mark.parametrize("more", ["\0" * 4, " " * 4, "!" * 80])
def test_a_key_with_letters_that_are_none_of_a_key_is_refused(first, more):
    """They would be kept with it: too long for their column, or letters that no database takes."""
    for name in ("p256dh", "auth"):
        given = Browser().subscription
        given["keys"][name] = f"{more}{given['keys'][name]}"
        with pytest.raises(Refusal):
            notices.watch(pair_id=first.pair_a_id, subscription=given, language="en")
