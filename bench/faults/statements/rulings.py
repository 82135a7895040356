"""Cases of the services of officials' words: rulings, the Tribunal, appeals, endings."""

from __future__ import annotations

from functools import partial

from bench.faults.statements.day import ME, Call, Case, Day
from scoring.rulings.models import Ruling
from scoring.rulings.services import (
    appeals,
    cascades,
    decisions,
    departures,
    endings,
    games,
    rulings,
    taking_back,
    tribunal,
    verdicts,
    window,
)
from tournament.consolation import services as consolation
from tournament.matches.models import Cascade


def _appeal(day: Day) -> Ruling:
    window.set_window(tournament_id=day.cup.pk, minutes=20, actor=ME)
    return appeals.enter(
        match_id=day.match.pk, side="B", reason="unseen", actor=ME, game=1, number=1
    )


def _reopened_appeal(day: Day) -> Call:
    asked = _appeal(day)
    appeals.withdraw(ruling_id=asked.pk, reason="they let it be", actor=ME)
    return partial(appeals.reopen, ruling_id=asked.pk, reason="they do not", actor=ME)


def _cascade_back(day: Day) -> Call:
    first, later = day.played_on()
    endings.reopen(match_id=first.pk, actor=ME, reason="a mistake", sets_aside=[later.pk])
    made = Cascade.objects.latest("pk")
    return partial(cascades.take_back, cascade_id=made.pk, actor=ME, reason="it was none")


def _came_back(day: Day) -> Call:
    day.claim()
    departures.withdraw(pair_id=_pair(day), reason="ill", actor=ME)
    return partial(departures.reinstate, pair_id=_pair(day), reason="mistaken", actor=ME)


def _left(day: Day) -> Call:
    day.claim()
    return partial(departures.withdraw, pair_id=_pair(day), reason="ill", actor=ME)


def _off(day: Day) -> Call:
    (made,) = consolation.create_matches(
        tournament_id=day.cup.pk, pairings=[day.beaten()], actor=ME
    )
    return partial(endings.call_off, match_id=made.pk, reason="they went home", actor=ME)


def _replaced(day: Day) -> Call:
    endings.record_result(match_id=day.ready.pk, games=_two(day), actor=ME)
    return partial(
        endings.replace_result, match_id=day.ready.pk, games=_two(day)[::-1], reason="misread",
        actor=ME,
    )  # fmt: skip


def _reopened(day: Day) -> Call:
    first, later = day.played_on()
    return partial(
        endings.reopen, match_id=first.pk, actor=ME, reason="a mistake", sets_aside=[later.pk]
    )


def _given_away(day: Day) -> Call:
    day.claim()
    return partial(
        endings.walkover, match_id=day.match.pk, winner="A", reason="they left", actor=ME
    )


def _won_in_review(day: Day) -> Call:
    day.claim()
    return partial(endings.decide, match_id=day.match.pk, winner="B", reason="gone", actor=ME)


def _game_back(day: Day) -> Call:
    games.rule(match_id=day.match.pk, game=1, winner="B", actor=ME, reason="marked cards")
    return partial(games.take_back, match_id=day.match.pk, game=1, actor=ME, reason="unmarked")


def _ruling_back(day: Day) -> Call:
    asked = day.claim()
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", reason="seen", actor=ME)
    return partial(taking_back.take_back, ruling_id=asked.pk, actor=ME, reason="another hand")


def _disqualified(day: Day) -> Call:
    day.third_lie()
    return partial(tribunal.disqualify, pair_id=_pair(day), reason="marked cards", actor=ME)


def _verdict_back(day: Day) -> Call:
    case = day.case()
    tribunal.hear(case_id=case.pk, actor=ME, note="they deny it")
    tribunal.judge(case_id=case.pk, verdict="cleared", reason="both heard", actor=ME)
    of = {"case_id": case.pk, "tournament_id": day.cup.pk}
    return partial(verdicts.take_back, **of, reason="another one", actor=ME)


def _pair(day: Day) -> int:
    assert day.match.pair_a_id is not None
    return day.match.pair_a_id


def _two(day: Day) -> tuple[int, int]:
    return (day.ready.wins_needed, 0)


