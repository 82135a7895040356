"""What importing a match file would record, hand by hand. Nothing is written here.

The service that imports carries out exactly this answer.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import HandCourse, content_of, next_seat, tally
from mus.notation import GameText, HandLine
from mus.quick import QUICK
from mus.ruleset import ruleset_from, with_target
from mus.sides import LEVEL, Outcome, Side
from scoring.course.queries.ladder import counted_of
from scoring.course.queries.states import NextHand
from scoring.course.queries.stored import find_match, guilty
from scoring.explain.queries.lines import HandLines, hand_lines, player_names
from scoring.hands.queries import HandContext, settle_posted
from scoring.matchfiles.queries.files import MatchFile, read_match_file, refusal
from scoring.matchfiles.queries.imported import ImportedGame, ImportedHand, MatchImport
from scoring.wording.faults import line
from tournament import wording
from tournament.entries.models import Pair
from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.matches.models import Match
from tournament.matches.queries import guards

# Notes on a file, line by line, for the organizer to read before importing.


class ImportNotes:
    """Collects notes while the hands of a file are followed. Stones and games are given as in the
    file, its A first, whichever pair of the match that is. `remarks`: how many remarks will not be
    stored."""

    def __init__(self, pairs: Sequence[Pair], sides: str, notes: Sequence[Problem]) -> None:
        self.pairs = pairs
        self.sides = sides
        self.notes = list(notes)
        self.remarks = 0
        self._claims: dict[int, int] | None = None

    def questions(self, settled: HandCourse, at: int) -> tuple[str, ...]:
        """The kinds of ruling that a hand would open; adds a note for each."""
        settlement: Any = settled.settlement
        kinds: list[str] = []
        if settled.ruled is None:
            kinds = [self._ruling(settlement, at), self._claim(settled.record, settlement, at)]
        # G1: repeated false claims of a pair, counted over the whole tournament.
        for side in guilty(settlement):
            kinds += ["repetition"] if self._is_repeated(self.pairs[side.position], at) else []
        return tuple(filter(None, kinds))

    def result(self, file_result: str, games: Sequence[int], at: int) -> None:
        """Adds a note when the file's own result differs from the result of its hands."""
        right = self._in_the_file(games)
        if file_result.replace("–", "-").replace(" ", "") != right.replace(" – ", "-"):
            self._note(
                at,
                "result_differs",
                _("The file says %(given)s, its hands give %(right)s. The hands count."),
                given=file_result[:20],
                right=right,
            )

    def all(self) -> tuple[Problem, ...]:
        if not self.remarks:
            return tuple(self.notes)
        message = lazy_text(
            _("Remarks on hands are not kept: %(count)s in this file."), count=self.remarks
        )
        return (*self.notes, Problem("text", "remarks_not_kept", message))

    def _ruling(self, settlement: Mapping[str, Any], at: int) -> str:
        if not settlement["needs_ruling"]:
            return ""
        self._note(
            at,
            "needs_ruling",
            _("The rules leave this hand to the organizers: the question goes to the desk (D7)."),
        )
        return "needs_ruling"

    def _claim(self, record: Mapping[str, Any], settlement: Mapping[str, Any], at: int) -> str:
        claim = settlement.get("claim")
        if claim is None or claim["agrees"]:
            return ""
        self._note(
            at,
            "claim_differs",
            _(
                "The file says %(given)s stones, the rules give %(right)s. The rules count; the "
                "question goes to the desk (S8)."
            ),
            given=self._in_the_file(record["claim"]),
            right=self._in_the_file(settlement["stones"]),
        )
        return "claim"

    def _is_repeated(self, pair: Pair, at: int) -> bool:
        if self._claims is None:
            self._claims = counted_of(pair_ids=[pair.pk for pair in self.pairs])
        self._claims[pair.pk] = time = self._claims.get(pair.pk, 0) + 1
        if time > 1:
            self._note(
                at,
                "repetition",
                _(
                    "False claim number %(time)s of %(pair)s in this tournament: the question goes "
                    "to the desk (G1)."
                ),
                time=time,
                pair=pair.name,
            )
        return time > 1

    def _in_the_file(self, two: Sequence[int]) -> str:
        a, b = two if self.sides == "AB" else two[::-1]
        return f"{a} – {b}"

    def _note(self, at: int, code: str, message: StrOrPromise, **params: object) -> None:
        self.notes.append(Problem(line(at), code, lazy_text(message, **params)))


