# SPDX-License-Identifier: Apache-2.0
"""Carriers and rules as a user of the reference's module would write them, for what the module's own cannot do."""

from __future__ import annotations

from typing import Any

import strideweave_reference as sw

STORABLE = (sw.DType.Float32, sw.DType.Float64, sw.DType.Int32, sw.DType.Int8, sw.DType.Bool)


def as_stored(dtype: sw.DType, values: list[Any]) -> list[Any]:
    """The values in the form the dtype stores; as they are, where the library has none."""
    if dtype not in STORABLE:
        return list(values)
    carrier = sw.Host(values, dtype)
    return [carrier[i] for i in range(len(values))]


def value_from_index(dtype: sw.DType, index: int) -> Any:
    """v(i) = i, as a float unless the dtype is an integer one; for Bool whether i is odd."""
    if dtype is sw.DType.Bool:
        return index % 2 == 1
    return index if dtype.is_subtype_of(sw.DType.Integer) else float(index)


class SpyCarrier(sw.Carrier):
    """Any dtype, any declared size, counts of what is done to it, and reads and queries that fail."""

    def __init__(
        self,
        dtype: sw.DType,
        size: int,
        values: list[Any] | None,
        counts: bool = False,
        fail_read: dict[str, Any] | None = None,
        fail_size: BaseException | None = None,
        fail_dtype: BaseException | None = None,
    ) -> None:
        super().__init__()
        self.declared_dtype = dtype
        self.declared_size = size
        self.values = values  # None: virtual, computed from the index
        self.counts = counts  # whether its counts are facts
        self.fail_read = fail_read
        self.fail_size = fail_size
        self.fail_dtype = fail_dtype
        self.reads = self.writes = self.allocations = 0

    def size(self) -> int:
        if self.fail_size is not None:
            raise self.fail_size
        return self.declared_size

    def dtype(self) -> sw.DType:
        if self.fail_dtype is not None:
            raise self.fail_dtype
        return self.declared_dtype

    def get_value(self, index: int) -> Any:
        self.reads += 1
        if self.fail_read is not None and self.fail_read.get("index", index) in (index, None):
            raise self.fail_read["raise"]
        return value_from_index(self.declared_dtype, index) if self.values is None else self.values[index]

    def _is_mutable(self) -> bool:
        return self.values is not None

    def set_value(self, index: int, value: Any) -> None:
        self.writes += 1
        assert self.values is not None
        self.values[index] = as_stored(self.declared_dtype, [value])[0]

    def new_like(self, values: list[Any]) -> SpyCarrier:
        self.allocations += 1
        return type(self)(self.declared_dtype, len(values), as_stored(self.declared_dtype, values), self.counts)


class BaseCarrier(SpyCarrier):
    pass


class SubCarrier(BaseCarrier):
    pass


class OtherCarrier(SpyCarrier):
    pass


CLASSES = {"base": BaseCarrier, "sub": SubCarrier, "other": OtherCarrier}


class SpyRule(sw.RepresentationRule):
    """Keeps what it was shown, and raises once armed."""

    def __init__(self, log: list[SpyRule], error: BaseException | None, armed: bool, write: list[str], returns: Any):
        super().__init__()
        self.log = log  # of all rules of the case
        self.error = error
        self.armed = armed
        self.write = write
        self.returns = returns
        self.calls = self.writes_refused = 0
        self.context: sw.RepresentationValidationContext | None = None

    def validate(self, context: sw.RepresentationValidationContext) -> Any:
        self.calls += 1
        self.context = context
        self.log.append(self)
        for field in self.write:
            try:
                setattr(context, field, getattr(context, field))
            except AttributeError:
                self.writes_refused += 1
        if self.armed and self.error is not None:
            raise self.error
        return self.returns


class ForeignObject:
    """No Tensor, but it may look like one. Methods take nothing."""

    def __init__(self, attributes: dict[str, Any], methods: dict[str, Any]) -> None:
        self.given = attributes
        self.__dict__.update(attributes)
        self.__dict__.update({name: lambda answer=answer: answer for name, answer in methods.items()})
