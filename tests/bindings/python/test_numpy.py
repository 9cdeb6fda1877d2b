# SPDX-License-Identifier: Apache-2.0
"""NumPy interchange: the buffer protocol and DLPack, over the very memory of a Host."""

from __future__ import annotations

import gc
import weakref

import pytest

np = pytest.importorskip("numpy")
sw = pytest.importorskip("strideweave_reference")

FLOAT = sw.DType.Float32
DTYPES = [
    (sw.DType.Float32, "float32", [0.5, 2.0]),
    (sw.DType.Float64, "float64", [0.1, -2.0]),
    (sw.DType.Int32, "int32", [-(2**31), 7]),
    (sw.DType.Int8, "int8", [-128, 7]),
    (sw.DType.Bool, "bool", [True, False]),
]


def nested() -> sw.Tensor:
    layout = sw.Layout.parse("[2,[3,2]]:[6,[1,12]]")
    return sw.Tensor(sw.Host(range(30), FLOAT), 3, layout)


@pytest.mark.parametrize(("dtype", "name", "values"), DTYPES, ids=[row[1] for row in DTYPES])
def test_a_host_is_an_array(dtype, name, values):
    array = np.asarray(sw.Host(values, dtype))
    assert array.dtype == name and array.tolist() == values
    assert array.shape == (2,) and not array.flags.writeable and not array.flags.owndata


def test_an_array_shares_the_memory():
    host = sw.Host([1, 2, 3], FLOAT)
    array = np.asarray(host)
    host[1] = 20
    assert array.tolist() == [1, 20, 3]
    with pytest.raises(ValueError):
        array[0] = 5
    assert np.shares_memory(array, np.asarray(sw.Tensor(host, 1, sw.Layout.parse("2:1"))))


def test_a_tensor_is_an_array_with_a_dimension_for_each_leaf():
    t = nested()
    array = np.asarray(t)
    assert array.shape == (2, 3, 2)
    assert [stride // 4 for stride in array.strides] == [6, 1, 12]
    for i in range(2):
        for j in range(3):
            for k in range(2):
                assert array[i, j, k] == 3 + 6 * i + j + 12 * k
    scalar = np.asarray(sw.Tensor(sw.Host([7], FLOAT), 0, sw.Layout.parse("[]:[]")))
    assert scalar.shape == () and scalar == 7


def test_a_broadcast_has_stride_zero():
    t = sw.broadcast_to(sw.Tensor(sw.Host([7], FLOAT), 0, sw.Layout.parse("1:1")), sw.Shape(5))
    assert np.asarray(t).strides == (0,) and np.asarray(t).tolist() == [7] * 5


def test_the_memory_outlives_the_carrier_and_its_release():
    host = sw.Host([1, 2, 3], FLOAT)
    array = np.asarray(host)
    exported = np.from_dlpack(sw.Tensor(host, 0, sw.Layout.parse("3:1")))
    host.release()
    gone = weakref.ref(host)
    del host
    gc.collect()
    assert array.tolist() == exported.tolist() == [1, 2, 3]
    del array, exported
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    "thing",
    [
        lambda: sw.Host([], FLOAT),
        lambda: sw.Tensor(sw.Generic([1], FLOAT), 0, sw.Layout.parse("1:1")),
        lambda: sw.Tensor(sw.VirtualCarrier(3, FLOAT), 0, sw.Layout.parse("3:1")),
        lambda: _released(),
        lambda: _two_levels(),
        lambda: sw.Tensor(sw.Host([1], FLOAT), 0, sw.Layout(sw.Shape(2**70), sw.Stride(0))),
    ],
)
def test_what_has_no_buffer(thing):
    with pytest.raises(BufferError):
        memoryview(thing())


def _released() -> sw.Host:
    host = sw.Host([1], FLOAT)
    host.release()
    return host


def _two_levels() -> sw.Tensor:
    pair = sw.DType.find("numpy pair") or sw.CompoundDType("numpy pair", (FLOAT, FLOAT))
    line = sw.Layout.parse("2:1")
    host = sw.Host([1, 2], FLOAT)
    return sw.Tensor._from_representation(pair, [(FLOAT, host, 0, line), (FLOAT, host, 0, line)], [line])


def test_a_buffer_without_strides_is_had_where_it_is_contiguous():
    assert bytes(sw.Host([1, 2], sw.DType.Int8)) == b"\x01\x02"
    assert memoryview(nested()).strides == (24, 4, 48)


@pytest.mark.parametrize(("dtype", "name", "values"), DTYPES[:4], ids=[row[1] for row in DTYPES[:4]])
def test_dlpack(dtype, name, values):
    t = sw.Tensor(sw.Host(values, dtype), 0, sw.Layout.parse("2:1"))
    assert t.__dlpack_device__() == (1, 0)
    array = np.from_dlpack(t)
    assert array.dtype == name and array.tolist() == values
    t[0] = values[1]
    assert array.tolist() == [values[1]] * 2


def test_dlpack_of_nested_modes():
    array = np.from_dlpack(nested())
    assert array.shape == (2, 3, 2) and np.array_equal(array, np.asarray(nested()))


def test_a_capsule_that_nobody_takes_frees_what_it_holds():
    host = sw.Host([1], FLOAT)
    gone = weakref.ref(host)
    capsule = sw.Tensor(host, 0, sw.Layout.parse("1:1")).__dlpack__()
    assert "dltensor" in repr(capsule)
    del host, capsule
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize(
    ("thing", "error"),
    [
        (lambda: _two_levels(), NotImplementedError),
        (lambda: sw.Tensor(sw.Host([True], sw.DType.Bool), 0, sw.Layout.parse("1:1")), ValueError),
        (lambda: sw.Tensor(sw.Generic([1], FLOAT), 0, sw.Layout.parse("1:1")), RuntimeError),
        (lambda: sw.Tensor(sw.Host([1], FLOAT, mutable=False), 0, sw.Layout.parse("1:1")), RuntimeError),
    ],
)
def test_what_dlpack_refuses(thing, error):
    with pytest.raises(error):
        thing().__dlpack__()


def test_other_devices_streams_and_copies():
    t = nested()
    t.__dlpack__(stream=None, max_version=(1, 0), dl_device=(1, 0), copy=False)
    for keywords in ({"stream": 1}, {"dl_device": (2, 0)}, {"copy": True}):
        with pytest.raises(BufferError):
            t.__dlpack__(**keywords)


def test_move_and_scatter():
    t = nested()
    moved = sw.move(t, sw.Generic)
    assert moved.carrier_type() is sw.Generic and moved.layout == sw.Layout.compact(t.layout.shape)
    onto = sw.Tensor(sw.Host([0] * 4, FLOAT), 0, sw.Layout.parse("4:1"))
    source = sw.Tensor(sw.Host([5, 6], FLOAT), 0, sw.Layout.parse("2:1"))
    assert np.asarray(sw.scatter(source, onto, [3, 0])).tolist() == [6, 0, 0, 5]
    boom = KeyError("boom")

    def refuse(values: list[float], dtype: sw.DType) -> sw.Carrier:
        raise boom

    with pytest.raises(KeyError) as caught:
        sw.move(t, refuse)
    assert caught.value is boom
    with pytest.raises(RuntimeError):
        sw.move(t, lambda values, dtype: None)
