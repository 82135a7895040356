"""What entering a hand does that only shows where somebody looks closely: one more hand without a
key, the first answer to a retry."""

import pytest

from scoring.course.models import Hand
from tests.scoring import table
from tests.scoring.table import plain, quick
from tournament.errors import Conflict, Refusal

pytestmark = pytest.mark.django_db


def test_two_hands_without_a_key_are_two_hands(match):
    first, second = (table.record(match, quick(2, 1)) for _hand in range(2))
    assert not second.repeated
    assert list(Hand.objects.order_by("number").values_list("number", "key")) == [(1, ""), (2, "")]
    assert first.body["hand"]["number"] == 1


def test_a_retry_gets_the_questions_that_the_hand_opened_first(match):
    sent = {"key": "k", "expected": (1, 1)}
    first = table.record(match, plain(claim=[9, 9]), **sent)
    again = table.record(match, plain(claim=[9, 9]), **sent)
    assert again.repeated
    assert [one["kind"] for one in again.body["rulings"]] == ["claim"]
    assert again.body["rulings"] == first.body["rulings"]


def test_a_device_that_names_no_version_is_asked_for_it(match):
    table.record(match, quick(2, 1))
    with pytest.raises(Refusal) as refusal:
        table.undo(match, reason="misread", actor=table.a_device(match), key="u")
    assert refusal.value.codes == ("version_required",)


def test_a_correction_answers_with_every_hand_that_it_wrote(match):
    for stones in ((2, 1), (3, 0)):
        table.record(match, quick(*stones))
    body = table.correct(match, 1, 1, quick(5, 0), reason="misread").body
    written = [(one["number"], one["version"], one["score"]) for one in body["hands"]]
    assert written == [(1, 2, [5, 0]), (2, 2, [8, 0])]
    assert body["state"]["next"]["score"] == (8, 0)


def test_a_hand_in_the_place_of_one_taken_back_is_its_next_version(match):
    table.record(match, quick(2, 1))
    table.undo(match, reason="misread")
    table.record(match, quick(1, 0))
    versions = Hand.objects.order_by("version").values_list(
        "number", "version", "is_void", "is_current", "stones_a"
    )
    assert list(versions) == [
        (1, 1, False, False, 2), (1, 2, True, False, 2), (1, 3, False, True, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("expected", "code"), [((1, 1), "hand_already_there"), ((1, 3), "hand_out_of_order")]
)
def test_who_is_out_of_step_is_shown_where_the_match_stands_and_not_its_history(
    match, expected, code
):
    table.record(match, quick(2, 1), key="first")
    with pytest.raises(Conflict) as refused:
        table.record(match, quick(1, 0), expected=expected)
    shown = refused.value.current
    assert refused.value.codes == (code,)
    assert tuple(shown["next"]["score"]) == (2, 1)
    assert "history" not in shown
    if code == "hand_already_there":
        assert (shown["hand"]["number"], shown["hand"]["key"]) == (1, "first")


def test_a_match_that_has_ended_says_so_and_shows_itself_without_its_history(match):
    for _game in range(2):
        table.record(match, quick(40, 0))
    with pytest.raises(Conflict) as refused:
        table.record(match, quick(1, 0))
    assert refused.value.codes == ("match_finished",)
    assert refused.value.current["status"] == "finished"
    assert "history" not in refused.value.current


@pytest.mark.parametrize("expected", [(1,), (1, 1, 1), (0, 1), (1, 0), (1, True), "11", 1])
def test_a_place_is_two_whole_numbers_from_1(match, expected):
    with pytest.raises(Refusal) as refused:
        table.record(match, quick(1, 0), expected=expected)
    assert [(one.field, one.code) for one in refused.value.problems] == [
        ("expected", "bad_expected")
    ]
