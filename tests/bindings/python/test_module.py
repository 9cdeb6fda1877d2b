# SPDX-License-Identifier: Apache-2.0
"""The reference's Python module: names, numbers, errors. The suite itself judges what the operations do."""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import sys
import threading
from pathlib import Path

import pytest

sw = pytest.importorskip("strideweave_reference")
from strideweave_reference import _core  # noqa: E402

FLOAT = sw.DType.Float32


def matrix(rows: int = 2, columns: int = 3) -> sw.Tensor:
    carrier = sw.Host(range(rows * columns), FLOAT)
    return sw.Tensor(carrier, 0, sw.Layout(sw.Shape(rows, columns), sw.Stride(1, rows)))


def to_list(tensor: sw.Tensor) -> list[float]:
    from strideweave_reference import friendly

    return friendly.to_list(tensor)


def test_friendly_is_a_submodule_to_be_imported_by_itself():
    code = "import strideweave_reference as sw; assert not hasattr(sw, 'friendly') and not hasattr(sw, 'item')"
    import subprocess

    subprocess.run([sys.executable, "-c", code], check=True)
    friendly = importlib.import_module("strideweave_reference.friendly")
    assert set(friendly.__all__) == {"item", "to_list"}


@pytest.mark.parametrize("name", sw.__all__)
def test_every_public_name_is_documented(name):
    thing = getattr(sw, name)
    assert inspect.getdoc(thing)
    if inspect.isclass(thing) and thing is not sw.no_grad:
        for member in vars(thing):
            value = inspect.getattr_static(thing, member)
            if not member.startswith("_") and callable(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def stub_names() -> dict[str, set[str]]:
    tree = ast.parse((Path(_core.__file__).parent / "_core.pyi").read_text())
    names: dict[str, set[str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            members = set()
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    members.add(member.name)
                elif isinstance(member, ast.AnnAssign):
                    members.add(member.target.id)
                elif isinstance(member, ast.Assign):
                    members.update(target.id for target in member.targets)
            names[node.name] = members
        elif isinstance(node, ast.FunctionDef):
            names[node.name] = set()
    return names


_BY_PYTHON = {"__doc__", "__module__", "__new__", "__init__", "__hash__", "__dict__", "__weakref__", "__name__", "__qualname__"}


def test_the_stubs_have_every_name_and_no_other():
    stubs = stub_names()
    public = {name for name in vars(_core) if not name.startswith("__")}
    assert set(stubs) == public
    for name, members in stubs.items():
        cls = getattr(_core, name)
        if not inspect.isclass(cls):
            continue
        real = {member for member in vars(cls) if member not in _BY_PYTHON and not member.startswith("_pybind11")}
        assert members - _BY_PYTHON == real - {"__ne__"}, name


def test_the_package_is_marked_as_typed():
    assert (Path(sw.__file__).parent / "py.typed").is_file()


@pytest.mark.parametrize(
    "number", [0, 1, -1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**100, 2**126, 2**127 - 2]
)
def test_integers_of_any_size_come_back(number):
    if number > 0:
        assert sw.Stride(number).modes == (number,)
        assert sw.Layout(sw.Shape(1), sw.Stride(number)).index(0) == 0
    assert sw.Node.id(abs(number)).number == abs(number) if abs(number) < 2**127 else True
    if 0 < number < 2**127 - 1:
        assert sw.Shape(number).size() == number


@pytest.mark.parametrize("number", [2**127, 2**128, 2**1000, 10**10000], ids=["2^127", "2^128", "2^1000", "10^10000"])
def test_integers_beyond_the_range(number):
    with pytest.raises(OverflowError):
        sw.Shape(number)
    with pytest.raises(ValueError):
        sw.Shape(-number)
    with pytest.raises(ValueError):  # merely out of range
        sw.Tensor(sw.Host([0], FLOAT), number, sw.Layout(sw.Shape(1), sw.Stride(1)))
    with pytest.raises(ValueError):
        sw.Tensor(sw.Host([0], FLOAT), -number, sw.Layout(sw.Shape(1), sw.Stride(1)))
    with pytest.raises(IndexError):
        sw.Host([0], FLOAT)[number]
    with pytest.raises(ValueError):
        matrix()[number, 0]


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, [1], object(), 1j])
def test_what_is_no_integer(wrong):
    with pytest.raises(TypeError):
        sw.Tensor(sw.Host([0], FLOAT), wrong, sw.Layout(sw.Shape(1), sw.Stride(1)))
    with pytest.raises(TypeError):
        matrix()[wrong, 0]
    with pytest.raises(TypeError):
        sw.squeeze(matrix(), wrong)
    with pytest.raises(TypeError):
        sw.Host([0], FLOAT)[wrong]
    with pytest.raises(TypeError):
        sw.permute(matrix(), 0, wrong)


def test_messages_name_the_classes_of_python():
    class Odd:
        pass

    with pytest.raises(TypeError, match=r"test_module\..*Odd"):
        sw.reshape(matrix(), Odd())
    with pytest.raises(TypeError, match="not float"):
        sw.Shape(1.5)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda: sw.reshape(matrix(), sw.Shape(7))),
        (TypeError, lambda: sw.reshape(matrix(), [6])),
        (IndexError, lambda: sw.Host([1], FLOAT)[1]),
        (OverflowError, lambda: sw.Host([2**31], sw.DType.Int32)),
        (RuntimeError, lambda: sw.Tensor(sw.Host([1], sw.DType.Int32), 0, sw.Layout(sw.Shape(1), sw.Stride(1))).grad),
        (AttributeError, lambda: _core.item(5)),
        (NotImplementedError, lambda: sw.Carrier().size()),
    ],
)
def test_errors_are_the_built_in_classes(error, call):
    with pytest.raises(error) as caught:
        call()
    assert type(caught.value) is error


