"""The REST API, version 1: a table of contents. Each line: address, views, name, methods."""

from typing import Any

from django.urls import URLPattern, URLResolver, include, path, register_converter
from rest_framework.viewsets import ViewSet

from api.converters import Number
from api.views import (
    cascades,
    clock,
    consolation,
    desk,
    devices,
    docs,
    draw,
    games,
    hands,
    log,
    match_files,
    matches,
    pairs,
    paper,
    presets,
    referees,
    root,
    rulings,
    settle,
    standings,
    statistics,
    tables,
    together,
    tokens,
    tournaments,
    tribunal,
)

register_converter(Number, "number")
app_name = "api"

Patterns = list[URLPattern | URLResolver]


def at(address: str, views: type[ViewSet], name: str, **verbs: Any) -> URLPattern:
    """An address whose methods are answered by methods of `views`: `post="withdraw"`."""
    return path(address, views.as_view(verbs), name=name)


of_a_pair: Patterns = [
    at("", pairs.PairViewSet, "pair", get="read", patch="change"),
    at("matches/", pairs.PairViewSet, "pair-matches", get="matches"),
    at("meetings/", pairs.PairViewSet, "pair-meetings", get="meetings"),
    at("substitute/", pairs.PairDeskViewSet, "pair-substitute", post="substitute"),
    at("withdraw/", pairs.PairDeskViewSet, "pair-withdraw", post="withdraw"),
    at("disqualify/", pairs.PairDeskViewSet, "pair-disqualify", post="disqualify"),
    at("reinstate/", pairs.PairDeskViewSet, "pair-reinstate", post="reinstate"),
    at(
        "reinstate/preview/",
        pairs.PairDeskViewSet,
        "pair-reinstate-preview",
        get="reinstate_preview",
    ),
]

of_a_hand: Patterns = [
    at("replay/", hands.HandViewSet, "hand-replay", get="replay"),
    at("correct/", hands.HandDeskViewSet, "hand-correct", post="correct"),
    at(
        "correct/preview/", hands.HandDeskViewSet, "hand-correct-preview", post="preview_correction"
    ),
    at("overrule/", hands.HandDeskViewSet, "hand-overrule", post="overrule"),
    at("overrule/preview/", hands.HandDeskViewSet, "hand-overrule-preview", post="preview_ruling"),
]

of_a_match: Patterns = [
    at("", matches.MatchViewSet, "match", get="read"),
    at("table/", matches.MatchDeskViewSet, "match-table", post="assign_table"),
    at("start/", matches.MatchDeskViewSet, "match-start", post="start"),
    at("undo-start/", matches.MatchDeskViewSet, "match-undo-start", post="undo_start"),
    at("walkover/", matches.MatchDeskViewSet, "match-walkover", post="walkover"),
    at("result/", matches.MatchDeskViewSet, "match-result", post="record_result"),
    at("replace-result/", matches.MatchDeskViewSet, "match-replace-result", post="replace_result"),
    at(
        "replace-result/preview/",
        matches.MatchDeskViewSet,
        "match-replace-result-preview",
        post="replace_result_preview",
    ),
    at("reopen/", matches.MatchDeskViewSet, "match-reopen", post="reopen"),
    at("reopen/preview/", matches.MatchDeskViewSet, "match-reopen-preview", get="reopen_preview"),
    at("hands/", hands.HandViewSet, "hands", get="index", post="save"),
    at("hands/explained/", hands.HandViewSet, "hands-explained", get="explained"),
    at("hands/preview/", hands.HandDeskViewSet, "hands-preview", post="preview"),
    at("hands/records/", match_files.MatchFileViewSet, "hand-records", get="records"),
    at("hands/undo/", hands.HandDeskViewSet, "hands-undo", post="undo"),
    at("text/", match_files.MatchTextViewSet, "match-text", get="text"),
    at("import/", match_files.MatchImportViewSet, "match-import", post="bring_in"),
    at(
        "import/preview/",
        match_files.MatchImportViewSet,
        "match-import-preview",
        post="import_preview",
    ),
    path("games/<number:game>/hands/<number:number>/", include(of_a_hand)),
    at("games/<number:game>/rule/", games.GameViewSet, "game-rule", post="rule"),
    at("games/<number:game>/take-back/", games.GameViewSet, "game-take-back", post="take_back"),
    at("forfeit/", games.GameViewSet, "game-forfeit", post="forfeit"),
    at("appeal/", rulings.RulingViewSet, "appeal", post="appeal"),
    at("call/", games.GameViewSet, "match-call", post="call"),
]

