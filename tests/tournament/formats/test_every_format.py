"""What every registered format must answer: a new one is held to this by being in the registry."""

from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mus.sides import Side
from tests.night import of_many
from tests.tournament.formats.unruly import decided, drawn, may_be_level, over
from tournament.formats.registry import FORMATS, format_of
from tournament.formats.regulations import REGULATIONS
from tournament.formats.setting import MAY_BE_LEVEL, SOMEBODY_WINS, Setting
from tournament.formats.settling import PRELIMINARY

pytestmark = pytest.mark.sampled(4)

# Each as it is, and with what may be chosen.
CHOSEN = {
    "knockout, third place": ("knockout", {"third_place": True}),
    "knockout, nobody out in round 1": ("knockout", {"safe_rounds": 1}),
    "knockout, nobody out in two rounds": ("knockout", {"safe_rounds": 2, "third_place": True}),
    "knockout, bracket B": ("knockout", {"consolation": "first_round", "third_place": True}),
    "knockout, bracket B of two rounds": ("knockout", {"consolation": "first_two_rounds"}),
    "knockout, all of it": ("knockout", {"consolation": "first_two_rounds", "safe_rounds": 1}),
    "groups of three, one goes on": ("groups", {"group_size": 3, "qualifiers": 1}),
    "groups, third place": ("groups", {"third_place": True, "qualifiers": 4}),
    "groups, three matches each": ("groups", {"group_matches": 3}),
    "groups, the best thirds": ("groups", {"group_size": 3, "best_next": 2, "third_place": True}),
    "groups, the best six of all": ("groups", {"best_of_all": 6}),
    "groups, two brackets": ("groups", {"brackets": 2, "third_places": True}),
    "groups, three brackets of the best": (
        "groups",
        {"brackets": 3, "best_next": 1, "qualifiers": 1, "group_matches": 2},
    ),
    "swiss, three rounds": ("swiss", {"swiss_rounds": 3}),
    "out at the second lost match": ("three_losses", {"lives": 2}),
    "out at the fifth lost match": ("three_losses", {"lives": 5, "safe_rounds": 1}),
    "three lives, knockout from round 3": ("three_losses", {"knockout_from": 3}),
    "two lives and a safe round, knockout from round 2": (
        "three_losses",
        {"lives": 2, "safe_rounds": 1, "knockout_from": 2},
    ),
    "four lives, two at most from round 3": (
        "three_losses",
        {"lives": 4, "knockout_from": 3, "lives_then": 2},
    ),
    "round robin in any order": ("round_robin", {"any_order": True}),
    "fresh draw, nobody out in two rounds": ("fresh_draw", {"safe_rounds": 2}),
    "groups, level matches": ("groups", {"best_next": 1, "brackets": 2}, MAY_BE_LEVEL),
    "swiss, level matches": ("swiss", {}, MAY_BE_LEVEL),
    "round robin, level matches": ("round_robin", {}, MAY_BE_LEVEL),
}
MADE = {**{key: (key, {}) for key in FORMATS}, **CHOSEN}
EVERY = pytest.mark.parametrize("make", MADE.values(), ids=MADE)
LAID_OUT = pytest.mark.parametrize(
    "make", [one for one in MADE.values() if not FORMATS[one[0]](Setting()).by_rounds]
)


def made(make, pairs=0):
    """The format for a draw of so many pairs."""
    key, options, *points = make
    return FORMATS[key](Setting(options, "s", pairs, points=points[0] if points else SOMEBODY_WINS))


@dataclass
class Under:
    """What `format_of` reads of a tournament."""

    regulation: str
    format: str = ""
    settings: dict = field(default_factory=dict)
    format_options: dict = field(default_factory=dict)
    draw_seed: str | None = None
    drawn_pairs: int | None = None


PAIRS = st.integers(2, 14)
SOME = settings(max_examples=of_many(8, nightly=60), deadline=None)


