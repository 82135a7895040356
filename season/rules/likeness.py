"""Names that may be one person's though they differ: initials and abbreviations."""

SURE = 3
"""So many letters of a word in common are a surname or a first name, and no initial."""


def are_alike(one: str, other: str, *, known_otherwise: bool = False) -> bool:
    """Whether two folded names may be of one person: as many words, each the same, an initial of
    the other one (j, jose) or its abbreviation (ma, maria; fdez, fernandez). One long word has to
    be in both, unless `known_otherwise`: by a partner or a club in common. Equal names are not
    alike."""
    words = list(zip(one.split(), other.split(), strict=False))
    if one == other or len(one.split()) != len(other.split()):
        return False
    if not all(a == b or is_short_for(a, b) or is_short_for(b, a) for a, b in words):
        return False
    return known_otherwise or any(a == b and len(a) >= SURE for a, b in words)


def is_short_for(short: str, word: str) -> bool:
    """Whether a word is the other one's beginning, or its abbreviation: fewer letters in the same
    order, with the first and the last."""
    if not short or len(short) >= len(word):
        return False
    if word.startswith(short):
        return len(short) < SURE
    if len(short) < 2 or short[0] != word[0] or short[-1] != word[-1] or len(word) < len(short) + 3:
        return False
    letters = iter(word)
    return all(letter in letters for letter in short)


def pairs_are_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two pairs, by the folded names of their players, may be one: in either order each
    player is the same or alike, and a partner in common is enough for initials alone."""
    if len(one) != 2 or len(other) != 2 or sorted(one) == sorted(other):
        return False
    for a, b in (other, other[::-1]):
        has_partner = a == one[0] or b == one[1]
        if all(
            mine == theirs or are_alike(mine, theirs, known_otherwise=has_partner)
            for mine, theirs in ((one[0], a), (one[1], b))
        ):
            return True
    return False
