# SPDX-License-Identifier: Apache-2.0
"""The harness of the public `strideweave` package: `--impl python:swconform.harnesses.upstream`.

Some of what it calls is private to the package, and may be called otherwise in another version: what is not found is not
claimed.
"""

from __future__ import annotations

import importlib
from contextlib import AbstractContextManager
from importlib import metadata
from typing import Any

from swconform import OMIT, Absent, Harness, Internal, Kind, NotAvailable, Unreadable, Unsupported
from swconform import dtype as built_in_dtype
from swconform import layout, shape, stride, tree

try:
    import numpy
    import strideweave as sw
    from strideweave import friendly
    from strideweave.core._representation import Subtensor, TensorRepresentation
except ImportError as error:
    raise NotAvailable(
        f"the public strideweave package cannot be imported ({error}).\n"
        "It needs Python 3.12 or newer; install it for the interpreter that $SWCONFORM_PYTHON names."
    ) from None

MOST_STORED = 2**24  # elements of a carrier that holds its values
MOST_TOLD = 4096  # of them
OWN_DTYPES = tuple(getattr(sw.DType, name) for name in ("Float32", "Int32", "Bool") if hasattr(sw.DType, name))


# What a carrier hands out so that views of it can be made, as far as this version has it.
_VIEW_OPERATIONS = {
    "view": "GenericViewOperation",
    "permute": "PermuteOperation",
    "reshape": "ReshapeOperation",
    "as_strided": "GenericAsStridedOperation",
    "broadcast_to": "BroadcastOperation",
    "squeeze": "SqueezeOperation",
    "unsqueeze": "UnsqueezeOperation",
    "rearrange": "RearrangeOperation",
}
VIEW_OPERATIONS = {name: getattr(sw, made) for name, made in _VIEW_OPERATIONS.items() if hasattr(sw, made)}


def value_from_index(dtype: Any, index: int) -> Any:
    if dtype is sw.DType.Bool:
        return index % 2 == 1
    return index if str(dtype.name).startswith("Int") else float(index)