CASES: dict[str, Case] = {
    "scoring.rulings.services.appeals.enter": lambda day: partial(
        appeals.enter, match_id=day.match.pk, side="B", reason="unseen", actor=ME, game=1, number=1
    ),
    "scoring.rulings.services.appeals.reject": lambda day: partial(
        appeals.reject, ruling_id=_appeal(day).pk, actor=ME, reason="it was seen"
    ),
    "scoring.rulings.services.appeals.reopen": _reopened_appeal,
    "scoring.rulings.services.appeals.uphold": lambda day: partial(
        appeals.uphold, ruling_id=_appeal(day).pk, actor=ME, reason="unseen", stones=(0, 7)
    ),
    "scoring.rulings.services.appeals.withdraw": lambda day: partial(
        appeals.withdraw, ruling_id=_appeal(day).pk, actor=ME, reason="they let it be"
    ),
    "scoring.rulings.services.cascades.take_back": _cascade_back,
    "scoring.rulings.services.decisions.read_outcome": lambda day: partial(
        decisions.read_outcome, (1, 2), None
    ),
    "scoring.rulings.services.departures.both_absent": lambda day: partial(
        departures.both_absent, match_id=day.ready.pk, reason="absent", actor=ME
    ),
    "scoring.rulings.services.departures.reinstate": _came_back,
    "scoring.rulings.services.departures.withdraw": _left,
    "scoring.rulings.services.endings.call_off": _off,
    "scoring.rulings.services.endings.decide": _won_in_review,
    "scoring.rulings.services.endings.record_result": lambda day: partial(
        endings.record_result, match_id=day.ready.pk, games=_two(day), actor=ME
    ),
    "scoring.rulings.services.endings.reduce_games": lambda day: partial(
        endings.reduce_games, tournament_id=day.cup.pk, best_of=1, reason="late", actor=ME
    ),
    "scoring.rulings.services.endings.reopen": _reopened,
    "scoring.rulings.services.endings.replace_result": _replaced,
    "scoring.rulings.services.endings.walkover": _given_away,
    "scoring.rulings.services.games.forfeit": lambda day: partial(
        games.forfeit, match_id=day.match.pk, loser="A", reason="left", actor=ME
    ),
    "scoring.rulings.services.games.rule": lambda day: partial(
        games.rule, match_id=day.match.pk, game=1, winner="B", reason="marked cards", actor=ME
    ),
    "scoring.rulings.services.games.take_back": _game_back,
    "scoring.rulings.services.rulings.confirm": lambda day: partial(
        rulings.confirm, ruling_id=day.disputed().pk, actor=ME, reason="on purpose", counts=["A"]
    ),
    "scoring.rulings.services.rulings.decide_claim": lambda day: partial(
        rulings.decide_claim, ruling_id=day.claim().pk, stands="claim", reason="seen", actor=ME
    ),
    "scoring.rulings.services.rulings.dismiss": lambda day: partial(
        rulings.dismiss, ruling_id=day.claim().pk, actor=ME, reason="withdrawn"
    ),
    "scoring.rulings.services.rulings.overrule": lambda day: partial(
        rulings.overrule, match_id=day.match.pk, game=1, number=1, stones=(0, 12), actor=ME,
        reason="cards shown",
    ),
    "scoring.rulings.services.rulings.pass_on": lambda day: partial(
        rulings.pass_on, ruling_id=day.third_lie().pk, actor=ME
    ),
    "scoring.rulings.services.rulings.replace": lambda day: partial(
        rulings.replace, ruling_id=day.disputed().pk, actor=ME, reason="misdeal", stones=(2, 2)
    ),
    "scoring.rulings.services.taking_back.take_back": _ruling_back,
    "scoring.rulings.services.tribunal.disqualify": _disqualified,
    "scoring.rulings.services.tribunal.hear": lambda day: partial(
        tribunal.hear, case_id=day.case().pk, actor=ME, note="they deny it"
    ),
    "scoring.rulings.services.tribunal.judge": lambda day: partial(
        tribunal.judge, case_id=day.case().pk, verdict="disqualified", reason="both heard", actor=ME
    ),
    "scoring.rulings.services.verdicts.take_back": _verdict_back,
    "scoring.rulings.services.window.set_window": lambda day: partial(
        window.set_window, tournament_id=day.cup.pk, minutes=20, actor=ME
    ),
}  # fmt: skip
