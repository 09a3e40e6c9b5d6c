"""What deploy/ says agrees with the programs and the settings: read without an engine that would run it."""

import configparser
import os
import re
import shlex
from pathlib import Path
from uuid import uuid4

import pytest
import yaml
from granian.cli import cli as granian

from notifications.worker import Lane
from powergrid import processes, settings
from powergrid.monitoring import requests

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text().replace("\\\n", "")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SITE = {name: service for name, service in COMPOSE["services"].items() if service["image"].startswith("powergrid:")}
UNITS = {path.name: path for path in sorted((DEPLOY / "systemd").iterdir())}
README = (ROOT / "README.md").read_text()
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()

READ = {
    name
    for module in ("settings", "social_login")
    for name in re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / f"powergrid/{module}.py").read_text())
}
REQUIRED = {"SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_URL", "DATABASE_URL", "BROKER_URL"}
OF_OTHERS = {"PATH", "PYTHONUNBUFFERED", "POSTGRES_PASSWORD"} | {
    f"GRANIAN_{option.name.upper()}" for option in granian.params
}


def unit(name):
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    # Several lines may give the same name, of which the parser would keep the last.
    lines = UNITS[name].read_text().splitlines()
    environment = [line.partition("=")[2] for line in lines if line.startswith("Environment=")]
    parser.read_string("\n".join(line for line in lines if not line.startswith("Environment=")))
    return parser, dict(pair.split("=", 1) for pair in environment)


def instruction(name):
    """The last of a kind in the Dockerfile."""
    return re.findall(rf"^{name} (.*)$", DOCKERFILE, re.M)[-1]


def listed(text):
    return tuple(yaml.safe_load(text))


def env_file():
    lines = (DEPLOY / "powergrid.env.example").read_text().splitlines()
    # What is commented out is offered, and has to be known as well.
    return dict(re.match(r"#?([A-Z_]+)=(.*)", line).groups() for line in lines if re.match(r"#?[A-Z_]+=", line))


def commands_of_units():
    for name in UNITS:
        if name.endswith(".service"):
            yield name, unit(name)[0]["Service"]["ExecStart"].replace("/opt/powergrid/current/.venv/bin/", "")


def test_containers_run_the_programs_of_the_site():
    assert listed(instruction("CMD")) == processes.WEB
    assert "command" not in SITE["web"]
    assert tuple(SITE["worker"]["command"]) == processes.WORKER
    assert tuple(SITE["thinker"]["command"]) == processes.THINKER
    assert tuple(SITE["mailer"]["command"]) == processes.MAILER
    assert tuple(SITE["caller"]["command"]) == processes.CALLER
    assert tuple(SITE["beat"]["command"]) == processes.SCHEDULER
    for arguments in processes.RELEASE:
        assert f"python manage.py {shlex.join(arguments)}" in SITE["release"]["command"][-1]
    for arguments in processes.EACH_MACHINE:
        assert f"python manage.py {shlex.join(arguments)}" in DOCKERFILE


def test_units_run_the_programs_of_the_site():
    commands = dict(commands_of_units())

    assert commands["powergrid-web@.service"] == shlex.join(processes.WEB)
    assert commands["powergrid-worker@.service"] == f"{shlex.join(processes.WORKER)} --hostname %i@%H"
    assert commands["powergrid-thinker@.service"] == f"{shlex.join(processes.THINKER)} --hostname thinker%i@%H"
    assert commands["powergrid-sender@.service"] == f"{shlex.join(processes.SENDER)} %i --hostname %i@%H"
    assert commands["powergrid-beat.service"] == shlex.join(processes.SCHEDULER)
    assert "manage.py back_up" in commands["powergrid-backup.service"]
    assert "manage.py tell_operators" in commands["powergrid-failed@.service"]


@pytest.mark.parametrize(
    "program",
    [
        *(processes.WEB, processes.WORKER, processes.MAILER, processes.CALLER, processes.THINKER),
        processes.SCHEDULER,
    ],
)
def test_readme_names_the_programs_of_the_site(program):
    assert shlex.join(program) in README


def test_docs_name_what_is_done_for_a_release():
    for arguments in processes.RELEASE + processes.EACH_MACHINE:
        assert f'powergrid-manage --release "$RELEASE" {shlex.join(arguments)}\n' in OPERATIONS


def test_docs_say_how_migrations_make_indexes():
    migrations = "".join(path.read_text() for path in ROOT.glob("*/migrations/*.py"))
    assert ("AddIndexConcurrently" in OPERATIONS) == ("AddIndexConcurrently" in migrations)


