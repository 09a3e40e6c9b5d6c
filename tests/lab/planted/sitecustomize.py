"""Read by Python at every start, wherever this folder is on the path."""

import os

if "ARMS" in os.environ:
    import arms

    arms.start()
if "FAULTS" in os.environ:
    import planting

    planting.start()
