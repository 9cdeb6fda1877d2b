# SPDX-License-Identifier: Apache-2.0
"""The SDK, over a toy: boxes with a number, and a next box."""

from __future__ import annotations

import contextlib
import weakref
from typing import Any

import pytest
from swconform import OMIT, Absent, Harness, Internal, Kind, Unreadable, Unsupported, layout, wire


class Box:
    living: weakref.WeakSet[Box] = weakref.WeakSet()

    def __init__(self, number: int, following: Any) -> None:
        self.number = number
        self.following = following
        self.told = True
        Box.living.add(self)


class Slotted:
    __slots__ = ("number",)


class Pair:
    pass


def _ask_number(box: Box) -> Any:
    if box.number < 0:
        raise ValueError("below zero")
    if box.number == 99:
        raise Unreadable("too large")
    return box.number


recording = True


class Toy(Harness):
    name = "toy"
    version = "1.2"
    kinds = [
        Kind("box", Box, {"number": _ask_number, "next": lambda b: b.following, "secret": lambda b: OMIT}),
        Kind("slotted", Slotted, {}),
    ]
    values = {Pair: lambda pair: layout([2, [3]], (1, (2,)))}

    def __init__(self) -> None:
        self._count = 0

    def no_grad(self) -> contextlib.AbstractContextManager[None]:
        @contextlib.contextmanager
        def off():
            global recording
            recording = False
            try:
                yield
            finally:
                recording = True

        return off()

    def box(self, number: Any, next: Any = None) -> Box:
        return Box(number, next)

    def read(self, box: Box) -> int:
        return box.number

    def count(self) -> int:
        self._count += 1
        return self._count

    def recording(self) -> bool:
        return recording

    def echo(self, value: Any) -> Any:
        return value

    def gather(self, first: Any, *rest: Any) -> Any:
        return [first, list(rest)]

    def raise_(self, error: Any) -> None:
        raise error

    def class_(self, class_: Any = None) -> Any:
        return class_

    def hoard(self) -> None:
        raise MemoryError

    def deep(self) -> None:
        raise RecursionError

    def stop(self, how: str) -> None:
        raise {"unsupported": Unsupported, "absent": Absent, "internal": Internal}[how](how)

    def odd(self) -> Any:
        return object()

    def pair(self) -> Pair:
        return Pair()

    def slotted(self) -> Slotted:
        return Slotted()

    def _helper(self) -> None:
        raise AssertionError("no operation")


def do(operation: str, *arguments: Any, bind: str = "", facts: bool = False, **keywords: Any) -> dict[str, Any]:
    step: dict[str, Any] = {"do": operation, "arguments": list(arguments), "keywords": keywords}
    if bind:
        step["as"] = bind
    if facts:
        step["facts"] = True
    return step


def ref(name: str) -> dict[str, str]:
    return {"ref": name}


def test_hello(converse):
    (hello,) = converse(Toy, {"verb": "hello", "protocol": 1}, {"verb": "bye"}, {"verb": "hello", "protocol": 1})
    assert (hello["name"], hello["version"], hello["language"], hello["protocol"]) == ("toy", "1.2", "Python", 1)
    assert {"box", "class", "raise", "drop", "error"} <= set(hello["operations"])
    assert not {"_helper", "helper", "no_grad", "identity", "class_"} & set(hello["operations"])
    assert {"number", "next", "alive"} <= set(hello["facts"])
    assert "class" in hello["options"] and "next" in hello["options"] and "number" not in hello["options"]


def test_steps_run_whatever_became_of_those_before(run):
    assert run(Toy, do("box", 5, bind="b"), do("nothing"), do("read", ref("b"))) == [
        {"step": 0, "value": {"object": 1}},
        {"step": 1, "unsupported": "there is no operation nothing"},
        {"step": 2, "value": 5},
    ]


