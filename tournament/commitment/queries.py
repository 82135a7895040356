"""Every draw of a tournament with the commitment before it, read from the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.commitment.models import DrawCommitment
from tournament.commitment.rules import DrawStory
from tournament.formats.registry import EVERY_FORMAT
from tournament.formats.setting import Setting, Wishes
from tournament.log.models import Event
from tournament.log.rules.kinds import ENTRIES, Step, affecting, does_affect, doing, step_of

SALT = "tournament.commitment.words"
CODE_LENGTH = 10
AFTER = affecting(ENTRIES)
"""Events that change the list of pairs. A story lists those that came after its commitment."""
OF_THE_DAY: tuple[Step, ...] = ("create", "change")
FREE = ("seeds", "clubs_apart", "byes_by_lot")
"""Format options fixed by the commitment itself: choosing others after it changes nothing."""


def draw_stories(*, tournament_id: int) -> tuple[DrawStory, ...]:
    """Every commitment and draw, the oldest first, from the log alone. One query."""
    kinds = (*doing("commit", "add_words", "uncommit", "draw", "undraw", *OF_THE_DAY), *AFTER)
    events = Event.objects.filter(tournament_id=tournament_id, kind__in=kinds).order_by("number")
    return stories_of(
        (event.number, event.kind, event.at, event.data, event.actor_label) for event in events
    )


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two pairs that changed places in the draw, by their numbers, and why."""

    event: int
    first: int
    second: int
    reason: str


def swaps(*, tournament_id: int) -> tuple[Exchange, ...]:
    """Every exchange of places that stands, the oldest first, of the last draw. One query."""
    kinds = doing("swap", "undraw")
    events = Event.standing.filter(tournament_id=tournament_id, kind__in=kinds)
    found: list[Exchange] = []
    for event in events.order_by("number"):
        if step_of(event.kind) == "swap":
            first, second = event.data["swapped"]
            found.append(Exchange(event.number, first, second, event.data["reason"]))
        else:
            found = []
    return tuple(found)


def stories_of(
    events: Iterable[tuple[int, str, datetime, Mapping[str, Any], str]],
) -> tuple[DrawStory, ...]:
    """As `draw_stories`, from events given as (number, kind, moment, data, who)."""
    stories: list[DrawStory] = []
    drawn_by: object = None

    def note(**more: Any) -> None:
        stories[-1] = replace(stories[-1], **more)

    for number, kind, at, data, who in events:
        is_open = bool(stories) and stories[-1].is_open
        step = step_of(kind)
        if step == "commit":
            stories.append(_committed(number, at, data))
        elif step == "add_words" and is_open:
            note(words=(*stories[-1].words, data["words"]))
        elif step == "uncommit" and is_open:
            note(cancelled=data["reason"], secret=data["secret"])
        elif step == "draw":
            if not is_open or "commitment" not in data:
                stories.append(DrawStory(event=number))
            note(**_fields_of_draw(at, data), drawn_by=who, by_hand=data.get("reason", ""))
        elif step == "undraw" and stories:
            note(undone=data["reason"])
        is_other = step in OF_THE_DAY and drawn_by != (drawn_by := _drawn_by(data))
        if is_open and (does_affect(kind, data, ENTRIES) or is_other):
            note(late=(*stories[-1].late, (number, kind)))
    return tuple(stories)


def drawn_again(
    *, format: str, options: Mapping[str, object], story: DrawStory
) -> tuple[tuple[int, int | None], ...] | None:
    """The matches that the recipe makes; None before a seed, and for a recipe that this version
    does not know. Of a draw by hand its own: `verify_tournament` checks what follows from it."""
    if not story.seed:
        return None
    if story.by_hand:
        return story.matches
    setting = Setting(options, story.seed, len(story.numbers), story.algorithm)
    draw = EVERY_FORMAT[format](setting).draw(list(story.numbers), story.seed, story.wishes)
    return draw.matches if draw.algorithm == story.algorithm else None


def words_code(*, commitment: str) -> str:
    """The code with which phones send words: only somebody who sees the room's screen can read
    it."""
    digest = salted_hmac(SALT, commitment, secret=settings.SECRET_KEY, algorithm="sha256")
    return digest.hexdigest()[:CODE_LENGTH]


def open_commitment(*, tournament_id: int) -> DrawCommitment | None:
    """The commitment that waits for words, if any."""
    commitments = DrawCommitment.objects.filter(tournament_id=tournament_id, state="open")
    return commitments.first()


def takes_words(*, tournament_id: int, code: str) -> bool:
    """Whether `code` is the code of the commitment that waits for words."""
    commitment = open_commitment(tournament_id=tournament_id)
    return commitment is not None and constant_time_compare(
        words_code(commitment=commitment.commitment), code
    )


def _drawn_by(data: Mapping[str, Any]) -> object:
    """The fields of a tournament that decide how it is drawn."""
    options = data.get("format_options", {})
    bearing = {name: value for name, value in options.items() if name not in FREE}
    return data.get("regulation"), data.get("format"), bearing


def _committed(number: int, at: datetime, data: Mapping[str, Any]) -> DrawStory:
    return DrawStory(
        commitment=data["commitment"],
        committed_at=at,
        event=number,
        recipe=data["recipe"],
        wishes=Wishes.from_json(data),
        promised=data["algorithm"],
        numbers=tuple(data["numbers"]),
        head=data["head"],
    )


def _fields_of_draw(at: datetime, data: Mapping[str, Any]) -> dict[str, Any]:
    opened = data.get("commitment", {})
    return {
        "algorithm": data["algorithm"],
        "wishes": Wishes.from_json(data),
        "numbers": tuple(data["numbers"]),
        "seed": data["seed"],
        "matches": tuple((match[0], match[1]) for match in data["matches"]),
        "drawn_at": at,
        **({"secret": opened["secret"]} if opened else {}),
    }
