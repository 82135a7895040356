"""The rules in words, in the reader's language: faults, payments, penalties, lances.

`mus` uses only codes, so that it needs no Django. Here each code has a sentence; tests prove that
none is missing.
"""

from scoring.wording.faults import FAULTS, place, problem, problems
from scoring.wording.penalties import (
    LANCES,
    PAYMENT_KINDS,
    PENALTIES,
    lance_name,
    payment_reason,
    penalty_sentence,
)

__all__ = [
    "FAULTS", "LANCES", "PAYMENT_KINDS", "PENALTIES", "lance_name", "payment_reason",
    "penalty_sentence",
    "place", "problem", "problems",
]  # fmt: skip
