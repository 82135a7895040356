"""The draw (T2): made once from a recorded seed; two pairs change places, or it is undone, while
nothing has been played."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from mus.sides import BySide
from tournament import wording
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.draw.rules import drawn_by_hand
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Draw, Format
from tournament.formats.registry import format_of, is_individual
from tournament.formats.regulations import (
    BY_NUMBER,
    FROM_THE_FINAL,
    IN_GROUPS,
    OTHER_BRACKETS,
    REGULATIONS,
    THIRD_PLACE,
    best_of_wins,
    decisive,
    evidence,
    for_third,
    games_of,
    with_left,
)
from tournament.formats.setting import NO_WISHES, Wishes
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import bracket
from tournament.memory.models import ActMemory
from tournament.seatings.models import SeatedRound

LONGEST_SEED = 200


@transaction.atomic
def make(
    *,
    tournament_id: int,
    actor: Actor,
    seed: str | None = None,
    numbers: Sequence[int] | None = None,
    wishes: Wishes | None = None,
    commitment: Mapping[str, Any] | None = None,
    recipe: str = "",
    by_hand: Sequence[Sequence[int | None]] | None = None,
    reason: str = "",
) -> Tournament:
    """Draws the pairs entered into a bracket and fixes the number of games (T1, T2).

    After a commitment (tournament/commitment), `numbers` are the pairs of the commitment, even
    those that have left since; `wishes`: the seeds, and the clubs to keep apart; `commitment`: the
    commitment's data for the event; `recipe`: the one that it names. Without these no commitment
    may be open (already_committed).

    `by_hand`: the matches of round 1 as balls or slips of paper gave them, two numbers of pairs
    each, one and None for a bye; it needs a `reason`, and the seed is for later rounds alone.

    The seed's text is recorded with the algorithm's name, so that anyone can draw again and get
    the same (docs/draw.md); without one, it is made from the machine's source of chance. Raises
    NotFound, NotAllowed, Refusal (already_drawn, too_few_pairs, reason_required, the seed's faults,
    and those of a draw by hand).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    must_be_open(tournament)
    why = "" if by_hand is None else rights.given_reason(reason)
    if commitment is None:
        must_not_be_committed(tournament)
    pairs = {pair.number: pair for pair in _drawn_from(tournament, numbers)}
    must_be_enough(len(pairs), tournament.settings)
    if wishes is None:
        wishes = wishes_of(tournament, pairs.values())
    format_ = format_of(tournament, recipe=recipe)
    if by_hand is None:
        drawn = format_.draw(list(pairs), _seed(seed), wishes)
    else:
        wishes, drawn = NO_WISHES, _by_hand(format_, by_hand, pairs, _seed(seed))
    best_of = REGULATIONS[tournament.regulation].best_of(len(pairs), tournament.settings)
    tournament.best_of = best_of
    tournament.draw_seed = drawn.seed
    tournament.status = Tournament.Status.RUNNING
    tournament.drawn_pairs, tournament.draw_recipe = len(pairs), drawn.algorithm
    tournament.ties = [] if "ties" in format_.options else None
    tournament.games_by_round = _by_round(tournament, len(pairs), best_of)
    tournament.save(
        update_fields=[
            "best_of", "games_by_round", "draw_seed", "drawn_pairs", "draw_recipe", "status",
            "ties",
        ]
    )  # fmt: skip
    _lay_out(tournament, drawn, pairs)
    followed = bracket.update(tournament=tournament)
    events.append(
        tournament,
        actor,
        "draw.made",
        {
            "algorithm": drawn.algorithm,
            "seed": drawn.seed,
            "numbers": list(drawn.numbers),
            "matches": [list(match) for match in drawn.matches],
            "best_of": best_of,
            **({} if tournament.ties is None else {"ties": []}),
            **({"games_by_round": by_round} if (by_round := tournament.games_by_round) else {}),
            "rules": evidence(tournament.regulation, tournament.settings),
            **wishes.to_json(),
            "pairs": [events.pair_ref(pairs[number]) for number in drawn.numbers],
            **({"commitment": dict(commitment)} if commitment else {}),
            **({"reason": why} if why else {}),
            **followed.to_json(),
        },
    )
    return tournament


