# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
from typing import Any

import pytest
from swconform import wire
from swconform.harness import Harness
from swconform.host import serve


@pytest.fixture
def converse():
    """Sends requests to a harness class, and returns its lines as plain JSON."""

    def converse(harness: type[Harness], *requests: bytes | dict[str, Any]) -> list[Any]:
        lines = b"".join(r if isinstance(r, bytes) else wire.write(r) for r in requests)
        replies = io.BytesIO()
        serve(harness, io.BytesIO(lines), replies)
        import json

        return [json.loads(line) for line in replies.getvalue().splitlines()]

    return converse


@pytest.fixture
def run(converse):
    """Runs the steps of one case."""

    def run(harness: type[Harness], *steps: dict[str, Any]) -> list[Any]:
        lines = converse(harness, {"verb": "case", "steps": list(steps)})
        assert lines[-1] == {"done": True}
        return lines[:-1]

    return run
