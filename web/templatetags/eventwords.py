"""One short line on what an event of the log was about."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django import template
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.explain.queries.hands import became_name
from scoring.rulings.models import Ruling, TribunalCase
from scoring.wording.reasons import reason_words
from tournament.entries.models import name_of_both
from tournament.errors import StrOrPromise
from tournament.formats.bouts import label
from tournament.log.rules.kinds import step_of
from tournament.log.rules.roles import BOTH_PAIRS
from web.templatetags.components import length_words
from web.templatetags.matchwords import ENDED
from web.words import ASKED_BY

register = template.Library()

Data = Mapping[str, Any]


PROGRAMS: Mapping[str, StrOrPromise] = {
    "simulation": gettext_lazy("simulation"),
    "the room": gettext_lazy("the room"),
    "the pair itself": gettext_lazy("the entrants themselves"),
    "both pairs": gettext_lazy("both sides"),
    "one pair, unanswered": gettext_lazy("one side, the other did not answer"),
    "the code on the door": gettext_lazy("the code on the door"),
    "runner": gettext_lazy("who runs the circuit"),
    "organizer": gettext_lazy("an organizer"),
    "player": gettext_lazy("a player"),
    "operator": gettext_lazy("the operator"),
    "upgrade": gettext_lazy("the upgrade"),
    "the nightly task": gettext_lazy("the nightly task"),
    "the term for contacts": gettext_lazy("the contact-retention period"),
    "the term for names": gettext_lazy("the term for names"),
    "the day taken in again": gettext_lazy("the tournament, imported again"),
}
"""Label in the log of an actor without account or tablet → its words."""


@register.filter
def who(label: str | None) -> str:
    """An actor's label in the reader's words. The name of a user is not changed."""
    label = label or ""
    table = re.fullmatch(r"table (\d+)( device (\d+)( pair (\d+))?)?", label)
    if table and table[5]:
        return _("pair %(pair)s on its phone") % {"pair": table[5]}
    if table and table[3]:
        return _("table %(number)s, device %(device)s") % {"number": table[1], "device": table[3]}
    if table:
        return _("table %(number)s") % {"number": table[1]}
    kind, _space, name = label.partition(" ")
    if kind == "organizer" and name:
        return _("organizer %(name)s") % {"name": name}
    if kind == "operator" and name:
        return _("operator %(name)s") % {"name": name}
    return str(PROGRAMS.get(label, label))


@register.filter
def result_given(label: str) -> str:
    """Who gave a result without all its hands, as a sentence."""
    if label == BOTH_PAIRS.label:
        return _("Both sides gave this same result, without all its hands.")
    return _("Result entered without all its hands, by: %(who)s.") % {"who": who(label)}


@register.filter
def event_detail(event: Any, tournament: Any) -> str:
    """The match, hand, pair or number that an event is about, what was decided, and its reason. For
    events with other data, from another version of the program, the line is shorter."""
    of_tournament = [partial(_length, tournament), partial(_count, tournament)]
    return _phrases(event, [*of_tournament, *PARTS])


@register.filter
def act_detail(act: Any, tournament: Any) -> str:
    """`event_detail` of an act in the account of its match, which names the match itself."""
    parts = [part for part in PARTS if part is not _match]
    return _phrases(act, [partial(_length, tournament), *parts])


def _phrases(event: Any, parts: Iterable[Callable[[Data], str]]) -> str:
    phrases = []
    data: Data = event.data
    if step_of(event.kind) == "undo":  # what it tells beside is the state of all that changed
        data = {**data.get("about", {}), "reason": data.get("reason", "")}
    for part in parts:
        try:
            text = part(data)
        except (KeyError, TypeError, IndexError, ValueError):
            text = ""
        if text:
            phrases.append(text)
    return " · ".join(phrases)


@register.filter
def why(reason: object) -> StrOrPromise:
    """A stored reason: in the reader's language when the program gave it, otherwise as written."""
    return reason_words(str(reason))


