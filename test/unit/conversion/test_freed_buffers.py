"""What lowerings allocate between operators is freed: for one model of each operator, of unknown
sizes, whose results another operator reads."""

from __future__ import annotations

import pytest
from onnx import ModelProto, helper

from mlirlite.dialects import memref
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import BaseMemRefType
from mlirlite.ir.values import Value
from mlirlite.runtime.compiler import load_module, run_stages, stages_for
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.trust.broken import dynamic
from mlirlite.testing.trust.violations import cases

PARTS = 8


def one_of_each() -> dict[str, str]:
    """A model of each operator that is alone in its graph."""
    found: dict[str, str] = {}
    for name, case in cases().items():
        if len(case.model.graph.node) == 1:
            found.setdefault(case.model.graph.node[0].op_type, name)
    return found


def with_reader(model: ModelProto) -> ModelProto:
    """The model whose tensors are compared with themselves: they are between two operators."""
    made = ModelProto()
    made.CopyFrom(model)
    outputs = [o.name for o in made.graph.output if o.type.HasField("tensor_type")]
    del made.graph.output[:]
    for name in outputs:
        made.graph.node.append(helper.make_node("Equal", [name, name], [f"{name}_same"]))
        made.graph.node.append(helper.make_node("Shape", [f"{name}_same"], [f"{name}_shape"]))
        made.graph.output.append(helper.make_tensor_value_info(f"{name}_shape", 7, [None]))
        made.graph.output.append(helper.make_tensor_value_info(f"{name}_same", 9, None))
    return made


def may_leave(buffer: Value) -> bool:
    """Whether a buffer is freed, or returned, stored or passed into a region."""
    pending, seen = [buffer], {buffer}
    while pending:
        for user in pending.pop().users:
            if isinstance(user, memref.DeallocOp | memref.StoreOp):
                if isinstance(user, memref.DeallocOp) or user.value in seen:
                    return True
                continue
            if user.regions or user.has_trait(Terminator) or user.name.startswith("krnl.seq"):
                return True
            for view in user.results:
                if isinstance(view.type, BaseMemRefType) and view not in seen:
                    seen.add(view)
                    pending.append(view)
    return False


def kept(module: Operation) -> list[str]:
    """The allocations that nothing frees."""
    ops = [op for op in module.walk() if isinstance(op, memref.AllocOp)]
    return [str(op) for op in ops if not may_leave(op.result)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("machine", ["", "haswell"])
@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_between_operators_is_freed(part: int, machine: str) -> None:
    found = {}
    for operator, name in list(one_of_each().items())[part::PARTS]:
        context = Context()
        try:
            module, _ = load_module(with_reader(dynamic(cases()[name])), context)
            run_stages(module, context, stages_for(machine, threads=1)[:2])
        except DiagnosticError:
            continue  # unranked here, or without Equal in the opsets of the model
        if left := kept(module):
            found[operator] = left
    assert found == {}


def test_a_large_transposed_matrix_is_freed() -> None:
    """Its alignment is tested, for non-temporal stores."""
    model = helper.make_model(
        helper.make_graph(
            [
                helper.make_node("Transpose", ["w"], ["t"], perm=[1, 0]),
                helper.make_node("MatMul", ["x", "t"], ["y"]),
            ],
            "g",
            [
                helper.make_tensor_value_info("x", 1, [128, 768]),
                helper.make_tensor_value_info("w", 1, [3072, 768]),
            ],
            [helper.make_tensor_value_info("y", 1, [128, 3072])],
        ),
        opset_imports=[helper.make_opsetid("", 21)],
    )
    context = Context()
    module, _ = load_module(model, context)
    run_stages(module, context, stages_for("haswell", threads=1)[:2])
    assert kept(module) == []
