"""What the log tells beside the play: sign-up, who enters results, screens, pauses, prepared draws,
arrivals, pairs that opted out, referees, match days, appointments, rounds of individuals. Rows of
these kinds follow from the log alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar

from scoring.proof.rules.lines import Key, State
from tournament.commitment.rules import WITHOUT_WISHES
from tournament.formats.setting import Wishes
from tournament.log.rules.events import stamp
from tournament.log.rules.kinds import OF_PAUSES, Step, step_of

# What the log tells of the room, and of questions to officials.


WHOLE = 2
"""`tells` of a log that tells of every question. Older logs tell only of decided questions."""
TITLE_LOST = 3
"""`tells` of a log in which a pair that is disqualified after its last match of a league or a group
loses its title (T8). In older logs it may have kept it."""
EVERY_TITLE_LOST = 4
"""`tells` of a log in which it does so in every format."""


class RoomState:
    """Tables, tablets, the time for appeals, questions and cases in their last state. `by`: path →
    the event that last told of it."""

    def __init__(self) -> None:
        self.tells = 1
        self.tables = 0
        self.devices: dict[int, State] = {}
        self.window: int | None = None
        self.questions: dict[int, State] = {}
        self.cases: dict[int, State] = {}
        self.appeals: dict[int, str] = {}
        """Id of an appeal → its reason, as entered."""
        self.decided: dict[int, State] = {}
        """Id of a question → the decision that an event told, until it is taken back."""
        self.by: dict[Key, int] = {}

    def apply_event(self, number: int, kind: str, data: Mapping[str, Any]) -> None:
        """Takes in one more event. Raises KeyError or ValueError for an impossible one."""
        step = step_of(kind)
        if step == "create":
            self.tells = data.get("tells", 1)
        if step in ("create", "count_tables"):
            self._set_count(number, data["tables"])
        elif step in ("join", "name_device", "revoke"):
            self._apply_device(number, step, data)
        elif step == "appeals_window":
            self.window = data["minutes"]
            self.by["appeals",] = number
        elif step == "appeal":
            self.appeals[data["appeal"]] = data["reason"]
        elif step == "rule" and self.tells >= WHOLE:
            self._apply_decision(data)
        elif step == "undo":
            self._apply_undone(number, data)
        for state in data.get("asked", ()):
            if state["decision"] != self.decided.get(state["question"], {}).get("decision"):
                self.decided.pop(state["question"], None)
            self.questions[state["question"]] = state
            self.by["questions", state["question"]] = number
        for state in data.get("cases_now", ()):
            self.cases[state["case"]] = state
            self.by["cases", state["case"]] = number

    def _apply_decision(self, data: Mapping[str, Any]) -> None:
        """Raises ValueError when a question is decided so already, and was not asked again."""
        decision = {name: data[name] for name in ("ruling", "decision", "outcome", "reason")}
        if self.decided.get(data["question"]) == decision:
            raise ValueError(f"question {data['question']} was decided so already")
        self.decided[data["question"]] = decision

    def _apply_undone(self, number: int, data: Mapping[str, Any]) -> None:
        """Takes in what an undo tells of the room, and the questions and cases that it removed."""
        for question in data["removed"].get("questions", ()):
            self.questions.pop(question, None)
            self.decided.pop(question, None)
        for case in data["removed"].get("cases", ()):
            self.cases.pop(case, None)
        if "room" in data:
            self.tables = data["room"]["laid"]
            self.by["tables",] = number
        for state in data.get("devices", ()):
            self.devices[state["device"]] |= {name: state[name] for name in ("name", "revoked")}
            self.by["devices", state["device"]] = number
        if "appeals" in data:
            self.window = data["appeals"]["minutes"]
            self.by["appeals",] = number

    def _set_count(self, number: int, count: int) -> None:
        self.tables = max(self.tables, count)
        self.by["tables",] = number
        for device in self.devices.values():
            if device["table"] > count:
                device["revoked"] = True

    def _apply_device(self, number: int, step: Step, data: Mapping[str, Any]) -> None:
        new: State = {"table": data["table"], "pair": None, "revoked": False}
        device = self.devices.setdefault(data["device"], new)
        was = dict(device)
        self.by["devices", data["device"]] = number
        device["table"] = data["table"]
        if step == "join":
            device["pair"] = data["pair"]["number"] if "pair" in data else None
        if step == "revoke":
            device["revoked"] = True
        if "key" in data:
            device["key"] = data["key"]
        if step == "join" or "name" in data:
            device.pop("name", None)
            device |= {"name": data["name"]} if "name" in data else {}
        elif step == "name_device":
            device.pop("name", None)  # an older log tells that a device was named, but not its name
        if step == "join" and self.tells >= WHOLE and device == was:
            raise ValueError(f"device {data['device']} was there already")


ONE = 1
"""The key of the row of a table that has only one row for each tournament."""
NO_APPOINTMENT: State = {
    "meets_at": None, "venue": "", "new_at": None, "new_venue": "", "new_by": "",
}  # fmt: skip
Data = Mapping[str, Any]


class AuxiliaryTables:
    """`rows`: table → the row's key in the log → its columns, in the log's form. `by`: path of a
    row → the event that last told of it."""

    def __init__(self) -> None:
        names = (
            "terms", "result_terms", "screen", "pause", "prepared", "arrival", "opt_out",
            "referee", "post", "arrangement", "match_day", "postponement", "appointment",
            "seated_round",
        )  # fmt: skip
        self.rows: dict[str, dict[int, State]] = {name: {} for name in names}
        self.by: dict[Key, int] = {}

    @property
    def count(self) -> int:
        """How many rows can be compared."""
        return sum(map(len, self.rows.values()))

    def apply_event(self, number: int, kind: str, data: Data, at: datetime | None) -> None:
        """Takes in one more event; `at`: its time. Raises KeyError or ValueError for an event that
        is impossible after those before it."""
        step = step_of(kind)
        if step in self.HANDLERS:
            self.HANDLERS[step](self, number, data, stamp(at) if at else "")
        elif step in OF_PAUSES:
            self._pause(number, step, data)

    def _put(self, table: str, key: int, state: State, number: int) -> None:
        self.rows[table][key] = state
        self.by[table, key] = number

    def _put_new(self, table: str, key: int, state: State, number: int) -> None:
        if key in self.rows[table]:
            raise ValueError(f"{table} {key} is there already")
        self._put(table, key, state, number)

    def _take(self, table: str, key: int, number: int) -> None:
        del self.rows[table][key]
        self.by[table, key] = number

    def _terms(self, number: int, data: Data, _at: str) -> None:
        columns = ("is_open", "cap", "fee", "note")
        self._put("terms", ONE, {name: data[name] for name in columns if name in data}, number)

    def _result_terms(self, number: int, data: Data, _at: str) -> None:
        columns = ("entered_by", "minutes", "closes_alone")
        self._put("result_terms", ONE, {name: data[name] for name in columns}, number)

    def _screen(self, number: int, data: Data, at: str) -> None:
        columns = {name: data[name] for name in ("panels", "seconds", "shown")}
        # Older logs tell neither of held screens nor of steps.
        columns |= {"held": data.get("held", ""), "step": data.get("step")}
        self._put("screen", ONE, {**columns, "since": data.get("since", at)}, number)

    def _pause(self, number: int, step: Step, data: Data) -> None:
        key, is_new = data["pause"], step == "pause"
        if is_new == (key in self.rows["pause"]) or self._is_off(key):
            raise ValueError(f"pause {key} cannot be told of so")
        # Older logs do not tell whether a pause stops the clock.
        columns = ("starts_at", "ends_at", "reason", "stops_clock")
        state = {name: data[name] for name in columns if name in data}
        self._put("pause", key, {**state, "is_off": step == "unpause"}, number)

    def _is_off(self, pause: int) -> bool:
        return bool(self.rows["pause"].get(pause, {}).get("is_off"))

    def _committed(self, number: int, data: Data, _at: str) -> None:
        if self._open() is not None:
            raise ValueError("a draw is prepared already")
        binds = data["recipe"] != WITHOUT_WISHES
        state = {name: data[name] for name in ("commitment", "algorithm", "numbers", "head")}
        state["wishes"] = Wishes.from_json(data).to_json() if binds else None
        self._put_new("prepared", number, {**state, "words": [], "state": "open"}, number)

    def _words(self, number: int, data: Data, _at: str) -> None:
        draw = self._opened(data["commitment"])
        words = [*self.rows["prepared"][draw]["words"], data["words"]]
        if data["place"] != len(words):
            raise ValueError(f"these are words {len(words)}, not {data['place']}")
        self._more(draw, number, words=words)

    def _cancelled(self, number: int, data: Data, _at: str) -> None:
        draw = self._opened(data["commitment"])
        if data["words"] != self.rows["prepared"][draw]["words"]:
            raise ValueError("the room said other words")
        self._more(draw, number, state="cancelled", secret=data["secret"])

    def _drawn(self, number: int, data: Data, _at: str) -> None:
        if "commitment" in data:
            draw = self._opened(data["commitment"]["hash"])
            self._more(draw, number, state="drawn", secret=data["commitment"]["secret"])
        elif self._open() is not None:
            raise ValueError("another draw was prepared, and is not opened")

    def _open(self) -> int | None:
        """The event that prepared a draw that is neither made nor cancelled, if any."""
        prepared = self.rows["prepared"].items()
        return next((number for number, one in prepared if one["state"] == "open"), None)

    def _opened(self, commitment: str) -> int:
        draw = self._open()
        if draw is None or self.rows["prepared"][draw]["commitment"] != commitment:
            raise ValueError("no such draw is prepared")
        return draw

    def _more(self, draw: int, number: int, **columns: Any) -> None:
        self._put("prepared", draw, {**self.rows["prepared"][draw], **columns}, number)

    def _arrived(self, number: int, data: Data, at: str) -> None:
        for pair in data["pairs"]:
            self._put_new("arrival", pair["number"], {"at": at}, number)

    def _arrival_taken_back(self, number: int, data: Data, _at: str) -> None:
        self._take("arrival", data["pair"]["number"], number)

    def _opted_out(self, number: int, data: Data, at: str) -> None:
        self._put_new("opt_out", data["pair"]["number"], {"at": at}, number)

    def _opted_in(self, number: int, data: Data, _at: str) -> None:
        self._take("opt_out", data["pair"]["number"], number)

    def _referee_added(self, number: int, data: Data, _at: str) -> None:
        self._put_new("referee", data["referee"], {"has_left": False}, number)

    def _referee_removed(self, number: int, data: Data, _at: str) -> None:
        gone = data["referee"]
        if self.rows["referee"][gone]["has_left"]:
            raise ValueError(f"referee {gone} has left already")
        self._put("referee", gone, {"has_left": True}, number)
        posts = self.rows["post"]
        for table in [one for one, post in posts.items() if post["referee__number"] == gone]:
            self._take("post", table, number)

    def _handed_over(self, number: int, data: Data, at: str) -> None:
        to = data["to"]
        if to is not None and self.rows["referee"][to]["has_left"]:
            raise ValueError(f"referee {to} has left")
        for table in data["tables"]:
            if to is None:
                self._take("post", table, number)
            else:
                self._put("post", table, {"referee__number": to, "since": at}, number)

    def _arranged(self, number: int, data: Data, _at: str) -> None:
        kept_for = {"kept_for__number": data["kept_for"]}
        state = {"name": data["name"], "is_out": data["is_out"], **kept_for}
        self._put("arrangement", data["table"], state, number)

    def _match_days(self, number: int, data: Data, _at: str) -> None:
        for gone in list(self.rows["match_day"]):
            self._take("match_day", gone, number)
        for one, until in enumerate(data["days"], start=1):
            self._put("match_day", one, {"until": until}, number)

    def _postponed(self, number: int, data: Data, _at: str) -> None:
        match = data["match"]["id"]
        if data["until"] is None:
            self._take("postponement", match, number)
        else:
            state = {name: data[name] for name in ("until", "reason")}
            self._put("postponement", match, state, number)

    def _proposed(self, number: int, data: Data, _at: str) -> None:
        agreed = self.rows["appointment"].get(data["match"]["id"], NO_APPOINTMENT)
        new = {"new_at": data["meets_at"], "new_venue": data["venue"], "new_by": data["side"]}
        self._put("appointment", data["match"]["id"], {**agreed, **new}, number)

    def _agreed(self, number: int, data: Data, _at: str) -> None:
        was = self.rows["appointment"][data["match"]["id"]]
        meeting = {name: data[name] for name in ("meets_at", "venue")}
        if (was["new_at"], was["new_venue"]) != (meeting["meets_at"], meeting["venue"]):
            raise ValueError("something else was proposed")
        if was["new_by"] == data["side"]:
            raise ValueError("a pair accepts its own proposal")
        self._put("appointment", data["match"]["id"], {**NO_APPOINTMENT, **meeting}, number)

    def _declined(self, number: int, data: Data, _at: str) -> None:
        was = self.rows["appointment"][data["match"]["id"]]
        if was["new_at"] is None:
            raise ValueError("nothing was proposed")
        agreed = {name: was[name] for name in ("meets_at", "venue")}
        self._put("appointment", data["match"]["id"], {**NO_APPOINTMENT, **agreed}, number)

    def _changed(self, number: int, data: Data, _at: str) -> None:
        was = self.rows["appointment"].get(data["match"]["id"], NO_APPOINTMENT)
        if was["meets_at"] is None and data["meets_at"] is None:
            raise ValueError("nothing was agreed")
        meeting = {name: data[name] for name in ("meets_at", "venue")}
        stands = NO_APPOINTMENT if data.get("closes_proposal") else was
        self._put("appointment", data["match"]["id"], {**stands, **meeting}, number)

    def _seated(self, number: int, data: Data, _at: str) -> None:
        tables = [{"seats": seats, "order": None} for seats in data["seats"]]
        self._put_new("seated_round", data["round"], {"tables": tables}, number)

    def _unseated(self, number: int, data: Data, _at: str) -> None:
        self._take("seated_round", data["round"], number)

    def _order(self, number: int, data: Data, _at: str) -> None:
        tables = list(self.rows["seated_round"][data["round"]]["tables"])
        at = data["table"] - 1
        was = data["was"]["order"] if "was" in data else None
        if tables[at]["order"] != was or was == data["order"]:
            raise ValueError("another order stood at this table")
        tables[at] = {**tables[at], "order": data["order"]}
        self._put("seated_round", data["round"], {"tables": tables}, number)

    def _undone(self, number: int, data: Data, _at: str) -> None:
        for table, rows in data.get("beside", {}).items():
            for row in rows:
                if row["state"] is None:
                    self._take(table, row["key"], number)
                else:
                    self._put(table, row["key"], row["state"], number)

    def _undrawn(self, number: int, _data: Data, _at: str) -> None:
        for table in ("postponement", "appointment", "seated_round"):
            for match in list(self.rows[table]):
                self._take(table, match, number)

    HANDLERS: ClassVar[Mapping[Step, Callable[[AuxiliaryTables, int, Data, str], None]]] = {
        "terms": _terms,
        "result_terms": _result_terms,
        "steer": _screen,
        "commit": _committed,
        "add_words": _words,
        "uncommit": _cancelled,
        "draw": _drawn,
        "arrive": _arrived,
        "unarrive": _arrival_taken_back,
        "opt_out": _opted_out,
        "opt_in": _opted_in,
        "add_referee": _referee_added,
        "remove_referee": _referee_removed,
        "hand_over": _handed_over,
        "arrange": _arranged,
        "match_days": _match_days,
        "postpone": _postponed,
        "propose": _proposed,
        "agree": _agreed,
        "decline": _declined,
        "appoint": _changed,
        "undraw": _undrawn,
        "undo": _undone,
        "seat": _seated,
        "unseat": _unseated,
        "order": _order,
    }
    """What an event does → the function that takes it in."""
