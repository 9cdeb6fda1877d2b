# SPDX-License-Identifier: Apache-2.0
"""The harness of the public `strideweave` package, over a stand-in: what it claims, and how it calls."""

from __future__ import annotations

import importlib
import sys

import pytest

STAND_IN = """
from types import SimpleNamespace as Some

class Carrier:
    def __init__(self): self.version = 0
    def is_released(self): return False

class CPU(Carrier):
    def __init__(self, size, dtype=None):
        super().__init__()
        self.values, self._dtype = [0] * size, dtype
    def new_like(self, values):
        made = CPU(0, self._dtype)
        made.values = list(values)
        return made
    def get_value(self, index): return self.values[index]
    def size(self): return len(self.values)
    def dtype(self): return self._dtype

class DTypeCategory:
    def __init__(self, name, supertype=None): self.name = name

class SimpleDType(DTypeCategory):
    pass

class CompoundDType(DTypeCategory):
    def __init_subclass__(cls, abstract=True): pass
    def __init__(self, name, supertype, simple_types, representation_rules):
        self.name, self.simple_types, self.representation_rules = name, simple_types, representation_rules

class RepresentationRule:
    __slots__ = ()

class Tree(list):
    pass

class Shape:
    def __init__(self, modes): self.top_level = modes

class Stride(Shape):
    pass

class Layout:
    def __init__(self, shape, stride): self.shape, self.stride = shape, stride
    cosize = 11

class Tensor:
    grad = None
    def __init__(self, carrier, offset, layout): self.carrier, self.offset, self.layout = carrier, offset, layout
    def dtype(self): return self.carrier.dtype()
    def size(self): return 2
    def carrier_type(self): return type(self.carrier)
    def _version_token(self): return ()
    @staticmethod
    def _from_representation(representation):
        context = Some(logical_dtype=representation.dtype, storage_dtypes=(DType.Int32,), level_shapes=())
        context.placement_layouts = context.adjacent_layouts = ()
        for rule in representation.dtype.representation_rules: rule.validate(context)
        made = Tensor(*(getattr(representation.subtensors[0], name) for name in ("carrier", "offset", "layout")))
        made._representation = representation
        return made
    @property
    def _representation(self): return self.__dict__.get("representation", Some(subtensors=(), adjacent_layouts=()))
    @_representation.setter
    def _representation(self, representation): self.__dict__["representation"] = representation

DType = Some(Any=DTypeCategory("Any"), **{name: SimpleDType(name) for name in ("Float32", "Int32", "Bool")})
move = lambda tensor, destination: Tensor(destination, 0, tensor.layout)
scatter = lambda base, indices, updates, axis: [base, indices.carrier.values, updates, axis]
"""
CORE = """
from types import SimpleNamespace as Some
Subtensor = lambda dtype, carrier, offset, layout: Some(dtype=dtype, carrier=carrier, offset=offset, layout=layout)
def TensorRepresentation(dtype, subtensors, adjacent):
    return Some(dtype=dtype, subtensors=subtensors, adjacent_layouts=adjacent)
"""


