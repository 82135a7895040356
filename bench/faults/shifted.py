"""A web process whose clock goes wrong: it is off by as many seconds as the file VAR_DIR/clock
says, from the moment when the file says so. Takes what `config.server` takes."""

from __future__ import annotations

import os
import runpy
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import time_machine

FILE = "clock"


def follow(path: Path, began: float, at: datetime) -> None:
    """Moves this process's clock whenever the file says another number."""
    now: time_machine.travel | None = None
    said = ""
    while True:
        text = path.read_text().strip() if path.exists() else ""
        if text and text != said:
            if now is not None:
                now.stop()
            right = at + timedelta(seconds=time.monotonic() - began)
            now = time_machine.travel(right + timedelta(seconds=float(text)), tick=True)
            now.start()
            said = text
        threading.Event().wait(0.05)


if __name__ == "__main__":
    file = Path(os.environ["VAR_DIR"]) / FILE
    arguments = (file, time.monotonic(), datetime.now(UTC))
    threading.Thread(target=follow, args=arguments, daemon=True).start()
    runpy.run_module("config.server", run_name="__main__", alter_sys=True)