class SpyCarrier(sw.Carrier):
    """A carrier as a user of the package would write one."""

    def __init__(
        self,
        dtype: Any,
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
        self.counts = counts
        self.fail_read = fail_read
        self.fail_size = fail_size
        self.fail_dtype = fail_dtype
        self.reads = self.writes = self.allocations = 0

    def size(self) -> int:
        if self.fail_size is not None:
            raise self.fail_size
        return self.declared_size

    def dtype(self) -> Any:
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
        self.values[index] = _as_stored(self.declared_dtype, [value])[0]

    def new_like(self, values: Any, *, mutable: bool = True, dtype: Any = None) -> SpyCarrier:
        self.allocations += 1
        dtype = self.declared_dtype if dtype is None else dtype
        values = _as_stored(dtype, list(values))
        return type(self)(dtype, len(values), values, self.counts)

    def allocate_like(self, size: int, *, mutable: bool = True, dtype: Any = None, empty: bool = False) -> SpyCarrier:
        dtype = self.declared_dtype if dtype is None else dtype
        return self.new_like([False if dtype is sw.DType.Bool else 0] * size, dtype=dtype)

    def scatter(self, to_scatter: Any, scatter_onto: Any, mapping: Any, mapping_offset: int = 0) -> None:
        for ordinal in range(to_scatter.size()):
            source = to_scatter.offset + to_scatter.layout.index(ordinal)
            self[scatter_onto.offset + mapping_offset + mapping.index(ordinal)] = to_scatter.carrier[source]

    def _dispatch_op(self, operation_name: str) -> Any:
        if operation_name not in VIEW_OPERATIONS:
            raise NotImplementedError(f"{type(self).__name__} has no operation {operation_name}")
        return VIEW_OPERATIONS[operation_name]()


class BaseCarrier(SpyCarrier):
    pass


class SubCarrier(BaseCarrier):
    pass


class OtherCarrier(SpyCarrier):
    pass


CLASSES = {"base": BaseCarrier, "sub": SubCarrier, "other": OtherCarrier}


def _own(dtype: Any, values: list[Any]) -> Any:
    """The package's own carrier: of its several the one that exports DLPack."""
    return sw.CPU(0, dtype=dtype).new_like(values)


def _as_stored(dtype: Any, values: list[Any]) -> list[Any]:
    """The values in the form the package's own carrier of that dtype stores, where it has one."""
    if dtype not in OWN_DTYPES:
        return values
    own = _own(dtype, values)
    return [own.get_value(i) for i in range(len(values))]


class Compound(sw.CompoundDType, abstract=False):
    __slots__ = ()

    def __init__(self, name: str, planes: tuple[Any, ...], rules: tuple[Any, ...]) -> None:
        super().__init__(name, supertype=sw.DType.Any, simple_types=planes, representation_rules=rules)


class Shown:
    """A context that rules were shown. Its public name is a protocol's: its class need not be derived from that."""

    def __init__(self, context: Any) -> None:
        self.context = context


class Case:
    """What the rules of a case share."""

    def __init__(self) -> None:
        self.log: list[SpyRule] = []
        self.contexts: list[Shown] = []

    def shown(self, context: Any) -> Shown:
        for known in self.contexts:
            if known.context is context:
                return known
        self.contexts.append(Shown(context))
        return self.contexts[-1]


class Seen:
    """What a rule keeps, since its own fields are frozen."""

    def __init__(self, case: Case, error: Any, armed: bool, write: list[str], returns: Any) -> None:
        self.case = case
        self.error = error
        self.armed = armed
        self.write = write
        self.returns = returns
        self.calls = self.writes_refused = 0
        self.context: Shown | None = None


class SpyRule(sw.RepresentationRule):
    __slots__ = ("seen",)

    def __init__(self, seen: Seen) -> None:
        object.__setattr__(self, "seen", seen)

    def structure_extension(self) -> Any:
        return (str(id(self.seen)),)

    def validate(self, context: Any) -> Any:
        seen = self.seen
        seen.calls += 1
        seen.context = seen.case.shown(context)
        seen.case.log.append(self)
        for field in seen.write:
            try:
                setattr(context, field, getattr(context, field))
            except AttributeError:
                seen.writes_refused += 1
        if seen.armed and seen.error is not None:
            raise seen.error
        return seen.returns


class ForeignObject:
    def __init__(self, attributes: dict[str, Any], methods: dict[str, Any]) -> None:
        self.given = attributes
        self.__dict__.update(attributes)
        self.__dict__.update({name: lambda answer=answer: answer for name, answer in methods.items()})


def _modes(level: Any) -> Any:
    """A Shape, a Stride or a part of one as nested lists."""
    level = getattr(level, "top_level", level)
    return level if isinstance(level, int) else [_modes(part) for part in level]


def _items(node: Any) -> Any:
    if isinstance(node, sw.Tree):
        return [_items(part) for part in node]
    number = getattr(node, "id", None)  # of Node.Leaf that is a function
    return number if isinstance(number, int) else None


def _built_in(dtype: Any) -> Any:
    return built_in_dtype(dtype.name) if getattr(sw.DType, str(dtype.name), None) is dtype else None


def _subtensors(tensor: Any) -> list[dict[str, Any]]:
    return [
        {"dtype": level.dtype, "carrier": level.carrier, "offset": level.offset, "layout": level.layout}
        for level in tensor._representation.subtensors
    ]


def _snapshot(tensor: Any) -> list[Any]:
    carriers = {id(level.carrier): level.carrier for level in tensor._representation.subtensors}
    return [[carriers[identity], version] for identity, version in tensor._version_token()]


def _stored(carrier: Any) -> Any:
    spy = carrier if isinstance(carrier, SpyCarrier) else None
    if carrier.is_released() or (spy is not None and spy.values is None):
        return OMIT
    size = spy.declared_size if spy is not None else carrier.size()
    if size > MOST_TOLD:
        raise Unreadable("more than 4096 values")
    return spy.values if spy is not None else [carrier.get_value(i) for i in range(size)]


def _counts(count: str) -> Any:
    return lambda carrier: getattr(carrier, count) if isinstance(carrier, SpyCarrier) and carrier.counts else OMIT


def _version() -> str:
    try:
        return metadata.version("strideweave")
    except metadata.PackageNotFoundError:
        return "unknown"


class UpstreamHarness(Harness):
    name = "strideweave"
    version = _version()
    values = {
        sw.Shape: lambda it: shape(_modes(it)),
        sw.Stride: lambda it: stride(_modes(it)),
        sw.Layout: lambda it: layout(_modes(it.shape), _modes(it.stride)),
        sw.Tree: lambda it: tree(_items(it)),
        type(sw.DType.Float32): _built_in,
        type(sw.DType.Any): _built_in,
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
                "adjacent": lambda it: list(it._representation.adjacent_layouts),
                "snapshot": _snapshot,
                "grad": lambda it: it.grad,
            },
        ),
        Kind(
            "carrier",
            sw.Carrier,
            {
                "dtype": lambda it: it.declared_dtype if isinstance(it, SpyCarrier) else it.dtype(),
                "size": lambda it: it.declared_size if isinstance(it, SpyCarrier) else it.size(),
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
                "calls": lambda it: it.seen.calls,
                "context": lambda it: it.seen.context,
                "log": lambda it: it.seen.case.log,
                "writes-refused": lambda it: it.seen.writes_refused,
            },
        ),
        Kind(
            "context",
            Shown,
            {
                "logical_dtype": lambda it: it.context.logical_dtype,
                "storage_dtypes": lambda it: list(it.context.storage_dtypes),
                "placement_layouts": lambda it: list(it.context.placement_layouts),
                "adjacent_layouts": lambda it: list(it.context.adjacent_layouts),
                "level_shapes": lambda it: list(it.context.level_shapes),
            },
        ),
        Kind("class", type, {"name": lambda it: it.__name__}),
        Kind("dtype", (sw.DTypeCategory, sw.SimpleDType, sw.CompoundDType), {"name": lambda it: it.name}),
        Kind("foreign", ForeignObject, lambda it: {name: (lambda it, n=name: it.given[n]) for name in it.given}),
    ]

    def __init__(self) -> None:
        self._case = Case()

    def no_grad(self) -> AbstractContextManager[Any]:
        return sw.no_grad()

    # Values.

    def shape(self, modes: Any) -> Any:
        return sw.Shape(modes)  # one list is the list of the modes

    def stride(self, modes: Any) -> Any:
        return sw.Stride(modes)

    def layout(self, shape: Any, stride: Any) -> Any:
        return sw.Layout(
            shape if isinstance(shape, sw.Shape) else self.shape(shape),
            stride if isinstance(stride, sw.Stride) else self.stride(stride),
        )

    def tree(self, items: Any) -> Any:
        if not isinstance(items, list):
            raise Absent("a tree is a list of leaves and lists")

        def node(item: Any) -> Any:
            if isinstance(item, list):
                return sw.Tree(*map(node, item))
            return sw.Node.Leaf if item is None else sw.Node.id(item)

        return sw.Tree(*map(node, items))

    def foreign(self, attributes: Any = None, methods: Any = None) -> ForeignObject:
        return ForeignObject(attributes or {}, methods or {})

    def public_name(self, name: str) -> bool:
        path, _, last = name.rpartition(".")
        for module in (f"strideweave.{path}", f"strideweave.carriers.{path}") if path else ("strideweave",):
            try:
                return hasattr(importlib.import_module(module), last)
            except ImportError:
                continue
        return False

    # Descriptors and rules.

    def _registered(self, make: Any, name: str) -> Any:
        """Names are registered for good: one that an earlier case took is made unique."""
        for attempt in (name, *(name + letter for letter in "bcdefghijk")):
            try:
                return make(attempt)
            except ValueError as error:
                if "regist" not in str(error) and "name" not in str(error):
                    raise
                last = error
        raise last

    def dtype(self, name: str) -> Any:
        if not hasattr(sw.DType, name):
            raise Unsupported(f"there is no dtype {name}")
        return getattr(sw.DType, name)

    def category(self, name: str) -> Any:
        return self._registered(lambda unique: sw.DTypeCategory(unique, supertype=sw.DType.Any), name)

    def simple(self, name: str, bits: int) -> Any:
        return self._registered(lambda unique: sw.SimpleDType(unique, bits=bits, supertype=sw.DType.Any), name)

    def compound(self, name: str, planes: Any, rules: Any = ()) -> Any:
        return self._registered(lambda unique: Compound(unique, tuple(planes), tuple(rules)), name)

    def rule(self, raise_: Any = None, armed: bool = False, write: Any = (), returns: Any = None) -> SpyRule:
        return SpyRule(Seen(self._case, raise_, armed, list(write), returns))

    def arm(self, *spies: Any) -> None:
        for spy in spies:
            for rule in spy if isinstance(spy, list) else [spy]:
                rule.seen.armed = True

    # Carriers.

    def carrier(
        self,
        dtype: Any,
        size: Any = None,
        stored: Any = None,
        class_: Any = None,
        spy: bool = False,
        virtual: bool = False,
        fail_read: Any = None,
        fail_size: Any = None,
        fail_dtype: Any = None,
        watched: bool = False,  # every carrier can be referred to weakly
    ) -> Any:
        if size is None:
            if not isinstance(stored, list):
                raise Internal("a carrier needs its size or its stored values")
            size = len(stored)
        values = None
        if not virtual:
            if stored in (None, "iota"):
                if size > MOST_STORED:
                    raise Unsupported(f"a carrier of {size} stored elements")
                stored = [value_from_index(dtype, i) for i in range(size)]
            values = _as_stored(dtype, stored)
        # The package's own carriers wherever nothing more is asked for.
        own = not (virtual or spy or fail_read or fail_size or fail_dtype or class_)
        if own and size >= 0 and dtype in OWN_DTYPES:
            return _own(dtype, values)
        if class_ not in (None, *CLASSES):
            raise Unsupported(f"there is no carrier class {class_}")
        return CLASSES[class_ or "base"](dtype, size, values, spy, fail_read, fail_size, fail_dtype)

    def carrier_get(self, carrier: Any, index: Any) -> Any:
        return carrier[index]

    def carrier_set(self, carrier: Any, index: Any, value: Any) -> None:
        carrier[index] = value

    def release(self, carrier: Any) -> None:
        carrier.release()

    # Tensors.

    def tensor(self, carrier: Any, offset: Any, layout: Any) -> Any:
        return sw.Tensor(carrier, offset, layout)

    def representation(self, dtype: Any, subtensors: Any, adjacent: Any = ()) -> Any:
        levels = tuple(
            Subtensor(level["dtype"], level["carrier"], level["offset"], level["layout"]) for level in subtensors
        )
        return sw.Tensor._from_representation(TensorRepresentation(dtype, levels, tuple(adjacent)))

    def item(self, tensor: Any) -> Any:
        return friendly.item(tensor)

    def to_list(self, tensor: Any) -> Any:
        return friendly.to_list(tensor)

    def index(self, tensor: Any, key: Any) -> Any:
        return tensor[tuple(key) if isinstance(key, list) else key]

    def assign(self, tensor: Any, key: Any, value: Any) -> None:
        tensor[tuple(key) if isinstance(key, list) else key] = value

    # Views and reverse mode.

    def rearrange(self, tensor: Any, output: Any, selection: Any = None) -> Any:
        return sw.rearrange(tensor, output) if selection is None else sw.rearrange(tensor, output, selection)

    def permute(self, tensor: Any, order: Any) -> Any:
        return sw.permute(tensor, order)

    def reshape(self, tensor: Any, target: Any) -> Any:
        return sw.reshape(tensor, target)

    def as_strided(self, tensor: Any, shape: Any, stride: Any) -> Any:
        return sw.as_strided(tensor, shape, stride)

    def broadcast_to(self, tensor: Any, target: Any) -> Any:
        return sw.broadcast_to(tensor, target)

    def broadcast_in_dim(self, tensor: Any, target: Any, broadcast_dimensions: Any) -> Any:
        return sw.broadcast_in_dim(tensor, target, broadcast_dimensions)

    def squeeze(self, tensor: Any, dim: Any) -> Any:
        return sw.squeeze(tensor, dim)

    def unsqueeze(self, tensor: Any, dim: Any) -> Any:
        return sw.unsqueeze(tensor, dim)

    def add(self, a: Any, b: Any) -> Any:
        return sw.add(a, b)

    def move(self, tensor: Any, class_: Any = None) -> Any:
        """The package's fills a carrier that is there: here one of zeros, as large as the tensor's layout needs."""
        return sw.move(tensor, self.carrier(tensor.dtype(), stored=[0] * tensor.layout.cosize, class_=class_))

    def scatter(self, source: Any, onto: Any, ordinals: Any) -> Any:
        """The package's goes along one mode, so that ordinals are indices where there is no other."""
        modes = _modes(onto.layout.shape)
        if len(modes) != 1 or not isinstance(modes[0], int):
            raise Unsupported("scatter onto anything but one leaf mode")
        own = not isinstance(onto.carrier, SpyCarrier)
        indices = self.carrier(sw.DType.Int32, stored=ordinals, class_=None if own else "base")
        return sw.scatter(onto, sw.Tensor(indices, 0, self.layout([len(ordinals)], [1])), source, 0)

    def export_dlpack(self, tensor: Any) -> dict[str, Any]:
        array = numpy.from_dlpack(tensor)
        return {
            "shape": list(array.shape),
            "strides": [stride // array.itemsize for stride in array.strides],
            "type": str(array.dtype),
            "values": array.flatten(order="F").tolist(),
        }

    def backward(self, tensor: Any, gradient: Any = None, retain_graph: bool = False) -> None:
        tensor.backward(gradient, retain_graph=retain_graph)

    def retain_grad(self, tensor: Any) -> None:
        tensor.retain_grad()

    def clear_grad(self, tensor: Any) -> None:
        tensor.grad = None


# An operation this version of the package does not have is none of the harness's either.
for _module, _names in (
    (sw, ("rearrange", "permute", "reshape", "as_strided", "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze")),
    (sw, ("add", "move", "scatter")),
    (friendly, ("item", "to_list")),
):
    for _name in _names:
        if not hasattr(_module, _name):
            delattr(UpstreamHarness, _name)
if not hasattr(sw.Tensor, "__dlpack__"):
    del UpstreamHarness.export_dlpack
