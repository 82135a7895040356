"""A Django process that stays: it runs one script after the other against a server's database.

`manage.py shell` starts Django anew for each script, which takes a hundred times as long as most
scripts. What a script leaves in memory (caches, names) the next one does not see.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parent.parent


class Shell:
    """Starts with the first script, and ends with `close` or as a context manager."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env  # as it is when the first script is run
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Shell:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, script: str) -> str:
        """Runs a script; returns what it printed. Raises AssertionError with its traceback."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.shell"],
                cwd=ROOT,
                env={**self.env, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(script) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the shell ended"
        answer = json.loads(line)
        assert not answer["error"], answer["error"]
        return str(answer["said"])

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def _serve() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # what is said between two scripts is no answer
    import django

    django.setup()
    from django.core.cache import caches
    from django.core.cache.backends.locmem import LocMemCache
    from django.db import connections

    for line in sys.stdin:
        said, error = io.StringIO(), ""
        for cache in caches.all():
            if isinstance(cache, LocMemCache):
                cache.clear()
        try:
            with redirect_stdout(said):
                exec(compile(json.loads(line), "<script>", "exec"), {"__name__": "__main__"})
        except Exception:
            error = traceback.format_exc()
        connections.close_all()
        answers.write(json.dumps({"said": said.getvalue(), "error": error}) + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve()
