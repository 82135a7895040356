"""Rounds, matches, standings and events in the reader's words."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournament.errors import StrOrPromise
from tournament.formats.setting import BY_HAND
from tournament.log.rules.kinds import BY_NAME, INDIVIDUALS, MATCHES, kind_of, step_of
from web.formatwords import letter

register = template.Library()

# Words for the keys of `tournament/formats/bouts.py`, which explains each of them.
ENDED: Mapping[str, StrOrPromise] = {
    "games": gettext_lazy("on games"),
    "bye": gettext_lazy("bye"),
    "walkover": gettext_lazy("walkover"),
    "withdrawal": gettext_lazy("by withdrawal"),
    "disqualification": gettext_lazy("by disqualification"),
    "ruling": gettext_lazy("by a ruling"),
    "undone": gettext_lazy("undone"),
    "unplayed": gettext_lazy("not played"),
    "unplayed_point": gettext_lazy("not played, a point off"),
}
ENDED_BADGES: Mapping[str, str] = {
    "walkover": " badge--warn",
    "withdrawal": " badge--warn",
    "disqualification": " badge--bad",
    "ruling": " badge--info",
    "unplayed": " badge--warn",
    "unplayed_point": " badge--warn",
}
TITLES: Mapping[str, StrOrPromise] = {
    "champion": gettext_lazy("champion"),
    "runner_up": gettext_lazy("runner-up"),
    "third": gettext_lazy("third"),
    "fourth": gettext_lazy("fourth"),
    "semi_finalist": gettext_lazy("semi-finalist"),
    "disqualified": gettext_lazy("disqualified"),
    "bracket_champion": gettext_lazy("champion"),
    "bracket_runner_up": gettext_lazy("runner-up"),
    "consolation_winner": gettext_lazy("winner of the consolation"),
}
TITLES_OF_ONE: Mapping[str, StrOrPromise] = {
    "champion": pgettext_lazy("one", "champion"),
    "runner_up": pgettext_lazy("one", "runner-up"),
    "third": pgettext_lazy("one", "third"),
    "fourth": pgettext_lazy("one", "fourth"),
    "semi_finalist": pgettext_lazy("one", "semi-finalist"),
    "disqualified": pgettext_lazy("one", "disqualified"),
    "bracket_champion": pgettext_lazy("one", "champion"),
    "bracket_runner_up": pgettext_lazy("one", "runner-up"),
    "consolation_winner": gettext_lazy("winner of the consolation"),
}
"""The same of one player or club, not of two people."""
LONG_PART, LONGEST_PART = 14, 20
"""Parts of a name longer than these numbers of characters are set smaller."""


@register.filter
def round_name(round_view: Any) -> str:
    """A round of the bracket by its stage, or by its number."""
    return of_bracket(stage_name(round_view.stage, round_view.number), round_view.bracket)


@register.filter
def of_bracket(name: StrOrPromise, bracket: int) -> str:
    """A name with the letter of its bracket, where there are several: "Final B"."""
    return f"{name} {letter(bracket)}" if bracket else str(name)


def stage_name(stage: str, number: int) -> str:
    named = {
        "final": _("Final"),
        "semi_final": _("Semi-finals"),
        "quarter_final": _("Quarter-finals"),
        "round_of_16": _("Last 16"),
        "round_of_32": _("Last 32"),
        "round_of_64": _("Last 64"),
        "preliminary": _("Preliminary matches"),
    }
    return named.get(stage) or _("Round %(number)s") % {"number": number}


@register.filter
def headline(match: Any, stage: str) -> str:
    """A match for a title: "Semi-final · Ane – Jon / Maddi – Iker". Without names while a pair is
    not known, and when it is outside the bracket."""
    if stage == "set_aside" or not (match.pair_a and match.pair_b):
        return match_title(match, stage)
    name = of_bracket(one_match_of(stage, match.round), match.bracket)
    return f"{name} · {match.pair_a.name} / {match.pair_b.name}"


def one_match_of(stage: str, number: int) -> str:
    """The name of one match of a stage: "Semi-final", "Round 2"."""
    named = {
        "semi_final": _("Semi-final"),
        "quarter_final": _("Quarter-final"),
        "third_place": _("Third place"),
        "preliminary": _("Preliminary match"),
        "consolation": _("Consolation"),
    }
    return named.get(stage) or stage_name(stage, number)


@register.filter
def match_title(match: Any, stage: str = "") -> str:
    """A match by its competition and number: "Championship, match 2.1", "Bracket B, match 5.1",
    "Preliminary match P8"; a match for third place, where the `stage` is known, by its name."""
    if stage == "third_place":
        return of_bracket(one_match_of(stage, match.round), getattr(match, "bracket", 0))
    if match.round == 0 and match.kind == "championship":
        return _("Preliminary match %(label)s") % {"label": match.label}
    named = {
        "championship": _("Championship, match %(label)s"),
        "set_aside": _("Championship, match %(label)s as it was played"),
    }
    text = named.get(match.kind) or _("Consolation, match %(label)s")
    words = {"label": match.label}
    if bracket := getattr(match, "bracket", 0):
        text, words["letter"] = _("Bracket %(letter)s, match %(label)s"), letter(bracket)
    return text % words


def is_missed(match: Any) -> bool:
    """Whether it is round 1 of a pair that joined in round 2."""
    return getattr(match, "ended_by", "") == "ruling" and match.pair_b is None


@register.filter
def open_side(match: Any, side: str) -> str:
    """The text for an empty side: where its pair will come from, or that it is a bye."""
    feeder, takes = match.comes_to(side)
    if match.is_bye or takes == "nobody":
        return _("bye")
    if is_missed(match):
        return _("came late")
    if match.status == "finished":
        return "—"  # over before anybody came to it
    if takes == "group":
        group, rank = feeder.split(".")
        return _("%(rank)s. of group %(letter)s") % {"rank": rank, "letter": letter(int(group))}
    if takes == "best":
        _all, rank = feeder.split(".")
        if rank == "0":
            return _("one of the best of all groups")
        return _("%(rank)s. of a group, among the best") % {"rank": rank}
    if takes == "loser":
        return _("loser of %(match)s") % {"match": feeder}
    if takes == "rested":
        return _("bye of %(match)s, if beaten") % {"match": feeder}
    return _("winner of %(match)s") % {"match": feeder} if feeder else _("not known yet")


@register.filter
def side_name(match: Any, side: str) -> str:
    """The pair on a side, or where it will come from."""
    pair = match.pair_a if side == "A" else match.pair_b
    return pair.name if pair else open_side(match, side)


@register.filter
def side_state(match: Any, side: str) -> str:
    """The CSS class of a side that won, lost or has no pair yet."""
    if match.winner:
        return " tie__side--won" if match.winner == side else " tie__side--out"
    pair = match.pair_a if side == "A" else match.pair_b
    return "" if pair else " tie__side--open"


@register.filter
def round_class(round_view: Any, now: int) -> str:
    """The CSS classes of a round of the tree: the one being played, and preliminary matches."""
    classes = {"bracket__round--now": round_view.number == now}
    classes["bracket__round--before"] = round_view.stage == "preliminary"
    return " ".join(name for name, holds in classes.items() if holds)


@register.filter
def half_class(round_view: Any, is_last: bool) -> str:
    """The CSS class of a part of a round: the final, or the half that is drawn on the right."""
    if round_view.is_single:
        return "bracket__half--final"
    return "bracket__half--right" if is_last and len(round_view.halves) > 1 else ""


@register.filter
def tie_kind(match: Any) -> str:
    """The part of a CSS class that says how far a match is."""
    return "bye" if match.is_bye else str(match.status)


@register.filter
def winner_name(match: Any) -> str:
    return side_name(match, match.winner)


@register.simple_tag
def hand_name(game: int, number: int) -> str:
    """A hand as a heading: "Game 1, hand 2"."""
    return _("Game %(game)s, hand %(number)s") % {"game": game, "number": number}


@register.simple_tag
def hand_within(game: int, number: int) -> str:
    """A hand within a sentence: "game 1, hand 2"."""
    return _("game %(game)s, hand %(number)s") % {"game": game, "number": number}


@register.filter
def at_hand(page: str, hand: Any) -> str:
    """The address of a hand on the desk's page of its match."""
    return f"{page}#hand-{hand.game}-{hand.number}"


