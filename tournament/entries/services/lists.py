"""Entry lists with some faulty lines: the good lines are entered, the others given back to mend."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from tournament import wording
from tournament.entries.models import Pair
from tournament.entries.queries import against_entered
from tournament.entries.rules import lines as entry_lines
from tournament.entries.rules import lists as entries
from tournament.entries.services import pairs
from tournament.log.rules.actors import Actor


@dataclass(frozen=True, slots=True)
class Taken:
    """The pairs entered, and the text of the lines that were not, with the list's header."""

    pairs: tuple[Pair, ...]
    waiting: str


@transaction.atomic
def take_good(
    *, tournament_id: int, text: str, actor: Actor, allow_duplicates: bool = False
) -> Taken:
    """Enters the pairs of the lines without faults; returns them and the text of the other lines.

    Raises NotFound, NotAllowed, Refusal (with the problems of all lines where none is good).
    """
    tournament = pairs.lock_for_entry(tournament_id=tournament_id, actor=actor)
    read = entries.read(text)
    faults = list(read.faults)
    if not allow_duplicates:
        faults += against_entered(tournament_id=tournament.pk, found=read.entries)
    good = entries.faultless(read, faults)
    if not good:
        wording.refuse(entries.in_line_order(faults))
    entered = pairs.enter_found(tournament=tournament, found=good, actor=actor)
    waiting = entry_lines.without(text, {entry.line for entry in good}) if faults else ""
    return Taken(entered, waiting)
