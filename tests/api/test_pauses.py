"""Pauses over the API."""

from __future__ import annotations

from tests.api.conftest import Api, codes


def test_a_pause_is_announced_changed_ended_and_called_off(desk: Api, at: str) -> None:
    here = f"{at}/pauses/"
    made = desk.post(here, {"minutes": 30, "reason": "lunch"})
    assert (made.status_code, made.json()["minutes"]) == (201, 30)
    one = f"{here}{made.json()['id']}"
    assert desk.post(f"{one}/change/", {"minutes": 45}).json()["minutes"] == 45
    assert codes(desk.post(here, {"minutes": 5, "reason": "cake"})) == ["overlaps"]
    assert desk.post(f"{one}/end/", {}).json()["minutes"] == 0
    assert codes(desk.post(f"{one}/call-off/", {})) == ["over"]
    again = desk.post(here, {"minutes": 30, "reason": "lunch"}).json()["id"]
    assert [one["id"] for one in desk.post(f"{here}{again}/call-off/", {}).json()] == [
        made.json()["id"]
    ]
    assert desk.post(f"{here}999/end/", {}).status_code == 404
