"""Image, compose file, Procfile and units: whatever they name is there, and is safe."""

import re
import shlex
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from config import env
from tests.servers import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
OURS = {name: one for name, one in COMPOSE["services"].items() if one.get("build")}
UNITS = sorted((ROOT / "deploy/systemd").glob("*.service"))
ENV = dict(
    line.split("=", 1)
    for line in (ROOT / "deploy/mus.env").read_text().splitlines()
    if line and not line.startswith("#")
)
PROCFILE = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())


def unit(path: Path) -> ConfigParser:
    read = ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[method-assign,assignment]
    read.read(path)
    return read


def commands() -> dict[str, list[str]]:
    """Every command that one of the files starts our program with."""
    found = {f"Procfile {name}": shlex.split(line) for name, line in PROCFILE.items()}
    found |= {f"compose {name}": one["command"] for name, one in OURS.items() if "command" in one}
    for path in UNITS:
        found[path.name] = shlex.split(unit(path)["Service"]["ExecStart"])
    found["Dockerfile"] = re.findall(r'"([^"]+)"', DOCKERFILE.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", commands())
def test_every_command_is_one_of_ours(name):
    program, *rest = commands()[name]
    program = Path(program).name
    if program == "celery":
        assert (rest[:2], rest[2] in ("worker", "beat")) == (["-A", "config"], True)
    elif rest[0] == "-m":
        assert (program, rest[1]) == ("python", "config.server")
        assert (ROOT / "config/server.py").exists()
    else:
        assert (program, (ROOT / rest[0]).exists()) == ("python", True)


def test_the_image_is_not_run_by_root_and_says_how_it_is():
    last = DOCKERFILE.split("\nFROM ")[-1]
    assert re.search(r"^USER mus$", last, re.MULTILINE)
    assert last.index("USER mus") < last.index("CMD [")
    assert "HEALTHCHECK" in last
    assert "--require-hashes" in DOCKERFILE
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert bases == ["python:3.11-slim-bookworm"] * 2


def test_what_the_image_copies_is_there():
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE):
        for name in line.split():
            assert (ROOT / name).exists(), name
    assert (ROOT / re.findall(r'"(deploy/\S+\.py)"', DOCKERFILE)[0]).exists()


