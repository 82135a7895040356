"""A match written on paper is entered afterwards, a line a hand."""

import pytest

from scoring.course.models import Hand
from scoring.hands.services import on_paper
from tests.tournament.play import PROGRAM, match, tournament
from tournament.errors import NotAllowed, Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def first():
    return match(tournament(entered=16, drawn=True), 1, 0)


def enter(of, text, actor=PROGRAM):
    return on_paper.enter(match_id=of.pk, text=text, actor=actor)


@pytest.mark.parametrize("line", ["7 1", " 7-1 ", "7 – 1", "7:1", "7;1", "7, 1", "7/1", "7\t1"])
def test_a_hand_is_written_in_any_of_the_usual_ways(line):
    assert on_paper.read(line) == ([(1, {"quick": {"stones": [7, 1]}})], [])


def test_an_ordago_names_its_winner():
    for line, winner in (("2 0 A", "A"), ("2 0 a!", "A"), ("2 0 b!", "B")):
        ((_line, record),), _wrong = on_paper.read(line)
        assert record == {"quick": {"stones": [2, 0], "game_winner": winner}}


def test_only_an_official_enters_paper(first, django_user_model):
    from tournament.log.rules.roles import Actor

    other = django_user_model.objects.create_user("mutriku")
    with pytest.raises(NotAllowed):
        enter(first, "7 1", actor=Actor("user", other.pk, "organizer mutriku"))


def test_a_line_that_is_no_hand_is_named_and_nothing_is_entered(first):
    assert refused(first, "7 1\nseven 1\n7\n1 2 3 4") == ["lines[2]", "lines[3]", "lines[4]"]
    assert refused(first, "nothing") == ["text"]
    assert refused(first, GAME + GAME + "7 1") == ["lines[13]"]
    first.refresh_from_db()
    assert first.status == "ready"
    assert not Hand.objects.exists()


GAME = "7 1\n" * 6  # 42 – 6


def refused(of, text):
    with pytest.raises(Refusal) as found:
        enter(of, text)
    return [problem.field for problem in found.value.problems]
