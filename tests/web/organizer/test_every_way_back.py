"""Each act of docs/the-day.md is done by its page, taken back by the page that is named there, and
everything that anybody sees is as before.

A way is a generator: what it arranges, `yield`, the act, `yield`, its way back. Its name is the
act's; after two underscores, which of several ways back. An act that is new in the table and has
none here fails, and so does a way back that no way takes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from unittest.mock import patch

import pytest
from django.urls import reverse

from scoring.desk.queries.latest import latest
from scoring.hands.services import corrections
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import rulings
from tests.scoring import files, table
from tests.tournament import play
from tests.web.organizer.day import Day
from tests.web.organizer.test_ways_back import ROWS
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments as championship
from tournament.draw import services as draws
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.pairing import to_change
from tournament.signup.queries import singles
from tournament.signup.services import partners, sign_ups
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db
Way = Callable[[Day], Iterator[None]]
WHY = {"reason": "it was the wrong one"}
A_WEEK = [f"{date.today() + timedelta(days=days)}T22:00" for days in (7, 8)]
TWO = {"player_1": "Lezo", "player_2": "Deba"}
WAYS: dict[str, Way] = {}
ENTRY: set[str] = set()
STAYS: dict[str, set[str]] = {}


def way(*stays: str, entry: bool = False) -> Callable[[Way], Way]:
    """A way. `stays`: what is not as before, for the reason that the way says; `entry`: before the
    draw."""

    def kept(function: Way) -> Way:
        name = function.__name__
        WAYS[name], STAYS[name] = function, set(stays)
        if entry:
            ENTRY.add(name)
        return function

    return kept


# Before the draw


@way()
def change(day):
    was = day.cup.name
    yield
    day.press("change", name="Autumn Cup")
    yield
    day.press("change", name=was)


@way(entry=True)
def enter_pair(day):
    yield
    day.press("enter_pair", **TWO)
    yield
    day.press("withdraw_pair", 9, **WHY)


@way(entry=True)
def import_pairs(day):
    yield
    day.press("import_pairs", text="Lezo, Deba\nEibar, Bera", step="enter")
    yield
    day.press("withdraw_pairs", query="?number=9&number=10", **WHY)


@way(entry=True)
def withdraw_pairs(day):
    yield
    day.press("withdraw_pairs", query="?number=2&number=3", **WHY)
    yield
    for number in (2, 3):
        day.press("return_pair", number, **WHY)


@way(entry=True)
def change_pair(day):
    was = play.pair(day.cup, 2).club
    yield
    day.press("change_pair", 2, club="Kaia")
    yield
    day.press("change_pair", 2, club=was)


@way(entry=True)
def arrive_all(day):
    yield
    day.press("arrive_all")
    yield
    for number in range(1, 9):
        day.press("not_here", number)


@way(entry=True)
def arrive(day):
    yield
    day.press("arrive", 3)
    yield
    day.press("not_here", 3)


@way(entry=True)
def not_here(day):
    day.press("arrive", 3)
    yield
    day.press("not_here", 3)
    yield
    day.press("arrive", 3)


@way(entry=True)
def paid(day):
    yield
    day.press("paid", 2, paid="1")
    yield
    day.press("paid", 2, paid="0")


@way()
def pair_results(day):
    yield
    day.press("pair_results", entered_by="both", minutes="10")
    yield
    day.press("pair_results", entered_by="referees", minutes="10")


@way()
def match_days(day):
    yield
    day.press("match_days", day_1=A_WEEK[0], day_2=A_WEEK[1])
    yield
    day.press("match_days", day_1="", day_2="")


@way()
def fill_match_days(day):
    yield
    day.press("fill_match_days", first=A_WEEK[0], between="7")
    yield
    day.press("match_days", day_1="", day_2="", day_3="")


@way()
def postpone(day):
    day.press("fill_match_days", first=A_WEEK[0], between="7")
    yield
    day.press("postpone", day.match().pk, until=A_WEEK[1], **WHY)
    yield
    day.press("keep_day", day.match().pk)


@way()
def keep_day(day):
    day.press("fill_match_days", first=A_WEEK[0], between="7")
    day.press("postpone", day.match().pk, until=A_WEEK[1], **WHY)
    yield
    day.press("keep_day", day.match().pk)
    yield
    day.press("postpone", day.match().pk, until=A_WEEK[1], **WHY)


@way()
def revoke_link(day):
    day.press("pair_results", entered_by="both", minutes="10")
    yield
    day.press("revoke_link", 2)
    yield
    day.press("renew_link", 2)


@way("signup", entry=True)  # switched off again, its cap and fee are kept
def sign_up(day):
    yield
    day.press("sign_up", is_open="on", cap="12", fee="10 €")
    yield
    day.press("sign_up", is_open="", cap="", fee="")
    assert day.stands()["signup"] == [(False, None, "")]


@way("waiting", entry=True)  # it waits no more: it was told that it is in, and that it is out
def let_in(day):
    day.press("sign_up", is_open="on", cap="8")
    sign_ups.sign_up(tournament_id=day.cup.pk, **TWO, phone="1234567")
    day.press("withdraw_pair", 3, **WHY)
    yield
    day.press("let_in")
    yield
    day.press("withdraw_pair", 9, **WHY)


@way("waiting", entry=True)  # the two are on no list any more: they were told that they are a pair
def pair_up(day):
    day.press("sign_up", is_open="on", cap="12")
    for name in ("Lazkao", "Ataun"):
        partners.look(tournament_id=day.cup.pk, player=name, phone="600")
    first, second = (one.id for one in singles(tournament_id=day.cup.pk))
    yield
    day.press("pair_up", first=first, second=second)
    yield
    day.press("withdraw_pair", 9, **WHY)


@way(entry=True)
def make_draw(day):
    yield
    day.press("make_draw", seed="kaixo")
    yield
    day.press("undo_draw", **WHY)


@way()
def undo_draw(day):
    yield
    day.press("undo_draw", **WHY)
    yield
    day.press("make_draw", seed="s")


@way(entry=True)
def prepare_draw(day):
    yield
    day.press("prepare_draw")
    yield
    day.press("cancel_draw", **WHY)


@way("draw", entry=True)  # words that were said cannot be unsaid: the draw is prepared anew
def add_draw_words(day):
    day.press("prepare_draw")
    yield
    day.press("add_draw_words", words="seven kings")
    yield
    day.press("cancel_draw", **WHY)
    day.press("prepare_draw")
    assert day.stands()["draw"] == [([],)]


@way("draw", entry=True)  # a secret that was opened cannot be closed
def reveal_draw(day):
    day.press("prepare_draw")
    day.press("add_draw_words", words="seven kings")
    yield
    day.press("reveal_draw")
    yield
    day.press("undo_draw", **WHY)


@way(entry=True)
def cancel_draw(day):
    day.press("prepare_draw")
    yield
    day.press("cancel_draw", **WHY)
    yield
    day.press("prepare_draw")


# Who does what, and with what


@way()
def screen(day):
    day.press("screen", shown="bracket")
    yield
    day.press("screen", shown="draw")
    yield
    day.press("screen", shown="bracket")


@way()
def set_tables(day):
    yield
    day.press("set_tables", count="6")
    yield
    day.press("set_tables", count="4")


@way()
def name_device(day):
    there = Table.objects.get(tournament=day.cup, number=1)
    tablet, _secret = devices.join(token=join_token(there), label="Bar")
    yield
    day.press("name_device", tablet.pk, label="Window")
    yield
    day.press("name_device", tablet.pk, label="Bar")


@way()
def add_person(day, leitza):
    yield
    day.press("add_person", username="leitza")
    yield
    day.press("remove_person", leitza.pk)


@way()
def remove_person(day, leitza):
    day.press("add_person", username="leitza")
    yield
    day.press("remove_person", leitza.pk)
    yield
    day.press("add_person", username="leitza")


@way()
def set_role(day, leitza):
    day.press("add_person", username="leitza")
    day.press("set_role", leitza.pk, role="desk")
    yield
    day.press("set_role", leitza.pk, role="referee")
    yield
    day.press("set_role", leitza.pk, role="desk")


@way()
def add_referee(day):
    yield
    day.press("add_referee", name="Orbaitzeta")
    yield
    day.press("remove_referee", 1)


@way()
def hand_over(day):
    for name in ("Orbaitzeta", "Aribe"):
        day.press("add_referee", name=name)
    day.press("hand_over", tables=[1, 2], to="1")
    yield
    day.press("hand_over", tables=[1, 2], to="2")
    yield
    day.press("hand_over", tables=[1, 2], to="1")


@way()
def remove_referee(day):
    day.press("add_referee", name="Orbaitzeta")
    day.press("hand_over", tables=[1, 2], to="1")
    yield
    day.press("remove_referee", 1)
    yield
    day.press("add_referee", name="Orbaitzeta")
    day.press("hand_over", tables=[1, 2], to="2")


# The clock


@way()
def announce_pause(day):
    yield
    day.press("announce_pause", minutes="30", reason="lunch")
    yield
    day.press("call_off_pause", day.cup.pauses.get().pk)


@way("pauses")  # it was a pause for as long as it lasted
def announce_pause__ended(day):
    yield
    day.press("announce_pause", minutes="30", reason="lunch")
    yield
    day.press("end_pause", day.cup.pauses.get().pk)


@way()
def change_pause(day):
    day.press("announce_pause", minutes="30", reason="lunch")
    pause = day.cup.pauses.get().pk
    yield
    day.press("change_pause", pause, minutes="50")
    yield
    day.press("change_pause", pause, minutes="30")


@way("pauses")  # another pause, from now on
def end_pause(day):
    day.press("announce_pause", minutes="30", reason="lunch")
    yield
    day.press("end_pause", day.cup.pauses.get().pk)
    yield
    day.press("announce_pause", minutes="30", reason="lunch")


@way("pauses")  # another pause, from now on
def call_off_pause(day):
    day.press("announce_pause", minutes="30", reason="lunch")
    yield
    day.press("call_off_pause", day.cup.pauses.get().pk)
    yield
    day.press("announce_pause", minutes="30", reason="lunch")


@way()
def reduce_games(day):
    half_way(day)
    yield
    day.press("reduce_games", best_of="3", **WHY)
    yield
    day.press("restore_games", day.last("tournament.games_reduced"), **WHY)


@way()
def restore_games(day):
    half_way(day)
    day.press("reduce_games", best_of="3", **WHY)
    yield
    day.press("restore_games", day.last("tournament.games_reduced"), **WHY)
    yield
    day.press("reduce_games", best_of="3", **WHY)


def half_way(day):
    """A match at 2 – 1."""
    match = play.start(day.match(), table_number=1)
    play.matches.set_games(match_id=match.pk, games=(2, 1), actor=play.PROGRAM)


# The pairs once drawn


@way()
def substitute_player(day):
    was = play.pair(day.cup, 2).player_1
    yield
    day.press("substitute_player", 2, out="1", player="Lezo", **WHY)
    yield
    day.press("substitute_player", 2, out="1", player=was, **WHY)


@way()
def withdraw_pair(day):
    play.start(day.match(), table_number=1)
    number = day.match().pair_a.number
    yield
    day.press("withdraw_pair", number, **WHY)
    yield
    day.press("return_pair", number, **WHY)


@way()
def return_pair(day):
    number = day.match().pair_a.number
    day.press("withdraw_pair", number, **WHY)
    yield
    day.press("return_pair", number, **WHY)
    yield
    day.press("withdraw_pair", number, **WHY)


@way()
def disqualify_pair(day):
    play.start(day.match(), table_number=1)
    number = day.match().pair_a.number
    yield
    day.press("disqualify_pair", number, **WHY)
    yield
    day.press("return_pair", number, **WHY)


@way()
def both_absent(day):
    match = day.match()
    yield
    day.press("both_absent", match.pk, **WHY)
    yield
    for pair in (match.pair_a, match.pair_b):
        day.press("return_pair", pair.number, **WHY)


@way()
def late_pair(day):
    left = day.match().pair_b
    day.press("withdraw_pair", left.number, **WHY)
    yield
    day.press("late_pair", place=f"{day.match().pk}B", **TWO, **WHY)
    yield
    late = day.match().pair_b
    assert late != left
    day.press("withdraw_pair", late.number, **WHY)


@way("standings")  # it stands there as a pair that left
def late_pair__consolation(day):
    yield
    day.press("late_pair", place="consolation", **TWO, **WHY)
    yield
    day.press("withdraw_pair", 9, **WHY)


STAYS["late_pair"] |= {"matches", "standings"}  # it lost its place by leaving, as the other had


# A round just drawn


def round_two(day):
    """A day by a fresh draw each round, with round 2 drawn and not begun; its matches, two of which
    have other opponents."""
    championship.change(tournament_id=day.cup.pk, actor=play.PROGRAM, format="fresh_draw")
    draws.make(tournament_id=day.cup.pk, actor=play.PROGRAM, seed="s")
    day.cup.refresh_from_db()
    play.play_round(day.cup, 1)
    (a, b), (c, d) = to_change(tournament_id=day.cup.pk).own
    return {"a0": a, "b0": c, "a1": b, "b1": d, "step": "do", **WHY}


@way(entry=True)
def pair_by_hand(day):
    changed = round_two(day)
    yield
    day.press("pair_by_hand", **changed)
    yield
    day.press("take_back_pairing", 2, **WHY)


@way(entry=True)
def take_back_pairing(day):
    changed = round_two(day)
    day.press("pair_by_hand", **changed)
    yield
    day.press("take_back_pairing", 2, **WHY)
    yield
    day.press("pair_by_hand", **changed)


# The tables


@way()
def assign_free(day):
    yield
    day.press("assign_free")
    yield
    day.press("free_tables", day.last("tables.assigned"))


@way()
def free_tables(day):
    day.press("assign_free")
    yield
    day.press("free_tables", day.last("tables.assigned"))
    yield
    day.press("assign_free")


@way()
def start_called(day):
    day.press("assign_free")
    yield
    day.press("start_called")
    yield
    day.press("undo_started", first_start(day), **WHY)


@way()
def undo_started(day):
    day.press("assign_free")
    day.press("start_called")
    yield
    day.press("undo_started", first_start(day), **WHY)
    yield
    day.press("start_called")


def first_start(day):
    return day.cup.events.filter(kind="match.started").earliest("number").number


@way()
def assign_table(day):
    yield
    day.press("assign_table", day.match().pk, table_number="2")
    yield
    day.press("assign_table", day.match().pk, table_number="")


@way()
def start_match(day):
    day.press("assign_table", day.match().pk, table_number="1")
    yield
    day.press("start_match", day.match().pk)
    yield
    day.press("undo_start", day.match().pk, **WHY)


@way()
def undo_start(day):
    play.start(day.match(), table_number=1)
    yield
    day.press("undo_start", day.match().pk, **WHY)
    yield
    day.press("start_match", day.match().pk)


# Results


@way()
def walkover(day):
    yield
    day.press("walkover", day.match().pk, winner="A", **WHY)
    yield
    day.press("reopen_match", day.match().pk, **WHY)


@way()
def decide_match(day):
    play.start(day.match(), table_number=1)
    yield
    day.press("decide_match", day.match().pk, winner="A", **WHY)
    yield
    day.press("reopen_match", day.match().pk, **WHY)


@way()
def end_by_time(day):
    match = day.match()
    play.start(match, table_number=1)
    with patch.object(Tournament, "time_limit", (0, "leader")):
        level = day.desk.get(reverse("organizer:end_by_time", args=[day.cup.slug, match.pk])).text
        assert "one more hand decides" in level
        assert 'name="reason"' not in level
        table.record(match, table.plain())
        yield
        day.press("end_by_time", match.pk, **WHY)
        yield
        day.press("reopen_match", match.pk, **WHY)


@way()
def result(day):
    yield
    day.press("result", day.match().pk, games_a="3", games_b="1")
    yield
    day.press("reopen_match", day.match().pk, **WHY)


@way()
def replace_result(day):
    day.press("result", day.match().pk, games_a="3", games_b="1")
    yield
    day.press("replace_result", day.match().pk, step="do", games_a="1", games_b="3", **WHY)
    yield
    day.press("replace_result", day.match().pk, step="do", games_a="3", games_b="1", **WHY)


@way()
def reopen_match(day):
    day.press("result", day.match().pk, games_a="3", games_b="1")
    yield
    day.press("reopen_match", day.match().pk, **WHY)
    yield
    day.press("result", day.match().pk, games_a="3", games_b="1")


@way()
def reopen_match__decided(day):
    play.start(day.match(), table_number=1)
    day.press("decide_match", day.match().pk, winner="A", **WHY)
    yield
    day.press("reopen_match", day.match().pk, **WHY)
    yield
    day.press("decide_match", day.match().pk, winner="A", **WHY)


@way()
def reopen_match__with_later_ones(day):
    later_begun(day)
    yield
    day.press("reopen_match", day.match().pk, **WHY)
    yield
    day.press("undo_cascade", Cascade.objects.get().pk, **WHY)


def later_begun(day):
    """The first two matches won; the one between their winners has begun."""
    for slot in (0, 1):
        play.win(day.match(1, slot))
    play.start(day.match(2, 0), table_number=3)


@way()
def enter_paper(day):
    one_game(day)
    yield
    sheet = "7 1\n" * 6
    day.press("enter_paper", day.match().pk, text=sheet, confirmed=sheet)
    yield
    taken_apart(day, hands=6)


@way()
def import_match(day):
    best_of(day, 3)
    text = files.two_games(day.match())
    yield
    day.press("import_match", day.match().pk, text=text, step="record")
    hands = len(day.stands()["hands"])
    yield
    taken_apart(day, hands=hands)


def one_game(day):
    best_of(day, 1)


def best_of(day, games):
    day.press("reduce_games", best_of=str(games), **WHY)


def taken_apart(day, *, hands):
    """What was entered as a whole goes hand by hand."""
    match = day.match().pk
    day.press("reopen_match", match, **WHY)
    for _hand in range(hands):
        day.press("referee:undo", match, **WHY)
    day.press("undo_start", match, **WHY)


# Consolation


def beaten(day):
    """The first two matches won: two pairs are free, whose numbers are returned."""
    for slot in (0, 1):
        play.win(day.match(1, slot))
    return [day.match(1, slot).pair_b.number for slot in (0, 1)]


def pair_them(day):
    one, other = beaten(day)
    day.press("create_consolation", pairing=f"{one}-{other}")


@way()
def create_consolation(day):
    one, other = beaten(day)
    yield
    day.press("create_consolation", pairing=f"{one}-{other}")
    yield
    day.press("call_off_paired", day.last("consolation.paired"), **WHY)


@way()
def create_consolation__one(day):
    one, other = beaten(day)
    yield
    day.press("create_consolation", pairing=f"{one}-{other}")
    yield
    day.press("call_off", Match.objects.get(kind="consolation").pk, **WHY)


@way("next")  # made again, it has another number
def call_off(day):
    pair_them(day)
    made = Match.objects.get(kind="consolation")
    yield
    day.press("call_off", made.pk, **WHY)
    yield
    day.press("create_consolation", pairing=f"{made.pair_a.number}-{made.pair_b.number}")


@way("next")  # made again, it has another number
def call_off_paired(day):
    pair_them(day)
    made = Match.objects.get(kind="consolation")
    yield
    day.press("call_off_paired", day.last("consolation.paired"), **WHY)
    yield
    day.press("create_consolation", pairing=f"{made.pair_a.number}-{made.pair_b.number}")


@way()
def opt_out(day):
    number = beaten(day)[0]
    yield
    day.press("opt_out", number=number)
    yield
    day.press("opt_in", number=number)


@way()
def opt_in(day):
    number = beaten(day)[0]
    day.press("opt_out", number=number)
    yield
    day.press("opt_in", number=number)
    yield
    day.press("opt_out", number=number)


# Rulings


def at_table(day):
    return play.start(day.match(), table_number=1)


def a_claim(day):
    """A hand whose stones the table claims otherwise, and its question."""
    table.record(at_table(day), table.plain(claim=[3, 5]))
    return Ruling.objects.get(kind="claim")


def asked(day, kind):
    return Ruling.objects.filter(kind=kind, match__tournament=day.cup).latest("pk")


@way()
def rule(day):
    found = a_claim(day)
    yield
    day.press("rule", found.pk, step="do", decision="claim", **WHY)
    yield
    day.press("take_back_ruling", found.pk, step="do", **WHY)


@way("inbox", "decided")  # the question was answered: the game alone is given back
def rule__a_game(day):
    match = at_table(day)
    for _time in range(2):
        table.record(match, table.plain(infractions=[{"kind": "false_claim", "seat": 0}]))
    yield
    day.press("rule", asked(day, "repetition").pk, step="do", decision="confirm", **WHY)
    yield
    day.press("take_back", match.pk, 1, step="do", **WHY)


@way()
def rule__an_appeal(day):
    day.press("appeal", at_table(day).pk, side="A", about="", **WHY)
    found = asked(day, "appeal")
    yield
    day.press("rule", found.pk, step="do", decision="reject", **WHY)
    yield
    day.press("reopen_appeal", found.pk, **WHY)


@way()
def confirm_ruling(day):
    guilty = [{"kind": "false_claim", "seat": seat} for seat in (0, 1)]
    table.record(at_table(day), table.plain(infractions=guilty))
    found = asked(day, "needs_ruling")
    yield
    day.press("confirm_ruling", found.pk)
    yield
    day.press("take_back_ruling", found.pk, step="do", **WHY)


@way()
def take_back_ruling(day):
    found = a_claim(day)
    day.press("rule", found.pk, step="do", decision="claim", **WHY)
    yield
    day.press("take_back_ruling", found.pk, step="do", **WHY)
    yield
    day.press("rule", found.pk, step="do", decision="claim", **WHY)


@way()
def forfeit(day):
    match = at_table(day)
    yield
    day.press("forfeit", match.pk, step="do", loser="A", clause="G1", **WHY)
    yield
    day.press("take_back", match.pk, 1, step="do", **WHY)


@way()
def rule_game(day):
    match = at_table(day)
    table.record(match, table.win_for_a())
    yield
    day.press("rule_game", match.pk, 1, step="do", winner="B", **WHY)
    yield
    day.press("take_back", match.pk, 1, step="do", **WHY)


@way()
def take_back(day):
    match = at_table(day)
    day.press("forfeit", match.pk, step="do", loser="A", clause="G1", **WHY)
    yield
    day.press("take_back", match.pk, 1, step="do", **WHY)
    yield
    day.press("forfeit", match.pk, step="do", loser="A", clause="G1", **WHY)


def overruled(day, match, **outcome):
    day.press("overrule", match.pk, 1, 1, step="do", **outcome, **WHY)


@way()
def overrule(day):
    match = at_table(day)
    table.record(match, table.plain())
    yield
    overruled(day, match, stones_a="0", stones_b="0")
    yield
    day.press("take_back_ruling", asked(day, "overrule").pk, step="do", **WHY)


@way()
def take_back_correction(day):
    match = at_table(day)
    for entered in (table.win_for_a(), table.plain()):
        table.record(match, entered)
    corrections.correct(
        match_id=match.pk, game=1, number=1, record=table.quick(3, 2), goes_on=True,
        actor=play.PROGRAM, **WHY,
    )  # fmt: skip
    yield
    day.press("take_back_correction", match.pk, step="do", **WHY)
    yield
    day.press("take_back_correction", match.pk, step="do", **WHY)


def won_by_hands(day):
    """A match of one game, won by A's first hand; the one after it has begun."""
    best_of(day, 1)
    match = at_table(day)
    table.record(match, table.win_for_a())
    play.win(day.match(1, 1))
    play.start(day.match(2, 0), table_number=3)
    return match


