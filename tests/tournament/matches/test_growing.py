"""A round that is drawn only when the one before it is over."""

import pytest

from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Tournament:
    """Three pairs: in each round one match and one pair that rests."""
    return play.tournament(
        entered=3, drawn=True, format="swiss", format_options={"swiss_rounds": 2}
    )


def round_(cup: Tournament, number: int) -> list[Match]:
    return list(Match.objects.filter(tournament=cup, round=number).order_by("slot"))


def test_the_next_round_is_there_once_the_last_match_of_one_is_won(cup):
    assert round_(cup, 2) == []
    (played,) = [match for match in round_(cup, 1) if match.status == "ready"]
    play.win(played)

    one, rest = sorted(round_(cup, 2), key=lambda match: match.status, reverse=True)
    assert (one.status, one.winner, one.ended_by, one.finished_at) == ("ready", "", "", None)
    assert one.kind == "championship"
    assert one.best_of == cup.lengths.of_round(2)
    assert None not in one.pairs
    assert (rest.status, rest.ended_by) == ("finished", "bye")
    assert rest.winner in ("A", "B")
    assert rest.finished_at is not None
    assert {*one.pairs, *rest.pairs} - {None} == set(cup.pairs.values_list("pk", flat=True))