@register.filter
def numbers_query(pairs: Iterable[Any]) -> str:
    """The pairs as the query of an address: "number=1&number=4"."""
    return urlencode([("number", pair.number) for pair in pairs])


@register.simple_tag
def games_change(before: tuple[int, int], after: tuple[int, int]) -> str:
    """How a decision changes the games that both pairs have won."""
    words = {"a": before[0], "b": before[1], "c": after[0], "d": after[1]}
    return _("Games %(a)s – %(b)s → %(c)s – %(d)s") % words


@register.filter
def score_words(state: Any, match: Any) -> str:
    """The score of a match, for a screen reader or a description: "Orio – Getaria: 24 stones, 1
    game. Zarautz – Zumaia: 13 stones, 0 games."
    """
    a, b = match.pair_a.name, match.pair_b.name
    won = state.games_won
    if state.next is not None:
        return " ".join(
            _("%(pair)s: %(stones)s, %(games)s.")
            % {"pair": pair, "stones": _stones(stones), "games": _games(games, state.vaca)}
            for pair, stones, games in zip((a, b), state.next.score, won, strict=True)
        )
    if match.winner:
        return f"{winner_named(match, won, state.vaca)}."
    sentence = _("%(a)s: %(games)s. %(b)s: %(other)s.") % {
        "a": a, "games": _games(won[0], state.vaca), "b": b, "other": _games(won[1], state.vaca),
    }  # fmt: skip
    if not state.awaits:
        return sentence
    asks = _("Won; %(name)s must still agree")
    if state.is_level:
        asks = _("Tied; %(name)s must still agree")
    return f"{sentence} {asks % {'name': side_name(match, state.awaits)}}"