def must_be_playable(format_, ready):
    """Nobody is asked to two tables at once, unless its matches may be played in any order, and
    nobody meets itself."""
    names = [pair for bout in ready for pair in bout.pairs]
    assert None not in names
    assert all(bout.pairs.a != bout.pairs.b for bout in ready)
    assert len(names) == len(set(names)) or format_.setting.says("any_order")


def played(format_, bouts, data, gone=None):
    """Every match that can be played, won by whomever `data` says, to the end."""
    chance = Random(data.draw(st.integers(0, 10_000)))
    for _match in range(1_000):
        bouts = decided(format_, bouts, gone or {})
        ready = [bout for bout in bouts if bout.status == "ready"]
        if not ready:
            break
        bout = chance.choice(ready)
        place, winner = bout.place, chance.choice(list(Side))
        if may_be_level(format_, bout) and chance.random() < 0.4:
            winner = None
        must_be_playable(format_, ready)
        bouts = [over(b, winner) if b.place == place else b for b in bouts]
        resolved = format_.resolve(bouts, gone or {})
        assert resolved.undone == (), "a match that was played anew undid another"
        bouts = list(resolved.bouts)
    return bouts


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_every_regulation_names_a_format_that_is_registered(regulation):
    assert format_of(Under(regulation)).key == REGULATIONS[regulation].format
    assert format_of(Under(regulation, "swiss")).key == "swiss"


def test_an_unknown_regulation_has_no_format():
    with pytest.raises(KeyError):
        format_of(Under("no-such-regulation"))


@EVERY
@SOME
@given(PAIRS)
def test_T2_a_draw_names_every_pair_and_as_many_byes_as_it_said(make, pairs):
    format_ = made(make, pairs)
    found = format_.draw(range(1, pairs + 1), "seed")
    named = [number for match in found.matches for number in match if number is not None]
    assert set(named) == set(range(1, pairs + 1))
    assert found.byes == format_.byes(pairs)
    assert found.algorithm == format_.draw_algorithm


@EVERY
@SOME
@given(PAIRS)
def test_T2_nobody_stands_twice_in_one_round(make, pairs):
    bouts = drawn(made(make, pairs), pairs)
    for number in {bout.place.round for bout in bouts}:
        there = [p for b in bouts if b.place.round == number for p in b.pairs if p is not None]
        assert len(there) == len(set(there)) or number > 1


@LAID_OUT
@SOME
@given(PAIRS)
def test_places_are_laid_out_round_by_round(make, pairs):
    format_ = made(make, pairs)
    places = format_.places(pairs)
    assert list(places) == sorted(set(places))
    assert {place.round for place in places} == set(range(1, format_.rounds(pairs) + 1))


@EVERY
@SOME
@given(PAIRS)
def test_whoever_is_sent_to_a_match_comes_from_an_earlier_one(make, pairs):
    format_ = made(make, pairs)
    places = set(format_.places(pairs))
    for place in places:
        for side in Side:
            source = format_.feeder(place, side)
            if source is not None and source.is_match:
                before_it = format_.has_preliminaries and source.place.round == PRELIMINARY
                assert before_it or source.place in places
                assert source.place.round < place.round


@EVERY
@SOME
@given(PAIRS, st.data())
def test_however_it_is_played_it_ends_with_one_champion_who_is_not_out(make, pairs, data):
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    over, best = format_.champion(bouts)
    assert over
    assert best not in format_.out(bouts)
    lines = format_.standings(range(1, pairs + 1), bouts)
    assert (lines[0].pair, lines[0].place, lines[0].title) == (best, 1, "champion")


@EVERY
@SOME
@given(PAIRS, st.data())
def test_the_standings_name_every_pair_once_at_any_moment(make, pairs, data):
    format_ = made(make, pairs)
    bouts = drawn(format_, pairs)
    if data.draw(st.booleans()):
        bouts = played(format_, bouts, data)
    lines = format_.standings(range(1, pairs + 1), bouts)
    assert sorted(line.pair for line in lines) == list(range(1, pairs + 1))


