"""Each act of docs/the-day.md is done by its page, taken back by the page that is named there, and
everything that anybody sees is as before.

A way: the act, its way back (a press or several), and what is arranged `before`. Its name is the
act's; with a `label`, which of several ways back. `both_ways`: the second press, done on its own,
is taken back by the first. An act that is new in the table and has no way here fails, and so does a
way back that no way takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.desk.queries.latest import latest
from scoring.hands.services import corrections
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.services import rulings
from tests.scoring import files, table
from tests.tournament import play
from tests.web.organizer.day import Day
from tests.web.organizer.test_ways_back import ROWS
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.draw import services as draw
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.pairing import to_change
from tournament.seatings.models import SeatedRound
from tournament.signup.queries import singles
from tournament.signup.services import partners, sign_ups
from tournament.standings.queries import open_ties
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db
PAST = f"{date.today() - timedelta(days=2)}T20:00"
BEFORE = f"{date.today() + timedelta(days=3)}T20:00"
A_WEEK = [f"{date.today() + timedelta(days=days)}T22:00" for days in (7, 8)]
TWO = {"player_1": "Lezo", "player_2": "Deba"}
Step = Callable[[Day], object]


@dataclass(frozen=True)
class Press:
    """A page's form, sent. What is callable is asked of the day when it is pressed."""

    name: str
    args: tuple[Any, ...]
    data: dict[str, Any]
    times: Callable[[Day], int] = lambda _day: 1

    def __call__(self, day: Day) -> None:
        for _time in range(self.times(day)):
            args = [one(day) if callable(one) else one for one in self.args]
            data = {name: one(day) if callable(one) else one for name, one in self.data.items()}
            day.press(self.name, *args, **data)


@dataclass(frozen=True)
class Way:
    act: Press
    back: tuple[Press, ...]
    before: tuple[Step, ...]
    stays: frozenset[str]  # what is not as before, for the reason that the way says
    entry: bool  # before the draw


WAYS: dict[str, Way] = {}


def press(name: str, /, *args: object, **data: Any) -> Press:
    return Press(name, args, data)


def because(name: str, /, *args: object, **data: Any) -> Press:
    """A press that asks for a reason."""
    return Press(name, args, {"reason": "it was the wrong one", **data})


def way(act: Press, *back: Press, before=(), stays=(), entry=False, label="") -> None:
    name = f"{act.name}__{label}" if label else act.name
    assert name not in WAYS, "two ways of one name"
    WAYS[name] = Way(act, back, tuple(before), frozenset(stays), entry)


def both_ways(act: Press, back: Press, before=(), stays_back=(), **more: Any) -> None:
    way(act, back, before=before, **more)
    way(back, act, before=[*before, act], **{**more, "stays": stays_back})


# What is arranged, and what a press names


def m(day: Day) -> int:
    """The first match."""
    return day.match().pk


def number_of_a(day: Day) -> int:
    return day.match().pair_a.number


def number_of_b(day: Day) -> int:
    return day.match().pair_b.number


def result_line(day: Day) -> str:
    return f"{number_of_a(day)} - {number_of_b(day)}: 3-1"


def number_in_the_last_match(day: Day) -> int:
    return day.match(1, 3).pair_b.number


def last(kind: str) -> Step:
    return lambda day: day.last(kind)


def asked(kind: str) -> Step:
    """The last question of a kind."""
    return lambda day: Ruling.objects.filter(kind=kind, match__tournament=day.cup).latest("pk").pk


def case_id(_day: Day) -> int:
    return TribunalCase.objects.get().pk


def cascade(_day: Day) -> int:
    return Cascade.objects.get().pk


def at_table(day: Day) -> Match:
    return play.start(day.match(), table_number=1)


def recorded(*hands: dict[str, Any]) -> Step:
    """Hands of the first match."""
    return lambda day: [table.record(day.match(), hand) for hand in hands]


def half_way(day: Day) -> None:
    """A match at 2 – 1."""
    match = at_table(day)
    play.matches.set_games(match_id=match.pk, games=(2, 1), actor=play.PROGRAM)


def best_of(games: int) -> Press:
    return because("reduce_games", best_of=str(games))


def beaten(day: Day) -> list[int]:
    """The numbers of the pairs that the first two matches left free."""
    return [day.match(1, slot).pair_b.number for slot in (0, 1)]


