"""Pairs as the public sees them, pairs as the desk sees them, and the preview of an entry list."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Unpack

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from jobs.beside import TakesTooMuch, run_beside
from tournament import wording
from tournament.championship.models import Tournament
from tournament.entries.models import ENTERED, PRIVATE, ListInBox, Pair
from tournament.entries.rules import cutting, lists
from tournament.entries.rules.cleaning import is_as_typed
from tournament.entries.rules.entry import Entry, check, in_line_order, repeated
from tournament.entries.rules.headers import BESIDE_FIELDS, Column
from tournament.entries.rules.lists import EntryList, HowRead, ListColumn
from tournament.errors import Problem, Refusal, StrOrPromise, no_such_pair
from tournament.formats.registry import enters_alone, is_individual
from tournament.formats.regulations import OF_SUBSTITUTES, REGULATIONS
from tournament.log.models import Event
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault
from tournament.log.rules.kinds import doing
from tournament.matches.models import HAS_BEGUN, Match
from tournament.matches.queries.cascades import versions_of

# How many people may come into a drawn pair, and until when.


@dataclass(slots=True)
class Seats:
    """The earlier players of each seat of a pair, the latest last. A player who comes back to a
    seat no longer counts as replaced."""

    before: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})

    def change(self, seat: int, left: str, came: str) -> None:
        """Notes that in seat 1 or 2 `came` replaced `left`."""
        if self.comes_back(seat, came):
            self.before[seat].pop()
        else:
            self.before[seat].append(left)

    def comes_back(self, seat: int, player: str) -> bool:
        """Whether the player is the one who sat there before the present one."""
        return self.before[seat][-1:] == [player]

    @property
    def substitutes(self) -> int:
        return sum(map(len, self.before.values()))


@dataclass(frozen=True, slots=True)
class Substitutes:
    """Which substitutions a pair may still make. `most`: how many substitutes; `until`: the last
    round in which one may come; None: no limit. `behind`: the last round that the pair has behind
    it, 0 from its first match on; None before that."""

    most: int | None
    until: int | None
    seats: Seats
    behind: int | None

    @property
    def used(self) -> int:
        return self.seats.substitutes

    def fault(self, seat: int, player: str) -> FieldFault | None:
        """Why `player` may not take seat 1 or 2, if so. The last player of the seat may always come
        back."""
        if self.seats.comes_back(seat, player):
            return None
        if self.most is not None and self.used >= self.most:
            if self.most == 0:
                return FieldFault("player", "no_substitutes")
            return FieldFault("player", "no_more_substitutes", {"most": self.most})
        if self.until is not None and self.behind is not None and self.behind >= self.until:
            if self.until == 0:
                return FieldFault("player", "no_substitutes_once_begun")
            return FieldFault("player", "too_late_for_substitutes", {"round": self.until})
        return None


PLAYERS = ("player_1", "player_2")
MEANINGS = (*(field.name for field in ENTERED), *BESIDE_FIELDS)
"""What a column of an entry list may hold."""


def _with_texts(*names: str) -> Callable[[type], type]:
    """Declares these fields of a dataclass as texts, unless it spells them out itself. So that a
    field of Pair reaches pages and API without being named again."""

    def declare(of: type) -> type:
        of.__annotations__ |= {name: "str" for name in names if name not in of.__annotations__}
        return of

    return declare


@dataclass(frozen=True, slots=True)
class Detail:
    """A text of a pair beside its players: `name` and `label` of the field, and who may see it."""

    name: str
    label: StrOrPromise
    text: str
    is_public: bool


@dataclass(frozen=True, slots=True, kw_only=True)
@_with_texts(*(field.name for field in ENTERED if field.name in Pair.PUBLIC))
class PairView:
    """The public fields of a pair."""

    id: int
    number: int
    name: str
    player_1: str
    player_2: str
    club: str
    status: str
    place_stays_empty: bool = False

    @property
    def details(self) -> tuple[Detail, ...]:
        """What is known of the pair beside its players, as far as this view has it."""
        return tuple(
            Detail(one.name, one.verbose_name, getattr(self, one.name), one.name in Pair.PUBLIC)
            for one in ENTERED
            if one.name not in PLAYERS and hasattr(self, one.name)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
@_with_texts(*PRIVATE)
class PairAtDesk(PairView):
    """A pair with the fields for organizers. Never shown on a public page. `version`: another
    number once something else would follow from its leaving or coming back."""

    contact: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
@_with_texts(*(field.name for field in ENTERED))
class EntryLine:
    """A pair as read from a list. `line`: number of its line, from 1, blank lines counted.
    `cleaned`: the fields whose text was typed otherwise. `dropped`: what of its cells stands in
    none of the fields. `is_paid`: whether the list says that the fee is paid. `seed`: the pair's
    place among the seeded ones of the list, or 0."""

    line: int
    player_1: str
    player_2: str
    club: str
    contact: str
    cleaned: tuple[str, ...]
    dropped: str
    is_paid: bool
    seed: int


@dataclass(frozen=True, slots=True)
class EntryPreview:
    """What would be entered from a list, every problem in it, and what its columns are read as.
    `sheets`: the names of the sheets of a spreadsheet, the first that holds anything first."""

    entries: tuple[EntryLine, ...]
    problems: tuple[Problem, ...]
    columns: tuple[ListColumn, ...]
    sheets: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        return bool(self.entries) and not self.problems


@cache
def columns(*, alone: bool = False) -> tuple[Column, ...]:
    """The fields of a pair that people enter. A list may name them in any language of the site.
    `alone`: a club or bar may enter by its name in the place of player 1."""
    titles: dict[str, set[str]] = {field.name: {field.name} for field in ENTERED}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for field in ENTERED:
                titles[field.name].add(str(field.verbose_name))
    return tuple(
        Column(
            field.name,
            longest=field.max_length or 0,
            is_required=not field.blank and not (alone and field.name == "player_2"),
            is_public=field.name in Pair.PUBLIC,
            titles=frozenset(map(texts.folded, titles[field.name])),
        )
        for field in ENTERED
    )


def checked(values: Mapping[str, object], *, alone: bool = False) -> Entry:
    """A pair's texts, cleaned. `alone`: as in `columns`. Raises Refusal (unknown_field, and the
    fields' faults)."""
    must_be_texts_of_a_pair(values)
    entry, faults = check(values, columns=columns(alone=alone))
    wording.refuse(faults)
    return entry


