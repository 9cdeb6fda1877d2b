# SPDX-License-Identifier: Apache-2.0
"""The reference implementation of StrideWeave, under the public StrideWeave names.

`strideweave_reference.friendly` is a submodule to be imported by itself.
"""

from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any

from . import dtype
from ._core import (
    Carrier,
    CompoundDType,
    DType,
    DTypeCategory,
    Generic,
    Host,
    Layout,
    Node,
    RepresentationRule,
    RepresentationValidationContext,
    Shape,
    SimpleDType,
    Stride,
    Tensor,
    Tree,
    VirtualCarrier,
    _NoGrad,
    add,
    as_strided,
    backward,
    broadcast_in_dim,
    broadcast_to,
    is_grad_enabled,
    move,
    permute,
    rearrange,
    reshape,
    retain_grad,
    scatter,
    squeeze,
    unsqueeze,
)


class no_grad(ContextDecorator):
    """Within `with no_grad():`, or a function it decorates, no operation of this thread is recorded for backward."""

    def __init__(self) -> None:
        self._guards: list[_NoGrad] = []

    def __enter__(self) -> no_grad:
        guard = _NoGrad()
        guard.enter()
        self._guards.append(guard)
        return self

    def __exit__(self, *_: Any) -> None:
        self._guards.pop().exit()


__all__ = [
    "Carrier",
    "CompoundDType",
    "DType",
    "DTypeCategory",
    "Generic",
    "Host",
    "Layout",
    "Node",
    "RepresentationRule",
    "RepresentationValidationContext",
    "Shape",
    "SimpleDType",
    "Stride",
    "Tensor",
    "Tree",
    "VirtualCarrier",
    "add",
    "as_strided",
    "backward",
    "broadcast_in_dim",
    "broadcast_to",
    "dtype",
    "is_grad_enabled",
    "move",
    "no_grad",
    "permute",
    "rearrange",
    "reshape",
    "retain_grad",
    "scatter",
    "squeeze",
    "unsqueeze",
]
