"""Eight tablets at once on one match, in a process of its own; prints what came of it.

Run with DATABASE_URL naming an empty database: `python -m tests.scoring.race`.
"""

from __future__ import annotations

import json
import sys

from tests.racing import WRITERS, set_up, together


def main() -> None:
    set_up()
    from django.db import connection

    from scoring.course.models import Hand, Submission
    from scoring.hands.services import corrections, hands
    from tests.scoring import table
    from tournament.log.queries.log import verify_log

    match = table.a_match()
    tablets = [table.a_device(match) for _writer in range(WRITERS)]

    def save_the_same_hand(number: int) -> None:
        hands.record(
            match_id=match.pk,
            record=table.plain(),
            actor=tablets[number],
            key=f"first-{number}",
            expected=(1, 1),
        )

    def send_again(_number: int) -> None:
        hands.record(
            match_id=match.pk,
            record=table.quick(3, 2),
            actor=tablets[0],
            key="second",
            expected=(1, 2),
        )

    def correct(number: int) -> None:
        corrections.correct(
            match_id=match.pk,
            game=1,
            number=1,
            record=table.quick(number + 1, 0),
            reason="written down wrongly",
            actor=tablets[number],
            key=f"correction-{number}",
            expected_version=1,
        )

    outcome = {
        "same hand": together(save_the_same_hand),
        "one key": together(send_again),
        "corrections": together(correct),
        "vendor": connection.vendor,
        "hands": Hand.objects.filter(is_current=True).count(),
        "versions": Hand.objects.count(),
        "answers": Submission.objects.count() + Hand.objects.exclude(digest="").count(),
        "log": verify_log(tournament_id=match.tournament_id).ok,
    }
    sys.stdout.write(json.dumps(outcome))


if __name__ == "__main__":
    main()
