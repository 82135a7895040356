"""Takes back an official's answer to a question, or a decision on a hand."""

from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.queries import ladder
from scoring.course.queries.consequences import consequences, follows_its_hands, games_won
from scoring.course.queries.stored import StoredMatch, find_hand, stored_match, with_voided
from scoring.course.services import versions
from scoring.course.services.questions import dismiss_unasked, recount
from scoring.course.services.refolding import carry_out, play_of
from scoring.course.services.versions import Writing, ask_again, writing_of
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.deciding import held_as_before, with_decisions_before
from scoring.rulings.queries.words import (
    games_without,
    live_cascade,
    lost_by,
    place_of,
    puts_a_hand_back,
)
from scoring.rulings.services import cascades
from scoring.rulings.services.decisions import (
    must_have_none_open,
    settle_asked_since,
    settled_ruling,
)
from scoring.rulings.services.words import count_no_more
from tournament.acts import Act
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules.kinds import doing


@transaction.atomic
def take_back(*, ruling_id: int, **act: Unpack[Act]) -> Ruling:
    """Takes a decided ruling back: everything is as it was before it (D7). A hand that had another
    outcome is paid by the rules again; a question that the ruling answered is open again. The match
    follows: one that ended because of the ruling is open again and waits for the question. In a
    match that ended otherwise than by its hands, the ending has settled the question.

    Where later matches fell with the ruling, the whole of that is taken back (`cascades`), unless
    the match has changed since.

    `sets_aside`: the later matches that are set aside by it. Raises NotFound, NotAllowed, Conflict
    (changed_meanwhile, changed_since, cascade_changed), Refusal (reason_required, still_open,
    other_kind, already_open, later_match_begun).
    """
    ruling, writing = settled_ruling(ruling_id, act), writing_of(**act)
    must_have_none_open(ruling)
    match, place = ruling.match, place_of(ruling)
    cascade = live_cascade(ruling_id=ruling.pk, tournament_id=match.tournament_id)
    if cascades.take_back_unless_changed(cascade_id=cascade, writing=writing):
        return match.rulings.get(pk=ruling.pk)
    words = ladder.words_counted(ruling=ruling)
    if ruling.kind == Ruling.Kind.REPETITION and ruling.status == Ruling.Status.CONFIRMED:
        _must_be_last(ruling)
    before, event_data = play_of(match), _taken_back_data(ruling, place, words)
    lost = lost_by([*words, ruling])
    stored, plan = _stored_without(ruling, place, lost), None
    decided_by: dict[int, str] = {}
    # A finished match follows too, because it may have waited for this question.
    follows = follows_its_hands(match, games_won(match))
    if follows or puts_a_hand_back(ruling) or lost:
        games = games_without(stored, ruling, place, words)
        games, decided_by = with_decisions_before(stored, games, lost)
        plan = consequences(stored=stored, games=games, target=place)
    stays = held_as_before(match=match, before=_event_of(ruling))
    # The question is opened first, so that it moves to a new version of the hand.
    _off_the_record(ruling, words, writing)
    if plan is not None:
        carry_out(
            stored=stored,
            plan=plan,
            writing=writing,
            kind="ruling.taken_back",
            data=event_data,
            decided_by=decided_by,
            before=before,
            stays=stays,
        )
        settle_asked_since(match=match, writing=writing)
        return match.rulings.get(pk=ruling.pk)
    data = {"match": events.match_ref(match), **event_data, "reason": writing.reason}
    events.append(match.tournament, writing.actor, "ruling.taken_back", data)
    settle_asked_since(match=match, writing=writing)
    versions.end_released(writing=writing)
    return match.rulings.get(pk=ruling.pk)


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


def _event_of(ruling: Ruling) -> int:
    """The number of the event of the ruling; the last one of the log where none tells of it."""
    of_tournament = Event.standing.filter(tournament=ruling.match.tournament_id)
    made = of_tournament.filter(kind__in=doing("rule"), sealed__question=ruling.pk)
    numbers = (made if made.exists() else of_tournament).order_by("-number")
    return numbers.values_list("number", flat=True)[0]


def _stored_without(ruling: Ruling, place: tuple[int, int], lost: tuple[int, ...]) -> StoredMatch:
    """The match's hands, with those that the ruling, or the games `lost` by it, made void."""
    stored = stored_match(match=ruling.match)
    if not (puts_a_hand_back(ruling) or lost) or ruling.decided_at is None:
        return stored
    hand = find_hand(stored=stored, game=place[0], number=place[1])
    return with_voided(stored, at=[ruling.decided_at], decided=hand)


def _off_the_record(ruling: Ruling, words: list[Ruling], writing: Writing) -> None:
    """Removes the false declarations of a ruling from the count, and opens its question again.

    No question is opened when the ruling was made without one, or when the hand was corrected
    since and no longer raises it."""
    count_no_more(words=words, writing=writing)
    if ruling.kind == Ruling.Kind.OVERRULE or ladder.is_word(ruling):
        return
    ask_again(ruling)
    if ruling.kind != Ruling.Kind.REPETITION or ruling.pair_id is None:
        return
    if not ladder.still_guilty(ruling):
        dismiss_unasked(ruling, writing)
    recount(pair_id=ruling.pair_id, writing=writing)


def _taken_back_data(
    ruling: Ruling, place: tuple[int, int], words: list[Ruling]
) -> dict[str, object]:
    counted = {"words": [word.proposed["loser"] for word in words]} if words else {}
    return {"ruling": ruling.kind, "game": place[0], "number": place[1], **counted}
