# SPDX-License-Identifier: Apache-2.0
"""Plain Python values of readable Tensors: `item` for the only one, `to_list` for all, first mode fastest."""

from ._core import item, to_list

__all__ = ["item", "to_list"]
