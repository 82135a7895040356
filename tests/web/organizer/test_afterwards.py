"""The page on which a past event, or a day's paper, comes in."""

import json

from tournament.championship.models import Tournament


def test_a_wrong_line_stays_in_the_form_and_a_right_list_leads_to_the_champion(
    desk, client, at, entered
):
    where = at("enter_afterwards", entered.slug)
    assert where in desk.get(at("change", entered.slug)).text
    form = desk.get(where).text
    assert "<textarea" in form
    answer = desk.post(where, {"results_text": "1 - 2: 3-0\nfinal", "reason": "paper"})
    assert answer.status_code == 400
    assert "Line 2: write the numbers of the two pairs" in answer.text
    assert "1 - 2: 3-0" in answer.text
    text = "1 2 3 0\n3 4 3 1\n5\n1 3 3 2\n1 5 0 3" if entered.pairs_count == 5 else ""
    assert text, "the fixture has five pairs"
    sent = desk.post(
        f"/api/v1/tournaments/{entered.slug}/results/afterwards/",
        json.dumps({"results_text": "1 2 3 0", "reason": "paper"}),
        "application/json",
    )
    assert sent.status_code == 400


def test_everybody_reads_that_it_was_entered_afterwards(desk, client, at, entered):
    Tournament.objects.filter(pk=entered.id).update(entered_afterwards=True)
    assert "entered afterwards" in client.get(f"/t/{entered.slug}/").text