@way()
def overrule__with_later_ones(day):
    match = won_by_hands(day)
    yield
    overruled(day, match, stones_a="", stones_b="", game_winner="B")
    yield
    day.press("undo_cascade", Cascade.objects.get().pk, **WHY)


@way("hands")  # the same outcome, of the version of the hand that stands now
def undo_cascade(day):
    match = won_by_hands(day)
    overruled(day, match, stones_a="", stones_b="", game_winner="B")
    yield
    day.press("undo_cascade", Cascade.objects.get().pk, **WHY)
    yield
    overruled(day, match, stones_a="", stones_b="", game_winner="B")


@way()
def undo_cascade__of_an_appeal(day):
    day.press("appeals", minutes="60")
    best_of(day, 1)
    later_begun(day)
    match = day.match()
    day.press("appeal", match.pk, side="B", about="", **WHY)
    found = asked(day, "appeal").pk
    other = {"step": "do", "decision": "result", "games_a": "0", "games_b": "1"}
    day.press("rule", found, **other, **WHY)
    yield
    day.press("undo_cascade", Cascade.objects.get().pk, **WHY)
    yield
    if asked(day, "appeal").status != "open":
        day.press("reopen_appeal", found, **WHY)
    day.press("rule", found, **other, **WHY)


@way()
def appeals(day):
    day.press("appeals", minutes="15")
    yield
    day.press("appeals", minutes="30")
    yield
    day.press("appeals", minutes="15")


