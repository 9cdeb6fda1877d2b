# SPDX-License-Identifier: Apache-2.0
"""The StrideWeave conformance suite, for implementations that can be used from Python.

A harness is a class derived from `Harness`; `swconform run --impl python:harness.py` judges it.
"""

from .errors import Absent, Internal, NotAvailable, Unreadable, Unsupported
from .harness import OMIT, Harness, Kind
from .wire import Wire, dtype, layout, shape, stride, tree

__all__ = [
    "OMIT",
    "Absent",
    "Harness",
    "Internal",
    "Kind",
    "NotAvailable",
    "Unreadable",
    "Unsupported",
    "Wire",
    "dtype",
    "layout",
    "shape",
    "stride",
    "tree",
]
