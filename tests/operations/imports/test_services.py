"""A tournament is brought in whole or not at all, once, and nothing is kept of its file."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from jobs import products
from jobs import services as jobs
from jobs.models import Job, Product
from operations.imports import services as imports
from operations.imports.queries import BRING_IN, ImportRow, import_list
from scoring.course.models import Hand
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.lines import read, written
from scoring.proof.services import files
from tests.refusals import refusal
from tests.scoring import table
from tests.tampering.files import chain_anew
from tests.tampering.trials import forget_everything
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.limits import TooOften
from tournament.log.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def sent(content: bytes, operator: User, organizers: str = "operator") -> int:
    return imports.ask_for(content=content, organizers=organizers, by=operator)


def the_one() -> ImportRow:
    [row] = import_list()
    return row


def codes(content: bytes, operator: User, organizers: str = "operator") -> tuple[str, ...]:
    return refusal(sent, content, operator, organizers)


def sealed_anew(content: bytes, **header: object) -> bytes:
    parts = [(one.kind, dict(one.data)) for one in read(content)]
    parts[0][1].update(header)
    return "".join(written(parts)).encode()


def test_it_comes_in_whole_with_its_organizers(content, operator):
    User.objects.create_user("arizkun")
    assert jobs.run(sent(content, operator, "operator, arizkun")) == "done"
    cup = Tournament.objects.get()
    assert the_one().slug == cup.slug
    assert verify_tournament(tournament_id=cup.pk).ok
    assert Hand.objects.count() == 2
    assert set(cup.organizers.values_list("username", flat=True)) == {"operator", "arizkun"}
    added = Event.objects.filter(kind="organizer.added").order_by("number")
    events = read(content)[0].data["events"]
    assert list(added.values_list("number", flat=True)) == [events + 1, events + 2]
    assert {one.actor_label for one in added} == {"organizer operator"}


def test_nothing_of_the_file_is_kept_once_it_is_in(content, operator):
    job = sent(content, operator)
    kept = Product.objects.get().given
    assert kept
    assert len(kept) < len(content), "packed while it waits"
    jobs.run(job)
    assert (Product.objects.get().given, Product.objects.get().content) == (None, None)


def test_what_has_lain_for_a_day_is_thrown_away_even_if_nobody_did_it(content, operator):
    job = sent(content, operator)
    Job.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    products.forget()
    assert Product.objects.get().given is None
    assert jobs.run(job) == "failed"
    assert the_one().code == "gone"
    Job.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    assert products.forget() == 1
    assert import_list() == []


def test_how_far_it_is_is_told_while_it_is_done(content, operator, monkeypatch):
    job, far = sent(content, operator), []
    tell = products.tell_beside

    def looked(*args: Any, **told: int) -> None:
        tell(*args, **told)
        far.append((the_one().done, the_one().of))

    monkeypatch.setattr(products, "tell_beside", looked)
    jobs.run(job)
    events = read(content)[0].data["events"]
    assert [of for _done, of in far] == [events] * len(far)
    done = [done for done, _of in far]
    assert len(done) >= 4
    assert done == sorted(done)
    assert (done[0] > 0, done[-1]) == (True, events)


def test_a_cache_that_is_away_costs_the_bar_and_nothing_else(content, operator, monkeypatch):
    def away(*_args: object, **_more: object) -> None:
        raise ConnectionError("no cache")

    job = sent(content, operator)
    monkeypatch.setattr(cache, "set", away)
    monkeypatch.setattr(cache, "get", away)
    assert jobs.run(job) == "done"
    assert the_one().slug == Tournament.objects.get().slug


# Twice


def test_the_same_file_is_the_same_job_while_it_is_coming(content, operator):
    other = User.objects.create_superuser("another")
    assert sent(content, operator) == sent(content, operator) == sent(content, other)
    assert Job.objects.filter(name=BRING_IN).count() == 1


def test_the_same_file_once_more_says_that_it_is_here(content, operator):
    jobs.run(sent(content, operator))
    with pytest.raises(Refusal) as caught:
        sent(content, operator)
    assert caught.value.codes == ("same",)
    assert f"/t/{Tournament.objects.get().slug}/" in str(caught.value.problems[0].message)


def test_once_it_was_removed_the_same_file_comes_in_again(content, operator):
    jobs.run(sent(content, operator))
    forget_everything()
    assert jobs.run(sent(content, operator)) == "done"
    assert Tournament.objects.count() == 1


def test_a_job_done_again_after_it_was_killed_at_its_end_finds_the_tournament(content, operator):
    job = sent(content, operator)
    imports.bring_in(key=the_one().key, by=operator.pk, organizers=["operator"])
    assert jobs.run(job) == "done"
    cup = Tournament.objects.get()
    assert the_one().slug == cup.slug
    assert cup.events.filter(kind="organizer.added").count() == 1


def test_two_workers_at_once_bring_in_one(content, operator, monkeypatch):
    """The other commits after this one has looked and before it stores."""
    job, look = sent(content, operator), files.read
    rebuilt: list[Tournament] = []

    def overtaken(*args: Any) -> Any:
        lines = look(*args)
        if not rebuilt:
            rebuilt.append(Tournament())  # the other reads too
            rebuilt[0] = files.rebuild(content=content)
        return lines

    monkeypatch.setattr(files, "read", overtaken)
    assert jobs.run(job) == "done"
    assert Tournament.objects.get() == rebuilt[0]


def test_a_fault_in_the_middle_leaves_no_row_and_is_tried_again(content, operator, monkeypatch):
    job = sent(content, operator)

    def fails(**_of: object) -> None:
        raise OperationalError("the database went away")

    with monkeypatch.context() as patched:
        patched.setattr(files, "verify_tournament", fails)
        assert jobs.run(job) == "queued"
    assert not Tournament.objects.exists()
    assert not Hand.objects.exists()
    Job.objects.update(not_before=timezone.now())
    assert jobs.run(job) == "done"


def test_a_database_that_fails_while_rows_are_stored_is_no_fault_of_the_file(
    content, operator, monkeypatch
):
    job = sent(content, operator)

    def fails(*_rows: object) -> None:
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(Hand._default_manager, "bulk_create", fails)
        assert jobs.run(job) == "queued"
    assert (the_one().code, Tournament.objects.exists()) == ("", False)
    Job.objects.update(not_before=timezone.now())
    assert jobs.run(job) == "done"


def test_what_fails_each_time_says_so_and_keeps_no_file(content, operator, monkeypatch):
    job = sent(content, operator)
    monkeypatch.setattr(files, "verify_tournament", lambda **_of: 1 / 0)
    monkeypatch.setattr(files, "NONSENSE", ())
    for state in ("queued", "queued", "failed"):
        Job.objects.update(not_before=timezone.now())
        assert jobs.run(job) == state
    assert "list of tasks" in str(the_one().why)
    assert Product.objects.get().given is None


# Refused


def test_a_forged_file_is_refused_by_its_line_and_not_tried_again(content, operator):
    lines = [json.loads(row) for row in content.split(b"\n")[:-1]]
    lines[1]["data"]["data"]["place"] = "Deba"
    chain_anew(lines)
    anew = "".join(written([(one["kind"], one["data"]) for one in lines[:-1]])).encode()
    assert jobs.run(sent(anew, operator)) == "failed"
    row = the_one()
    assert (row.line > 1, row.code, "Deba" in row.detail) == (True, "does_not_hold", True)
    assert not Tournament.objects.exists()
    assert Product.objects.get().given is None
    assert Job.objects.get(name=BRING_IN).attempts == 1


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (b"", "no_header"),
        (b"PK\x03\x04 a sheet", "no_header"),
        (b"[]\n", "not_a_line"),
        (b'{"line":1}\n', "not_a_line"),
    ],
)
def test_what_is_no_file_of_ours_is_refused_at_once(operator, what, code):
    assert codes(what, operator) == (code,)
    assert not Job.objects.filter(name=BRING_IN).exists()


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ({"format": "mustour/9"}, "unknown_format"),
        ({"slug": 3}, "bad_header"),
        ({"slug": "a\0b"}, "bad_header"),
        ({"slug": "../etc"}, "bad_header"),
    ],
)
def test_a_first_line_that_cannot_be_is_refused_at_once(content, operator, header, code):
    parts = [(one.kind, dict(one.data)) for one in read(content)[:1]]
    parts[0][1].update(header)
    assert codes("".join(written(parts)).encode(), operator) == (code,)


def test_another_tournament_of_this_address_is_said_at_once(content, operator):
    files.rebuild(content=content)
    assert codes(sealed_anew(content, head="0" * 64), operator) == ("already_here",)


def test_numbers_that_others_have_are_said_with_what_to_do(content, operator):
    files.rebuild(content=content)
    Tournament.objects.update(slug="another")
    jobs.run(sent(content, operator))
    assert the_one().code == "numbers_taken"
    assert "manage.py count_from" in str(the_one().why)
    assert Tournament.objects.count() == 1


def test_it_comes_in_where_others_have_higher_numbers_and_both_hold(content, operator):
    own = play.tournament(entered=6, drawn=True, name="Own Cup")
    match = play.start(own.matches.filter(status="ready", round=1).order_by("slot")[0])
    table.record(match, table.plain())
    assert jobs.run(sent(content, operator)) == "done"
    cup = Tournament.objects.exclude(pk=own.pk).get()
    assert (the_one().slug, cup.matches.count()) == (cup.slug, own.matches.count())
    assert cup.matches.latest("pk").pk < own.matches.earliest("pk").pk
    table.record(match, table.plain())
    assert [verify_tournament(tournament_id=one).first for one in (own.pk, cup.pk)] == [None] * 2


def test_a_file_that_is_too_large_is_not_taken(content, operator, settings):
    settings.IMPORT_BYTES = len(content) - 1
    assert codes(content, operator) == ("too_large",)


@pytest.mark.parametrize(
    ("names", "code"),
    [("", "no_organizer"), (" , ", "no_organizer"), ("operator nobody", "no_such_user"),
     (", ".join(f"one-{n}" for n in range(21)), "no_organizer")],
)  # fmt: skip
def test_whoever_runs_it_must_have_an_account(content, operator, names, code):
    assert codes(content, operator, names) == (code,)


@pytest.mark.long
def test_an_account_closed_while_the_file_waited_leaves_no_row(content, operator):
    arizkun = User.objects.create_user("arizkun")
    job = sent(content, operator, "arizkun")
    arizkun.is_active = False
    arizkun.save()
    assert jobs.run(job) == "failed"
    assert (the_one().code, Tournament.objects.exists()) == ("no_organizer", False)


# So many


def test_an_account_has_one_file_on_its_way(content, operator):
    sent(content, operator)
    assert codes(sealed_anew(content, head="1" * 64), operator) == ("one_at_a_time",)
    another = User.objects.create_superuser("another")
    sent(sealed_anew(content, head="1" * 64), another)


@pytest.mark.long
def test_twenty_files_an_hour_are_looked_at(content, operator):
    for number in range(20):
        jobs.run(sent(sealed_anew(content, head=f"{number:064}"), operator))
    with pytest.raises(TooOften):
        sent(content, operator)
