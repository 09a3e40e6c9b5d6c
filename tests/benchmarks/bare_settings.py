"""Settings of a site whose pages are measured: as in earnest, with a page more."""

from powergrid.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.bare_urls"
