"""Cases of the Disciplinary Tribunal, as the desk sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.rulings.models import Ruling, TribunalCase
from tournament.errors import Conflict, NotFound, StrOrPromise


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One case: its hand, its state, who said what and why. `version`: the number that a decision
    must name."""

    id: int
    pair: str
    pair_number: int
    match_id: int
    match: str
    game: int | None
    number: int | None
    state: str
    state_name: StrOrPromise
    verdict: str
    verdict_name: StrOrPromise
    opened_by: str
    opened_at: datetime
    heard_by: str
    heard: str
    decided_by: str
    decided_at: datetime | None
    reason: str
    version: int

    @property
    def is_decided(self) -> bool:
        return self.decided_at is not None


def cases_of(*, tournament_id: int) -> tuple[CaseLine, ...]:
    """Every case of a tournament, oldest first. One query."""
    return _lines(_rows().filter(pair__tournament_id=tournament_id))


def case_line(*, case_id: int, tournament_id: int) -> CaseLine:
    """One case. Raises NotFound."""
    return _line(case_of(case_id=case_id, tournament_id=tournament_id))


def case_of(*, case_id: int, tournament_id: int) -> TribunalCase:
    """The row of a case, with its pair, match, game and hand. Raises NotFound."""
    found = _rows().filter(pk=case_id, pair__tournament_id=tournament_id).first()
    if found is None:
        raise NotFound.one(
            "case", "no_such_case", _("There is no such case. Choose one from the rulings.")
        )
    return found


def must_ask_here(*, ruling_id: int, tournament_id: int) -> None:
    """Raises NotFound when no question of this tournament has that number."""
    if not Ruling.objects.filter(pk=ruling_id, match__tournament_id=tournament_id).exists():
        raise NotFound.one(
            "ruling", "no_such_ruling", _("There is no such ruling. Choose one from the desk.")
        )


def must_be_as_seen(case: TribunalCase, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile), with how the case stands now, when `expected` is not its
    version."""
    if expected is not None and expected != case.version:
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _("This case has changed since it was shown. Look at it as it is now, then decide."),
            current={
                "state": case.state,
                "heard": case.heard,
                "verdict": case.verdict,
                "reason": case.reason,
                "version": case.version,
            },
        )


def _rows() -> QuerySet[TribunalCase]:
    return TribunalCase.objects.select_related(
        "pair", "ruling__match", "ruling__game", "ruling__hand"
    ).order_by("opened_at", "id")


def _lines(rows: Iterable[TribunalCase]) -> tuple[CaseLine, ...]:
    return tuple(map(_line, rows))


def _line(case: TribunalCase) -> CaseLine:
    ruling = case.ruling
    return CaseLine(
        id=case.pk,
        pair=case.pair.name,
        pair_number=case.pair.number,
        match_id=ruling.match_id,
        match=ruling.match.label,
        game=ruling.game.number if ruling.game else None,
        number=ruling.hand.number if ruling.hand else None,
        state=case.state,
        state_name=case.get_state_display(),
        verdict=case.verdict,
        verdict_name=case.get_verdict_display(),
        opened_by=case.opened_by,
        opened_at=case.opened_at,
        heard_by=case.heard_by,
        heard=case.heard,
        decided_by=case.decided_by,
        decided_at=case.decided_at,
        reason=case.reason,
        version=case.version,
    )
