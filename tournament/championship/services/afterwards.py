"""Results that were played elsewhere or written on paper, entered afterwards all at once, with the
pairs that played where these are not entered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.files import results_in
from tournament.entries.models import Pair
from tournament.entries.queries import PairView, against_entered, columns, pairs_list, read_list
from tournament.entries.rules.entry import Entry, both_players, check, line_of
from tournament.entries.rules.results import (
    MOST_LINES,
    Named,
    PastEvent,
    ResultLine,
    ordinal_of,
    read_past,
)
from tournament.entries.services.pairs import enter_entries
from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.formats.registry import enters_alone
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.events import FieldFault
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.queries.matches import RoundView, bracket
from tournament.matches.services import results

LONGEST_TEXT = 40_000
MOST_RESULTS = 300
"""Results at once: each takes some 20 statements and 20 ms, all under one lock."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A result whose pairs are known: their numbers, and how the line names them."""

    line: int
    numbers: tuple[int, int | None]
    names: tuple[str, str]
    games: tuple[int, int]


def enter_afterwards(
    *,
    tournament_id: int,
    actor: Actor,
    reason: str,
    results_text: str = "",
    file: bytes | None = None,
) -> Tournament:
    """Enters the results of the lines, one match a line, as `read_past` reads them: two numbers of
    pairs and the games of each ("3 - 7: 3-1"), or their names. The first ones are the draw, as they
    stand there, where none has been made; pairs that are not entered are entered then, in the order
    in which the list before the results, or the results themselves, name them. `file`: in place of
    the text, a spreadsheet or a text; its sheets stand one below the other.

    The tournament is marked as entered afterwards. Nothing is entered when a line is refused.
    Raises NotFound, NotAllowed, Refusal (nothing_to_enter, too_long, bad_line, same_pair,
    unknown_pair, unknown_number, no_such_match, reason_required, what the file, the list of pairs,
    the draw by hand and each result are refused for).
    """
    text = results_in(file, most=LONGEST_TEXT) if file is not None else results_text
    past = _read(text)
    with transaction.atomic():
        return _enter_all(tournament_id, past, reason, actor)


@dataclass(frozen=True, slots=True)
class PastPreview:
    """What `enter_afterwards` would leave: the pairs, the rounds with a pair in them, and the name
    of the champion, "" where there is none."""

    pairs: tuple[PairView, ...]
    rounds: tuple[RoundView, ...]
    champion: str


def preview_afterwards(*, tournament_id: int, actor: Actor, results_text: str) -> PastPreview:
    """What `enter_afterwards` would leave; nothing of it stays. Raises the same."""
    act = partial(
        enter_afterwards,
        tournament_id=tournament_id,
        actor=actor,
        results_text=results_text,
        reason=results.REASON,
    )

    def look(_falls: tuple[int, ...]) -> PastPreview:
        cup = Tournament.objects.select_related("champion").get(pk=tournament_id)
        rounds = bracket(tournament_id=tournament_id).rounds
        return PastPreview(
            pairs_list(tournament_id=tournament_id),
            tuple(one for one in rounds if any(card.pair_a or card.pair_b for card in one.matches)),
            cup.champion.name if cup.champion else "",
        )

    return results.rolled_back(act, look)


def _enter_all(tournament_id: int, past: PastEvent, reason: str, actor: Actor) -> Tournament:
    tournament = lock(tournament_id=tournament_id, official=actor)
    why = rights.given_reason(reason)
    lines = _with_numbers(tournament, past, actor)
    if tournament.status == Tournament.Status.ENTRY:
        draw.make(
            tournament_id=tournament_id,
            actor=actor,
            by_hand=_round_1(tournament, lines),
            reason=why,
        )
        tournament.refresh_from_db()
    entered = [_enter(tournament, line, actor) for line in lines if line.numbers[1] is not None]
    tournament.refresh_from_db()
    tournament.entered_afterwards = True
    tournament.save(update_fields=["entered_afterwards"])
    data: dict[str, Any] = {
        "entered_afterwards": True,
        "matches": [events.match_ref(match) for match in entered],
        "reason": why,
    }
    events.append(tournament, actor, "results.entered_afterwards", data)
    return tournament


def _read(text: str) -> PastEvent:
    too_long = Refusal.one(
        "results_text", "too_long", _("This is too long. Enter it in several parts.")
    )
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or text.count("\n") > MOST_LINES:
        raise too_long
    past = read_past(text)
    if len(past.results) > MOST_RESULTS:
        raise too_long
    if past.faults:
        raise Refusal([_problem(fault) for fault in past.faults[:20]])
    if not past.results:
        raise Refusal.one(
            "results_text", "nothing_to_enter", _("There is no result here. Write one a line.")
        )
    return past


def _problem(fault: FieldFault) -> Problem:
    """A fault of a line, with the number of the line."""
    why = wording.problem(fault).message
    return Problem("results_text", fault.code, _of_line(line_of(fault), why))


def _of_line(line: int, why: StrOrPromise) -> StrOrPromise:
    return lazy_text(_("Line %(line)s: %(why)s"), line=line, why=why) if line else why