def test_every_variable_that_is_set_is_one_that_somebody_reads():
    dockerfile = set(re.findall(r"\b([A-Z_]{2,})=", instruction("ENV") + instruction("RUN")))
    compose = {name for service in SITE.values() for name in service["environment"]}
    units = {name for unit_name in UNITS for name in unit(unit_name)[1]}

    assert dockerfile | compose | units | set(env_file()) <= READ | OF_OTHERS


def test_everything_that_is_needed_is_asked_for():
    assert set(env_file()) >= REQUIRED | {"SITE_URL", "PROXIES", "DEFAULT_FROM_EMAIL", "POSTGRES_PASSWORD"}
    assert all({"DATABASE_URL", "BROKER_URL"} <= set(service["environment"]) for service in SITE.values())
    assert all(service["env_file"] == "powergrid.env" for service in SITE.values())


def test_what_the_settings_insist_on_is_what_is_known_here():
    text = Path(settings.__file__).read_text()

    assert {name for name in READ if re.search(rf'"{name}",[^()]*REQUIRED', text)} == REQUIRED


def test_every_variable_is_known_to_the_check_for_slips():
    assert READ == settings.VARIABLES


def test_every_variable_is_in_the_readme():
    assert {name for name in READ if f"`{name}`" not in README} == set()


def test_port_and_health_check_agree():
    port = re.search(r"GRANIAN_PORT=(\d+)", instruction("ENV")).group(1)

    assert instruction("EXPOSE") == port
    assert f"http://127.0.0.1:{port}/healthz" in DOCKERFILE
    assert COMPOSE["services"]["proxy"]["environment"]["WEB"] == f"web:{port}"


def test_proxy_knows_where_the_web_servers_of_the_units_are():
    port = unit("powergrid-web@.service")[1]["GRANIAN_PORT"]
    places = " ".join(f"127.0.0.1:{port.replace('%i', number)}" for number in "12")

    assert f"{{$WEB:{places}}}" in (DEPLOY / "Caddyfile").read_text()
    assert f'WEB="{places}"' in OPERATIONS


def test_proxy_is_counted_and_has_the_page_that_it_shows():
    """tests/services/test_proxy.py tries what it does."""
    assert env_file()["PROXIES"] == "1"
    folder = re.search(r"root \* (\S+)", (DEPLOY / "Caddyfile").read_text()).group(1)
    assert f"./down.html:{folder}/down.html:ro" in COMPOSE["services"]["proxy"]["volumes"]


def test_proxy_numbers_requests_in_a_way_that_the_site_takes():
    assert "header_up X-Request-ID {http.request.uuid}" in (DEPLOY / "Caddyfile").read_text()
    assert requests.WELL_FORMED.fullmatch(str(uuid4()))


def test_folders_of_the_units_are_made_before_anything_is_run_there():
    """Commands for a release come before the first start of a unit, which would make its StateDirectory."""
    made = re.search(r"install -d -o powergrid (.+)", OPERATIONS)
    assert made.start() < OPERATIONS.index("powergrid-manage --release")
    folders = {unit(name)[1]["VAR_DIR"] for name, _ in commands_of_units()} | {"/var/backups/powergrid"}
    assert set(made[1].split()) == folders


def test_units_and_the_wrapper_agree_on_where_a_release_is_and_what_it_is_told():
    """All but the web server's port and the worker's pool, which no command needs."""
    wrapper = (DEPLOY / "powergrid-manage").read_text()
    for name, _ in commands_of_units():
        text = UNITS[name].read_text()
        assert "WorkingDirectory=/opt/powergrid/current\n" in text
        assert "EnvironmentFile=/etc/powergrid.env\nEnvironmentFile=-/opt/powergrid/current/release.env\n" in text
        assert f"--uid={unit(name)[0]['Service']['User']} " in wrapper
        assert f"--setenv=VAR_DIR={unit(name)[1]['VAR_DIR']} " in wrapper
    assert "folder=/opt/powergrid/current\n" in wrapper
    assert 'EnvironmentFile=/etc/powergrid.env --property=EnvironmentFile=-"$folder/release.env"' in wrapper


def test_image_has_a_name_of_its_own_for_each_release():
    """Or else the next one would take its place, and there would be nothing to go back to."""
    assert all(service["image"].startswith("powergrid:${RELEASE:?") for service in SITE.values())
    assert "RELEASE" in env_file()


WORKERS = {"worker": "worker", "thinker": "thinker", "mailer": "sender", "caller": "sender"}
"""The services that do tasks, and the units."""


@pytest.mark.parametrize("name", WORKERS)
def test_worker_has_no_pool_of_connections(name):
    assert SITE[name]["environment"]["DATABASE_POOL"] == "0"
    assert unit(f"powergrid-{WORKERS[name]}@.service")[1]["DATABASE_POOL"] == "0"


