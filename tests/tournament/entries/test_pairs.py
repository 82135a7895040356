"""Entering pairs, and their leaving."""

import pytest

from tests.refusals import faults_of, named_faults
from tests.tournament.play import PROGRAM, match, pair, play_out, start, tournament, win
from tournament.consolation import services as consolation
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.queries.log import verify_log

pytestmark = pytest.mark.django_db


def enter(of, player_1="Getaria", player_2="Orio", actor=PROGRAM, **fields):
    return pairs.enter(
        tournament_id=of.pk, player_1=player_1, player_2=player_2, actor=actor, **fields
    )


def bulk(of, text, **fields):
    return pairs.enter_list(tournament_id=of.pk, text=text, actor=PROGRAM, **fields)


def test_the_last_pair_that_fits_is_entered_and_the_next_one_refused(monkeypatch):
    monkeypatch.setattr("tournament.entries.services.pairs.MOST_PAIRS", 3)
    cup = tournament()
    bulk(cup, "Aia 1/Orio 1\nAia 2/Orio 2\nAia 3/Orio 3")
    assert faults_of(enter, of=cup) == [("text", "too_many_pairs")]
    assert cup.pairs.count() == 3


def test_a_pair_that_withdrew_may_enter_anew():
    cup = tournament()
    departures.withdraw(pair_id=enter(cup).pk, reason="ill", actor=PROGRAM)
    assert enter(cup).number == 2


def test_contacts_never_reach_the_log():
    cup = tournament()
    one = enter(cup, contact="600112233")
    pairs.change(pair_id=one.pk, actor=PROGRAM, contact="699887766")
    bulk(cup, "Aia,Deba,Kofradia,611223344")
    log = " ".join(str(event.data) for event in Event.objects.all())
    assert not any(contact in log for contact in ("600112233", "699887766", "611223344"))
    one.refresh_from_db()
    assert one.contact == "699887766"


@pytest.mark.parametrize(
    ("leave", "ended_by"),
    [(departures.withdraw, "withdrawal"), (departures.disqualify, "disqualification")],
)
def test_a_pair_that_leaves_gives_its_match_to_the_other(leave, ended_by):
    cup = tournament(entered=4, drawn=True)
    for slot, begun in ((0, False), (1, True)):
        one = match(cup, 1, slot)
        if begun:
            start(one)
        leave(pair_id=one.pair_a_id, reason="gone", actor=PROGRAM)
        one.refresh_from_db()
        assert (one.status, one.winner, one.ended_by) == ("finished", "B", ended_by)
    final = match(cup, 2, 0)
    assert (final.status, final.pair_a_id) == ("ready", match(cup, 1, 0).pair_b_id)


def test_a_pair_that_leaves_while_waiting_gives_the_match_when_its_opponent_comes():
    cup = tournament(entered=4, drawn=True)
    ahead = win(match(cup, 1, 0))
    departures.withdraw(pair_id=ahead.pair_a_id, reason="ill", actor=PROGRAM)
    assert match(cup, 2, 0).status == "waiting"
    other = win(match(cup, 1, 1))
    cup.refresh_from_db()
    assert (match(cup, 2, 0).ended_by, cup.champion_id) == ("withdrawal", other.pair_a_id)


def test_when_all_leave_nobody_is_champion():
    cup = tournament(entered=3, drawn=True)
    for number in (1, 2, 3):
        departures.withdraw(pair_id=pair(cup, number).pk, reason="storm", actor=PROGRAM)
    cup.refresh_from_db()
    assert (cup.status, cup.champion_id) == ("finished", None)


def test_a_pair_can_be_brought_back_until_a_later_match_has_begun():
    cup = tournament(entered=4, drawn=True)
    first = match(cup, 1, 0)
    departures.withdraw(pair_id=first.pair_a_id, reason="wrong pair", actor=PROGRAM)
    departures.reinstate(pair_id=first.pair_a_id, reason="it was the other", actor=PROGRAM)
    first.refresh_from_db()
    assert (first.status, match(cup, 2, 0).pair_a_id) == ("ready", None)
    departures.withdraw(pair_id=first.pair_a_id, reason="now yes", actor=PROGRAM)
    win(match(cup, 1, 1))
    start(match(cup, 2, 0))
    assert faults_of(departures.reinstate, pair_id=first.pair_a_id, reason="no") == [
        ("match", "later_match_begun")
    ]
    assert not pair(cup, first.pair_a.number).is_in


def test_a_pair_that_was_not_drawn_cannot_be_brought_back_after_the_draw():
    cup = tournament(entered=3)
    departures.withdraw(pair_id=pair(cup, 3).pk, reason="late", actor=PROGRAM)
    draw.make(tournament_id=cup.pk, actor=PROGRAM)
    assert faults_of(departures.reinstate, pair_id=pair(cup, 3).pk, reason="came") == [
        ("pair", "not_in_draw")
    ]


