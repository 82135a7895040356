"""The audit of what is pinned: a vulnerability fails, an index that does not answer is said."""

import json
import runpy
import subprocess
from typing import Any

import pytest

CLEAN_PIP = {"dependencies": [{"name": "django", "version": "5.2", "vulns": []}]}
CLEAN_NPM = {"vulnerabilities": {}}
NOT_FOUND = {"dependencies": [{"name": "django", "skip_reason": "Dependency not found on PyPI"}]}
BAD_PIP = {
    "dependencies": [{"name": "django", "version": "1.0", "vulns": [{"id": "PYSEC-2030-1"}]}]
}
BAD_NPM = {"vulnerabilities": {"esbuild": {"severity": "high"}}}


@pytest.mark.parametrize(
    ("pip", "npm", "status", "said"),
    [
        (CLEAN_PIP, CLEAN_NPM, 0, "0 vulnerable"),
        (BAD_PIP, CLEAN_NPM, 1, "PYSEC-2030-1"),
        (CLEAN_PIP, BAD_NPM, 1, "esbuild: high"),
        (NOT_FOUND, CLEAN_NPM, 0, "requirements.txt: not audited"),
        (CLEAN_PIP, {"message": "405 Method Not Allowed"}, 0, "package-lock.json: not audited"),
        ("<html>", "", 0, "requirements.txt: not audited"),
    ],
)
def test_a_vulnerability_fails_and_a_silent_index_is_said(
    root, monkeypatch, capsys, pip, npm, status, said
):
    def told(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        answer = npm if command[0] == "npm" else pip
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return subprocess.CompletedProcess(command, 1, stdout=text, stderr="")

    monkeypatch.setattr(subprocess, "run", told)
    audit = runpy.run_path(str(root / ".ci/audit.py"))
    assert audit["main"]() == status
    shown = capsys.readouterr()
    assert said in shown.out + shown.err
