"""Acts whose page is written by hand (`web/organizer/views/`), each with the reason why.

Their messages and titles are declared here all the same, and the names of their fields, which are
alike on both surfaces: on the page a field may be made of several entries (`parts`).
"""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from scoring.desk.declared.act import PERHAPS_REASON, REASON, DeskAct, Field, counted
from scoring.desk.declared.matches import LARGEST_NUMBER, SIDES
from scoring.hands.services import corrections, on_paper
from scoring.matchdays.services import schedule
from scoring.matchfiles.services import import_match
from scoring.outbox.services import calls
from scoring.proof.services import erasing
from scoring.rulings.models import VERDICTS
from scoring.rulings.services import appeals, cascades, rulings, taking_back, tribunal
from scoring.statements import services as statements
from scoring.statements.models import ResultTerms
from scoring.undoing.services import undo
from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services import organizers, prizes, tournaments
from tournament.clock import services as clock
from tournament.consolation import services as consolation
from tournament.draw import services as draw
from tournament.entries.models import ENTERED, Pair
from tournament.entries.services import departures, latecomers, pairs
from tournament.formats.regulations import LENGTHS
from tournament.matches.services import matches, pairing, results
from tournament.referees import services as referees
from tournament.screens import services as screens
from tournament.seatings import services as seatings
from tournament.signup.services import desk as sign_up_desk
from tournament.signup.services import partners

LINES = "its form has a line for each pair, table or round, or stands in such a line"
HANDS = "it shows cards, games or stones, and what they come to, before it is done"
FILE = "it reads a file or a pasted list, and shows line by line what was read"
SETTINGS = "its form is a page of settings, with groups or a search"
SEEN = "its form keeps what another desk changed meanwhile"
SITE = "it mails with links of this site, or erases what no log holds"
QUESTION = "its address in the API names a question without its tournament"
WAY_BACK = "it shows what was played since, and takes it back whole"
NEXT = "it chooses among what is free just now, in words of the page"

ONE_BY_ONE = "programs do it one by one"
AT_THE_DESK = "it is between people and the desk, and no event tells of it"
FOR_GOOD = "what is erased for good is looked at first, on its page"
"""Why the API has no method for it."""

PAIR = tuple(Field(field.name, "own") for field in ENTERED)
GAMES = Field("games", "games", parts=("games", "games_a", "games_b"))
STONES = Field("stones", "stones", required=False, parts=("stones_a", "stones_b"))
GAME_WINNER = Field("game_winner", "choice", among=SIDES, required=False)
COUNTS = Field("counts", "sides", required=False)
WHICH_DECISION = Field("decision", "own", only="page")
SAVED = _("Saved.")


# The pairs


ENTER_PAIR = DeskAct(
    on="tournament", page="enter_pair", do=pairs.enter,
    own_page=SEEN, own_method="pairs.index.post",
    fields=(*PAIR, Field("allow_duplicate", "flag")),
    done=lambda pair, **_more: str(_("%(pair)s is in, with number %(number)s."))
    % {"pair": pair.name, "number": pair.number},
)  # fmt: skip

CHANGE_PAIR = DeskAct(
    on="pair", page="change_pair", do=pairs.change,
    own_page=SEEN, own_method="pairs.detail.patch",
    fields=(*PAIR, Field("seen", "own", parts=("seen_.*",), only="page"), PERHAPS_REASON),
    done=SAVED,
)  # fmt: skip


def _entered(entered: Sequence[Pair], tournament: TournamentView, **_more: object) -> str:
    count = len(entered)
    if tournament.is_individual:
        words = ngettext("%(n)s player is in.", "%(n)s players are in.", count)
    elif tournament.clubs_enter:
        words = ngettext("%(n)s club is in.", "%(n)s clubs are in.", count)
    else:
        words = ngettext("%(n)s pair is in.", "%(n)s pairs are in.", count)
    return words % {"n": count}


IMPORT_PAIRS = DeskAct(
    on="tournament", page="import_pairs", do=sign_up_desk.enter_list,
    own_page=FILE, own_method="pairs.bulk",
    fields=(
        Field("text", "lines"), Field("meanings", "own", parts=("column",)),
        Field("ignored", "numbers", parts=("left_out",)), Field("looked_at", "numbers"),
        Field("allow_duplicates", "flag", parts=("allow_duplicate",)), Field("file", "own"),
        Field("sheet", "own"),
    ),
    done=_entered,
)  # fmt: skip

