"""Threads and processes that write to one SQLite file lose nothing, and are refused nothing."""

import subprocess
import sys

import pytest

from tests.servers import Server, empty

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
from django.contrib.auth.models import User
User.objects.create(username="kaia", first_name="0")
"""
SAY = """
from django.contrib.auth.models import User
print(User.objects.get(username="kaia").first_name)
"""


@pytest.mark.long
def test_whoever_reads_and_then_writes_overwrites_nobody(root, tmp_path):
    empty(tmp_path / "db.sqlite3")
    server = Server(tmp_path)
    server.shell(MAKE)
    command = [sys.executable, "-c", ADD]
    adding = [subprocess.Popen(command, cwd=root, env=server.env) for _ in range(PROCESSES)]
    assert [process.wait(120) for process in adding] == [0] * PROCESSES
    assert server.shell(SAY).strip() == str(PROCESSES * THREADS * TIMES)
