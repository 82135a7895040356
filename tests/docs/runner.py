"""Runs lines of `manage.py`, one after the other, in one process: starting one for each is most of
what it would cost. Reads JSON: [{"argv", "stdin", "stdout"}, …]; writes what became of each."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any


def run(argv: list[str], given: str, into: str) -> dict[str, Any]:
    from django.core.management import CommandError, ManagementUtility

    out, err, status = io.TextIOWrapper(io.BytesIO()), io.StringIO(), 0
    sys.stdin = io.TextIOWrapper(io.BytesIO(Path(given).read_bytes() if given else b""))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            # As manage.py does, but for its handler, which ends the process.
            ManagementUtility(["manage.py", *argv]).execute()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except CommandError as error:
            status = 1
            err.write(str(error))
    with suppress(ValueError):
        out.flush()
    said = out.buffer.getvalue()  # type: ignore[attr-defined]
    if into:
        Path(into).write_bytes(said)
    return {"status": status, "out": said.decode(), "err": err.getvalue()}


if __name__ == "__main__":
    real = sys.stdout
    lines = json.load(sys.stdin)
    done = [run(one["argv"], one["stdin"], one["stdout"]) for one in lines]
    json.dump(done, real)
