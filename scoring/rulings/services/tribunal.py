"""The Disciplinary Tribunal (G1, T6): cases heard and decided, and what a verdict does.

    state          act                                        state after    clause
    -------------  -----------------------------------------  -------------  ------
    -              a third false claim counts (`open_case`)   open           G1
    open, heard    `hear`                                     heard          G1
    open, heard    `judge`, when no earlier one is open       decided        G1 T6
    open, heard    the pair is disqualified otherwise         decided        T6
    decided        `take_back`, when nothing hangs on it      open or heard  D7
    decided        the cascade it began is undone             open or heard  D7
    decided        the disqualified pair comes back           open or heard  D7

A case that waits again is heard if the pair had been heard, otherwise open (`wait_again`).
"""

from typing import Any, Unpack

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries import ladder
from scoring.course.services import versions
from scoring.course.services.questions import recount
from scoring.course.services.versions import Writing, writing_of
from scoring.course.services.versions import decide as close
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.cases import (
    case_of,
    loses_match_to,
    must_be_as_seen,
    must_stand_alone,
    no_such_case,
)
from scoring.rulings.queries.review import case_json, ruling_json
from scoring.rulings.services import endings
from scoring.rulings.services.decisions import advance, log_ruling, settle_questions
from scoring.rulings.services.words import lose_game
from tournament.acts import Act, Decision
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.errors import Conflict, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches

State, Verdict = TribunalCase.State, TribunalCase.Verdict
LEFT = (Match.EndedBy.WITHDRAWAL, Match.EndedBy.DISQUALIFICATION)


@transaction.atomic
def hear(
    *, case_id: int, actor: Actor, note: str, expected_version: int | None = None
) -> TribunalCase:
    """Stores that the Tribunal has heard the pair; `note`: what was said. A pair may be heard
    again.

    Raises NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile), Refusal
    (reason_required).
    """
    case = _undecided(case_id, actor, expected_version)
    case.heard = rights.given_reason(note)
    case.heard_by, case.heard_at = actor.label[:120], timezone.now()
    case.state = State.HEARD
    case.save(update_fields=["heard", "heard_by", "heard_at", "state"])
    log_case(case, "tribunal.heard", actor)
    return case


@transaction.atomic
def judge(*, case_id: int, verdict: str, **act: Unpack[Act]) -> TribunalCase:
    """Gives the verdict (cleared, warned, game, match or disqualified) and carries out what
    follows.

    `sets_aside`: the later matches that are set aside by what the pair loses. Raises
    NotFound, NotAllowed, Conflict (already_decided, changed_meanwhile, cascade_changed), Refusal
    (reason_required, bad_verdict, earlier_open, later_match_begun).
    """
    case = _undecided(case_id, act["actor"], act.get("expected_version"))
    tournament = case.ruling.match.tournament
    writing = writing_of(**act)
    if verdict not in Verdict.values:
        raise Refusal.one("verdict", "bad_verdict", _("Choose one of the verdicts offered."))
    _must_be_first(case)
    _decided(case, verdict, writing)
    before = tournament.event_number
    _carry_out(case, writing)
    cascade = Cascade.objects.filter(tournament=tournament, event_number__gt=before).first()
    if cascade is not None:
        verdict_mark = {"case": case.pk, "decided": writing.at.isoformat()}
        cascade.play = {**(cascade.play or {}), **verdict_mark}
        cascade.save(update_fields=["play"])
    recount(pair_id=case.pair_id, writing=writing)
    log_case(case, "tribunal.decided", writing.actor)
    versions.end_released(writing=writing)
    return case


def ask_again(cascade: Cascade) -> dict[str, Any]:
    """Takes back the verdict that began the cascade, if one did and it still stands: its case is
    open again. Returns what the event tells of the case. Only inside a service's transaction."""
    play = cascade.play or {}
    if "case" not in play:
        return {}
    own = TribunalCase.objects.filter(pair__tournament=cascade.tournament_id)
    case = own.select_related("pair", "ruling__game", "ruling__hand").get(pk=play["case"])
    now = case.decided_at.isoformat() if case.decided_at else ""
    if play.get("decided", now) != now:  # an earlier version of the program did not keep it
        return {}
    wait_again(case)
    pair = events.pair_record(case.pair)
    return {"case": {**case.ruling.place, "pair": pair, "state": case.state}}


def ask_about(pair_id: int) -> list[dict[str, Any]]:
    """Opens again the cases by which a pair was disqualified, when the pair comes back. Returns
    what the event tells of them. Only inside a service's transaction."""
    rows = TribunalCase.objects.filter(pair_id=pair_id, verdict=Verdict.DISQUALIFIED)
    cases = list(rows.select_related("ruling__match", "ruling__game", "ruling__hand"))
    for case in cases:
        wait_again(case)
    return [
        {"match": events.match_ref(case.ruling.match), **case.ruling.place, "state": case.state}
        for case in cases
    ]


def wait_again(case: TribunalCase) -> None:
    """Takes the verdict of a case away. Only inside a service's transaction."""
    case.state = State.HEARD if case.heard_at else State.OPEN
    case.verdict = case.reason = case.decided_by = ""
    case.decided_at = None
    case.save(update_fields=["state", "verdict", "decided_by", "decided_at", "reason"])