of_a_ruling: Patterns = [
    at("confirm/", rulings.RulingViewSet, "ruling-confirm", post="confirm"),
    at("replace/", rulings.RulingViewSet, "ruling-replace", post="replace"),
    at("decide-claim/", rulings.RulingViewSet, "ruling-decide-claim", post="decide_claim"),
    at("dismiss/", rulings.RulingViewSet, "ruling-dismiss", post="dismiss"),
    at("uphold/", rulings.RulingViewSet, "appeal-uphold", post="uphold"),
    at("reject/", rulings.RulingViewSet, "appeal-reject", post="reject"),
    at("withdraw/", rulings.RulingViewSet, "appeal-withdraw", post="withdraw"),
    at("reopen/", rulings.RulingViewSet, "appeal-reopen", post="reopen"),
    at("take-back/", rulings.RulingViewSet, "ruling-take-back", post="take_back"),
    at("answer-call/", rulings.RulingViewSet, "ruling-answer-call", post="answer_call"),
    at("close-call/", rulings.RulingViewSet, "ruling-close-call", post="close_call"),
]

of_a_case: Patterns = [
    at("", tribunal.TribunalViewSet, "case", get="read"),
    at("hear/", tribunal.TribunalViewSet, "case-hear", post="hear"),
    at("decide/", tribunal.TribunalViewSet, "case-decide", post="decide"),
    at("decide/preview/", tribunal.TribunalViewSet, "case-decide-preview", post="preview"),
    at("take-back/", tribunal.TribunalViewSet, "case-take-back", post="take_back"),
]

