"""What services do that only shows where somebody looks closely: one more hand without a key, the
first answer to a retry, the right one of two calls."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone, translation

from mus.course import Ruled
from scoring.course.models import Hand
from scoring.course.services import forms
from scoring.hands.services import corrections
from scoring.outbox.services import calls, outbox
from scoring.proof.rules import entries
from scoring.proof.rules.lines import BrokenFile, Line
from scoring.proof.rules.parting import Mismatch
from scoring.proof.rules.told import Told
from scoring.proof.services import files
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import tribunal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick
from tournament.errors import NotFound, Refusal
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return table.a_match()


@pytest.fixture
def beside(match: Match) -> Match:
    """Another match of the same tournament, being played."""
    other = Match.objects.filter(tournament=match.tournament, status="ready").order_by("slot")[0]
    table.play.start(other, table_number=2)
    return table.read(other)


def test_two_hands_without_a_key_are_two_hands(match: Match) -> None:
    first, second = (table.record(match, quick(2, 1)) for _hand in range(2))
    assert not second.repeated
    assert list(Hand.objects.order_by("number").values_list("number", "key")) == [(1, ""), (2, "")]
    assert first.body["hand"]["number"] == 1


def test_a_retry_gets_the_questions_that_the_hand_opened_first(match: Match) -> None:
    sent = {"key": "k", "expected": (1, 1)}
    first = table.record(match, plain(claim=[9, 9]), **sent)
    again = table.record(match, plain(claim=[9, 9]), **sent)
    assert again.repeated
    assert [one["kind"] for one in again.body["rulings"]] == ["claim"]
    assert again.body["rulings"] == first.body["rulings"]


def test_d7_a_word_that_comes_with_a_hand_is_of_its_game(match: Match) -> None:
    table.record(match, plain(), ruled=Ruled((3, 0), None), reason="heard both pairs")
    ruling = Ruling.objects.select_related("game", "hand").get()
    assert ruling.game is not None
    assert (ruling.kind, ruling.status, ruling.game.number) == ("overrule", "replaced", 1)
    assert ruling.hand == Hand.objects.get()
    assert ruling.proposed == {"stones": [7, 1], "game_winner": None}


def test_a_device_that_names_no_version_is_asked_for_it(match: Match) -> None:
    table.record(match, quick(2, 1))
    with pytest.raises(Refusal) as refusal:
        corrections.undo(match_id=match.pk, reason="misread", actor=table.a_device(match), key="u")
    assert refusal.value.codes == ("version_required",)


def test_a_correction_answers_with_every_hand_that_it_wrote(match: Match) -> None:
    for stones in ((2, 1), (3, 0)):
        table.record(match, quick(*stones))
    body = corrections.correct(
        match_id=match.pk, game=1, number=1, record=quick(5, 0), reason="misread", actor=PROGRAM
    ).body
    written = [(one["number"], one["version"], one["score"]) for one in body["hands"]]
    assert written == [(1, 2, [5, 0]), (2, 2, [8, 0])]
    assert body["state"]["next"]["score"] == (8, 0)


def test_a_form_that_comes_twice_is_carried_out_once() -> None:
    with transaction.atomic():
        assert forms.claim(sender=7, digest="d") is None
        assert forms.claim(sender=7, digest="d") == ""
        assert forms.claim(sender=8, digest="d") is None
        forms.done(sender=7, digest="d", to="/there/")
        assert forms.claim(sender=7, digest="d") == "/there/"
        assert forms.claim(sender=8, digest="d") == ""


def test_of_two_calls_the_one_that_was_answered_is_closed(match: Match, beside: Match) -> None:
    for one in (match, beside):
        calls.raise_call(match_id=one.pk, actor=PROGRAM, message="please")
    waiting = Ruling.objects.get(match=beside)

    calls.close(ruling_id=waiting.pk, actor=PROGRAM)

    assert list(Ruling.objects.filter(status="open").values_list("match", flat=True)) == [match.pk]
    event = Event.objects.order_by("-number")[0]
    assert (event.kind, event.data["match"]["slot"]) == ("call.closed", beside.slot)


def test_a_call_that_never_was_is_not_closed_while_another_waits(match: Match) -> None:
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="please")
    with pytest.raises(NotFound) as refused:
        calls.close(ruling_id=Ruling.objects.get().pk + 1, actor=PROGRAM)
    assert refused.value.codes == ("no_such_call",)


def test_plain_hands_of_an_outbox_are_entered_together(match: Match, monkeypatch: Any) -> None:
    def alone(*_args: object) -> None:
        raise AssertionError("entered by itself")

    monkeypatch.setattr(outbox, "record", alone)
    actions = [
        {"key": f"k{n}", "kind": "hand.record", "match": match.pk, "game": 1, "hand": n,
         "record": quick(n, 1)}
        for n in (1, 2)
    ]  # fmt: skip
    applied = outbox.apply(device=table.joined(match), actions=actions)
    assert [one.outcome for one in applied.results] == ["applied", "applied"]
    assert list(Hand.objects.order_by("number").values_list("stones_a", "key")) == [
        (1, "k1"), (2, "k2"),
    ]  # fmt: skip


# A file that is not taken says where and why


def refused(call: Any, *args: Any) -> tuple[int, str, str]:
    with pytest.raises(BrokenFile) as caught:
        call(*args)
    return caught.value.line, caught.value.code, caught.value.detail


def test_a_file_without_its_tournament_says_what_is_missing() -> None:
    header = Line(1, "header", {"slug": "zarautz", "events": 0, "head": ""})
    assert refused(files._tournament, header, {}, Told()) == (
        1, "no_tournament", "one row of the tournament is needed",
    )  # fmt: skip


def test_a_tournament_that_is_here_already_is_named(match: Match) -> None:
    slug = match.tournament.slug
    header = Line(1, "header", {"slug": slug, "events": 0, "head": ""})
    rows = {"tournament": [Line(2, "row", {})]}
    assert refused(files._tournament, header, rows, Told()) == (1, "already_here", slug)


def test_a_hand_that_no_event_tells_of_is_named_by_its_line() -> None:
    line = Line(9, "row", {"game": 1, "number": 1, "version": 1})
    places: Any = {1: (("championship", 1, 0), 1)}
    assert refused(files._told_of_hand, line, Told(), places) == (
        9, "not_in_the_log", "no event tells of this hand",
    )  # fmt: skip


@pytest.mark.parametrize("changed", [{"at": "noon"}, {"actor": {"kind": "ghost"}}])
def test_an_event_of_nobody_or_of_no_time_is_no_event(changed: dict[str, Any]) -> None:
    said = {
        "tournament": "t", "number": 1, "kind": "draw.made", "previous": "", "hash": "",
        "at": datetime(2026, 5, 24, tzinfo=UTC).isoformat(), "data": {},
        "actor": {"kind": "program", "id": None, "label": "test"},
    }  # fmt: skip
    assert entries._entry(Line(2, "event", said)).kind == "draw.made"
    line, code, detail = refused(entries._entry, Line(2, "event", {**said, **changed}))
    assert (line, code) == (2, "not_an_event")
    assert "at or actor" in detail


def test_a_fault_is_named_by_its_event_its_row_or_the_last_line() -> None:
    lines = [
        Line(1, "header", {}), Line(2, "row", {"row": "pair", "id": 3}),
        Line(3, "row", {"row": "hand", "id": 3}),
    ]  # fmt: skip
    assert files._line_of(Mismatch("pair 3", "a", "b", 7), lines) == 8
    assert files._line_of(Mismatch("pair 3", "a", "b"), lines) == 2
    assert files._line_of(Mismatch("hand 3", "a", "b"), lines) == 3
    assert files._line_of(Mismatch("pair 4", "a", "b"), lines) == 3


# The Tribunal


def test_g1_a_case_waits_for_the_one_before_it(match: Match) -> None:
    assert match.pair_a is not None
    now = timezone.now()
    cases = [
        TribunalCase.objects.create(
            ruling=Ruling.objects.create(
                match=match, kind="repetition", status="confirmed", pair=match.pair_a,
                proposed={"tribunal": True, "time": n, "loser": "A", "clause": "G1"},
                outcome={"tribunal": True}, raised_at=now, decided_at=now,
            ),
            pair=match.pair_a, opened_by="test", opened_at=now,
        )
        for n in (3, 4)
    ]  # fmt: skip
    with pytest.raises(Refusal) as refusal:
        tribunal._must_be_first(cases[1])
    (problem,) = refusal.value.problems
    assert (problem.field, problem.code) == ("case", "earlier_open")
    with translation.override("en"):
        assert str(problem.message).endswith("Decide that one first.")
    tribunal._must_be_first(cases[0])