def test_bots_think_in_the_queue_of_those_who_do_nothing_else():
    (route,) = settings.CELERY_TASK_ROUTES.values()
    assert processes.THINKER[processes.THINKER.index("--queues") + 1] == route["queue"]
    assert "--queues" not in processes.WORKER


def test_what_leaves_the_site_is_sent_by_those_who_do_nothing_else():
    assert [processes.MAILER[-1], processes.CALLER[-1]] == [Lane.MAIL, Lane.CALLS]
    started = re.search(r"systemctl enable --now (powergrid-.+)", OPERATIONS)[1].split()
    assert {f"powergrid-sender@{lane}" for lane in Lane} <= set(started)


@pytest.mark.parametrize("name", WORKERS)
def test_whoever_is_stopped_may_finish_first(name):
    """A task takes as long as CELERY_TASK_TIME_LIMIT at most, and only the first process is told to end."""
    service = unit(f"powergrid-{WORKERS[name]}@.service")[0]["Service"]

    assert int(service["TimeoutStopSec"]) > settings.CELERY_TASK_TIME_LIMIT
    assert int(SITE[name]["stop_grace_period"].rstrip("s")) > settings.CELERY_TASK_TIME_LIMIT
    assert service["KillMode"] == unit("powergrid-web@.service")[0]["Service"]["KillMode"] == "mixed"


@pytest.mark.parametrize("name", ["web@", "worker@", "sender@", "thinker@", "beat"])
def test_service_that_ends_is_started_anew_and_is_nobody_special(name):
    service = unit(f"powergrid-{name}.service")[0]["Service"]

    assert service["Restart"] == "always"
    assert service["RestartPreventExitStatus"] == str(os.EX_CONFIG)  # see powergrid/starting.py
    assert service["User"] == "powergrid"
    assert service["NoNewPrivileges"] == "true"
    assert service["ProtectSystem"] == "strict"


def test_containers_are_started_anew_and_are_nobody_special():
    assert all(SITE[name]["restart"] == "unless-stopped" for name in ("web", *WORKERS, "beat"))
    assert all(service["read_only"] and service["cap_drop"] == ["ALL"] for service in SITE.values())
    assert instruction("USER") == "powergrid"


def test_logs_are_cut_and_metrics_have_room_that_anybody_may_write_to():
    """Podman knows no ``uid=`` of a tmpfs."""
    for service in COMPOSE["services"].values():
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    options = {option for service in SITE.values() for text in service["tmpfs"] for option in text.split(":")[1:]}
    assert options == {"mode=1777"}


def test_back_ups_are_made_by_schedule_are_pruned_and_tell_when_they_fail():
    nightly, service = SITE["nightly"]["command"][-1], unit("powergrid-backup.service")[0]
    for command in (nightly, service["Service"]["ExecStart"]):
        assert "manage.py back_up --into /var/backups/powergrid --keep-days 30" in command
    assert "manage.py tell_operators" in nightly
    assert "profiles" not in SITE["nightly"]
    assert service["Unit"]["OnFailure"].replace("%n", "") in UNITS


def test_programs_without_pages_show_metrics_too():
    for name in (*WORKERS, "beat"):
        assert SITE[name]["environment"]["METRICS_LISTEN"] == "0.0.0.0:9101"
        assert f"{name}:9101" in (ROOT / "docs" / "monitoring.md").read_text()


def test_images_have_a_version():
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    images += [service["image"] for name, service in COMPOSE["services"].items() if name not in SITE]

    assert len(images) == 5
    assert all(re.fullmatch(r"[a-z]+:\d[\w.-]*", image) for image in images)


def test_back_ups_are_made_by_programs_of_the_version_of_the_server():
    version = re.search(r"postgresql-client-(\d+)", DOCKERFILE).group(1)

    assert COMPOSE["services"]["database"]["image"].startswith(f"postgres:{version}-")


def test_packages_are_those_of_the_lock_and_no_address_stands_in_it():
    assert "--require-hashes --requirement requirements/base.txt" in DOCKERFILE
    assert "://" not in (ROOT / "requirements" / "base.txt").read_text()


def test_everything_that_keeps_data_has_a_volume():
    mounted = {
        volume.partition(":")[0] for service in COMPOSE["services"].values() for volume in service.get("volumes", [])
    }

    assert (
        mounted - {"./Caddyfile", "./down.html"}
        == set(COMPOSE["volumes"])
        == {"database", "backups", "beat", "certificates"}
    )


def test_image_has_all_packages_of_the_site_and_nothing_else():
    kept = re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text(), re.M)
    apps = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "tools"}

    assert set(kept) == apps | {"manage.py", "requirements/base.txt", "static", "templates"}
