"""A separate Python process with low priority.

Slow Python work is done there, because in a thread of the server it would delay hands that are
being saved. The process answers each line with a line, and does not load Django.
"""

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
import sys
from jobs.machine import lower_priority
lower_priority()  # before anything else is loaded
from {module} import answer
from jobs.beside import answer_all
answer_all(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


class NoAnswer(Exception):
    """The process did not answer in time, or died."""


class SideProcess:
    """The process, started at the first question. For one thread at a time.

    `module` has a function `answer(line) -> line`, on bytes without line end, which raises nothing.
    """

    def __init__(self, module: str) -> None:
        self._begin = begin_of(module)
        self._process: subprocess.Popen[bytes] | None = None
        self.asked = 0  # how many questions this process was asked

    def ask(self, line: bytes, *, seconds: float) -> bytes:
        """The answer to a line. Raises NoAnswer after `seconds`, or when the process dies. The
        process has then ended, and the next question starts another."""
        process = self._process = self._process or _started(self._begin)
        self.asked += 1
        late = Timer(seconds, process.kill)
        late.start()
        try:
            return _answer_of(process, line)
        except (OSError, EOFError) as error:
            self.stop()
            raise NoAnswer(f"no answer within {seconds:.0f} s, or none at all") from error
        finally:
            late.cancel()

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Ends the process; the next question starts another."""
        process, self._process, self.asked = self._process, None, 0
        if process is not None:
            process.kill()
            process.communicate()


def begin_of(module: str) -> str:
    """The Python program of a process that answers with `module`."""
    return _BEGIN.format(module=module)


def _started(begin: str) -> subprocess.Popen[bytes]:
    # Nothing from a request is in it: only this Python and a module of the project.
    return subprocess.Popen([sys.executable, "-c", begin], cwd=ROOT, stdin=PIPE, stdout=PIPE)  # noqa: S603


def _answer_of(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    """The answer of the process to a line. Raises OSError or EOFError when there is none."""
    questions, answers = process.stdin, process.stdout
    if questions is None or answers is None:
        raise OSError("no pipe")
    questions.write(line + b"\n")
    questions.flush()
    answer = answers.readline()
    if not answer.endswith(b"\n"):
        raise EOFError
    return answer[:-1]


def answer_all(answer: Callable[[bytes], bytes], questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answers each line at once, until there are no more lines or nobody reads the answers."""
    with suppress(BrokenPipeError):
        for line in questions:
            answers.write(answer(line.removesuffix(b"\n")) + b"\n")
            answers.flush()
