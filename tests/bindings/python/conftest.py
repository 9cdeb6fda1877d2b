# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
import json
import os
import subprocess
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


@pytest.fixture
def swconform(tmp_path):
    """Runs the binary of the build tree in an empty folder."""
    program = os.environ.get("SWCONFORM_PROGRAM")
    if program is None:
        pytest.skip("SWCONFORM_PROGRAM does not name the binary")

    def swconform(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *arguments],
            capture_output=True,
            text=True,
            timeout=300,
            cwd=tmp_path,
            env={**os.environ, "SWCONFORM_CACHE": str(tmp_path), **environment},
        )

    return swconform
