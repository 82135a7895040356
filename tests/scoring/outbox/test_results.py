"""What a device is answered for one action."""

from scoring.outbox.services.outbox import Result


def test_an_answer_has_its_key_and_outcome_and_no_more_than_there_is() -> None:
    assert Result("k1", "applied").to_json() == {"key": "k1", "outcome": "applied", "errors": []}


def test_an_answer_carries_what_came_of_the_action() -> None:
    errors = ({"code": "hand_already_there", "path": "hand", "message": "There is one."},)
    found = Result(
        None, "conflict", errors, settlement={"stones": [7, 1]}, hand={"number": 2},
        current={"status": "playing"},
    )  # fmt: skip
    assert found.to_json() == {
        "key": None,
        "outcome": "conflict",
        "errors": list(errors),
        "settlement": {"stones": [7, 1]},
        "hand": {"number": 2},
        "current": {"status": "playing"},
    }
