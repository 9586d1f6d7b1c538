"""Operators of plugins: what a node must be like, what is checked when it runs, and which lines of
schedules they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from onnx import parser

import mlirlite
from mlirlite.dsl import AnyTensor, Operand, OptOperand, Prop, Pure, Result, Type, VarOperand
from mlirlite.operators import (
    Buffer,
    Equal,
    KrnlBuilder,
    OnnxOperator,
    Processor,
    Schedule,
    Size,
    algorithms,
    entry,
    kernel,
)
from mlirlite.support.diagnostics import DiagnosticError


class AxpyOp(OnnxOperator, name="test_own.axpy", operator="org.test.Axpy", traits=(Pure,)):
    """a x + y, where y may be left out."""

    x: Operand[AnyTensor]
    y: OptOperand[AnyTensor]
    lambda_: Prop[float] = 2.0
    result: Result[AnyTensor]

    def infer_shapes(self) -> Sequence[Type]:
        return [self.x.type]

    def requirements(self) -> Iterator[Equal]:
        if self.y is not None:
            yield Equal(Size(0, 0), Size(1, 0), "the sizes of x and y")


@dataclass(frozen=True)
class Steps(Schedule[AxpyOp]):
    step: int = entry("elements at once")

    @classmethod
    def fits(cls, op: AxpyOp) -> bool:
        return True

    @classmethod
    def default(cls, op: AxpyOp, machine: Processor) -> Steps:
        return cls(step=1)

    @classmethod
    def legal(
        cls, op: AxpyOp, machine: Processor, given: Mapping[str, int | str]
    ) -> Mapping[str, tuple[int, ...]]:
        return {"step": (1, 2)}


algorithms(AxpyOp)(lambda: [Steps])
LOWERED_WITH: list[int] = []


@kernel(AxpyOp)
def axpy(b: KrnlBuilder) -> Buffer:
    op: AxpyOp = b.op
    x, y = b.inputs(2)
    out = b.output(x.shape)
    schedule = b.schedule(Steps)
    LOWERED_WITH.append(schedule.step if schedule else 0)
    with b.loops(*x.shape) as i:
        out[i] = x[i] * op.lambda_ + (0 if y is None else y[i])
    return out


class LostOp(OnnxOperator, name="test_own.lost", operator="org.test.Lost", traits=(Pure,)):
    """No lowering."""

    all: VarOperand[AnyTensor]
    result: Result[AnyTensor]

    def infer_shapes(self) -> Sequence[Type]:
        return [self.all[0].type]


def session(node: str, size: str = "N", **options: Any) -> mlirlite.InferenceSession:
    text = f"""<ir_version: 10, opset_import: ["" : 21, "org.test" : 1]>
    g (float[{size}] x, float[{size.replace("N", "M")}] y) => (float[K] z) {{ [it] {node} }}"""
    return mlirlite.InferenceSession(parser.parse_model(text), **options)


X, Y = np.arange(3, dtype=np.float32), np.ones(3, np.float32)


@pytest.mark.parametrize("size", ["N", "3"])
def test_an_operator_has_attributes_defaults_and_optional_inputs(size: str) -> None:
    feeds = {"x": X, "y": Y}
    for node, expected in (
        ("z = org.test.Axpy <lambda = 3.0> (x, y)", 3 * X + Y),
        ("z = org.test.Axpy (x, y)", 2 * X + Y),
        ("z = org.test.Axpy (x)", 2 * X),
    ):
        [z] = session(node, size).run(None, feeds)
        np.testing.assert_array_equal(z, expected)


def test_requirements_are_checked_at_import_and_in_a_run() -> None:
    node = "z = org.test.Axpy (x, y)"
    message = r"'test_own.axpy' op the sizes of x and y must be equal, found 3 and 2"
    with pytest.raises(DiagnosticError, match=message + r" \(node 'it'\)"):
        session(node).run(None, {"x": X, "y": Y[:2]})
    text = """<ir_version: 10, opset_import: ["" : 21, "org.test" : 1]>
    g (float[3] x, float[2] y) => (float[K] z) { z = org.test.Axpy (x, y) }"""
    with pytest.raises(DiagnosticError, match=message):
        mlirlite.InferenceSession(parser.parse_model(text))


@pytest.mark.parametrize(
    ("node", "words"),
    [
        ("z = org.test.Axpy ()", "has no 'x' among its 0 inputs"),
        ("z = org.test.Axpy (x, y, x)", "has 3 inputs, expected at most 2"),
        ("z = org.test.Axpy <lamda = 3.0> (x)", "attribute 'lamda'; did you mean 'lambda'"),
        ("z = org.test.Axpy <other = 3.0> (x)", "attribute 'other'; test_own.axpy has lambda"),
        ('z = org.test.Axpy <lambda = "much"> (x)', "attribute 'lambda' of a wrong type: \"much\""),
        ("z, w = org.test.Axpy (x)", "has 2 outputs, expected at most 1"),
        ("z = org.test.Lost (x, y)", "no lowering for org.test.Lost: LostOp has no @kernel"),
        ("z = org.test.Other (x, y)", r"no lowering for org.test.Other .*OnnxOperator"),
    ],
)
def test_a_node_that_does_not_fit_is_an_error(node: str, words: str) -> None:
    with pytest.raises(DiagnosticError, match=words):
        session(node)


def test_an_operator_needs_a_domain() -> None:
    with pytest.raises(TypeError, match="'Axpy', expected a domain and a name"):
        type("NoDomainOp", (OnnxOperator,), {}, name="test_own.none", operator="Axpy")


def test_a_lowering_gets_the_schedule_of_the_file(tmp_path: Any) -> None:
    node = "z = org.test.Axpy (x, y)"
    types = "(tensor<3xf32>, variable tensor<3xf32>) -> tensor<3xf32>"
    op = f"test_own.axpy {types} {{lambda = 2.000000e+00 : f64}}"
    file = tmp_path / "s.jsonl"
    file.write_text(f'{{"op": "{op}", "schedule": {{"step": 2}}}}\n')
    LOWERED_WITH.clear()
    session(node, "3", schedules=str(file))
    session(node, "3")
    assert LOWERED_WITH == [2, 1]
    file.write_text(file.read_text().replace("2}", "5}"))
    with pytest.raises(DiagnosticError, match='"step" is 5; expected 1 or 2'):
        session(node, "3", schedules=str(file))
