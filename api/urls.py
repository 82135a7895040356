"""The REST API, version 1: a table of contents. Each line: address, views, name, methods."""

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter
from rest_framework.viewsets import ViewSet

from api.views import docs
from api.views.circuit_acts import (
    CircuitActViewSet,
    CircuitRowViewSet,
    EnteringViewSet,
    PeopleViewSet,
)
from api.views.circuits import CircuitFileViewSet, CircuitViewSet, ClaimViewSet, OwnViewSet
from api.views.desk import ClockViewSet, DeskViewSet
from api.views.devices import DeviceViewSet, JoinViewSet
from api.views.docs import PresetViewSet, RootViewSet
from api.views.draw import (
    BracketViewSet,
    ConsolationDeskViewSet,
    ConsolationViewSet,
    DrawViewSet,
    RoundDeskViewSet,
    StandingsViewSet,
    StatisticsViewSet,
)
from api.views.federation import FederationViewSet
from api.views.hands import HandDeskViewSet, HandViewSet
from api.views.individuals import IndividualsDeskViewSet, IndividualsViewSet
from api.views.log import LogViewSet
from api.views.match_files import MatchFileViewSet, MatchImportViewSet, MatchTextViewSet
from api.views.matchdays import MatchDayViewSet, OwnMeetingViewSet
from api.views.matches import CascadeViewSet, JointStartViewSet, MatchDeskViewSet, MatchViewSet
from api.views.pairs import PairDeskViewSet, PairViewSet
from api.views.paper import PaperContentViewSet, PaperViewSet
from api.views.results import OwnResultViewSet, PairResultsViewSet
from api.views.rulings import GameViewSet, RulingViewSet, TribunalViewSet
from api.views.settle import SettleViewSet
from api.views.singles import SingleViewSet
from api.views.tables import RefereeViewSet, TableViewSet
from api.views.tokens import TokenViewSet
from api.views.tournaments import TournamentDeskViewSet, TournamentViewSet


