"""A form that is sent twice does its work once: in the transaction of the act, in the database."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from operations.removal.services import remove_tournament
from scoring.course.models import Submission
from scoring.course.services import submissions
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from web.once import new_once, once

pytestmark = pytest.mark.django_db


class Person:
    pk = 7


def posted(typed: str = "once=a&name=Ane", path: str = "/x/") -> HttpRequest:
    request = HttpRequest()
    request.method, request.path, request.POST = "POST", path, QueryDict(typed)
    request.user = Person()  # type: ignore[assignment]
    return request


class Work:
    """Counts how often it was done; `refuses` as often as it is told to."""

    def __init__(self, refuses: int = 0) -> None:
        self.refuses, self.done = refuses, 0

    def __call__(self) -> tuple[HttpResponse, bool]:
        Tournament.objects.create(name="Written", slug=f"w{self.done}", starts_at=timezone.now())
        if self.refuses:
            self.refuses -= 1
            return HttpResponse("no", status=400), False
        self.done += 1
        return HttpResponseRedirect(f"/done/{self.done}/"), True


def send(request: HttpRequest, work: Work) -> HttpResponse:
    return once(request, work, otherwise="/otherwise/")


def test_the_same_form_again_is_answered_with_where_the_first_one_went():
    work = Work()
    assert [send(posted(), work)["Location"] for _ in range(3)] == ["/done/1/"] * 3
    assert work.done == Tournament.objects.count() == 1


@pytest.mark.parametrize(
    "other", [posted("once=a&name=Jon"), posted("once=b&name=Ane"), posted(path="/y/")]
)
def test_another_content_another_showing_or_another_page_is_a_new_form(other):
    work = Work()
    send(posted(), work)
    assert send(other, work)["Location"] == "/done/2/"


def test_another_person_s_form_is_another_form():
    work, other = Work(), posted()
    send(posted(), work)
    other.user.pk = 8  # type: ignore[misc]
    assert send(other, work)["Location"] == "/done/2/"


def test_what_was_refused_has_written_nothing_and_may_be_sent_again():
    work = Work(refuses=1)
    assert send(posted(), work).status_code == 400
    assert not Tournament.objects.exists()
    assert send(posted(), work)["Location"] == "/done/1/"


def test_what_failed_may_be_sent_again():
    def broken() -> tuple[HttpResponse, bool]:
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        once(posted(), broken, otherwise="/")
    assert send(posted(), Work())["Location"] == "/done/1/"


def test_a_form_without_its_mark_is_simply_done():
    work = Work()
    assert [send(posted("name=Ane"), work)["Location"] for _ in range(2)] == [
        "/done/1/",
        "/done/2/",
    ]


@pytest.mark.django_db(transaction=True)
def test_a_claim_outside_a_transaction_is_a_mistake_of_the_program():
    with pytest.raises(RuntimeError):
        submissions.claim(sender=1, digest="x")


def test_old_answers_are_deleted_with_the_new_ones_and_young_ones_stay(settings):
    old = timezone.now() - timedelta(days=settings.ANSWER_DAYS + 1)
    for number in range(30):
        at = old if number < 20 else timezone.now()
        Submission.objects.create(
            scope="form:1", key=f"k{number}", body_hash="x", answer={"to": "/"}, at=at
        )
    for number in range(submissions.EVERY):
        with transaction.atomic():
            submissions.claim(sender=2, digest=f"d{number}")
    assert not Submission.objects.filter(at__lte=old).exists()
    assert Submission.objects.count() == 10 + submissions.EVERY


def test_a_tournament_s_act_and_its_claim_are_one_transaction():
    tournament = play.tournament(entered=2)

    def act() -> tuple[HttpResponse, bool]:
        pairs.enter(
            tournament_id=tournament.pk, player_1="Ane Ede", player_2="Jon Ost",
            actor=play.PROGRAM,
        )  # fmt: skip
        raise RuntimeError("power cut")

    pairs_of = Pair.objects.filter(tournament=tournament)
    before = pairs_of.count()
    with pytest.raises(RuntimeError):
        once(posted(), act, otherwise="/")
    assert (pairs_of.count(), Submission.objects.count()) == (
        before,
        0,
    )


# Replays


def test_a_mended_file_of_the_same_name_and_length_is_another_form():
    work = Work()
    for content in (b"Ane,Jon", b"Ane,Jun", b"Ane,Jon"):
        request = posted()
        request.FILES["file"] = SimpleUploadedFile("pairs.csv", content)
        send(request, work)
        assert request.FILES["file"].read() == content, "it is still to be read"
    assert work.done == 2


def of_entries(desk: Client, slug: str, **typed: str) -> Any:
    given = {"player_1": "Ane Ede", "player_2": "Jon Ost", "club": "", "contact": "", **typed}
    return desk.post(reverse("organizer:enter_pair", args=[slug]), given)


def test_a_tournament_made_again_under_the_name_of_one_that_was_removed_is_another(desk, arizkun):
    for _time in range(2):
        cup = play.tournament(owner=arizkun, name="Orio Cup")
        assert cup.slug == "orio-cup"
        for _press in range(2):
            assert of_entries(desk, cup.slug, once="kept-in-a-tab").status_code == 302
        assert Pair.objects.filter(tournament=cup).count() == 1
        remove_tournament(tournament_id=cup.pk, slug=cup.slug)


def test_a_form_that_is_older_than_what_is_kept_is_not_done_a_second_time(
    desk, arizkun, monkeypatch, settings
):
    cup = play.tournament(owner=arizkun)
    mark = new_once()
    assert of_entries(desk, cup.slug, once=mark, allow_duplicate="on").status_code == 302
    Submission.objects.all().delete()  # their term is over
    later = time.time() + (settings.ANSWER_DAYS - 0.5) * 24 * 3600
    monkeypatch.setattr("web.once.time.time", lambda: later)
    late = of_entries(desk, cup.slug, once=mark, player_1="Miren Iru")
    assert late.status_code == 302
    said = [str(one) for one in get_messages(late.wsgi_request)]
    assert any("weeks ago" in one or "hace semanas" in one for one in said)
    assert Pair.objects.filter(tournament=cup).count() == 1
    fresh = of_entries(desk, cup.slug, once=new_once(), player_1="Miren Iru", player_2="Jon Lau")
    assert fresh.status_code == 302
    assert Pair.objects.filter(tournament=cup).count() == 2


def test_a_mark_of_the_clock_before_it_was_set_back_still_counts():
    ahead = f"{new_once()[:16]}.{int(time.time()) + 3600:x}"
    work = Work()
    assert send(posted(f"once={ahead}"), work).status_code == 302
    assert work.done == 1


@pytest.mark.parametrize(
    "mark", ["a", "a.", "a.zz", "." * 50, "a.-ff", "é.\u0663", "–", "a;b", "a." + "f" * 9000]
)
def test_a_mark_of_no_page_of_ours_is_no_error(mark):
    work = Work()
    request = posted()
    request.POST = QueryDict(mutable=True)
    request.POST["once"] = mark
    answer = send(request, work)
    assert answer.status_code == 302
    assert not answer.cookies, "a server writes cookies in Latin-1"