def must_be_texts_of_a_pair(values: Mapping[str, object]) -> None:
    """Raises Refusal (unknown_field) for a name that is no field people enter."""
    unknown = sorted(values.keys() - {field.name for field in ENTERED})
    if unknown:
        raise Refusal.one(
            unknown[0], "unknown_field", _("This cannot be changed here. Leave it out.")
        )


READ_HERE = 20_000
"""Letters of a list that is read in this process: 400 pairs, 2 ms; the worst of such texts takes
0.1 s. A separate process takes 60 ms to start."""


def read_list(text: str | bytes, *, alone: bool = False, **how: Unpack[HowRead]) -> EntryList:
    """The pairs in a pasted text or a file. Never raises. `alone`: as in `columns`; `how`: as in
    `lists.read`, the meanings being of `MEANINGS`. A long text is read in a separate process; one
    that takes too much time or memory is refused (takes_too_much)."""
    whole = cutting.decode(text) if isinstance(text, bytes) else text
    if not isinstance(whole, str) or not READ_HERE < len(whole) <= lists.LONGEST_TEXT:
        return lists.read(whole, columns=columns(alone=alone), **how)
    try:
        return run_beside(lists.read, whole, columns=columns(alone=alone), **how)
    except TakesTooMuch:
        return EntryList((), (FieldFault("text", "takes_too_much"),))


def list_in_box(*, tournament_id: int, user_id: int) -> dict[str, Any] | None:
    """The list that this organizer has not entered yet, as `services.box` keeps it."""
    kept = ListInBox.objects.filter(tournament=tournament_id, user=user_id)
    sheet: dict[str, Any] | None = kept.values_list("sheet", flat=True).first()
    return sheet


def pairs_list(*, tournament_id: int) -> tuple[PairView, ...]:
    """All pairs by number, without contacts. One query."""
    return tuple(_view(pair) for pair in _pairs(tournament_id))


def pairs_at_desk(*, tournament_id: int) -> tuple[PairAtDesk, ...]:
    """All pairs by number with contacts, for organizers. Two queries."""
    return at_desk(_pairs(tournament_id))