def test_each_case_has_a_harness_of_its_own(converse):
    case = {"verb": "case", "steps": [do("count"), do("count"), do("echo", ref("left"), bind="left")]}
    lines = converse(Toy, case, case)
    assert [line.get("value") for line in lines] == [1, 2, None, None] * 2
    assert "skipped" in lines[2] and "skipped" in lines[6]


def test_arguments_by_position_or_keyword(run):
    lines = run(
        Toy,
        do("box", bind="b", number=5),
        do("box", 6, bind="c", next=ref("b")),
        do("read", box=ref("c.next")),
        do("gather", 1, 2, 3),
        do("gather", 1, rest=[2, 3]),
        do("class", **{"class": "base"}),
    )
    assert [line["value"] for line in lines[2:]] == [5, [1, [2, 3]], [1, [2, 3]], "base"]


@pytest.mark.parametrize(
    ("step", "outcome"),
    [
        (do("box", ref("x"), spy=True), {"unsupported": "box has no parameter spy"}),
        (do("class", class_=1), {"unsupported": "class has no parameter class_"}),
        (do("read"), {"internal": "read needs box"}),
        (do("read", ref("x"), 1), {"internal": "read takes at most 1 arguments, not 2"}),
        (do("box", 1, number=1), {"internal": "box is given number twice"}),
        (do("read", ref("x")), {"skipped": "x is not bound"}),
        (do("read", ref("x.next")), {"skipped": "x is not bound"}),
        (do("stop", "absent"), {"absent": "absent"}),
        (do("stop", "unsupported"), {"unsupported": "unsupported"}),
        (do("stop", "internal"), {"internal": "internal"}),
        (do("odd"), {"internal": "the harness does not say what a object is"}),
        (do("drop", ref("x")), {"skipped": "x is not bound"}),
        (do("drop", 5), {"internal": 'drop takes names: {"ref": ...}'}),
        (do("drop", names=[]), {"unsupported": "drop has no keywords"}),
    ],
)
def test_outcomes_that_are_neither_value_nor_error(run, step, outcome):
    assert run(Toy, step) == [{"step": 0, **outcome}]


@pytest.mark.parametrize("argument", [{}, ref(5), {"slice": [1, 2]}, {"slice": 1}, {"map": []}, {"object": 1}])
def test_what_is_no_argument_of_the_protocol(run, argument):
    (line,) = run(Toy, do("echo", argument))
    assert "internal" in line


def test_no_grad_holds_for_one_step(run):
    lines = run(Toy, {"do": "recording", "no_grad": True}, do("recording"))
    assert [line["value"] for line in lines] == [False, True]

    class Plain(Harness):
        def recording(self) -> bool:
            return True

    assert run(Plain, {"do": "recording", "no_grad": True}) == [
        {"step": 0, "unsupported": "gradient recording cannot be disabled"}
    ]


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -(2**53),
        {"int": str(2**53 + 1)},
        {"int": str(-(2**200))},
        {"float": "3"},
        {"float": "0.1"},
        {"float": "-0"},
        {"float": "nan"},
        {"float": "inf"},
        {"float": "-inf"},
        {"float": "1e+300"},
        "text \u00e9",
        [1, [True, {"float": "1"}]],
        {"slice": [None, 1, {"float": "2"}]},
        {"map": {"a": [1], "b": {"map": {}}}},
    ],
)
def test_values_come_back_as_they_went(run, value):
    assert run(Toy, do("echo", value)) == [{"step": 0, "value": value}]


def test_numbers_of_other_libraries_are_numbers(run):
    numpy = pytest.importorskip("numpy")

    class Numbers(Toy):
        def integer(self) -> Any:
            return numpy.int32(7)

        def floating(self) -> Any:
            return numpy.float32(0.5)

    assert [line["value"] for line in run(Numbers, do("integer"), do("floating"))] == [7, {"float": "0.5"}]


def test_values_without_identity(run):
    assert run(Toy, do("pair")) == [{"step": 0, "value": {"layout": [[2, [3]], [1, [2]]]}}]


