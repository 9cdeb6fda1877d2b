# SPDX-License-Identifier: Apache-2.0
"""The harness of the reference's own Python module: `--impl python:swconform.harnesses.reference`."""

from __future__ import annotations

import importlib
from contextlib import AbstractContextManager
from typing import Any

from swconform import OMIT, Absent, Harness, Internal, Kind, NotAvailable, Unreadable, Unsupported
from swconform import dtype as built_in_dtype
from swconform import layout, shape, stride, tree

try:
    import numpy
    import strideweave_reference as sw
    from strideweave_reference import _core, friendly
except ImportError as error:
    raise NotAvailable(f"the Python module of the reference, or NumPy, is not there: {error}") from None

from ._spies import CLASSES, STORABLE, ForeignObject, SpyCarrier, SpyRule, as_stored, value_from_index

MOST_STORED = 2**24  # elements of a carrier that holds its values
MOST_TOLD = 4096  # of them


def _built_in(dtype: sw.DType) -> Any:
    return built_in_dtype(dtype.name) if getattr(sw.DType, dtype.name, None) is dtype else None


def _tree_items(items: sw.Tree) -> list[Any]:
    return [_tree_items(item) if isinstance(item, sw.Tree) else item.number for item in items.items]


def _to_tree(items: list[Any]) -> sw.Tree:
    def node(item: Any) -> Any:
        if isinstance(item, list):
            return _to_tree(item)
        return sw.Node.Leaf if item is None else sw.Node.id(item)

    return sw.Tree(*(node(item) for item in items))


def _subtensors(tensor: sw.Tensor) -> list[dict[str, Any]]:
    return [dict(zip(("dtype", "carrier", "offset", "layout"), level)) for level in tensor._subtensors()]


def _size(carrier: sw.Carrier) -> int:
    return carrier.declared_size if isinstance(carrier, SpyCarrier) else carrier.size()


def _stored(carrier: sw.Carrier) -> Any:
    """The values as they are, read past the counts and the failures of a spy."""
    spy = carrier if isinstance(carrier, SpyCarrier) else None
    if carrier.is_released() or isinstance(carrier, sw.VirtualCarrier) or (spy is not None and spy.values is None):
        return OMIT
    if _size(carrier) > MOST_TOLD:
        raise Unreadable("more than 4096 values")
    return spy.values if spy is not None else [carrier[i] for i in range(carrier.size())]


def _counts(count: str) -> Any:
    return lambda carrier: getattr(carrier, count) if isinstance(carrier, SpyCarrier) and carrier.counts else OMIT


