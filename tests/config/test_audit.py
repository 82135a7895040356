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
        (NOT_FOUND, CLEAN_NPM, 1, "NOT AUDITED: requirements.txt, requirements-dev.txt."),
        (CLEAN_PIP, {"message": "405 Method Not Allowed"}, 1, "AUDITED: tablet/package-lock.json."),
        ("<html>", "", 1, "requirements.txt: not audited"),
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
    monkeypatch.delenv("AUDIT_OFFLINE", raising=False)
    audit = runpy.run_path(str(root / ".ci/audit.py"))
    assert audit["main"]() == status
    shown = capsys.readouterr()
    assert said in shown.out + shown.err


@pytest.mark.parametrize(("offline", "status"), [("", 1), ("0", 1), ("1", 0)])
def test_a_lock_that_was_not_looked_up_fails_unless_the_audit_is_told_that_there_is_no_index(
    root, monkeypatch, capsys, offline, status
):
    def silent(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, stdout="", stderr="no route")

    monkeypatch.setattr(subprocess, "run", silent)
    monkeypatch.setenv("AUDIT_OFFLINE", offline)
    audit = runpy.run_path(str(root / ".ci/audit.py"))
    assert audit["main"]() == status
    shown = capsys.readouterr()
    assert shown.out.count("not audited") == 3
    assert "NOT AUDITED: requirements.txt, requirements-dev.txt, tablet/" in shown.err
    assert ("Without an index" in shown.err) == bool(status)