@way()
def appeal(day):
    match = at_table(day)
    yield
    day.press("appeal", match.pk, side="A", about="", **WHY)
    yield
    day.press("withdraw_appeal", asked(day, "appeal").pk, **WHY)


@way()
def withdraw_appeal(day):
    day.press("appeal", at_table(day).pk, side="A", about="", **WHY)
    found = asked(day, "appeal").pk
    yield
    day.press("withdraw_appeal", found, **WHY)
    yield
    day.press("reopen_appeal", found, **WHY)


@way()
def reopen_appeal(day):
    day.press("appeal", at_table(day).pk, side="A", about="", **WHY)
    found = asked(day, "appeal").pk
    day.press("withdraw_appeal", found, **WHY)
    yield
    day.press("reopen_appeal", found, **WHY)
    yield
    day.press("withdraw_appeal", found, **WHY)


@way()
def reopen_appeal__rejected(day):
    day.press("appeal", at_table(day).pk, side="A", about="", **WHY)
    found = asked(day, "appeal").pk
    day.press("rule", found, step="do", decision="reject", **WHY)
    yield
    day.press("reopen_appeal", found, **WHY)
    yield
    day.press("rule", found, step="do", decision="reject", **WHY)


def a_case(day, match):
    """The pair's third false claim, in the match: the Tribunal's case."""
    lie = table.plain(infractions=[{"kind": "false_claim", "seat": 0}])
    table.record(match, lie)
    for _time in range(2):
        table.record(match, lie)
        found = Ruling.objects.filter(kind="repetition", status="open").first()
        rulings.confirm(ruling_id=found.pk, actor=play.PROGRAM)
    return TribunalCase.objects.get().pk


