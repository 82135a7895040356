"""A draw by hand: round 1 as balls, cards or slips of paper gave it, in place of the lot.

What a format lays out after round 1 follows its own draw: each pair takes the part of the pair
that the format had in its place. A group with an odd number of pairs has one that rests in round 1,
which counts as its bye.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.formats.bouts import Place
from tournament.formats.protocol import Draw, Format
from tournament.formats.setting import BY_HAND
from tournament.log.rules.events import FieldFault

Match = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class FirstRound:
    """What round 1 of a format is like. `blocks`: how many matches and byes each group has, in
    order; one block where there are no groups. `byes_last`: whether a block's byes stand behind its
    matches. `in_twos`: whether the winners of neighbouring matches meet in round 2. `is_followed`:
    whether the draw lays out matches of later rounds."""

    blocks: tuple[tuple[int, int], ...]
    byes_last: bool
    in_twos: bool
    is_followed: bool

    @property
    def matches(self) -> int:
        return sum(matches for matches, _byes in self.blocks)

    @property
    def byes(self) -> int:
        return sum(byes for _matches, byes in self.blocks)


def first_round(format_: Format, numbers: Sequence[int]) -> FirstRound | None:
    """What round 1 of so many pairs is like; None where the draw lays out no matches."""
    template = format_.draw(numbers, "")
    if not template.matches:
        return None
    blocks = _blocks(template.matches, format_.places(len(numbers)))
    is_bracket = template.algorithm.startswith("mus-draw/")
    is_followed = any(len(block) > 1 for block in blocks)
    if not is_followed:
        blocks = [[match for block in blocks for match in block]]
    sizes = tuple((len(block), sum(b is None for _a, b in block)) for block in blocks)
    return FirstRound(sizes, not is_bracket, is_bracket, is_followed)


def drawn_by_hand(
    format_: Format, round_1: Sequence[Sequence[int | None]], numbers: Collection[int], seed: str
) -> Draw | list[FieldFault]:
    """The draw with these matches of round 1, the format's first to the last, a bye as one number
    and None; or what is wrong with them. `seed`: for the lots of later rounds."""
    shape = first_round(format_, sorted(numbers))
    if shape is None:
        return [FieldFault("by_hand", "drawn_at_tables")]
    matches, faults = _checked(round_1, numbers, shape)
    if faults:
        return faults
    matches = list(_in_order(matches, shape))
    template = format_.draw(sorted(numbers), seed)
    if shape.is_followed:
        matches = _laid_out(template.matches, matches, format_.places(len(numbers)))
    return Draw(seed, tuple(sorted(numbers)), tuple(matches), BY_HAND + template.algorithm)


def round_1_of(matches: Iterable[Sequence[int | None]], places: Sequence[Place]) -> list[Match]:
    """Round 1 of a draw as `drawn_by_hand` takes it, with the pairs of groups that rest."""
    laid = [(match[0], match[1]) for match in matches if match[0] is not None]
    return [match for block in _blocks(laid, places) for match in block]


def _blocks(matches: Iterable[Match], places: Sequence[Place]) -> list[list[Match]]:
    """Round 1 of each group of pairs that are joined by these matches; a pair that has none there
    as a bye behind them."""
    laid = list(zip(matches, places, strict=False))
    group_of: dict[int, set[int]] = {}
    for (a, b), _place in laid:
        both = {a} if b is None else {a, b}
        joined = set().union(both, *(group_of.get(number, set()) for number in both))
        group_of |= dict.fromkeys(joined, joined)
    blocks: dict[int, list[Match]] = {}
    for match, place in laid:
        if place.round == 1:
            blocks.setdefault(min(group_of[match[0]]), []).append(match)
    for least, block in blocks.items():
        playing = {number for match in block for number in match}
        block += [(number, None) for number in sorted(group_of[least] - playing)]
    return list(blocks.values())


def _checked(
    round_1: Sequence[Sequence[int | None]], numbers: Collection[int], shape: FirstRound
) -> tuple[list[Match], list[FieldFault]]:
    """The matches, pair A first, and everything that is wrong with them."""
    matches: list[Match] = []
    faults: list[FieldFault] = []
    at: dict[int, int] = {}
    for place, both in enumerate(round_1, start=1):
        field = f"by_hand[{place}]"
        pairs = [number for number in both if number is not None]
        for number in pairs:
            if number not in numbers:
                faults.append(FieldFault(field, "not_to_be_drawn", {"number": number}))
            elif number in at:
                params = {"number": number, "match": at[number]}
                faults.append(FieldFault(field, "drawn_twice", params))
            at.setdefault(number, place)
        if not pairs:
            faults.append(FieldFault(field, "empty_match"))
        else:
            matches.append((pairs[0], pairs[1] if len(pairs) > 1 else None))
    missing = sorted(set(numbers) - at.keys())
    if missing:
        shown = ", ".join(map(str, missing[:20]))
        faults.append(FieldFault("by_hand", "not_all_drawn", {"numbers": shown}))
    if not faults and not _fits(matches, shape):
        params = {"matches": shape.matches, "byes": shape.byes}
        faults.append(FieldFault("by_hand", "other_round_1", params))
    if not faults and shape.in_twos and _rest_together(matches):
        faults.append(FieldFault("by_hand", "byes_together"))
    return matches, faults


def _fits(matches: Sequence[Match], shape: FirstRound) -> bool:
    """Whether there are as many matches and byes as the format has, in each of its groups."""
    if len(matches) != shape.matches:
        return False
    found = [sum(b is None for _a, b in block) for block in _cut(matches, shape)]
    return found == [byes for _matches, byes in shape.blocks]


def _cut(matches: Sequence[Match], shape: FirstRound) -> Iterable[Sequence[Match]]:
    first = 0
    for count, _byes in shape.blocks:
        yield matches[first : first + count]
        first += count


def _rest_together(matches: Sequence[Match]) -> bool:
    """Whether two byes meet in round 2 while two matches of round 1 do (T2)."""
    byes = [
        sum(b is None for _a, b in matches[slot : slot + 2]) for slot in range(0, len(matches), 2)
    ]
    return len(matches) > 1 and 2 in byes and 0 in byes


def _in_order(matches: Sequence[Match], shape: FirstRound) -> Iterable[Match]:
    """The matches, with the byes of each block last where the format has them there."""
    for block in _cut(matches, shape):
        yield from sorted(block, key=lambda match: match[1] is None) if shape.byes_last else block


def _laid_out(
    template: Sequence[Match], matches: Sequence[Match], places: Sequence[Place]
) -> list[Match]:
    """All matches of the format's own draw, with the pairs of these matches of round 1 in the parts
    of its own."""
    own = round_1_of(template, places)
    takes: Mapping[int, int] = {
        was: number
        for before, now in zip(own, matches, strict=True)
        for was, number in zip(before, now, strict=True)
        if was is not None and number is not None
    }
    return [(takes[a], None if b is None else takes[b]) for a, b in template]
