"""Messages for the rules' faults: what is wrong, and how to correct it."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.log.rules.events import FieldFault

FAULTS: dict[str, StrOrPromise] = {
    "required": _("This is empty. Fill it in."),
    "not_text": _("This is not text. Write it as text."),
    "bad_characters": _(
        "This holds characters that cannot be seen or stored. Type it again by hand."
    ),
    "no_letter": _("This has no letter in it. Write the name."),
    "too_long": _("This is too long. Shorten it to at most %(longest)s characters."),
    "takes_too_much": _(
        "This text takes too long to read. Send it in several parts, or only the list itself."
    ),
    "same_player": _("Both players have the same name. Write who the second player is."),
    "duplicate_line": _("This pair is already on line %(line)s. Take one of the two lines out."),
    "duplicate_pair": _(
        "This name is already entered as number %(number)s. Take this entry out, or confirm that "
        "it is somebody else."
    ),
    "player_twice": _(
        "%(player)s plays in pair %(number)s already. Correct the name, or confirm that they are "
        "different people."
    ),
    "player_on_line": _(
        "%(player)s is already on line %(line)s. Correct the name, or confirm that they are "
        "different people."
    ),
    "nothing_to_enter": _("There is no pair here. Write one pair on each line."),
    "too_many_pairs": _("This is too much at once. Enter at most %(most)s pairs."),
    "too_many_columns": _(
        "This line has too many columns. Leave: player 1, player 2, club, contact."
    ),
    "too_many_players": _(
        "This line names more than two players. Write one pair on each line, as “A / B”."
    ),
    "one_player": _(
        "This line names one player only. Write both, as “Player 1, Player 2” or "
        "“Player 1 / Player 2”."
    ),
    "joined_names": _(
        "The word between the names, such as “y”, “eta”, “et” or “and”, may separate two players "
        "or belong to one of them. Write both players as “Player 1 / Player 2”."
    ),
    "other_separator": _(
        "It is not clear where the columns of this line end. Line %(line)s separates them with "
        "“%(mark)s”: do the same here."
    ),
    "unlike_header": _(
        "This line does not have the columns that line %(line)s names. Write them in the same "
        "order, separated by “%(mark)s”, or take line %(line)s out."
    ),
    "heading": _(
        "This looks like a title and not like a pair. Take the line out; if it is a pair, name the "
        "columns in the first line: “Player 1; Player 2”."
    ),
    "remark": _(
        "This line holds a remark, such as who has paid, a reserve or a table, and everybody could "
        "read it here. Tick that you have looked at it to leave the remark out, or leave only the "
        "names, the club and the contact."
    ),
    "cancelled": _(
        "This line says that the pair does not come. Leave it out, or tick that you have looked at "
        "it to enter the pair all the same."
    ),
    "reserve": _(
        "This line says that the pair is a reserve. Leave it out, or tick that you have looked at "
        "it to enter the pair like the others."
    ),
    "no_partner": _(
        "This player has no partner yet. Leave the line out, or write both names: “Player 1 / "
        "Player 2”."
    ),
    "one_player_a_line": _(
        "Each line names one player, and nothing says which two are a pair. Give both the same "
        "number, leave a blank line between pairs, or write both players on one line."
    ),
    "players_not_named": _(
        "The names of the columns do not say where the players are. Say below what each column "
        "holds."
    ),
    "bad_line": _(
        "Write both pairs and the games of each, such as “3 - 7: 3-1” by their numbers or “Lezo / "
        "Orio - Deba / Mutriku 3-1” by their names; of a pair that rests its number alone."
    ),
    "same_pair": _("A pair cannot play against itself. Correct one of the two."),
    "unknown_pair": _("%(name)s is not among the pairs. Write it as in the list of pairs."),
    "unknown_number": _("No pair has the number %(number)s. Correct the number."),
    "several_pairs": _("There is more than one pair on this line. Give each pair its own line."),
    "chat": _(
        "This looks like talk and not like a pair. Leave the line out, or leave only both names: "
        "“Player 1 / Player 2”."
    ),
    "no_name": _(
        "This begins small, unlike the other names of the list, and may be a remark. Tick that you "
        "have looked at it to enter it as it is, or write both names."
    ),
    "odd_letters": _(
        "A word mixes letters of two alphabets that look alike, or holds the mark of a letter or "
        "picture that was lost. Tick that you have looked at it to enter it as it is, or type the "
        "name again."
    ),
    "column_in_doubt": _(
        "Column %(n)s (%(name)s) can be read in more than one way. Choose below what it holds; two "
        "columns of the same kind are put together."
    ),
    "not_to_be_drawn": _("Pair %(number)s is not among those to be drawn. Check the number."),
    "drawn_twice": _("Pair %(number)s is in match %(match)s already. Give each pair one place."),
    "empty_match": _("Nobody plays this match. Give it two pairs, or one and a bye."),
    "not_all_drawn": _("These pairs have no place yet: %(numbers)s. Give each of them one."),
    "other_round_1": _(
        "Round 1 has %(matches)s places here, %(byes)s of them a bye or a rest; in groups, each "
        "group in turn. Fill it so."
    ),
    "byes_together": _(
        "Two byes stand in neighbouring matches while two matches have none (T2). Put one of the "
        "byes there."
    ),
    "drawn_at_tables": _("Here every round is drawn at the tables. Make the draw as usual."),
    "stray_header": _(
        "This line names columns and no pair. Take it out, or make it the first line with both "
        "players in it: “Player 1; Player 2; Club; Contact”."
    ),
    "contact_in_public": _(
        "This looks like a phone number or an e-mail address, and everybody could read it "
        "here. Write it as the contact, which only organizers see."
    ),
    "no_substitutes": _(
        "The rules of this tournament allow no substitutes. Tick that the organizers allow it, if "
        "they do."
    ),
    "no_more_substitutes": ngettext_lazy(
        "The rules of this tournament allow %(most)s substitute in a pair, and this pair has had "
        "one. Bring an earlier player back, or tick that the organizers allow it.",
        "The rules of this tournament allow %(most)s substitutes in a pair, and this pair has had "
        "them. Bring an earlier player back, or tick that the organizers allow it.",
        "most",
    ),
    "no_substitutes_once_begun": _(
        "The rules of this tournament allow no substitute once the pair has begun to play. Tick "
        "that the organizers allow it, if they do."
    ),
    "too_late_for_substitutes": _(
        "The rules of this tournament allow no substitute after round %(round)s, and this pair has "
        "played it. Tick that the organizers allow it, if they do."
    ),
    "plays_in_another_pair": _(
        "%(player)s plays in pair %(number)s. Choose somebody else, or tick that the organizers "
        "allow it."
    ),
    "played_in_another_pair": _(
        "%(player)s has played in pair %(number)s. Choose somebody else, or tick that the "
        "organizers allow it."
    ),
    "bad_quotes": _("The quotation marks of this line do not close. Close them or take them out."),
    "not_a_list": _("This is no list of entries. Give a list; an empty one for none."),
    "too_many": _("These are too many. Leave at most %(most)s of them."),
    "unknown_fields": _("An entry has these fields and no others: %(names)s."),
    "bad_place": _(
        "Give a place as a whole number from 1 to %(most)s, and the last of several places as the "
        "same one or a later one."
    ),
    "places_overlap": _(
        "The prize before this one goes as far as place %(place)s. Begin after it, from the first "
        "place on."
    ),
    "bad_day": _("Give the day as a whole number from 1, the first day, to %(most)s."),
    "bad_time": _("Give the time with hour and minutes, such as 16:30."),
}


AGAIN: dict[str, StrOrPromise] = {
    "duplicate_pair": _(
        "This name is entered again as number %(number)s. Withdraw that entry first, or confirm "
        "that it is somebody else."
    ),
    "player_twice": _(
        "%(player)s now plays in pair %(number)s. Withdraw that pair first, or confirm that they "
        "are different people."
    ),
}
"""The messages when a pair comes in again, and a player of it is in another pair by now."""


CORRECTED: dict[str, StrOrPromise] = {
    "plays_in_another_pair": _(
        "%(player)s plays in pair %(number)s. Correct the name, or substitute the player if the "
        "organizers allow it."
    ),
    "played_in_another_pair": _(
        "%(player)s has played in pair %(number)s. Correct the name, or substitute the player if "
        "the organizers allow it."
    ),
}
"""The messages when a corrected name is that of a player of another pair."""


def problem(fault: FieldFault, words: Mapping[str, StrOrPromise] = FAULTS) -> Problem:
    """A fault as a Problem with its message from `words`."""
    return Problem(fault.field, fault.code, lazy_text(words[fault.code], **fault.params))


def refuse(faults: Iterable[FieldFault], words: Mapping[str, StrOrPromise] = FAULTS) -> None:
    """Raises Refusal with all faults, if any, in these words."""
    problems = tuple(problem(fault, words) for fault in faults)
    if problems:
        raise Refusal(problems)