def two_won(day: Day) -> None:
    for slot in (0, 1):
        play.win(day.match(1, slot))


def later_begun(day: Day) -> None:
    """The first two matches won; the one between their winners has begun."""
    for slot in (0, 1):
        if day.match(1, slot).status != "finished":
            play.win(day.match(1, slot))
    play.start(day.match(2, 0), table_number=3)


def round_two(day: Day) -> None:
    """A day by a fresh draw each round, with round 2 drawn and not begun."""
    tournaments.change(tournament_id=day.cup.pk, actor=play.PROGRAM, format="fresh_draw")
    draw.make(tournament_id=day.cup.pk, actor=play.PROGRAM, seed="s")
    day.cup.refresh_from_db()
    play.play_round(day.cup, 1)


def individuals(day: Day) -> None:
    """A day of individuals, drawn: four at a table, one round."""
    options = {"rounds": 1}
    tournaments.change(
        tournament_id=day.cup.pk, actor=play.PROGRAM, format="individuals", format_options=options
    )
    draw.make(tournament_id=day.cup.pk, actor=play.PROGRAM, seed="s")
    day.cup.refresh_from_db()


def in_a_table(day: Day) -> None:
    """One round, whose table decides."""
    tournaments.change(
        tournament_id=day.cup.pk, actor=play.PROGRAM, format="swiss",
        format_options={"swiss_rounds": 1, "ties": "lot"},
    )  # fmt: skip
    draw.make(tournament_id=day.cup.pk, actor=play.PROGRAM, seed="s")
    day.cup.refresh_from_db()


def play_it(day: Day) -> None:
    play.play_round(day.cup, 1)


def tied(day: Day) -> str:
    return open_ties(tournament_id=day.cup.pk)[0].numbers


def finish(day: Day) -> None:
    """The first table ends in the order of its seats."""
    seats = SeatedRound.objects.get(tournament=day.cup).tables[0]["seats"]
    places = {f"place_{player}": str(place) for place, player in enumerate(seats, start=1)}
    day.press("order_of_finish", 1, 1, **places)


def in_round_two(match: int, side: int) -> Step:
    return lambda day: to_change(tournament_id=day.cup.pk).own[match][side]


def asks_to_come_in(day: Day) -> None:
    sign_ups.sign_up(tournament_id=day.cup.pk, **TWO, phone="1234567")


def look_for_partners(day: Day) -> None:
    for name in ("Lazkao", "Ataun"):
        partners.look(tournament_id=day.cup.pk, player=name, phone="600")


def single(place: int) -> Step:
    return lambda day: list(singles(tournament_id=day.cup.pk))[place].id


def a_tablet(day: Day) -> None:
    there = Table.objects.get(tournament=day.cup, number=1)
    devices.join(token=join_token(there), label="Bar")


def leitza(_day: Day) -> int:
    return User.objects.get(username="leitza").pk


def pause(day: Day) -> int:
    return day.cup.pauses.latest("pk").pk


def corrected_to_go_on(day: Day) -> None:
    corrections.correct(
        match_id=m(day), game=1, number=1, record=table.quick(3, 2), goes_on=True,
        actor=play.PROGRAM, reason="it was the wrong one",
    )  # fmt: skip


def a_case(day: Day) -> None:
    """The pair's third false claim, in the match: the Tribunal's case."""
    table.record(at_table(day), LIE)
    for _time in range(2):
        table.record(day.match(), LIE)
        found = Ruling.objects.filter(kind="repetition", status="open").first()
        rulings.confirm(ruling_id=found.pk, actor=play.PROGRAM)


def won_by_hands(day: Day) -> None:
    """The first match won by hands; the one after it has begun."""
    while day.match().status == "playing":
        table.record(day.match(), table.win_for_a())
    later_begun(day)


def time_is_up(day: Day) -> None:
    """Under a limit, with both pairs level: one more hand decides."""
    day.patch.setattr(Tournament, "time_limit", (0, "leader"))
    level = day.page("end_by_time", m(day))
    assert "one more hand decides" in level
    assert 'name="reason"' not in level


LIE = table.plain(infractions=[{"kind": "false_claim", "seat": 0}])
BOTH_LIE = table.plain(infractions=[{"kind": "false_claim", "seat": seat} for seat in (0, 1)])


