"""Pictures that are kept in files."""

from errno import ENOSPC
from pathlib import Path

import pytest

from games.board.file_cache import cached


@pytest.fixture
def draw(settings, tmp_path):
    """Draws from a source, and counts how often it has to."""
    settings.VAR_DIR = tmp_path
    times = []

    def look(source="houses"):
        def anew():
            times.append(source)
            return source.encode() * 100

        return cached("germany", source, anew)

    look.times = times
    return look


def test_picture_is_drawn_once(draw):
    assert draw() == draw() == b"houses" * 100
    assert draw.times == ["houses"]


def test_picture_is_drawn_from_each_source(draw):
    assert draw("houses") != draw("trees")
    assert draw.times == ["houses", "trees"]


@pytest.mark.parametrize("damage", [b"", b"ho", b"houses" * 100], ids=["empty", "short", "without checksum"])
def test_damaged_file_is_drawn_anew(draw, damage, tmp_path):
    draw()
    (file,) = (tmp_path / "drawn").iterdir()
    file.write_bytes(damage)
    assert draw() == draw() == b"houses" * 100
    assert draw.times == ["houses", "houses"]


def test_one_changed_byte_is_noticed(draw, tmp_path):
    draw()
    (file,) = (tmp_path / "drawn").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    assert draw() == b"houses" * 100


def test_picture_is_shown_where_nothing_can_be_kept(draw, tmp_path, caplog):
    (tmp_path / "drawn").write_text("a file where the folder should be")
    assert draw() == draw() == b"houses" * 100
    assert "is not kept" in caplog.text


def test_what_cannot_be_written_whole_leaves_nothing_behind(draw, tmp_path, monkeypatch):
    def full(path: Path, content: bytes) -> None:
        path.open("wb").write(content[:40])
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert draw() == b"houses" * 100
    assert list((tmp_path / "drawn").iterdir()) == []