def test_no_secret_and_no_database_gets_into_the_image():
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", "var", ".venv", "*.env", "**/*.sqlite3*"} <= set(left_out)


def test_every_image_of_others_names_a_release_line_and_no_patch_level():
    """A line keeps the format of its data, and is repaired by `docker compose pull`."""
    images = [one["image"] for one in COMPOSE["services"].values() if not one.get("build")]
    assert {image.partition(":")[0] for image in images} == {"postgres", "redis", "caddy"}
    for image in images:
        assert re.search(r":\d+(\.\d+)?-[a-z]+$", image), image


def test_our_image_carries_the_version():
    """The image of the version before stays on the machine, to go back to."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    ours = {one["image"] for one in COMPOSE["services"].values() if one.get("build")}
    assert ours == {f"mus-tournaments:{version}"}


def filled_in(text: str, **given: str) -> str:
    """`${NAME:-otherwise}` and `${NAME:+instead}` as Compose fills them in; others fail."""

    def value(match: re.Match[str]) -> str:
        name, sign, word = match.groups()
        if sign == "-":
            return given.get(name) or word
        return re.sub(r"\$(\w+)", lambda inner: given[inner[1]], word) if given.get(name) else ""

    filled = re.sub(r"\$\{(\w+):([-+])([^}]*)\}", value, text)
    assert "$" not in filled, filled
    return filled


def test_it_starts_without_a_file_written_by_hand_and_takes_a_name_for_the_internet():
    web, proxy = COMPOSE["services"]["web"], COMPOSE["services"]["proxy"]
    assert web["env_file"] == [{"path": "mus.env", "required": False}]

    def of(**given: str) -> dict[str, str]:
        told = {**web["environment"], **proxy["environment"], "scale": web["scale"]}
        return {name: filled_in(value, **given) for name, value in told.items()}

    here, known = of(), of(SITE="mus.example", SERVERS="4")
    assert (here["SITE"], here["PUBLIC_URL"], here["scale"]) == (":80", "", "1")
    assert not env.flag(here, "HTTPS", default=True)
    assert not env.is_public(env.words(here, "ALLOWED_HOSTS")), "who comes first makes the account"
    assert (known["SITE"], known["ALLOWED_HOSTS"]) == ("mus.example", "mus.example")
    assert (known["PUBLIC_URL"], known["scale"]) == ("https://mus.example", "4")
    assert env.flag(known, "HTTPS", default=False)
    assert env.is_public(env.words(known, "ALLOWED_HOSTS"))


def test_the_database_is_reached_by_its_socket_alone():
    db, asked = COMPOSE["services"]["db"], env.database(OURS["web"]["environment"]["DATABASE_URL"])
    assert db["command"] == ["postgres", "-c", "listen_addresses="]
    assert "ports" not in db
    assert (asked["USER"], asked["NAME"]) == (
        db["environment"]["POSTGRES_USER"],
        db["environment"]["POSTGRES_DB"],
    )
    assert f"socket:{asked['HOST']}" in OURS["web"]["volumes"]
    assert "socket:/var/run/postgresql" in db["volumes"]
    others = [name for name, one in COMPOSE["services"].items() if name not in {*OURS, "db"}]
    for name in others:
        assert not any("socket:" in volume for volume in COMPOSE["services"][name]["volumes"])


def test_ours_are_read_only_unprivileged_and_start_after_the_migration():
    assert {"web", "live", "worker", "beat", "migrate"} == set(OURS)
    for name, one in OURS.items():
        assert one["read_only"] is True
        assert one["cap_drop"] == ["ALL"]
        if name != "migrate":
            assert one["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_what_compose_names_is_there():
    assert set(COMPOSE["volumes"]) >= {"db", "redis", "var", "backups", "certificates"}
    for one in COMPOSE["services"].values():
        for volume in one.get("volumes", []):
            source = volume.split(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).exists(), source
        for other in one.get("depends_on", {}):
            assert other in COMPOSE["services"]


def test_the_account_of_the_image_may_write_into_every_volume():
    """A new volume has the owner that its folder has in the image, and is root's where the image
    has no such folder: nobody could write a backup there."""
    made = re.findall(r"install -d -o mus -g mus -m 0700 (.+)", DOCKERFILE)[0].split()
    for one in OURS.values():
        folders = [volume.split(":")[1] for volume in one["volumes"] if "socket" not in volume]
        assert set(folders) <= set(made)
        assert one["environment"]["BACKUP_DIR"] in folders


def test_the_environment_file_names_only_variables_that_are_documented():
    documented = set(re.findall(r"`([A-Z][A-Z_]+)`", (ROOT / "docs/operating.md").read_text()))
    assert set(ENV) <= documented
    assert all(not ENV[name] for name in ("SECRET_KEY", "METRICS_TOKEN")), "no secret is shipped"
    for one in OURS.values():
        assert set(one["environment"]) <= documented


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_as_somebody_without_rights(path):
    service = unit(path)["Service"]
    assert service["User"] == "mus"
    assert service["NoNewPrivileges"] == "true"
    assert service["ProtectSystem"] == "strict"
    assert service["EnvironmentFile"] == "/etc/mus/mus.env"
    assert int(service["LimitNOFILE"]) >= 65_536


def test_the_target_wants_units_that_there_are():
    wanted = unit(ROOT / "deploy/systemd/mus.target")["Unit"]["Wants"].split()
    names = {path.name for path in UNITS}
    assert {re.sub(r"@\d+", "@", name) for name in wanted} == names


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_reads_the_units(tmp_path):
    for path in (*UNITS, ROOT / "deploy/systemd/mus.target"):
        text = re.sub(r"/opt/mus/\.venv/bin/\S+", "/bin/true", path.read_text())
        (tmp_path / path.name.replace("@.", "@8001.")).write_text(text)
    units = [str(path) for path in sorted(tmp_path.glob("*.service"))]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=no", *units],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Unknown" not in done.stderr, done.stderr
    assert "Failed to parse" not in done.stderr, done.stderr


def test_no_log_of_a_container_fills_the_disk():
    for name, service in COMPOSE["services"].items():
        told = service["logging"]
        assert told["driver"] == "json-file", name
        assert re.fullmatch(r"\d+m", told["options"]["max-size"]), name
        assert int(told["options"]["max-file"]) > 1, name