def winner_named(match: Any, won: tuple[int, int], vaca: int = 1) -> str:
    """Who won against whom, and by how many games: "Orio – Getaria win against Zarautz – Zumaia, 2
    games to 1"; by what, when games did not decide."""
    name, other = winner_name(match), side_name(match, "B" if match.winner == "A" else "A")
    if match.ended_by != "games":
        words = {"name": name, "other": other, "how": ended_words(match)}
        return _("%(name)s win against %(other)s (%(how)s)") % words
    ours, theirs = won if match.winner == "A" else (won[1], won[0])
    score = {"games": _games(ours, vaca), "theirs": theirs}
    return _("%(name)s win against %(other)s, %(games)s to %(theirs)s") % {
        "name": name, "other": other, **score,
    }  # fmt: skip


def _stones(count: int) -> str:
    return ngettext("%(count)s stone", "%(count)s stones", count) % {"count": count}


def _games(count: int, vaca: int) -> str:
    if vaca > 1:
        return ngettext("%(n)s vaca", "%(n)s vacas", count) % {"n": count}
    return ngettext("%(n)s game", "%(n)s games", count) % {"n": count}


@register.filter
def table_words(table: Any) -> str:
    """What a table does: the score of its game, or that it plays, was called or is free."""
    if table.state == "playing" and table.score:
        return f"{table.score.score_a} – {table.score.score_b}"
    return {"playing": _("playing"), "called": _("called")}.get(table.state, _("free"))


@register.filter
def name_size(name: str) -> str:
    """The CSS class for a name with a part so long that it must be set smaller to fit."""
    longest = max(map(len, re.split(r"[\s-]+", name)))
    if longest <= LONG_PART:
        return ""
    return " is-longest" if longest > LONGEST_PART else " is-long"


@register.filter
def players(name: str) -> SafeString:
    """A pair's name as HTML that breaks lines between the players, not within a name."""
    first, dash, second = name.partition(" – ")
    if not dash:
        return format_html("{}", name)
    return format_html(
        '<span class="who">{}\u00a0–</span> <span class="who">{}</span>', first, second
    )


@register.filter
def versus(names: tuple[str, str]) -> SafeString:
    """Two pairs as HTML: "Getaria 1 – Orio 1 against Getaria 2 – Orio 2". A pair without a name is
    not known yet."""
    unknown = _("a pair not known yet")
    return format_html(
        '{} <span class="soft">{}</span> {}', names[0] or unknown, _("against"), names[1] or unknown
    )


@register.filter
def ended_words(match: Any) -> StrOrPromise:
    """How a match ended, in words, if not by games."""
    if getattr(match, "is_called_off", False):
        return _("called off")
    if is_missed(match):
        return _("counts as lost")
    if getattr(match, "is_level", False):
        return pgettext("match", "tied")
    return ENDED.get(match.ended_by, match.ended_by)


@register.filter
def result_words(match: Any) -> str:
    """The result of a match that was won, or ended level, as a sentence for a screen reader: the
    winner's games come first."""
    won, lost = match.games_a, match.games_b
    pair = match.pair_a
    if not match.winner:
        facts = {"match": match_title(match), "name": pair.name, "other": match.pair_b.name}
        words = _("%(match)s: %(name)s and %(other)s are tied, %(a)s–%(b)s.")
        return words % {**facts, "a": won, "b": lost}
    if match.winner == "B":
        won, lost, pair = lost, won, match.pair_b
    facts = {"match": match_title(match), "name": pair.name, "a": won, "b": lost}
    if match.ended_by != "games":
        return _("%(match)s: %(name)s win (%(how)s).") % {**facts, "how": ended_words(match)}
    return _("%(match)s: %(name)s win %(a)s–%(b)s.") % facts


