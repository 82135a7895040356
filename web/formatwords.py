"""Formats in plain words, for organizers who choose one and for readers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.matchdays import UNPLAYED
from tournament.errors import StrOrPromise
from tournament.formats.setting import MAY_BE_LEVEL, QUALIFIERS, SEATS, SOMEBODY_WINS, Points


@dataclass(frozen=True, slots=True)
class FormatInWords:
    """A format's name and what it means, for the form."""

    name: StrOrPromise
    means: StrOrPromise


FORMATS: Mapping[str, FormatInWords] = {
    "knockout": FormatInWords(
        _("Knockout"), _("A pair that loses a match is out. The last winner is champion.")
    ),
    "repesca": FormatInWords(
        _("Double elimination"),
        _(
            "A pair that loses once plays on against others that have lost once, and is out at "
            "the second. The last unbeaten pair meets the last of the others; if it loses, the "
            "final is played once more."
        ),
    ),
    "three_losses": FormatInWords(
        _("Out at the third lost match"),
        _(
            "Every round is drawn among all that are still in. The third lost match puts a pair "
            "out, unless another number is chosen."
        ),
    ),
    "groups": FormatInWords(
        _("Groups, then a bracket"),
        _(
            "In its group a pair meets everybody, or as many as chosen; the first of each go on to "
            "a knockout."
        ),
    ),
    "swiss": FormatInWords(
        _("Swiss"),
        _(
            "Everybody plays every round, against a pair with as many points that it has not met. "
            "The standings decide."
        ),
    ),
    "round_robin": FormatInWords(
        _("Round robin"), _("Everybody meets everybody once. The standings decide.")
    ),
    "fresh_draw": FormatInWords(
        _("Knockout with a fresh draw each round"),
        _("A pair that loses is out; each round is drawn anew among those that are left."),
    ),
    "individuals": FormatInWords(
        _("Individuals"),
        _(
            "Two to six players at a table, each playing alone. The place at the table brings "
            "points, and the standings decide."
        ),
    ),
}

_OF_LIVES: Mapping[str, StrOrPromise] = {
    "safe_rounds": _("Matches lost up to round %(number)s do not count."),
    "knockout_from": _("From round %(number)s on, one lost match puts a pair out."),
}
_OF_PHASES: Mapping[str, StrOrPromise] = {
    **_OF_LIVES,
    "knockout_from": _("From round %(number)s on, a pair has %(lives)s lives left at most."),
}


def in_words(tournament: Any) -> FormatInWords:
    """A tournament's format, as its options make it."""
    words, options = FORMATS[tournament.format], tournament.format_options
    if tournament.format == "groups":
        return FormatInWords(words.name, _of_groups(options))
    if tournament.format == "individuals":
        means = gettext(
            "%(number)s players at a table, or fewer, each playing alone. The place at the table "
            "brings points, and the standings decide."
        )
        return FormatInWords(words.name, means % {"number": options.get("seats", SEATS)})
    if tournament.format == "round_robin" and (times := options.get("rounds_each", 1)) > 1:
        means = gettext("Everybody meets everybody %(number)s times. The standings decide.")
        return FormatInWords(words.name, means % {"number": times})
    if tournament.format == "knockout" and (sentences := _of_knockout(options)):
        return FormatInWords(words.name, " ".join(sentences))
    if tournament.format == "fresh_draw" and (safe := options.get("safe_rounds")):
        more = str(_OF_LIVES["safe_rounds"]) % {"number": safe}
        return FormatInWords(words.name, f"{words.means} {more}")
    if tournament.format == "three_losses" and {"lives", *_OF_LIVES} & options.keys():
        lives = {"number": options.get("lives", 3)}
        means = gettext(
            "Every round is drawn among all that are still in; %(number)s lost matches put a pair "
            "out."
        )
        others = [
            str(sentence) % {"number": options[key], "lives": options.get("lives_then")}
            for key, sentence in (_OF_PHASES if "lives_then" in options else _OF_LIVES).items()
            if options.get(key)
        ]
        name = gettext("Out after %(number)s lost matches") % lives
        return FormatInWords(name, " ".join([means % lives, *others]))
    return words


