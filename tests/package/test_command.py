"""`mus-tournaments`, the command of the package: where it keeps its data, which port it takes."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mus_tournaments import __main__ as command
from tests.servers import ROOT, free_port


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Path, tuple[str, ...]]]:
    """What would have been started, with its data folder, instead of a process."""
    calls: list[tuple[Path, tuple[str, ...]]] = []

    def start(data: Path, *arguments: str) -> int:
        calls.append((data, arguments))
        return 0

    monkeypatch.setattr(command, "manage", start)
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "data"))
    return calls


def test_the_data_lie_in_the_users_own_folder(monkeypatch):
    monkeypatch.delenv("VAR_DIR", raising=False)
    assert command.data_folder().name == "mus-tournaments"
    assert command.data_folder().is_relative_to(Path.home())


def test_another_folder_can_be_named(started, tmp_path):
    assert command.main(["--data", str(tmp_path / "elsewhere"), "doctor"]) == 0
    assert started == [((tmp_path / "elsewhere").resolve(), ("doctor",))]
    assert (tmp_path / "elsewhere").is_dir()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_nobody_else_can_read_the_folder(started, tmp_path):
    command.main(["--data", str(tmp_path / "mine"), "doctor"])
    assert (tmp_path / "mine").stat().st_mode & 0o077 == 0


def test_without_a_command_it_serves_an_empty_site(started):
    port = free_port()
    command.main(["--no-browser", "--port", str(port)])
    assert [arguments for _, arguments in started] == [("serve", "--port", str(port), "--no-demo")]


def test_demo_serves_two_championships_to_look_at(started):
    port = free_port()
    command.main(["demo", "--no-browser", "--port", str(port)])
    assert [arguments for _, arguments in started] == [("serve", "--port", str(port))]


def test_any_other_command_is_the_sites_with_its_options(started):
    command.main(["simulate", "--pairs", "3", "--seed", "7"])
    assert [arguments for _, arguments in started] == [("simulate", "--pairs", "3", "--seed", "7")]


def test_an_option_that_serve_does_not_know_is_named(started, capsys):
    with pytest.raises(SystemExit):
        command.main(["serve", "--colour", "red"])
    assert "--colour" in capsys.readouterr().err
    assert started == []


def test_a_port_in_use_is_refused_by_name_and_another_one_is_found(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit, match=f"Port {port} is in use"):
            command.free_port(port)
        free = free_port()
        monkeypatch.setattr(command, "PORTS", (port, free))
        assert command.free_port(None) == free


def test_the_sites_packages_are_found_by_its_processes_alone(tmp_path):
    environment = command.environment(tmp_path)
    assert environment["PYTHONPATH"].startswith(str(command.SITE))
    assert environment["PYTHONUTF8"] == "1"
    assert environment["VAR_DIR"] == str(tmp_path)


def test_a_command_that_fails_says_so_by_its_status(monkeypatch, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "manage.py").write_text("import sys; sys.exit(3)")
    monkeypatch.setattr(command, "SITE", site)
    assert command.manage(tmp_path, "doctor") == 3


def test_a_port_that_another_program_has_at_every_address_is_asked_for_alone(monkeypatch):
    """Windows gives such a port again to whoever does not say so; here any option stands for it."""
    asked = []

    class Probe(socket.socket):
        def setsockopt(self, *option: Any) -> None:
            asked.append(option)

    monkeypatch.setattr(command, "EXCLUSIVE", 7)
    monkeypatch.setattr(command.socket, "socket", Probe)
    command.free_port(free_port())
    assert asked == [(socket.SOL_SOCKET, 7, 1)]


def test_a_console_of_windows_that_lacks_a_letter_of_the_folder_shows_the_rest(tmp_path):
    """cp1252, the console of a Spanish Windows, has no Ω; and the folder has spaces."""
    site = tmp_path / "the site"
    site.mkdir()
    (site / "manage.py").write_text("")
    script = f"""
from pathlib import Path
from mus_tournaments import __main__ as command
command.SITE = Path({str(site)!r})
raise SystemExit(command.main(["--no-browser", "--data", {str(tmp_path / "mis Ω datos")!r}]))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252:strict"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"mis ? datos" in done.stdout


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_who_stops_the_command_stops_the_site(tmp_path, stop):
    """Ctrl+C in a terminal is SIGINT to both processes."""
    site = tmp_path / "site"
    site.mkdir()
    ended = tmp_path / "ended"
    (site / "manage.py").write_text(
        "import pathlib, signal, sys\n"
        f"ended = pathlib.Path({str(ended)!r})\n"
        "for one in (signal.SIGTERM, signal.SIGINT):\n"
        "    signal.signal(one, lambda *_signal: (ended.touch(), sys.exit(0)))\n"
        "print('up', flush=True)\nsignal.pause()\n"
    )
    script = f"""
from pathlib import Path
from mus_tournaments import __main__ as command
command.SITE = Path({str(site)!r})
raise SystemExit(command.manage(Path({str(tmp_path)!r}), "serve"))
"""
    program = [sys.executable, "-c", script]
    with subprocess.Popen(
        program, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        os.killpg(process.pid, stop)
        assert process.wait(60) == 0
    assert ended.exists()
