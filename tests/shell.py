"""A Django process that stays: it runs scripts and commands one after the other, for one database.

`manage.py` starts Django anew each time, which takes a hundred times as long as most scripts. What
one leaves in memory (caches, names) the next does not see.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import threading
import traceback
import weakref
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


class Shell:
    """Starts when it is first asked, and ends with `close`, as a context manager, or when nobody
    holds it any more."""

    def __init__(self, env: Mapping[str, str], cwd: Path = ROOT) -> None:
        self.env = env  # as it is when it starts
        self.cwd = cwd
        self.process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

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
        answer = self._ask({"script": script})
        assert not answer["error"], answer["error"]
        return str(answer["said"])

    def manage(self, *arguments: str) -> tuple[int, str]:
        """Does what `manage.py` would with these arguments; returns the exit status, and what was
        written to both outputs."""
        answer = self._ask({"arguments": arguments})
        return int(answer["status"]), f"{answer['said']}{answer['error']}"

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            return self._answer(asked)

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.shell"],
                cwd=self.cwd,
                env={**self.env, "PYTHONPATH": str(ROOT)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._end = weakref.finalize(self, _kill, self.process)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "the shell ended"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        if self.process is not None:
            self._end()
            self.process = None


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def _serve() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr  # what is said between two scripts is no answer
    import django

    django.setup()
    from django.core.cache import caches
    from django.core.cache.backends.locmem import LocMemCache
    from django.core.management import execute_from_command_line
    from django.db import connections

    for line in sys.stdin:
        asked, said, error, status = json.loads(line), io.StringIO(), io.StringIO(), 0
        for cache in caches.all():
            if isinstance(cache, LocMemCache):
                cache.clear()
        try:
            if "script" in asked:
                with redirect_stdout(said):
                    exec(compile(asked["script"], "<script>", "exec"), {"__name__": "__main__"})
            else:
                with redirect_stdout(said), redirect_stderr(error):
                    execute_from_command_line(["manage.py", *asked["arguments"]])
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
            error.write(ended.code if isinstance(ended.code, str) else "")
        except Exception:
            status = 1
            error.write(traceback.format_exc())
        connections.close_all()
        answer = {"said": said.getvalue(), "error": error.getvalue(), "status": status}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve()