def test_exceptions_by_kind_message_and_identity(run):
    lines = run(
        Toy,
        do("error", "TypeError", bind="e"),
        do("error", "Other", "x", bind="f"),
        do("raise", ref("f")),
        do("raise", ref("e")),
        do("raise", ref("f")),
        do("error", "Nonsense"),
    )
    assert lines[2] == {"step": 2, "error": {"kind": "Other", "message": "x", "token": {"object": 2}}}
    assert lines[3]["error"] == {"kind": "TypeError", "message": "a prepared TypeError", "token": {"object": 1}}
    assert lines[4]["error"]["token"] == {"object": 2}
    assert "internal" in lines[5]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (UnicodeError, "ValueError"),
        (KeyError, "Other"),
        (RuntimeError, "RuntimeError"),
        (NotImplementedError, "NotImplementedError"),
        (OverflowError, "OverflowError"),
        (ZeroDivisionError, "Other"),
        (type("Mine", (AttributeError,), {}), "AttributeError"),
        (IndexError, "IndexError"),
    ],
)
def test_the_nearest_kind(run, error, kind):
    class Raising(Harness):
        def go(self) -> None:
            raise error("why")

    (line,) = run(Raising, do("go"))
    assert line["error"]["kind"] == kind


@pytest.mark.parametrize(("operation", "error"), [("hoard", MemoryError), ("deep", RecursionError)])
def test_running_out_of_memory_or_stack_leaves_the_harness(run, operation, error):
    with pytest.raises(error):
        run(Toy, do(operation))


def test_facts_of_all_that_can_be_reached(run):
    lines = run(Toy, do("box", 1, bind="a"), do("box", 2, ref("a"), bind="b", facts=True), do("drop", ref("a"), facts=True))
    assert lines[2]["facts"] == {
        "names": {"a": {"object": 1}, "b": {"object": 2}},
        "objects": {
            "1": {"kind": "box", "facts": {"number": 1, "next": None}, "alive": True},
            "2": {"kind": "box", "facts": {"number": 2, "next": {"object": 1}}, "alive": True},
        },
    }
    assert lines[4]["facts"] == {"names": {}, "objects": {}}  # a is still reached from b


def test_facts_that_fail(run):
    lines = run(Toy, do("box", -1, bind="a"), do("box", 99, bind="b", facts=True), do("echo", ref("a.number")))
    told = lines[2]["facts"]["objects"]
    assert told["1"]["facts"]["number"] == {"error": {"kind": "ValueError", "message": "below zero"}}
    assert told["2"]["facts"]["number"] == {"unreadable": "too large"}
    assert lines[3] == {"step": 2, "skipped": "a.number raises ValueError"}


def test_death_is_told_once(run):
    lines = run(
        Toy,
        do("box", 1, bind="a", facts=True),
        do("raise", ref("a"), facts=True),  # no exception at all: a TypeError whose traceback would hold the box
        do("drop", [ref("a")], facts=True),
        do("count", facts=True),
    )
    assert lines[2]["error"]["kind"] == "TypeError"
    assert lines[5]["facts"] == {"names": {}, "objects": {"1": {"alive": False}}}
    assert lines[7]["facts"] == {"names": {}, "objects": {}}


def test_a_token_is_never_given_again(run):
    steps = []
    for _ in range(20):
        steps += [do("box", 1, bind="a", facts=True), do("drop", ref("a"))]
    tokens = [line["value"]["object"] for line in run(Toy, *steps) if isinstance(line.get("value"), dict)]
    assert tokens == list(range(1, 21))


def test_cycles_are_collected(run):
    class Cyclic(Toy):
        def cycle(self) -> Box:
            box = Box(1, None)
            box.following = box
            return box

    lines = run(Cyclic, do("cycle", bind="a", facts=True), do("drop", ref("a"), facts=True))
    assert lines[3]["facts"]["objects"] == {"1": {"alive": False}}


def test_what_cannot_be_referred_to_weakly_has_no_alive(run):
    lines = run(Toy, do("slotted", bind="s", facts=True))
    assert lines[1]["facts"]["objects"] == {"1": {"kind": "slotted", "facts": {}}}


