"""A table calls an official: which call is answered, and which is closed."""

import json

import pytest

from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, quick
from tournament.errors import NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import authenticate, join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def beside(match: Match) -> Match:
    """Another match of the same tournament, being played."""
    other = Match.objects.filter(tournament=match.tournament, status="ready").order_by("slot")[0]
    table.play.start(other, table_number=2)
    return table.read(other)


def test_of_two_calls_the_one_that_was_answered_is_closed(match, beside):
    for one in (match, beside):
        calls.raise_call(match_id=one.pk, actor=PROGRAM, message="please")
    waiting = Ruling.objects.get(match=beside)

    calls.close(ruling_id=waiting.pk, actor=PROGRAM)

    assert list(Ruling.objects.filter(status="open").values_list("match", flat=True)) == [match.pk]
    event = Event.objects.order_by("-number")[0]
    assert (event.kind, event.data["match"]["slot"]) == ("call.closed", beside.slot)


def test_a_call_that_never_was_is_not_closed_while_another_waits(match):
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="please")
    with pytest.raises(NotFound) as refused:
        calls.close(ruling_id=Ruling.objects.get().pk + 1, actor=PROGRAM)
    assert refused.value.codes == ("no_such_call",)


class TestRaising:
    def test_the_desk_reads_why_the_words_the_hand_so_far_and_how_the_match_stands(self, match):
        table.record(match, quick(2, 1))
        draft = {"cards": ["A A 4 4"]}
        called = calls.raise_call(
            match_id=match.pk, actor=PROGRAM, message=" two  reyes ", about="claim", draft=draft
        )
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.status, ruling.match_id) == ("call", "open", match.pk)
        assert ruling.raised_by == PROGRAM.label
        said = {name: ruling.proposed[name] for name in ("about", "message", "draft")}
        assert said == {"about": "claim", "message": "two reyes", "draft": draft}
        assert ruling.proposed["state"]["next"]["score"] == [2, 1]
        assert called.body["call"] == ruling.pk
        assert called.body["state"]["next"]["hand"] == 2

    def test_the_log_says_where_and_not_why(self, match):
        calls.raise_call(match_id=match.pk, actor=PROGRAM, message="two reyes")
        event = Event.objects.order_by("-number")[0]
        assert event.kind == "call.raised"
        assert event.data["match"]["slot"] == match.slot
        assert "two reyes" not in json.dumps([event.sealed, event.texts])

    def test_a_call_whose_answer_was_lost_is_one_call_when_tablet_and_match_move_on(self, match):
        number = table.read(match).table.number
        beside = Table.objects.get(tournament=match.tournament, number=number + 1)
        here = Table.objects.get(tournament=match.tournament, number=number)
        _device, raw = devices.join(token=join_token(here))
        sent = {"match_id": match.pk, "message": "please", "key": "k"}
        first = calls.raise_call(actor=authenticate(raw).actor, **sent)
        devices.join(token=join_token(beside), known_as=raw)
        for at_table in (number, number + 1):  # first the tablet has moved, then the match too
            matches.assign_table(match_id=match.pk, table_number=at_table, actor=PROGRAM)
            again = calls.raise_call(actor=authenticate(raw).actor, **sent)
            assert (again.repeated, again.body["call"]) == (True, first.body["call"])
        calls.raise_call(actor=authenticate(raw).actor, **{**sent, "key": "another"})
        assert Ruling.objects.count() == 2

    @pytest.mark.parametrize("other", [{"message": "now"}, {"about": "claim"}, {"draft": {}}])
    def test_another_call_under_the_same_key_is_refused(self, match, other):
        sent = {"match_id": match.pk, "actor": PROGRAM, "message": "please", "key": "k"}
        calls.raise_call(**sent)
        assert refusal(calls.raise_call, **{**sent, **other}) == ("key_reused",)

    def test_an_unknown_word_for_why_is_refused_with_those_there_are(self, match):
        with pytest.raises(Refusal) as refused:
            calls.raise_call(match_id=match.pk, actor=PROGRAM, about="thirst")
        (problem,) = refused.value.problems
        assert (problem.field, problem.code) == ("about", "bad_about")
        assert ", ".join(calls.ABOUT) in str(problem.message)

    @pytest.mark.parametrize(
        "draft", [[1], "x", {"stones": 1.5}, {"x": "y" * (calls.LARGEST_DRAFT - 8)}]
    )
    def test_a_draft_is_an_object_of_a_hands_size(self, match, draft):
        with pytest.raises(Refusal) as refused:
            calls.raise_call(match_id=match.pk, actor=PROGRAM, draft=draft)
        assert [(one.field, one.code) for one in refused.value.problems] == [("draft", "bad_draft")]
        assert not Ruling.objects.exists()

    def test_the_largest_draft_is_taken(self, match):
        draft = {"x": "y" * (calls.LARGEST_DRAFT - 9)}
        assert len(json.dumps(draft)) == calls.LARGEST_DRAFT
        calls.raise_call(match_id=match.pk, actor=PROGRAM, draft=draft)
        assert Ruling.objects.get().proposed["draft"] == draft

    def test_a_message_has_a_longest_length_and_may_be_of_signs_alone(self, match):
        calls.raise_call(match_id=match.pk, actor=PROGRAM, message="?!")
        assert Ruling.objects.get().proposed["message"] == "?!"
        calls.raise_call(match_id=match.pk, actor=PROGRAM, message="a" * calls.LONGEST_MESSAGE)
        with pytest.raises(Refusal) as refused:
            calls.raise_call(
                match_id=match.pk, actor=PROGRAM, message="a" * (calls.LONGEST_MESSAGE + 1)
            )
        assert [one.field for one in refused.value.problems] == ["message"]

    def test_a_table_that_called_many_times_waits_and_the_others_do_not(self, match, beside):
        for _time in range(calls.MOST_OPEN_CALLS):
            calls.raise_call(match_id=match.pk, actor=PROGRAM)
        assert refusal(calls.raise_call, match_id=match.pk, actor=PROGRAM) == ("too_many_calls",)
        calls.raise_call(match_id=beside.pk, actor=PROGRAM)
        calls.close(ruling_id=Ruling.objects.earliest("pk").pk, actor=PROGRAM)
        calls.raise_call(match_id=match.pk, actor=PROGRAM)


class TestAnswering:
    @pytest.fixture
    def call(self, match: Match) -> Ruling:
        calls.raise_call(match_id=match.pk, actor=PROGRAM, message="please")
        return Ruling.objects.get()

    def test_the_table_learns_who_is_on_the_way(self, call):
        calls.answer(ruling_id=call.pk, actor=PROGRAM)
        call.refresh_from_db()
        assert call.is_open
        assert call.proposed["message"] == "please"
        assert call.proposed["answered"]["by"] == PROGRAM.label
        assert Event.objects.order_by("-number")[0].kind == "call.answered"

    def test_only_an_official_answers_and_closes(self, call, match):
        for verb in (calls.close, calls.answer):
            with pytest.raises(NotAllowed):
                verb(ruling_id=call.pk, actor=table.a_device(match))
        call.refresh_from_db()
        assert call.is_open
