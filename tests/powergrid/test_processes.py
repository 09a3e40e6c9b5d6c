"""Several programs as one, tried from outside as a terminal or a service manager would use it."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUNNER = """
import sys
from powergrid.processes import Program, run
steady, *codes = sys.argv[1:]
programs = [Program(f"program{number}", [sys.executable, "-c", code]) for number, code in enumerate(codes)]
sys.exit(run(programs, steady=float(steady)))
"""
SAY_PID = "import os, signal, time; print(os.getpid()); "
WAIT = SAY_PID + "time.sleep(60)"
FINISH_FIRST = SAY_PID + "signal.signal(signal.SIGTERM, lambda *_: exit(print('finished'))); time.sleep(60)"
IGNORE = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + WAIT
END = "exit(3)"


class Group:
    """A runner with its programs."""

    def __init__(self, process, size):
        self.process = process
        self.pids = [self.read_pid() for _ in range(size)]

    def read_pid(self):
        return int(self.process.stdout.readline().partition("|")[2])

    def ask_to_stop(self, sent=signal.SIGINT):
        self.process.send_signal(sent)

    def wait(self):
        """Wait for the end, and return what was printed since the start."""
        output, _ = self.process.communicate(timeout=30)
        return output


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def running(*programs, speaking=None, steady=60):
    command = [sys.executable, "-c", RUNNER, str(steady), *programs]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            yield Group(process, len(programs) if speaking is None else speaking)
        finally:
            process.terminate()


def test_when_one_program_ends_at_once_all_are_stopped_and_it_is_named():
    with running(WAIT, END, speaking=1) as group:
        output = group.wait()

    assert "The program1 ended with status 3, so everything was stopped." in output
    assert group.process.returncode == 1
    assert not is_alive(group.pids[0])


def test_when_one_program_is_killed_at_once_all_are_stopped_and_it_is_named():
    with running(WAIT, WAIT) as group:
        os.kill(group.pids[0], signal.SIGKILL)
        output = group.wait()

    assert "was killed by SIGKILL, so everything was stopped." in output
    assert group.process.returncode == 1
    assert not any(is_alive(pid) for pid in group.pids)


def test_program_that_ends_after_it_has_worked_is_started_anew():
    with running(WAIT, steady=0) as group:
        os.kill(group.pids[0], signal.SIGKILL)
        said = group.process.stdout.readline()
        anew = group.read_pid()

        assert said == "The program0 was killed by SIGKILL and is restarted.\n"
        assert is_alive(anew)
        group.ask_to_stop()
        group.wait()

    assert group.process.returncode == 0
    assert not is_alive(anew)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_asked_to_stop_every_program_may_finish_first(sent):
    with running(FINISH_FIRST, FINISH_FIRST) as group:
        group.ask_to_stop(sent)
        output = group.wait()

    assert output.count("finished") == 2
    assert group.process.returncode == 0


def test_asked_twice_it_kills_what_does_not_stop():
    with running(IGNORE) as group:
        group.ask_to_stop()
        assert group.process.stdout.readline().startswith("Stopping")
        group.ask_to_stop()
        group.wait()

    assert group.process.returncode == 0
    assert not is_alive(group.pids[0])


def test_what_a_program_leaves_behind_is_stopped_too(tmp_path):
    os.mkfifo(tmp_path / "held open")
    left_behind = f"held = open({str(tmp_path / 'held open')!r}, 'w'); {WAIT}"
    program = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {left_behind!r}]); {WAIT}"
    with running(program, speaking=0) as group, (tmp_path / "held open").open() as held_open:
        group.ask_to_stop()
        group.wait()

        assert held_open.read() == "", "ends only when nobody holds the other end"
