"""A separate Python process with low priority.

Slow Python work is done there, because in a thread of the server it would delay hands that are
being saved. A `SideProcess` stays and answers each line with a line; `run_beside` starts a process
for one call, with limits of time and memory, where a hostile text could make the work endless.
Neither loads Django.
"""

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from threading import Timer
from typing import IO, TypeVar

R = TypeVar("R")

ROOT = Path(__file__).resolve().parents[1]
_BEGIN = """
import sys
from jobs.machine import lower_priority
lower_priority()  # before anything else is loaded
from {module} import answer
from jobs.beside import answer_all
answer_all(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


_ONE_CALL = """
import sys
from jobs.machine import limit_memory, lower_priority
lower_priority()
from jobs.beside import answer_call
limit_memory({memory})
sys.exit(answer_call(sys.stdin.buffer, sys.stdout.buffer))
"""
_GAVE_UP = 3
SECONDS, MEMORY, MOST_BYTES = 20.0, 700_000_000, 40_000_000
"""The limits of a call: seconds, bytes of its process, and bytes of the result."""


class NoAnswer(Exception):
    """The process did not answer in time, or died."""


class TakesTooMuch(NoAnswer):
    """The call took more time or memory than it may."""


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


def run_beside(work: Callable[..., R], /, *arguments: object, **named: object) -> R:
    """What `work` returns or raises, called in a process of its own. `work` is a function of a
    module that does not load Django; its arguments, result and exceptions can be pickled. Raises
    TakesTooMuch when it needs more than the limits, whatever it is that it does."""
    program = _ONE_CALL.format(memory=MEMORY)
    call = pickle.dumps((work, arguments, named))
    try:
        # Nothing from a request is in the command: only this Python and a module of the project.
        ran = subprocess.run(  # noqa: S603
            [sys.executable, "-c", program],
            cwd=ROOT, input=call, capture_output=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise TakesTooMuch(f"no answer within {SECONDS:.0f} s, or no process") from error
    if ran.returncode:
        raise TakesTooMuch(ran.stderr.decode(errors="replace")[-500:] or f"exit {ran.returncode}")
    has_raised, value = pickle.loads(ran.stdout)  # noqa: S301 (written by our own function)
    if has_raised:
        raise value
    result: R = value
    return result


def answer_call(calls: IO[bytes], answers: IO[bytes]) -> int:
    """Makes one call and writes what it returned or raised. Returns the exit status: not 0 where
    there was too little memory, or the result is too large."""
    try:
        work, arguments, named = pickle.load(calls)  # noqa: S301 (written by `run_beside`)
        try:
            answer = pickle.dumps((False, work(*arguments, **named)))
        except (MemoryError, RecursionError):
            return _GAVE_UP
        except Exception as error:  # raised again by `run_beside`
            answer = pickle.dumps((True, error))
    except MemoryError:
        return _GAVE_UP
    if len(answer) > MOST_BYTES:
        return _GAVE_UP
    answers.write(answer)
    return 0


def answer_all(answer: Callable[[bytes], bytes], questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answers each line at once, until there are no more lines or nobody reads the answers."""
    with suppress(BrokenPipeError):
        for line in questions:
            answers.write(answer(line.removesuffix(b"\n")) + b"\n")
            answers.flush()