@transaction.atomic
def undo(*, tournament_id: int, actor: Actor, reason: str) -> Tournament:
    """Takes the draw back and opens entry again, while no match has begun or been decided.

    Raises NotFound, NotAllowed, Refusal (not_drawn, match_begun, round_seated, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.status == Tournament.Status.ENTRY:
        raise _not_drawn()
    matches = list(Match.objects.filter(tournament=tournament))
    if any(match.to_rules().is_fact for match in matches):
        raise _match_begun()
    if SeatedRound.objects.filter(tournament=tournament).exists():
        raise Refusal.one(
            "tournament",
            "round_seated",
            _("A round of the draw stands. Take it back first, then undo the draw."),
        )
    why = rights.given_reason(reason)
    seed, best_of = tournament.draw_seed, tournament.best_of
    tournament.status = Tournament.Status.ENTRY
    tournament.best_of = tournament.draw_seed = tournament.champion = None
    tournament.drawn_pairs, tournament.games_by_round, tournament.draw_recipe = None, {}, ""
    tournament.rounds_by_hand = []
    tournament.ties, tournament.points_given, tournament.results_of_gone = None, {}, {}
    tournament.save(
        update_fields=[
            "status", "best_of", "draw_seed", "champion", "drawn_pairs", "games_by_round",
            "draw_recipe", "rounds_by_hand", "ties", "points_given", "results_of_gone",
        ]
    )  # fmt: skip
    try:
        Match.objects.filter(tournament=tournament).delete()
    except ProtectedError as error:
        raise _match_begun() from error
    event = events.append(
        tournament, actor, "draw.undone", {"reason": why, "seed": seed, "best_of": best_of}
    )
    drawn = ActMemory.objects.filter(tournament=tournament, kind__in=doing("draw"), undone_by=None)
    drawn.update(undone_by=event.number)
    return tournament


@transaction.atomic
def swap(*, tournament_id: int, actor: Actor, first: int, second: int, reason: str) -> Tournament:
    """Two pairs take each other's place in the draw. `first`, `second`: their numbers.

    Where the draw lays out later rounds too, they take each other's place in all of them. The draw
    as it was made stays on the record. Raises NotFound, NotAllowed, Refusal (not_drawn,
    drawn_at_tables, not_in_the_draw, same_pair, play_each_other, match_begun, reason_required).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    if tournament.status == Tournament.Status.ENTRY:
        raise _not_drawn()
    if is_individual(tournament):
        wording.refuse([FieldFault("first", "drawn_at_tables")])
    championship = Match.objects.filter(tournament=tournament, kind=Match.Kind.CHAMPIONSHIP)
    rows = list(championship.select_related("pair_a", "pair_b").order_by("round", "slot"))
    swapped = _in_round_1(rows, first=first, second=second)
    theirs = [row for row in rows if not {pair.pk for pair in swapped}.isdisjoint(row.pairs)]
    if any(row.to_rules().is_fact for row in theirs):
        raise Refusal.one(
            "first",
            "match_begun",
            _("A match of theirs has begun or been decided, so their places stand."),
        )
    why = rights.given_reason(reason)
    first_round = [row for row in theirs if row.round == 1]
    was = [_numbers(row) for row in first_round]
    a, b = swapped
    takes = {a.pk: b, b.pk: a}
    for row in theirs:
        pairs = {
            side: takes.get(pair.pk, pair) if pair else None
            for side, pair in (("pair_a", row.pair_a), ("pair_b", row.pair_b))
        }
        bare = {"status": "waiting", "winner": "", "ended_by": "", "finished_at": None}
        bracket.write(row, **pairs, **bare)
    tournament.rounds_by_hand = sorted({1, *tournament.rounds_by_hand})
    tournament.save(update_fields=["rounds_by_hand"])
    followed = bracket.update(tournament=tournament)
    events.append(
        tournament,
        actor,
        "draw.swapped",
        {
            "round": 1,
            "swapped": [first, second],
            "pairs": [events.pair_ref(pair) for pair in swapped],
            "matches": [_numbers(row) for row in first_round],
            "instead_of": was,
            "reason": why,
            **followed.to_json(),
        },
    )
    return tournament


