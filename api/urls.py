"""The REST API, version 1: a table of contents. Each line: address, views, methods."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import IntConverter
from rest_framework.viewsets import ViewSet

from api import declared, moved
from api.views import docs
from api.views.acts import ActViewSet
from api.views.circuit_acts import (
    CircuitActViewSet,
    CircuitRowViewSet,
    EnteringViewSet,
    ErasureViewSet,
    InvitationViewSet,
    PeopleViewSet,
    RegistryViewSet,
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
from api.views.hands import HandDeskViewSet, HandViewSet
from api.views.individuals import IndividualsDeskViewSet, IndividualsViewSet
from api.views.log import LogViewSet
from api.views.match_files import MatchFileViewSet, MatchImportViewSet, MatchTextViewSet
from api.views.matchdays import MatchDayViewSet, OwnMeetingViewSet
from api.views.matches import CascadeViewSet, MatchDeskViewSet, MatchViewSet
from api.views.pairs import PairDeskViewSet, PairViewSet
from api.views.paper import PaperContentViewSet, PaperViewSet
from api.views.results import OwnResultViewSet, PairResultsViewSet
from api.views.rulings import GameViewSet, TribunalViewSet
from api.views.settle import SettleViewSet
from api.views.singles import OwnSingleViewSet, SingleViewSet
from api.views.tables import RefereeViewSet, TableViewSet
from api.views.tokens import TokenViewSet
from api.views.tournaments import TournamentDeskViewSet, TournamentViewSet


class Number(IntConverter):
    """Up to 18 digits: whatever fits a database key, nothing that could overflow one."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")
app_name = "api"

Patterns = list[URLPattern | URLResolver]


def at(address: str, views: type[ViewSet], **verbs: str) -> URLPattern:
    """An address whose methods are answered by methods of `views`: `post="withdraw"`. Its name is
    that of its first operation, such as "pairs.withdraw"."""
    return path(
        address,
        declared.with_acts(views).as_view(verbs),
        name=f"{views.tag}.{next(iter(verbs.values()))}",
    )


of_a_pair: Patterns = [
    at("", PairViewSet, get="read", patch="change"),
    at("matches/", PairViewSet, get="matches"),
    at("meetings/", PairViewSet, get="meetings"),
    at("substitute/", PairDeskViewSet, post="substitute"),
    *declared.paths("pair"),
    at("reinstate/preview/", PairDeskViewSet, get="reinstate_preview"),
]

of_a_hand: Patterns = [
    at("replay/", HandViewSet, get="replay"),
    at("correct/", HandDeskViewSet, post="correct"),
    at("correct/preview/", HandDeskViewSet, post="preview_correction"),
    at("overrule/", HandDeskViewSet, post="overrule"),
    at("overrule/preview/", HandDeskViewSet, post="preview_ruling"),
]

CIRCUIT = "circuits/<slug:circuit>/"
CLAIM = "circuits/<slug:circuit>/claims/<number:claim_id>/"

of_a_match: Patterns = [
    at("", MatchViewSet, get="read"),
    *declared.paths("match"),
    at("account/", MatchViewSet, get="account"),
    at("start/", MatchDeskViewSet, post="start"),
    at("replace-result/preview/", MatchDeskViewSet, post="replace_result_preview"),
    at("hands/", HandViewSet, get="index", post="save"),
    at("hands/explained/", HandViewSet, get="explained"),
    at("hands/preview/", HandDeskViewSet, post="preview"),
    at("hands/records/", MatchFileViewSet, get="records"),
    at("hands/undo/", HandDeskViewSet, post="undo"),
    at("hands/correction/undo/", HandDeskViewSet, post="take_back_correction"),
    at("text/", MatchTextViewSet, get="text"),
    at("import/", MatchImportViewSet, post="bring_in"),
    at("import/preview/", MatchImportViewSet, post="import_preview"),
    path("games/<number:game>/hands/<number:number>/", include(of_a_hand)),
    at("call/", GameViewSet, post="call"),
]

of_a_ruling: Patterns = [
    *declared.paths("ruling"),
    *declared.paths("appeal"),
    *declared.paths("call"),
    *moved.paths(moved.OF_A_RULING),
]

of_a_case: Patterns = [
    at("", TribunalViewSet, get="read"),
    at("decide/preview/", TribunalViewSet, post="preview"),
]

