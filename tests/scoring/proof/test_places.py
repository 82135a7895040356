"""Each kind of fault in the rows of the room is found at its place: one edit, one name."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F

from scoring.course.models import Game, Hand
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from tests.night import of_many
from tournament.arrivals.models import Arrival
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.consolation.models import OptOut
from tournament.matches.models import Cascade, Match
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.signup.models import Terms
from tournament.tables.models import Device, Table

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def of(model: Any, **which: Any) -> Any:
    """The first such row, as rows that can be written past everything."""
    return model._base_manager.filter(pk=model._base_manager.filter(**which).earliest("pk").pk)


def begun() -> Any:
    return of(Match, started_at__isnull=False)


EDITS: dict[str, tuple[Callable[[], Any], str]] = {
    "a table more": (
        lambda: Table(tournament=Tournament.objects.get(), number=9).save(), "tables"),
    "a tablet at another table": (
        lambda: of(Device, revoked_at=None).update(table=Table.objects.get(number=3)),
        "devices › "),
    "a tablet let in again": (
        lambda: of(Device, revoked_at__isnull=False).update(revoked_at=None), "revoked"),
    "when a tablet joined": (
        lambda: of(Device).update(joined_at=F("joined_at") + LATER), "joined_at"),
    "when a tablet was revoked": (
        lambda: of(Device, revoked_at__isnull=False).update(revoked_at=F("revoked_at") + LATER),
        "revoked_at"),
    "a tablet's name": (lambda: of(Device, label__gt="").update(label="mine"), "name"),
    "the time for appeals": (lambda: AppealWindow.objects.update(minutes=99), "appeals"),
    "no time for appeals": (lambda: AppealWindow.objects.all().delete(), "appeals"),
    "who decided a question": (
        lambda: of(Ruling, kind="claim").update(decided_by="nobody"), "questions › "),
    "when a question was raised": (
        lambda: of(Ruling, kind="claim").update(raised_at=F("raised_at") + LATER), "questions › "),
    "a question about another game": (
        lambda: of(Ruling, hand__isnull=False).update(
            hand=Hand.objects.exclude(game__match=of(Ruling, hand__isnull=False).get().match)
            .earliest("pk")), "ruling "),
    "why somebody appeals": (
        lambda: of(Ruling, kind="appeal").update(proposed={"reason": "none"}), "proposed"),
    "a note of the Tribunal": (lambda: TribunalCase.objects.update(heard="nothing"), "case"),
    "a version of another hand": (
        lambda: of(Hand, version=2).update(previous=Hand.objects.latest("pk")), "previous"),
    "why a change fell upon later matches": (
        lambda: of(Cascade).update(reason="none"), "cascade "),
    "a change taken back that was not": (
        lambda: of(Cascade, undone_at__isnull=False).update(undone_at=None), "cascade"),
    "a change that is gone": (lambda: _without(Cascade), "cascade"),
    "when a match began": (
        lambda: begun().update(started_at=F("started_at") - LATER), "started_at"),
    "when a match ended": (
        lambda: of(Match, finished_at__isnull=False, winner__gt="").update(
            finished_at=F("finished_at") + LATER), "finished_at"),
    "when a game began": (
        lambda: of(Game, started_at__isnull=False).update(started_at=F("started_at") - LATER),
        "started_at"),
    "when a pause begins": (
        lambda: of(Pause).update(starts_at=F("starts_at") - LATER), "pause › "),
    "what a pause is for": (lambda: of(Pause).update(reason="siesta"), "reason"),
    "a pause that stops the clock": (
        lambda: of(Pause).update(stops_clock=True), "stops_clock"),
    "a pause that was called off": (
        lambda: of(Pause, is_off=True).update(is_off=False), "is_off"),
    "a pause that is gone": (lambda: of(Pause).delete(), "pause › "),
    "the words of the room": (
        lambda: DrawCommitment.objects.update(words=["seven queens"]), "words"),
    "the secret of a prepared draw": (
        lambda: DrawCommitment.objects.update(secret="0" * 64), "secret"),
    "the print of a prepared draw": (
        lambda: DrawCommitment.objects.update(commitment="0" * 64), "commitment"),
    "who was to be drawn": (lambda: DrawCommitment.objects.update(numbers=[1, 2]), "numbers"),
    "a prepared draw that was given up": (
        lambda: DrawCommitment.objects.update(state="drawn"), "prepared › "),
    "who is here": (lambda: Arrival.objects.all().delete(), "arrival › 1"),
    "since when somebody is here": (
        lambda: Arrival.objects.update(at=F("at") + LATER), "arrival › 1 › at"),
    "who plays no more": (lambda: OptOut.objects.all().delete(), "opt_out › 2"),
    "a pair that is said to play no more": (
        lambda: OptOut.objects.update(pair=Tournament.objects.get().pairs.get(number=5)),
        "opt_out › 2"),
    "a referee too many": (
        lambda: Referee(tournament=Tournament.objects.get(), number=9, name="Lezo").save(),
        "referee › 9"),
    "who referees at a table": (lambda: of(Post).delete(), "post › 1"),
    "since when": (lambda: Post.objects.update(since=F("since") + LATER), "since"),
    "what the screens show": (lambda: Screen.objects.update(shown="bracket"), "shown"),
    "what signing up costs": (lambda: Terms.objects.update(fee="90 €"), "fee"),
}  # fmt: skip


def _without(model: Any) -> None:
    rows = of(model)
    Match._base_manager.filter(cascade__in=rows).update(cascade=None)
    rows._raw_delete(rows.db)


def test_each_kind_of_fault_is_found_at_its_place(everything):
    first = verify_tournament(tournament_id=everything.pk).first
    assert first is None, first
    wrong = []
    for what, (edit, where) in list(EDITS.items())[:: of_many(3, nightly=1)]:
        with transaction.atomic():
            edit()
            first = verify_tournament(tournament_id=everything.pk).first
            transaction.set_rollback(True)
        if first is None or where not in first.where:
            wrong.append((what, first))
    assert wrong == []
