"""The day of a championship: tables fill, hands are saved in turn, rounds follow on.

Everything goes through the services that pages and tablets use: an organizer enters, draws and
starts, a tablet at each table saves the hands, the desk decides what waits. The same seed plays
the same day.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from random import Random
from typing import Any, TextIO

from django.utils.translation import gettext as _

from mus.bots import USUAL_SLIPS, Character, Slips
from scoring.course.queries.states import match_state
from scoring.hands.services import corrections, hands
from scoring.management.simulation.players import cast, entry_list, misread, next_hand
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.commitment import services as commitment
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.errors import Refusal
from tournament.formats.registry import is_individual
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.queries.matches import next_up
from tournament.matches.services import matches
from tournament.seatings import services as seatings
from tournament.standings.queries import open_ties
from tournament.standings.services import decide_tie
from tournament.tables.queries import join_token
from tournament.tables.services import devices

# The simulated desk: it decides open rulings, with reasons.


ORGANISATION = Actor("program", None, "simulation")
CLAIMS_LOST = 0.2


class Desk:
    """Decides each open ruling as it comes."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def decide(self, opened: Iterable[Mapping[str, Any]]) -> int:
        """Decides these rulings (in the form of answers); returns how many."""
        count = 0
        for ruling in opened:
            # An earlier decision may have settled this ruling too.
            if Ruling.objects.filter(pk=ruling["id"], status=Ruling.Status.OPEN).exists():
                self._decide(ruling)
                count += 1
        return count

    def _decide(self, ruling: Mapping[str, Any]) -> None:
        if ruling["kind"] == Ruling.Kind.CLAIM:
            self._decide_claim(ruling)
            return
        reason = _("As the regulation says; both pairs were heard.")
        if ruling["kind"] == Ruling.Kind.REPETITION:
            reason = _("Second false claim in the tournament (G1).")
            if ruling["proposed"]["tribunal"]:
                reason = _("Passed on to the Disciplinary Tribunal.")
        rulings.confirm(ruling_id=ruling["id"], actor=ORGANISATION, reason=reason)

    def _decide_claim(self, ruling: Mapping[str, Any]) -> None:
        claimed_less = max(ruling["proposed"]["difference"]) <= 0
        lost = claimed_less and self._rng.random() < CLAIMS_LOST
        rulings.decide_claim(
            ruling_id=ruling["id"],
            actor=ORGANISATION,
            stands="claim" if lost else "engine",
            reason=_("Not claimed before the next deck was cut (S8).")
            if lost
            else _("The cards were counted again at the table."),
        )


# A match at a table: its tablet saves, corrects and takes back hands.


Opened = list[dict[str, Any]]
"""Rulings that a hand opened, in the form of answers."""


@dataclass(slots=True)
class Counted:
    """Counts that cannot be read from the database afterwards."""

    hands: int = 0
    discrepancies: int = 0
    rulings: int = 0
    corrections: int = 0
    undone: int = 0