def pairs_not_drawn(*, tournament_id: int) -> tuple[PairView, ...]:
    """Pairs without any match of the draw that could take a place late; none on a day of
    individuals, where everybody is drawn who is in. Three queries."""
    if is_individual(Tournament.objects.get(pk=tournament_id)):
        return ()
    drawn = Match.objects.filter(tournament_id=tournament_id, kind="championship")
    placed = {pk for both in drawn.values_list("pair_a", "pair_b") for pk in both}
    waiting = [pair for pair in _pairs(tournament_id) if pair.pk not in placed]
    return tuple(_view(pair) for pair in waiting if pair.status != Pair.Status.DISQUALIFIED)


def pair_view(*, pair_id: int, tournament_id: int) -> PairView:
    """One pair of this tournament, without its contact. Raises NotFound."""
    return _view(_one(pair_id, tournament_id))


def pair_at_desk(*, pair_id: int, tournament_id: int) -> PairAtDesk:
    """One pair of this tournament with its contact, for organizers. Raises NotFound."""
    for pair in at_desk(Pair.objects.filter(tournament_id=tournament_id, pk=pair_id)):
        return pair
    raise no_such_pair()


def preview_entries(
    *, tournament_id: int, text: str | bytes, **how: Unpack[HowRead]
) -> EntryPreview:
    """What `pairs.enter_list` would do with the text, read as by `read_list`. Writes nothing, never
    raises."""
    read = read_list(text, alone=enters_alone(Tournament.objects.get(pk=tournament_id)), **how)
    faults = [*read.faults, *against_entered(tournament_id=tournament_id, entries=read.entries)]
    problems = tuple(wording.problem(fault) for fault in in_line_order(faults))
    typed = cutting.lines_of(cutting.decode(text) if isinstance(text, bytes) else text)
    entries = tuple(_entry_line(entry, typed[entry.line - 1]) for entry in read.entries)
    return EntryPreview(entries, problems, read.columns)


def _entry_line(entry: Entry, typed: str) -> EntryLine:
    cleaned = (name for name, text in entry.texts.items() if not is_as_typed(text, typed))
    return EntryLine(
        line=entry.line,
        cleaned=tuple(cleaned),
        dropped=entry.dropped,
        is_paid=entry.is_paid,
        seed=entry.seed,
        **entry.texts,
    )


def against_entered(
    *, tournament_id: int, entries: Iterable[Entry], but: Pair | None = None
) -> list[FieldFault]:
    """A fault for each pair that has been entered already (duplicate_pair), and for each player who
    is in another pair (player_twice) or on an earlier line (player_on_line). `but`: the pair that
    is being renamed; its stored names are not compared."""
    entered = [
        (pair.number, _entry(pair)) for pair in _pairs(tournament_id) if pair.is_in and pair != but
    ]
    return repeated(entries, entered)


def must_be_in_no_other(pair: Pair) -> None:
    """Raises Refusal (duplicate_pair, player_twice) when a player of a pair that is out plays in
    one that is entered."""
    wording.refuse(_in_again(pair), wording.AGAIN)


def in_again(*, pair_id: int, tournament_id: int) -> tuple[Problem, ...]:
    """What `must_be_in_no_other` would say of a pair; nothing of one that is in. Raises
    NotFound."""
    pair = _one(pair_id, tournament_id)
    faults = () if pair.is_in else _in_again(pair)
    return tuple(wording.problem(fault, wording.AGAIN) for fault in faults)


def _in_again(pair: Pair) -> list[FieldFault]:
    return against_entered(tournament_id=pair.tournament_id, entries=[_entry(pair)], but=pair)


def _entry(pair: Pair) -> Entry:
    return Entry(0, {field.name: getattr(pair, field.name) for field in ENTERED})


def substitutes_of(*, pair: Pair, tournament: Tournament) -> Substitutes:
    """Which substitutes the rules still allow a pair: the limits, the substitutes since the draw,
    and the last round that it has behind it. At most three queries."""
    regulation = REGULATIONS[tournament.regulation]
    most, until = (
        tournament.settings.get(name, getattr(regulation, name)) for name in OF_SUBSTITUTES
    )
    if tournament.status == "entry":
        most = until = None
    return Substitutes(most, until, _seats_since_the_draw(pair), _last_round_behind(pair))


