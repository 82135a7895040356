"""With a production environment Django finds nothing to object to; without one it is still safe."""

import os
import subprocess
import sys
from pathlib import Path


def manage(root: Path, folder: Path, *arguments: str, **env: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=root,
        env={"PATH": os.environ["PATH"], "VAR_DIR": str(folder), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_without_any_variable_there_are_no_debug_pages_and_no_foreign_hosts(root, tmp_path):
    script = "from django.conf import settings as s; print(s.DEBUG, s.ALLOWED_HOSTS)"
    status, output = manage(root, tmp_path, "shell", "--no-imports", "-c", script)
    assert status == 0, output
    assert "False ['localhost', '127.0.0.1', '[::1]']" in output
