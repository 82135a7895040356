"""A league over weeks over the API: match days, appointments by the pairs' links, postponements."""

from datetime import timedelta

from django.utils import timezone

from tests.api.conftest import codes
from tests.tournament import play


def test_match_days_are_set_and_two_pairs_agree(desk, anyone, at, drawn):
    match = play.match(drawn, 1, 0)
    now = timezone.now().replace(microsecond=0)
    days = [(now + timedelta(days=7 * number)).isoformat() for number in (1, 2)]
    assert codes(anyone.put(f"{at}/match-days/", {"days": days}))
    calendar = desk.put(f"{at}/match-days/", {"days": days}).json()
    assert [one["number"] for one in calendar["days"]] == [1, 2]
    assert anyone.get(f"{at}/match-days/").json() == calendar

    desk.put(f"{at}/results/terms/", {"entered_by": "pairs", "minutes": 5})
    found = {row["pair_id"]: row["link"] for row in desk.get(f"{at}/results/links/").json()}
    a, b = (f"/our-result/{found[pair]}" for pair in (match.pair_a_id, match.pair_b_id))
    proposal = {
        "match": match.pk, "at": (now + timedelta(days=3)).isoformat(), "venue": "Casino",
    }  # fmt: skip
    assert anyone.post(f"{a}/propose/", proposal).json()["new_by"] == "A"
    assert codes(anyone.post(f"{a}/accept/", proposal)) == ["nothing_proposed"]
    assert anyone.post(f"{b}/accept/", proposal).json()["venue"] == "Casino"
    assert codes(anyone.post(f"{b}/decline/", {"match": match.pk})) == ["nothing_proposed"]

    assert anyone.post(f"{a}/call-off/", {"match": match.pk}).json()["meets_at"] is None
    appointed = {"at": proposal["at"], "venue": "Casino", "reason": "the pairs asked for it"}
    appointment = f"{at}/matches/{match.pk}/appointment/"
    assert codes(anyone.post(appointment, appointed))
    assert desk.post(appointment, appointed).json()["venue"] == "Casino"
    assert desk.post(appointment, {"at": None, "reason": "rain"}).json()["meets_at"] is None

    lost = {"loses": "A", "reason": "nobody came"}
    not_played = f"{at}/matches/{match.pk}/not-played/"
    assert codes(desk.post(not_played, lost)) == ["not_overdue"]
    past = [(now + timedelta(days=days)).isoformat() for days in (-1, 9)]
    desk.put(f"{at}/match-days/", {"days": past})
    assert desk.post(not_played, lost).json()["match"]["ended_by"] == "unplayed"
    desk.post(f"{at}/matches/{match.pk}/reopen/", {"reason": "they played"})
    desk.put(f"{at}/match-days/", {"days": days})

    later = {"until": (now + timedelta(days=9)).isoformat(), "reason": "snow"}
    postpone = f"{at}/matches/{match.pk}/postpone/"
    assert desk.post(postpone, later).json()["postponed"] == "snow"
    assert desk.post(postpone, {"until": None}).json()["postponed"] == ""
