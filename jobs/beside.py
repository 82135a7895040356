"""A Python process beside this one, which gives way to everything else on the machine.

What takes a library or Python long is done there: in a thread of the server it would keep hands
that are being saved waiting, however short it is. The process answers a line for a line, and knows
no Django.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from threading import Timer
from typing import IO

ROOT = Path(__file__).resolve().parents[1]
_BEGIN = """
import os, sys
os.nice(10)  # before anything is loaded: a tenth of a processor that somebody else wants
from {module} import answer
from jobs.beside import answer_all
answer_all(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


class NoAnswer(Exception):
    """The process gave none in time, or died of the question."""


class Beside:
    """The process, begun with the first question. For one thread at a time.

    `module` has `answer(line) -> line`, bytes without a line's end, which raises nothing.
    """

    def __init__(self, module: str) -> None:
        self._begin = begin_of(module)
        self._process: subprocess.Popen[bytes] | None = None
        self.asked = 0

    def ask(self, line: bytes, *, seconds: float) -> bytes:
        """The answer. Raises NoAnswer after `seconds`, or when there is none: then the process has
        ended, and the next question begins another."""
        process = self._process = self._process or _started(self._begin)
        self.asked += 1
        late = Timer(seconds, process.kill)
        late.start()
        try:
            return _asked(process, line)
        except (OSError, EOFError) as error:
            self.stop()
            raise NoAnswer(f"no answer within {seconds:.0f} s, or none at all") from error
        finally:
            late.cancel()

    @property
    def is_alive(self) -> bool:
        """Whether the process was begun and goes on."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Ends the process; the next question begins another."""
        process, self._process, self.asked = self._process, None, 0
        if process is not None:
            process.kill()
            process.communicate()


def begin_of(module: str) -> str:
    """The program of the process that answers by `module`."""
    return _BEGIN.format(module=module)


def _started(begin: str) -> subprocess.Popen[bytes]:
    # Nothing of a request is in it: this very Python, and a module of the project's.
    return subprocess.Popen([sys.executable, "-c", begin], cwd=ROOT, stdin=PIPE, stdout=PIPE)  # noqa: S603


def _asked(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    asked, told = process.stdin, process.stdout
    if asked is None or told is None:
        raise OSError("no pipe")
    asked.write(line + b"\n")
    asked.flush()
    answer = told.readline()
    if not answer.endswith(b"\n"):
        raise EOFError
    return answer[:-1]


def answer_all(answer: Callable[[bytes], bytes], questions: IO[bytes], answers: IO[bytes]) -> None:
    """An answer for each line, written at once, until there are no more, or nobody reads them."""
    with suppress(BrokenPipeError):
        for line in questions:
            answers.write(answer(line.removesuffix(b"\n")) + b"\n")
            answers.flush()