def test_nobody_leaves_or_comes_back_twice():
    cup = tournament(entered=2)
    one = pair(cup, 1)
    assert faults_of(departures.reinstate, pair_id=one.pk, reason="x") == [("pair", "not_out")]
    departures.withdraw(pair_id=one.pk, reason="ill", actor=PROGRAM)
    assert faults_of(departures.withdraw, pair_id=one.pk, reason="x") == [("pair", "already_out")]
    departures.disqualify(pair_id=one.pk, reason="false claims", actor=PROGRAM)
    assert faults_of(departures.withdraw, pair_id=one.pk, reason="x") == [("pair", "already_out")]


def leave_together(of, *numbers, reason="pasted by mistake", actor=PROGRAM):
    return departures.withdraw_several(
        tournament_id=of.pk, numbers=numbers, reason=reason, actor=actor
    )


def test_several_pairs_leave_before_the_draw_with_an_event_each():
    cup = tournament(entered=4)
    assert [one.number for one in leave_together(cup, 3, 1)] == [1, 3]
    assert [pair(cup, number).is_in for number in (1, 2, 3, 4)] == [False, True, False, True]
    told = Event.objects.filter(tournament=cup, kind="pair.withdrawn").order_by("number")
    assert [(one.data["pair"]["number"], one.data["reason"]) for one in told] == [
        (1, "pasted by mistake"),
        (3, "pasted by mistake"),
    ]
    assert [one.data["pair"]["status"] for one in told] == ["withdrawn", "withdrawn"]
    assert verify_log(tournament_id=cup.pk).ok


def test_T3_a_pair_that_leaves_loses_its_open_consolation_match():
    cup = tournament(entered=8, drawn=True)
    beaten = [win(match(cup, 1, slot)).pair_b for slot in range(2)]
    (extra,) = consolation.create_matches(
        tournament_id=cup.pk, pairings=[(beaten[0].number, beaten[1].number)], actor=PROGRAM
    )
    departures.withdraw(pair_id=beaten[0].pk, reason="home", actor=PROGRAM)
    extra.refresh_from_db()
    assert (extra.status, extra.winner, extra.ended_by) == ("finished", "B", "withdrawal")


def test_the_champion_stays_champion_when_it_leaves_after_the_final():
    cup = play_out(tournament(entered=4, drawn=True))
    departures.withdraw(pair_id=cup.champion_id, reason="home", actor=PROGRAM)
    cup.refresh_from_db()
    assert cup.champion is not None


def test_only_organizers_enter_and_send_away(foreign_actor):
    cup = tournament(entered=2)
    with pytest.raises(NotAllowed):
        pairs.enter(tournament_id=cup.pk, player_1="a", player_2="b", actor=foreign_actor)
    with pytest.raises(NotAllowed):
        pairs.enter_list(tournament_id=cup.pk, text="a/b", actor=foreign_actor)
    for verb in (departures.withdraw, departures.disqualify, departures.reinstate):
        with pytest.raises(NotAllowed):
            verb(pair_id=pair(cup, 1).pk, reason="x", actor=foreign_actor)


def test_several_leave_whole_or_not_at_all():
    cup = tournament(entered=4)
    departures.withdraw(pair_id=pair(cup, 2).pk, reason="ill", actor=PROGRAM)
    for numbers, reason, found in (
        ((), "", [("pair", "no_such_pair")]),
        ((1, 2), "why", [("pair", "already_out")]),
        ((1, 9), "why", [("pair", "no_such_pair")]),
        ((1, 3), " ", [("reason", "reason_required")]),
    ):
        assert named_faults(leave_together, cup, *numbers, reason=reason) == found
    assert pair(cup, 1).is_in


@pytest.mark.parametrize(
    ("text", "waiting"),
    [
        ("Lezo\nOrio\n\nDeba\nDeba\n\nBera\nAia", "Deba\nDeba"),
        (
            'Pareja;Club\n"Lezo\nOrio";Kaia\n"Deba\nDeba";Kaia\n"Bera\nAia";',
            'Pareja;Club\n"Deba\nDeba";Kaia',
        ),
        (
            "Nº;Jugador\n1;Lezo\n1;Orio\n2;Deba\n2;Deba\n3;Bera\n3;Aia",
            "Nº;Jugador\n2;Deba\n2;Deba",
        ),
    ],
    ids=["one player a line", "a cell of two lines", "one player a row"],
)
def test_of_entries_of_several_lines_only_the_refused_ones_wait(text, waiting):
    taken = bulk(tournament(), text, only_good=True)
    assert [pair.name for pair in taken.pairs] == ["Lezo – Orio", "Bera – Aia"]
    assert taken.waiting == waiting
