# SPDX-License-Identifier: Apache-2.0
"""Descriptors, and the rules a CompoundDType lays on its representations."""

from ._core import (
    CompoundDType,
    DType,
    DTypeCategory,
    RepresentationRule,
    RepresentationValidationContext,
    SimpleDType,
)

__all__ = [
    "CompoundDType",
    "DType",
    "DTypeCategory",
    "RepresentationRule",
    "RepresentationValidationContext",
    "SimpleDType",
]
