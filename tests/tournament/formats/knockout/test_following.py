"""Knockout: everything that is not a fact follows from the facts."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mus.sides import BySide, Side
from tournament.formats import settling
from tournament.formats.bouts import Bout, Place
from tournament.formats.knockout import Knockout, champion, draw
from tournament.formats.setting import Setting

NOBODY = BySide(None, None)
resolve = Knockout(Setting({})).resolve


def bouts_of(pairs, seed="s"):
    drawn = draw(range(1, pairs + 1), seed).matches
    first = {Place(1, slot): BySide(*both) for slot, both in enumerate(drawn)}
    bare = [Bout(place, first.get(place, NOBODY)) for place in settling.places(pairs)]
    return list(resolve(bare, {}).bouts)


def by_place(bouts):
    return {bout.place: bout for bout in bouts}


def won(bouts, place, side=Side.A):
    """The bracket after `side` has won at `place`."""
    found = by_place(bouts)
    found[place] = replace(
        found[place], status="finished", winner=side, ended_by="games", begun=True
    )
    return list(resolve(found.values(), {}).bouts)


def test_T2_a_bye_is_in_round_2_at_once():
    bouts = bouts_of(3)
    (bye,) = [bout for bout in bouts if bout.ended_by == "bye"]
    final = by_place(bouts)[Place(2, 0)]
    assert final.status == "waiting"
    assert final.pairs[Side.B if bye.place.slot else Side.A] == bye.pairs.a


@given(st.integers(2, 40), st.data())
def test_T1_whoever_wins_the_bracket_ends_with_one_champion_and_all_others_beaten(pairs, data):
    bouts = bouts_of(pairs)
    while not champion(bouts)[0]:
        ready = [bout for bout in bouts if bout.status == "ready"]
        assert ready
        bouts = won(
            bouts, data.draw(st.sampled_from(ready)).place, data.draw(st.sampled_from(list(Side)))
        )
    _over, best = champion(bouts)
    beaten = settling.lost(bouts).keys()
    assert beaten | {best} == set(range(1, pairs + 1))
    assert best not in beaten


@given(st.integers(2, 33), st.data())
def test_bringing_everybody_back_undoes_what_withdrawals_did(pairs, data):
    before = bouts_of(pairs)
    gone = dict.fromkeys(data.draw(st.sets(st.integers(1, pairs))), "disqualification")
    after = resolve(before, gone)
    assert after.undone == ()
    assert list(resolve(after.bouts, {}).bouts) == before


@given(st.integers(2, 24), st.data())
def test_a_cascade_leaves_no_match_that_does_not_fit_what_leads_to_it(pairs, data):
    bouts = bouts_of(pairs)
    for _step in range(data.draw(st.integers(0, pairs))):
        ready = [bout for bout in bouts if bout.status == "ready"]
        if not ready:
            break
        side = data.draw(st.sampled_from(list(Side)))
        bouts = won(bouts, data.draw(st.sampled_from(ready)).place, side)
    found = by_place(bouts)
    facts = [bout for bout in bouts if bout.is_fact]
    if facts:
        changed = data.draw(st.sampled_from(facts))
        found[changed.place] = replace(changed, winner=changed.winner.other)

    after = resolve(found.values(), {})

    assert resolve(after.bouts, {}).changed == ()
    assert resolve(after.bouts, {}).undone == ()
