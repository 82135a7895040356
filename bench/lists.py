"""What a long list costs: 2,000 lines read in several forms, and the results of past events.

    python -m bench.lists            measures, writes its part of bench/RESULTS.md
    python -m bench.lists --print    measures and only prints

Lists are read in this process, without the one that a long list gets for itself. Seconds of the
processor; of a list the median of five.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.parts import options, publish, where_and_when

LINES, RUNS, MOST_SECONDS = 2_000, 5, 1.0


def lists() -> dict[str, str]:
    """What each list is → its text."""
    numbers = range(1, LINES + 1)
    header = "Nº\tJugador 1\tJugador 2\tClub\tContacto\n"
    return {
        "sentences: `3. Lezo 3 / Orio 3 (Kaia) 600 000 003`": "\n".join(
            f"{n}. Lezo {n} / Orio {n} (Kaia) 600 {n // 1000:03d} {n % 1000:03d}" for n in numbers
        ),
        "columns with names, as a spreadsheet has them": header
        + "\n".join(f"{n}\tLezo {n}\tOrio {n}\tKaia\t600{n:06d}" for n in numbers),
        "every line asked about: `Lezo 3 / Orio 3 (baja)`": "\n".join(
            f"Lezo {n} / Orio {n} (baja)" for n in numbers
        ),
    }


def bracket(pairs: int) -> str:
    """The results of a knockout, by names."""
    lines = []
    alive = [f"Getaria {n} / Orio {n}" for n in range(pairs)]
    while len(alive) > 1:
        lines += [f"{a} - {b} 2-1" for a, b in zip(alive[::2], alive[1::2], strict=True)]
        alive = alive[::2]
    return "\n".join(lines)


def league(pairs: int) -> str:
    """The results of everybody against everybody, by names, round by round."""
    names = [f"Getaria {n} / Orio {n}" for n in range(pairs)]
    lines = []
    for _round in range(pairs - 1):
        lines += [f"{names[n]} - {names[-1 - n]} 2-{n % 2}" for n in range(pairs // 2)]
        names = [names[0], names[-1], *names[1:-1]]
    return "\n".join(lines)


def seconds(work: Callable[..., object], *arguments: object, **named: Any) -> float:
    """The processor's seconds for a call."""
    began = time.process_time()
    work(*arguments, **named)
    return time.process_time() - began


def measure() -> Iterator[str]:
    """A row of the table for each list and each past event."""
    from django.core.management import call_command
    from django.utils import timezone

    from tournament.championship.services import tournaments
    from tournament.championship.services.afterwards import enter_afterwards
    from tournament.entries.queries import columns
    from tournament.entries.rules.lists import read
    from tournament.log.rules.roles import Actor

    for what, text in lists().items():
        runs = [seconds(read, text, columns=columns()) for _run in range(RUNS)]
        yield f"| {what} | {LINES:,} | {statistics.median(runs):.2f} | {MOST_SECONDS:.0f} |"
    call_command("migrate", verbosity=0)
    program = Actor("program", None, "bench")
    for what, text, format_ in (
        ("results of a knockout of 256 pairs, entered", bracket(256), "knockout"),
        ("results of a league of 24 pairs, entered", league(24), "round_robin"),
    ):
        cup = tournaments.create(
            actor=program, owner=None, name=what, starts_at=timezone.now(), tables=4,
            format=format_, settings={"games_to_win": 2},
        )  # fmt: skip
        given = {"tournament_id": cup.pk, "actor": program, "reason": "bench"}
        spent = seconds(enter_afterwards, results_text=text, **given)
        yield f"| {what} | {text.count(chr(10)) + 1:,} | {spent:.1f} | – |"


def main() -> None:
    chosen = options(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as var:
        os.environ |= {"VAR_DIR": var, "DATABASE_URL": f"sqlite:///{var}/db.sqlite3"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        rows = list(measure())
    text = "\n".join([
        f"## Lists and past events\n\n`python -m bench.lists`: {where_and_when()}, SQLite. Seconds "
        f"of the processor; of a list the median of {RUNS}.\n",
        "| what | lines | seconds | to be held |",
        "|---|--:|--:|--:|",
        *rows,
    ])  # fmt: skip
    publish(chosen, "lists", text)


if __name__ == "__main__":
    main()