@way()
def case(day):
    match = at_table(day)
    case_id = a_case(day, match)
    yield
    day.press("case", case_id, step="do", verdict="disqualified", **WHY)
    yield
    day.press("return_pair", match.pair_a.number, **WHY)


@way()
def case__that_took_nothing(day):
    case_id = a_case(day, at_table(day))
    yield
    day.press("case", case_id, step="do", verdict="warned", **WHY)
    yield
    day.press("take_back_verdict", case_id, **WHY)


@way()
def take_back_verdict(day):
    case_id = a_case(day, at_table(day))
    day.press("case", case_id, step="do", verdict="cleared", **WHY)
    yield
    day.press("take_back_verdict", case_id, **WHY)
    yield
    day.press("case", case_id, step="do", verdict="cleared", **WHY)


@way()
def case__with_later_ones(day):
    match = at_table(day)
    case_id = a_case(day, match)
    while table.read(match).status == "playing":
        table.record(match, table.win_for_a())
    play.win(day.match(1, 1))
    play.start(day.match(2, 0), table_number=3)
    yield
    day.press("case", case_id, step="do", verdict="match", **WHY)
    yield
    day.press("undo_cascade", Cascade.objects.get().pk, **WHY)


# All of them


def named_back(act: str) -> set[str]:
    """The pages that the table names as the way back of an act; none where it has none."""
    if ROWS[act][1].startswith("none"):
        return set()
    return set(re.findall(r"`([\w:]+)`", ROWS[act][1]))


