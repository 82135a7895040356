"""Takes back an official's answer to a question, or a decision on a hand."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries import ladder
from scoring.course.queries.consequences import consequences
from scoring.course.queries.stored import stored_match, with_voided
from scoring.course.services import versions
from scoring.course.services.questions import recount
from scoring.course.services.refolding import carry_out, kept_of_finished
from scoring.course.services.versions import Writing, ask_again
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.taken_back import games_without, place_of, puts_a_hand_back
from scoring.rulings.queries.words import lost_by
from scoring.rulings.services.decisions import settled_ruling
from scoring.rulings.services.words import count_no_more
from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log import services as records
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match


@transaction.atomic
def take_back(
    *,
    ruling_id: int,
    actor: Actor,
    reason: str,
    sets_aside: Sequence[int] = (),
    expected_version: int | None = None,
) -> Ruling:
    """Takes a decided ruling back. A hand that had another outcome is paid by the rules again, and
    the match follows. If the ruling answered a question, the question is open again.

    `sets_aside`: the later matches that are set aside by it. Raises NotFound, NotAllowed, Conflict
    (changed_meanwhile, changed_since, cascade_changed), Refusal (reason_required, still_open,
    other_kind, later_match_begun).
    """
    tournament, match, ruling = settled_ruling(ruling_id, actor, expected_version)
    why = rights.given_reason(reason)
    writing = Writing(actor, timezone.now(), why, sets_aside=tuple(sets_aside))
    place = place_of(ruling)
    words = ladder.words_counted(ruling=ruling)
    if ruling.kind == Ruling.Kind.REPETITION and ruling.status == Ruling.Status.CONFIRMED:
        _must_be_last(ruling)
    if puts_a_hand_back(ruling) or lost_by([*words, ruling]):
        _put_back(tournament, match, ruling, place, words, writing)
        return ruling
    _off_the_record(ruling, words, writing)
    if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None and not words:
        recount(pair_id=ruling.pair_id, writing=writing)
    events.append(
        tournament=tournament,
        kind="ruling.taken_back",
        actor=actor,
        data={"match": records.match_ref(match), **_said(ruling, place, words), "reason": why},
        topics=(*records.topics(match), "desk"),
    )
    versions.end_released(writing=writing)
    return ruling


def _must_be_last(ruling: Ruling) -> None:
    """Raises Refusal (case_open, later_decided) when a later false claim of the pair has gone to
    the Tribunal: what counts is taken back step by step (G1)."""
    assert ruling.pair_id is not None
    later = TribunalCase.objects.filter(pair=ruling.pair_id, ruling__pk__gt=ruling.pk)
    if later.exclude(state=TribunalCase.State.DECIDED).exists():
        raise Refusal.one(
            "ruling",
            "case_open",
            _("The Disciplinary Tribunal has a case of this pair open. Decide that case first."),
        )
    if later.exclude(verdict=TribunalCase.Verdict.CLEARED).exists():
        raise Refusal.one(
            "case",
            "later_decided",
            _("A later case of this pair has been decided since. Take that verdict back first."),
        )


def _put_back(
    tournament: Tournament,
    match: Match,
    ruling: Ruling,
    place: tuple[int, int],
    words: list[Ruling],
    writing: Writing,
) -> None:
    """Pays the hand by the rules again, and gives back a game that its false words cost. The
    question is opened before, so that it moves to the new version of the hand."""
    kept = kept_of_finished(match)
    stored = stored_match(match=match)
    if puts_a_hand_back(ruling) and ruling.decided_at is not None:
        stored = with_voided(stored, at=[ruling.decided_at])
    games = games_without(stored, ruling, place, words)
    said = _said(ruling, place, words)
    _off_the_record(ruling, words, writing)
    found = consequences(stored=stored, games=games, target=place)
    carry_out(
        tournament=tournament,
        stored=stored,
        found=found,
        writing=writing,
        kind="ruling.taken_back",
        data=said,
        kept=kept,
    )


def _off_the_record(ruling: Ruling, words: list[Ruling], writing: Writing) -> None:
    """Makes the false words count no more, and opens the question again, unless the ruling answered
    none."""
    count_no_more(words=words, writing=writing)
    if ruling.kind != Ruling.Kind.OVERRULE and not ladder.is_word(ruling):
        ask_again(ruling)


def _said(ruling: Ruling, place: tuple[int, int], words: list[Ruling]) -> dict[str, object]:
    said = {"ruling": ruling.kind, "game": place[0], "number": place[1]}
    return {**said, "words": [word.proposed["loser"] for word in words]} if words else said
