"""What an open side of a knockout says of whoever comes to it, from the byes of round 1."""

from collections.abc import Mapping
from random import Random

import pytest

from mus.sides import Side
from tests.night import seed_of
from tests.tournament.formats.unruly import by_chance, drawn, round_over
from tournament.formats.bouts import Place
from tournament.formats.knockout import Knockout
from tournament.formats.setting import Setting

LONG: tuple[Mapping[str, object], ...] = (
    {"safe_rounds": 1},
    {"safe_rounds": 2, "third_place": True},
    {"consolation": "first_round"},
    {"consolation": "first_two_rounds"},
    {"safe_rounds": 1, "consolation": "first_round"},
    {"safe_rounds": 2, "consolation": "first_two_rounds"},
)


def laid_out(pairs, options):
    """The format, which knows the byes, and the matches as drawn."""
    bouts = drawn(Knockout(Setting(options, "s", pairs)), pairs)
    byes = [bout.place for bout in bouts if bout.place.round == 1 and None in bout.pairs]
    return Knockout(Setting(options, "s", pairs, byes=byes)), bouts


def played(format_, bouts, chance):
    while any(bout.status == "ready" for bout in bouts):
        bouts = round_over(format_, bouts, by_chance(chance))
    return {bout.place: bout for bout in bouts}


@pytest.mark.parametrize("options", LONG, ids=str)
@pytest.mark.parametrize("pairs", range(6, 34))
def test_T2_an_open_side_says_before_the_first_match_whether_somebody_comes(pairs, options):
    format_, bouts = laid_out(pairs, options)
    for seed in range(3):
        after = played(format_, bouts, Random(seed_of(seed)))
        for bout in bouts:
            for side in Side if bout.status == "waiting" else ():
                came = after[bout.place].pairs[side]
                source = format_.feeder(bout.place, side)
                if bout.pairs[side] is not None:
                    continue
                if source is None or source.rested:
                    rested = None if source is None else after[source.place].winning_pair
                    assert came in (None, rested)
                else:
                    assert came is not None


def test_T2_the_pair_that_rests_comes_to_bracket_b_from_its_next_match():
    format_, bouts = laid_out(11, {"consolation": "first_round"})
    byes = [bout.place for bout in bouts if bout.place.round == 1 and bout.is_bye]
    for bout in bouts:
        if bout.place.round == 5:
            for side in Side:
                source = format_.feeder(bout.place, side)
                assert source is not None
                assert source.rested == (source.place in byes)


def test_T2_where_no_bye_is_known_every_side_has_its_match():
    format_ = Knockout(Setting({"consolation": "first_two_rounds"}, "s", 11))
    source = format_.feeder(Place(5, 0), Side.A)
    assert source is not None
    assert (source.loser, source.rested) == (True, False)
