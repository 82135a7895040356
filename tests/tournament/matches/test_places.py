"""Where a match is played, and changes that are not there to be taken back."""

import pytest
from django.db import transaction

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, tournament, win
from tournament.errors import Refusal
from tournament.matches.services import matches, undoing

pytestmark = pytest.mark.django_db


def test_a_match_whose_pairs_are_not_known_yet_is_given_a_table():
    cup = tournament(entered=4, drawn=True)
    final = match(cup, 2, 0)
    matches.assign_table(match_id=final.pk, table_number=2, actor=PROGRAM)
    assert match(cup, 2, 0).table.number == 2
    assert refusal(
        matches.assign_table, match_id=win(match(cup, 1, 0)).pk, table_number=1, actor=PROGRAM
    ) == ("match_finished",)


def test_a_change_that_is_not_there_is_not_taken_back():
    with transaction.atomic(), pytest.raises(Refusal) as nothing:
        undoing.to_take_back(cascade_id=0, actor=PROGRAM)
    assert nothing.value.codes == ("no_such_cascade",)