def test_nothing_of_a_case_is_left(run):
    run(Toy, do("box", 1, bind="a"), do("box", 2, ref("a"), bind="b", facts=True))
    assert not Box.living


def test_names_may_hold_dots(run):
    lines = run(
        Toy,
        do("box", 1, bind="b"),
        do("box", 2, bind="b.$inner.0"),
        do("box", 3, ref("b.$inner.0"), bind="c"),
        do("echo", ref("c.next.number")),
        do("echo", ref("b.colour")),
        do("echo", ref("b.number.colour")),
    )
    assert lines[3]["value"] == 2
    assert lines[4] == {"step": 4, "unsupported": "b.colour: box has no fact colour"}
    assert lines[5] == {"step": 5, "unsupported": "b.number.colour: int has no facts"}


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b"[]\n",
        b'{"verb": "sing"}\n',
        b'{"verb": "case"}\n',
        b'{"verb": "case", "steps": [{}]}\n',
        b'{"verb": "case", "steps": [{"do": "count", "also": 1}]}\n',
        b'{"verb": "case", "steps": [{"do": "count", "arguments": {}}]}\n',
        b'{"verb": "case", "steps": [], "steps": []}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [1.5]}]}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [NaN]}]}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [9007199254740993]}]}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [{"int": "01"}]}]}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [{"float": "1_0"}]}]}\n',
        b'{"verb": "case", "steps": [{"do": "echo", "arguments": [' + b"[" * 200 + b"]" * 200 + b"]}]}\n",
        b'{"verb": "case", "steps": [{"do": "\xff"}]}\n',
        b"\xef\xbb\xbf{}\n",
    ],
)
def test_a_request_that_is_none_is_answered_by_one_line(converse, line):
    first, second = converse(Toy, line, {"verb": "hello", "protocol": 1})
    assert set(first) == {"internal", "done"} and first["done"] is True
    assert second["name"] == "toy"


def test_keywords_must_be_named():
    from swconform.harness import Description

    class Greedy(Harness):
        def take(self, **anything: Any) -> None:
            pass

    with pytest.raises(TypeError, match="names its keywords"):
        Description(Greedy)


def test_handles_have_the_identity_the_harness_says(run):
    state = {"alive": True}

    class Handle:
        def __init__(self, key: int) -> None:
            self.key = key

    class Handles(Harness):
        kinds = [Kind("handle", Handle, {"key": lambda h: h.key})]

        def identity(self, thing: Any) -> Any:
            return (thing.key, lambda: state["alive"]) if isinstance(thing, Handle) else None

        def handle(self, key: int) -> Handle:
            return Handle(key)

        def end(self) -> None:
            state["alive"] = False

    lines = run(
        Handles,
        do("handle", 1, bind="a"),
        do("handle", 1, bind="b"),
        do("handle", 2, bind="c", facts=True),
        do("end", facts=True),
        do("handle", 1),
    )
    assert [lines[i]["value"]["object"] for i in (0, 1, 2)] == [1, 1, 2]
    assert lines[5]["facts"]["objects"]["1"] == {"alive": False}
    assert lines[6]["value"]["object"] > 2


def test_a_huge_integer_that_python_will_not_write(run):
    class Huge(Harness):
        def huge(self) -> int:
            return 10**5000

    (line,) = run(Huge, do("huge"))
    assert "internal" in line


def test_an_answer_that_cannot_be_written_is_the_harness_s_fault(run):
    class Broken(Toy):
        values = {Pair: lambda pair: pair.nothing}

    assert run(Broken, do("pair", bind="p"), do("echo", ref("p"))) == [
        {"step": 0, "internal": "writing the answer failed: AttributeError: 'Pair' object has no attribute 'nothing'"},
        {"step": 1, "skipped": "p is not bound"},
    ]


def test_wire_reads_integers_of_any_size():
    assert wire.read(b'{"int": "-340282366920938463463374607431768211456"}') == -(2**128)