of_a_tournament: Patterns = [
    at("", TournamentViewSet, get="read", patch="change", delete="remove"),
    at("clock/", ClockViewSet, get="now"),
    at("singles/", SingleViewSet, get="index"),
    at("singles/pair-up/", SingleViewSet, post="pair_up"),
    at("singles/<number:single_id>/remove/", SingleViewSet, post="remove"),
    at("partner/", OwnSingleViewSet, get="index", post="look"),
    at("pauses/", ClockViewSet, get="pauses", post="announce_pause"),
    at("paper/", PaperViewSet, get="index", post="order"),
    at("paper/<number:job_id>/", PaperViewSet, get="read"),
    at("paper/<number:job_id>/content/", PaperContentViewSet, get="content"),
    at("prizes/", TournamentDeskViewSet, put="set_prizes"),
    at("organizers/", TournamentDeskViewSet, get="organizers", post="add_organizer"),
    at("pairs/", PairViewSet, get="index", post="enter"),
    at("pairs/preview/", PairDeskViewSet, post="preview"),
    at("pairs/bulk/", PairDeskViewSet, post="bulk"),
    at("pairs/join/", PairDeskViewSet, get="ways_in", post="join"),
    at("pairs/places/", PairDeskViewSet, get="places"),
    at("pairs/late/", PairDeskViewSet, post="late"),
    path("pairs/<number:pair_id>/", include(of_a_pair)),
    at("draw/", DrawViewSet, post="make"),
    at("bracket/", BracketViewSet, get="bracket"),
    at("sections/", BracketViewSet, get="sections"),
    at("rounds/", BracketViewSet, get="rounds"),
    at("rounds/<number:number>/", BracketViewSet, get="one_round"),
    at("individuals/", IndividualsViewSet, get="day"),
    at(
        "individuals/rounds/<number:number>/tables/<number:table>/",
        IndividualsDeskViewSet,
        post="enter",
    ),
    at("matches/", MatchViewSet, get="index"),
    *declared.paths("tournament"),
    at("end-early/preview/", TournamentDeskViewSet, get="early_end_preview"),
    path("matches/<number:match_id>/", include(of_a_match)),
    at("acts/<number:event>/undo/", ActViewSet, post="undo"),
    at("acts/<number:event>/undo/preview/", ActViewSet, get="preview"),
    at("cascades/", CascadeViewSet, get="index"),
    at("cascades/<number:cascade_id>/undo/", CascadeViewSet, post="undo"),
    at("cascades/<number:cascade_id>/undo/preview/", CascadeViewSet, get="preview"),
    at("rounds/by-hand/", RoundDeskViewSet, get="to_change", post="pair"),
    at("rounds/by-hand/preview/", RoundDeskViewSet, post="preview"),
    at("standings/", StandingsViewSet, get="championship"),
    at("standings/groups/", StandingsViewSet, get="groups"),
    at("standings/ties/", StandingsViewSet, get="ties"),
    at("statistics/", StatisticsViewSet, get="of_tournament"),
    at("consolation/", ConsolationViewSet, get="index", post="create_round"),
    at("consolation/proposal/", ConsolationDeskViewSet, get="proposal"),
    at("consolation/standings/", StandingsViewSet, get="consolation"),
    at("tables/", TableViewSet, get="index", put="set_count"),
    at("tables/links/", TableViewSet, get="links"),
    *moved.paths(moved.OF_A_TOURNAMENT),
    at("referees/", RefereeViewSet, get="index", post="add"),
    at("match-days/", MatchDayViewSet, get="read", put="set_days"),
    at("results/", PairResultsViewSet, get="waiting"),
    at("results/terms/", PairResultsViewSet, get="terms", put="set_terms"),
    at("results/links/", PairResultsViewSet, get="links"),
    at("desk/", DeskViewSet, get="inbox"),
    at("cases/", TribunalViewSet, get="index", post="open"),
    path("cases/<number:case_id>/", include(of_a_case)),
    at("records/", DeskViewSet, get="records"),
    at("events/", LogViewSet, get="index"),
    at("events/verify/", LogViewSet, get="verify"),
]

