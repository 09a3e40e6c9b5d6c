"""``python -m tools.icons``: see :mod:`tools.icons`."""

from tools.icons import FINISHED, SOURCE, draw_all

FINISHED.mkdir(exist_ok=True)
for name, picture in draw_all(SOURCE.read_text()).items():
    (FINISHED / name).write_bytes(picture)
