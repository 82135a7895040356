"""Maps problems of a hand record to the fields and words of its form."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.errors import Problem
from web.handform.typed import spaced

_CARDS = re.compile(r"cards\[(\d+)\](?:\[(\d+)\])?")
_FOREIGN = re.compile(r"[^RCSArcsa0-7oeb=\s,;./·-]")  # characters that begin no rank and no suit


def field_of(path: str) -> str:
    """The form's field for a path of the hand record ("cards[2][0]" → "cards_2")."""
    seat = _CARDS.match(path)
    if seat:
        return f"cards_{seat[1]}"
    head, _dot, lance = path.partition(".")
    lance = lance.split("[")[0]
    if head == "bets":
        return f"bet_{lance}"
    if head == "declared":
        return f"declared_{lance}_0"
    infraction = re.match(r"infractions\[(\d+)\]", path)
    if infraction:
        return f"false_claim_{infraction[1]}"
    return {"cards": "cards_0", "claim": "claim_a", "mano": "mano"}.get(path, path)


def is_of_one_field(path: str) -> bool:
    """Whether the path belongs to one field. Cards or declarations of the whole deal belong to
    several."""
    return path != "cards" and not path.startswith("declared.")


def without_follow_ons(problems: Iterable[Problem], *, cards_wrong: bool) -> list[Problem]:
    """The problems without mere consequences of others: when cards are missing or unreadable,
    problems that depend on them are left out. `cards_wrong`: the form already found the cards
    wrong."""
    every_problem = list(problems)
    codes = {"cards_required", "declaration_required"} if cards_wrong else set()
    if any(problem.field.startswith("cards") for problem in every_problem):
        codes.add("declaration_required")
    return [problem for problem in every_problem if problem.code not in codes]


def in_words(
    problem: Problem, *, typed: Mapping[int, str], seats: Sequence[str], suits: bool
) -> str:
    """The problem in the page's words: players are named, not numbered.

    `typed`: seat → the text typed in its field. `suits`: whether cards are written with their suit.
    """
    place = _CARDS.match(problem.field)
    if place is None:
        return str(problem.message)
    seat, tokens = int(place[1]), spaced(typed[int(place[1])]).split()
    player, card = seats[seat], tokens[int(place[2])] if place[2] else ""
    if problem.code == "joker_unresolved":
        return _(
            "%(place)s: %(card)s is a joker. Say whether it stands for a king or an ace: "
            "%(card)s=R or %(card)s=A."
        ) % {"place": player, "card": card}
    foreign = _FOREIGN.search(typed[seat])
    typed_card = card or (foreign[0] if foreign else "")
    if not typed_card:
        return _(
            "%(player)s: give four cards. When nobody had to show, leave the cards of all four "
            "seats empty."
        ) % {"player": player}
    if suits:
        return _(
            "%(player)s: “%(given)s” is no card here. Write R king, C knight, S jack, 7 6 5 4 3 2 "
            "or A ace, each with its suit: o coins, c cups, e swords, b batons."
        ) % {"player": player, "given": typed_card}
    return _(
        "%(player)s: “%(given)s” is no card here. Write R king, C knight, S jack, 7 6 5 4 3 2 or "
        "A ace."
    ) % {"player": player, "given": typed_card}