of_a_tournament: Patterns = [
    at("", tournaments.TournamentViewSet, "tournament", get="read", patch="change"),
    at("clock/", clock.ClockViewSet, "clock", get="now"),
    at("pauses/", clock.ClockViewSet, "pauses", get="pauses", post="announce_pause"),
    at("pauses/<number:pause_id>/change/", clock.ClockViewSet, "pause-change", post="change_pause"),
    at("pauses/<number:pause_id>/end/", clock.ClockViewSet, "pause-end", post="end_pause"),
    at(
        "pauses/<number:pause_id>/call-off/", clock.ClockViewSet, "pause-off", post="call_off_pause"
    ),
    at("paper/", paper.PaperViewSet, "paper", get="index", post="order"),
    at("paper/<number:job_id>/", paper.PaperViewSet, "paper-file", get="read"),
    at("paper/<number:job_id>/content/", paper.PaperContentViewSet, "paper-content", get="content"),
    at("reduce-games/", tournaments.TournamentDeskViewSet, "reduce-games", post="reduce_games"),
    at(
        "reduce-games/undo/",
        tournaments.TournamentDeskViewSet,
        "restore-games",
        post="restore_games",
    ),
    at(
        "organizers/",
        tournaments.TournamentDeskViewSet,
        "organizers",
        get="organizers",
        post="add_organizer",
    ),
    at(
        "organizers/remove/",
        tournaments.TournamentDeskViewSet,
        "remove-organizer",
        post="remove_organizer",
    ),
    at("pairs/", pairs.PairViewSet, "pairs", get="index", post="enter"),
    at("pairs/preview/", pairs.PairDeskViewSet, "pairs-preview", post="preview"),
    at("pairs/bulk/", pairs.PairDeskViewSet, "pairs-bulk", post="bulk"),
    at("pairs/places/", pairs.PairDeskViewSet, "pairs-places", get="places"),
    at("pairs/late/", pairs.PairDeskViewSet, "pairs-late", post="late"),
    path("pairs/<number:pair_id>/", include(of_a_pair)),
    at("draw/", draw.DrawViewSet, "draw", post="make"),
    at("draw/undo/", draw.DrawViewSet, "draw-undo", post="undo"),
    at("bracket/", draw.BracketViewSet, "bracket", get="bracket"),
    at("sections/", draw.BracketViewSet, "sections", get="sections"),
    at("rounds/", draw.BracketViewSet, "rounds", get="rounds"),
    at("rounds/<number:number>/", draw.BracketViewSet, "round", get="one_round"),
    at("matches/", matches.MatchViewSet, "matches", get="index"),
    at("matches/start-called/", together.JointStartViewSet, "start-called", post="start"),
    at("matches/start-called/undo/", together.JointStartViewSet, "start-called-undo", post="undo"),
    path("matches/<number:match_id>/", include(of_a_match)),
    at("cascades/", cascades.CascadeViewSet, "cascades", get="index"),
    at("cascades/<number:cascade_id>/undo/", cascades.CascadeViewSet, "cascade-undo", post="undo"),
    at(
        "cascades/<number:cascade_id>/undo/preview/",
        cascades.CascadeViewSet,
        "cascade-undo-preview",
        get="preview",
    ),
    at("standings/", standings.StandingsViewSet, "standings", get="championship"),
    at("standings/groups/", standings.StandingsViewSet, "group-tables", get="groups"),
    at("statistics/", statistics.StatisticsViewSet, "statistics", get="of_tournament"),
    at(
        "consolation/",
        consolation.ConsolationViewSet,
        "consolation",
        get="index",
        post="create_round",
    ),
    at(
        "consolation/proposal/",
        consolation.ConsolationDeskViewSet,
        "consolation-proposal",
        get="proposal",
    ),
    at(
        "consolation/opt-out/",
        consolation.ConsolationDeskViewSet,
        "consolation-opt-out",
        post="opt_out",
    ),
    at(
        "consolation/opt-in/",
        consolation.ConsolationDeskViewSet,
        "consolation-opt-in",
        post="opt_in",
    ),
    at(
        "consolation/standings/",
        standings.StandingsViewSet,
        "consolation-standings",
        get="consolation",
    ),
    at(
        "consolation/<number:match_id>/cancel/",
        consolation.ConsolationDeskViewSet,
        "consolation-cancel",
        post="cancel",
    ),
    at("tables/", tables.TableViewSet, "tables", get="index", put="set_count"),
    at("tables/links/", tables.TableViewSet, "table-links", get="links"),
    at("tables/assign-free/", tables.TableViewSet, "tables-assign-free", post="assign_free"),
    at("tables/assign-free/undo/", tables.TableViewSet, "tables-take-back", post="take_back"),
    at("tables/<number:number>/rotate/", tables.TableViewSet, "table-rotate", post="rotate"),
    at(
        "devices/<number:device_id>/revoke/",
        tables.TableViewSet,
        "device-revoke",
        post="revoke_device",
    ),
    at("referees/", referees.RefereeViewSet, "referees", get="index", post="add"),
    at("referees/hand-over/", referees.RefereeViewSet, "referees-hand-over", post="hand_over"),
    at(
        "referees/<number:number>/remove/", referees.RefereeViewSet, "referee-remove", post="remove"
    ),
    at("desk/", desk.DeskViewSet, "desk", get="inbox"),
    at("cases/", tribunal.TribunalViewSet, "cases", get="index", post="open"),
    path("cases/<number:case_id>/", include(of_a_case)),
    at("records/", desk.DeskViewSet, "records", get="records"),
    at("events/", log.LogViewSet, "events", get="index"),
    at("events/verify/", log.LogViewSet, "events-verify", get="verify"),
]

urlpatterns: Patterns = [
    at("", root.RootViewSet, "root", get="index"),
    at("settle/", settle.SettleViewSet, "settle", post="settle"),
    at("regulations/", presets.PresetViewSet, "regulations", get="regulations"),
    at("rulesets/", presets.PresetViewSet, "rulesets", get="rulesets"),
    at("tokens/", tokens.TokenViewSet, "tokens", get="index", post="make"),
    at("tokens/<number:token_id>/revoke/", tokens.TokenViewSet, "token-revoke", post="revoke"),
    at("tournaments/", tournaments.TournamentViewSet, "tournaments", get="index", post="create"),
    path("tournaments/<slug:slug>/", include(of_a_tournament)),
    path("rulings/<number:ruling_id>/", include(of_a_ruling)),
    at("devices/join/", devices.JoinViewSet, "join", post="join"),
    at("table/", devices.DeviceViewSet, "table", get="table"),
    at("table/actions/", devices.DeviceViewSet, "table-actions", post="actions"),
    at("table/seen/", devices.DeviceViewSet, "table-seen", post="seen"),
    path("schemas/mus-hand-1.json", docs.hand_record, name="hand-record-schema"),
    path("openapi.json", docs.openapi_json, name="openapi-json"),
    path("openapi.yaml", docs.openapi_yaml, name="openapi-yaml"),
    path("docs/", docs.page, name="docs"),
]