def _in_round_1(rows: Iterable[Match], *, first: int, second: int) -> tuple[Pair, Pair]:
    """The two pairs with these numbers. Raises Refusal (same_pair, not_in_the_draw,
    play_each_other)."""
    if first == second:
        raise Refusal.one("second", "same_pair", _("Choose two different pairs."))
    drawn = {
        pair.number: pair for row in rows for pair in (row.pair_a, row.pair_b) if pair is not None
    }
    for field, number in (("first", first), ("second", second)):
        if number not in drawn or drawn[number].status != Pair.Status.ENTERED:
            raise Refusal.one(
                field,
                "not_in_the_draw",
                _("Pair %(number)s has no place in the draw. Choose one that is in it."),
                number=number,
            )
    if any(set(_numbers(row)) == {first, second} for row in rows if row.round == 1):
        raise Refusal.one(
            "second",
            "play_each_other",
            _("They play each other in round 1. Choose a pair of another match."),
        )
    return drawn[first], drawn[second]


def _numbers(row: Match) -> list[int | None]:
    return [pair.number if pair else None for pair in (row.pair_a, row.pair_b)]


def must_be_open(tournament: Tournament) -> None:
    """Raises Refusal (already_drawn) once the draw has been made."""
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Undo it, with a reason, to draw again."),
        )


def must_be_enough(pairs: int, settings: Mapping[str, object]) -> None:
    """Raises Refusal (too_few_pairs, too_many_pairs) for fewer than a draw needs, or for fewer or
    more than the rules of the tournament say."""
    least, most = settings.get("least_pairs"), settings.get("most_pairs")
    if pairs < 2:
        raise Refusal.one(
            "pairs", "too_few_pairs", _("A draw needs two pairs at least. Enter more pairs first.")
        )
    if isinstance(least, int) and pairs < least:
        raise Refusal.one(
            "pairs",
            "too_few_pairs",
            _("The rules ask for %(least)s pairs at least. Enter more pairs, or change the rules."),
            least=least,
        )
    if isinstance(most, int) and pairs > most:
        raise Refusal.one(
            "pairs",
            "too_many_pairs",
            _("The rules allow %(most)s pairs at most. Withdraw some, or change the rules."),
            most=most,
        )


def must_not_be_committed(tournament: Tournament) -> None:
    """Raises Refusal (already_committed) while a draw of the room is prepared."""
    if DrawCommitment.objects.filter(tournament=tournament, state="open").exists():
        raise Refusal.one(
            "draw",
            "already_committed",
            _("A draw is prepared already. Open it, or cancel it with a reason."),
        )


def _drawn_from(tournament: Tournament, numbers: Sequence[int] | None) -> list[Pair]:
    pairs = Pair.objects.filter(tournament=tournament)
    if numbers is None:
        pairs = pairs.filter(status=Pair.Status.ENTERED)
    else:
        pairs = pairs.filter(number__in=numbers)
    return list(pairs.order_by("number"))


def _seed(seed: str | None) -> str:
    if seed is None:
        return token_hex(16)
    text, fault = texts.clean(seed, field="seed", longest=LONGEST_SEED, required=True)
    wording.refuse([fault] if fault else [])
    return text


def _by_hand(
    format_: Format, matches: Sequence[Sequence[int | None]], numbers: Collection[int], seed: str
) -> Draw:
    drawn = drawn_by_hand(format_, matches, numbers, seed)
    if isinstance(drawn, Draw):
        return drawn
    wording.refuse(drawn)
    raise AssertionError(drawn)


def wishes_of(tournament: Tournament, pairs: Iterable[Pair]) -> Wishes:
    """What the organizers chose for round 1: who is seeded, and whether clubmates are kept apart. A
    seeded pair that has left is skipped."""
    options = tournament.format_options
    entered = {pair.number: texts.folded(pair.club) for pair in pairs}
    apart = options.get("clubs_apart") is True
    clubs = {number: club for number, club in entered.items() if club and apart}
    seeds = tuple(number for number in options.get("seeds", ()) if number in entered)
    return Wishes(seeds, clubs)


