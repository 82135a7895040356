"""A fault that rules find, before it gets its message."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True, slots=True)
class FieldFault:
    """`field`: path of the input; `code`: stable name; `params`: what the message needs."""

    field: str
    code: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
