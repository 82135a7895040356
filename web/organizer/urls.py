"""The addresses of the organizers' pages: one line for each act."""

from django.urls import path

from web.organizer import declared, moved
from web.organizer.views import (
    appeals,
    arrivals,
    consolation,
    day_clock,
    desk,
    draw,
    entries,
    erasing,
    imports,
    late,
    log,
    match_file,
    matchdays,
    matches,
    on_paper,
    pair_results,
    paper,
    past,
    people,
    prizes,
    referees,
    results,
    rounds,
    rulings,
    screens,
    seatings,
    signup,
    substitutions,
    tables,
    taking_back,
    tournaments,
    tribunal,
    undoing,
)

app_name = "organizer"

T = "t/<slug:slug>/"
PAIR = T + "pairs/<int:number>/"
TABLE = T + "tables/<int:number>/"
MATCH = T + "matches/<int:match_id>/"

urlpatterns = [
    *declared.paths(),
    # Tournaments
    path("", tournaments.mine, name="mine"),
    path("new/", tournaments.create, name="create"),
    path("rules/", tournaments.regulations, name="regulations"),
    path(T + "settings/", tournaments.change, name="change"),
    path(T + "delete/", tournaments.delete, name="delete_tournament"),
    path(T + "settings/rules.json", tournaments.rules_file, name="rules_file"),
    path(T + "prizes/", prizes.prizes, name="prizes"),
    path(T + "clock/", day_clock.day_clock, name="day_clock"),
    path(T + "reduce-games/", day_clock.reduce_games, name="reduce_games"),
    path(T + "reduce-games/<int:event>/undo/", day_clock.restore_games, name="restore_games"),
    # The desk
    path(T, desk.desk, name="desk"),
    # Pairs
    path(T + "pairs/", entries.entries, name="entries"),
    path(T + "pairs/enter/", entries.enter, name="enter_pair"),
    path(T + "pairs/import/", imports.import_list, name="import_pairs"),
    path(T + "pairs/print/", entries.print_list, name="print_pairs"),
    path(T + "pairs/withdraw/", entries.withdraw_several, name="withdraw_pairs"),
    path(T + "pairs/late/", late.late_pair, name="late_pair"),
    path(T + "pairs/here/", arrivals.arrivals, name="arrivals"),
    path(T + "pairs/here/door/", arrivals.door, name="door"),
    path(PAIR, entries.change, name="change_pair"),
    path(PAIR + "substitute/", substitutions.substitute, name="substitute_player"),
    path(PAIR + "paid/", signup.paid, name="paid"),
    # Signing up
    path(T + "sign-up/", signup.sign_up, name="sign_up"),
    path(T + "sign-up/let-in/", signup.let_in, name="let_in"),
    path(T + "sign-up/pair-up/", signup.pair_up, name="pair_up"),
    path(T + "sign-up/remove/", signup.remove_single, name="remove_single"),
    path(T + "contacts.csv", signup.contacts, name="contacts"),
    path(T + "contacts/erase/", signup.erase_contacts, name="erase_contacts"),
    path(T + "notices/", signup.notices, name="notices"),
    # Results by the pairs themselves
    path(T + "results/", pair_results.pair_results, name="pair_results"),
    path(T + "results/afterwards/", past.enter_afterwards, name="enter_afterwards"),
    path(T + "results/print/", pair_results.print_links, name="print_links"),
    # The match days of a league
    path(T + "match-days/", matchdays.match_days, name="match_days"),
    path(T + "messages/", matchdays.messages, name="messages"),
    path(T + "standings/", matchdays.table, name="league_table"),
    path(T + "match-days/fill/", matchdays.fill, name="fill_match_days"),
    # The draw
    path(T + "draw/", draw.draw, name="draw"),
    path(T + "draw/make/", draw.make, name="make_draw"),
    path(T + "draw/by-hand/", draw.by_hand, name="draw_by_hand"),
    path(T + "draw/reveal/", draw.reveal, name="reveal_draw"),
    path(T + "rounds/by-hand/", rounds.pair_by_hand, name="pair_by_hand"),
    # A day of individuals
    path(T + "seating/<int:number>/<int:table>/", seatings.order, name="order_of_finish"),
    # The big screens
    path(T + "screen/", screens.screen, name="screen"),
    # Tables and tablets
    path(T + "tables/", tables.tables, name="tables"),
    path(T + "tables/count/", tables.set_count, name="set_tables"),
    path(T + "tables/print/", tables.print_codes, name="print_codes"),
    *moved.paths(T),
    path(TABLE, tables.table, name="table"),
    # Matches
    path(MATCH, matches.match, name="match"),
    path(MATCH + "table/", matches.assign_table, name="assign_table"),
    path(MATCH + "start/", matches.start, name="start_match"),
    path(MATCH + "import/", match_file.import_match, name="import_match"),
    path(MATCH + "paper/", on_paper.enter_paper, name="enter_paper"),
    path(MATCH + "result/", results.result, name="result"),
    path(MATCH + "replace-result/", results.replace_result, name="replace_result"),
    path(MATCH + "appeal/", appeals.appeal, name="appeal"),
    path(MATCH + "hands/<int:game>-<int:number>/overrule/", rulings.overrule, name="overrule"),
    path(MATCH + "correction/undo/", taking_back.correction, name="take_back_correction"),
    path(MATCH + "hands/export/", log.export_hands, name="export_hands"),
    path(T + "acts/<int:event>/undo/", undoing.undo, name="undo_act"),
    path(T + "changes/<int:cascade_id>/undo/", taking_back.cascade, name="undo_cascade"),
    # Rulings
    path(T + "rulings/", rulings.rulings, name="rulings"),
    path(T + "rulings/appeal/", appeals.who_appeals, name="who_appeals"),
    path(T + "cases/<int:case_id>/", tribunal.case, name="case"),
    path(T + "rulings/<int:ruling_id>/", rulings.rule, name="rule"),
    path(T + "rulings/<int:ruling_id>/confirm/", rulings.confirm, name="confirm_ruling"),
    path(T + "rulings/<int:ruling_id>/take-back/", taking_back.take_back, name="take_back_ruling"),
    path(T + "rulings/<int:ruling_id>/enter/", rulings.enter_sent, name="enter_sent"),
    # Paper
    path(T + "paper/", paper.paper, name="paper"),
    path(T + "paper/bind/", paper.bind, name="bind_paper"),
    path(T + "paper/made/<int:job_id>/", paper.file_of_job, name="made_paper"),
    path(T + "paper/<slug:name>.pdf", paper.sheet, name="sheet"),
    path(MATCH + "acta.pdf", paper.acta, name="acta"),
    # Consolation
    path(T + "consolation/", consolation.consolation, name="consolation"),
    path(T + "consolation/create/", consolation.create, name="create_consolation"),
    path(T + "consolation/opt-out/", consolation.opt_out, name="opt_out"),
    path(T + "consolation/opt-in/", consolation.opt_in, name="opt_in"),
    # People
    path(T + "people/", people.people, name="people"),
    path(T + "people/add/", people.add, name="add_person"),
    path(T + "people/<int:person_id>/remove/", people.remove, name="remove_person"),
    # The referee team
    path(T + "referees/", referees.referees, name="referees"),
    path(T + "referees/add/", referees.add, name="add_referee"),
    path(T + "referees/hand-over/", referees.hand_over, name="hand_over"),
    # The log
    path(T + "log/", log.log, name="log"),
    path(T + "log/export/", log.export, name="export_log"),
    path(T + "log/tournament.mustour", log.export_tournament, name="export_tournament"),
    path(T + "log/erase/", erasing.erase_names, name="erase_names"),
    path(T + "log/hands/", log.export_all_hands, name="export_all_hands"),
]
