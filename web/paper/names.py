"""Names where a sheet has little room: first names are shortened before the type gets smaller."""

from collections.abc import Iterator

from web.paper.letters import width


def shortened(player: str, font: str, size: float, fit: float) -> str:
    """The player's name with as few first names shortened to a letter as fit; surnames stay."""
    names = list(_ever_shorter(player))
    return next((name for name in names if width(name, font, size) <= fit), names[-1])


def _ever_shorter(player: str) -> Iterator[str]:
    yield player
    surnames, comma, first = player.partition(", ")
    before, words, after = (
        (surnames + comma, first.split(), "") if comma else ("", *_first_names(player))
    )
    for count in range(1, len(words) + 1):
        initials = [f"{word[0]}." for word in words[:count] if word[0].isalpha()]
        yield before + " ".join([*initials, *words[count:], *([after] if after else [])])


def _first_names(player: str) -> tuple[list[str], str]:
    """The first names and the rest: the first word, and the second where two or more words in
    capitals follow it, as in “José Luis Mendizabal Larrañaga”."""
    words = player.split()
    following = [word for word in words[2:] if word[0].isupper()]
    count = 2 if len(following) > 1 and words[1][0].isupper() else 1
    return ([], player) if len(words) < 2 else (words[:count], " ".join(words[count:]))