def _match(data: Data) -> str:
    if not data.get("match"):
        return ""
    match = data["match"]
    words = {"label": _label(match)}
    if match["kind"] == "consolation":
        return _("consolation %(label)s") % words
    return _("match %(label)s") % words


def _undone(data: Data) -> str:
    """The later matches that the event set aside or restored."""
    if restored := data.get("restored"):
        names = ", ".join(dict.fromkeys(_label(one["match"]) for one in restored))
        return _("again as before: %(matches)s") % {"matches": names}
    fell = [*data.get("set_aside", ()), *data.get("called_off", ())]
    if not fell:
        return ""
    return _("undone: %(matches)s") % {"matches": ", ".join(_label(one["match"]) for one in fell)}


def _label(match: Data) -> str:
    return label(match["kind"], int(match["round"]), int(match["slot"]))


def _round(data: Data) -> str:
    """The round that was changed by hand, or back; or that of a table of individuals."""
    if "match" in data or "round" not in data:
        return ""
    return _("round %(number)s") % {"number": data["round"]}


def _hand(data: Data) -> str:
    hand = data.get("hand") or data.get("target") or data
    if "number" not in hand or "game" not in hand or hand["number"] is None:
        return ""
    place = _("game %(game)s, hand %(number)s") % {"game": hand["game"], "number": hand["number"]}
    stones = hand.get("stones")
    return f"{place}: +{stones[0]} +{stones[1]}" if stones else place


def _pairs(data: Data) -> str:
    if pair := data.get("pair"):
        name = pair.get("name") or name_of_both(pair["player_1"], pair["player_2"])
        return f"{pair['number']}. {name}"
    if "match" in data and "pairs" in data:
        names = [pair["name"] for pair in data["pairs"] if pair]
        return _("%(a)s against %(b)s") % dict(zip("ab", names, strict=True))
    return ""


def _count(tournament: Any, data: Data) -> str:
    """How many were entered or drawn."""
    if "pairs" not in data or "match" in data or data.get("pair"):
        return ""
    count = len(data["pairs"])
    entrants = getattr(tournament, "entrants", "pairs")
    if entrants == "players":
        phrase = ngettext("%(count)s player", "%(count)s players", count)
    elif entrants == "clubs":
        phrase = ngettext("%(count)s club", "%(count)s clubs", count)
    else:
        phrase = ngettext("%(count)s pair", "%(count)s pairs", count)
    return phrase % {"count": count}


def _waiting(data: Data) -> str:
    """Return the name of a pair on the waiting list, which has no number yet; "" otherwise."""
    return str(data["name"]) if set(data) == {"name"} else ""


def _games(data: Data) -> str:
    """The games of a match; for a correction, the games it changed, which have the same key."""
    games = data.get("games")
    if "match" not in data or not isinstance(games, list) or len(games) != 2:
        return ""
    a, b = games
    return f"{a} – {b}" if type(a) is type(b) is int and (a or b) else ""


def _claimed_games(data: Data) -> str:
    """The games that a pair says a match ended with."""
    games = data.get("said")
    return f"{games[0]} – {games[1]}" if isinstance(games, list) and len(games) == 2 else ""


def _unplayed(data: Data) -> str:
    """That a match ended without being played, and whether that costs a point."""
    how = data.get("ended_by", "") if "match" in data else ""
    return str(ENDED[how]) if how in ("unplayed", "unplayed_point") else ""


def _signed(data: Data) -> str:
    """Whether the tablet has signed the agreement."""
    if "signed" not in data:
        return ""
    return _("signed by the tablet") if data["signed"] else _("not signed")


def _table(data: Data) -> str:
    if not data.get("table"):
        return ""
    return _("table %(number)s") % {"number": data["table"]}


def _freed(data: Data) -> str:
    """The matches whose table was deactivated."""
    freed = data.get("freed")
    if not freed:
        return ""
    return _("without a table: %(matches)s") % {"matches": ", ".join(map(_label, freed))}


