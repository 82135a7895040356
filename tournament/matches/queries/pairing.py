"""The round just drawn, as an official may change it by hand: who meets whom, and what speaks
against it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.formats.bouts import Bout
from tournament.formats.pairing import meeting
from tournament.formats.registry import format_of
from tournament.formats.sections import is_over
from tournament.log.rules.text import folded
from tournament.matches.models import Match
from tournament.matches.queries.cascades import bare_matches, gone_of
from tournament.matches.queries.matches import PairName, name_of

Pairings = tuple[tuple[int, int | None], ...]
"""Numbers of pairs that meet; None for a bye."""
IN_WORDS: dict[str, StrOrPromise] = {
    "rematch": _("%(one)s and %(other)s have met already."),
    "second_bye": _("%(one)s has had a bye already, and others have not."),
    "same_club": _("%(one)s and %(other)s are of one club."),
}
HEAVY = frozenset({"rematch", "second_bye"})


@dataclass(frozen=True, slots=True)
class Warned:
    """What speaks against a match: "rematch", "second_bye" or "same_club". `pairs`: one or two
    numbers, with their `names`. A heavy one must be confirmed."""

    kind: str
    pairs: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def is_heavy(self) -> bool:
        return self.kind in HEAVY

    @property
    def words(self) -> StrOrPromise:
        """As people read it."""
        labels = (f"{n}. {name}" for n, name in zip(self.pairs, self.names, strict=True))
        one, other = (*labels, "")[:2]
        return lazy_text(IN_WORDS[self.kind], one=one, other=other)


@dataclass(frozen=True, slots=True)
class RoundByHand:
    """A round that has been drawn and not begun. `own`: the matches that the program makes; `now`:
    those that stand; `pairs`: by number."""

    round: int
    own: Pairings
    now: Pairings
    pairs: Mapping[int, PairName]
    is_changed: bool
    met: frozenset[frozenset[int]]
    byes: Mapping[int, int]

    @property
    def warned(self) -> tuple[Warned, ...]:
        """What speaks against the matches that stand."""
        return self.warnings(self.now)

    def warnings(self, matches: Iterable[tuple[int, int | None]]) -> tuple[Warned, ...]:
        """What speaks against these matches, the heaviest first."""
        warnings = [one for both in matches for one in self._against(*both)]
        return tuple(sorted(warnings, key=lambda warning: (not warning.is_heavy, warning.pairs)))

    def _against(self, a: int, b: int | None) -> Iterable[Warned]:
        if b is None:
            if self.byes.get(a, 0) > min(self.byes.get(number, 0) for number in self.pairs):
                yield self._warned("second_bye", a)
            return
        if meeting(a, b) in self.met:
            yield self._warned("rematch", a, b)
        clubs = [folded(self.pairs[number].club) for number in (a, b)]
        if clubs[0] and clubs[0] == clubs[1]:
            yield self._warned("same_club", a, b)

    def _warned(self, kind: str, *pairs: int) -> Warned:
        return Warned(kind, pairs, tuple(self.pairs[number].name for number in pairs))


def round_by_hand(*, tournament: Tournament) -> RoundByHand | None:
    """The round that may be changed by hand now. None where rounds are not drawn one by one, in
    round 1, which is the draw's, once a match of the round has begun or been decided, and while
    one of an earlier round is played again. Two queries."""
    if tournament.status == Tournament.Status.ENTRY or not format_of(tournament).by_rounds:
        return None
    rows = bare_matches(tournament_id=tournament.pk, kind=Match.Kind.CHAMPIONSHIP)
    bouts = [row.to_rules() for row in rows]
    last = max((bout.place.round for bout in bouts if any(bout.pairs)), default=1)
    there = [bout for bout in bouts if bout.place.round == last]
    before = [bout for bout in bouts if bout.place.round < last]
    # While an earlier match is open again, the program has no matches of its own for this round.
    if last < 2 or any(bout.is_fact for bout in there) or not is_over(before):
        return None
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    others = tuple(number for number in tournament.rounds_by_hand if number != last)
    own = format_of(tournament, by_hand=others).resolve(bouts, gone_of(pairs.values())).bouts
    numbers = {pk: pair.number for pk, pair in pairs.items()}
    return RoundByHand(
        round=last,
        own=_pairings([bout for bout in own if bout.place.round == last], numbers),
        now=_pairings(there, numbers),
        pairs={
            name.number: name
            for bout in there
            for pk in bout.pairs
            if pk is not None and (name := name_of(pairs[pk])) is not None
        },
        is_changed=last in tournament.rounds_by_hand,
        met=frozenset(
            meeting(numbers[bout.pairs.a], numbers[bout.pairs.b])
            for bout in before
            if bout.pairs.a is not None and bout.pairs.b is not None
        ),
        byes=Counter(
            numbers[bout.winning_pair]
            for bout in before
            if bout.ended_by == "bye" and bout.winning_pair is not None
        ),
    )


def to_change(*, tournament_id: int) -> RoundByHand:
    """The round that may be changed by hand now. Raises Refusal (no_round_to_change)."""
    round_ = round_by_hand(tournament=Tournament.objects.get(pk=tournament_id))
    if round_ is None:
        raise no_round_to_change()
    return round_


def rounds_to_change(*, tournament_id: int) -> tuple[RoundByHand, ...]:
    """The round that may be changed by hand now, alone; none where there is none."""
    round_ = round_by_hand(tournament=Tournament.objects.get(pk=tournament_id))
    return (round_,) if round_ else ()


def no_round_to_change() -> Refusal:
    """The Refusal where no round may be changed by hand."""
    return Refusal.one(
        "round",
        "no_round_to_change",
        _(
            "Only a round that the program has drawn, after the first, and that has not begun "
            "can be changed by hand."
        ),
    )


def checked(round_: RoundByHand, matches: object) -> Pairings:
    """The matches that are asked for. Raises Refusal with every problem found: bad_pairing,
    not_in_this_round, paired_twice, left_without_a_match, bad_byes."""
    pairings = numbers(matches)
    pair_numbers = [number for both in pairings for number in both if number is not None]
    problems = [
        Problem(
            "matches",
            "not_in_this_round",
            lazy_text(_("Pair %(number)s does not play in this round."), number=number),
        )
        for number in dict.fromkeys(pair_numbers)
        if number not in round_.pairs
    ]
    problems += [
        Problem(
            "matches", "paired_twice", lazy_text(_("Pair %(number)s stands twice."), number=number)
        )
        for number in dict.fromkeys(pair_numbers)
        if pair_numbers.count(number) > 1
    ]
    problems += [
        Problem(
            "matches",
            "left_without_a_match",
            lazy_text(_("Pair %(number)s has neither a match nor a bye."), number=number),
        )
        for number in round_.pairs
        if number not in pair_numbers
    ]
    rest, own_rest = ([b for _a, b in one].count(None) for one in (pairings, round_.own))
    if not problems and rest != own_rest:
        problems.append(
            Problem(
                "matches", "bad_byes", _("There must be as many byes as in the program's round.")
            )
        )
    if problems:
        raise Refusal(problems)
    return pairings


def numbers(matches: object) -> Pairings:
    """The matches that are asked for, the pair of a bye first. Raises Refusal (bad_pairing)."""
    if not isinstance(matches, list | tuple):
        raise _bad()
    pairings: list[tuple[int, int | None]] = []
    for both in matches:
        if not isinstance(both, list | tuple) or len(both) != 2:
            raise _bad()
        a, b = both if both[0] is not None else reversed(both)
        if type(a) is not int or type(b) not in (int, type(None)):
            raise _bad()
        pairings.append((a, b))
    return tuple(pairings)


def _bad() -> Refusal:
    words = _("Give two numbers of pairs for each match, and one for a bye.")
    return Refusal.one("matches", "bad_pairing", words)


def _pairings(bouts: Iterable[Bout], numbers: Mapping[int, int]) -> Pairings:
    pairings = []
    for bout in sorted(bouts, key=lambda bout: bout.place):
        both = [numbers[pk] for pk in bout.pairs if pk is not None]
        if both:
            pairings.append((both[0], both[1] if len(both) == 2 else None))
    return tuple(pairings)