def _with_numbers(tournament: Tournament, past: PastEvent, actor: Actor) -> list[_Played]:
    """The results with the numbers of their pairs; pairs that are not entered are entered, before
    the draw."""
    by_names, numbers = _entered(tournament)
    alone = enters_alone(tournament)
    in_list: list[Entry] = []
    by_number = {number: number for number in numbers}
    if past.has_list:
        read = read_list(past.list_text, alone=alone)
        _refuse(read.faults)
        in_list = list(read.entries)
    elif tournament.status == Tournament.Status.ENTRY:
        in_list = _named_in(past.results, by_names, alone=alone)
    new = [entry for entry in in_list if entry.players not in by_names]
    if new and tournament.status == Tournament.Status.ENTRY:
        # Somebody in two pairs is nearly always one pair written in two ways.
        _refuse(against_entered(tournament_id=tournament.pk, entries=new))
        pairs = enter_entries(tournament, new, actor)
        by_names |= {entry.players: pair.number for entry, pair in zip(new, pairs, strict=True)}
    if past.has_list:
        by_number = _numbers_of_list(past.list_text, in_list, by_names)
    faults: list[FieldFault] = []
    lines: list[_Played] = []
    for result in past.results:
        found = [_number(result.line, each, by_number, by_names) for each in result.pairs if each]
        wrong = [fault for fault in found if isinstance(fault, FieldFault)]
        faults += wrong
        if not wrong:
            a, b = (*found, None)[:2]
            names = tuple(_shown(each) if each else "" for each in result.pairs)
            lines.append(_Played(result.line, (a, b), names, result.games))  # type: ignore[arg-type]
    _refuse(faults)
    return lines


def _entered(tournament: Tournament) -> tuple[dict[frozenset[str], int], list[int]]:
    """The numbers of the pairs that are in, by their players, and all of them."""
    pairs = Pair.objects.filter(tournament=tournament).order_by("number")
    by_names = {both_players(one.player_1, one.player_2): one.number for one in pairs if one.is_in}
    return by_names, [one.number for one in pairs]


def _named_in(
    results: Iterable[ResultLine], known: Mapping[frozenset[str], int], *, alone: bool
) -> list[Entry]:
    """The pairs that the results name and that are not entered, each once."""
    entries: dict[frozenset[str], Entry] = {}
    faults: list[FieldFault] = []
    for result in results:
        for each in filter(None, result.pairs):
            if each.number or each.key in known or each.key in entries:
                continue
            player_1, player_2 = (*each.players, "")[:2]
            if not player_2 and not alone:
                faults.append(FieldFault(f"lines[{result.line}]", "one_player"))
                continue
            entry, wrong = check(
                {"player_1": player_1, "player_2": player_2},
                columns=columns(alone=alone),
                prefix=f"lines[{result.line}].",
                line=result.line,
            )
            faults += wrong
            entries[each.key] = entry
    _refuse(faults)
    return list(entries.values())


def _numbers_of_list(
    text: str, entries: Iterable[Entry], by_names: Mapping[frozenset[str], int]
) -> dict[int, int]:
    """The number that each pair of the list has by now, by the number with which its line begins;
    by its place in the list where not every line begins with one of its own."""
    lines = text.split("\n")
    numbers = [by_names.get(entry.players, 0) for entry in entries]
    ordinals = [ordinal_of(lines[entry.line - 1]) for entry in entries]
    known = [one for one in ordinals if one is not None]
    if len(set(known)) < len(ordinals):
        known = list(range(1, len(ordinals) + 1))
    return dict(zip(known, numbers, strict=True))


def _number(
    line: int, each: Named, by_number: Mapping[int, int], by_names: Mapping[frozenset[str], int]
) -> int | FieldFault:
    found = by_number.get(each.number) if each.number else by_names.get(each.key)
    if found:
        return found
    if each.number:
        return FieldFault(f"lines[{line}]", "unknown_number", {"number": each.number})
    return FieldFault(f"lines[{line}]", "unknown_pair", {"name": _shown(each)})


def _shown(each: Named) -> str:
    return str(each.number) if each.number else " – ".join(each.players)[:120]


def _refuse(faults: Iterable[FieldFault]) -> None:
    problems = [_problem(fault) for fault in faults]
    if problems:
        raise Refusal(problems[:20])


def _round_1(tournament: Tournament, lines: Iterable[_Played]) -> list[tuple[int, int | None]]:
    """The first lines, up to the one with which every pair that is entered has its place."""
    entered = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    left = set(entered.values_list("number", flat=True))
    round_1: list[tuple[int, int | None]] = []
    for line in lines:
        if not left:
            break
        round_1.append(line.numbers)
        left -= set(line.numbers)
    return round_1


def _enter(tournament: Tournament, line: _Played, actor: Actor) -> Match:
    """Enters one result. A refusal names the line."""
    open_now = Match.objects.filter(tournament=tournament, status__in=["ready", "playing"])
    numbers = [number for number in line.numbers if number is not None]
    both = open_now.filter(pair_a__number__in=numbers, pair_b__number__in=numbers)
    match = both.select_related("pair_a").order_by("-kind", "round", "slot").first()
    if match is None or match.pair_a is None:
        raise Refusal.one(
            "results_text",
            "no_such_match",
            _(
                "Line %(line)s: %(a)s and %(b)s have no match to play now. Earlier rounds come "
                "first."
            ),
            line=line.line, a=line.names[0], b=line.names[1],
        )  # fmt: skip
    in_order = match.pair_a.number == line.numbers[0]
    games = line.games if in_order else (line.games[1], line.games[0])
    try:
        return results.record_result(match_id=match.pk, games=games, actor=actor)
    except Refusal as refusal:
        raise Refusal(
            Problem("results_text", one.code, _of_line(line.line, one.message))
            for one in refusal.problems
        ) from refusal
