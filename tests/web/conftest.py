"""Fixtures: one server for all tests of a file."""

from collections.abc import Iterator

import pytest

from serving import Client, serving
from sessions import TODAY


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("data"), today=lambda: TODAY) as client:
        yield client
