# SPDX-License-Identifier: Apache-2.0
"""`python3 -m swconform.host HARNESS`: answers the protocol on standard input and output for a harness, which is a
file (`harness.py`) or a module (`package.module`)."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from typing import Any, BinaryIO

from . import wire
from .case import CaseRunner, check_request
from .errors import NotAvailable
from .harness import Description, Harness
from .loading import load_harness


def _protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output, for the protocol alone: who prints writes to standard error, who reads finds nothing."""
    lines, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout.flush()
    os.dup2(2, 1)
    return os.fdopen(lines, "rb"), os.fdopen(replies, "wb")


def serve(harness: type[Harness], lines: BinaryIO, replies: BinaryIO) -> None:
    """Answers requests until `bye` or the end of input."""
    description = Description(harness)

    def reply(message: Any) -> None:
        replies.write(wire.write(message))
        replies.flush()

    # What is there now stays: collecting looks only at what a case makes.
    gc.collect()
    gc.freeze()
    for line in lines:
        try:
            request = wire.read(line)
            verb = request.get("verb") if isinstance(request, dict) else None
            if verb == "hello":
                reply(description.hello())
                continue
            if verb == "bye":
                return
            if verb != "case":
                raise wire.ProtocolError("expected a record with the verb hello, case or bye")
            steps = check_request(request)
        except wire.ProtocolError as error:
            reply({"internal": str(error), "done": True})
            continue
        CaseRunner(description, reply).run(steps)
        del request, steps
        gc.collect()
        reply({"done": True})


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python3 -m swconform.host HARNESS.py|MODULE", file=sys.stderr)
        return 2
    lines, replies = _protocol_streams()
    try:
        harness = load_harness(arguments[0])
    except NotAvailable as error:
        print(error, file=sys.stderr)
        return 1
    except Exception:  # noqa: BLE001  whatever importing it raises
        traceback.print_exc()
        return 1
    try:
        serve(harness, lines, replies)
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
