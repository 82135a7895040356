"""Every acta, or all paper, in one file: asked for, made by a job with progress, fetched."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs import products
from jobs import services as jobs
from jobs.models import Job, Product
from tests.scoring import table
from tests.tournament import play
from web.paper.tasks import ALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(arizkun):
    """A match played to its end, one begun, one ready."""
    made = play.tournament(entered=8, drawn=True, owner=arizkun, tables=2)
    over, begun = (play.start(play.match(made, 1, slot)) for slot in (0, 1))
    table.record(table.read(over), table.plain())
    table.record(table.read(begun), table.plain())
    return made


def ask(desk, cup, what, language="es"):
    where = reverse("organizer:bind_paper", args=[cup.slug])
    return desk.post(where, {"what": what, "language": language}, follow=True)


def bound(desk, cup, what="actas", language="es"):
    """Asks, lets a worker do it, and returns the job."""
    ask(desk, cup, what, language)
    job = Job.objects.filter(name=ALL).latest("pk")
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def pages(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_the_file_is_made_behind_the_answer_and_fetched(desk, cup):
    job = bound(desk, cup)
    where = reverse("organizer:made_paper", args=[cup.slug, job.pk])
    assert where in desk.get(reverse("organizer:paper", args=[cup.slug])).text
    assert (job.product.done, job.product.of) == (4, 4)
    answer = desk.get(where)
    assert answer["Content-Disposition"] == f'attachment; filename="{cup.slug}-actas-es.pdf"'
    assert pages(answer.content) == 4
    assert answer.content.count(b"/Title") >= 4 + 1  # a line of contents each, and the whole
    assert Client().get(where).status_code == 302


def test_all_paper_has_every_kind_of_sheet_and_size(desk, cup):
    bound(desk, cup, "everything", "eu")
    pdf = bytes(Product.objects.get().content)
    # Rules, poster, entry list, standings, one sheet of two table numbers, four actas.
    assert pages(pdf) == 5 + 4 + 1, "the rules take two"
    boxes = set(re.findall(rb"/MediaBox\s*\[\s*([^\]]+)\]", pdf))
    assert len(boxes) == 2, boxes


def test_it_is_one_file_until_something_changes(desk, cup):
    for _time in range(2):
        assert bound(desk, cup).state == "done"
    assert Job.objects.filter(name=ALL).count() == 1
    table.record(table.read(play.match(cup, 1, 1)), table.plain())
    ask(desk, cup, "actas")
    assert Job.objects.filter(name=ALL).count() == 2


@pytest.mark.long
def test_what_failed_is_asked_for_again(desk, cup):
    ask(desk, cup, "actas")
    Job.objects.update(state="failed", ended_at=timezone.now(), said="the disk is full")
    assert "badge--bad" in desk.get(reverse("organizer:paper", args=[cup.slug])).text
    assert bound(desk, cup).state == "done"
    assert Job.objects.filter(name=ALL).count() == 1


@pytest.mark.long
def test_files_are_thrown_away_after_a_day_and_can_be_made_again(desk, cup):
    bound(desk, cup)
    assert products.forget() == 0
    Job.objects.filter(name=ALL).update(asked_at=timezone.now() - products.KEPT * 2)
    assert products.forget() == 1
    assert not Product.objects.exists()
    bound(desk, cup)
    assert Product.objects.get().content


def test_another_file_and_another_tournament_are_404(desk, cup, arizkun):
    assert ask(desk, cup, "menu").status_code == 404
    bound(desk, cup)
    other = play.tournament(name="Lezo", owner=arizkun)
    where = reverse("organizer:made_paper", args=[other.slug, Job.objects.get(name=ALL).pk])
    assert desk.get(where).status_code == 404