@EVERY
@SOME
@given(PAIRS, st.data())
def test_it_ends_however_many_withdraw_and_none_of_them_is_champion(make, pairs, data):
    format_ = made(make, pairs)
    gone = dict.fromkeys(data.draw(st.sets(st.integers(1, pairs))), "withdrawal")
    start = list(format_.resolve(drawn(format_, pairs), gone).bouts)
    over, best = format_.champion(played(format_, start, data, gone))
    assert over
    assert best not in gone


@EVERY
@SOME
@given(PAIRS, st.data())
def test_resolving_twice_changes_nothing(make, pairs, data):
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    assert format_.resolve(bouts, {}).changed == ()


@EVERY
@pytest.mark.parametrize("pairs", [0, 1])
def test_nothing_is_drawn_under_two_pairs(make, pairs):
    format_ = made(make, pairs)
    for ask in (format_.places, format_.rounds, format_.byes):
        with pytest.raises(ValueError):
            ask(pairs)
    with pytest.raises(ValueError):
        format_.draw(range(1, pairs + 1), "s")


@EVERY
@SOME
@given(PAIRS, st.data())
def test_every_match_that_somebody_stands_in_is_in_one_section(make, pairs, data):
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    shown = [p for one in format_.sections(bouts) for _n, places in one.rounds for p in places]
    assert len(shown) == len(set(shown))
    stood_in = {bout.place for bout in bouts if any(pair is not None for pair in bout.pairs)}
    assert stood_in <= set(shown)


@EVERY
@SOME
@given(PAIRS, st.data())
def test_taking_a_result_back_and_giving_it_again_leaves_all_as_it_was(make, pairs, data):
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    facts = [bout for bout in bouts if bout.is_fact]
    if not facts:
        return
    changed = data.draw(st.sampled_from(facts))
    open_again = [
        replace(bout, status="playing", winner=None, ended_by="") if bout == changed else bout
        for bout in bouts
    ]
    between = format_.resolve(open_again, {})
    assert changed.place not in {bout.place for bout in between.undone}
    again = {bout.place: bout for bout in between.bouts}
    again[changed.place] = changed
    for fallen in between.undone:
        again[fallen.place] = fallen
    found = format_.resolve(again.values(), {}).bouts
    assert [b for b in found if b.is_fact] == facts


@EVERY
@SOME
@given(PAIRS, st.data())
def test_a_match_that_is_played_again_may_be_won_by_either_pair_and_undoes_nothing_more(
    make, pairs, data
):
    """What a reopened match could still undo has been undone, and shown, when it was reopened: the
    last hand of the table is never refused because of later matches."""
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    facts = [bout for bout in bouts if bout.is_fact]
    if not facts:
        return
    again = data.draw(st.sampled_from(facts))
    opened = replace(again, status="playing", winner=None, ended_by="")
    between = format_.resolve([opened if b == again else b for b in bouts], {})
    assert format_.resolve(between.bouts, {}).changed == ()
    for winner in Side:
        won = replace(again, winner=winner)
        found = format_.resolve([won if b == opened else b for b in between.bouts], {})
        assert found.undone == ()
        over, best = format_.champion(played(format_, list(found.bouts), data))
        assert over
        assert best is not None


@EVERY
@SOME
@given(PAIRS, st.data())
def test_whatever_result_is_turned_round_it_still_ends_with_one_champion(make, pairs, data):
    format_ = made(make, pairs)
    bouts = played(format_, drawn(format_, pairs), data)
    facts = [bout for bout in bouts if bout.is_fact and bout.winner]
    if not facts:
        return
    changed = data.draw(st.sampled_from(facts))
    turned = [replace(b, winner=b.winner.other) if b == changed else b for b in bouts]
    found = format_.resolve(turned, {})
    assert format_.resolve(found.bouts, {}).changed == ()
    over, best = format_.champion(played(format_, list(found.bouts), data))
    assert over
    assert best is not None
