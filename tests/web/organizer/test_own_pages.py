"""An act of the desk is declared (`scoring/desk/declared/`), or says why its page is its own."""

from scoring.desk.declared import DECLARED
from tests.web.organizer.test_ways_back import is_an_act
from web.organizer.urls import urlpatterns

LINES = "its form has a line for each pair, table or round, or stands in such a line"
HANDS = "it shows cards, games or stones, and what they come to, before it is done"
FILE = "it reads a file or a pasted list, and shows line by line what was read"
SETTINGS = "its form is a page of settings, with groups or a search"
SEEN = "its form keeps what another desk changed meanwhile"
SITE = "it mails with links of this site, or erases what no log holds"
QUESTION = "its address in the API names a question without its tournament"
WAY_BACK = "it shows what was played since, and takes it back whole"
NEXT = "it chooses among what is free just now, in words of the page"

OWN_PAGES = {
    LINES: "create_consolation draw_by_hand fill_match_days hand_over match_days "
    "order_of_finish paid pair_by_hand remove_person withdraw_pairs",
    HANDS: "appeal case overrule replace_result result rule start_match",
    FILE: "enter_paper import_match import_pairs",
    SETTINGS: "change create pair_results prizes reduce_games screen sign_up",
    SEEN: "change_pair delete_tournament enter_pair make_draw substitute_player",
    SITE: "bind_paper erase_contacts erase_names let_in pair_up remove_single",
    QUESTION: "confirm_ruling",
    WAY_BACK: "restore_games take_back_correction take_back_ruling undo_act undo_cascade",
    NEXT: "assign_table late_pair",
}
"""Why → the names of the pages."""


def test_each_act_of_the_desk_is_declared_or_says_why_it_has_a_page_of_its_own():
    acts = {one.name for one in urlpatterns if one.name and is_an_act(one)}
    own = " ".join(OWN_PAGES.values()).split()
    assert acts - {act.page for act in DECLARED} == set(own)
    assert len(own) == len(set(own))
