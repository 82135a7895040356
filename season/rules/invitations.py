"""Who is invited to a final, and who is a reserve: what follows from the answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from season.rules.people import Appearance

INVITED, RESERVE, ACCEPTED, DECLINED = "invited", "reserve", "accepted", "declined"


@dataclass(frozen=True, slots=True)
class Finalist:
    """Somebody who may be invited, with the rank. `partner`: with whom a player comes."""

    rank: int
    person: Appearance
    partner: Appearance | None = None


def standings_of_answers(answers: Sequence[str], places: int) -> list[str]:
    """What each of a list is by all answers, the best first: whoever has accepted has a place, the
    first of those without an answer are invited to the places left, the others are reserves. So
    the next reserve moves up when somebody declines."""
    free = places - sum(answer == ACCEPTED for answer in answers)
    found = []
    for answer in answers:
        if answer:
            found.append(answer)
        else:
            found.append(INVITED if free > 0 else RESERVE)
            free -= 1
    return found


def places_for(candidates: Sequence[Finalist], first: int) -> int:
    """How many places it takes to invite the first so many, with all who share the last rank."""
    if len(candidates) <= first:
        return len(candidates)
    last = candidates[first - 1].rank
    return sum(at < first or one.rank == last for at, one in enumerate(candidates))


def with_partners(
    ranked: Iterable[tuple[int, Appearance, Sequence[Appearance]]],
) -> Iterator[Finalist]:
    """Pairs of the players of a ranking, each once. Given are rank, player and the partners of the
    results that count, the best first: the first of them who is free comes along."""
    taken = set[Appearance]()
    for rank, person, partners in ranked:
        if person in taken:
            continue
        partner = next((one for one in partners if one not in taken and one != person), None)
        taken |= {person} if partner is None else {person, partner}
        yield Finalist(rank, person, partner)
