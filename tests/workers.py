"""A worker that ends in the middle of a test: what it was at goes to another, and the test is tried again like any that fails."""

from __future__ import annotations

from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling


class Groups(LoadGroupScheduling):
    """Groups of tests, one worker each; a group whose worker ended goes back whole."""

    def mark_test_pending(self, item: str) -> None:
        """Put the test a worker ended in back: the group it is of was, with all of it that was not completed."""


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadGroupScheduling:
    """Give the tests to the workers so."""
    return Groups(config, log)