def act_of(name: str) -> str:
    return name.partition("__")[0]


@pytest.fixture
def leitza(django_user_model):
    return django_user_model.objects.create_user("leitza")


@pytest.fixture
def day(request, desk, arizkun, name):
    return Day(desk, play.tournament(entered=8, drawn=name not in ENTRY, owner=arizkun))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WAYS)
def test_an_act_is_taken_back_by_the_page_that_the_table_names(name, day, leitza):
    function = WAYS[name]
    wants_somebody = "leitza" in function.__code__.co_varnames
    steps = function(day, leitza) if wants_somebody else function(day)
    next(steps)
    before, told, day.pressed = day.stands(), day.told(), []
    next(steps)
    assert day.pressed == [act_of(name)]
    done, day.pressed = day.stands(), []
    offered = {act.way for act in latest(tournament_id=day.cup.pk) if act.event.number > told}
    assert done != before
    assert next(steps, "over") == "over"
    assert set(day.pressed) <= named_back(act_of(name)) | {
        "prepare_draw",
        "hand_over",
        "reopen_appeal",
    }
    ways_back = {*day.pressed, *named_back(act_of(name))}
    assert offered <= ways_back, "the desk offers another way back than one of those that work"
    after = day.stands()
    parted = {part for part in before if after[part] != before[part]}
    assert parted <= STAYS[name], {part: (before[part], after[part]) for part in parted}


def test_every_act_of_the_table_that_has_a_way_back_takes_it_here():
    assert {act_of(name) for name in WAYS} == {act for act in ROWS if named_back(act)}


def test_every_page_that_is_named_as_a_way_back_takes_something_back_here():
    """Of the rows that name several, each is taken by one of the act's ways."""
    for act in ROWS:
        taken = "".join(_back_of(one) for name, one in WAYS.items() if act_of(name) == act)
        assert named_back(act) <= set(re.findall(r'"([\w:]+)"', taken)), act


def _back_of(function: Way) -> str:
    helpers = (taken_apart, overruled)
    last = inspect.getsource(function).split("yield")[-1]
    return last + "".join(inspect.getsource(one) for one in helpers if one.__name__ in last)
