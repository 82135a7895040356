"""What an official can do with a match at the desk now: one act leads, the others are a menu."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from scoring.explain.queries.pages import MatchPage
from tournament.matches.queries.matches import PairName


@dataclass(frozen=True, slots=True)
class MatchAct:
    """`name`: a key of `web.organizer.match_page.WORDS`; `place`: as the one act that leads, just
    below it, in the menu, or beside both pairs."""

    name: str
    place: Literal["leads", "follows", "menu", "pairs"] = "menu"


@dataclass(frozen=True, slots=True)
class PairActs:
    """What can be done with one pair of the match; `names` are keys as in `MatchAct`."""

    side: Literal["A", "B"]
    pair: PairName
    names: tuple[str, ...]


def match_acts(*, page: MatchPage, has_time_limit: bool = False) -> tuple[MatchAct, ...]:
    """The acts on the match, the leading one first, if there is one. No query."""
    lead, names = _leading(page), list(_names(page, has_time_limit))
    acts = [MatchAct(lead, "leads")] if lead else []
    if lead == "hand" and "undo_start" in names:  # nothing is written down: perhaps nothing will be
        acts.append(MatchAct("result", "follows"))
    first = {act.name for act in acts}
    acts += [MatchAct(name) for name in names if name not in first]
    if page.card.status == "ready" and page.card.kind == "championship":
        acts.append(MatchAct("both_absent", "pairs"))
    return tuple(acts)


def pair_acts(
    *, page: MatchPage, is_over: bool, may_appeal: bool, clubs: Collection[str] = ()
) -> tuple[PairActs, ...]:
    """What can be done with each pair that is known. `is_over`: the tournament has ended;
    `may_appeal`: a pair of this match can appeal now; `clubs`: the sides of clubs alone, whose
    players change without a substitution. No query."""
    card = page.card
    acts = []
    sides: tuple[tuple[Literal["A", "B"], PairName | None], ...]
    sides = (("A", card.pair_a), ("B", card.pair_b))
    for side, pair in sides:
        if pair is None:
            continue
        names: list[str] = []
        if pair.status == "entered":
            if card.status in ("ready", "playing"):
                names += ["absent", "withdraw_pair"]
            if may_appeal:
                names.append("appeal")
            if not is_over and side not in clubs:
                names += ["substitute_1", "substitute_2"]
        acts.append(PairActs(side, pair, tuple(names)))
    return tuple(acts)


def _leading(page: MatchPage) -> str:
    card = page.card
    if card.kind == "set_aside" or card.is_bye:
        return ""
    if card.status == "ready":
        return "start_match"
    if card.status == "playing":
        return "hand" if page.state.next else ""
    return "replace_result" if card.status == "finished" else ""


def _names(page: MatchPage, has_time_limit: bool) -> Iterator[str]:
    """The names of the acts on the match, in the order of a day."""
    card = page.card
    counts = card.kind != "set_aside"
    is_open = counts and card.status in ("ready", "playing")
    is_over = counts and card.status == "finished" and not card.is_bye
    by_games = is_over and card.ended_by == "games"
    if counts and card.status == "ready":
        yield "start_match"
    if counts and page.state.next:
        yield "hand"
    if is_open:
        yield from ("result", "enter_paper")
    if counts and card.status == "ready":
        yield "import_match"
    yield "acta"
    if page.games and (card.status == "playing" or by_games) and counts:
        yield "undo"
    if counts and (card.status == "playing" or (page.games and by_games)):
        yield "forfeit"
    if is_open:
        yield "walkover"
    if counts and card.status == "playing":
        if has_time_limit:
            yield "end_by_time"
        yield "decide_match"
        # Taking back the start would also lose counting hands and decided games.
        if not any(game.hands or game.winner for game in page.games):
            yield "undo_start"
    if is_over:
        yield "replace_result"
        if by_games and not page.games:
            yield "swap"
        yield "reopen_match"
    if card.kind == "consolation" and card.status != "finished":
        yield "call_off"
    if page.games:
        yield from ("export_hands", "match_text")
