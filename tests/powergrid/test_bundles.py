"""How style sheets and scripts are bundled."""

import os
import subprocess
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from powergrid import bundles


@pytest.fixture
def sources(settings, tmp_path):
    """A folder of sources, one of which imports another."""
    settings.STATICFILES_DIRS, settings.VAR_DIR = [tmp_path], tmp_path / "var"
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "whole.js").write_text('import { part } from "./part.js";\nconsole.log(part);\n')
    (tmp_path / "js" / "part.js").write_text('export const part = "first";\n')
    return tmp_path


def served(path: str) -> str:
    return Path(bundles.BundleFinder().find(path)).read_text()


def test_file_is_served_with_what_it_imports_as_that_is_now(sources):
    assert '"first"' in served("js/whole.js")
    (sources / "js" / "part.js").write_text('export const part = "second";\n')
    assert '"second"' in served("js/whole.js")


def test_files_of_packages_are_left_to_browsers(sources):
    (sources / "js" / "whole.js").write_text('import { keys } from "../mfa/js/keys.js";\nconsole.log(keys);\n')
    assert '"../mfa/js/keys.js"' in served("js/whole.js")


def test_style_sheet_has_all_that_it_imports(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    assert "@import" not in served("css/site.css")
    assert "../fonts/" in served("css/site.css")


def test_import_of_what_is_not_there_is_an_error(sources, capfd):
    (sources / "js" / "part.js").unlink()
    with pytest.raises(subprocess.CalledProcessError):
        served("js/whole.js")
    assert "part.js" in capfd.readouterr().err


def test_without_esbuild_sources_are_served(sources, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert served("js/whole.js") == (sources / "js" / "whole.js").read_text()


def test_other_files_are_served_as_they_are(sources):
    (sources / "picture.svg").write_text("<svg/>")
    assert bundles.BundleFinder().find("picture.svg") == str(sources / "picture.svg")
    assert not bundles.BundleFinder().find("js/nothing.js")


def release(settings, folder: Path, words: str) -> None:
    """Be a release with one style sheet from now on, made at the time that its folder says."""
    (folder / "css").mkdir(parents=True, exist_ok=True)
    (folder / "css" / "page.css").write_text(words)
    os.utime(folder / "css" / "page.css", (1e9, 1e9))
    settings.STATICFILES_DIRS = [folder]
    settings.STORAGES = {"staticfiles": {"BACKEND": "powergrid.bundles.BundledStorage"}}


@pytest.fixture
def collected(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    return lambda: call_command("collectstatic", "--no-input", verbosity=0)


def test_release_has_its_own_files_also_if_its_folder_was_made_before_another_was_collected(
    settings, tmp_path, collected
):
    for number in (1, 2):
        release(settings, tmp_path / str(number), f"p {{ order: {number}; }}")
        collected()
        name = staticfiles_storage.stored_name("css/page.css")
        assert f"order: {number};" in (settings.STATIC_ROOT / name).read_text()


def test_list_of_other_files_is_not_taken_for_that_of_a_release(settings, tmp_path, collected):
    release(settings, tmp_path / "1", "p { order: 1; }")
    collected()
    assert "css/page.css" in staticfiles_storage.hashed_files
    release(settings, tmp_path / "1", "p { order: 2; }")
    assert staticfiles_storage.hashed_files == {}
