"""The commands in the documentation are run, as they stand there, against one server and its
database. What cannot be run is named, with its reason; a name that no page needs any more fails."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import ROOT, Server, empty
from tests.shell import Shell

PAGES = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/tutorials/*.md"), ROOT / "README.md"])
GUIDES = ("operating.md", "upgrading.md", "tournament-day.md", "operator.md", "trust.md")
FENCE = re.compile(r"^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"\n\n((?:[ ]{4,}\S.*\n)+)")
INLINE = re.compile(r"`((?:\.venv/bin/python )?manage\.py [a-z_]+ [^`]+)`")
PROGRAM = re.compile(
    r"(?:PATH=\S+ )?(?:\.venv/bin/|\./|\.ci/|make|npm|python|manage\.py|curl|cp|set|apt|git|docker"
    r"|useradd|install|honcho|celery)"
)
CANNOT = {
    "apt install": "installs packages of the system",
    "git clone": "needs the network; CI has the clone",
    "useradd": "makes an account of the system",
    "install -D": "writes to /etc",
    "install -d": "makes folders for an account of the system",
    "set -a; . /etc/mus/mus.env": "reads /etc",
    "cp deploy/Caddyfile": "writes to /etc; tests/deploy/test_proxies.py starts it",
    "cp deploy/systemd": "needs systemd; tests/deploy/test_layout.py reads the units",
    "docker compose": "needs docker; tests/deploy/test_layout.py reads the file",
    "PATH=$PWD/.venv/bin:$PATH honcho": "runs for ever; tests/deploy/test_procfile.py starts it",
    ".venv/bin/celery": "runs for ever; the Procfile's lines, started by tests/deploy",
    ".venv/bin/python -m config.server": "runs for ever; it is the server of this test",
    "make run": "runs for ever, and installs; it is serve, below",
    "make test": "it is what runs this",
    ".venv/bin/python manage.py lan": "runs for ever; tests/web/lan starts it",
    ".venv/bin/python manage.py serve": "runs for ever; tests/web/commands starts it",
    ".venv/bin/python manage.py demo": "7 s of a processor; tests/e2e/test_every_page.py runs it",
    ".venv/bin/python manage.py simulate": "9 s of a processor; tests/scoring runs it smaller",
    ".venv/bin/python manage.py collectstatic": "a minute of compressing; `make run` does it",
    "manage.py collectstatic": "the same",
    "manage.py demo --reset": "resets a demo site, and this is none; tests/web/commands resets one",
    "npm": "`make tablet` runs them, in CI",
    "python witness.py": "is fetched from a running site; tests/tournament/witness runs it",
    "manage.py verify_tournament [SLUG]": "a synopsis; README.md has the command",
}
EMPTY = ("restore /", "restore DIR", "rebuild_tournament")
"""What is restored or rebuilt is, in an empty database beside this one."""
INVITE = (
    "createsuperuser", "--no-input", "--username", "arizkun", "--email", "a@example.org",
)  # fmt: skip
MAY_FIND = ("doctor",)
"""Exit status 1 says that something is wrong with this machine, not with the command."""
SETUP = """
import json
from django.contrib.auth.models import User
from accounts.services import tokens
from tests.scoring import table
from tests.tournament import play
user = User.objects.create_superuser("arizkun")
made = [play.tournament(name="Cup", entered=4, drawn=True, tables=2, owner=user) for _ in (1, 2)]
matches = [play.match(one, 1, 0) for one in made]
play.start(matches[0], table_number=1)
table.record(matches[0], table.plain())
token = tokens.make(user=user, name="client")[1]
print(json.dumps([made[0].slug, *[one.pk for one in matches], token]))
"""

PAIRS = "Getaria One / Getaria Two\nZumaia One / Zumaia Two\nOrio One / Orio Two\n"


@dataclass(frozen=True)
class Line:
    """A command where it stands."""

    page: str
    text: str


def lines() -> list[Line]:
    found = []
    for page in PAGES:
        text = page.read_text()
        blocks = [*FENCE.findall(text), *INDENTED.findall(FENCE.sub("", text))]
        inline = INLINE.findall(text) if page.name in GUIDES else []
        for block in [*blocks, *inline]:
            for line in block.replace("\\\n", " ").split("\n"):
                if PROGRAM.match(line.strip()) or found_in_string(line, found):
                    found.append(Line(page.name, line.strip()))
    return found


def found_in_string(line: str, found: list[Line]) -> bool:
    """A line that goes on with what the one before began to quote."""
    if not found or found[-1].text.count("'") % 2 == 0 or not line.strip():
        return False
    found[-1] = Line(found[-1].page, f"{found[-1].text} {line.strip()}")
    return False


def reason(line: str) -> str | None:
    return next((name for name in CANNOT if line.startswith(name)), None)


@dataclass
class Place:
    """Where the commands are run: a server with two tournaments, and an empty folder."""

    server: Server
    folder: Path
    slug: str
    numbers: tuple[int, int]
    token: str

    def meant(self, line: str) -> str:
        """The line with the names of this place in the place of those of the pages."""
        names = {
            "https://mus.example": self.server.url, "http://127.0.0.1:8000": self.server.url,
            "/srv/backups/": f"{self.folder}/", "/tmp/": f"{self.folder}/", "<slug>": self.slug,
            " SLUG": f" {self.slug}", "<token>": self.token, " TOKEN": f" {self.token}",
            "export_match 12": f"export_match {self.numbers[0]}", "<id>": str(self.numbers[1]),
            "--match 34": f"--match {self.numbers[1]}", " DIR": f" {self.folder}/dir",
            "rebuild_tournament FILE": "rebuild_tournament cup.mustour", " FILE": " match-12.mus",
            "manage.py createsuperuser": "manage.py createsuperuser --no-input --username op "
            "--email op@example.org",
        }  # fmt: skip
        for name, here in names.items():
            line = line.replace(name, here)
        return line


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("shell")
    for name in ("deploy", "docs", "static", "mus", "manage.py", "requirements-otel.txt"):
        (folder / name).symlink_to(ROOT / name)
    (folder / "pairs.txt").write_text(PAIRS)
    cards = ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"]
    said = {"pares": [True] * 4, "juego": [False, True, True, True]}
    (folder / "records.jsonl").write_text(
        json.dumps({"mano": 0, "cards": cards, "declared": said}) + "\n"
    )
    with Server(tmp_path_factory.mktemp("site")) as server:
        slug, first, second, token = json.loads(server.shell(SETUP))
        yield Place(server, folder, slug, (first, second), token)


def of_manage(line: str) -> list[str] | None:
    """What follows `manage.py` in a line; None when it is another program's."""
    words = shlex.split(line, comments=True)
    return words[words.index("manage.py") + 1 :] if "manage.py" in words[:2] else None