WITHDRAW_PAIRS = DeskAct(
    on="tournament", page="withdraw_pairs", do=departures.withdraw_several,
    own_page=LINES, no_method=ONE_BY_ONE,
    fields=(REASON,),
    done=_("The withdrawal is recorded."),
)  # fmt: skip

LATE = (
    *PAIR, Field("pair_number", "number", parts=("pair",)), Field("allow_duplicate", "flag"),
    REASON,
)  # fmt: skip
TAKE_PLACE = DeskAct(
    on="tournament", page="late_pair", do=latecomers.take_place,
    own_page=NEXT, own_method="pairs.late",
    fields=(
        *LATE, Field("match", "own", parts=("place",)), Field("side", "own"),
        Field("inherits", "flag", omissible=True),
    ),
    done=_("%(pair)s is in, with number %(number)s."),
)  # fmt: skip
JOIN_LATE = DeskAct(
    on="tournament", page="late_pair", do=latecomers.join_late,
    own_page=NEXT, own_method="pairs.join",
    fields=(*LATE, Field("into", "own", parts=("place",))),
    done=_("%(pair)s is in, with number %(number)s."),
)  # fmt: skip

SUBSTITUTE = DeskAct(
    on="pair", page="substitute_player", do=pairs.substitute,
    own_page=SEEN, own_method="pairs.substitute",
    title=_("Substitute a player of %(pair)s"), button={"pairs": _("Substitute")},
    fields=(
        Field("out", "own"), Field("player", "text"),
        Field("leaves", "own", parts=("seen_1", "seen_2")), Field("beyond_rule", "flag"), REASON,
    ),
    done=_("The player is substituted."),
)  # fmt: skip

PAID = DeskAct(
    on="pair", page="paid", do=sign_up_desk.set_paid,
    own_page=LINES, no_method=AT_THE_DESK,
    fields=(Field("is_paid", "flag", parts=("paid",)),),
    done=_("%(pair)s has paid."),
)  # fmt: skip


# Sign-up


SIGN_UP_TERMS = DeskAct(
    on="tournament", page="sign_up", do=sign_up_desk.set_terms,
    own_page=SETTINGS, no_method=AT_THE_DESK,
    fields=(
        Field("is_open", "flag"), Field("cap", "number"), Field("fee", "text"),
        Field("note", "text"),
    ),
    done=SAVED,
)  # fmt: skip

LET_IN = DeskAct(
    on="tournament", page="let_in", do=sign_up_desk.let_in,
    own_page=SITE, no_method=AT_THE_DESK,
    done=counted(ngettext_lazy("%(n)s pair came in.", "%(n)s pairs came in.", "n")),
)  # fmt: skip

PAIR_UP = DeskAct(
    on="tournament", page="pair_up", do=partners.pair_up,
    own_page=SITE, own_method="singles.pair_up",
    fields=(Field("first", "number"), Field("second", "number")),
    done=lambda pair, **_more: str(_("%(pair)s are a pair now.")) % {"pair": pair.name},
)  # fmt: skip

REMOVE_SINGLE = DeskAct(
    on="tournament", page="remove_single", do=partners.remove,
    own_page=SITE, own_method="singles.remove",
    fields=(Field("who", "number", only="page"),),
    done=lambda one, **_more: str(_("%(player)s is off the list.")) % {"player": one.player},
)  # fmt: skip

ERASE_CONTACTS = DeskAct(
    on="tournament", page="erase_contacts", do=sign_up_desk.erase_contacts,
    own_page=SITE, no_method=FOR_GOOD,
    title=_("Erase the contacts"),
    fields=(Field("sure", "flag", only="page"),),
    done=_("The contacts are erased."),
)  # fmt: skip

ERASE_NAMES = DeskAct(
    on="tournament", page="erase_names", do=erasing.erase,
    own_page=SITE, no_method=FOR_GOOD,
    title=_("Erase names"), button={"pairs": _("Erase for good")},
    fields=(
        Field("words", "lines"), Field("asked_by", "choice"), REASON,
        Field("sure", "flag", only="page"),
    ),
    done=_("The names are erased."),
)  # fmt: skip


# The tournament


CREATE = DeskAct(
    on="tournament", page="create", do=tournaments.create,
    own_page=SETTINGS, own_method="tournaments.index.post",
    fields=(Field("settings", "own", parts=(".*",)),),
    done=_("The tournament is created. Now the pairs."),
)  # fmt: skip

