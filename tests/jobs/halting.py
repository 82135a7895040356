"""A Celery worker that stops in the middle of an import, when every row is stored and nothing is
committed: it writes down that it is there, and waits to be killed."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from config.celery import app  # noqa: E402
from scoring.proof.services import files  # noqa: E402


def halt(*_args: Any) -> None:
    (Path(os.environ["VAR_DIR"]) / "halted").write_text(f"{os.getpid()}\n")
    time.sleep(600)


files._must_hold = halt

if __name__ == "__main__":
    app.worker_main([*sys.argv[1:]])