# Before the draw

way(press("change", name="Autumn Cup"), press("change", name="Zarautz Cup"))
way(
    press("prizes", places="1: a ham"),
    press("prizes", places="1: a cheese"),
    before=[press("prizes", places="1: a cheese")],
)
way(press("enter_pair", **TWO), because("withdraw_pair", 9), entry=True)
way(
    press("import_pairs", text="Lezo, Deba\nEibar, Bera", step="enter"),
    because("withdraw_pairs", query="?number=9&number=10"),
    entry=True,
)
way(
    because("withdraw_pairs", query="?number=2&number=3"),
    because("return_pair", 2),
    because("return_pair", 3),
    entry=True,
)
way(press("change_pair", 2, club="Kaia"), press("change_pair", 2, club="Club 2"), entry=True)
way(press("arrive_all"), *(press("not_here", n) for n in range(1, 9)), entry=True)
both_ways(press("arrive", 3), press("not_here", 3), entry=True)
way(press("paid", 2, paid="1"), press("paid", 2, paid="0"), entry=True)
BY_BOTH = press("pair_results", entered_by="both", minutes="10")
way(BY_BOTH, press("pair_results", entered_by="referees", minutes="10"))
way(
    press("match_days", day_1=A_WEEK[0], day_2=A_WEEK[1]),
    press("match_days", day_1="", day_2=""),
)
FILLED = press("fill_match_days", first=A_WEEK[0], between="7")
way(FILLED, press("match_days", day_1="", day_2="", day_3=""))
both_ways(because("postpone", m, until=A_WEEK[1]), press("keep_day", m), before=[FILLED])
way(
    because("appoint", m, at=BEFORE, venue="Casino"),
    because("appoint", m, at="", venue=""),
    before=[FILLED],
)
way(
    because("not_played", m, loses="A"),
    because("reopen_match", m),
    before=[press("match_days", day_1=PAST, day_2=A_WEEK[0])],
)
way(press("revoke_link", 2), press("renew_link", 2), before=[BY_BOTH])
# Switched off again, its terms are kept, with neither cap nor fee.
way(
    press("sign_up", is_open="on", cap="12", fee="10 €"),
    press("sign_up", is_open="", cap="", fee=""),
    stays={"signup"},
    entry=True,
)
# It waits no more: it was told that it is in, and that it is out.
way(
    press("let_in"),
    because("withdraw_pair", 9),
    before=[press("sign_up", is_open="on", cap="8"), asks_to_come_in, because("withdraw_pair", 3)],
    stays={"waiting"},
    entry=True,
)
# The two are on no list any more: they were told that they are a pair.
way(
    press("pair_up", first=single(0), second=single(1)),
    because("withdraw_pair", 9),
    before=[press("sign_up", is_open="on", cap="12"), look_for_partners],
    stays={"waiting"},
    entry=True,
)
way(press("make_draw", seed="kaixo"), because("undo_draw"), entry=True)
BALLS = {f"{side}{n}": str(n + 4 * (side == "b")) for side in "ab" for n in range(1, 5)}
way(because("draw_by_hand", **BALLS), because("undo_draw"), entry=True)
way(because("undo_draw"), press("make_draw", seed="s"))
PREPARED = press("prepare_draw")
both_ways(PREPARED, because("cancel_draw"), entry=True)
# Words that were said cannot be unsaid: the draw is prepared anew, under another commitment.
SAID = press("add_draw_words", words="seven kings")
way(SAID, because("cancel_draw"), PREPARED, before=[PREPARED], entry=True)
# A secret that was opened cannot be closed.
way(
    press("reveal_draw"),
    because("undo_draw"),
    before=[PREPARED, SAID],
    stays={"draw"},
    entry=True,
)

# Who does what, and with what

way(
    press("screen", shown="draw"),
    press("screen", shown="bracket"),
    before=[press("screen", shown="bracket")],
)
IN_STEPS = press("screen", shown="prizes", in_steps="on")
way(
    press("hold_screen", held="black"),
    press("hold_screen", held=""),
    before=[press("screen", shown="bracket")],
)
way(press("reveal_next", step="1"), press("reveal_next", step="0"), before=[IN_STEPS])
way(press("set_tables", count="6"), press("set_tables", count="4"))


def tablet(_day: Day) -> int:
    return Device.objects.get().pk


