"""Who does something: it is written into every event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ActorKind = Literal["user", "device", "program"]


@dataclass(frozen=True, slots=True)
class Actor:
    """A person, a table's tablet or a program. `label` is what the public log shows of it."""

    kind: ActorKind
    id: int | None
    label: str
