"""Read by Python at every start, wherever this folder is on the path."""

import os

if "FAULTS" in os.environ:
    import planting

    planting.start()
if "COVERAGE_PROCESS_START" in os.environ:
    import coverage

    coverage.process_startup()
