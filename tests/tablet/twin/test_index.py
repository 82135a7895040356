"""The public entry of the modules, tested in Node by its own test file."""

import subprocess

from tests.tablet.twin.engines import HERE, node


def test_the_public_entry_keeps_its_promises():
    ran = subprocess.run(
        [node(), "--test", str(HERE / "index.test.mjs")], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