def match_import(
    *, match_id: int, text: object, sides: object = None, reason: object = ""
) -> MatchImport:
    """What importing a `.mus` text into a match would record.

    `sides`: "AB" or "BA" says which pairs of the match the file's A and B are, whatever their
    names. `reason`: for decisions of officials that the file gives without a reason.

    Raises NotFound, and Refusal with every problem: the match (already_begun, match_finished,
    pairs_unknown, table_busy, pair_busy), the text line by line, reason_required.
    """
    return import_of(match=find_match(match_id=match_id), text=text, sides=sides, reason=reason)


def import_of(*, match: Match, text: object, sides: object, reason: object) -> MatchImport:
    """What importing a `.mus` text would record, for a match that was read with its tournament,
    pairs and table. Raises Refusal as `match_import` does."""
    _must_not_have_begun(match)
    is_given = isinstance(reason, str) and bool(reason.strip())
    why = rights.given_reason(reason, required=is_given)
    file = read_match_file(match=match, text=text, sides=sides)
    return _Course(match, file, why).run()


def _must_not_have_begun(match: Match) -> None:
    if match.status == Match.Status.PLAYING:
        raise Refusal.one(
            "match",
            "already_begun",
            _(
                "This match has begun, and a file is imported into one that has not. Take its "
                "hands and its start back first, or enter the hands one by one."
            ),
        )
    guards.must_be(match, "ready")
    if match.table is not None:
        guards.must_be_free(match.table, match)
    guards.pairs_must_be_free(match)