def _by_round(tournament: Tournament, pairs: int, best_of: int) -> dict[str, int]:
    """The rounds from which matches have another length: those of groups where these have one,
    those with one by their number, and those from the round of 64 to the final, where the settings
    give them one (T1). Each of the latter is as long as the one before it unless it has its own.
    Where rounds are drawn one by one nobody knows yet which of them that will be: their lengths
    hold once so few pairs are left, and there is none in a league. After groups the latter are
    rounds of the first bracket; another one is of one length throughout. Where the matches of
    groups may end level, those of brackets are `decisive`."""
    settings = tournament.settings
    format_ = format_of(tournament)
    by_rounds = format_.by_rounds
    rounds = range(1, len(BY_NUMBER) + 2 if by_rounds else format_.rounds(pairs) + 1)
    last = max(number for number in rounds if format_.bracket(number) < 2)
    own = {place: settings.get(games_of(stage)) for place, stage in FROM_THE_FINAL.items()}
    regulation = REGULATIONS[tournament.regulation]
    own[0] = own[0] or regulation.final_games_to_win
    by_round: dict[str, int] = {}
    if by_rounds and not format_.is_league:
        left = {2 ** (1 - place): wins for place, wins in own.items() if wins is not None}
        by_round = {with_left(pairs): best_of_wins(wins) for pairs, wins in left.items()}
    length = late = best_of
    for number in rounds:
        # A round of the bracket would be the final if none came after it.
        in_bracket = not by_rounds and format_.stage(number, number) == "final"
        wins = own.get(number - last) if in_bracket else None
        if wins is not None:
            late = best_of_wins(wins)
        usual = late if format_.may_be_level(number) else decisive(late)
        if "group_size" in format_.options and format_.may_be_level(number):
            wins_in_group = settings.get(games_of(IN_GROUPS))
            usual = usual if wins_in_group is None else best_of_wins(wins_in_group)
        numbered = settings.get(games_of(BY_NUMBER.get(number, "")))
        new_length = usual if numbered is None or wins is not None else best_of_wins(numbered)
        if other := OTHER_BRACKETS.get(format_.bracket(number)):
            wins = settings.get(games_of(other)) or regulation.other_brackets_games_to_win
            new_length = decisive(best_of) if wins is None else best_of_wins(wins)
        if new_length != length:
            by_round[str(number)] = length = new_length
    if third := settings.get(games_of(THIRD_PLACE)):
        places = format_.places(pairs)
        finals = {format_.bracket(number): number for number in rounds}.values()
        # A second match in the round of a final is for third place.
        with_third = [number for number in finals if Place(number, 1) in places]
        by_round |= {
            for_third(number): best_of_wins(third)
            for number in with_third
            if not by_rounds and format_.stage(number, number) == "final"
        }
    return by_round


def _lay_out(tournament: Tournament, drawn: Draw, pairs: dict[int, Pair]) -> None:
    """Stores every match that the format lays out, with its pairs as drawn."""
    format_ = format_of(tournament)
    places = format_.places(len(pairs))
    keys: list[BySide[int | None]] = [
        BySide(pairs[a].pk, None if b is None else pairs[b].pk) for a, b in drawn.matches
    ]
    nobody: BySide[int | None] = BySide(None, None)
    rest = [nobody] * (len(places) - len(keys))
    bare = [Bout(place, both) for place, both in zip(places, [*keys, *rest], strict=True)]
    by_key = {pair.pk: pair for pair in pairs.values()}
    bouts = format_.resolve(bare, {}).bouts
    Match.objects.bulk_create(bracket.row_of(tournament, bout, by_key) for bout in bouts)


def _not_drawn() -> Refusal:
    return Refusal.one("tournament", "not_drawn", _("No draw has been made yet."))


def _match_begun() -> Refusal:
    return Refusal.one(
        "tournament",
        "match_begun",
        _("A match has begun or been decided, so the draw stands. Withdraw single pairs instead."),
    )
