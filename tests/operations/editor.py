"""What the operator does in an editor: ``python -m tests.operations.editor FILE`` fills in a file of the environment.

What to write is in the variable ``OPERATIONS_ANSWERS``: by name, one JSON object.
"""

import json
import os
import re
import sys
from pathlib import Path


def fill_in(text: str, answers: dict[str, str]) -> str:
    """Give each variable its value, at its place, also where it is only offered there.

    :raises SystemExit: the file says nothing of one.
    """
    for name, value in answers.items():
        line = f"{name}={value}".replace("\\", r"\\")
        text, times = re.subn(rf"^#?{name}=.*$", line, text, count=1, flags=re.M)
        if not times:
            sys.exit(f"The file says nothing of {name}.")
    return text


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(fill_in(file.read_text(), json.loads(os.environ["OPERATIONS_ANSWERS"])))
