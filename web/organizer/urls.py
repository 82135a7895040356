"""What an organizer can do. One line a verb."""

from django.urls import path

from web.organizer.views import (
    consolation,
    desk,
    draw,
    entries,
    games,
    imports,
    log,
    match_file,
    matches,
    people,
    results,
    rulings,
    tables,
    tournaments,
    withdrawals,
)

app_name = "organizer"

T = "t/<slug:slug>/"
PAIR = T + "pairs/<int:number>/"
TABLE = T + "tables/<int:number>/"
MATCH = T + "matches/<int:match_id>/"

urlpatterns = [
    # Tournaments
    path("", tournaments.mine, name="mine"),
    path("new/", tournaments.create, name="create"),
    path("rules/", tournaments.regulations, name="regulations"),
    path(T + "settings/", tournaments.change, name="change"),
    path(T + "reduce-games/", tournaments.reduce_games, name="reduce_games"),
    # The desk
    path(T, desk.desk, name="desk"),
    # Pairs
    path(T + "pairs/", entries.entries, name="entries"),
    path(T + "pairs/enter/", entries.enter, name="enter_pair"),
    path(T + "pairs/import/", imports.import_list, name="import_pairs"),
    path(T + "pairs/print/", entries.print_list, name="print_pairs"),
    path(T + "pairs/withdraw/", withdrawals.withdraw_several, name="withdraw_pairs"),
    path(PAIR, entries.change, name="change_pair"),
    path(PAIR + "withdraw/", entries.withdraw, name="withdraw_pair"),
    path(PAIR + "disqualify/", entries.disqualify, name="disqualify_pair"),
    path(PAIR + "return/", entries.bring_back, name="return_pair"),
    # The draw
    path(T + "draw/", draw.draw, name="draw"),
    path(T + "draw/make/", draw.make, name="make_draw"),
    path(T + "draw/undo/", draw.undo, name="undo_draw"),
    # Tables and tablets
    path(T + "tables/", tables.tables, name="tables"),
    path(T + "tables/count/", tables.set_count, name="set_tables"),
    path(T + "tables/print/", tables.print_codes, name="print_codes"),
    path(T + "tables/assign-free/", tables.assign_free, name="assign_free"),
    path(TABLE, tables.table, name="table"),
    path(TABLE + "new-code/", tables.rotate, name="rotate_code"),
    path(T + "devices/<int:device_id>/revoke/", tables.revoke, name="revoke_device"),
    # Matches
    path(MATCH, matches.match, name="match"),
    path(MATCH + "table/", matches.assign_table, name="assign_table"),
    path(MATCH + "start/", matches.start, name="start_match"),
    path(MATCH + "import/", match_file.import_match, name="import_match"),
    path(MATCH + "undo-start/", results.undo_start, name="undo_start"),
    path(MATCH + "walkover/", results.walkover, name="walkover"),
    path(MATCH + "decide/", results.decide, name="decide_match"),
    path(MATCH + "result/", results.result, name="result"),
    path(MATCH + "reopen/", results.reopen, name="reopen_match"),
    path(MATCH + "call-off/", consolation.call_off, name="call_off"),
    path(MATCH + "forfeit/", games.forfeit, name="forfeit"),
    path(MATCH + "games/<int:game>/take-back/", games.take_back, name="take_back"),
    path(MATCH + "hands/<int:game>-<int:number>/overrule/", rulings.overrule, name="overrule"),
    path(MATCH + "hands/export/", log.export_hands, name="export_hands"),
    # Rulings
    path(T + "rulings/", rulings.rulings, name="rulings"),
    path(T + "rulings/<int:ruling_id>/", rulings.rule, name="rule"),
    path(T + "rulings/<int:ruling_id>/confirm/", rulings.confirm, name="confirm_ruling"),
    path(T + "rulings/<int:ruling_id>/enter/", rulings.enter_sent, name="enter_sent"),
    # Consolation
    path(T + "consolation/", consolation.consolation, name="consolation"),
    path(T + "consolation/create/", consolation.create, name="create_consolation"),
    # People
    path(T + "people/", people.people, name="people"),
    path(T + "people/add/", people.add, name="add_person"),
    path(T + "people/<int:person_id>/remove/", people.remove, name="remove_person"),
    # The log
    path(T + "log/", log.log, name="log"),
    path(T + "log/export/", log.export, name="export_log"),
    path(T + "log/hands/", log.export_all_hands, name="export_all_hands"),
]