CHANGE = DeskAct(
    on="tournament", page="change", do=tournaments.change,
    own_page=SETTINGS, own_method="tournaments.detail.patch",
    fields=(Field("settings", "own", parts=(".*",)),),
    done=SAVED,
)  # fmt: skip

SET_PRIZES = DeskAct(
    on="tournament", page="prizes", do=prizes.set_prizes,
    own_page=SETTINGS, own_method="tournaments.set_prizes",
    fields=(
        Field("places", "own"), Field("consolation", "own"), Field("text", "text"),
        Field("timetable", "own"),
    ),
    done=_("Announced. It stands on the public page, the screens and the poster."),
)  # fmt: skip

STEER = DeskAct(
    on="tournament", page="screen", do=screens.steer,
    own_page=SETTINGS, no_method=AT_THE_DESK,
    fields=(
        Field("shown", "choice"), Field("in_steps", "flag"), Field("panels", "own"),
        Field("seconds", "number"),
    ),
    done=_("The screens show it."),
)  # fmt: skip

REMOVE_ORGANIZER = DeskAct(
    on="tournament", name="remove_organizer", tag="tournaments", address="organizers/remove/",
    page="remove_person", do=organizers.remove,
    own_page=LINES,
    title=_("Remove %(name)s from the organizers"), button={"pairs": _("Take away")},
    answers="organizers",
    summary="Remove an organizer; the last one stays.",
    body=("Username", ""),
    fields=(Field("username", "text", most=150, only="program"),),
    done=_("%(name)s is no longer an organizer."),
)  # fmt: skip

REDUCE_GAMES = DeskAct(
    on="tournament", name="reduce_games", tag="tournaments", address="reduce-games/",
    page="reduce_games", do=clock.reduce_games,
    own_page=SETTINGS,
    title=_("Reduce the games"),
    answers="tournament",
    summary="Play the remaining matches as best of fewer games (T5).\n\n"
    "A match already won under the reduced number ends there, unless it waits for an official.",
    body=("FewerGames", ""),
    fields=(
        Field("best_of", "choice", among=tuple(LENGTHS)),
        Field(
            "from_round", "number", program="From that round on; 1: everything.", required=False,
            least=1, most=200,
        ),
        REASON,
    ),
    done=_("The games are reduced. Tell the room."),
)  # fmt: skip

RESTORE_GAMES = DeskAct(
    on="tournament", name="restore_games", tag="tournaments", address="reduce-games/undo/",
    page="restore_games", do=clock.take_back_reduction,
    own_page=WAY_BACK,
    title=_("Undo the reduction of games"), button={"pairs": _("Undo the reduction")},
    answers="tournament",
    summary="Undo the last reduction of games that stands, named by the number of its event.\n\n"
    "Every match is worked out again under its old number: what is not won goes on. Refused,\n"
    "naming every obstacle, once a later match of one that the reduction ended has begun.",
    body=("LastReduction", ""),
    fields=(
        Field(
            "event", "number", program="The event of the log that told of the fewer games.",
            least=1, most=LARGEST_NUMBER, only="program",
        ),
        REASON,
    ),
    done=_("The games are as many as before. Tell the room."),
)  # fmt: skip

RESULT_TERMS = DeskAct(
    on="tournament", name="set_terms", tag="pair_results", page="pair_results",
    do=statements.set_terms,
    own_page=SETTINGS, operation="pair_results.set_terms",
    answers="terms",
    summary="Set who enters results, and what follows when a pair does not answer.",
    body=("TermsRequest", ""),
    fields=(
        Field("entered_by", "choice", among=tuple(ResultTerms.By.values)),
        Field(
            "minutes", "number", required=False,
            program="How long a pair has to answer; 10 when left out, 1440 is a day.",
            least=statements.LEAST_MINUTES, most=statements.MOST_MINUTES,
            parts=("minutes", "days"),
        ),
        Field(
            "closes_alone", "flag",
            program="Yes: after these minutes a result counts without an answer, but for those of "
            "a pair that entered three or more which nobody has answered.",
        ),
    ),
    done=SAVED,
)  # fmt: skip

MATCH_DAYS = DeskAct(
    on="tournament", page="match_days", do=schedule.set_days,
    own_page=LINES, own_method="match_days.put",
    fields=(Field("days", "own", parts=(r"day_\d+",)),),
    done=SAVED,
)  # fmt: skip
FILL_MATCH_DAYS = DeskAct(
    on="tournament", page="fill_match_days", do=schedule.set_days,
    own_page=LINES, own_method="match_days.put",
    fields=(Field("days", "own", parts=("first", "between")),),
    done=SAVED,
)  # fmt: skip


