"""Who may still win the title and how likely, and how often such chances were right."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.course import likely
from scoring.course.likely import Tenth
from scoring.course.models import Hand
from tournament.formats.registry import format_of
from tournament.matches.queries.matches import championship_matches


@dataclass(frozen=True, slots=True)
class TitleChance:
    """The chance of a pair to win the championship, in hundredths, rounded to one place."""

    number: int
    name: str
    chance: float


def title_chances(*, tournament_id: int) -> tuple[TitleChance, ...]:
    """The pairs that can still win the title, the likeliest first, by the results so far: a hand
    changes it for nobody. Empty when the championship is decided or its format says too little
    (`likely.of_the_title`). One query."""
    matches = list(championship_matches(tournament_id=tournament_id))
    if not matches:
        return ()
    chances = likely.of_the_title(
        format_of(matches[0].tournament), [match.to_rules() for match in matches]
    )
    if len(chances) < 2:
        return ()
    pairs = {pair.pk: pair for m in matches for pair in (m.pair_a, m.pair_b) if pair is not None}
    lines = [TitleChance(pairs[pk].number, pairs[pk].name, 100 * c) for pk, c in chances.items()]
    return tuple(sorted(lines, key=lambda line: (-line.chance, line.number)))


def calibration_of_games() -> tuple[Tenth, ...]:
    """The chances that stored games gave before each hand, held to who won them: games of finished
    tournaments that were won by their hands, rehearsals left out."""
    return likely.tenths(_moments())


def _moments() -> Iterator[tuple[float, bool]]:
    hands = Hand.objects.filter(
        is_current=True, is_void=False, game__ended_by="hands",
        game__match__tournament__status="finished", game__match__tournament__is_rehearsal=False,
    ).select_related("game__match__tournament")  # fmt: skip
    for hand in hands.order_by("game", "number").iterator():
        before = (hand.score_a - hand.stones_a, hand.score_b - hand.stones_b)
        target = hand.game.match.stones_of_game(hand.game.number)
        yield likely.of_a_game(before, target), hand.game.winner == "A"