way(
    press("name_device", tablet, label="Window"),
    press("name_device", tablet, label="Bar"),
    before=[a_tablet],
)
ADDED = press("add_person", username="leitza", role="owner")
both_ways(ADDED, press("remove_person", leitza))
way(
    press("set_role", leitza, role="referee"),
    press("set_role", leitza, role="desk"),
    before=[ADDED, press("set_role", leitza, role="desk")],
)
ORBAITZETA, ARIBE = (press("add_referee", name=name) for name in ("Orbaitzeta", "Aribe"))
TO_1, TO_2 = (press("hand_over", tables=[1, 2], to=to) for to in "12")
way(ORBAITZETA, press("remove_referee", 1))
way(TO_2, TO_1, before=[ORBAITZETA, ARIBE, TO_1])
way(press("remove_referee", 1), ORBAITZETA, TO_2, before=[ORBAITZETA, TO_1])

# The clock. A pause that was on was one for as long as it lasted; announced again, it is another.

LUNCH = press("announce_pause", minutes="30", reason="lunch")
both_ways(LUNCH, press("call_off_pause", pause), stays_back={"pauses"})
way(LUNCH, press("end_pause", pause), stays={"pauses"}, label="ended")
way(press("end_pause", pause), LUNCH, before=[LUNCH], stays={"pauses"})
way(
    press("change_pause", pause, minutes="50"),
    press("change_pause", pause, minutes="30"),
    before=[LUNCH],
)
both_ways(best_of(3), because("restore_games", last("tournament.games_reduced")), before=[half_way])

# The pairs once drawn

way(
    because("substitute_player", 2, out="1", player="Lezo"),
    because("substitute_player", 2, out="1", player="Getaria 2"),
)
both_ways(because("withdraw_pair", number_of_a), because("return_pair", number_of_a))
way(
    because("withdraw_pair", number_of_a),
    because("return_pair", number_of_a),
    before=[at_table],
    label="in_play",
)
way(
    because("disqualify_pair", number_of_a),
    because("return_pair", number_of_a),
    before=[at_table],
)
way(
    because("both_absent", m),
    because("return_pair", number_of_a),
    because("return_pair", number_of_b),
)
# It lost its place by leaving, as the other had.
way(
    because("late_pair", place=lambda day: f"{m(day)}B", **TWO),
    because("withdraw_pair", number_of_b),
    before=[because("withdraw_pair", number_of_b)],
    stays={"matches", "standings"},
)
# It stands there as a pair that left.
way(
    because("late_pair", place="consolation", **TWO),
    because("withdraw_pair", 9),
    stays={"standings"},
    label="consolation",
)
SWAPPED = {
    name: in_round_two(match, side)
    for name, match, side in (("a0", 0, 0), ("b0", 1, 0), ("a1", 0, 1), ("b1", 1, 1))
}
way(
    because("pair_by_hand", step="do", **SWAPPED),
    because("undo_act", last("round.paired_by_hand")),
    before=[round_two],
    entry=True,
)

# Individuals


class Finish(Press):
    def __call__(self, day: Day) -> None:
        finish(day)


SEATED, ORDER = press("seat_round"), Finish("order_of_finish", (), {})
way(SEATED, because("undo_act", last("round.seated")), before=[individuals], entry=True)
way(
    ORDER,
    because("undo_act", last("round.order_entered")),
    before=[individuals, SEATED],
    entry=True,
)

# Any of them, by the one page

way(
    press("undo_act", last("pair.changed"), reason="no"),
    press("undo_act", last("act.undone"), reason="no"),
    before=[press("change_pair", 2, club="Kaia")],
    entry=True,
)

# The tournament as a whole

way(
    because("postpone_tournament", starts_at="2027-01-09T12:00", place="Orio"),
    press("undo_act", last("tournament.postponed"), reason="no"),
)
way(because("call_off_tournament"), press("undo_act", last("tournament.called_off"), reason="no"))
way(
    because("end_tournament_early"),
    press("undo_act", last("tournament.ended_early"), reason="no"),
    before=[press("result", m, games_a="3", games_b="1")],
)
way(
    because("enter_afterwards", results_text=result_line, step="enter"),
    press("undo_act", last("results.entered_afterwards"), reason="no"),
)
both_ways(because("hide_tournament"), because("show_tournament"))
way(
    because("give_points", 1, points="-2"),
    press("undo_act", last("pair.points_given"), reason="no"),
    before=[in_a_table],
    entry=True,
)
way(
    because("decide_tie", how="lot", order=tied),
    press("undo_act", last("tie.decided"), reason="no"),
    before=[in_a_table, play_it],
    entry=True,
)