@register.simple_tag
def decided_words(match: Any, decision: Any, tournament: Any) -> str:
    """What an official's decision has made of a match, and by which act, as sentences; "" for a
    match that nobody plays."""
    if match.winner or match.is_level:
        result = result_words(match)
        sentence = _("Corrected: %(result)s") % {"result": result} if decision.corrects else result
    elif decision.corrects and match.status in ("ready", "playing"):
        sentence = _("Corrected: match %(label)s is being played again.") % {"label": match.label}
    else:
        return ""
    return f"{sentence} {event_words(decision.event, tournament)}."


@register.filter
def ended_badge(match: Any) -> str:
    """The CSS class that colours the badge of an ending; empty for an ending that is nobody's
    fault."""
    return "" if getattr(match, "is_called_off", False) else ENDED_BADGES.get(match.ended_by, "")


@register.filter
def matches_words(line: Any) -> str:
    """The matches of a line of standings: won and lost, and between them the level ones where there
    may be any."""
    counts = (line.matches_won, line.matches_level, line.matches_lost)
    return "–".join(str(count) for count in counts if count is not None)


@register.filter
def standing_words(line: Any, tournament: Any) -> StrOrPromise:
    """How far a pair, player or club came: its title, or the stage it reached."""
    titles = TITLES if tournament.entrants == "pairs" else TITLES_OF_ONE
    if line.title in titles:
        return of_bracket(titles[line.title], line.bracket if line.bracket > 1 else 0)
    if line.title == "out":
        return _("out of the tournament")
    if not line.stage:
        won = line.matches_won
        return ngettext("%(won)s match won", "%(won)s matches won", won) % {"won": won}
    stage = of_bracket(stage_name(line.stage, line.round), line.bracket)
    if tournament.format == "groups" and line.stage == "round":
        stage = _("group stage")
    return _("still in: %(stage)s") % {"stage": stage} if line.title == "still_in" else stage


@register.filter
def consolation_winners(lines: Any) -> list[Any]:
    """The lines of those who have won the consolation."""
    return [line for line in lines if line.title == "consolation_winner"]


@register.filter
def minus(points: object) -> str:
    """A number with the minus sign instead of the hyphen."""
    return str(points).replace("-", "−")


@register.filter
def points_off(points: int) -> str:
    """The points that came off, for matches not played or by a decision: "−1"; or "+1"."""
    return f"−{points}" if points > 0 else f"+{-points}"


def kinds_of(tournament: Any) -> Mapping[str, StrOrPromise]:
    """The kinds of events that such a day can have, in a few words."""
    never = MATCHES if tournament.is_individual else INDIVIDUALS
    possible = (kind for kind in BY_NAME.values() if kind.only != never)
    return {kind.name: _(kind.words_for(tournament.entrants)) for kind in possible}


@register.filter
def event_words(event: Any, tournament: Any = None) -> StrOrPromise:
    """An event of the log in a few words; its kind when there are no words for it. `tournament`:
    says who enters; without one, pairs do."""
    entrants = "" if tournament is None else tournament.entrants
    if step_of(event.kind) == "draw" and str(event.data.get("algorithm", "")).startswith(BY_HAND):
        return _("The draw was made by hand")
    if step_of(event.kind) == "undo":
        kinds = [kind_of(kind) for kind in event.data["kinds"]]
        act = next((kind for kind in kinds if not kind.is_sum), kinds[0])
        words = _("Redone: %(act)s") if event.data.get("again") else _("Undone: %(act)s")
        return words % {"act": _(act.words_for(entrants))}
    return _(kind_of(event.kind).words_for(entrants))


@register.filter
def is_sum(event: Any) -> bool:
    """Whether an event only adds up the one before it. The log shows it in small type."""
    return kind_of(event.kind).is_sum


@register.filter
def hundredths(chance: float) -> str:
    """A chance in hundredths as people read it: whole, and never 0 or 100 while it is open."""
    if chance < 1:
        return "< 1\N{NO-BREAK SPACE}%"
    if chance > 99:
        return "> 99\N{NO-BREAK SPACE}%"
    return f"{round(chance)}\N{NO-BREAK SPACE}%"


@register.filter
def for_match(scores: Mapping[int, Any], match_id: int) -> Any:
    """The value for this match in a mapping by match, or None."""
    return scores.get(match_id) if scores else None


register.filter("at_table", for_match)


@register.filter
def answer_by(moment: datetime) -> str:
    """Until when somebody has to answer: an hour of today, or a day with its hour."""
    local = timezone.localtime(moment)
    is_today = local.date() == timezone.localdate()
    return date_format(local, "H:i" if is_today else "DATETIME_FORMAT")
