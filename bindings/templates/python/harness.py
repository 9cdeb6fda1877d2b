"""The harness of my StrideWeave: what the conformance suite asks, in calls of the implementation.

Each operation of the protocol is a method of its name. What is not here is `unsupported`, and never a pass.
"""

from swconform import Harness


class MyHarness(Harness):
    name = "my StrideWeave"
    version = "0.1"
