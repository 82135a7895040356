"""Rounds, matches, standings and events in the reader's words."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournament.errors import StrOrPromise
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
}
"""The same of one player or club, not of two people."""
EVENTS: Mapping[str, StrOrPromise] = {
    "tournament.created": gettext_lazy("The tournament was created"),
    "tournament.changed": gettext_lazy("The tournament's details were changed"),
    "tournament.games_reduced": gettext_lazy("The number of games was reduced"),
    "tournament.reduction_taken_back": gettext_lazy("The reduction of games was undone"),
    "organizer.added": gettext_lazy("An organizer was added"),
    "organizer.removed": gettext_lazy("An organizer was removed"),
    "organizer.role_set": gettext_lazy("An organizer was given a role"),
    "pair.entered": gettext_lazy("A pair was entered"),
    "pairs.entered": gettext_lazy("Pairs were entered"),
    "pair.changed": gettext_lazy("A pair was changed"),
    "pair.substituted": gettext_lazy("A player was substituted"),
    "pair.withdrawn": gettext_lazy("A pair withdrew"),
    "pair.disqualified": gettext_lazy("A pair was disqualified"),
    "pair.reinstated": gettext_lazy("A pair came back"),
    "pair.took_place": gettext_lazy("A late pair was let in"),
    "pairs.arrived": gettext_lazy("Pairs have come"),
    "pair.arrival_taken_back": gettext_lazy("A pair was ticked as here by mistake"),
    "signup.terms_set": gettext_lazy("What the sign-up page offers was set"),
    "signup.waits": gettext_lazy("A pair is on the waiting list"),
    "signup.left": gettext_lazy("A pair left the waiting list"),
    "contacts.erased": gettext_lazy("Contacts were erased"),
    "texts.erased": gettext_lazy("Names were erased on request"),
    "draw.committed": gettext_lazy("A draw was prepared"),
    "draw.words_added": gettext_lazy("The room added words to the draw"),
    "draw.commitment_cancelled": gettext_lazy("The prepared draw was cancelled"),
    "draw.made": gettext_lazy("The draw was made"),
    "draw.undone": gettext_lazy("The draw was undone"),
    "round.paired_by_hand": gettext_lazy("A round was changed by hand"),
    "round.pairing_taken_back": gettext_lazy("A round changed by hand was changed back"),
    "round.seated": gettext_lazy("The tables of a round were drawn"),
    "round.seating_undone": gettext_lazy("The tables of a round were taken back"),
    "round.order_entered": gettext_lazy("A table's order of finish was entered"),
    "round.order_corrected": gettext_lazy("A table's order of finish was corrected"),
    "round.order_taken_back": gettext_lazy("A table's order of finish was taken back"),
    "screen.steered": gettext_lazy("What the big screens show was changed"),
    "pause.announced": gettext_lazy("A pause was announced"),
    "pause.changed": gettext_lazy("A pause was made longer or shorter"),
    "pause.ended": gettext_lazy("A pause was ended"),
    "pause.called_off": gettext_lazy("A pause was cancelled"),
    "tables.count_set": gettext_lazy("The number of tables was set"),
    "tables.assigned": gettext_lazy("Matches were given tables"),
    "tables.taken_back": gettext_lazy("The tables given out were taken back"),
    "tables.handed_over": gettext_lazy("Tables were handed to another referee"),
    "referee.added": gettext_lazy("Somebody joined the referees"),
    "referee.removed": gettext_lazy("Somebody left the referees"),
    "table.link_renewed": gettext_lazy("A table's link was renewed"),
    "device.joined": gettext_lazy("A device joined a table"),
    "device.named": gettext_lazy("A device was given a name"),
    "device.revoked": gettext_lazy("A device was revoked"),
    "match.table_assigned": gettext_lazy("A match was given a table"),
    "match.started": gettext_lazy("A match began"),
    "match.start_undone": gettext_lazy("The start of a match was taken back"),
    "match.imported": gettext_lazy("A match was imported from a file"),
    "match.games": gettext_lazy("Games of a match were counted"),
    "match.finished": gettext_lazy("A match ended"),
    "match.confirmed": gettext_lazy("The table confirmed a match"),
    "results.terms_set": gettext_lazy("Who enters results was set"),
    "result.said": gettext_lazy("A pair entered a result"),
    "result.taken_back": gettext_lazy("A pair took back its result"),
    "result.link_renewed": gettext_lazy("A pair's link was renewed"),
    "result.link_revoked": gettext_lazy("A pair's link was revoked"),
    "matchdays.set": gettext_lazy("Match days were set"),
    "match.postponed": gettext_lazy("A match got another last day"),
    "appointment.proposed": gettext_lazy("A pair proposed when and where to play"),
    "appointment.agreed": gettext_lazy("Two pairs agreed when and where to play"),
    "appointment.declined": gettext_lazy("A proposal to meet was declined or taken back"),
    "appointment.changed": gettext_lazy("An appointment was changed or called off"),
    "match.replaced": gettext_lazy("A result was replaced"),
    "match.reopened": gettext_lazy("A match was reopened"),
    "cascade.undone": gettext_lazy("A change was taken back with all that followed from it"),
    "consolation.paired": gettext_lazy("Consolation matches were made"),
    "consolation.called_off": gettext_lazy("A consolation match was called off"),
    "consolation.opted_out": gettext_lazy("A pair plays no more in the consolation"),
    "consolation.opted_in": gettext_lazy("A pair plays in the consolation again"),
    "hand.recorded": gettext_lazy("A hand was entered"),
    "hand.corrected": gettext_lazy("A hand was corrected"),
    "hand.undone": gettext_lazy("A hand was taken back"),
    "game.confirmed": gettext_lazy("The table confirmed a game"),
    "game.decided": gettext_lazy("A game was decided by the organizers"),
    "game.decision_taken_back": gettext_lazy("The decision on a game was taken back"),
    "ruling.made": gettext_lazy("The organizers ruled"),
    "questions.followed": gettext_lazy("This raised questions for the officials"),
    "ruling.taken_back": gettext_lazy("A ruling was taken back"),
    "publication.delay_set": gettext_lazy("The delay of publication was set"),
    "appeals.window_set": gettext_lazy("The time for appeals was set"),
    "appeal.entered": gettext_lazy("A pair appealed"),
    "appeal.withdrawn": gettext_lazy("An appeal was taken back"),
    "appeal.reopened": gettext_lazy("An appeal was reopened"),
    "tribunal.heard": gettext_lazy("The Disciplinary Tribunal heard a pair"),
    "tribunal.decided": gettext_lazy("The Disciplinary Tribunal decided"),
    "tribunal.taken_back": gettext_lazy("A verdict of the Disciplinary Tribunal was taken back"),
    "attention.raised": gettext_lazy("A table sent what could not be entered"),
    "attention.closed": gettext_lazy("A rejected action of a table was settled"),
    "call.raised": gettext_lazy("A table called the organizer"),
    "call.answered": gettext_lazy("A table that called was told that somebody is on the way"),
    "call.closed": gettext_lazy("A call was closed"),
}
_OF_OTHERS: Mapping[str, Mapping[str, StrOrPromise]] = {
    "clubs": {
        "pair.entered": gettext_lazy("A club was entered"),
        "pairs.entered": gettext_lazy("Clubs were entered"),
        "pair.changed": gettext_lazy("A club was changed"),
        "pair.withdrawn": gettext_lazy("A club withdrew"),
        "pair.disqualified": gettext_lazy("A club was disqualified"),
        "pair.reinstated": gettext_lazy("A club came back"),
        "pair.took_place": gettext_lazy("A late club was let in"),
        "pairs.arrived": gettext_lazy("Clubs have come"),
        "pair.arrival_taken_back": gettext_lazy("A club was ticked as here by mistake"),
        "signup.waits": gettext_lazy("A club is on the waiting list"),
        "signup.left": gettext_lazy("A club left the waiting list"),
        "result.said": gettext_lazy("A club entered a result"),
        "result.taken_back": gettext_lazy("A club took back its result"),
        "result.link_renewed": gettext_lazy("A club's link was renewed"),
        "result.link_revoked": gettext_lazy("A club's link was revoked"),
        "appointment.proposed": gettext_lazy("A club proposed when and where to play"),
        "appointment.agreed": gettext_lazy("Two clubs agreed when and where to play"),
        "consolation.opted_out": gettext_lazy("A club plays no more in the consolation"),
        "consolation.opted_in": gettext_lazy("A club plays in the consolation again"),
        "appeal.entered": gettext_lazy("A club appealed"),
        "tribunal.heard": gettext_lazy("The Disciplinary Tribunal heard a club"),
    },
    "players": {
        "pair.entered": gettext_lazy("A player was entered"),
        "pairs.entered": gettext_lazy("Players were entered"),
        "pair.changed": gettext_lazy("A player was changed"),
        "pair.withdrawn": gettext_lazy("A player withdrew"),
        "pair.disqualified": gettext_lazy("A player was disqualified"),
        "pair.reinstated": gettext_lazy("A player came back"),
        "pair.took_place": gettext_lazy("A late player was let in"),
        "pairs.arrived": gettext_lazy("Players have come"),
        "pair.arrival_taken_back": gettext_lazy("A player was ticked as here by mistake"),
        "signup.waits": gettext_lazy("A player is on the waiting list"),
        "signup.left": gettext_lazy("A player left the waiting list"),
    },
}
"""Who enters, where it is not pairs → the events that are about them."""

_OF_MATCHES = (
    "tournament.games_reduced", "tournament.reduction_taken_back", "pair.substituted",
    "round.pair", "table", "referee.", "device.", "match", "result", "appointment.", "cascade.",
    "consolation.", "hand.", "game.", "ruling.", "questions.", "publication.", "appeal",
    "tribunal.", "attention.", "call.",
)  # fmt: skip
_OF_INDIVIDUALS = ("round.seat", "round.order")
"""How kinds of events begin that only a day of matches can have, or only one of individuals."""

LONG_PART, LONGEST_PART = 14, 20
"""Parts of a name longer than these numbers of characters are set smaller."""

# Kinds of events that only add up the hand before them; readers of the log may skip them.
SUMS = frozenset({"match.games"})


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
    """The score of a match as a sentence for a screen reader."""
    words = {"a": match.pair_a.name, "b": match.pair_b.name}
    words["g"], words["h"] = state.games_won
    if state.next is None:
        sentence = _("%(a)s – %(b)s. Games %(g)s – %(h)s.") % words
        if not state.awaits:
            return sentence
        asks = _("Won; %(name)s must still agree")
        if state.is_level:
            asks = _("Level; %(name)s must still agree")
        return f"{sentence} {asks % {'name': side_name(match, state.awaits)}}"
    words["x"], words["y"] = state.next.score
    return _("%(a)s %(x)s, %(b)s %(y)s. Games %(g)s – %(h)s.") % words


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
        return pgettext("match", "level")
    return ENDED.get(match.ended_by, match.ended_by)


@register.filter
def result_words(match: Any) -> str:
    """The result of a match that was won, or ended level, as a sentence for a screen reader: the
    winner's games come first."""
    won, lost = match.games_a, match.games_b
    pair = match.pair_a
    if not match.winner:
        facts = {"match": match_title(match), "name": pair.name, "other": match.pair_b.name}
        words = _("%(match)s: %(name)s and %(other)s are level, %(a)s–%(b)s.")
        return words % {**facts, "a": won, "b": lost}
    if match.winner == "B":
        won, lost, pair = lost, won, match.pair_b
    facts = {"match": match_title(match), "name": pair.name, "a": won, "b": lost}
    if match.ended_by != "games":
        return _("%(match)s: %(name)s win (%(how)s).") % {**facts, "how": ended_words(match)}
    return _("%(match)s: %(name)s win %(a)s–%(b)s.") % facts


