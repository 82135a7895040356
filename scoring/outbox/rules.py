"""The text that a tablet signs when a pair agrees to a score."""

from collections.abc import Sequence

FORMAT = "mus-agreement/1"


def agreement_text(
    *,
    slug: str,
    match: int,
    game: int | None,
    score: Sequence[int],
    hands: int,
    by: Sequence[str],
) -> str:
    """The canonical text of an agreement to the end of a game, or, with `game` None, of the match.
    `hands`: how many of its hands the tablet showed."""
    of = "match" if game is None else f"game {game}"
    a, b = score
    return "\n".join((FORMAT, slug, str(match), of, f"{a} {b}", str(hands), "".join(by)))
