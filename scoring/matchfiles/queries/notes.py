"""Notes on a file, line by line, for the organizer to read before importing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import HandCourse
from mus.sides import SIDES, side_of
from scoring.course.queries.ladder import counted_of
from scoring.wording.notation import line
from tournament.entries.models import Pair
from tournament.errors import Problem, StrOrPromise, said

FALSE_CLAIM = "G0"


class ImportNotes:
    """Collects notes while the hands of a file are followed. Stones and games are given as in the
    file, its A first, whichever pair of the match that is. `remarks`: how many remarks will not be
    stored."""

    def __init__(self, pairs: Sequence[Pair], sides: str, notes: Sequence[Problem]) -> None:
        self.pairs = pairs
        self.sides = sides
        self.notes = list(notes)
        self.remarks = 0
        self._claims: dict[int, int] | None = None

    def questions(self, settled: HandCourse, at: int) -> tuple[str, ...]:
        """The kinds of ruling that a hand would open; adds a note for each."""
        settlement: Any = settled.settlement
        asked = []
        if settled.ruled is None:
            asked += [kind for kind in (self._ruling(settlement, at),) if kind]
            asked += [kind for kind in (self._claim(settled.record, settlement, at),) if kind]
        return (*asked, *self._repetitions(settlement, at))

    def result(self, given: str, games: Sequence[int], at: int) -> None:
        """Adds a note when the file's own result differs from the result of its hands."""
        right = self._in_the_file(games)
        if given.replace("–", "-").replace(" ", "") != right.replace("–", "-").replace(" ", ""):
            self._note(
                at,
                "result_differs",
                _("The file says %(given)s, its hands give %(right)s. The hands count."),
                given=given[:20],
                right=right,
            )

    def all(self) -> tuple[Problem, ...]:
        if not self.remarks:
            return tuple(self.notes)
        message = said(
            _("Remarks on hands are not kept: %(count)s in this file."), count=self.remarks
        )
        return (*self.notes, Problem("text", "remarks_not_kept", message))

    def _ruling(self, settlement: Mapping[str, Any], at: int) -> str:
        if not settlement["needs_ruling"]:
            return ""
        self._note(
            at,
            "needs_ruling",
            _("The rules leave this hand to an official: the question goes to the desk (D7)."),
        )
        return "needs_ruling"

    def _claim(self, record: Mapping[str, Any], settlement: Mapping[str, Any], at: int) -> str:
        claim = settlement.get("claim")
        if claim is None or claim["agrees"]:
            return ""
        self._note(
            at,
            "claim_differs",
            _(
                "The file says %(given)s stones, the rules give %(right)s. The rules count; the "
                "question goes to the desk (S8)."
            ),
            given=self._in_the_file(record["claim"]),
            right=self._in_the_file(settlement["stones"]),
        )
        return "claim"

    def _repetitions(self, settlement: Mapping[str, Any], at: int) -> list[str]:
        """G1: notes repeated false claims of a pair, counted over the whole tournament."""
        guilty = {
            side_of(penalty["seat"])
            for penalty in settlement.get("penalties", ())
            if penalty["clause"] == FALSE_CLAIM
        }
        return [
            "repetition"
            for side in SIDES
            if side in guilty and self._is_repeated(self.pairs[side.position], at)
        ]

    def _is_repeated(self, pair: Pair, at: int) -> bool:
        if self._claims is None:
            self._claims = counted_of(pair_ids=[one.pk for one in self.pairs])
        self._claims[pair.pk] = time = self._claims.get(pair.pk, 0) + 1
        if time > 1:
            self._note(
                at,
                "repetition",
                _(
                    "False claim number %(time)s of %(pair)s in this tournament: the question goes "
                    "to the desk (G1)."
                ),
                time=time,
                pair=pair.name,
            )
        return time > 1

    def _in_the_file(self, two: Sequence[int]) -> str:
        a, b = two if self.sides == "AB" else two[::-1]
        return f"{a} – {b}"

    def _note(self, at: int, code: str, message: StrOrPromise, **params: object) -> None:
        self.notes.append(Problem(line(at), code, said(message, **params)))