urlpatterns: Patterns = [
    # First, as addresses are tried in this order, and tablets send every hand here.
    at("table/", DeviceViewSet, get="table"),
    at("table/actions/", DeviceViewSet, post="actions"),
    at("table/seen/", DeviceViewSet, post="seen"),
    at("", RootViewSet, get="index"),
    at("settle/", SettleViewSet, post="settle"),
    at("regulations/", PresetViewSet, get="regulations"),
    at("rulesets/", PresetViewSet, get="rulesets"),
    at("tokens/", TokenViewSet, get="index", post="make"),
    at("tokens/<number:token_id>/revoke/", TokenViewSet, post="revoke"),
    at("tournaments/", TournamentViewSet, get="index", post="create"),
    path("tournaments/<slug:slug>/", include(of_a_tournament)),
    at("circuits/", CircuitRowViewSet, get="index", post="create"),
    at(CIRCUIT, CircuitRowViewSet, get="read", patch="change"),
    at(f"{CIRCUIT}remove/", CircuitActViewSet, post="remove"),
    at(f"{CIRCUIT}publish/", CircuitActViewSet, post="publish_ranking"),
    at(f"{CIRCUIT}entries/", CircuitActViewSet, get="entries"),
    at(f"{CIRCUIT}offer/", CircuitActViewSet, post="offer"),
    at(f"{CIRCUIT}withdraw-offer/", CircuitActViewSet, post="withdraw_offer"),
    at(f"{CIRCUIT}take-in/", CircuitActViewSet, post="take_in"),
    at(f"{CIRCUIT}take-out/", CircuitActViewSet, post="take_out"),
    at(f"{CIRCUIT}runners/", CircuitActViewSet, post="add_runner"),
    at(f"{CIRCUIT}runners/<number:user_id>/remove/", CircuitActViewSet, post="remove_runner"),
    at(f"{CIRCUIT}people/", PeopleViewSet, get="read"),
    at(f"{CIRCUIT}people/merge/", PeopleViewSet, post="merge"),
    at(f"{CIRCUIT}people/merge-alike/", PeopleViewSet, post="merge_alike"),
    at(f"{CIRCUIT}people/part/", PeopleViewSet, post="part"),
    at(f"{CIRCUIT}people/set-apart/", PeopleViewSet, post="set_apart"),
    at(f"{CIRCUIT}merges/<number:merge_id>/split/", PeopleViewSet, post="split"),
    at(f"{CIRCUIT}differences/<number:difference_id>/rejoin/", PeopleViewSet, post="rejoin"),
    at(f"{CIRCUIT}qualifiers/", EnteringViewSet, post="qualify"),
    at(f"{CIRCUIT}invitations/", InvitationViewSet, post="invite"),
    at(f"{CIRCUIT}invitations/enter/", InvitationViewSet, post="enter_invited"),
    at(f"{CIRCUIT}invitations/discard/", InvitationViewSet, post="discard_invitations"),
    at(f"{CIRCUIT}invitations/of/<slug:slug>/", InvitationViewSet, get="read"),
    at(
        f"{CIRCUIT}invitations/<number:invitation_id>/answer/",
        InvitationViewSet,
        post="answer_invitation",
    ),
    at(
        f"{CIRCUIT}invitations/<number:invitation_id>/partner/",
        InvitationViewSet,
        post="choose_partner",
    ),
    at(f"{CIRCUIT}registry/", RegistryViewSet, get="index", post="register"),
    at(f"{CIRCUIT}erasures/", ErasureViewSet, get="index", post="erase"),
    at("me/erasures/", ErasureViewSet, get="asked"),
    at("me/erasures/<number:erasure_id>/erase/", ErasureViewSet, post="erase_asked"),
    at("me/erasures/<number:erasure_id>/discard/", ErasureViewSet, post="discard"),
    at("next-season/", EnteringViewSet, post="next_season"),
    at("circuits/<slug:circuit>/ratings/", CircuitViewSet, get="ratings"),
    at("circuits/<slug:circuit>/published/", CircuitViewSet, get="published_heads"),
    at("circuits/<slug:circuit>/published/<number:number>/", CircuitViewSet, get="published"),
    at("circuits/<slug:circuit>/match-days/", CircuitViewSet, get="match_days"),
    at("circuits/<slug:circuit>/file/", CircuitFileViewSet, get="file"),
    at("circuits/<slug:circuit>/log/", CircuitViewSet, get="log"),
    at("circuits/<slug:circuit>/log/verify/", CircuitViewSet, get="verify_log"),
    at("circuit-files/", CircuitFileViewSet, post="bring_in"),
    at("circuits/<slug:circuit>/claims/", ClaimViewSet, get="index"),
    at(f"{CLAIM}confirm/", ClaimViewSet, post="confirm"),
    at(f"{CLAIM}take-back/", ClaimViewSet, post="take_back"),
    at(f"{CLAIM}dismiss/", ClaimViewSet, post="dismiss"),
    at("me/", OwnViewSet, get="read"),
    at("me/claims/", OwnViewSet, post="claim"),
    at("me/claims/<number:claim_id>/private/", OwnViewSet, post="set_private"),
    at("me/claims/<number:claim_id>/withdraw/", OwnViewSet, post="withdraw"),
    path("rulings/<number:ruling_id>/", include(of_a_ruling)),
    at("our-result/<slug:link>/", OwnResultViewSet, get="read"),
    at("our-result/<slug:link>/say/", OwnResultViewSet, post="say"),
    at("our-result/<slug:link>/answer/", OwnResultViewSet, post="answer"),
    at("our-result/<slug:link>/take-back/", OwnResultViewSet, post="take_back"),
    at("our-result/<slug:link>/propose/", OwnMeetingViewSet, post="propose"),
    at("our-result/<slug:link>/accept/", OwnMeetingViewSet, post="accept"),
    at("our-result/<slug:link>/decline/", OwnMeetingViewSet, post="decline"),
    at("our-result/<slug:link>/call-off/", OwnMeetingViewSet, post="call_off"),
    at("partner/<str:single>/", OwnSingleViewSet, get="read"),
    at("partner/<str:single>/ask/", OwnSingleViewSet, post="ask"),
    at("partner/<str:single>/answer/", OwnSingleViewSet, post="answer"),
    at("partner/<str:single>/leave/", OwnSingleViewSet, post="leave"),
    at("devices/join/", JoinViewSet, post="join"),
    path("schemas/mus-hand-1.json", docs.hand_record, name="hand-record-schema"),
    path("openapi.json", docs.openapi_json, name="openapi-json"),
    path("openapi.yaml", docs.openapi_yaml, name="openapi-yaml"),
    path("docs/", docs.page, name="docs"),
]
