"""Eight writers at once on one tournament, in a process of its own; prints what came of it.

Run with DATABASE_URL naming an empty database: `python -m tests.tournament.race`.
"""

from __future__ import annotations

import json
import sys

from tests.racing import WRITERS, set_up, together


def main() -> None:
    set_up()
    from django.contrib.auth.models import User
    from django.db import connection

    from accounts.services import tokens
    from accounts.services.tokens import MOST_TOKENS
    from tests.tournament.notices.test_notices import SERVICE, Browser
    from tests.tournament.play import PROGRAM, tournament
    from tournament.draw import services as draw
    from tournament.entries.models import Pair
    from tournament.entries.services import pairs
    from tournament.log.queries.log import verify_log
    from tournament.matches.models import Match
    from tournament.matches.services import matches
    from tournament.notices import services as notices
    from tournament.notices.models import Watch

    cup = tournament()

    def enter(number: int) -> None:
        pairs.enter(
            tournament_id=cup.pk,
            player_1=f"Getaria {number}",
            player_2=f"Orio {number}",
            actor=PROGRAM,
        )

    entered = together(enter)
    drawn = together(lambda _number: draw.make(tournament_id=cup.pk, actor=PROGRAM))
    slots = list(Match.objects.filter(tournament=cup, round=1).order_by("slot"))

    def start(number: int) -> None:
        matches.start(match_id=slots[number % len(slots)].pk, table_number=1, actor=PROGRAM)

    started = together(start)
    check = verify_log(tournament_id=cup.pk)
    entered_pairs = Pair.objects.filter(tournament=cup).order_by("number")
    numbers = list(entered_pairs.values_list("number", flat=True))

    other = tournament(entered=2, drawn=True, name="Orio Cup")
    first = Match.objects.get(tournament=other)

    def undo_or_start(number: int) -> None:
        if number:
            matches.start(match_id=first.pk, table_number=1, actor=PROGRAM)
        else:
            draw.undo(tournament_id=other.pk, reason="a pair is missing", actor=PROGRAM)

    undone = together(undo_or_start)

    seat = Pair.objects.filter(tournament=other).order_by("number")[0]
    browsers = [Browser(f"{SERVICE}/{number}") for number in range(WRITERS)]

    def watch(number: int) -> None:
        notices.watch(pair_id=seat.pk, subscription=browsers[number].subscription, language="en")

    for one in range(notices.MOST_WATCHES - 1):
        notices.watch(
            pair_id=seat.pk, subscription=Browser(f"{SERVICE}/x{one}").subscription, language="en"
        )
    watched = together(watch)

    def substitute(number: int) -> None:
        pairs.substitute(
            pair_id=seat.pk, out=1, player=f"Lezo {number}", leaves=seat.player_1, reason="ill",
            actor=PROGRAM,
        )  # fmt: skip

    substituted = together(substitute)
    user = User.objects.create(username="getaria")
    for _one in range(MOST_TOKENS - 1):
        tokens.make(user=user, name="a program")
    made = together(lambda number: tokens.make(user=user, name=f"program {number}"))
    sys.stdout.write(
        json.dumps(
            {
                "vendor": connection.vendor,
                "entered": entered,
                "numbers": numbers,
                "drawn": drawn,
                "started": started,
                "log": [check.ok, check.events],
                "undone": undone,
                "watched": watched,
                "tokens": made,
                "watches": Watch.objects.filter(pair=seat).count(),
                "substituted": substituted,
                "log after it": verify_log(tournament_id=other.pk).ok,
            }
        )
    )


if __name__ == "__main__":
    main()