# The draw and its rounds


DRAW = Field("seed", "text", required=False)
BY_HAND = Field("by_hand", "own", parts=(r"[ab]\d+",))
MAKE_DRAW = DeskAct(
    on="tournament", page="make_draw", do=draw.make,
    own_page=SEEN, own_method="draw.make",
    fields=(DRAW,),
    done=_("The draw is made and recorded."),
)  # fmt: skip
DRAW_BY_HAND = DeskAct(
    on="tournament", page="draw_by_hand", do=draw.make,
    own_page=LINES, own_method="draw.make",
    fields=(BY_HAND, REASON),
    done=_("The draw is recorded as drawn by hand."),
)  # fmt: skip

PAIR_BY_HAND = DeskAct(
    on="tournament", page="pair_by_hand", do=pairing.pair_by_hand,
    own_page=LINES, own_method="rounds.by_hand.post",
    fields=(
        Field("round", "number", only="program"),
        Field("matches", "own", parts=(r"[ab]\d+",)),
        Field("instead_of", "own", parts=("seen",)),
        Field("despite_warnings", "flag", parts=("looked_at",)),
        REASON,
    ),
    done=_("The round is changed, and marked as changed by hand. Tell the room."),
)  # fmt: skip

CREATE_CONSOLATION = DeskAct(
    on="tournament", page="create_consolation", do=consolation.create_matches,
    own_page=LINES, own_method="consolation.index.post",
    fields=(
        Field("pairings", "own", parts=("pairing", "one", "other")), Field("best_of", "choice"),
        Field("allow_rematches", "flag"),
    ),
    done=counted(
        ngettext_lazy(
            "%(n)s consolation match is ready.", "%(n)s consolation matches are ready.", "n"
        )
    ),
)  # fmt: skip

ORDER_OF_FINISH = DeskAct(
    on="seated table", page="order_of_finish", do=seatings.enter_order,
    own_page=LINES, own_method="individuals.enter",
    fields=(Field("order", "own", parts=(r"place_\d+",)), Field("seen", "own"), PERHAPS_REASON),
    done=_("The result of table %(n)s is entered."),
)  # fmt: skip


# Tables


HAND_OVER = DeskAct(
    on="tournament", name="hand_over", tag="referees", address="referees/hand-over/",
    page="hand_over", do=referees.hand_over,
    own_page=LINES,
    answers="team",
    summary="Assign tables to a referee, or to nobody.",
    body=("HandOver", ""),
    fields=(
        Field("tables", "numbers", program="Their numbers."),
        Field(
            "to", "number", program="A referee's number; null: nobody.", nullable=True, least=1,
            most=LARGEST_NUMBER,
        ),
    ),
    done=counted(ngettext_lazy("%(n)s table handed over.", "%(n)s tables handed over.", "n")),
)  # fmt: skip

ASSIGN_TABLE = DeskAct(
    on="match", name="assign_table", tag="matches", address="table/", page="assign_table",
    do=matches.assign_table,
    own_page=NEXT,
    answers="match",
    summary="Assign a table to a match; null removes the match from its table.",
    body=("TableChoice", ""),
    fields=(
        Field(
            "table_number", "number", program="A table's number; null: none.", nullable=True,
            least=1, most=LARGEST_NUMBER,
        ),
    ),
    versioned=True,
    done=_("The match is at table %(number)s."),
)  # fmt: skip


# Matches


START = DeskAct(
    on="match", page="start_match", do=matches.start,
    own_page=HANDS, own_method="matches.start",
    title=_("Start the match"),
    fields=(
        Field("table_number", "number"), Field("seating", "own", parts=("first_of_[ab]",)),
        Field("first_mano", "own", parts=("mano",)), Field("four_kings", "flag"),
        Field("names", "own", parts=(r"name_[ab]\d",)),
    ),
    done=_("The match has begun."),
)  # fmt: skip

ENTER_PAPER = DeskAct(
    on="match", page="enter_paper", do=on_paper.enter,
    own_page=FILE, no_method=ONE_BY_ONE,
    fields=(Field("text", "lines"),),
    done=_("The hands are in: games %(a)s – %(b)s."),
)  # fmt: skip

IMPORT_MATCH = DeskAct(
    on="match", page="import_match", do=import_match,
    own_page=FILE, own_method="match_files.bring_in",
    fields=(
        Field("text", "lines", parts=("text", "file")), Field("sides", "own"), PERHAPS_REASON,
    ),
    done=_("The match is imported."),
)  # fmt: skip

