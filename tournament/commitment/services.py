"""A draw that nobody can steer: committed to, given words by the room, opened."""

from secrets import token_hex

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.commitment.queries import open_commitment, takes_words
from tournament.commitment.rules import (
    RECIPE,
    WITHOUT_WISHES,
    commitment_of,
    seed_of,
)
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.errors import NotAllowed, Refusal
from tournament.formats.registry import format_of
from tournament.formats.setting import Wishes
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.roles import Actor
from tournament.log.services import lock

LONGEST_WORDS = 100
MOST_WORDS = 100
THE_ROOM = Actor("program", None, "the room")
State = DrawCommitment.State


@transaction.atomic
def commit(*, tournament_id: int, actor: Actor, secret: str = "") -> DrawCommitment:
    """Fixes a secret, the pairs and the recipe, and publishes their hash. From now on the words of
    the room decide the draw. The people who say the words cannot know their effect. `secret`: of a
    day that is the same each time it is played; else it is made by chance.

    Raises NotFound, NotAllowed, Refusal (already_drawn, too_few_pairs, already_committed).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    draw.must_be_open(tournament)
    draw.must_not_be_committed(tournament)
    entered = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    pairs = list(entered.order_by("number"))
    draw.must_be_enough(len(pairs), tournament.settings)
    return _committed(tournament, pairs, actor, secret or token_hex(32))


def _committed(
    tournament: Tournament, pairs: list[Pair], actor: Actor, secret: str
) -> DrawCommitment:
    numbers = [pair.number for pair in pairs]
    wishes = draw.wishes_of(tournament, pairs)
    algorithm = format_of(tournament).draw(numbers, "", wishes).algorithm
    head = tournament.event_hash
    commitment = commitment_of(
        algorithm=algorithm, numbers=numbers, head=head, secret=secret, wishes=wishes
    )
    event = events.append(
        tournament,
        actor,
        "draw.committed",
        {
            "recipe": RECIPE,
            "commitment": commitment,
            "algorithm": algorithm,
            "numbers": numbers,
            "head": head,
            **wishes.to_json(),
            "pairs": [events.pair_ref(pair) for pair in pairs],
        },
    )
    return DrawCommitment.objects.create(
        tournament=tournament,
        secret=secret,
        commitment=commitment,
        algorithm=algorithm,
        numbers=numbers,
        wishes=wishes.to_json(),
        head=head,
        event_number=event.number,
    )


@transaction.atomic
def add_words(*, tournament_id: int, words: str, actor: Actor) -> DrawCommitment:
    """Adds words that somebody said aloud in the room and an organizer typed.

    Raises NotFound, NotAllowed, Refusal (not_committed, too_many_words, and the words' faults).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    return _say(tournament, words, actor)


@transaction.atomic
def add_words_by_code(*, tournament_id: int, code: str, words: str) -> DrawCommitment:
    """Adds words from somebody's own phone, with the code on the room's screen. The log names
    nobody.

    Raises NotFound, NotAllowed (wrong_code), Refusal (too_many_words, and the words' faults).
    """
    tournament = lock(tournament_id=tournament_id)
    if not takes_words(tournament_id=tournament.pk, code=code):
        raise NotAllowed.one(
            "code", "wrong_code", _("This code is not the one on the screen. Scan it again.")
        )
    return _say(tournament, words, THE_ROOM)


@transaction.atomic
def reveal(*, tournament_id: int, actor: Actor) -> Tournament:
    """Opens the secret and makes the draw that follows from it and from the words.

    The pairs are those of the commitment. A pair that has left since is drawn all the same, and its
    opponent goes on. Raises NotFound, NotAllowed, Refusal (not_committed, no_words,
    secret_elsewhere, another_recipe, already_drawn).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    commitment = _open(tournament)
    if not commitment.words:
        raise Refusal.one(
            "words",
            "no_words",
            _("Nobody in the room has added words yet. Ask somebody for a few."),
        )
    if not commitment.secret:
        raise Refusal.one(
            "draw",
            "secret_elsewhere",
            _(
                "This draw was prepared on another machine, and its secret is there. Open it there,"
                " or cancel it with a reason."
            ),
        )
    _must_keep_its_recipe(tournament, commitment)
    opened = {
        "event": commitment.event_number,
        "recipe": WITHOUT_WISHES if commitment.wishes is None else RECIPE,
        "hash": commitment.commitment,
        "secret": commitment.secret,
        "words": commitment.words,
    }
    commitment.state = State.DRAWN
    commitment.save(update_fields=["state"])
    return draw.make(
        tournament_id=tournament.pk,
        actor=actor,
        seed=seed_of(secret=commitment.secret, words=commitment.words),
        numbers=commitment.numbers,
        wishes=None if commitment.wishes is None else Wishes.from_json(commitment.wishes),
        commitment=opened,
        recipe=commitment.algorithm,
    )


@transaction.atomic
def cancel(*, tournament_id: int, actor: Actor, reason: str) -> DrawCommitment:
    """Cancels a commitment, with a reason. The secret is published all the same, so that anybody
    can see what the draw would have been.

    Raises NotFound, NotAllowed, Refusal (not_committed, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    commitment = _open(tournament)
    why = rights.given_reason(reason)
    commitment.state = State.CANCELLED
    commitment.save(update_fields=["state"])
    events.append(
        tournament,
        actor,
        "draw.commitment_cancelled",
        {
            "commitment": commitment.commitment,
            "secret": commitment.secret,
            "words": commitment.words,
            "reason": why,
        },
    )
    return commitment


def _must_keep_its_recipe(tournament: Tournament, commitment: DrawCommitment) -> None:
    """Raises Refusal (another_recipe) when the format now draws by another recipe than the
    commitment names."""
    numbers = list(commitment.numbers)
    format_ = format_of(tournament, recipe=commitment.algorithm)
    now = format_.draw(numbers, "", Wishes.from_json(commitment.wishes or {})).algorithm
    if commitment.wishes is not None and now != commitment.algorithm:
        raise Refusal.one(
            "draw",
            "another_recipe",
            _(
                "The format was changed since this draw was prepared, and would draw by another "
                "recipe than its fingerprint says. Change it back, or cancel the draw with a "
                "reason."
            ),
        )


def _open(tournament: Tournament) -> DrawCommitment:
    commitment = open_commitment(tournament_id=tournament.pk)
    if commitment is None:
        raise Refusal.one(
            "draw",
            "not_committed",
            _("No draw is prepared. Prepare one first."),
        )
    return commitment


def _say(tournament: Tournament, words: str, actor: Actor) -> DrawCommitment:
    commitment = _open(tournament)
    text, fault = texts.clean(words, field="words", longest=LONGEST_WORDS, required=True)
    wording.refuse([fault] if fault else [])
    if len(commitment.words) >= MOST_WORDS:
        raise Refusal.one(
            "words", "too_many_words", _("The room has added enough words. Open the draw now.")
        )
    commitment.words = [*commitment.words, text]
    commitment.save(update_fields=["words"])
    events.append(
        tournament,
        actor,
        "draw.words_added",
        {"commitment": commitment.commitment, "place": len(commitment.words), "words": text},
    )
    return commitment