@register.filter
def corrected_words(match: Any) -> str:
    """What a correction has made of a match whose result was given before, as a sentence; "" for a
    match that nobody plays."""
    if match.winner or match.is_level:
        return _("Corrected: %(result)s") % {"result": result_words(match)}
    if match.status in ("ready", "playing"):
        return _("Corrected: match %(label)s is being played again.") % {"label": match.label}
    return ""


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
def minus(points: object) -> str:
    """A number with the minus sign instead of the hyphen."""
    return str(points).replace("-", "−")


@register.filter
def points_off(points: int) -> str:
    """The points that came off for matches not played: "−1 not played"."""
    return _("−%(points)s not played") % {"points": points}


def events_of(tournament: Any) -> Mapping[str, StrOrPromise]:
    """Every kind of event in a few words, as it is called where these enter."""
    return {**EVENTS, **_OF_OTHERS.get(tournament.entrants, {})}


def kinds_of(tournament: Any) -> Mapping[str, StrOrPromise]:
    """The kinds of events that such a day can have, in a few words."""
    never = _OF_MATCHES if tournament.is_individual else _OF_INDIVIDUALS
    kinds = events_of(tournament).items()
    return {kind: words for kind, words in kinds if not kind.startswith(never)}


@register.filter
def event_words(event: Any, tournament: Any = None) -> StrOrPromise:
    """An event of the log in a few words; its kind when there are no words for it. `tournament`:
    says who enters; without one, pairs do."""
    known = EVENTS if tournament is None else events_of(tournament)
    return known.get(event.kind, event.kind)


@register.filter
def is_sum(event: Any) -> bool:
    """Whether an event only adds up the one before it. The log shows it in small type."""
    return event.kind in SUMS


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
