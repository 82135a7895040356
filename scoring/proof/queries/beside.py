"""Compares rows that follow from the log alone with the log, in every column that it tells."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from scoring.proof.queries.tables import FROM_THE_LOG, Exported
from scoring.proof.rules.beside import ONE, Beside
from scoring.proof.rules.keys import State
from scoring.proof.rules.moments import is_near
from scoring.proof.rules.parting import Mismatch, parted
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.commitment.rules import RECIPE, WITHOUT_WISHES, commitment_of
from tournament.formats.setting import Wishes
from tournament.log.rules.events import stamp

OF_THE_ACT = ("at", "since")
"""Columns with the time of an act, which must lie within a minute of its event."""


def beside_faults(tournament: Tournament, told: Beside) -> Iterator[Mismatch]:
    """Every row of these tables that differs from the log. One query for each table."""
    for table in FROM_THE_LOG:
        said = told.rows[table.name]
        yield from parted((table.name,), said, _held(tournament, table, said), told.by)
    yield from _secret_faults(tournament)


def secrets_elsewhere(tournament: Tournament) -> list[str]:
    """Draws prepared on another machine: their secret is not here and cannot be checked."""
    there = DrawCommitment.objects.filter(tournament=tournament, state="open", secret="")
    return ["secret"] if there.exists() else []


def _held(
    tournament: Tournament, table: Exported, said: dict[int, State]
) -> dict[int | str, State]:
    rows = table.model._default_manager.filter(**{table.of: tournament.pk}).order_by("pk")
    held: dict[int | str, State] = {}
    for row in rows.values("pk", *({table.key} - {""}), *table.lookups):
        key = row[table.key] if table.key else ONE
        state = said.get(key, {})
        found = {name: _as_told(row[name], name, told) for name, told in state.items()}
        held[key if key not in held else f"{key} again, {row['pk']}"] = found
    return held


def _as_told(value: Any, name: str, told: Any) -> Any:
    """A value in the form of the log. A time near enough to the one told is replaced by it."""
    if not isinstance(value, datetime):
        return value
    if name in OF_THE_ACT and told and is_near(value, [datetime.fromisoformat(told)]):
        return told
    return stamp(value)


def _secret_faults(tournament: Tournament) -> Iterator[Mismatch]:
    """A fault for each unopened secret that does not fit its published commitment."""
    waiting = DrawCommitment.objects.filter(tournament=tournament, state="open").exclude(secret="")
    for row in waiting:
        again = commitment_of(
            algorithm=row.algorithm, numbers=row.numbers, head=row.head, secret=row.secret,
            wishes=Wishes.told(row.wishes or {}),
            recipe=WITHOUT_WISHES if row.wishes is None else RECIPE,
        )  # fmt: skip
        if again != row.commitment:
            where = f"prepared › {row.event_number} › secret"
            yield Mismatch(where, row.commitment, again, row.event_number)
