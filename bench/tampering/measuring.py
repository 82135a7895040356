"""Changes by the thousand, each process in a database of its own."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Came:
    """What came of so many changes: of each sort how many were tried and found; what was not."""

    tried: Counter[str]
    found: Counter[str]
    missed: list[str]


def in_a_database_of_its_own(task: tuple[int, int]) -> Came:
    """So many changes with this seed, in a process that has nothing else to do."""
    changes, seed = task
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_URL"] = "sqlite:///:memory:"
    import django

    django.setup()
    from django.core.management import call_command

    from bench.tampering.cups import a_championship
    from bench.tampering.trials import run
    from scoring.proof.queries.exports import tournament_file

    call_command("migrate", verbosity=0)
    cup = a_championship()
    content = tournament_file(tournament_id=cup.pk)
    found, missed = run(
        changes=changes, seed=seed, cup=cup, content=content,
        say=lambda said: print(f"seed {seed}: {said}", flush=True),
    )  # fmt: skip
    tried = found + Counter(what.partition(": ")[0] for what in missed)
    return Came(tried, found, missed)