def test_deep_nesting_is_an_error_not_a_crash():
    modes: list = []
    for _ in range(100_000):
        modes = [modes]
    with pytest.raises(RecursionError):
        sw.Shape(modes)
    with pytest.raises(RecursionError):
        matrix()[modes, 0]


def test_layouts():
    layout = sw.Layout.parse("[2,[3,4]]:[1,[2,6]]")
    assert layout == sw.Layout(sw.Shape(2, (3, 4)), sw.Stride(1, [2, 6]))
    assert layout != sw.Layout.parse("[2,3,4]:[1,2,6]")
    assert hash(layout) == hash(sw.Layout.parse("[2,[3,4]]:[1,[2,6]]"))
    assert (layout.shape.modes, layout.stride.modes, layout.rank) == ((2, (3, 4)), (1, (2, 6)), 2)
    assert (layout.size(), layout.cosize(), layout.index((1, (2, 3))), layout(23)) == (24, 24, 23, 23)
    assert repr(layout) == "Layout.parse('[2,[3,4]]:[1,[2,6]]')"
    assert layout.coalesce() == sw.Layout.parse("24:1") and layout.is_injective()
    assert sw.Layout.parse("8:2").compose(sw.Layout.parse("4:2")) == sw.Layout.parse("4:4")
    assert sw.Layout.compact(layout.shape) == layout
    assert sw.Shape() == sw.Shape.parse("[]") and sw.Shape().size() == 1
    with pytest.raises(AttributeError):
        layout.shape = sw.Shape(1)


def test_trees():
    tree = sw.Tree(sw.Node.id(1), sw.Tree(sw.Node.Leaf))
    assert tree == sw.Tree(sw.Node.id(1), sw.Tree(sw.Node.Leaf)) != sw.Tree(sw.Node.id(1), sw.Node.Leaf)
    assert tree.items == (sw.Node.id(1), sw.Tree(sw.Node.Leaf))
    assert hash(tree) == hash(sw.Tree(sw.Node.id(1), sw.Tree(sw.Node.Leaf)))
    with pytest.raises(TypeError):
        sw.Tree(1)
    with pytest.raises(ValueError):
        sw.Node.id(-1)


def test_views_are_functions_and_methods():
    t = matrix()
    for view in (sw.permute(t, 1, 0), sw.permute(t, (1, 0)), sw.permute(t, iter([1, 0])), t.permute(1, 0)):
        assert to_list(view) == [0, 2, 4, 1, 3, 5]
        assert view.carrier is t.carrier
    assert t.reshape(sw.Shape(6)).layout == sw.reshape(t, target=sw.Shape(6)).layout
    assert t.unsqueeze(0).squeeze(dim=0).layout == t.layout
    assert t.rearrange("a b -> b a").layout == t.rearrange(sw.Tree(sw.Node.id(1), sw.Node.id(0))).layout
    assert t.as_strided(sw.Shape(3), sw.Stride(2)).layout == sw.Layout.parse("3:2")
    assert t.broadcast_in_dim(sw.Shape(2, 3, 4), (0, 1)).layout == sw.Layout.parse("[2,3,4]:[1,2,0]")
    assert t.unsqueeze(-1).broadcast_to(sw.Shape(2, 3, 5)).layout == sw.Layout.parse("[2,3,5]:[1,2,0]")
    assert (t[1, 2], t[1, :].layout, t[:, 1:3].offset) == (5, sw.Layout.parse("3:2"), 2)


def test_a_key_that_is_a_list_is_one_entry():
    with pytest.raises(TypeError):
        sw.Tensor(sw.Host([0], FLOAT), 0, sw.Layout(sw.Shape(1), sw.Stride(1)))[[0]]
    with pytest.raises(ValueError):
        matrix()[[0, 1]]


def test_assignment_counts_the_version():
    t = matrix()
    t[1, 2] = 50
    assert (t[1, 2], t.carrier.version) == (50, 1)
    with pytest.raises(TypeError):
        t[1, :] = 5
    with pytest.raises(TypeError):
        t[1, 2] = True
    assert t.carrier.version == 1


