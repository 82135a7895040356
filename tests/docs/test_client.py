"""The worked client for programmers."""

import importlib.util
import re
from typing import Any

from tests.servers import ROOT


def test_the_client_reads_a_log_of_many_pages_to_its_end():
    spec = importlib.util.spec_from_file_location("client", ROOT / "docs/tutorials/client.py")
    assert spec
    assert spec.loader
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)

    class Served(client.Mus):  # type: ignore[name-defined,misc]
        def get(self, path: str) -> Any:
            said = re.search(r"after=(\d+)&size=(\d+)", path)
            assert said
            after, size = int(said[1]), int(said[2])
            return {"events": [{"number": n} for n in range(after + 1, min(after + size, 450) + 1)]}

    numbers = [event["number"] for event in Served("http://site", "token").events("cup", after=7)]
    assert numbers == list(range(8, 451))
