"""So many changes of each sort, each taken back, and whether check or rebuilding found it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from tests.tampering.events import tamper_with_an_event
from tests.tampering.files import resealed, tampered_bytes

if TYPE_CHECKING:
    from tournament.championship.models import Tournament

Trial = Callable[[], "tuple[str, bool] | None"]
Say = Callable[[str], None]
EVERY = 250
"""After how many changes of a sort it says how far it is."""


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is done inside is undone after it."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def found_in_rows(
    cup: Tournament, rng: Random, tamper: Callable[[Tournament, Random], str | None]
) -> tuple[str, bool] | None:
    """Tampers with a row or an event, and whether the check named something."""
    from django.db import DatabaseError

    from scoring.proof.queries.verify import verify_tournament

    with taken_back():
        try:
            what = tamper(cup, rng)
        except (DatabaseError, ValueError, TypeError):
            return "a row that the database refuses", True
        if what is None:
            return None
        return what, not verify_tournament(tournament_id=cup.pk).ok


def refused(content: bytes) -> bool:
    """Whether a file is refused; nothing of it is kept either way."""
    from scoring.proof.rules.lines import BrokenFile
    from scoring.proof.services.files import rebuild

    with taken_back():
        try:
            rebuild(content=content)
        except BrokenFile:
            return True
    return False


def forget_everything() -> None:
    """Empties the database of tournaments, so that files can be rebuilt in it."""
    from django.apps import apps
    from django.db import connection, transaction

    from tournament.championship.models import Tournament

    # Together: PostgreSQL asks at the end whether anything refers to what is gone.
    with transaction.atomic(), connection.constraint_checks_disabled():
        crowned = Tournament.objects.filter(champion__isnull=False)
        crowned.update(champion=None, status="running")
        for app in ("scoring", "tournament"):
            for model in apps.get_app_config(app).get_models(include_auto_created=True):
                rows = model._base_manager.all()
                rows._raw_delete(rows.db)


def rebuilt_alone(content: bytes) -> Tournament:
    """The tournament of a file, rebuilt alone: it gives the same bytes, and holds."""
    from scoring.proof.queries.tables import tournament_file
    from scoring.proof.queries.verify import verify_tournament
    from scoring.proof.services.files import rebuild

    forget_everything()
    rebuilt = rebuild(content=content)
    assert tournament_file(tournament_id=rebuilt.pk) == content
    report = verify_tournament(tournament_id=rebuilt.pk)
    assert report.ok, report.first
    return rebuilt


def silent(_said: str) -> None:
    """Says nothing."""


def run(
    *, changes: int, seed: int, cup: Tournament, content: bytes, say: Say = silent
) -> tuple[Counter[str], list[str]]:
    """How many changes of each sort were found, and what was not. The database must hold `cup`;
    afterwards it holds nothing."""
    rng = Random(seed)
    found: Counter[str] = Counter()
    missed: list[str] = []

    def tried(sort: str, trial: Trial, times: int) -> None:
        done = 0
        while done < times:
            came = trial()
            if came is None:
                continue
            done += 1
            what, ok = came
            found[sort] += ok
            missed.extend([] if ok else [f"{sort}: {what}"])
            if done % EVERY == 0 or done == times or not ok:
                say(f"{sort}: {done} of {times}" + ("" if ok else f", not found: {what}"))

    from tests.tampering.rows import tamper_with_a_row

    tried("rows", lambda: found_in_rows(cup, rng, tamper_with_a_row), changes // 8)
    tried("events", lambda: found_in_rows(cup, rng, tamper_with_an_event), changes // 8)
    forget_everything()
    assert not refused(content), "the file itself is refused"
    tried("file", lambda: _refused(tampered_bytes(content, rng), content), changes // 2)
    tried("file sealed anew", lambda: _refused(resealed(content, rng), content), changes // 4)
    return found, missed


def _refused(tampered: tuple[str, bytes] | None, content: bytes) -> tuple[str, bool] | None:
    if tampered is None or tampered[1] == content:
        return None
    return tampered[0], refused(tampered[1])
