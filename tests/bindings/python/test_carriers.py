# SPDX-License-Identifier: Apache-2.0
"""Carriers written in Python: their identity, their overrides and their errors, whoever still refers to them."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest

sw = pytest.importorskip("strideweave_reference")
from strideweave_reference import friendly  # noqa: E402

FLOAT = sw.DType.Float32
LINE = sw.Layout.parse("3:1")


class Mine(sw.Carrier):
    def __init__(self, values: list[Any], fail: BaseException | None = None) -> None:
        super().__init__()
        self.values = list(values)
        self.fail = fail

    def size(self) -> int:
        return len(self.values)

    def dtype(self) -> sw.DType:
        return FLOAT

    def get_value(self, index: int) -> Any:
        if self.fail is not None:
            raise self.fail
        return self.values[index]

    def set_value(self, index: int, value: Any) -> None:
        if self.fail is not None:
            raise self.fail
        self.values[index] = value

    def new_like(self, values: list[Any]) -> Mine:
        return type(self)(values)


class Derived(Mine):
    pass


def test_it_keeps_its_identity():
    c = Mine([1.0, 2.0, 3.0])
    t = sw.Tensor(c, 0, LINE)
    assert t.carrier is c and t.reshape(sw.Shape(3)).carrier is c
    assert t.carrier_type() is Mine
    (level,) = t._subtensors()
    assert level[1] is c
    assert t._snapshot() == ((c, 0),)


def test_it_keeps_its_overrides_when_every_reference_in_python_is_gone():
    c = Mine([1.0, 2.0, 3.0])
    c.mark = object()
    mark = c.mark
    t = sw.Tensor(c, 0, LINE)
    view = t.reshape(sw.Shape(3))
    gone = weakref.ref(c)
    del c, t
    gc.collect()
    assert gone() is not None
    assert friendly.to_list(view) == [1.0, 2.0, 3.0]
    assert type(view.carrier) is Mine and view.carrier.mark is mark
    view[0] = 7
    assert view.carrier.values == [7, 2.0, 3.0] and view.carrier.version == 1
    del view
    gc.collect()
    assert gone() is None


def test_it_dies_with_its_last_owner_and_not_twice():
    alive = []
    for _ in range(100):
        c = Mine([1.0, 2.0, 3.0])
        tensors = [sw.Tensor(c, 0, LINE) for _ in range(5)]
        alive.append(weakref.ref(c))
        del c
        while tensors:
            tensors.pop()
        del tensors
    gc.collect()
    assert not any(reference() for reference in alive)


def test_it_can_be_taken_up_again():
    c = Mine([1.0, 2.0, 3.0])
    for _ in range(3):
        t = sw.Tensor(c, 0, LINE)
        assert t.carrier is c
        del t
        gc.collect()
    assert c[0] == 1.0


def test_the_last_owner_may_go_in_another_thread():
    c = Mine([1.0, 2.0, 3.0])
    holder = [sw.Tensor(c, 0, LINE)]
    gone = weakref.ref(c)
    del c
    thread = threading.Thread(target=holder.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("error", [KeyError("boom"), ValueError("boom"), StopIteration(), type("Own", (Exception,), {})()])
def test_its_exceptions_pass_through_as_the_very_same_object(error):
    c = Mine([1.0, 2.0, 3.0], fail=error)
    t = sw.Tensor(c, 0, LINE)
    for call in (
        lambda: friendly.to_list(t),
        lambda: t[1],
        lambda: sw.add(t, t),
        lambda: c[0],
        lambda: t.__setitem__(0, 1.0),
        lambda: sw.backward(sw.reshape(t, sw.Shape(3)), t),
    ):
        with pytest.raises(type(error)) as caught:
            call()
        assert caught.value is error
    assert c.version == 0


def test_exit_passes_through_too():
    c = Mine([1.0, 2.0, 3.0], fail=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        friendly.to_list(sw.Tensor(c, 0, LINE))


def test_each_python_class_is_an_exact_class_of_its_own():
    pair = sw.DType.find("test two floats") or sw.CompoundDType("test two floats", (FLOAT, FLOAT))

    def represent(a: sw.Carrier, b: sw.Carrier) -> sw.Tensor:
        return sw.Tensor._from_representation(pair, [(FLOAT, a, 0, LINE), (FLOAT, b, 0, LINE)], [LINE])

    values = [1.0, 2.0, 3.0]
    represent(Mine(values), Mine(values))
    for other in (Derived(values), sw.Host(values, FLOAT)):
        with pytest.raises(TypeError, match=r"test_carriers\.Mine.*"):
            represent(Mine(values), other)


def test_gradients_are_carriers_of_the_same_class():
    x = sw.Tensor(Derived([1.0, 2.0, 3.0]), 0, LINE)
    sw.backward(sw.add(x, x), sw.Tensor(sw.Host([1, 2, 3], FLOAT), 0, LINE))
    assert type(x.grad.carrier) is Derived
    assert friendly.to_list(x.grad) == [2, 4, 6]
    grad = x.grad
    del x
    gc.collect()
    assert friendly.to_list(grad) == [2, 4, 6]


def test_new_like_must_give_its_own_class():
    class Stranger(Mine):
        def new_like(self, values: list[Any]) -> Any:
            return self.answer(values)

    c = Stranger([1.0, 2.0, 3.0])
    for answer in (lambda v: Mine(v), lambda v: None, lambda v: 5, lambda v: sw.Host(v, FLOAT)):
        c.answer = answer
        with pytest.raises(RuntimeError):
            sw.add(sw.Tensor(c, 0, LINE), sw.Tensor(c, 0, LINE))


def test_checks_come_before_the_overrides():
    c = Mine([1.0], fail=AssertionError("called"))
    with pytest.raises(IndexError):
        c[1]
    with pytest.raises(TypeError):
        c[0.0]
    with pytest.raises(TypeError):
        c[0] = "text"
    c.release()
    with pytest.raises(RuntimeError):
        c[0]


def test_mutability():
    class ReadOnly(sw.Carrier):
        def size(self) -> int:
            return 1

        def dtype(self) -> sw.DType:
            return FLOAT

        def get_value(self, index: int) -> float:
            return 5.0

    c = ReadOnly()
    assert not c.is_mutable() and c[0] == 5
    with pytest.raises(RuntimeError):
        c[0] = 1.0

    class Sometimes(Mine):
        def _is_mutable(self) -> bool:
            return False

    with pytest.raises(RuntimeError):
        Sometimes([1.0])[0] = 2.0
    assert Mine([1.0]).is_mutable()


def test_release_is_told_once():
    told = []

    class Told(Mine):
        def _on_release(self) -> None:
            told.append(self)

    c = Told([1.0])
    c.release()
    c.release()
    assert told == [c] and c.is_released()


def test_overrides_that_answer_nonsense():
    class Nonsense(Mine):
        answer: Any = None

        def size(self) -> Any:
            return self.answer

        def get_value(self, index: int) -> Any:
            return self.answer

    c = Nonsense([])
    for answer in (None, True, 1.5, "1"):
        c.answer = answer
        with pytest.raises(TypeError):
            c[0]
    c.answer = 5
    c.dtype = lambda: 5  # an instance attribute is no override, but the class's is
    assert c[0] == 5
    Nonsense.dtype = lambda self: 5
    with pytest.raises(TypeError):
        sw.Tensor(c, 0, LINE)


def test_what_is_not_overridden_asks_for_it():
    class Bare(sw.Carrier):
        pass

    with pytest.raises(NotImplementedError, match=r"Bare does not define size"):
        Bare().size()
    with pytest.raises(NotImplementedError, match="dtype"):
        Bare().dtype()
    with pytest.raises(TypeError, match="__init__"):

        class Forgets(sw.Carrier):
            def __init__(self) -> None:
                pass

        Forgets()


def test_values_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    c = Mine([numpy.float32(1.5), numpy.int64(2), numpy.float64(3.5)])
    values = [c[i] for i in range(3)]
    assert values == [1.5, 2, 3.5] and [type(v) for v in values] == [float, int, float]


@pytest.mark.parametrize("final", ["Host", "Generic", "VirtualCarrier", "Tensor", "Layout", "DType"])
def test_what_cannot_be_derived_from(final):
    if final == "DType":
        pytest.skip("a DType cannot be made, so deriving is harmless")
    with pytest.raises(TypeError):
        type("Derived", (getattr(sw, final),), {})


@pytest.mark.parametrize("cls", [sw.Host, sw.Generic])
def test_the_library_s_own(cls):
    c = cls([1, 2.5], FLOAT)
    t = sw.Tensor(c, 0, sw.Layout.parse("2:1"))
    assert t.carrier is c and t.carrier_type() is cls
    assert (c.size(), c.dtype(), c.version, c.is_mutable()) == (2, FLOAT, 0, True)
    c[0] = 9
    assert (c[0], c.get_value(1), c.version) == (9.0, 2.5, 1)
    c.set_value(1, 3)
    assert type(c[1]) is float and c.version == 2
    assert type(c.new_like([1.0])) is cls
    frozen = cls([1], FLOAT, mutable=False)
    with pytest.raises(RuntimeError):
        frozen[0] = 2
    c.release()
    assert c.is_released() and c.size() == 2
    with pytest.raises(RuntimeError):
        c[0]
    assert cls([0.1], FLOAT)[0] == 0.10000000149011612
    assert cls([True], sw.DType.Bool)[0] is True
    with pytest.raises(TypeError):
        cls([True], FLOAT)
    with pytest.raises(ValueError):
        cls([1.0], sw.DType.E8M0)
    with pytest.raises(TypeError):
        cls([1.0], "Float32")


def test_virtual():
    c = sw.VirtualCarrier(10**30, FLOAT)
    assert c.size() == 10**30 and c[7] == 7.0 and not c.is_mutable()
    assert sw.VirtualCarrier(-1, FLOAT).size() == -1
