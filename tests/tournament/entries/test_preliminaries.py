"""T7: where no place of round 1 is free, a late pair meets a drawn pair for its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus.sides import Side
from scoring.proof.queries.verify import verify_tournament
from tests.refusals import refusal
from tests.tournament.formats.unruly import drawn as after_draw
from tests.tournament.formats.unruly import over
from tests.tournament.play import (
    PROGRAM,
    match,
    must_hold,
    play_out,
    play_round,
    start,
    tournament,
    win,
)
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures, latecomers
from tournament.errors import Refusal
from tournament.formats.bouts import Place
from tournament.formats.preliminaries import Preliminary, bout_of, preliminary
from tournament.formats.registry import FORMATS
from tournament.formats.setting import Setting
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries import openings
from tournament.matches.queries.matches import bracket, match_card, staged_match
from tournament.matches.queries.openings import ways_in
from tournament.matches.services import matches
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db
LATE = {"player_1": "Lezo", "player_2": "Ondarroa", "reason": "the bus", "actor": PROGRAM}


@pytest.fixture
def full():
    """A day of eight pairs, drawn: nobody rests."""
    return tournament(entered=8, drawn=True)


def let_in(cup: Tournament, **more) -> Pair:
    return latecomers.join_late(tournament_id=cup.pk, into="preliminary", **{**LATE, **more})


def ways(cup: Tournament) -> list[str]:
    return [way.into for way in ways_in(tournament_id=cup.pk)]


def the_preliminary(cup: Tournament) -> Match:
    return Match.objects.get(tournament=cup, round=0)


def test_T7_it_is_offered_where_nobody_rests_and_says_who_and_where_to(full):
    way = ways_in(tournament_id=full.pk)[0]
    assert way.into == "preliminary"
    pair = let_in(full)
    played = the_preliminary(full)
    told = str(way.changes)
    assert f"{played.pair_a.number}. {played.pair_a.name}" in told
    assert f"1.{played.slot // 2 + 1}" in told
    assert (played.pair_b, played.status, played.best_of) == (pair, "ready", full.best_of)


def test_T7_a_byes_place_goes_first():
    cup = tournament(entered=7, drawn=True)
    assert ways(cup) == ["consolation"]
    assert refusal(let_in, cup) == ("not_offered",)


@pytest.mark.parametrize("format_", sorted(set(FORMATS) - {"knockout"}))
def test_T7_formats_without_a_bracket_from_round_1_on_offer_none(format_):
    assert "preliminary" not in ways(tournament(entered=8, drawn=True, format=format_))


@pytest.mark.parametrize("winner", ["A", "B"])
def test_T7_its_winner_plays_round_1_and_the_day_goes_to_a_champion(full, winner):
    late = let_in(full)
    played = the_preliminary(full)
    drawn = played.pair_a
    into, side = match(full, 1, played.slot // 2), "AB"[played.slot % 2]
    assert (into.status, into.pairs[side]) == ("waiting", None)
    assert match_card(match_id=into.pk).to_json()[f"from_{side.lower()}"] == played.label

    win(played, winner)

    into = match(full, 1, into.slot)
    assert (into.status, into.pairs[side]) == ("ready", (drawn if winner == "A" else late).pk)
    assert play_out(full).champion is not None
    must_hold(full)
    out = {line.pair.number: line for line in standings(tournament_id=full.pk)}
    beaten = out[(late if winner == "A" else drawn).number]
    assert (beaten.title, beaten.stage, beaten.place) == ("beaten", "preliminary", 9)


def test_T7_it_is_taken_back_by_withdrawing_the_late_pair(full):
    late = let_in(full)
    played = the_preliminary(full)
    departures.withdraw(pair_id=late.pk, reason="no word", actor=PROGRAM)
    into = match(full, 1, played.slot // 2)
    assert (into.status, into.pairs["AB"[played.slot % 2]]) == ("ready", played.pair_a_id)
    must_hold(full)


def test_T7_a_second_late_pair_meets_another_pair(full):
    let_in(full)
    let_in(full, player_1="Urruña", player_2="Azkaine")
    both = Match.objects.filter(tournament=full, round=0)
    assert len({one.pair_a_id for one in both}) == 2
    play_round(full, 0)
    assert play_out(full).champion is not None
    must_hold(full)


def test_T7_nobody_meets_a_late_pair_once_its_own_match_has_begun(full):
    for slot in range(4):
        start(match(full, 1, slot))
    assert ways(full) == ["consolation"]


def test_T7_its_result_may_be_opened_again_with_what_follows(full):
    let_in(full)
    played = win(the_preliminary(full), "B")
    into = match(full, 1, played.slot // 2)
    win(into, "AB"[1 - played.slot % 2])
    with pytest.raises(Refusal) as refused:
        matches.reopen(match_id=played.pk, reason="counted wrongly", actor=PROGRAM)
    assert "later_match_begun" in refused.value.codes


def test_T7_the_log_and_the_bracket_tell_it(full):
    late = let_in(full)
    played = the_preliminary(full)
    event = Event.objects.latest("number")
    assert (event.kind, event.data["into"]) == ("pair.took_place", "preliminary")
    assert (event.data["pair"]["number"], event.data["instead_of"]) == (late.number, None)
    kinds = [section.kind for section in bracket(tournament_id=full.pk).sections]
    assert kinds == ["preliminary", "bracket"]
    assert staged_match(match_id=played.pk, tournament_id=full.pk)[1] == "preliminary"
    assert played.label == f"P{played.slot + 1}"


def test_T7_the_proof_says_so_when_the_lot_names_another_pair(full, monkeypatch):
    first = openings.next_preliminary(tournament=full)[0]
    others = [Preliminary(Place(0, slot), match(full, 1, slot // 2).pair_a_id, Place(1, slot // 2))
              for slot in range(0, 8, 2) if slot != first.place.slot]  # fmt: skip
    monkeypatch.setattr(openings, "preliminary", lambda *_given: others[0])
    let_in(full)
    report = verify_tournament(tournament_id=full.pk)
    assert not report.ok
    assert "the lot names" in str(report.first)


@pytest.mark.long
@given(st.data())
def test_T7_property_a_bracket_with_preliminaries_ends_and_stays_as_resolved(data):
    count = data.draw(st.integers(2, 17))
    format_ = FORMATS["knockout"](Setting({}, "s", count))
    bouts, gone, late = after_draw(format_, count), {}, count
    for _act in range(400):
        if format_.champion(bouts, gone)[0]:
            break
        found = preliminary(format_, bouts, gone, "s")
        act = data.draw(st.sampled_from(("late", "leaves", "won", "won", "won")))
        ready = [bout for bout in bouts if bout.status == "ready"]
        if act == "late" and found is not None and late < 2 * count:
            late += 1
            bouts = [*bouts, bout_of(found, late)]
        elif act == "leaves" and len(gone) < late - 1:
            gone[data.draw(st.integers(1, late))] = "withdrawal"
        elif ready:
            won = data.draw(st.sampled_from(ready))
            winner = data.draw(st.sampled_from(list(Side)))
            bouts = [over(bout, winner) if bout.place == won.place else bout for bout in bouts]
        known = format_.resolve(bouts, gone)
        assert format_.resolve(known.bouts, gone).bouts == known.bouts
        assert not known.undone
        bouts = list(known.bouts)
    assert format_.champion(bouts, gone)[0]
    lines = format_.standings(range(1, late + 1), bouts, gone)
    assert len(lines) == late