def _of_knockout(options: Mapping[str, Any]) -> list[str]:
    """Where a pair that loses in a knockout does not go out; nothing where it does."""
    sentences = []
    if safe := options.get("safe_rounds"):
        sentences += [str(_NOBODY_OUT[safe > 1]) % {"number": safe}, gettext(
            "Then everybody plays in a bracket, where the winners have the first seats and byes; "
            "a pair that loses there is out."
        )]  # fmt: skip
    if beaten := options.get("consolation"):
        if not safe:
            sentences.append(
                gettext(
                    "A pair that loses a match is out of bracket A. Its last winner is champion."
                )
            )
        sentences.append(str(_TO_B[beaten]))
    return sentences


_NOBODY_OUT: Mapping[bool, StrOrPromise] = {
    False: _("Nobody goes out in round 1."),
    True: _(
        "Nobody goes out up to round %(number)s: winners meet winners, losers meet losers."
    ),
}  # fmt: skip
"""By whether there are several rounds in which nobody goes out."""
_TO_B: Mapping[str, StrOrPromise] = {
    "first_round": _(
        "Pairs that lose their first match of the bracket, before the semi-finals, play on in "
        "bracket B, which has its own winner."
    ),
    "first_two_rounds": _(
        "Pairs that lose in the first two rounds of the bracket, before the semi-finals, play on "
        "in bracket B, which has its own winner."
    ),
}


def _of_groups(options: Mapping[str, Any]) -> str:
    """Whom a pair meets in its group, and who goes on."""
    if "group_matches" in options:
        meets = gettext("In its group a pair plays %(number)s matches.")
    else:
        meets = gettext("In its group a pair meets everybody.")
    first = options.get("qualifiers", QUALIFIERS)
    if "best_of_all" in options:
        goes_on = gettext("The best %(number)s of all groups go on to a knockout.")
        first = options["best_of_all"]
    elif first == 1:
        goes_on = gettext("The first of each group goes on to a knockout.")
    else:
        goes_on = gettext("The first %(number)s of each group go on to a knockout.")
    sentences = [meets % {"number": options.get("group_matches")}, goes_on % {"number": first}]
    brackets = options.get("brackets", 1)
    if brackets == 2:
        sentences.append(gettext("Those next in rank play in bracket B, which has its own winner."))
    elif brackets > 2:
        others = gettext(
            "Those next in rank play in brackets B to %(last)s, each with its own winner."
        )
        sentences.append(others % {"last": letter(brackets)})
    return " ".join(sentences)


TIE_BREAKS: Mapping[str, StrOrPromise] = {
    "round_reached": _("the round reached"),
    "matches_won": _("matches won"),
    "points": _("points: a match won is one, and so is a bye"),
    "among_level": _("points in the matches among those that are tied"),
    "games_among_level": _("the difference of games in the matches among those that are tied"),
    "strength": _("the points of the opponents met"),
    "games_difference": _("the difference of games"),
    "games_won": _("games won"),
    "table_points": _("points for the place at each table; those who share a place get its points"),
    "first_places": _("first places"),
    "next_places": _("second places, third places and so on"),
    "lot": _("the lot: the order in which the draw took them"),
    "by_lot": _("a lot drawn before everybody"),
    "by_decider": _("a decider that they play"),
    "by_shared": _("nothing more: they share the place"),
    "by_officials": _("the organizers, before everybody"),
}
POINTS_OF_LEVEL = _("points: two for a match won or a bye, one for a tied match")
"""The points of `TIE_BREAKS` where matches may end level (T1)."""
USUAL_POINTS: Mapping[Points, StrOrPromise] = {
    SOMEBODY_WINS: TIE_BREAKS["points"],
    MAY_BE_LEVEL: POINTS_OF_LEVEL,
}


