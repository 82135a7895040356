"""Installations that count from numbers of their own, and one that their days are brought in to.

`python -m tests.scoring.numbered played FOLDER FROM` plays two days after each other in a database
that counts from FROM, and writes a file of each; `python -m tests.scoring.numbered gathered FOLDER
FROM ORDER` plays a day in one that counts from FROM, brings in the files of FOLDER whose names are
in ORDER (with commas; `own` is a day of its own), and looks at everything after each. The database
is that of DATABASE_URL: migrated, or with no table yet; it has no tournament before.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any


def played(name: str) -> int:
    """A day with hands, an appeal, a pause, a tablet and a draw that was undone; returns its id."""
    from scoring.rulings.services import appeals
    from tests.scoring import table
    from tests.tournament import play
    from tournament.draw import services as draw
    from tournament.matches.services import matches
    from tournament.pauses import services as pauses

    cup = play.tournament(entered=6, drawn=True, name=name)
    draw.undo(tournament_id=cup.pk, reason="a pair was missing", actor=play.PROGRAM)
    draw.make(tournament_id=cup.pk, seed="t", actor=play.PROGRAM)
    ready = cup.matches.filter(status="ready").earliest("round", "slot")
    matches.assign_table(match_id=ready.pk, table_number=1, actor=play.PROGRAM)
    match = table.read(play.start(ready))
    table.a_device(match)
    table.record(match, table.plain())
    table.record(match, table.plain())
    appeals.enter(match_id=match.pk, side="A", reason="they spoke", actor=play.PROGRAM)
    pauses.announce(tournament_id=cup.pk, minutes=30, reason="lunch", actor=play.PROGRAM)
    return cup.pk


def numbers(tournament_id: int) -> dict[str, list[int]]:
    """Table → the numbers that rows of the tournament have."""
    from scoring.proof.queries.tables import FROM_THE_LOG, TABLES
    from scoring.proof.services.files import COUNTED

    return {
        kept.name: list(
            kept.model._default_manager.filter(**{kept.of: tournament_id})
            .order_by("pk").values_list("pk", flat=True)
        )
        for kept in (*TABLES, *FROM_THE_LOG) if kept.name in COUNTED
    }  # fmt: skip


def play_days(folder: Path, first: int) -> None:
    from django.core.management import call_command

    from scoring.proof.services.files import write_file

    call_command("count_from", str(first))
    for name in ("one", "two"):
        made = played(f"{first} {name}")
        used = numbers(made)
        assert all(min(of_table) >= first for of_table in used.values() if of_table), used
        (folder / f"{first}-{name}.mustour").write_bytes(write_file(tournament_id=made))


def gather(folder: Path, first: int, order: str) -> None:
    from django.core.management import call_command

    from scoring.proof.services.files import write_file

    call_command("count_from", str(first))
    highest: dict[str, int] = {}
    for turn, name in enumerate(order.split(",")):
        if name == "own":
            used = numbers(played(f"own {turn}"))
            for table, of_table in used.items():
                assert of_table == [] or min(of_table) > highest.get(table, first - 1), table
                highest[table] = max([highest.get(table, 0), *of_table])
        else:
            content = (folder / f"{name}.mustour").read_bytes()
            assert write_file(tournament_id=_rebuilt(content)) == content
        _must_all_hold()


def _rebuilt(content: bytes) -> int:
    from scoring.proof.services.files import rebuild

    made: Any = rebuild(content=content)
    return int(made.pk)


def _must_all_hold() -> None:
    from scoring.proof.queries.verify import verify_tournament
    from tournament.championship.models import Tournament

    for one in Tournament.objects.all():
        report = verify_tournament(tournament_id=one.pk)
        assert report.ok, (one.slug, report.first)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
    if sys.argv[1] == "played":
        play_days(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        gather(Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
