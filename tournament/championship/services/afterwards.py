"""Results that were played elsewhere or written on paper, entered afterwards all at once."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.errors import Problem, Refusal, lazy_text
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import results

LONGEST_TEXT = 40_000
MOST_LINES = 2_000
ALONE = re.compile(r"\s*[0-9]{1,6}\s*[.:–-]?\s*")
"""The number of a pair that rests. A heading such as "Round 1" is none."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line: two pairs by number with the games of each, or one pair that rests."""

    line: int
    pairs: tuple[int, int | None]
    games: tuple[int, int] = (0, 0)


@transaction.atomic
def enter_afterwards(
    *, tournament_id: int, actor: Actor, results_text: str, reason: str
) -> Tournament:
    """Enters the results of the lines, one match a line: two numbers of pairs and the games of
    each ("3 - 7: 3-1"), or the number of one that rests. The first ones are the draw, as they
    stand there, where none has been made.

    The tournament is marked as entered afterwards. Nothing is entered when a line is refused.
    Raises NotFound, NotAllowed, Refusal (nothing_to_enter, too_long, bad_line, no_such_match,
    reason_required, what the draw by hand and each result are refused for).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    lines = _read(results_text)
    why = rights.given_reason(reason)
    if tournament.status == Tournament.Status.ENTRY:
        draw.make(
            tournament_id=tournament_id,
            actor=actor,
            by_hand=_round_1(tournament, lines),
            reason=why,
        )
        tournament.refresh_from_db()
    entered = [_enter(tournament, line, actor) for line in lines if line.pairs[1] is not None]
    tournament.refresh_from_db()
    tournament.entered_afterwards = True
    tournament.save(update_fields=["entered_afterwards"])
    data: dict[str, Any] = {
        "entered_afterwards": True,
        "matches": [events.match_ref(match) for match in entered],
        "reason": why,
    }
    events.append(tournament, actor, "results.entered_afterwards", data)
    return tournament


def _read(text: str) -> list[ResultLine]:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or text.count("\n") > MOST_LINES:
        raise Refusal.one(
            "results_text", "too_long", _("This is too long. Enter it in several parts.")
        )
    lines: list[ResultLine] = []
    faults: list[Problem] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        values = [int(digits) for digits in re.findall(r"[0-9]{1,6}", line)]
        if len(values) == 4:
            a, b, *games = values
            lines.append(ResultLine(number, (a, b), (games[0], games[1])))
        elif ALONE.fullmatch(line):
            lines.append(ResultLine(number, (values[0], None)))
        else:
            message = _(
                "Line %(line)s: write the numbers of the two pairs and the games of each, such as "
                "“3 - 7: 3-1”; of a pair that rests its number alone."
            )
            faults.append(Problem("results_text", "bad_line", lazy_text(message, line=number)))
    if faults:
        raise Refusal(faults[:20])
    if not lines:
        raise Refusal.one(
            "results_text", "nothing_to_enter", _("There is no result here. Write one a line.")
        )
    return lines


def _round_1(tournament: Tournament, lines: Iterable[ResultLine]) -> list[tuple[int, int | None]]:
    """The first lines, up to the one with which every pair that is entered has its place."""
    entered = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    left = set(entered.values_list("number", flat=True))
    round_1: list[tuple[int, int | None]] = []
    for line in lines:
        if not left:
            break
        round_1.append(line.pairs)
        left -= set(line.pairs)
    return round_1


def _enter(tournament: Tournament, line: ResultLine, actor: Actor) -> Match:
    """Enters one result. A refusal names the line."""
    a, b = line.pairs
    open_now = Match.objects.filter(tournament=tournament, status__in=["ready", "playing"])
    numbers = [number for number in line.pairs if number is not None]
    both = open_now.filter(pair_a__number__in=numbers, pair_b__number__in=numbers)
    match = both.select_related("pair_a").order_by("-kind", "round", "slot").first()
    if match is None or match.pair_a is None:
        raise Refusal.one(
            "results_text",
            "no_such_match",
            _(
                "Line %(line)s: %(a)s and %(b)s have no match to play now. Earlier rounds come "
                "first."
            ),
            line=line.line, a=a, b=b,
        )  # fmt: skip
    games = line.games if match.pair_a.number == a else (line.games[1], line.games[0])
    try:
        return results.record_result(match_id=match.pk, games=games, actor=actor)
    except Refusal as refusal:
        words = _("Line %(line)s: %(why)s")
        raise Refusal(
            [
                Problem("results_text", one.code, lazy_text(words, line=line.line, why=one.message))
                for one in refusal.problems
            ]
        ) from refusal
