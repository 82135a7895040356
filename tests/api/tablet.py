"""A table's tablet, as the API sees it."""

from __future__ import annotations

from typing import Any

from django.test import Client

from tests.api.conftest import Api
from tournament.championship.models import Tournament
from tournament.tables.models import Table
from tournament.tables.queries import join_token
from tournament.tables.services import devices


class Tablet(Api):
    """An Api that carries its device's token."""

    def __init__(self, raw: str) -> None:
        super().__init__(Client(enforce_csrf_checks=True))
        self.raw = raw

    @classmethod
    def at(cls, tournament: Tournament, number: int) -> Tablet:
        """One that has just joined a table."""
        return cls(devices.join(token=token_of(tournament, number))[1])

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return super().ask(method, path, body, **{"authorization": f"Device {self.raw}", **headers})

    def table(self) -> Any:
        return self.get("/table/").json()

    def send(self, *actions: Any, **more: Any) -> Any:
        return self.post("/table/actions/", {"actions": list(actions), **more})

    def outcomes(self, *actions: Any) -> list[str]:
        return [result["outcome"] for result in self.send(*actions).json()["results"]]


def token_of(tournament: Tournament, number: int) -> str:
    return join_token(Table.objects.get(tournament=tournament, number=number))
