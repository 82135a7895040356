"""The acts on a match in the reader's words, each with its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.desk.queries.acts import MatchAct, PairActs
from tournament.errors import StrOrPromise
from tournament.matches.queries.matches import MatchCard, PairName


@dataclass(frozen=True, slots=True)
class Words:
    """`note`: what it is for; `clause`: of the regulation; `page`: the name of its address when
    that is not the act's own; `query`: the end of it."""

    title: StrOrPromise
    note: StrOrPromise = ""
    clause: str = ""
    page: str = ""
    query: str = ""
    is_file: bool = False


WORDS: Mapping[str, Words] = {
    "start_match": Words(_("Start the match")),
    "hand": Words(_("Enter the next hand"), _("with cards and bets"), page="referee:hand"),
    "result": Words(_("Enter only the result"), _("when its hands were not written down")),
    "enter_paper": Words(_("From paper"), _("a line a hand, the whole match at once")),
    "import_match": Words(_("Import a file")),
    "acta": Words(_("Match sheet"), "PDF, A4"),
    "undo": Words(_("Undo the last hand"), page="referee:undo"),
    "forfeit": Words(_("Forfeit a game"), _("false claim repeated"), "G1"),
    "walkover": Words(_("Walkover"), _("a pair is late or absent"), "T7"),
    "both_absent": Words(_("Both pairs are absent"), _("both are withdrawn"), "T7"),
    "end_by_time": Words(_("End by time"), _("the time of the match is up"), "T5"),
    "decide_match": Words(_("Decide the match"), _("by decision of the organizers"), "T6"),
    "undo_start": Words(_("Take back the start"), _("the wrong match began")),
    "replace_result": Words(_("Replace the result"), _("the games were entered wrongly")),
    "swap": Words(
        _("Swap the two numbers"),
        _("the result went in the wrong way round"),
        page="organizer:replace_result",
        query="?swap",
    ),
    "reopen_match": Words(_("Reopen the match"), _("to go on playing it")),
    "call_off": Words(_("Call off this match")),
    "export_hands": Words(_("Download the hands")),
    "match_text": Words(
        _("Download the match as text"), ".mus", page="public:match-text", is_file=True
    ),
}
OF_A_PAIR: Mapping[str, Words] = {
    "absent": Words(_("absent"), page="organizer:walkover", query="?winner={other}"),
    "withdraw_pair": Words(_("withdraws")),
    "appeal": Words(_("appeals"), query="?side={side}"),
    "substitute_1": Words(_("other player 1"), page="organizer:substitute_player", query="?out=1"),
    "substitute_2": Words(_("other player 2"), page="organizer:substitute_player", query="?out=2"),
}
BY_ITS_PAIR = frozenset({"withdraw_pair", "substitute_1", "substitute_2"})
"""Acts whose address names the pair and not the match."""


@dataclass(frozen=True, slots=True)
class ActLink:
    """An act on the page of a match."""

    words: Words
    address: str
    place: str = "menu"


@dataclass(frozen=True, slots=True)
class PairLinks:
    """A pair of the match, with what can be done with it."""

    pair: PairName
    links: tuple[ActLink, ...]


def links_of(acts: tuple[MatchAct, ...], *, slug: str, card: MatchCard) -> list[ActLink]:
    """The acts on a match as links."""
    return [
        ActLink(WORDS[act.name], _address(act.name, slug=slug, card=card), act.place)
        for act in acts
    ]


def links_of_pairs(found: tuple[PairActs, ...], *, slug: str, card: MatchCard) -> list[PairLinks]:
    """What can be done with each pair as links."""
    return [
        PairLinks(of.pair, tuple(_of_pair(name, of, slug=slug, card=card) for name in of.names))
        for of in found
    ]


def _of_pair(name: str, of: PairActs, *, slug: str, card: MatchCard) -> ActLink:
    words = OF_A_PAIR[name]
    subject = of.pair.number if name in BY_ITS_PAIR else card.id
    address = reverse(words.page or f"organizer:{name}", args=[slug, subject])
    other = "B" if of.side == "A" else "A"
    return ActLink(words, address + words.query.format(side=of.side, other=other))


def _address(name: str, *, slug: str, card: MatchCard) -> str:
    words = WORDS[name]
    page = words.page or f"organizer:{name}"
    args = [card.id] if page.startswith("referee:") else [slug, card.id]
    address = reverse(page, args=args) + words.query
    if name == "undo":
        address += "?next=" + reverse("organizer:match", args=[slug, card.id])
    return address