@dataclass(slots=True)
class Playing:
    """A match at a table: its players, its tablet, and its state as the tablet last got it."""

    match: Match
    tablet: Actor
    casts: tuple[tuple[Character, Character], tuple[Character, Character]]
    counted: Counted
    state: dict[str, Any] = field(default_factory=dict)
    sent: int = 0

    def __post_init__(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        """Loads the state of the match."""
        self.state = match_state(match_id=self.match.pk, history=False).to_json()

    def save(self, entered: dict[str, Any]) -> Opened:
        """Saves the next hand; returns the rulings it opened."""
        following = self.state["next"]
        answer = hands.record(
            match_id=self.match.pk,
            record=entered,
            actor=self.tablet,
            key=self._new_key(),
            expected=(following["game"], following["hand"]),
        )
        self.state = answer.body["state"]
        self.counted.hands += 1
        opened: Opened = answer.body["rulings"]
        return opened

    def correct(self, entered: dict[str, Any]) -> Opened | None:
        """Corrects the last hand, whose stake was misread; returns the rulings then open. None when
        the correction was refused and the hand stays as saved."""
        last = match_state(match_id=self.match.pk).history[-1]
        try:
            answer = corrections.correct(
                match_id=self.match.pk,
                game=last.game,
                number=last.number,
                record=entered,
                reason=_("The stake was misread."),
                actor=self.tablet,
                key=self._new_key(),
                expected_version=last.version,
            )
        except Refusal:
            return None
        self.state = answer.body["state"]
        self.counted.corrections += 1
        rulings = self.match.rulings.filter(status="open").order_by("id")
        return [{"id": r.pk, "kind": r.kind, "proposed": r.proposed} for r in rulings]

    def take_back(self) -> None:
        """Takes back the last hand, as if it was entered before the pairs had agreed."""
        last = match_state(match_id=self.match.pk).history[-1]
        answer = corrections.undo(
            match_id=self.match.pk,
            reason=_("Entered before the pairs had agreed."),
            actor=self.tablet,
            key=self._new_key(),
            expected_version=last.version,
        )
        self.state = answer.body["state"]
        self.counted.undone += 1

    def _new_key(self) -> str:
        self.sent += 1
        return f"m{self.match.pk}-{self.sent}"


# A progress bar on the standard error, where a person may be looking.


WIDTH = 30


class Progress:
    """Draws how many of the matches are finished. Silent when not `shown`."""

    def __init__(self, out: TextIO, *, is_visible: bool) -> None:
        self._out = out
        self._is_visible = is_visible
        self._last = ""

    def tell(self, *, finished: int, total: int, hands: int) -> None:
        """Redraws the bar if it has changed."""
        if not self._is_visible or not total:
            return
        filled = WIDTH * finished // total
        bar = "█" * filled + "·" * (WIDTH - filled)
        line = f"\r{bar} {finished}/{total} matches, {hands} hands"
        if line != self._last:
            self._out.write(line)
            self._out.flush()
            self._last = line

    def done(self) -> None:
        if self._is_visible and self._last:
            self._out.write("\n")


MISREAD = 0.02
TAKEN_BACK = 0.004
FOUR_KINGS = 0.04

RecordChange = Callable[[dict[str, Any]], dict[str, Any]]
"""Changes a hand before the simulated referee saves it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play. `stop_round`: no match of a later round starts; `stop_share`: stop when this
    share of the championship's matches is finished, with other matches in play; `is_rehearsal`: on
    no public list; `results_only`: matches end with a result entered at the desk, without hands;
    `words`: the draw is made by a commitment, with these words of the room."""

    name: str
    pairs: int
    seed: int
    starts_at: datetime
    preset: str = "brisbane-2024"
    place: str = ""
    time_zone: str = ""
    tables: int | None = None
    stop_round: int | None = None
    stop_share: float | None = None
    consolation_share: float = 0.35
    slips: Slips = USUAL_SLIPS
    format: str = ""
    format_options: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    results_only: bool = False
    words: str = ""
    is_rehearsal: bool = False


@dataclass(slots=True)
class Day:
    """One championship being played."""

    plan: Plan
    progress: Progress
    owner: Any = None
    counted: Counted = field(default_factory=Counted)
    tournament: Tournament = field(init=False)
    rng: Random = field(init=False)
    desk: Desk = field(init=False)
    playing: list[Playing] = field(default_factory=list)
    _tablets: dict[int, Actor] = field(default_factory=dict)
    _casts: dict[int, tuple[Character, Character]] = field(default_factory=dict)
    _finished: int = 0
    _to_play: int = 0
    _consolations: int = 0
    _may_start: bool = True

    def play(self) -> Tournament:
        """Plays the day to its end, or to where the plan stops."""
        for _act in self.acts():
            pass
        self.progress.done()
        self.tournament.refresh_from_db()
        return self.tournament

    def acts(self) -> Iterator[None]:
        """Plays the day as `play` does, and stops once it is drawn, and after each hand or
        result."""
        self._prepare()
        yield
        if is_individual(self.tournament):
            self._play_rounds()
        while not self._is_over():
            self._fill_tables()
            if not self.playing:
                if self._decide_a_tie():
                    continue
                break
            at = self.playing[int(self.rng.random() * len(self.playing))]
            if self.plan.results_only:
                self._end_by_result(at)
            else:
                self._play_a_hand(at)
            yield
        while self.plan.stop_share is None and self._decide_a_tie():
            pass

    def _decide_a_tie(self) -> bool:
        """Decides a tie on which the day waits (T9), by dice; whether there was one."""
        key = self.tournament.pk
        ties = [tie for tie in open_ties(tournament_id=key) if tie.decides]
        if not ties:
            return False
        numbers = [pair.number for pair in ties[0].pairs]
        order = ", ".join(map(str, self.rng.sample(numbers, len(numbers))))
        decide_tie(
            tournament_id=key, how="lot", order=order, reason=_("a lot drawn before everybody"),
            actor=ORGANISATION,
        )  # fmt: skip
        self._may_start = True
        return True

    def _play_rounds(self) -> None:
        """Plays the rounds of a day of individuals; dice say in which order a table finishes."""
        key = self.tournament.pk
        self.tournament.refresh_from_db()
        while self.tournament.status == Tournament.Status.RUNNING:
            drawn = seatings.seat(tournament_id=key, actor=ORGANISATION)
            for table, one in enumerate(drawn.tables, start=1):
                order = self.rng.sample(one["seats"], len(one["seats"]))
                seatings.enter_order(
                    tournament_id=key, number=drawn.number, table=table, order=order,
                    actor=ORGANISATION,
                )  # fmt: skip
            self.tournament.refresh_from_db()
            if drawn.number == self.plan.stop_round:
                break

    def leave_open(self, kind: str, change: RecordChange, slips: Slips = USUAL_SLIPS) -> bool:
        """Plays on, each hand altered by `change`, until one raises a question of this kind, and
        leaves that question open; returns whether one did within a limit of hands."""
        for _turn in range(100):
            busy = [at for at in self.playing if at.state["next"] is not None]
            if not busy:
                return False
            at = busy[int(self.rng.random() * len(busy))]
            entered = next_hand(at.state, casts=at.casts, rng=self.rng, slips=slips)
            opened = at.save(change(entered))
            if any(ruling["kind"] == kind for ruling in opened):
                return True
            self._after(at, opened)
        return False

    def start_consolation(self, *, hands: int) -> bool:
        """Starts a consolation match and plays a few hands; False when none can start."""
        free = self._free_tables()
        proposal = propose(tournament_id=self.tournament.pk)
        if not free or not proposal.matches:
            return False
        (match,) = self._pair(proposal.matches[0].numbers)
        self._start(match.pk, free[0])
        for _turn in range(hands):
            if self.playing[-1].match.pk == match.pk:
                self._play_a_hand(self.playing[-1])
        return True

    # Before the first hand

    def _prepare(self) -> None:
        plan = self.plan
        self.rng = Random(plan.seed)
        self.desk = Desk(self.rng)
        self.tournament = tournaments.create(
            actor=ORGANISATION,
            owner=self.owner,
            name=plan.name,
            place=plan.place,
            starts_at=plan.starts_at,
            time_zone=plan.time_zone,
            regulation=plan.preset,
            settings=plan.settings,
            format=plan.format,
            format_options=plan.format_options or None,
            is_rehearsal=plan.is_rehearsal,
            tables=max(1, min(plan.pairs // 2, 16)) if plan.tables is None else plan.tables,
        )
        text = entry_list(pairs=plan.pairs, rng=self.rng, alone=is_individual(self.tournament))
        pairs.enter_list(tournament_id=self.tournament.pk, text=text, actor=ORGANISATION)
        self._draw()
        self._join_tablets()
        self._count_to_play()

    def _draw(self) -> None:
        cup, words = self.tournament.pk, self.plan.words
        if not words:
            draw.make(tournament_id=cup, actor=ORGANISATION, seed=str(self.plan.seed))
            return
        secret = sha256(str(self.plan.seed).encode()).hexdigest()
        commitment.commit(tournament_id=cup, actor=ORGANISATION, secret=secret)
        commitment.add_words(tournament_id=cup, words=words, actor=ORGANISATION)
        commitment.reveal(tournament_id=cup, actor=ORGANISATION)

    def _count_to_play(self) -> None:
        """Counts the matches to play. Where rounds are drawn one by one, the number grows when a
        round ends."""
        championship = Match.objects.filter(tournament=self.tournament, kind="championship")
        self._to_play = championship.exclude(ended_by="bye").count()

    def _join_tablets(self) -> None:
        for table in self.tournament.tables.order_by("number"):
            device, _secret = devices.join(token=join_token(table))
            self._tablets[table.number] = Actor(
                "device", device.pk, f"table {table.number}", table.pk
            )

    # Between hands

    def _is_over(self) -> bool:
        share = self.plan.stop_share
        if share is not None and self._finished >= share * self._to_play:
            return True
        return self._finished >= self._to_play and not self.playing

    def _fill_tables(self) -> None:
        """Starts matches at free tables. Does nothing until a match has ended, because only that
        frees a table or makes another match ready."""
        if not self._may_start:
            return
        self._may_start = False
        free = self._free_tables()
        if not free:
            return
        waiting = self._waiting()
        if len(waiting) < len(free) and self._propose_consolation():
            waiting = self._waiting()
        for number, match_id in zip(free, waiting, strict=False):
            self._start(match_id, number)

    def _free_tables(self) -> list[int]:
        busy = {at.match.table.number for at in self.playing if at.match.table}
        return [number for number in self._tablets if number not in busy]

    def _waiting(self) -> list[int]:
        """The matches that may start, the championship's first."""
        cards = next_up(tournament_id=self.tournament.pk)
        last = self.plan.stop_round
        in_play = [c for c in cards if last is None or c.kind != "championship" or c.round <= last]
        return [card.id for card in in_play]

    def _propose_consolation(self) -> bool:
        """Pairs one more consolation match, while some are planned and the championship goes on."""
        planned = int(self.plan.consolation_share * self._to_play)
        if self._consolations >= planned or self._finished >= self._to_play:
            return False
        proposal = propose(tournament_id=self.tournament.pk)
        if not proposal.matches:
            return False
        self._pair(proposal.matches[0].numbers)
        self._consolations += 1
        return True

    def _pair(self, numbers: tuple[int, int]) -> tuple[Match, ...]:
        return consolation.create_matches(
            tournament_id=self.tournament.pk, pairings=[numbers], actor=ORGANISATION
        )

    def _start(self, match_id: int, table: int) -> None:
        rng = self.rng
        by_agreement = self.plan.preset == "brisbane-2024" and rng.random() < FOUR_KINGS
        matches.start(
            match_id=match_id,
            actor=ORGANISATION,
            table_number=table,
            seating={"A": rng.choice([[1, 2], [2, 1]]), "B": rng.choice([[1, 2], [2, 1]])},
            first_mano=int(rng.random() * 4),
            four_kings=by_agreement,
        )
        match = Match.objects.select_related("pair_a", "pair_b", "table").get(pk=match_id)
        assert match.pair_a is not None
        assert match.pair_b is not None
        casts = (self._cast(match.pair_a.number), self._cast(match.pair_b.number))
        self.playing.append(Playing(match, self._tablets[table], casts, self.counted))

    def _cast(self, pair_number: int) -> tuple[Character, Character]:
        if pair_number not in self._casts:
            self._casts[pair_number] = cast(self.rng)
        return self._casts[pair_number]

    def _end_by_result(self, at: Playing) -> None:
        """Enters the result of a match at the desk."""
        results = at.match.results
        half = len(results) // 2
        games = self.rng.choice(results[:half] + results[2 * half :])  # A wins, or level
        result = games if self.rng.random() < 0.5 else (games[1], games[0])
        matches.record_result(match_id=at.match.pk, games=result, actor=ORGANISATION)
        self.playing.remove(at)
        self._may_start = True
        self._has_ended(at)
        self.progress.tell(finished=self._finished, total=self._to_play, hands=0)

    def _has_ended(self, at: Playing) -> None:
        if at.match.kind == "championship":
            self._finished += 1
            self._count_to_play()

    # A hand

    def _play_a_hand(self, at: Playing) -> None:
        entered = next_hand(at.state, casts=at.casts, rng=self.rng, slips=self.plan.slips)
        wrong = misread(entered) if self.rng.random() < MISREAD else None
        opened = at.save(wrong or entered)
        if wrong is not None:
            mended = at.correct(entered)
            opened = opened if mended is None else mended
        elif self.rng.random() < TAKEN_BACK:
            at.take_back()
            opened = at.save(entered)
        self.counted.discrepancies += sum(ruling["kind"] == "claim" for ruling in opened)
        self._after(at, opened)

    def _after(self, at: Playing, opened: list[dict[str, Any]]) -> None:
        """Lets the desk decide the open rulings; a match that has ended leaves its table."""
        if opened:
            self.counted.rulings += self.desk.decide(opened)
            at.look_again()
        if at.state["status"] == "finished":
            self.playing.remove(at)
            self._may_start = True
            self._has_ended(at)
        self.progress.tell(finished=self._finished, total=self._to_play, hands=self.counted.hands)
