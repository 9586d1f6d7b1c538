"""Every operator that has factors, split along each of them: ranks compute what one computes.

The operators are those of ONNX's conformance suite whose class has a rule; the numbers are the
suite's, and the evaluator of the ranks' parts is onnx's reference."""

import warnings
from collections import Counter

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.sharding.factors import factors_of, rules
from mlirlite.dialects.onnx.sharding.mesh import Mesh, as_sharding
from mlirlite.dialects.onnx.sharding.partition import partitioned
from mlirlite.dialects.onnx.sharding.placement import PLACEMENTS, PlacementAttr
from mlirlite.dialects.onnx.sharding.resolve import resolved
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.context import Context
from mlirlite.mpi.segments import cut
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime.entry import entry_function
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model
from mlirlite.testing.lockstep import Lockstep
from mlirlite.testing.onnx_suite import distinct_cases

_WRONG = {"LRN"}
"""Operators for which onnx's reference takes the images for the channels."""
_EACH = 3
"""Models of an operator."""


def cases():
    """Some models of one node for each operator whose behavior has a rule."""
    known = {name for behavior in rules for name in behavior.ops}
    taken = Counter()
    for case in distinct_cases():
        [node, *more] = case.model.graph.node
        narrow = any(w in case.name for w in ("fp16", "float16", "bfloat16"))
        if (
            more
            or narrow
            or node.op_type in _WRONG
            or node.op_type not in known
            or taken[node.op_type] == _EACH
        ):
            continue
        taken[node.op_type] += 1
        yield pytest.param(case, id=case.name)


def with_small_constants(case):
    """The model with lists of integers (axes, shapes) as constants, and the other feeds."""
    changed, kept = onnx.ModelProto.FromString(case.model.SerializeToString()), []
    infos = list(changed.graph.input)
    del changed.graph.input[:]
    for info, value in zip(infos, case.data_sets[0][0], strict=False):
        if isinstance(value, np.ndarray) and value.dtype == np.int64 and value.ndim <= 1:
            changed.graph.initializer.append(numpy_helper.from_array(value, info.name))
        else:
            changed.graph.input.append(info)
            kept.append(value)
    return changed, kept


def partitions(module, op, factor, shards):
    """The programs of the ranks for one factor of one op."""
    mesh = Mesh((("tensor", shards),))
    how = resolved(op, {factor: ("tensor",)})
    shardings = [
        as_sharding(layout, mesh, kind, which)
        for kind, layouts in (("operand", how.operands), ("result", how.made))
        for which, layout in enumerate(layouts)
        if any(layout)
    ]
    op.attributes[PLACEMENTS] = ArrayAttr((PlacementAttr("tensor", None, tuple(shardings)),))
    block = entry_function(module).regions[0].entry
    programs = [cut(partitioned(block, mesh, rank)) for rank in range(shards)]
    del op.attributes[PLACEMENTS]
    return programs


def evaluate(segment, arrays):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session = ReferenceEvaluator(export_model(segment.module))
        return session.run(None, {f"x{i}": a for i, a in enumerate(arrays)})


def whole(module, arrays):
    session = ReferenceEvaluator(export_model(module))
    names = [i.name for i in session.proto_.graph.input]
    return session.run(None, dict(zip(names, arrays, strict=True)))


def shards_of(factor):
    """The least number of shards that a factor allows."""
    return next((n for n in range(2, 8) if factor.allows(n)), None) if factor.units else None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("case", cases())
def test_parts_give_the_whole(case):
    context = Context()
    model, kept = with_small_constants(case)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = import_model(model, context)
    PassManager(Pipeline.of("shape-inference"), context).run(module)
    block = entry_function(module).regions[0].entry
    ops = [op for op in block if op is not block.last and not isinstance(op, ConstantOp)]
    tested = 0
    for op in ops:
        if type(op) not in rules:
            continue
        for factor in factors_of(op):
            shards = shards_of(factor)
            if shards is None:
                continue
            expected = whole(module, kept)
            found = Lockstep().run(partitions(module, op, factor, shards), kept, evaluate)
            for rank in found:
                for want, have in zip(expected, rank, strict=True):
                    assert (want.dtype, want.shape) == (have.dtype, have.shape), factor
                    if want.dtype.kind not in "fiub":
                        assert want.tolist() == have.tolist(), factor
                        continue
                    np.testing.assert_allclose(have, want, 1e-4, 1e-5, err_msg=str(factor))
            tested += 1
    if not tested:
        pytest.skip("nothing to split")
