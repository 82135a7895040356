"""Eight writers at once on one tournament, in a process of its own; prints what came of it.

Run with DATABASE_URL naming an empty database: `python -m tests.tournament.race`.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

WRITERS = 8


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.tournament.play import PROGRAM, tournament
    from tournament.draw import services as draw
    from tournament.entries.models import Pair
    from tournament.entries.services import pairs
    from tournament.errors import Refusal
    from tournament.log.queries.log import verify_log
    from tournament.matches.models import Match
    from tournament.matches.services import matches

    call_command("migrate", verbosity=0)
    cup = tournament()

    def together(verb: Callable[[int], object]) -> dict[str, int]:
        def one(number: int) -> str:
            try:
                verb(number)
            except Refusal as refusal:
                return refusal.codes[0]
            finally:
                connection.close()
            return "done"

        with ThreadPoolExecutor(WRITERS) as pool:
            return dict(Counter(pool.map(one, range(WRITERS))))

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
    sys.stdout.write(
        json.dumps(
            {
                "vendor": connection.vendor,
                "entered": entered,
                "numbers": list(Pair.objects.order_by("number").values_list("number", flat=True)),
                "drawn": drawn,
                "started": started,
                "log": [check.ok, check.events],
            }
        )
    )


if __name__ == "__main__":
    main()