def pair_substitutes(*, pair_id: int, tournament_id: int) -> Substitutes:
    """As `substitutes_of`, by the pair's key. Raises NotFound."""
    pair = _pairs(tournament_id).select_related("tournament").filter(pk=pair_id).first()
    if pair is None:
        raise no_such_pair()
    return substitutes_of(pair=pair, tournament=pair.tournament)


def seats_held(*, tournament_id: int) -> dict[int, list[str]]:
    """Pair's number → the players who have left it by a substitution since the draw. Two
    queries."""
    held: dict[int, list[str]] = {}
    if _last_draw(tournament_id):
        for event in _substitutions(tournament_id):
            data = event.data
            left = data["was"][f"player_{data['out']}"]
            held.setdefault(data["pair"]["number"], []).append(left)
    return held


def highest_number(*, tournament_id: int) -> int:
    """The highest number that a pair of the tournament has or had: that of a pair whose entry was
    undone is never given again, as the log names the pair by it. Two queries."""
    last = Pair.objects.filter(tournament=tournament_id).aggregate(last=Max("number"))["last"] or 0
    undone = Event.objects.filter(
        tournament_id=tournament_id, kind__in=doing("undo"), sealed__removed__has_key="pairs"
    )
    removed = (pair["number"] for data in undone.values_list("sealed", flat=True)
               for pair in data["removed"]["pairs"])  # fmt: skip
    highest: int = max((last, *removed))
    return highest


def named_at_matches(*, tournament_id: int) -> dict[int, list[str]]:
    """The id of each pair that has sat down to a match, or has the result of one → the players that
    its matches name for it (`Match.names`). One query."""
    played = Match.objects.filter(HAS_BEGUN, tournament=tournament_id)
    named: dict[int, list[str]] = {}
    for pair_a, pair_b, names in played.values_list("pair_a", "pair_b", "names"):
        for pair, both in zip((pair_a, pair_b), names or ((), ()), strict=True):
            named.setdefault(pair, []).extend(both)
    return named


def _last_draw(tournament_id: int) -> int:
    """The number of the event of the last draw; 0 before it."""
    draws = Event.objects.filter(tournament_id=tournament_id, kind__in=doing("draw"))
    return draws.aggregate(last=Max("number"))["last"] or 0


def _substitutions(tournament_id: int) -> QuerySet[Event]:
    """The substitutions since the last draw, in order."""
    acts = Event.standing.filter(tournament_id=tournament_id, kind__in=doing("substitute"))
    return acts.filter(number__gt=_last_draw(tournament_id)).order_by("number")


def _seats_since_the_draw(pair: Pair) -> Seats:
    seats = Seats()
    for event in _substitutions(pair.tournament_id):
        data = event.data
        if data["pair"]["number"] == pair.number:
            name = f"player_{data['out']}"
            seats.change(data["out"], data["was"][name], data["pair"][name])
    return seats


def _last_round_behind(pair: Pair) -> int | None:
    """The last championship round that the pair has behind it: it has ended its match of that
    round, or begun one of the next. 0 from its first match on, a preliminary one too; None before
    that."""
    begun = Match.objects.filter(HAS_BEGUN, Q(pair_a=pair) | Q(pair_b=pair), kind="championship")
    rounds = [
        number if status == Match.Status.FINISHED else number - 1
        for number, status in begun.values_list("round", "status")
    ]
    return max([0, *rounds]) if rounds else None


def _pairs(tournament_id: int) -> QuerySet[Pair]:
    return Pair.objects.filter(tournament_id=tournament_id).order_by("number")


def _one(pair_id: int, tournament_id: int) -> Pair:
    pair = Pair.objects.filter(tournament_id=tournament_id, pk=pair_id).first()
    if pair is None:
        raise no_such_pair()
    return pair


def _view(pair: Pair) -> PairView:
    return PairView(
        id=pair.pk, name=pair.name, **{field: getattr(pair, field) for field in Pair.PUBLIC}
    )


def at_desk(pairs: Iterable[Pair]) -> tuple[PairAtDesk, ...]:
    """Pairs with contacts, for organizers. One query."""
    rows = list(pairs)
    versions = versions_of(pairs=rows)
    return tuple(
        PairAtDesk(
            id=pair.pk,
            name=pair.name,
            version=versions[pair.pk],
            **{field: getattr(pair, field) for field in (*Pair.PUBLIC, *PRIVATE)},
        )
        for pair in rows
    )