way(
    because("swap_places", first=number_of_a, second=number_in_the_last_match),
    press("undo_act", last("draw.swapped"), reason="no"),
)

# The tables

way(
    press("arrange_table", 4, name="Terrace", kept_for="3"),
    press("undo_act", last("table.arranged")),
)
CALLED = press("assign_free")
way(CALLED, press("undo_act", last("tables.assigned")))
way(press("start_called"), because("undo_act", last("match.started")), before=[CALLED])
way(press("assign_table", m, table_number="2"), press("assign_table", m, table_number=""))
both_ways(
    press("start_match", m),
    because("undo_start", m),
    before=[press("assign_table", m, table_number="1")],
)

# Results

REOPENED = because("reopen_match", m)
RESULT = press("result", m, games_a="3", games_b="1")
DECIDED = because("decide_match", m, winner="A")
way(because("walkover", m, winner="A"), REOPENED)
both_ways(RESULT, REOPENED)
way(DECIDED, REOPENED, before=[at_table])
way(REOPENED, DECIDED, before=[at_table, DECIDED], label="decided")
way(REOPENED, because("undo_cascade", cascade), before=[later_begun], label="with_later_ones")
way(
    because("end_by_time", m),
    REOPENED,
    before=[at_table, time_is_up, recorded(table.plain())],
)
way(
    because("replace_result", m, step="do", games_a="1", games_b="3"),
    because("replace_result", m, step="do", games_a="3", games_b="1"),
    before=[RESULT],
)
# What was entered as a whole goes hand by hand.
TAKEN_APART = (
    REOPENED,
    Press("referee:undo", (m,), {"reason": "no"}, lambda day: len(day.stands()["hands"])),
    because("undo_start", m),
)
PAPER = "7 1\n" * 6
way(press("enter_paper", m, text=PAPER, confirmed=PAPER), *TAKEN_APART, before=[best_of(1)])
way(
    press("import_match", m, text=lambda day: files.two_games(day.match()), step="record"),
    *TAKEN_APART,
    before=[best_of(3)],
)

# Consolation. Made again, a match has another number.

PAIRED = press(
    "create_consolation", pairing=lambda day: "-".join(str(number) for number in beaten(day))
)


def consolation(_day: Day) -> int:
    return Match.objects.get(kind="consolation").pk


way(PAIRED, because("undo_act", last("consolation.paired")), before=[two_won])
way(PAIRED, because("call_off", consolation), before=[two_won], label="one")
way(
    press("end_consolation"),
    press("undo_act", last("consolation.ended")),
    before=[two_won],
)
way(because("call_off", consolation), PAIRED, before=[two_won, PAIRED], stays={"next"})
both_ways(
    press("opt_out", pair=lambda day: beaten(day)[0]),
    press("opt_in", pair=lambda day: beaten(day)[0]),
    before=[two_won],
)

# Rulings

CLAIMED = recorded(table.plain(claim=[3, 5]))
both_ways(
    because("rule", asked("claim"), step="do", decision="claim"),
    because("take_back_ruling", asked("claim"), step="do"),
    before=[at_table, CLAIMED],
)
GIVEN_BACK = because("take_back", m, 1, step="do")
# The question was answered: the game alone is given back.
way(
    because("rule", asked("repetition"), step="do", decision="confirm"),
    GIVEN_BACK,
    before=[at_table, recorded(LIE, LIE)],
    stays={"inbox", "decided"},
    label="a_game",
)
way(
    press("confirm_ruling", asked("needs_ruling")),
    because("take_back_ruling", asked("needs_ruling"), step="do"),
    before=[at_table, recorded(BOTH_LIE)],
)
FORFEITED = because("forfeit", m, step="do", loser="A", clause="G1")
both_ways(FORFEITED, GIVEN_BACK, before=[at_table])
way(
    because("rule_game", m, 1, step="do", winner="B"),
    GIVEN_BACK,
    before=[at_table, recorded(table.win_for_a())],
)
way(
    because("overrule", m, 1, 1, step="do", stones_a="0", stones_b="0"),
    because("take_back_ruling", asked("overrule"), step="do"),
    before=[at_table, recorded(table.plain())],
)
TURNED = because("overrule", m, 1, 1, step="do", stones_a="", stones_b="", game_winner="B")
way(
    TURNED,
    because("undo_cascade", cascade),
    before=[best_of(1), at_table, won_by_hands],
    label="with_later_ones",
)
# The same outcome, of the version of the hand that stands now.
way(
    because("undo_cascade", cascade),
    TURNED,
    before=[best_of(1), at_table, won_by_hands, TURNED],
    stays={"hands"},
)
BACK = because("take_back_correction", m, step="do")
way(
    BACK,
    BACK,
    before=[at_table, recorded(table.win_for_a(), table.plain()), corrected_to_go_on],
)