def points_said(each: Points, *, vaca: int = 1) -> str:
    """What a match of a table brings, as its first criterion. `vaca`: the games that win one."""
    if each in USUAL_POINTS:
        return str(USUAL_POINTS[each])
    parts = []
    if each.won or not each.game:
        parts.append(gettext("%(n)s for a match won or a bye") % {"n": each.won})
    if each.level is not None:
        parts.append(gettext("%(n)s for a tied match") % {"n": each.level})
    if each.game:
        of_games = gettext("%(n)s for each game won")
        of_vacas = gettext("%(n)s for each vaca won")
        parts.append((of_vacas if vaca > 1 else of_games) % {"n": each.game})
    return gettext("points counted: %(list)s") % {"list": ", ".join(parts)}


IN_VACAS: Mapping[str, StrOrPromise] = {
    **TIE_BREAKS,
    "games_among_level": _("the difference of vacas in the matches among those that are tied"),
    "games_difference": _("the difference of vacas"),
    "games_won": _("vacas won"),
}
"""`TIE_BREAKS` where the games of a match are vacas (T1)."""


@dataclass(frozen=True, slots=True)
class OptionInWords:
    key: str
    title: StrOrPromise
    means: StrOrPromise


OPTIONS: tuple[OptionInWords, ...] = (
    OptionInWords(
        "third_place",
        _("Match for third place"),
        _("The beaten semi-finalists meet. Otherwise they share third place."),
    ),
    OptionInWords(
        "third_places",
        _("Match for third place in every bracket"),
        _("Not only in bracket A."),
    ),
    OptionInWords(
        "consolation",
        _("Bracket B for beaten pairs"),
        _(
            "It is drawn together with bracket A, from 6 pairs on. Rounds in which nobody goes out "
            "are not counted; pairs that lose a semi-final do not join it."
        ),
    ),
    OptionInWords(
        "group_size",
        _("Pairs in a group"),
        _("As many, one fewer or one more: groups are as even as they can be."),
    ),
    OptionInWords(
        "group_matches",
        _("Matches of each pair in its group"),
        _("Empty: against everybody. Otherwise groups have an even number of pairs if possible."),
    ),
    OptionInWords(
        "qualifiers", _("Pairs that go on from each group"), _("The first of its table.")
    ),
    OptionInWords(
        "best_next",
        _("Plus the best of the next place"),
        _(
            "This many over all groups: with 2 from each group, the best third-placed pairs. "
            "Compared per match."
        ),
    ),
    OptionInWords(
        "best_of_all",
        _("The best of all groups together"),
        _("This many in all, instead of a number from each group. Compared per match."),
    ),
    OptionInWords(
        "brackets",
        _("Brackets after the groups"),
        _("Up to 4. Those next in rank go on to bracket B, and so on, each with its winner."),
    ),
    OptionInWords("swiss_rounds", _("Rounds"), _("Empty: one more than a knockout would need.")),
    OptionInWords(
        "lives",
        _("Lost matches that put a pair out"),
        _("From 2 to 5. Empty: the third lost match."),
    ),
    OptionInWords(
        "knockout_from",
        _("Knockout from round"),
        _("From this round on, one lost match puts a pair out. Empty: never."),
    ),
    OptionInWords(
        "lives_then",
        _("Lives left from a round on"),
        _(
            "The most that a pair may have, in place of the knockout. Empty: one lost match puts a "
            "pair out."
        ),
    ),
    OptionInWords(
        "safe_rounds",
        _("Rounds in which nobody goes out"),
        _(
            "The first rounds, up to 3: a match lost there does not count. In a knockout winners "
            "meet winners in them, and have the first seats and byes of the bracket that follows."
        ),
    ),
    OptionInWords(
        "clubs_apart",
        _("Keep pairs of one club apart in round 1"),
        _("As far as it can be done; in groups, in different groups."),
    ),
    OptionInWords(
        "seeds",
        _("Seeded pairs"),
        _("Their numbers, the best first. The draw keeps them as far from each other as it can."),
    ),
    OptionInWords(
        "byes_by_lot",
        _("Byes by lot alone"),
        _("Otherwise the seeded pairs get the first byes."),
    ),
    OptionInWords(
        "any_order",
        _("Matches in any order"),
        _("For a league over weeks: a pair's next match does not wait for its earlier ones."),
    ),
    OptionInWords(
        "seats", _("Players at a table"), _("From 2 to 6: this many, or fewer. Empty: 4.")
    ),
    OptionInWords("rounds", _("Rounds of individuals"), _("Everybody plays each one. Empty: 3.")),
    OptionInWords(
        "points",
        _("Points by place at a table"),
        _(
            "For first place, second place and so on, such as 5, 3, 1. Other places get none. "
            "Empty: with four seats 4, 3, 2, 1."
        ),
    ),
    OptionInWords(
        "by_standing",
        _("Tables by the standings"),
        _("The leaders sit together, and so on. Otherwise by lot, with few meeting again."),
    ),
    OptionInWords(
        "rounds_each",
        _("Times that each pair meets each other one"),
        _("2 for a double league: the second time with the sides changed over. Empty: once."),
    ),
    OptionInWords(
        "points_win",
        _("Points for a match won"),
        _("A bye counts as one. Empty: 1, or 2 where matches may be tied."),
    ),
    OptionInWords(
        "points_level",
        _("Points for a tied match"),
        _("Where an even number of games is all played. Empty: 1."),
    ),
    OptionInWords(
        "points_game",
        _("Points for each game won"),
        _("In matches lost, too; for each vaca where matches are counted in vacas. Empty: none."),
    ),
    OptionInWords(
        "order",
        _("What the table is ordered by, after the points"),
        _("One after the other. Empty: as usual in this format."),
    ),
    OptionInWords(
        "ties",
        _("Where no criterion parts pairs"),
        _("It counts for a title or a place in a bracket. Other places are shared until then."),
    ),
    OptionInWords(
        "leaving",
        _("Results of a pair that leaves the league"),
        _("An organizer can say otherwise when it leaves."),
    ),
    OptionInWords(
        "unplayed",
        _("Matches not played by their last day"),
        _(
            "For a league over weeks. An organizer decides this for each match, and can take it "
            "back."
        ),
    ),
)
CONSOLATION: Mapping[str, StrOrPromise] = {
    "": _("none; the desk can pair beaten pairs at any time"),
    "first_round": _("pairs that lose in round 1, or after a bye in round 2"),
    "first_two_rounds": _("pairs that lose in rounds 1 and 2"),
}
CRITERIA: Mapping[str, StrOrPromise] = {
    "points": _("points"),
    "matches_won": TIE_BREAKS["matches_won"],
    "among_level": TIE_BREAKS["among_level"],
    "games_among_level": TIE_BREAKS["games_among_level"],
    "games_difference": TIE_BREAKS["games_difference"],
    "games_won": TIE_BREAKS["games_won"],
    "strength": TIE_BREAKS["strength"],
}
"""What the pairs of a table may be ordered by."""
TIES: Mapping[str, StrOrPromise] = {
    "": _("the organizers say how, when it happens"),
    "shared": _("they share the title"),
    "lot": _("a lot is drawn before everybody"),
    "decider": _("they play a decider"),
}
TIES_DECIDED: Mapping[str, StrOrPromise] = {
    "lot": _("Tie decided by a lot drawn in the room"),
    "program": _("Tie decided by a lot that the program drew"),
    "decider": _("Tie decided by a decider"),
    "shared": _("Tie: the place is shared"),
}
"""How a tie was decided → words."""
LEAVING: Mapping[str, StrOrPromise] = {
    "": _("annulled before half of its matches, otherwise they stand and the rest is lost"),
    "annulled": _("annulled"),
    "kept": _("they stand, and the rest counts for nobody"),
    "lost": _("they stand, and the rest is lost without a game"),
}
CHOICES = {"unplayed": UNPLAYED, "consolation": CONSOLATION, "ties": TIES, "leaving": LEAVING}
"""Options that are one of several words."""


