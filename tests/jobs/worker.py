"""A Celery worker with one more job: it writes down that it began, and the first time it takes its
time."""

import os
import sys
import time
from pathlib import Path

import django

django.setup()

from config.celery import app  # noqa: E402
from jobs.registry import job  # noqa: E402


@job("test.slow", attempts=3)
def slow(*, folder: str, seconds: float) -> str:
    is_first = not (Path(folder) / "began").exists()
    with (Path(folder) / "began").open("a") as file:
        file.write(f"{os.getpid()}\n")
    if is_first:
        time.sleep(seconds)
    with (Path(folder) / "done").open("a") as file:
        file.write(f"{os.getpid()}\n")
    return "slept"


if __name__ == "__main__":
    app.worker_main([*sys.argv[1:]])
