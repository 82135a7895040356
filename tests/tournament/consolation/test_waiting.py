"""T3: why a beaten pair plays no consolation match now."""

import pytest

from tests.tournament.play import PROGRAM, match, tournament, win
from tournament.championship.models import Tournament
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose

pytestmark = pytest.mark.django_db


def test_T3_who_waits_in_the_consolation_is_told_why():
    cup = tournament(entered=8, drawn=True, tables=1)
    for slot in range(4):
        win(match(cup, 1, slot))
    crowded = propose(tournament_id=cup.pk)  # the semi-finals need the only table
    free = {one.number for one in crowded.left_over}
    assert (len(free), crowded.matches, crowded.met_all) == (4, (), ())
    assert set(crowded.for_table) == free, "they have not met: a table is missing"
    assert crowded.left_for_table == crowded.left_over

    Tournament.objects.filter(pk=cup.pk).update(tables_count=9)
    while (found := propose(tournament_id=cup.pk)).matches:
        made = consolation.create_matches(
            tournament_id=cup.pk, pairings=[one.numbers for one in found.matches], actor=PROGRAM
        )
        for one in made:
            win(one)
    assert {one.number for one in found.left_over} == free
    assert set(found.met_all) == free, "each has played the three others"
    assert found.left_having_met_all == found.left_over

    for number in sorted(free)[1:]:
        consolation.opt_out(tournament_id=cup.pk, number=number, actor=PROGRAM)
    alone = propose(tournament_id=cup.pk)
    assert (alone.for_table, alone.met_all, len(alone.left_waiting)) == ((), (), 1)
