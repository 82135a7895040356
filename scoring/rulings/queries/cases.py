"""Cases of the Disciplinary Tribunal, as the desk sees them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game, Penalty
from scoring.course.queries import ladder
from scoring.course.queries.stored import FALSE_CLAIM
from scoring.explain.queries.lines import pair_names, penalty_lines, player_names
from scoring.rulings.models import Ruling, TribunalCase
from scoring.wording import lance_name
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotFound, Refusal, StrOrPromise
from tournament.matches.models import Match


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
    return tuple(map(_line, _rows().filter(pair__tournament_id=tournament_id)))


def case_line(*, case_id: int, tournament_id: int) -> CaseLine:
    """One case. Raises NotFound."""
    return _line(case_of(case_id=case_id, tournament_id=tournament_id))


def case_of(*, case_id: int, tournament_id: int) -> TribunalCase:
    """The row of a case, with its pair, match, game and hand. Raises NotFound."""
    case = _rows().filter(pk=case_id, pair__tournament_id=tournament_id).first()
    if case is None:
        raise no_such_case()
    return case


def no_such_case() -> NotFound:
    return NotFound.one(
        "case", "no_such_case", _("There is no such case. Choose one from the rulings.")
    )


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


def _line(case: TribunalCase) -> CaseLine:
    ruling = case.ruling
    return CaseLine(
        id=case.pk,
        pair=case.pair.name,
        pair_number=case.pair.number,
        match_id=ruling.match_id,
        match=ruling.match.label,
        **ruling.place,
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


# Whether a verdict of the Disciplinary Tribunal can be taken back by itself.


State, Verdict = TribunalCase.State, TribunalCase.Verdict


def must_stand_alone(case: TribunalCase) -> None:
    """Raises Refusal (still_open, pair_is_out, it_stands, later_decided) unless nothing hangs on
    the verdict: what it took has been given back or never was, and no later case of the pair was
    decided after it."""
    if case.state != State.DECIDED:
        raise Refusal.one("case", "still_open", _("This is not decided yet. Decide it."))
    if case.pair.status == Pair.Status.DISQUALIFIED:
        raise Refusal.one(
            "case",
            "pair_is_out",
            _(
                "The pair is disqualified. Bring it back first; a case by which it was "
                "disqualified waits again with that."
            ),
        )
    if _has_taken(case):
        raise Refusal.one(
            "case",
            "it_stands",
            _(
                "What this verdict took is still lost. Take back the decision on the game, or "
                "reopen the match, first; or take back the whole change on the page of its match."
            ),
        )
    later = TribunalCase.objects.filter(pair=case.pair, pk__gt=case.pk, state=State.DECIDED)
    if later.exists():
        raise Refusal.one(
            "case",
            "later_decided",
            _("A later case of this pair has been decided since. Take that verdict back first."),
        )


def _has_taken(case: TribunalCase) -> bool:
    """Whether a game or match that the verdict took is still the other pair's by a decision."""
    ruling, other = case.ruling, Side(case.ruling.proposed["loser"]).other.value
    if case.verdict == Verdict.GAME:
        game = ruling.game
        return game is not None and (game.winner, game.ended_by) == (other, Game.EndedBy.FORFEIT)
    if case.verdict == Verdict.MATCH:
        match = ruling.match
        return (match.winner, match.ended_by) == (other, Match.EndedBy.RULING)
    return False


# What a verdict of the Disciplinary Tribunal takes from the pair.


def loses_match_to(case: TribunalCase, match: Match) -> Side | None:
    """The side that wins the match when the pair loses it; None when that side has already won, or
    the match was set aside."""
    winner = Side(case.ruling.proposed["loser"]).other
    return None if match.is_set_aside or match.winner == winner else winner


# Each pair's false words, and how often it has claimed falsely (G1).


@dataclass(frozen=True, slots=True)
class PenaltyOnRecord:
    """One false word: where it was said and by whom. `match`: a label such as "2.1"; `counts`:
    whether it counts as a false claim (`ladder`)."""

    clause: str
    lance_name: StrOrPromise
    sentence: StrOrPromise
    player: str
    match_id: int
    match: str
    kind: str
    game: int
    number: int
    counts: bool

    @property
    def is_word(self) -> bool:
        """Whether it is a false yes or no, which counts only when an official says so."""
        return self.clause != FALSE_CLAIM


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pair's record. `false_claims`: in how many hands it has counted false claims (G0, G1)."""

    pair_id: int
    number: int
    name: str
    status: str
    false_claims: int
    penalties: tuple[PenaltyOnRecord, ...]


def pair_records(*, tournament_id: int) -> tuple[PairRecord, ...]:
    """The pairs with false words, most false claims first.

    Two queries. Only hands that count are included: false words that a correction removed are not.
    """
    penalties = list(
        Penalty.objects.filter(
            pair__tournament_id=tournament_id, hand__is_current=True, hand__is_void=False
        )
        .select_related("hand__game__match__pair_a", "hand__game__match__pair_b")
        .annotate(stands=ladder.that_count())
        .order_by("hand__at", "id")
    )
    by_pair: dict[int, list[Penalty]] = {}
    for penalty in penalties:
        by_pair.setdefault(penalty.pair_id, []).append(penalty)
    pairs = Pair.objects.filter(tournament_id=tournament_id).order_by("number")
    records = [_record(pair, by_pair[pair.pk]) for pair in pairs if pair.pk in by_pair]
    return tuple(sorted(records, key=lambda r: (-r.false_claims, -len(r.penalties), r.number)))


def _record(pair: Pair, penalties: Iterable[Penalty]) -> PairRecord:
    penalties = list(penalties)
    return PairRecord(
        pair_id=pair.pk,
        number=pair.number,
        name=pair.name,
        status=pair.status,
        false_claims=len({penalty.hand_id for penalty in penalties if _stands(penalty)}),
        penalties=tuple(map(_on_record, penalties)),
    )


def _stands(penalty: Penalty) -> bool:
    return bool(getattr(penalty, "stands", False))


def _on_record(penalty: Penalty) -> PenaltyOnRecord:
    game = penalty.hand.game
    match = game.match
    players = player_names(match)
    lines = penalty_lines(
        record=penalty.hand.record,
        settlement=penalty.hand.settlement,
        players=players,
        pairs=pair_names(match),
    )
    return PenaltyOnRecord(
        clause=penalty.clause,
        lance_name=lance_name(penalty.lance),
        sentence=next(
            line.sentence
            for line in lines
            if line.clause == penalty.clause and penalty.seat in line.seats
        ),
        player=players[penalty.seat],
        match_id=match.pk,
        match=match.label,
        kind=match.kind,
        game=game.number,
        number=penalty.hand.number,
        counts=_stands(penalty),
    )
