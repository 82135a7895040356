"""Each alert of deploy/alerts.yml comes at its fault, once for the whole installation, and none
comes where nothing is wrong: Prometheus' own `promtool` reads the rules."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

RULES = Path(__file__).resolve().parents[2] / "deploy/alerts.yml"
ALERTS: dict[str, dict[str, Any]] = {
    rule["alert"]: rule for rule in yaml.safe_load(RULES.read_text())["groups"][0]["rules"]
}
MINUTES = {"MusBackupMissing": 2 * 1440 + 60}
"""After how long Prometheus is asked: longer than the alert waits. Otherwise `USUAL`."""
USUAL = 120
SERVERS = ("8001", "8002")
HEALTHY = {
    'up{job="mus"}': "1", "mus_database_up": "1", "mus_redis_up": "1", "mus_broker_up": "1",
    "mus_database_connections_share": "0.3", "mus_certificate_seconds": "5000000",
    "mus_disk_free_bytes": "9000000000", "mus_clock_age_seconds": "40",
    "mus_backup_age_seconds": "40000", 'mus_jobs{look="stuck"}': "0",
    'mus_jobs{look="failed"}': "0",
    'mus_answers_total{status="200"}': "0+600", 'mus_answers_total{status="500"}': "0+0",
    'mus_answer_seconds_bucket{le="0.1"}': "0+600", 'mus_answer_seconds_bucket{le="2.5"}': "0+600",
    'mus_answer_seconds_bucket{le="10"}': "0+600", 'mus_answer_seconds_bucket{le="+Inf"}': "0+600",
}  # fmt: skip
"""The figures of each of two servers: a value, or a beginning and what is added each minute."""
FAULTS: dict[str, dict[str, str]] = {
    "MusDown": {'up{job="mus"}': "0"},
    "MusDatabaseDown": {"mus_database_up": "0"},
    "MusConnectionsShort": {"mus_database_connections_share": "0.9"},
    "MusRedisDown": {"mus_redis_up": "0"},
    "MusBrokerDown": {"mus_broker_up": "0"},
    "MusCertificateEnds": {"mus_certificate_seconds": "900000"},
    "MusDiskNearlyFull": {"mus_disk_free_bytes": "400000000"},
    "MusClockStopped": {"mus_clock_age_seconds": "400"},
    "MusClockNeverTicked": {"mus_clock_age_seconds": ""},
    "MusErrors": {'mus_answers_total{status="500"}': "0+3"},
    "MusBackupOld": {"mus_backup_age_seconds": "200000"},
    "MusBackupMissing": {"mus_backup_age_seconds": ""},
    "MusJobsStuck": {'mus_jobs{look="stuck"}': "1"},
    "MusJobsFailed": {'mus_jobs{look="failed"}': "1"},
    "MusSlow": {
        'mus_answer_seconds_bucket{le="0.1"}': "0+300",
        'mus_answer_seconds_bucket{le="2.5"}': "0+500",
    },
}
"""Alert → what the figures are in its fault; "": there is none."""
OF_EACH_SERVER = "MusDown"


def _series(fault: dict[str, str], minutes: int) -> list[dict[str, str]]:
    return [
        {"series": _of_server(name, port), "values": _values(value, minutes)}
        for port in SERVERS
        for name, value in (HEALTHY | fault).items()
        if value
    ]


def _of_server(name: str, port: str) -> str:
    metric, _brace, labels = name.rstrip("}").partition("{")
    return f"{metric}{{{','.join(filter(None, (labels, f'instance={json.dumps(port)}')))}}}"


def _values(value: str, minutes: int) -> str:
    return f"{value if '+' in value else f'{value}+0'}x{minutes}"


def _tests() -> list[dict[str, Any]]:
    """Each alert in its own fault, and all of them where nothing is wrong."""
    tests = []
    for of, fault in {"": {}, **FAULTS}.items():
        minutes = MINUTES.get(of, USUAL)
        asked = [
            {
                "alertname": name,
                "eval_time": f"{minutes}m",
                "exp_alerts": _expected(name) if name == of else [],
            }
            for name in ALERTS
        ]
        series = _series(fault, minutes)
        tests.append({"interval": "1m", "input_series": series, "alert_rule_test": asked})
    return tests


def _expected(name: str) -> list[dict[str, Any]]:
    said = {"exp_annotations": ALERTS[name]["annotations"]}
    if name != OF_EACH_SERVER:
        return [said]
    return [{**said, "exp_labels": {"job": "mus", "instance": port}} for port in SERVERS]


def test_each_alert_has_a_fault_at_which_it_comes():
    assert FAULTS.keys() == ALERTS.keys()


def test_each_alert_comes_once_at_its_fault_and_none_where_nothing_is_wrong(tmp_path):
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed (Debian: prometheus)")
    file = tmp_path / "alerts.yaml"
    file.write_text(json.dumps({"rule_files": [str(RULES)], "tests": _tests()}))
    ran = subprocess.run(
        [promtool, "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
