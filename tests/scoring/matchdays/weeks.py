"""A double league of ten pairs over eighteen weeks: played week by week through the services that
people use, and its table counted by an outsider who knows only its file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable
from datetime import timedelta
from random import Random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.course.queries.statements import statements_of
from scoring.matchdays.queries.calendar import dates_of
from scoring.matchdays.services import schedule
from scoring.statements import services as statements
from scoring.statements.queries import A_DAY, link_of
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.matches.models import Match

WEEKS, PAIRS, DAYS = 18, 10, 3
A_WEEK, AN_HOUR = timedelta(days=7), timedelta(hours=1)


def begin(owner: User) -> Tournament:
    """The league is drawn, its pairs enter the results and have three days to answer, and the first
    week has begun."""
    options = {"rounds_each": 2, "points_win": 3, "any_order": True}
    made = play.tournament(
        name="Weeks", entered=PAIRS, owner=owner, format="round_robin", format_options=options,
        tables=1,
    )  # fmt: skip
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed="s")
    statements.set_terms(
        tournament_id=made.pk, entered_by="pairs", minutes=DAYS * A_DAY, closes_alone=True,
        actor=play.PROGRAM,
    )  # fmt: skip
    first = timezone.now() + A_WEEK - AN_HOUR
    days = [first + number * A_WEEK for number in range(WEEKS)]
    schedule.set_days(tournament_id=made.pk, days=days, actor=play.PROGRAM)
    made.refresh_from_db()
    return made


def a_week_passes(cup: Tournament) -> None:
    """The match days lie a week earlier, as if that time had passed."""
    days = [until - A_WEEK for until in dates_of(tournament_id=cup.pk).values()]
    schedule.set_days(tournament_id=cup.pk, days=days, actor=play.PROGRAM)


def silence_passes() -> int:
    """The pairs have had their days to answer; returns how many results count without one."""
    return statements.close_due(now=timezone.now() + timedelta(days=DAYS, minutes=1))


def true_result(match: Match) -> tuple[int, int]:
    """How the match ended at the table."""
    lot = Random(f"{match.round}.{match.slot}")
    lost = lot.randrange(match.wins_needed)
    return (match.wins_needed, lost) if lot.random() < 0.5 else (lost, match.wins_needed)


def of_week(cup: Tournament, week: int, *, but: Collection[int] = ()) -> Iterable[Match]:
    """The matches of a week that are to be played, without those of some numbers of pairs."""
    rows = Match.objects.filter(tournament=cup, round=week, status="ready")
    for match in rows.select_related("pair_a", "pair_b").order_by("slot"):
        if not {match.pair_a.number, match.pair_b.number} & set(but):
            yield match


def say(match: Match, side: str) -> None:
    """The pair of a side says how its match ended."""
    pair = match.pair_a_id if side == "A" else match.pair_b_id
    assert pair is not None
    said = statements_of(match)
    statements.say(
        link=link_of(pair_id=pair), match_id=match.pk, games=true_result(match),
        answers=said.first.number if said else None,
    )  # fmt: skip


def play_week(cup: Tournament, week: int, *, but: Collection[int] = ()) -> None:
    """Both pairs of each match say its result, and the week passes."""
    for match in of_week(cup, week, but=but):
        say(match, "A")
        say(match, "B")
    a_week_passes(cup)


def counted(content: bytes, annulled: Collection[int]) -> list[tuple[str, int, int, int]]:
    """The table by the rows of a tournament's file: names with points, games won and lost, the
    first one first; pairs whose results are annulled left out. Three points a match won; then the
    meetings among those with as many, the difference of games, and the games won."""
    rows: list[dict[str, Any]] = [
        read["data"]
        for line in content.decode().splitlines()
        if (read := json.loads(line))["kind"] == "row"
    ]
    pairs = {
        row["id"]: f"{row['player_1']} – {row['player_2']}"
        for row in rows
        if row["row"] == "pair" and row["number"] not in annulled
    }
    matches = [
        row for row in rows if row["row"] == "match" and {row["pair_a"], row["pair_b"]} <= {*pairs}
    ]
    points, won, lost = Counter[int](), Counter[int](), Counter[int]()
    for row in matches:
        if row["winner"]:
            points[row["pair_a" if row["winner"] == "A" else "pair_b"]] += 3
        for pair, own, other in (
            ("pair_a", "games_a", "games_b"),
            ("pair_b", "games_b", "games_a"),
        ):
            won[row[pair]] += row[own]
            lost[row[pair]] += row[other]

    def meetings(pair: int) -> int:
        """The matches won among those with as many points, where all of them met twice."""
        tied = {other for other in pairs if points[other] == points[pair]}
        among = [row for row in matches if {row["pair_a"], row["pair_b"]} <= tied]
        winners = [row["pair_a" if row["winner"] == "A" else "pair_b"] for row in among]
        return winners.count(pair) if len(among) == len(tied) * (len(tied) - 1) else 0

    order = sorted(
        pairs, key=lambda pair: (points[pair], meetings(pair), won[pair] - lost[pair], won[pair])
    )
    return [(pairs[pair], points[pair], won[pair], lost[pair]) for pair in reversed(order)]