# Option → its value as a sentence for players, where the number alone does not say what decides.
SENTENCES: Mapping[str, StrOrPromise] = {
    "group_matches": _(
        "%(number)s, in groups of an even number of pairs; in an odd group a pair with a bye plays "
        "one fewer, and everything is counted per match"
    ),
    "knockout_from": _(
        "%(number)s: from then on one lost match puts a pair out, however many it has lost before"
    ),
    "brackets": _(
        "%(number)s: those next in rank go on to the next bracket; the champion is the winner of "
        "bracket A"
    ),
    "best_next": _(
        "%(number)s, by points, difference of games and games won, each per match, and then the lot"
    ),
    "best_of_all": _(
        "%(number)s, by points per match and the place in the group; then by difference of games "
        "and games won, each per match, and the lot"
    ),
}


_SENTENCES_IN_VACAS: Mapping[str, StrOrPromise] = {
    "best_next": _(
        "%(number)s, by points, difference of vacas and vacas won, each per match, and then the lot"
    ),
    "best_of_all": _(
        "%(number)s, by points per match and the place in the group; then by difference of vacas "
        "and vacas won, each per match, and the lot"
    ),
}


def option_said(key: str, value: object) -> StrOrPromise:
    """The value of an option in words."""
    if key in SENTENCES:
        return SENTENCES[key] % {"number": value}
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key in CHOICES:
        return CHOICES[key][str(value)]
    if key == "order" and isinstance(value, list):
        return ", ".join(str(CRITERIA[one]) for one in value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if key == "swiss_rounds" and value == 0:
        return _("as many as the pairs need")
    return str(value)


def chosen(
    options: Mapping[str, object], *, vaca: int = 1
) -> list[tuple[StrOrPromise, StrOrPromise]]:
    """The options chosen for a format: (title, value in words). `vaca`: the games that win one."""
    words = {key: option_said(key, value) for key, value in options.items()}
    if vaca > 1:
        in_vacas = _SENTENCES_IN_VACAS.items()
        words |= {key: text % {"number": options[key]} for key, text in in_vacas if key in options}
    if "lives_then" in options:
        of_phase = {"number": options["knockout_from"], "lives": options["lives_then"]}
        words["lives_then"] = _OF_PHASES["knockout_from"] % of_phase
        del words["knockout_from"]
    return [(option.title, words[option.key]) for option in OPTIONS if option.key in words]


def section_name(kind: str, number: int) -> str:
    """The usual name of a part of the championship."""
    if kind == "group":
        return gettext("Group %(letter)s") % {"letter": letter(number)}
    if kind == "bracket" and number:
        return gettext("Bracket %(letter)s") % {"letter": letter(number)}
    if kind == "third_place" and number:
        return f"{gettext('Third place')} {letter(number)}"
    named = {
        "preliminary": gettext("Preliminary matches"),
        "bracket": gettext("Bracket"),
        "third_place": gettext("Third place"),
        "league": gettext("All matches"),
        "rounds": gettext("Rounds"),
        "unbeaten": gettext("Unbeaten"),
        "repesca": gettext("Losers' bracket"),
    }
    return named[kind]


def letter(number: int) -> str:
    """A group's letter: A for 1; AA after Z."""
    return (
        chr(64 + number)
        if number <= 26
        else letter((number - 1) // 26) + letter((number - 1) % 26 + 1)
    )