class _Course:
    """Follows the hands of a file through the match, as entering them one by one would."""

    def __init__(self, match: Match, file: MatchFile, reason: str) -> None:
        self.match, self.file, self.reason = match, file, reason
        self.pairs = (_pair(match.pair_a), _pair(match.pair_b))
        self.players = player_names(match, file.seating)
        self.seats = ruleset_from(file.ruleset).seats
        self.turn = file.first_mano
        self.problems: list[Problem] = []
        self.notes = ImportNotes(self.pairs, file.sides, file.notes)
        self.winners: list[Side] = []

    def run(self) -> MatchImport:
        games = []
        for number, game in enumerate(self.file.text.games, start=1):
            if not game.hands and game.decided is None:
                continue
            if self._outcome() is not None:
                self._refuse(
                    self.file.lines.games[number - 1],
                    "game_after_match",
                    _("The match was won before this game. Take out what was not played."),
                )
                break
            games.append(self._game(number, game))
        if self.problems:
            raise refusal(self.problems)
        result = self.file.text.headers.get("Result")
        if result is not None:
            at = self.file.lines.headers["Result"]
            self.notes.result(result, self._games_won(), at)
        outcome = self._outcome()
        return MatchImport(
            match_id=self.match.pk,
            sides=self.file.sides,
            names=self.file.names,
            pairs=(self.pairs[0].name, self.pairs[1].name),
            players=self.players,
            seating=self.file.seating,
            first_mano=self.file.first_mano,
            four_kings=self.file.four_kings,
            games=tuple(games),
            games_won=self._games_won(),
            wins_needed=self.match.wins_needed,
            all_played=self.match.all_played,
            winner=outcome if isinstance(outcome, Side) else "",
            is_level=outcome == LEVEL,
            notes=self.notes.all(),
        )

    def _game(self, number: int, game: GameText) -> ImportedGame:
        lines = self.file.lines.hands[number - 1]
        hands: list[ImportedHand] = []
        score: tuple[int, int] = (0, 0)
        winner: Side | None = None
        for place, (hand, at) in enumerate(zip(game.hands, lines, strict=True), start=1):
            if winner is not None:
                self._refuse(
                    at,
                    "hand_after_game",
                    _("The game was won before this hand. Take it out, or begin the next game."),
                )
                break
            standing = NextHand(number, place, self.turn, place == 1, score)
            imported_hand = self._hand(hand, at, standing)
            if imported_hand is None:
                break
            hands.append(imported_hand)
            score = imported_hand.score
            winner = Side(imported_hand.game_winner) if imported_hand.game_winner else None
            self.turn = next_seat(imported_hand.mano, seats=self.seats)
        winner = game.decided or winner
        if winner is not None:
            self.winners.append(winner)
        reason = ""
        if game.decided is not None:
            reason = self._reason(game.remark, self.file.lines.decisions[number - 1] or 0)
        return ImportedGame(
            number, tuple(hands), score, str(winner or ""), str(game.decided or ""), reason
        )

    def _hand(self, hand: HandLine, at: int, standing: NextHand) -> ImportedHand | None:
        posted = content_of(hand.record)
        stones = self.match.stones_of_game(standing.game)
        if standing.mano_is_free:
            posted["mano"] = hand.record["mano"]
        try:
            _entered, settled = settle_posted(
                posted,
                at=HandContext(self.match.pk, with_target(self.file.ruleset, stones), standing),
                current={},
                ruled=hand.ruled,
            )
        except Refusal as refused:
            self.problems += [Problem(line(at), p.code, p.message) for p in refused.problems]
            return None
        reason = self._reason(hand.remark, at) if hand.ruled is not None else ""
        self.notes.remarks += bool(hand.remark) and hand.ruled is None
        return ImportedHand(
            game=standing.game,
            number=standing.hand,
            line=at,
            written=self.file.written[at - 1].strip(),
            player=self.players[settled.mano],
            mano=settled.mano,
            score_before=standing.score,
            posted=posted,
            record=settled.record,
            settlement=settled.settlement,
            ruled=settled.ruled,
            reason=reason,
            stones=settled.stones,
            score=settled.score,
            game_winner=str(settled.game_winner or ""),
            verified=QUICK not in settled.record,
            questions=self.notes.questions(settled, at),
        )

    def _reason(self, remark: str, at: int) -> str:
        """The reason of an official's decision: the remark beside it, or that for all."""
        written, fault = texts.clean(
            remark, field=line(at), longest=rights.LONGEST_REASON, required=True, lines=True
        )
        if fault is None:
            return written
        if fault.code not in ("required", "no_letter"):
            self.problems.append(wording.problem(fault))
        elif not self.reason:
            self._refuse(
                at,
                "reason_required",
                _(
                    "A ruling needs a reason. Write it after “;” at the end of this line, or give "
                    "one reason for all rulings."
                ),
            )
        return self.reason

    def _outcome(self) -> Outcome | None:
        return self.match.outcome_with(self._games_won())

    def _games_won(self) -> tuple[int, int]:
        return tally(self.winners, vaca=self.match.vaca)

    def _refuse(self, at: int, code: str, message: StrOrPromise) -> None:
        self.problems.append(Problem(line(at), code, message))


def _pair(pair: Pair | None) -> Pair:
    assert pair is not None
    return pair


# An import as the desk sees it before confirming: every hand with its reasons.


@dataclass(frozen=True, slots=True)
class ImportedHandPage:
    """A hand of the file with the reason of every stone."""

    hand: ImportedHand
    lines: HandLines


@dataclass(frozen=True, slots=True)
class ImportedGamePage:
    """A game of the file with its hands. `winner_name` is "" while nobody has won it."""

    game: ImportedGame
    winner_name: str
    hands: tuple[ImportedHandPage, ...]


@dataclass(frozen=True, slots=True)
class ImportPage:
    """What importing a file would record, with its reasons."""

    plan: MatchImport
    games: tuple[ImportedGamePage, ...]


def import_page(*, match_id: int, text: object, sides: object, reason: object) -> ImportPage:
    """The answer of `match_import`, explained. Raises what `match_import` raises."""
    match = find_match(match_id=match_id)
    plan = import_of(match=match, text=text, sides=sides, reason=reason)
    # Set on this instance only, for the names of the players: the match has not begun.
    match.seating = dict(plan.seating)
    return ImportPage(plan, tuple(_game(game, plan, match) for game in plan.games))


def _game(game: ImportedGame, plan: MatchImport, match: Match) -> ImportedGamePage:
    hands = tuple(
        ImportedHandPage(
            hand, hand_lines(record=hand.record, settlement=hand.settlement, match=match)
        )
        for hand in game.hands
    )
    name = plan.pairs["AB".index(game.winner)] if game.winner else ""
    return ImportedGamePage(game, name, hands)