# Appeals

APPEAL = asked("appeal")
APPEALED = because("appeal", m, side="A", about="")
REJECTED = because("rule", APPEAL, step="do", decision="reject")
way(
    press("appeals", minutes="30"),
    press("appeals", minutes="15"),
    before=[press("appeals", minutes="15")],
)
way(APPEALED, because("withdraw_appeal", APPEAL), before=[at_table])
way(
    because("withdraw_appeal", APPEAL),
    because("undo_act", last("appeal.withdrawn")),
    before=[at_table, APPEALED],
)
way(
    REJECTED,
    because("undo_act", last("ruling.made")),
    before=[at_table, APPEALED],
    label="an_appeal",
)
UPHELD = because("rule", APPEAL, step="do", decision="result", games_a="0", games_b="1")
way(
    because("undo_cascade", cascade),
    because("undo_act", last("cascade.undone")),
    before=[
        press("appeals", minutes="60"),
        best_of(1),
        later_begun,
        because("appeal", m, side="B", about=""),
        UPHELD,
    ],
    label="of_an_appeal",
)

# The Tribunal


def verdict(word: str) -> Press:
    return because("case", case_id, step="do", verdict=word)


way(verdict("disqualified"), because("return_pair", number_of_a), before=[a_case])
both_ways(
    verdict("cleared"),
    because("take_back_verdict", case_id),
    before=[a_case],
    label="that_took_nothing",
)
way(
    verdict("match"),
    because("undo_cascade", cascade),
    before=[a_case, won_by_hands],
    label="with_later_ones",
)


# All of them


def named_back(act: str) -> set[str]:
    """The pages that the table names as the way back of an act; none where it has none."""
    if ROWS[act][1].startswith("none"):
        return set()
    return set(re.findall(r"`([\w:]+)`", ROWS[act][1]))


@pytest.fixture
def day(monkeypatch, desk, arizkun, name):
    User.objects.create_user("leitza")
    cup = play.tournament(entered=8, drawn=not WAYS[name].entry, owner=arizkun)
    return Day(desk, cup, monkeypatch)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WAYS)
def test_an_act_is_taken_back_by_the_page_that_the_table_names(name, day):
    way = WAYS[name]
    for step in way.before:
        step(day)
    before, told = day.stands(), day.told()
    way.act(day)
    assert day.stands() != before
    offered = {act.way for act in latest(tournament_id=day.cup.pk) if act.event.number > told}
    for step in way.back:
        step(day)
    ways_back = {step.name for step in way.back} | named_back(way.act.name)
    works = ways_back | {"undo_act"}
    assert offered <= works, "the desk offers another way back than one of those that work"
    after = day.stands()
    parted = {part for part in before if after[part] != before[part]}
    assert parted <= way.stays, {part: (before[part], after[part]) for part in parted}


def test_every_act_of_the_table_that_has_a_way_back_takes_it_here():
    assert {way.act.name for way in WAYS.values()} == {act for act in ROWS if named_back(act)}


AGAIN = {"prepare_draw", "hand_over"}  # what follows on the page that takes back


@pytest.mark.parametrize("act", sorted({way.act.name for way in WAYS.values()}))
def test_the_pages_that_take_an_act_back_are_those_that_the_table_names(act):
    taken = {step.name for way in WAYS.values() if way.act.name == act for step in way.back}
    assert named_back(act) <= taken <= named_back(act) | AGAIN