RECORD_RESULT = DeskAct(
    on="match", name="record_result", tag="matches", address="result/", page="result",
    do=results.record_result,
    own_page=HANDS,
    title=_("Enter the result"),
    answers="match",
    summary="Record the result of a match whose hands are not written down.\n\n"
    "It replaces recorded hands and games only with `over_recorded` and a reason, takes away no\n"
    "game already won, and settles the open questions about them.",
    body=("ResultRequest", ""),
    fields=(
        GAMES,
        Field(
            "over_recorded", "flag",
            program="True: it goes over the hands or games that are recorded.",
        ),
        PERHAPS_REASON,
    ),
    versioned=True,
    reaches=True,
    done=_("The result is in: %(a)s %(games_a)s – %(games_b)s %(b)s."),
)  # fmt: skip

REPLACE_RESULT = DeskAct(
    on="match", name="replace_result", tag="matches", address="replace-result/",
    page="replace_result", do=results.replace_result,
    own_page=HANDS,
    answers="match",
    summary="Replace the result of a finished match. Later matches are set aside only if\n"
    "`sets_aside` names them.\n\n"
    "Games won by hands stay won.",
    body=("NewResult", ""),
    fields=(GAMES, REASON),
    versioned=True,
    reaches=True,
    done=_("The result is replaced."),
)  # fmt: skip

APPEAL = DeskAct(
    on="match", name="appeal", tag="rulings", address="appeal/", page="appeal", do=appeals.enter,
    own_page=HANDS,
    button={"pairs": _("Enter the appeal")},
    answers="ruling", creates=True,
    summary="Enter a pair's appeal; until it is decided the match is shown as under review.",
    body=(
        "Appeal",
        "An appeal against the result, or against the hand that `game` and `number` name.",
    ),
    fields=(
        Field("side", "choice", program="Who appeals.", among=SIDES),
        Field("game", "number", required=False, least=1, most=LARGEST_NUMBER, parts=("about",)),
        Field("number", "number", required=False, least=1, most=LARGEST_NUMBER, parts=("about",)),
        REASON,
    ),
    done=_("The appeal is entered. It waits with the rulings."),
)  # fmt: skip

OVERRULE = DeskAct(
    on="hand", page="overrule", do=rulings.overrule,
    own_page=HANDS, own_method="hands.overrule",
    fields=(STONES, GAME_WINNER, COUNTS, REASON),
    done=_("The hand is overruled; what followed is counted again."),
)  # fmt: skip


# Questions


DECIDED = _("The decision is on the record.")
CONFIRM = DeskAct(
    on="ruling", name="confirm", tag="rulings", address="confirm/", page="rule",
    do=rulings.confirm,
    own_page=HANDS,
    answers="ruling",
    summary="Confirm the proposed decision.",
    body=("Agreement", ""),
    fields=(COUNTS, PERHAPS_REASON, WHICH_DECISION),
    versioned=True,
    reaches=True,
    done=DECIDED,
)  # fmt: skip
CONFIRM_AT_ONCE = DeskAct(
    on="ruling", page="confirm_ruling", do=rulings.confirm,
    own_page=QUESTION, own_method="rulings.confirm",
    fields=(),
    done=_("The proposal is confirmed."),
)  # fmt: skip
REPLACE = DeskAct(
    on="ruling", name="replace", tag="rulings", address="replace/", page="rule",
    do=rulings.replace,
    own_page=HANDS,
    answers="ruling",
    summary="Decide otherwise than proposed: other stones, or the winner of the game.",
    body=(
        "Replacement",
        "An outcome other than the proposed one: stones, or the winner of the game.",
    ),
    fields=(STONES, GAME_WINNER, COUNTS, REASON, WHICH_DECISION),
    versioned=True,
    reaches=True,
    done=DECIDED,
)  # fmt: skip
DECIDE_CLAIM = DeskAct(
    on="ruling", name="decide_claim", tag="rulings", address="decide-claim/", page="rule",
    do=rulings.decide_claim,
    own_page=HANDS,
    answers="ruling",
    summary="Decide a disputed claim (S8): the rules' stones count, or the table's.",
    body=("ClaimDecision", ""),
    fields=(
        Field("stands", "choice", among=("engine", "claim"), parts=("decision",)), REASON,
    ),
    versioned=True,
    reaches=True,
    done=DECIDED,
)  # fmt: skip
DISMISS = DeskAct(
    on="ruling", name="dismiss", tag="rulings", address="dismiss/", page="rule",
    do=rulings.dismiss,
    own_page=HANDS,
    answers="ruling",
    summary="Dismiss a question; does not affect the score.",
    body=("Answering", "Reply to a question; does not affect the score."),
    fields=(REASON, WHICH_DECISION),
    versioned=True,
    done=DECIDED,
)  # fmt: skip
UPHOLD = DeskAct(
    on="ruling", name="uphold", tag="rulings", address="uphold/", page="rule", do=appeals.uphold,
    own_page=HANDS,
    answers="ruling",
    summary="Uphold an appeal, with another outcome of the hand, another result, or neither.",
    body=(
        "Upholding",
        "Another outcome of the hand, another result (`games`), or neither when it was mended\n"
        "otherwise.",
    ),
    fields=(
        STONES, GAME_WINNER,
        Field("games", "games", required=False, parts=("games_a", "games_b")), REASON,
        WHICH_DECISION,
    ),
    versioned=True,
    reaches=True,
    done=DECIDED,
)  # fmt: skip
REJECT = DeskAct(
    on="ruling", name="reject", tag="rulings", address="reject/", page="rule", do=appeals.reject,
    own_page=HANDS,
    answers="ruling",
    summary="Reject an appeal: the hand or the result stands.",
    body=("Rejection", "An appeal is rejected; does not affect the score."),
    fields=(REASON, WHICH_DECISION),
    versioned=True,
    done=DECIDED,
)  # fmt: skip
CLOSE_CALL = DeskAct(
    on="ruling", name="close_call", tag="rulings", address="close-call/", page="rule",
    do=calls.close,
    own_page=HANDS,
    answers="call",
    summary="Close a call after the visit to the table.",
    body=("Confirmation", ""),
    fields=(PERHAPS_REASON, WHICH_DECISION),
    done=_("The table has been answered."),
)  # fmt: skip

