"""Who does something. Every event names its actor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ActorKind = Literal["user", "device", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, a table's tablet or a program. `label` is shown in the public log.

    `table_id`: the table that a tablet joined; whether it may still act there is checked elsewhere.
    """

    kind: ActorKind
    id: int | None
    label: str
    table_id: int | None = None