def test_a_tensor_is_one_object():
    x = matrix()
    y = x.reshape(sw.Shape(6)).as_strided(sw.Shape(1), sw.Stride(1))
    sw.backward(y)
    assert x.grad is x.grad
    assert to_list(x.grad) == [1, 0, 0, 0, 0, 0]
    assert x == x and x != matrix()
    x.grad = None
    assert x.grad is None
    with pytest.raises(TypeError):
        x.grad = 5
    with pytest.raises(AttributeError):
        x.layout = x.layout


def test_backward_and_add():
    x = matrix()
    total = sw.add(x, x)
    assert to_list(x + x) == to_list(total) == [0, 2, 4, 6, 8, 10]
    total.retain_grad()
    sw.backward(total, gradient=sw.Tensor(sw.Host([1] * 6, FLOAT), 0, total.layout), retain_graph=True)
    assert to_list(x.grad) == [2] * 6 and to_list(total.grad) == [1] * 6
    with pytest.raises(TypeError):
        x + 1
    with pytest.raises(TypeError):
        total.backward(5)


def test_no_grad():
    x = matrix()
    assert sw.is_grad_enabled()
    with sw.no_grad():
        assert not sw.is_grad_enabled()
        with sw.no_grad():
            assert x.reshape(sw.Shape(6)).is_leaf()
        assert not sw.is_grad_enabled()
        seen = []
        thread = threading.Thread(target=lambda: seen.append(sw.is_grad_enabled()))
        thread.start()
        thread.join()
        assert seen == [True]
    assert sw.is_grad_enabled()
    with contextlib.suppress(KeyError), sw.no_grad():
        raise KeyError
    assert sw.is_grad_enabled() and not x.reshape(sw.Shape(6)).is_leaf()

    @sw.no_grad()
    def quiet() -> bool:
        return sw.is_grad_enabled()

    assert not quiet() and sw.is_grad_enabled()


def test_dtypes():
    assert sw.DType.Float32 is sw.DType.find("Float32") and sw.DType.Float32.supertype is sw.DType.Floating
    assert sw.DType.Any.supertype is None and sw.DType.Int8.bits == 8
    assert sw.DType.Int8.is_subtype_of(sw.DType.Any) and not sw.DType.Int8.is_subtype_of(sw.DType.Floating)
    pair = sw.CompoundDType("test pair", (sw.DType.Int8, sw.DType.E8M0))
    assert sw.DType.find("test pair") is pair and pair.simple_types == (sw.DType.Int8, sw.DType.E8M0)
    for call in (
        lambda: sw.CompoundDType("test pair", (FLOAT,)),
        lambda: sw.CompoundDType("test none", ()),
        lambda: sw.SimpleDType("", 4),
        lambda: sw.SimpleDType("test bits", 0),
    ):
        with pytest.raises(ValueError):
            call()
    for call in (
        lambda: sw.CompoundDType("test types", (5,)),
        lambda: sw.CompoundDType("test rules", (FLOAT,), (5,)),
        lambda: sw.DTypeCategory("test super", FLOAT),
    ):
        with pytest.raises(TypeError):
            call()


def test_rules_written_in_python():
    seen = []

    class Rule(sw.RepresentationRule):
        def __init__(self, error=None):
            super().__init__()
            self.error = error

        def validate(self, context):
            seen.append(context)
            if self.error:
                raise self.error

    boom = KeyError("boom")
    kind = sw.CompoundDType("test ruled", (FLOAT,), [Rule(), Rule()])
    refusing = sw.CompoundDType("test refusing", (FLOAT,), [Rule(boom)])
    t = matrix()
    parts = [(FLOAT, t.carrier, 0, t.layout)]
    made = sw.Tensor._from_representation(kind, parts)
    assert made.dtype() is kind
    assert seen[0] is seen[1]  # one context for all
    assert seen[0].logical_dtype is kind and seen[0].storage_dtypes == (FLOAT,)
    assert seen[0].placement_layouts == (t.layout,) and seen[0].level_shapes == (t.layout.shape,)
    with pytest.raises(AttributeError):
        seen[0].logical_dtype = FLOAT
    with pytest.raises(AttributeError):
        seen[0].anything = 1
    with pytest.raises(KeyError) as caught:
        sw.Tensor._from_representation(refusing, parts)
    assert caught.value is boom
    bare = sw.CompoundDType("test bare", (FLOAT,), [sw.RepresentationRule()])
    with pytest.raises(NotImplementedError):
        sw.Tensor._from_representation(bare, parts)


def test_an_object_that_looks_like_a_tensor():
    from strideweave_reference import friendly

    class Like:
        layout = sw.Layout.parse("1:1")
        offset = 2
        carrier = sw.Host(range(3), FLOAT)

        def size(self):
            return 1

    assert friendly.item(Like()) == 2 and friendly.to_list(Like()) == [2]
    boom = LookupError("boom")

    class Raising(Like):
        @property
        def layout(self):
            raise boom

    with pytest.raises(LookupError) as caught:
        friendly.to_list(Raising())
    assert caught.value is boom
    Like.size = 1
    with pytest.raises(AttributeError):
        friendly.item(Like())