def settle_departure(pair: Pair, writing: Writing) -> None:
    """Closes the open questions about hands of the matches that a pair lost by leaving. For a
    disqualified pair also closes its open repetitions and cases. Only inside a service's
    transaction."""
    left = Match.objects.filter(Q(pair_a=pair) | Q(pair_b=pair), ended_by__in=LEFT)
    for match in left.filter(rulings__status=Ruling.Status.OPEN).distinct().order_by("pk"):
        settle_questions(match, match.ended_by, writing)
    if pair.status == Pair.Status.DISQUALIFIED:
        _settle_against(pair, writing)


def _settle_against(pair: Pair, writing: Writing) -> None:
    actor = writing.actor
    for case in TribunalCase.objects.filter(pair=pair).exclude(state=State.DECIDED):
        _decided(case, Verdict.DISQUALIFIED, writing)
        log_case(case, "tribunal.decided", actor)
    waiting = Ruling.objects.filter(
        pair=pair, kind=Ruling.Kind.REPETITION, status=Ruling.Status.OPEN
    ).select_related("match", "game", "hand")
    for ruling in waiting:
        outcome = {"superseded": True, "settled_by": "disqualification"}
        close(ruling, Ruling.Status.DISMISSED, outcome, writing)
        log_ruling(ruling, actor)


def _carry_out(case: TribunalCase, writing: Writing) -> None:
    act: Act = {
        "actor": writing.actor, "reason": writing.reason, "sets_aside": writing.sets_aside,
    }  # fmt: skip
    if case.verdict == Verdict.GAME:
        data = {**ruling_json(case.ruling), "verdict": case.verdict}
        if not lose_game(case.ruling, writing, data):
            advance(case.ruling.match, writing.actor)
    elif case.verdict == Verdict.MATCH:
        _lose_match(case, act)
    elif case.verdict == Verdict.DISQUALIFIED and case.pair.status != Pair.Status.DISQUALIFIED:
        case.pair = departures.disqualify(pair_id=case.pair_id, **act)


def _lose_match(case: TribunalCase, act: Act) -> None:
    """Gives the match to the other pair, unless it has won it or the match was set aside."""
    match = case.ruling.match
    winner = loses_match_to(case, match)
    if winner is None:
        return
    if match.status == Match.Status.PLAYING:
        endings.decide(match_id=match.pk, winner=str(winner), **act)
        return
    games = (match.games_a, match.games_b)
    matches.replace_result(
        match_id=match.pk, games=games, winner=str(winner), ended_by="ruling", **act
    )


def _undecided(case_id: int, actor: Actor, expected: int | None) -> TribunalCase:
    """The case, read after its tournament is locked."""
    rows = TribunalCase.objects.filter(pk=case_id)
    match_id = rows.values_list("ruling__match_id", flat=True).first()
    if match_id is None:
        raise no_such_case()
    _tournament, match = lock_match(match_id=match_id, official=actor)
    case = rows.select_related("pair", "ruling__game", "ruling__hand").get()
    if case.state == State.DECIDED:
        raise Conflict.over(
            "case",
            "already_decided",
            _("The Tribunal has decided this case already. Look at its verdict."),
            current={"verdict": case.verdict, "reason": case.reason},
        )
    case.ruling.match = match
    must_be_as_seen(case, expected)
    return case


def _must_be_first(case: TribunalCase) -> None:
    earlier = TribunalCase.objects.filter(pair=case.pair, pk__lt=case.pk)
    if earlier.exclude(state=State.DECIDED).exists() or ladder.earlier_open(
        pair_id=case.pair_id, before=case.ruling
    ):
        raise Refusal.one(
            "case",
            "earlier_open",
            _("An earlier false claim of this pair is still open. Decide that one first."),
        )


def _decided(case: TribunalCase, verdict: str, writing: Writing) -> None:
    case.state, case.verdict = State.DECIDED, verdict
    case.decided_by, case.decided_at = writing.actor.label[:120], writing.at
    case.reason = writing.reason
    case.save(update_fields=["state", "verdict", "decided_by", "decided_at", "reason"])


def log_case(case: TribunalCase, kind: str, actor: Actor, **more: object) -> None:
    """Appends an event about a case. `more`: data beside the usual, or in its place."""
    match = case.ruling.match
    events.append(
        tournament=match.tournament,
        kind=kind,
        actor=actor,
        data={
            "match": events.match_ref(match),
            "pair": events.pair_record(case.pair),
            **case_json(case),
            **more,
        },
    )


# Takes a verdict of the Disciplinary Tribunal back, when nothing hangs on it.


@transaction.atomic
def take_back(*, case_id: int, tournament_id: int, **act: Unpack[Decision]) -> TribunalCase:
    """Takes a verdict back: the case waits again, and later false claims of the pair are counted
    anew (G1). Returns the case.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (reason_required, still_open,
    pair_is_out, it_stands, later_decided).
    """
    lock(tournament_id=tournament_id, official=act["actor"])
    case = case_of(case_id=case_id, tournament_id=tournament_id)
    must_be_as_seen(case, act.get("expected_version"))
    writing, was = writing_of(**act), case.verdict
    must_stand_alone(case)
    wait_again(case)
    recount(pair_id=case.pair_id, writing=writing)
    log_case(case, "tribunal.taken_back", writing.actor, reason=writing.reason, was=was)
    versions.end_released(writing=writing)
    return case