def _referees(data: Data) -> str:
    """The referee's number and the tables. Names of referees are only for organizers."""
    phrases = []
    number = data.get("referee", data.get("to") if "to" in data else None)
    if number is not None:
        phrases.append(_("referee %(number)s") % {"number": number})
    tables = data.get("tables")
    if isinstance(tables, list) and tables:
        numbers = ", ".join(str(int(table)) for table in tables)
        phrases.append(_("tables %(numbers)s") % {"numbers": numbers})
    return " · ".join(phrases)


def _word(data: Data) -> str:
    """The pairs whose false yes or no counts (G1), or no longer counts."""
    if (data.get("outcome") or {}).get("word"):
        sentence = _("a false declaration by pair %(side)s counts as a repetition (G1)")
        return sentence % {"side": data["outcome"]["loser"]}
    if words := data.get("words") if data.get("ruling") else None:
        sentence = _("no longer counts (G1): the false declaration by pair %(side)s")
        return " · ".join(sentence % {"side": side} for side in words)
    return ""


def _decision(data: Data) -> str:
    """What officials decided: on which kind of question, how, and with which outcome."""
    if data.get("verdict"):
        return str(TribunalCase.Verdict(data["verdict"]).label)
    if "decision" in data and data.get("ruling"):
        kind = Ruling.Kind(data["ruling"]).label
        decided = f"{kind}: {Ruling.Status(data['decision']).label}"
    elif "outcome" in data and data.get("game"):
        decided = _("game %(game)s") % {"game": data["game"]}
    else:
        return ""
    return " · ".join([decided, *_outcome(data["outcome"] or {})])


def _outcome(outcome: Data) -> Iterator[str]:
    if stones := outcome.get("stones"):
        yield f"+{stones[0]} +{stones[1]}"
    if outcome.get("game_winner"):
        yield _("the game goes to pair %(side)s") % {"side": outcome["game_winner"]}


def _became(data: Data) -> str:
    return str(became_name(data.get("became")))


def _length(tournament: Any, data: Data) -> str:
    """The new length of matches after a reduction, or after taking it back (T5)."""
    if "from_round" not in data:
        return ""
    length = length_words(data["best_of"], tournament)
    if data["from_round"] == 1:
        return capfirst(length)
    return _("From round %(k)s on: %(length)s") % {"k": data["from_round"], "length": length}


def _reason(data: Data) -> str:
    """The event's reason; when the program gave it, in the reader's language."""
    known = {"at_the_table": _("at the table, before the first hand")}
    return str(reason_words(data.get("reason", "")) or known.get(data.get("because", ""), ""))


def _pause(data: Data) -> str:
    """The times of a pause, and whether the six hours stand still meanwhile."""
    if "pause" not in data:
        return ""
    since, until = (parse_datetime(data[name]) for name in ("starts_at", "ends_at"))
    if since is None or until is None:
        return ""
    hours = " – ".join(date_format(localtime(at), "TIME_FORMAT") for at in (since, until))
    return f"{hours} · {_('the clock of the day is stopped')}" if data.get("stops_clock") else hours


def _new_last_day(data: Data) -> str:
    """Until when a postponed match may be played."""
    until = parse_datetime(data.get("until") or "") if "match" in data else None
    if until is None:
        return ""
    return _("until %(when)s") % {"when": date_format(localtime(until), "DATETIME_FORMAT")}


def _appointment(data: Data) -> str:
    """When and where a match is to be played."""
    at = parse_datetime(data.get("meets_at") or "")
    return f"{date_format(localtime(at), 'DATETIME_FORMAT')} · {data['venue']}" if at else ""


def _account(data: Data) -> str:
    """The account of the organizer that the event is about."""
    return str(data.get("organizer") or "")


def _asked_by(data: Data) -> str:
    """Who asked for erasing names."""
    requester = ASKED_BY.get(data.get("asked_by", ""))
    return _("asked for by: %(who)s") % {"who": requester} if requester else ""


PARTS: tuple[Callable[[Data], str], ...] = (
    _match, _round, _hand, _pairs, _waiting, _games, _claimed_games, _unplayed, _undone, _table,
    _freed, _referees, _pause, _new_last_day, _appointment, _account, _decision, _word, _became,
    _signed, _asked_by, _reason,
)  # fmt: skip
