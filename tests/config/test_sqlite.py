"""Threads and processes that write to one SQLite file lose nothing, and are refused nothing."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.servers import migrated

PROCESSES, THREADS, TIMES = 2, 4, 5
ADD = f"""
import threading
import django
django.setup()
from django.contrib.auth.models import User
from django.db import connection, transaction

failed = []

def add():
    try:
        for _repeat in range({TIMES}):
            with transaction.atomic():
                user = User.objects.get(username="kaia")
                user.first_name = str(int(user.first_name) + 1)
                user.save()
    except Exception as error:
        failed.append(error)
    finally:
        connection.close()

threads = [threading.Thread(target=add) for _ in range({THREADS})]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert not failed, failed
"""
MAKE = """
import django
django.setup()
from django.contrib.auth.models import User
User.objects.create(username="kaia", first_name="0")
"""
SAY = """
import django
django.setup()
from django.contrib.auth.models import User
print(User.objects.get(username="kaia").first_name)
"""


@pytest.mark.long
def test_whoever_reads_and_then_writes_overwrites_nobody(root, tmp_path):
    shutil.copyfile(migrated(), tmp_path / "db.sqlite3")
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
        "VAR_DIR": str(tmp_path),
        "REDIS_URL": "",
    }

    def started(program: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", program], cwd=root, env=env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def said(process: subprocess.Popen[str]) -> str:
        out, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        return out.strip()

    said(started(MAKE))
    for process in [started(ADD) for _ in range(PROCESSES)]:
        said(process)
    assert said(started(SAY)) == str(PROCESSES * THREADS * TIMES)