class Number(IntConverter):
    """Up to 18 digits: whatever fits a database key, nothing that could overflow one."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")
app_name = "api"

Patterns = list[URLPattern | URLResolver]


def at(address: str, views: type[ViewSet], name: str, **verbs: Any) -> URLPattern:
    """An address whose methods are answered by methods of `views`: `post="withdraw"`."""
    return path(address, views.as_view(verbs), name=name)


of_a_pair: Patterns = [
    at("", PairViewSet, "pair", get="read", patch="change"),
    at("matches/", PairViewSet, "pair-matches", get="matches"),
    at("meetings/", PairViewSet, "pair-meetings", get="meetings"),
    at("substitute/", PairDeskViewSet, "pair-substitute", post="substitute"),
    at("withdraw/", PairDeskViewSet, "pair-withdraw", post="withdraw"),
    at("disqualify/", PairDeskViewSet, "pair-disqualify", post="disqualify"),
    at("reinstate/", PairDeskViewSet, "pair-reinstate", post="reinstate"),
    at("reinstate/preview/", PairDeskViewSet, "pair-reinstate-preview", get="reinstate_preview"),
    at("link/renew/", PairResultsViewSet, "pair-link-renew", post="renew"),
    at("link/revoke/", PairResultsViewSet, "pair-link-revoke", post="revoke"),
]

of_a_hand: Patterns = [
    at("replay/", HandViewSet, "hand-replay", get="replay"),
    at("correct/", HandDeskViewSet, "hand-correct", post="correct"),
    at("correct/preview/", HandDeskViewSet, "hand-correct-preview", post="preview_correction"),
    at("overrule/", HandDeskViewSet, "hand-overrule", post="overrule"),
    at("overrule/preview/", HandDeskViewSet, "hand-overrule-preview", post="preview_ruling"),
]

CIRCUIT = "circuits/<slug:circuit>/"
CLAIM = "circuits/<slug:circuit>/claims/<number:claim_id>/"

of_a_match: Patterns = [
    at("", MatchViewSet, "match", get="read"),
    at("table/", MatchDeskViewSet, "match-table", post="assign_table"),
    at("start/", MatchDeskViewSet, "match-start", post="start"),
    at("undo-start/", MatchDeskViewSet, "match-undo-start", post="undo_start"),
    at("postpone/", MatchDayViewSet, "match-postpone", post="postpone"),
    at("not-played/", MatchDayViewSet, "match-not-played", post="not_played"),
    at("appointment/", MatchDayViewSet, "match-appointment", post="appoint"),
    at("time-is-up/", MatchDeskViewSet, "match-time-is-up", post="end_by_time"),
    at("walkover/", MatchDeskViewSet, "match-walkover", post="walkover"),
    at("result/", MatchDeskViewSet, "match-result", post="record_result"),
    at("replace-result/", MatchDeskViewSet, "match-replace-result", post="replace_result"),
    at(
        "replace-result/preview/",
        MatchDeskViewSet,
        "match-replace-result-preview",
        post="replace_result_preview",
    ),
    at("reopen/", MatchDeskViewSet, "match-reopen", post="reopen"),
    at("reopen/preview/", MatchDeskViewSet, "match-reopen-preview", get="reopen_preview"),
    at("hands/", HandViewSet, "hands", get="index", post="save"),
    at("hands/explained/", HandViewSet, "hands-explained", get="explained"),
    at("hands/preview/", HandDeskViewSet, "hands-preview", post="preview"),
    at("hands/records/", MatchFileViewSet, "hand-records", get="records"),
    at("hands/undo/", HandDeskViewSet, "hands-undo", post="undo"),
    at(
        "hands/correction/undo/",
        HandDeskViewSet,
        "hands-correction-undo",
        post="take_back_correction",
    ),
    at("text/", MatchTextViewSet, "match-text", get="text"),
    at("import/", MatchImportViewSet, "match-import", post="bring_in"),
    at("import/preview/", MatchImportViewSet, "match-import-preview", post="import_preview"),
    path("games/<number:game>/hands/<number:number>/", include(of_a_hand)),
    at("games/<number:game>/rule/", GameViewSet, "game-rule", post="rule"),
    at("games/<number:game>/take-back/", GameViewSet, "game-take-back", post="take_back"),
    at("forfeit/", GameViewSet, "game-forfeit", post="forfeit"),
    at("appeal/", RulingViewSet, "appeal", post="appeal"),
    at("call/", GameViewSet, "match-call", post="call"),
]

of_a_ruling: Patterns = [
    at("confirm/", RulingViewSet, "ruling-confirm", post="confirm"),
    at("replace/", RulingViewSet, "ruling-replace", post="replace"),
    at("decide-claim/", RulingViewSet, "ruling-decide-claim", post="decide_claim"),
    at("dismiss/", RulingViewSet, "ruling-dismiss", post="dismiss"),
    at("uphold/", RulingViewSet, "appeal-uphold", post="uphold"),
    at("reject/", RulingViewSet, "appeal-reject", post="reject"),
    at("withdraw/", RulingViewSet, "appeal-withdraw", post="withdraw"),
    at("reopen/", RulingViewSet, "appeal-reopen", post="reopen"),
    at("take-back/", RulingViewSet, "ruling-take-back", post="take_back"),
    at("answer-call/", RulingViewSet, "ruling-answer-call", post="answer_call"),
    at("close-call/", RulingViewSet, "ruling-close-call", post="close_call"),
]

of_a_case: Patterns = [
    at("", TribunalViewSet, "case", get="read"),
    at("hear/", TribunalViewSet, "case-hear", post="hear"),
    at("decide/", TribunalViewSet, "case-decide", post="decide"),
    at("decide/preview/", TribunalViewSet, "case-decide-preview", post="preview"),
    at("take-back/", TribunalViewSet, "case-take-back", post="take_back"),
]

of_a_tournament: Patterns = [
    at("", TournamentViewSet, "tournament", get="read", patch="change"),
    at("clock/", ClockViewSet, "clock", get="now"),
    at("singles/", SingleViewSet, "singles", get="index"),
    at("singles/pair-up/", SingleViewSet, "singles-pair-up", post="pair_up"),
    at("singles/<number:single_id>/remove/", SingleViewSet, "single-remove", post="remove"),
    at("pauses/", ClockViewSet, "pauses", get="pauses", post="announce_pause"),
    at("pauses/<number:pause_id>/change/", ClockViewSet, "pause-change", post="change_pause"),
    at("pauses/<number:pause_id>/end/", ClockViewSet, "pause-end", post="end_pause"),
    at("pauses/<number:pause_id>/call-off/", ClockViewSet, "pause-off", post="call_off_pause"),
    at("paper/", PaperViewSet, "paper", get="index", post="order"),
    at("paper/<number:job_id>/", PaperViewSet, "paper-file", get="read"),
    at("paper/<number:job_id>/content/", PaperContentViewSet, "paper-content", get="content"),
    at("reduce-games/", TournamentDeskViewSet, "reduce-games", post="reduce_games"),
    at("reduce-games/undo/", TournamentDeskViewSet, "restore-games", post="restore_games"),
    at("organizers/", TournamentDeskViewSet, "organizers", get="organizers", post="add_organizer"),
    at("organizers/remove/", TournamentDeskViewSet, "remove-organizer", post="remove_organizer"),
    at("pairs/", PairViewSet, "pairs", get="index", post="enter"),
    at("pairs/preview/", PairDeskViewSet, "pairs-preview", post="preview"),
    at("pairs/bulk/", PairDeskViewSet, "pairs-bulk", post="bulk"),
    at("pairs/join/", PairDeskViewSet, "pairs-join", get="ways_in", post="join"),
    at("pairs/places/", PairDeskViewSet, "pairs-places", get="places"),
    at("pairs/late/", PairDeskViewSet, "pairs-late", post="late"),
    path("pairs/<number:pair_id>/", include(of_a_pair)),
    at("draw/", DrawViewSet, "draw", post="make"),
    at("draw/undo/", DrawViewSet, "draw-undo", post="undo"),
    at("bracket/", BracketViewSet, "bracket", get="bracket"),
    at("sections/", BracketViewSet, "sections", get="sections"),
    at("rounds/", BracketViewSet, "rounds", get="rounds"),
    at("rounds/<number:number>/", BracketViewSet, "round", get="one_round"),
    at("individuals/", IndividualsViewSet, "individuals", get="day"),
    at("individuals/rounds/", IndividualsDeskViewSet, "individuals-rounds", post="seat"),
    at("individuals/rounds/undo/", IndividualsDeskViewSet, "individuals-undo", post="unseat"),
    at(
        "individuals/rounds/<number:number>/tables/<number:table>/",
        IndividualsDeskViewSet,
        "individuals-order",
        post="enter",
    ),
    at(
        "individuals/rounds/<number:number>/tables/<number:table>/undo/",
        IndividualsDeskViewSet,
        "individuals-order-undo",
        post="take_back",
    ),
    at("matches/", MatchViewSet, "matches", get="index"),
    at("matches/start-called/", JointStartViewSet, "start-called", post="start"),
    at("matches/start-called/undo/", JointStartViewSet, "start-called-undo", post="undo"),
    path("matches/<number:match_id>/", include(of_a_match)),
    at("cascades/", CascadeViewSet, "cascades", get="index"),
    at("cascades/<number:cascade_id>/undo/", CascadeViewSet, "cascade-undo", post="undo"),
    at(
        "cascades/<number:cascade_id>/undo/preview/",
        CascadeViewSet,
        "cascade-undo-preview",
        get="preview",
    ),
    at("rounds/by-hand/", RoundDeskViewSet, "round-by-hand", get="to_change", post="pair"),
    at("rounds/by-hand/preview/", RoundDeskViewSet, "round-by-hand-preview", post="preview"),
    at("rounds/by-hand/undo/", RoundDeskViewSet, "round-by-hand-undo", post="take_back"),
    at("standings/", StandingsViewSet, "standings", get="championship"),
    at("standings/groups/", StandingsViewSet, "group-tables", get="groups"),
    at("statistics/", StatisticsViewSet, "statistics", get="of_tournament"),
    at("consolation/", ConsolationViewSet, "consolation", get="index", post="create_round"),
    at("consolation/proposal/", ConsolationDeskViewSet, "consolation-proposal", get="proposal"),
    at("consolation/opt-out/", ConsolationDeskViewSet, "consolation-opt-out", post="opt_out"),
    at("consolation/opt-in/", ConsolationDeskViewSet, "consolation-opt-in", post="opt_in"),
    at("consolation/standings/", StandingsViewSet, "consolation-standings", get="consolation"),
    at(
        "consolation/<number:match_id>/cancel/",
        ConsolationDeskViewSet,
        "consolation-cancel",
        post="cancel",
    ),
    at("tables/", TableViewSet, "tables", get="index", put="set_count"),
    at("tables/links/", TableViewSet, "table-links", get="links"),
    at("tables/assign-free/", TableViewSet, "tables-assign-free", post="assign_free"),
    at("tables/assign-free/undo/", TableViewSet, "tables-take-back", post="take_back"),
    at("tables/<number:number>/rotate/", TableViewSet, "table-rotate", post="rotate"),
    at("devices/<number:device_id>/revoke/", TableViewSet, "device-revoke", post="revoke_device"),
    at("referees/", RefereeViewSet, "referees", get="index", post="add"),
    at("referees/hand-over/", RefereeViewSet, "referees-hand-over", post="hand_over"),
    at("referees/<number:number>/remove/", RefereeViewSet, "referee-remove", post="remove"),
    at("match-days/", MatchDayViewSet, "match-days", get="read", put="set_days"),
    at("results/", PairResultsViewSet, "pair-results", get="waiting"),
    at("results/terms/", PairResultsViewSet, "result-terms", get="terms", put="set_terms"),
    at("results/links/", PairResultsViewSet, "result-links", get="links"),
    at("desk/", DeskViewSet, "desk", get="inbox"),
    at("cases/", TribunalViewSet, "cases", get="index", post="open"),
    path("cases/<number:case_id>/", include(of_a_case)),
    at("records/", DeskViewSet, "records", get="records"),
    at("events/", LogViewSet, "events", get="index"),
    at("events/verify/", LogViewSet, "events-verify", get="verify"),
]

urlpatterns: Patterns = [
    at("", RootViewSet, "root", get="index"),
    at("settle/", SettleViewSet, "settle", post="settle"),
    at("regulations/", PresetViewSet, "regulations", get="regulations"),
    at("rulesets/", PresetViewSet, "rulesets", get="rulesets"),
    at("tokens/", TokenViewSet, "tokens", get="index", post="make"),
    at("tokens/<number:token_id>/revoke/", TokenViewSet, "token-revoke", post="revoke"),
    at("tournaments/", TournamentViewSet, "tournaments", get="index", post="create"),
    path("tournaments/<slug:slug>/", include(of_a_tournament)),
    at("federation/", FederationViewSet, "federation", get="read", post="take_in"),
    at("circuits/", CircuitRowViewSet, "circuits", get="index", post="create"),
    at(CIRCUIT, CircuitRowViewSet, "circuit", get="read", patch="change"),
    at(f"{CIRCUIT}remove/", CircuitActViewSet, "circuit-remove", post="remove"),
    at(f"{CIRCUIT}entries/", CircuitActViewSet, "circuit-entries", get="entries"),
    at(f"{CIRCUIT}offer/", CircuitActViewSet, "circuit-offer", post="offer"),
    at(f"{CIRCUIT}withdraw-offer/", CircuitActViewSet, "circuit-unoffer", post="withdraw_offer"),
    at(f"{CIRCUIT}take-in/", CircuitActViewSet, "circuit-take-in", post="take_in"),
    at(f"{CIRCUIT}take-out/", CircuitActViewSet, "circuit-take-out", post="take_out"),
    at(f"{CIRCUIT}runners/", CircuitActViewSet, "circuit-runners", post="add_runner"),
    at(
        f"{CIRCUIT}runners/<number:user_id>/remove/",
        CircuitActViewSet,
        "circuit-runner-remove",
        post="remove_runner",
    ),
    at(f"{CIRCUIT}people/", PeopleViewSet, "circuit-people", get="read"),
    at(f"{CIRCUIT}people/merge/", PeopleViewSet, "circuit-merge", post="merge"),
    at(f"{CIRCUIT}people/merge-alike/", PeopleViewSet, "circuit-alike", post="merge_alike"),
    at(f"{CIRCUIT}people/part/", PeopleViewSet, "circuit-part", post="part"),
    at(f"{CIRCUIT}people/set-apart/", PeopleViewSet, "circuit-apart", post="set_apart"),
    at(f"{CIRCUIT}merges/<number:merge_id>/split/", PeopleViewSet, "merge-split", post="split"),
    at(
        f"{CIRCUIT}differences/<number:difference_id>/rejoin/",
        PeopleViewSet,
        "rejoin",
        post="rejoin",
    ),
    at(f"{CIRCUIT}qualifiers/", EnteringViewSet, "circuit-qualifiers", post="qualify"),
    at("next-season/", EnteringViewSet, "next-season", post="next_season"),
    at("circuits/<slug:circuit>/ratings/", CircuitViewSet, "circuit-ratings", get="ratings"),
    at("circuits/<slug:circuit>/match-days/", CircuitViewSet, "circuit-days", get="match_days"),
    at("circuits/<slug:circuit>/file/", CircuitViewSet, "circuit-file", get="file"),
    at("circuits/<slug:circuit>/log/", CircuitViewSet, "circuit-log", get="log"),
    at("circuits/<slug:circuit>/log/verify/", CircuitViewSet, "circuit-verify", get="verify_log"),
    at("circuit-files/", CircuitFileViewSet, "circuit-files", post="bring_in"),
    at("circuits/<slug:circuit>/claims/", ClaimViewSet, "claims", get="index"),
    at(f"{CLAIM}confirm/", ClaimViewSet, "claim-confirm", post="confirm"),
    at(f"{CLAIM}take-back/", ClaimViewSet, "claim-take-back", post="take_back"),
    at(f"{CLAIM}dismiss/", ClaimViewSet, "claim-dismiss", post="dismiss"),
    at("me/", OwnViewSet, "me", get="read"),
    at("me/claims/", OwnViewSet, "own-claims", post="claim"),
    at("me/claims/<number:claim_id>/private/", OwnViewSet, "own-private", post="set_private"),
    at("me/claims/<number:claim_id>/withdraw/", OwnViewSet, "own-withdraw", post="withdraw"),
    path("rulings/<number:ruling_id>/", include(of_a_ruling)),
    at("our-result/<slug:link>/", OwnResultViewSet, "own-result", get="read"),
    at("our-result/<slug:link>/say/", OwnResultViewSet, "own-result-say", post="say"),
    at("our-result/<slug:link>/answer/", OwnResultViewSet, "own-result-answer", post="answer"),
    at("our-result/<slug:link>/take-back/", OwnResultViewSet, "own-result-back", post="take_back"),
    at("our-result/<slug:link>/propose/", OwnMeetingViewSet, "own-propose", post="propose"),
    at("our-result/<slug:link>/accept/", OwnMeetingViewSet, "own-accept", post="accept"),
    at("our-result/<slug:link>/decline/", OwnMeetingViewSet, "own-decline", post="decline"),
    at("our-result/<slug:link>/call-off/", OwnMeetingViewSet, "own-call-off", post="call_off"),
    at("devices/join/", JoinViewSet, "join", post="join"),
    at("table/", DeviceViewSet, "table", get="table"),
    at("table/actions/", DeviceViewSet, "table-actions", post="actions"),
    at("table/seen/", DeviceViewSet, "table-seen", post="seen"),
    path("schemas/mus-hand-1.json", docs.hand_record, name="hand-record-schema"),
    path("openapi.json", docs.openapi_json, name="openapi-json"),
    path("openapi.yaml", docs.openapi_yaml, name="openapi-yaml"),
    path("docs/", docs.page, name="docs"),
]
