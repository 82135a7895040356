"""The page where an operator brings a tournament in from its file."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from delivery.stamps import read
from jobs import products
from jobs import services as jobs
from jobs.models import Job
from operations.imports.queries import BRING_IN
from tests.aio import run_apart
from tests.operations.imports.conftest import content, operator
from tournament.championship.models import Tournament
from web.operator.guard import may_operate

__all__ = ["content", "operator"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
PAGE = "/operator/imports/"


@pytest.fixture
def desk(operator: User) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def send(desk: Client, content: bytes, organizers: str = "operator", once: str = "") -> Any:
    file = SimpleUploadedFile("cup.mustour", content)
    form = {"file": file, "organizers": organizers, "once": once}
    return desk.post(PAGE, form, follow=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("who", "may"), [("operator", True), ("organizer", False), ("", False)])
def test_a_large_body_is_read_for_operators_alone(who, may, operator):
    client = Client()
    if who:
        one = operator if who == "operator" else User.objects.create_user(who)
        client.force_login(one)
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())

    async def asked() -> bool:
        try:
            return await may_operate({"headers": [(b"cookie", cookies.encode())]})
        finally:
            await read(connections.close_all)

    assert run_apart(asked()) is may


def the_job() -> Job:
    return Job.objects.get(name=BRING_IN)


def test_a_file_is_sent_followed_and_its_tournament_reached(desk, content):
    page = send(desk, content)
    assert page.redirect_chain == [(f"{PAGE}#sent", 302)]
    assert 'http-equiv="refresh"' in page.text
    assert "waiting" in page.text
    Job.objects.update(state="running", lease_until=timezone.now())
    products.tell_beside(BRING_IN, the_job().key, done=7, of=30)
    page = desk.get(PAGE)
    assert '<progress class="progress" max="30" value="7">' in page.text
    assert "7 of 30 events" in page.text
    Job.objects.update(state="queued")
    assert jobs.run(the_job().pk) == "done"
    page = desk.get(PAGE)
    slug = Tournament.objects.get().slug
    assert f'href="/t/{slug}/"' in page.text
    assert 'http-equiv="refresh"' not in page.text
    assert desk.get(reverse("organizer:desk", args=[slug])).status_code == 200
    assert Client().get(f"/t/{slug}/").status_code == 200


def test_a_refused_file_says_where_why_and_what_to_do(desk, content):
    send(desk, content.replace(b"Zarautz", b"Getaria", 1))
    assert jobs.run(the_job().pk) == "failed"
    page = desk.get(PAGE).text
    assert "Line 2:" in page
    assert "Export the tournament again and send that file as it is." in page
    assert "wrong_seal" in page
    assert not Tournament.objects.exists()


def test_what_failed_here_says_that_nothing_of_it_is_in(desk, content):
    send(desk, content)
    Job.objects.update(state="failed", ended_at=timezone.now(), said="the disk is full")
    assert "the list of tasks says why" in desk.get(PAGE).text
    Job.objects.update(state="queued", not_before=timezone.now() - timedelta(hours=1))
    page = desk.get(PAGE).text
    assert "stuck" in page
    assert "nothing has been imported" in page


@pytest.mark.parametrize(
    ("file", "organizers", "says"),
    [
        (b"nothing", "operator", "This is no tournament&#x27;s file."),
        (b"", "operator", "The submitted file is empty."),
        (None, "operator", "This field is required."),
        (b"x", "", "This field is required."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(desk, file, organizers, says):
    form: dict[str, Any] = {"organizers": organizers}
    if file is not None:
        form["file"] = SimpleUploadedFile("cup.mustour", file)
    page = desk.post(PAGE, form)
    assert page.status_code == 400
    assert says in page.text
    assert f'value="{organizers}"' in page.text or not organizers


def test_an_unknown_account_is_named_at_its_field(desk, content):
    page = send(desk, content, "operator, nobody-here")
    assert page.status_code == 400
    assert "nobody-here. Check the spelling" in page.text


def test_this_address_alone_takes_more_than_others(desk, content, settings):
    settings.MAX_BODY_BYTES = 1000
    assert send(desk, content).status_code == 200
    settings.IMPORT_BYTES = len(content) - 1
    assert "The file may have" in send(desk, content).text
    assert desk.post(PAGE, {"file": SimpleUploadedFile("c", b"x" * 200_000)}).status_code == 413
    assert desk.post("/operator/accounts/invite/", {"note": "x" * 2000}).status_code == 413
