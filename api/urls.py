"""The REST API, version 1: a table of contents."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

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
    standings,
    statistics,
    tables,
    together,
    tokens,
    tournaments,
    tribunal,
)
from api.views.settle import settle

register_converter(Number, "number")
app_name = "api"

Patterns = list[URLPattern | URLResolver]

of_a_pair: Patterns = [
    path("", pairs.detail.as_view(), name="pair"),
    path("matches/", pairs.matches.as_view(), name="pair-matches"),
    path("meetings/", pairs.meetings.as_view(), name="pair-meetings"),
    path("substitute/", pairs.substitute.as_view(), name="pair-substitute"),
    path("withdraw/", pairs.withdraw.as_view(), name="pair-withdraw"),
    path("disqualify/", pairs.disqualify.as_view(), name="pair-disqualify"),
    path("reinstate/", pairs.reinstate.as_view(), name="pair-reinstate"),
    path("reinstate/preview/", pairs.reinstate_preview.as_view(), name="pair-reinstate-preview"),
]

of_a_hand: Patterns = [
    path("replay/", hands.replay.as_view(), name="hand-replay"),
    path("correct/", hands.correct.as_view(), name="hand-correct"),
    path("correct/preview/", hands.preview_correction.as_view(), name="hand-correct-preview"),
    path("overrule/", hands.overrule.as_view(), name="hand-overrule"),
    path("overrule/preview/", hands.preview_ruling.as_view(), name="hand-overrule-preview"),
]

of_a_match: Patterns = [
    path("", matches.detail.as_view(), name="match"),
    path("table/", matches.assign_table.as_view(), name="match-table"),
    path("start/", matches.start.as_view(), name="match-start"),
    path("undo-start/", matches.undo_start.as_view(), name="match-undo-start"),
    path("walkover/", matches.walkover.as_view(), name="match-walkover"),
    path("result/", matches.record_result.as_view(), name="match-result"),
    path("replace-result/", matches.replace_result.as_view(), name="match-replace-result"),
    path(
        "replace-result/preview/",
        matches.replace_result_preview.as_view(),
        name="match-replace-result-preview",
    ),
    path("reopen/", matches.reopen.as_view(), name="match-reopen"),
    path("reopen/preview/", matches.reopen_preview.as_view(), name="match-reopen-preview"),
    path("hands/", hands.index.as_view(), name="hands"),
    path("hands/explained/", hands.explained.as_view(), name="hands-explained"),
    path("hands/preview/", hands.preview.as_view(), name="hands-preview"),
    path("hands/records/", match_files.records.as_view(), name="hand-records"),
    path("hands/undo/", hands.undo.as_view(), name="hands-undo"),
    path("text/", match_files.text.as_view(), name="match-text"),
    path("import/", match_files.bring_in.as_view(), name="match-import"),
    path("import/preview/", match_files.import_preview.as_view(), name="match-import-preview"),
    path("games/<number:game>/hands/<number:number>/", include(of_a_hand)),
    path("games/<number:game>/rule/", games.rule.as_view(), name="game-rule"),
    path("games/<number:game>/take-back/", games.take_back.as_view(), name="game-take-back"),
    path("forfeit/", games.forfeit.as_view(), name="game-forfeit"),
    path("appeal/", rulings.appeal.as_view(), name="appeal"),
    path("call/", games.call.as_view(), name="match-call"),
]

of_a_ruling: Patterns = [
    path("confirm/", rulings.confirm.as_view(), name="ruling-confirm"),
    path("replace/", rulings.replace.as_view(), name="ruling-replace"),
    path("decide-claim/", rulings.decide_claim.as_view(), name="ruling-decide-claim"),
    path("dismiss/", rulings.dismiss.as_view(), name="ruling-dismiss"),
    path("uphold/", rulings.uphold.as_view(), name="appeal-uphold"),
    path("reject/", rulings.reject.as_view(), name="appeal-reject"),
    path("withdraw/", rulings.withdraw.as_view(), name="appeal-withdraw"),
    path("reopen/", rulings.reopen.as_view(), name="appeal-reopen"),
    path("take-back/", rulings.take_back.as_view(), name="ruling-take-back"),
    path("answer-call/", rulings.answer_call.as_view(), name="ruling-answer-call"),
    path("close-call/", rulings.close_call.as_view(), name="ruling-close-call"),
]

of_a_case: Patterns = [
    path("", tribunal.detail.as_view(), name="case"),
    path("hear/", tribunal.hear.as_view(), name="case-hear"),
    path("decide/", tribunal.decide.as_view(), name="case-decide"),
    path("decide/preview/", tribunal.preview.as_view(), name="case-decide-preview"),
    path("take-back/", tribunal.take_back.as_view(), name="case-take-back"),
]

of_a_tournament: Patterns = [
    path("", tournaments.detail.as_view(), name="tournament"),
    path("clock/", clock.now.as_view(), name="clock"),
    path("pauses/", clock.pauses.as_view(), name="pauses"),
    path("pauses/<number:pause_id>/change/", clock.change_pause.as_view(), name="pause-change"),
    path("pauses/<number:pause_id>/end/", clock.end_pause.as_view(), name="pause-end"),
    path("pauses/<number:pause_id>/call-off/", clock.call_off_pause.as_view(), name="pause-off"),
    path("paper/", paper.index.as_view(), name="paper"),
    path("paper/<number:job_id>/", paper.detail.as_view(), name="paper-file"),
    path("paper/<number:job_id>/content/", paper.content.as_view(), name="paper-content"),
    path("reduce-games/", tournaments.reduce_games.as_view(), name="reduce-games"),
    path("reduce-games/undo/", tournaments.restore_games.as_view(), name="restore-games"),
    path("organizers/", tournaments.organizers.as_view(), name="organizers"),
    path("organizers/remove/", tournaments.remove_organizer.as_view(), name="remove-organizer"),
    path("pairs/", pairs.index.as_view(), name="pairs"),
    path("pairs/preview/", pairs.preview.as_view(), name="pairs-preview"),
    path("pairs/bulk/", pairs.bulk.as_view(), name="pairs-bulk"),
    path("pairs/places/", pairs.places.as_view(), name="pairs-places"),
    path("pairs/late/", pairs.late.as_view(), name="pairs-late"),
    path("pairs/<number:pair_id>/", include(of_a_pair)),
    path("draw/", draw.make.as_view(), name="draw"),
    path("draw/undo/", draw.undo.as_view(), name="draw-undo"),
    path("bracket/", draw.bracket.as_view(), name="bracket"),
    path("sections/", draw.sections.as_view(), name="sections"),
    path("rounds/", draw.rounds.as_view(), name="rounds"),
    path("rounds/<number:number>/", draw.one_round.as_view(), name="round"),
    path("matches/", matches.index.as_view(), name="matches"),
    path("matches/start-called/", together.start.as_view(), name="start-called"),
    path("matches/start-called/undo/", together.undo.as_view(), name="start-called-undo"),
    path("matches/<number:match_id>/", include(of_a_match)),
    path("cascades/", cascades.index.as_view(), name="cascades"),
    path("cascades/<number:cascade_id>/undo/", cascades.undo.as_view(), name="cascade-undo"),
    path(
        "cascades/<number:cascade_id>/undo/preview/",
        cascades.preview.as_view(),
        name="cascade-undo-preview",
    ),
    path("standings/", standings.championship.as_view(), name="standings"),
    path("standings/groups/", standings.groups.as_view(), name="group-tables"),
    path("statistics/", statistics.of_tournament.as_view(), name="statistics"),
    path("consolation/", consolation.index.as_view(), name="consolation"),
    path("consolation/proposal/", consolation.proposal.as_view(), name="consolation-proposal"),
    path("consolation/opt-out/", consolation.opt_out.as_view(), name="consolation-opt-out"),
    path("consolation/opt-in/", consolation.opt_in.as_view(), name="consolation-opt-in"),
    path("consolation/standings/", standings.consolation.as_view(), name="consolation-standings"),
    path(
        "consolation/<number:match_id>/cancel/",
        consolation.cancel.as_view(),
        name="consolation-cancel",
    ),
    path("tables/", tables.index.as_view(), name="tables"),
    path("tables/links/", tables.links.as_view(), name="table-links"),
    path("tables/assign-free/", tables.assign_free.as_view(), name="tables-assign-free"),
    path("tables/assign-free/undo/", tables.take_back.as_view(), name="tables-take-back"),
    path("tables/<number:number>/rotate/", tables.rotate.as_view(), name="table-rotate"),
    path(
        "devices/<number:device_id>/revoke/", tables.revoke_device.as_view(), name="device-revoke"
    ),
    path("referees/", referees.index.as_view(), name="referees"),
    path("referees/hand-over/", referees.hand_over.as_view(), name="referees-hand-over"),
    path("referees/<number:number>/remove/", referees.remove.as_view(), name="referee-remove"),
    path("desk/", desk.inbox.as_view(), name="desk"),
    path("cases/", tribunal.index.as_view(), name="cases"),
    path("cases/<number:case_id>/", include(of_a_case)),
    path("records/", desk.records.as_view(), name="records"),
    path("events/", log.index.as_view(), name="events"),
    path("events/verify/", log.verify.as_view(), name="events-verify"),
]

urlpatterns: Patterns = [
    path("", root.index.as_view(), name="root"),
    path("settle/", settle.as_view(), name="settle"),
    path("regulations/", presets.regulations.as_view(), name="regulations"),
    path("rulesets/", presets.rulesets.as_view(), name="rulesets"),
    path("tokens/", tokens.index.as_view(), name="tokens"),
    path("tokens/<number:token_id>/revoke/", tokens.revoke.as_view(), name="token-revoke"),
    path("tournaments/", tournaments.index.as_view(), name="tournaments"),
    path("tournaments/<slug:slug>/", include(of_a_tournament)),
    path("rulings/<number:ruling_id>/", include(of_a_ruling)),
    path("devices/join/", devices.join.as_view(), name="join"),
    path("table/", devices.table.as_view(), name="table"),
    path("table/actions/", devices.actions.as_view(), name="table-actions"),
    path("table/seen/", devices.seen.as_view(), name="table-seen"),
    path("schemas/mus-hand-1.json", docs.hand_record, name="hand-record-schema"),
    path("openapi.json", docs.openapi_json, name="openapi-json"),
    path("openapi.yaml", docs.openapi_yaml, name="openapi-yaml"),
    path("docs/", docs.page, name="docs"),
]