class ReferenceHarness(Harness):
    name = "StrideWeave reference"
    version = "0.1.0"
    values = {
        sw.Shape: lambda it: shape(it.modes),
        sw.Stride: lambda it: stride(it.modes),
        sw.Layout: lambda it: layout(it.shape.modes, it.stride.modes),
        sw.Tree: lambda it: tree(_tree_items(it)),
        sw.DType: _built_in,
    }
    kinds = [
        Kind(
            "tensor",
            sw.Tensor,
            {
                "layout": lambda it: it.layout,
                "offset": lambda it: it.offset,
                "carrier": lambda it: it.carrier,
                "dtype": lambda it: it.dtype(),
                "size": lambda it: it.size(),
                "class": lambda it: it.carrier_type(),
                "subtensors": _subtensors,
                "adjacent": lambda it: it._adjacent_layouts(),
                "snapshot": lambda it: it._snapshot(),
                "grad": lambda it: it.grad,
            },
        ),
        Kind(
            "carrier",
            sw.Carrier,
            {
                "dtype": lambda it: it.declared_dtype if isinstance(it, SpyCarrier) else it.dtype(),
                "size": _size,
                "version": lambda it: it.version,
                "released": lambda it: it.is_released(),
                "class": type,
                "stored": _stored,
                "reads": _counts("reads"),
                "writes": _counts("writes"),
                "allocations": _counts("allocations"),
            },
        ),
        Kind(
            "rule",
            SpyRule,
            {
                "calls": lambda it: it.calls,
                "context": lambda it: it.context,
                "log": lambda it: it.log,
                "writes-refused": lambda it: it.writes_refused,
            },
        ),
        Kind(
            "context",
            sw.RepresentationValidationContext,
            {
                "logical_dtype": lambda it: it.logical_dtype,
                "storage_dtypes": lambda it: it.storage_dtypes,
                "placement_layouts": lambda it: it.placement_layouts,
                "adjacent_layouts": lambda it: it.adjacent_layouts,
                "level_shapes": lambda it: it.level_shapes,
            },
        ),
        Kind("class", type, {"name": _core._class_name}),
        Kind("dtype", sw.DType, {"name": lambda it: it.name}),
        Kind("foreign", ForeignObject, lambda it: {name: (lambda it, n=name: it.given[n]) for name in it.given}),
    ]

    def __init__(self) -> None:
        self._log: list[SpyRule] = []

    def no_grad(self) -> AbstractContextManager[Any]:
        return sw.no_grad()

    def identity(self, thing: Any) -> Any:
        return _core._identity(thing)

    # Values.

    def shape(self, modes: Any) -> sw.Shape:
        return sw.Shape(*modes) if isinstance(modes, list) else sw.Shape(modes)

    def stride(self, modes: Any) -> sw.Stride:
        return sw.Stride(*modes) if isinstance(modes, list) else sw.Stride(modes)

    def layout(self, shape: Any, stride: Any) -> sw.Layout:
        return sw.Layout(
            shape if isinstance(shape, sw.Shape) else self.shape(shape),
            stride if isinstance(stride, sw.Stride) else self.stride(stride),
        )

    def tree(self, items: Any) -> sw.Tree:
        if not isinstance(items, list):
            raise Absent("a tree is a list of leaves and lists")
        return _to_tree(items)

    def foreign(self, attributes: Any = None, methods: Any = None) -> ForeignObject:
        return ForeignObject(attributes or {}, methods or {})

    def public_name(self, name: str) -> bool:
        path, _, last = name.rpartition(".")
        try:
            module = importlib.import_module(f"strideweave_reference.{path}" if path else "strideweave_reference")
        except ImportError:
            return False
        return hasattr(module, last)

    # Descriptors and rules. Names are registered for good: one that an earlier case took is made unique.

    def _unused(self, name: str) -> str:
        while sw.DType.find(name) is not None:
            name += "x"
        return name

    def dtype(self, name: str) -> sw.DType:
        dtype = getattr(sw.DType, name, None)
        if not isinstance(dtype, sw.DType):
            raise Unsupported(f"there is no dtype {name}")
        return dtype

    def category(self, name: str) -> sw.DTypeCategory:
        return sw.DTypeCategory(self._unused(name), supertype=sw.DType.Any)

    def simple(self, name: str, bits: int) -> sw.SimpleDType:
        return sw.SimpleDType(self._unused(name), bits, supertype=sw.DType.Any)

    def compound(self, name: str, planes: Any, rules: Any = ()) -> sw.CompoundDType:
        return sw.CompoundDType(self._unused(name), planes, rules)

    def rule(self, raise_: Any = None, armed: bool = False, write: Any = (), returns: Any = None) -> SpyRule:
        return SpyRule(self._log, raise_, armed, list(write), returns)

    def arm(self, *spies: Any) -> None:
        for spy in spies:
            for rule in spy if isinstance(spy, list) else [spy]:
                rule.armed = True

    # Carriers.

    def carrier(
        self,
        dtype: sw.DType,
        size: Any = None,
        stored: Any = None,
        class_: Any = None,
        spy: bool = False,
        virtual: bool = False,
        fail_read: Any = None,
        fail_size: Any = None,
        fail_dtype: Any = None,
        watched: bool = False,  # every carrier can be referred to weakly
    ) -> sw.Carrier:
        if size is None:
            if not isinstance(stored, list):
                raise Internal("a carrier needs its size or its stored values")
            size = len(stored)
        if isinstance(stored, list) and len(stored) != size:
            raise Internal("size and the number of stored values differ")
        values = None
        if not virtual:
            if stored in (None, "iota"):
                if size > MOST_STORED:
                    raise Unsupported(f"a carrier of {size} stored elements")
                stored = [value_from_index(dtype, i) for i in range(size)]
            values = as_stored(dtype, stored)
        # The module's own carriers wherever nothing more is asked for.
        own = not (spy or fail_read or fail_size or fail_dtype or class_)
        if own and values is None:
            return sw.VirtualCarrier(size, dtype)
        if own and size >= 0 and dtype in STORABLE:
            return sw.Host(values, dtype)
        if class_ not in (None, *CLASSES):
            raise Unsupported(f"there is no carrier class {class_}")
        return CLASSES[class_ or "base"](dtype, size, values, spy, fail_read, fail_size, fail_dtype)

    def carrier_get(self, carrier: sw.Carrier, index: Any) -> Any:
        return carrier[index]

    def carrier_set(self, carrier: sw.Carrier, index: Any, value: Any) -> None:
        carrier[index] = value

    def release(self, carrier: sw.Carrier) -> None:
        carrier.release()

    # Tensors.

    def tensor(self, carrier: Any, offset: Any, layout: Any) -> sw.Tensor:
        return sw.Tensor(carrier, offset, layout)

    def representation(self, dtype: Any, subtensors: Any, adjacent: Any = ()) -> sw.Tensor:
        levels = [tuple(level[name] for name in ("dtype", "carrier", "offset", "layout")) for level in subtensors]
        return sw.Tensor._from_representation(dtype, levels, adjacent)

    def item(self, tensor: Any) -> Any:
        return friendly.item(tensor)

    def to_list(self, tensor: Any) -> Any:
        return friendly.to_list(tensor)

    def index(self, tensor: sw.Tensor, key: Any) -> Any:
        return tensor[tuple(key) if isinstance(key, list) else key]

    def assign(self, tensor: sw.Tensor, key: Any, value: Any) -> None:
        tensor[tuple(key) if isinstance(key, list) else key] = value

    # Views and reverse mode.

    def rearrange(self, tensor: sw.Tensor, output: Any, selection: Any = None) -> sw.Tensor:
        return sw.rearrange(tensor, output, selection)

    def permute(self, tensor: sw.Tensor, order: Any) -> sw.Tensor:
        return sw.permute(tensor, order)

    def reshape(self, tensor: sw.Tensor, target: Any) -> sw.Tensor:
        return sw.reshape(tensor, target)

    def as_strided(self, tensor: sw.Tensor, shape: Any, stride: Any) -> sw.Tensor:
        return sw.as_strided(tensor, shape, stride)

    def broadcast_to(self, tensor: sw.Tensor, target: Any) -> sw.Tensor:
        return sw.broadcast_to(tensor, target)

    def broadcast_in_dim(self, tensor: sw.Tensor, target: Any, broadcast_dimensions: Any) -> sw.Tensor:
        return sw.broadcast_in_dim(tensor, target, broadcast_dimensions)

    def squeeze(self, tensor: sw.Tensor, dim: Any) -> sw.Tensor:
        return sw.squeeze(tensor, dim)

    def unsqueeze(self, tensor: sw.Tensor, dim: Any) -> sw.Tensor:
        return sw.unsqueeze(tensor, dim)

    def add(self, a: Any, b: Any) -> sw.Tensor:
        return sw.add(a, b)

    def move(self, tensor: sw.Tensor, class_: Any = None) -> sw.Tensor:
        if class_ is None:
            return sw.move(tensor, sw.Host)
        if class_ not in CLASSES:
            raise Unsupported(f"there is no carrier class {class_}")
        return sw.move(tensor, lambda values, dtype: CLASSES[class_](dtype, len(values), values))

    def scatter(self, source: Any, onto: Any, ordinals: Any) -> sw.Tensor:
        return sw.scatter(source, onto, ordinals)

    def export_dlpack(self, tensor: sw.Tensor) -> dict[str, Any]:
        array = numpy.from_dlpack(tensor)
        return {
            "shape": list(array.shape),
            "strides": [stride // array.itemsize for stride in array.strides],
            "type": str(array.dtype),
            "values": array.flatten(order="F").tolist(),
        }

    def backward(self, tensor: sw.Tensor, gradient: Any = None, retain_graph: bool = False) -> None:
        sw.backward(tensor, gradient, retain_graph)

    def retain_grad(self, tensor: sw.Tensor) -> None:
        sw.retain_grad(tensor)

    def clear_grad(self, tensor: sw.Tensor) -> None:
        tensor.grad = None
