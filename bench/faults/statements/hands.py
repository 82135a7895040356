"""Cases of the services of hands: entered, corrected, sent by a tablet, read from files."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from bench.faults.statements.day import ME, Call, Case, Day
from operations.removal.services import remove_tournament
from scoring.course.models import Game, Hand, Submission
from scoring.course.services import forms, submissions
from scoring.desk import services as desk
from scoring.explain.models import Chances
from scoring.explain.rules.chances import ENGINE
from scoring.explain.services import chances
from scoring.hands.services import corrections, hands, on_paper, runs, starts
from scoring.matchfiles.queries.notation import match_file
from scoring.matchfiles.services import import_match
from scoring.outbox.services import asides, attention, calls, confirmations, outbox
from scoring.proof.services import checking, erasing, files, numbers
from scoring.rulings.models import Ruling
from scoring.statistics import services as statistics
from scoring.statistics.models import KeptFacts
from tests.scoring import table
from tests.tournament import play
from tournament.errors import Problem
from tournament.log.models import Event
from tournament.matches.services import matches, together

PAPER = "7 1\n" * 6


def _hand(day: Day, number: int, key: str) -> dict[str, Any]:
    return {
        "key": key, "kind": "hand.record", "match": day.match.pk, "game": 1, "hand": number,
        "record": table.plain(),
    }  # fmt: skip


def _sent(day: Day) -> Call:
    """A hand that is new, one that is refused, and a call."""
    call = {"key": "c", "kind": "call.raise", "match": day.match.pk, "message": "Come, please"}
    actions = [_hand(day, 2, "a"), _hand(day, 9, "b"), call]
    return partial(outbox.apply, device=day.device, actions=actions, waiting=3)


def _kept(day: Day) -> Call:
    problem = Problem("record", "not_next", "This is not the next hand.")
    return partial(
        attention.keep, match_id=day.match.pk, key="late", action=_hand(day, 9, "late"),
        problems=[problem], actor=day.device.actor,
    )  # fmt: skip


def _discarded(day: Day) -> Call:
    day.rejected()
    return partial(attention.discard, keys=["late"], actor=day.device.actor, key="gone")


def _confirmed(day: Day) -> Call:
    table.record(day.match, table.win_for_a())
    game = Game.objects.get(match=day.match, number=1)
    return partial(
        confirmations.confirm, match_id=day.match.pk, by=["A", "B"], game=1, key="agreed",
        score=[game.score_a, game.score_b], actor=day.device.actor,
    )  # fmt: skip


def _called(day: Day) -> int:
    calls.raise_call(match_id=day.match.pk, actor=day.device.actor, message="Come", key="call")
    return Ruling.objects.get(kind="call").pk


def _corrected(day: Day) -> Call:
    """With a match of the next round that falls with it."""
    first, later = day.played_on()
    return partial(
        corrections.correct, match_id=first.pk, game=2, number=1, record=table.win_for_b(),
        reason="miscounted", actor=ME, sets_aside=[later.pk], key="k",
    )  # fmt: skip


def _imported(day: Day) -> Call:
    text = match_file(match_id=day.won().pk).text
    return partial(import_match, match_id=day.ready.pk, text=text, actor=ME, sides="AB")


def _started_together(day: Day) -> Call:
    matches.assign_free_tables(tournament_id=day.cup.pk, actor=ME)
    together.start_called(tournament_id=day.cup.pk, actor=ME)
    begun = Event.objects.filter(tournament=day.cup, kind="match.started").order_by("number")
    return partial(
        starts.undo_together, tournament_id=day.cup.pk, first=begun[1].number, actor=ME,
        reason="the wrong round",
    )  # fmt: skip


def _started(day: Day) -> Call:
    play.start(day.ready)
    return partial(starts.undo_start, match_id=day.ready.pk, actor=ME, reason="the wrong one")


def _rebuilt(day: Day) -> Call:
    content = files.write_file(tournament_id=day.cup.pk)
    for one in (day.cup, day.entry):  # it wants an empty database
        remove_tournament(tournament_id=one.pk, slug=one.slug)
    return partial(files.rebuild, content=content)


def _claimed(day: Day) -> Call:
    forms.claim(sender=1, digest="d")
    return partial(forms.done, sender=1, digest="d", to="/there/")


def _forgotten(day: Day) -> Call:
    Submission.objects.create(scope="x", key="k", body_hash="x", answer={}, at=play.NOON)
    return partial(submissions.forget, before=play.NOON.replace(year=2100))


def _old_names(day: Day) -> Call:
    play.play_out(play.tournament(entered=4, drawn=True, name="Orio Cup"))
    return partial(erasing.erase_old_names, before=play.NOON.replace(year=2100))


def _uncounted(day: Day) -> Call:
    """Two hands without chances; the others have theirs."""
    pks = Hand.objects.order_by("pk").values_list("pk", flat=True)[2:]
    Chances.objects.bulk_create(Chances(hand_id=pk, engine=ENGINE, told=None) for pk in pks)
    return partial(chances.count_chances, seconds=600)


def _of_other_cards(day: Day) -> Call:
    pks = Hand.objects.order_by("pk").values_list("pk", flat=True)[:2]
    told = [Chances(hand_id=pk, engine=ENGINE, deal="of others", told=None) for pk in pks]
    Chances.objects.bulk_create(told)
    return partial(chances.forget_changed)


def _ended(day: Day) -> Call:
    day.won()
    return partial(statistics.keep_facts, seconds=600)


def _of_other_hands(day: Day) -> Call:
    day.won()
    statistics.keep_facts(seconds=600)
    KeptFacts.objects.update(made_of="others")
    return partial(statistics.keep_anew)


CASES: dict[str, Case] = {
    "scoring.course.services.forms.claim": lambda day: partial(
        transaction.atomic(forms.claim), sender=1, digest="d"
    ),
    "scoring.course.services.forms.done": _claimed,
    "scoring.course.services.submissions.forget": _forgotten,
    "scoring.explain.services.chances.count_chances": _uncounted,
    "scoring.explain.services.chances.forget_changed": _of_other_cards,
    "scoring.statistics.services.keep_anew": _of_other_hands,
    "scoring.statistics.services.keep_facts": _ended,
    "scoring.desk.services.correct": lambda day: partial(
        desk.correct, ruling_id=day.rejected().pk, game=1, number=1, record=table.quick(4, 0),
        reason="miscounted", actor=ME,
    ),
    "scoring.desk.services.enter": lambda day: partial(
        desk.enter, ruling_id=day.rejected().pk, record=table.plain(), actor=ME
    ),
    "scoring.hands.services.corrections.correct": _corrected,
    "scoring.hands.services.corrections.undo": lambda day: partial(
        corrections.undo, match_id=day.match.pk, reason="misdealt", actor=ME
    ),
    "scoring.hands.services.hands.record": lambda day: partial(
        hands.record, match_id=day.match.pk, record=table.plain(), actor=ME
    ),
    "scoring.hands.services.on_paper.enter": lambda day: partial(
        on_paper.enter, match_id=day.ready.pk, text=PAPER, actor=ME
    ),
    "scoring.hands.services.runs.record_run": lambda day: partial(
        runs.record_run, match_id=day.match.pk, actor=ME,
        sent=[runs.Sent(record=table.plain(), key=f"k{n}", expected=(1, n)) for n in (2, 3)],
    ),
    "scoring.hands.services.starts.undo_start": _started,
    "scoring.hands.services.starts.undo_together": _started_together,
    "scoring.matchfiles.services.import_match": _imported,
    "scoring.outbox.services.asides.set_aside": lambda day: partial(
        asides.set_aside, action=_hand(day, 9, "odd"), actor=day.device.actor, key="aside"
    ),
    "scoring.outbox.services.attention.discard": _discarded,
    "scoring.outbox.services.attention.keep": _kept,
    "scoring.outbox.services.calls.answer": lambda day: partial(
        calls.answer, ruling_id=_called(day), actor=ME
    ),
    "scoring.outbox.services.calls.close": lambda day: partial(
        calls.close, ruling_id=_called(day), actor=ME, reason="answered"
    ),
    "scoring.outbox.services.calls.raise_call": lambda day: partial(
        calls.raise_call, match_id=day.match.pk, actor=day.device.actor, message="Come", key="c"
    ),
    "scoring.outbox.services.confirmations.confirm": _confirmed,
    "scoring.outbox.services.outbox.apply": _sent,
    "scoring.proof.services.checking.check_all": lambda day: partial(checking.check_all),
    "scoring.proof.services.checking.check_as_read": lambda day: partial(
        checking.check_as_read, tournament_id=day.cup.pk
    ),
    "scoring.proof.services.checking.check_one": lambda day: partial(
        checking.check_one, tournament_id=day.cup.pk
    ),
    "scoring.proof.services.erasing.erase": lambda day: partial(
        erasing.erase, tournament_id=day.cup.pk, words=["Getaria 1"], asked_by="person",
        reason="asked", actor=ME,
    ),
    "scoring.proof.services.erasing.erase_old_names": _old_names,
    "scoring.proof.services.files.rebuild": _rebuilt,
    "scoring.proof.services.numbers.count_from": lambda day: partial(numbers.count_from, 10**6),
    "scoring.proof.services.files.write_file": lambda day: partial(
        files.write_file, tournament_id=day.cup.pk
    ),
}  # fmt: skip