HEAR = DeskAct(
    on="case", name="hear", tag="tribunal", address="hear/", page="case", do=tribunal.hear,
    own_page=HANDS,
    names=lambda _tournament, case: {"case_id": case.id},
    answers="case",
    summary="Record a hearing of the pair; there can be several.",
    body=("Heard", ""),
    fields=(
        Field(
            "note", "text", program="What was said; it goes on the record.", parts=("reason",),
        ),
    ),
    versioned=True,
    done=_("The case is on the record."),
)  # fmt: skip
JUDGE = DeskAct(
    on="case", name="decide", tag="tribunal", address="decide/", page="case", do=tribunal.judge,
    own_page=HANDS,
    names=lambda _tournament, case: {"case_id": case.id},
    answers="case",
    summary="Give the verdict and apply it. Later matches are set aside only if `sets_aside`\n"
    "names them.",
    body=("VerdictRequest", "The Tribunal's verdict, with a reason."),
    fields=(Field("verdict", "choice", among=tuple(VERDICTS)), REASON),
    versioned=True,
    reaches=True,
    done=_("The case is on the record."),
)  # fmt: skip


# Ways back


UNDO_ACT = DeskAct(
    on="tournament", page="undo_act", do=undo.undo,
    own_page=WAY_BACK, own_method="acts.undo",
    fields=(PERHAPS_REASON, Field("together", "numbers")),
    done=_("Undone."),
)  # fmt: skip
TAKE_BACK_RULING = DeskAct(
    on="ruling", name="take_back", tag="rulings", address="take-back/", page="take_back_ruling",
    do=taking_back.take_back,
    own_page=WAY_BACK,
    answers="ruling",
    summary="Revert a ruling: its question is open again. A hand whose outcome it changed is\n"
    "paid by the rules again.",
    body=("TakenBack", ""),
    fields=(REASON,),
    versioned=True,
    reaches=True,
    done=_("The ruling is taken back."),
)  # fmt: skip
TAKE_BACK_CORRECTION = DeskAct(
    on="match", page="take_back_correction", do=corrections.take_back,
    own_page=WAY_BACK, own_method="hands.take_back_correction",
    fields=(REASON,),
    done=_("The correction is taken back; the hands are as they were before it."),
)  # fmt: skip
UNDO_CASCADE = DeskAct(
    on="tournament", page="undo_cascade", do=cascades.take_back,
    own_page=WAY_BACK, own_method="cascades.undo",
    title=_("Take the whole change back"), button={"pairs": _("Take it all back")},
    fields=(REASON,),
    done=_("The change is taken back, with all that followed from it."),
)  # fmt: skip
