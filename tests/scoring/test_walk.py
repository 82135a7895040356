"""Whatever people do, in every format, what must hold of each match and each pair does."""

import os

import pytest

from scoring.course.models import Penalty
from scoring.course.queries import ladder
from scoring.course.services.versions import is_blocked
from scoring.rulings.models import Ruling
from tests.night import of_many, seed_of
from tests.scoring import acts
from tests.scoring.acts import Crowd
from tournament.championship.models import Tournament
from tournament.formats.registry import FORMATS
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.rows_by_hand]
# Two seconds each: WALKS=300 for all that were once tried.
WALKS = int(os.environ.get("WALKS", "4"))
ACTS = of_many(40, nightly=160)
PAIRS = (11, 7, 8, 6, 5, 4)


def short(cup: Tournament) -> None:
    """Every match needs one game, so that much ends and follows."""
    Match.objects.filter(tournament=cup).update(best_of=1)
    Tournament.objects.filter(pk=cup.pk, best_of__isnull=False).update(best_of=1)


def left_won(cup: Tournament) -> set[int]:
    """The matches that are played on although they are won and nothing blocks their end."""
    return {
        match.pk
        for match in Match.objects.filter(tournament=cup, status="playing")
        if match.games_a != match.games_b
        and max(match.games) >= match.wins_needed
        and not is_blocked(match=match)
    }


def without_question(cup: Tournament) -> list[int]:
    """The pairs of which more than one false claim (G0) counts that nobody was asked about."""
    lies = Penalty.objects.filter(
        ladder.that_count(), counts=True, hand__is_current=True, hand__is_void=False,
        pair__tournament=cup,
    )  # fmt: skip
    asked = Ruling.objects.filter(match__tournament=cup, kind="repetition")
    known = {(r.hand_id, r.pair_id) for r in asked if not ladder.fell_away(r.outcome)}
    bare = set(lies.values_list("hand_id", "pair_id")) - known
    pairs = [pair for _hand, pair in bare]
    return sorted(pair for pair in set(pairs) if pairs.count(pair) > 1)


def walk(seed: int, format_: str) -> None:
    crowd: Crowd = acts.a_crowd(seed=seed, pairs_entered=PAIRS[seed % len(PAIRS)], format=format_)
    short(crowd.cup)
    reopened: set[int] = set()
    for _act in range(ACTS):
        before = crowd.came.copy()
        crowd.act()
        done = crowd.came - before
        if "draw" in done:
            short(crowd.cup)
        won = left_won(crowd.cup)
        if "reopen" in done:  # somebody wants it played on
            reopened |= won
        assert won <= reopened, (seed, format_, dict(done))
        assert without_question(crowd.cup) == [], (seed, format_, dict(done))
    assert verify_log(tournament_id=crowd.cup.pk).ok


@pytest.mark.sampled(3)
@pytest.mark.parametrize("format_", FORMATS)
def test_G1_no_match_is_left_won_and_every_repeated_false_claim_is_asked_about(format_):
    walk(seed_of(1 + [*FORMATS].index(format_)), format_)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(WALKS))
def test_G1_so_it_is_whatever_people_do(seed):
    keys = [*FORMATS]
    walk(seed_of(seed), keys[seed % len(keys)])
