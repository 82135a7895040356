"""Who does something: it is written into every event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ActorKind = Literal["user", "device", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, a table's tablet or a program. `label` is what the public log shows of it.

    `table_id`: the table that a tablet joined; whether it still may is asked elsewhere.
    """

    kind: ActorKind
    id: int | None
    label: str
    table_id: int | None = None