@pytest.fixture
def upstream(tmp_path, monkeypatch):
    """The harness, imported anew over a package that has what `more` adds to the stand-in."""
    pytest.importorskip("numpy")

    def harness(more: str = ""):
        package = tmp_path / "strideweave"
        (package / "core").mkdir(parents=True)
        (package / "__init__.py").write_text(STAND_IN + more)
        (package / "friendly.py").write_text("def item(tensor): return 5\n")
        (package / "core" / "__init__.py").write_text("")
        (package / "core" / "_representation.py").write_text(CORE)
        monkeypatch.syspath_prepend(str(tmp_path))
        for name in [name for name in sys.modules if name.split(".")[0] == "strideweave"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.delitem(sys.modules, "swconform.harnesses.upstream", raising=False)
        return importlib.import_module("swconform.harnesses.upstream").UpstreamHarness

    yield harness
    for name in [name for name in sys.modules if name.split(".")[0] == "strideweave"]:
        del sys.modules[name]
    sys.modules.pop("swconform.harnesses.upstream", None)


def test_what_the_package_lacks_is_not_claimed(upstream, converse):
    operations = set(converse(upstream(), {"verb": "hello", "protocol": 1})[0]["operations"])
    assert {"item", "move", "scatter", "tensor", "index"} <= operations
    assert not operations & {"to_list", "permute", "rearrange", "add", "export_dlpack"}


def test_what_it_has_is_claimed(upstream, converse):
    harness = upstream("permute = add = None\nTensor.__dlpack__ = None\n")
    operations = set(converse(harness, {"verb": "hello", "protocol": 1})[0]["operations"])
    assert {"permute", "add", "export_dlpack"} <= operations
    assert "squeeze" not in operations


TENSOR = [
    {"do": "dtype", "arguments": ["Int32"], "as": "d"},
    {"do": "carrier", "keywords": {"dtype": {"ref": "d"}, "size": 3}, "as": "c"},
    {"do": "layout", "arguments": [[2], [2]], "as": "l"},
    {"do": "tensor", "arguments": [{"ref": "c"}, 0, {"ref": "l"}], "as": "t"},
]


def test_move_brings_a_carrier_as_large_as_the_layout_needs(upstream, run):
    lines = run(
        upstream(),
        *TENSOR,
        {"do": "move", "arguments": [{"ref": "t"}], "as": "own"},
        {"do": "move", "arguments": [{"ref": "t"}, "sub"], "as": "sub", "facts": True},
    )
    objects = lines[-1]["facts"]["objects"]
    names = lines[-1]["facts"]["names"]

    def carrier(name):
        tensor = objects[str(names[name]["object"])]["facts"]
        facts = objects[str(tensor["carrier"]["object"])]["facts"]
        return facts["size"], objects[str(facts["class"]["object"])]["facts"]["name"]

    assert carrier("own") == (11, "CPU")
    assert carrier("sub") == (11, "SubCarrier")


def test_scatter_takes_ordinals_for_indices_where_there_is_one_mode(upstream, run):
    square = [
        {"do": "layout", "arguments": [[1, 2], [1, 1]], "as": "l2"},
        {"do": "tensor", "arguments": [{"ref": "c"}, 0, {"ref": "l2"}], "as": "t2"},
    ]
    lines = run(
        upstream(),
        *TENSOR,
        *square,
        {"do": "scatter", "arguments": [{"ref": "t2"}, {"ref": "t"}, [1, 0]]},
        {"do": "scatter", "arguments": [{"ref": "t"}, {"ref": "t2"}, [1, 0]]},
    )
    base, indices, updates, axis = lines[-2]["value"]
    assert [base, updates] == [lines[3]["value"], lines[5]["value"]]
    assert [indices, axis] == [[1, 0], 0]
    assert "unsupported" in lines[-1]


def test_a_context_is_told_whatever_its_class_and_is_one_to_all_rules(upstream, run):
    subtensor = {"map": {"dtype": {"ref": "d"}, "carrier": {"ref": "c"}, "offset": 0, "layout": {"ref": "l"}}}
    lines = run(
        upstream(),
        *TENSOR,
        {"do": "rule", "as": "r"},
        {"do": "rule", "keywords": {"write": ["level_shapes"]}, "as": "s"},
        {"do": "compound", "arguments": ["P", [{"ref": "d"}], [{"ref": "r"}, {"ref": "s"}]], "as": "p"},
        {"do": "representation", "arguments": [{"ref": "p"}, [subtensor]], "as": "m", "facts": True},
    )
    facts = lines[-1]["facts"]
    objects, names = facts["objects"], facts["names"]
    rules = [objects[str(names[name]["object"])]["facts"] for name in "rs"]
    assert rules[0]["context"] == rules[1]["context"]
    assert rules[0]["log"] == [names["r"], names["s"]]
    assert rules[1]["writes-refused"] == 0  # the stand-in's context is not frozen
    context = objects[str(rules[0]["context"]["object"])]
    assert context["kind"] == "context"
    assert context["facts"]["logical_dtype"] == names["p"]
    assert context["facts"]["storage_dtypes"] == [{"dtype": "Int32"}]