def wanted(place: Place) -> list[str]:
    """Each command once, in the order of the pages; parts of a line that are joined by && apart."""
    found = dict.fromkeys(
        place.meant(part)
        for line in lines()
        for part in re.split(r" && (?=\S)", line.text)
        if reason(line.text) is None and reason(part) is None
    )
    return list(found)


def test_what_cannot_be_run_is_named_with_a_reason_and_needed():
    texts = [part for line in lines() for part in re.split(r" && (?=\S)", line.text)]
    assert len(texts) > 40
    unneeded = [name for name in CANNOT if not any(text.startswith(name) for text in texts)]
    assert unneeded == []
    named = re.findall(r"tests/[\w/.]*\w", " ".join(CANNOT.values()))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.long
def test_every_command_does_what_the_page_says(place):
    env = {**place.server.env, "PYTHONPATH": str(ROOT), "DJANGO_SUPERUSER_PASSWORD": "x-9-y-8-z"}
    folder = place.folder / "empty"
    folder.mkdir()
    apart = {**env, "VAR_DIR": str(folder), "DATABASE_URL": empty(folder / "db.sqlite3")}
    todo = sorted(wanted(place), key=turn)
    assert sum(of_manage(line) is not None for line in todo) > 15
    assert any(line.startswith("curl") for line in todo)
    wrong = []
    with Shell(env, place.folder) as here, Shell(apart, place.folder) as there:
        for line in todo:
            words = of_manage(line)
            if words is None or {"<", ">"} & {*words}:
                status, said = by_bash(line, place.folder, env)
            elif in_an_empty_one(line):
                there.manage("flush", "--no-input", "--verbosity", "0")
                if "--organizer" in line:
                    there.manage(*INVITE)
                status, said = there.manage(*words)
            else:
                status, said = here.manage(*words)
            if status > int(any(name in line for name in MAY_FIND)) or "Traceback" in said:
                wrong.append((line, said))
            if "client.py" in line:
                first, second, *_rest = said.splitlines()
                assert "–" in first
                assert second.startswith("1 tournament.")
    assert wrong == []


def in_an_empty_one(line: str) -> bool:
    return any(f"manage.py {name}" in line for name in EMPTY)


def turn(line: str) -> tuple[bool, bool]:
    """What is restored is there by then, and other programs come last."""
    return of_manage(line) is None, in_an_empty_one(line)


def by_bash(line: str, folder: Path, env: dict[str, str]) -> tuple[int, str]:
    command = re.sub(r"^(\.venv/bin/)?python ", f"{sys.executable} ", line)
    command = re.sub("^curl ", "curl --fail --silent --show-error ", command)
    done = subprocess.run(
        ["bash", "-euc", command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr
