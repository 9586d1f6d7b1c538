"""Every operator that has factors, split along each of them: ranks compute what one computes.

The operators are those of ONNX's conformance suite whose class has a rule; the numbers are the
suite's, and the evaluator of the ranks' parts is onnx's reference."""

import warnings
from collections import Counter
from itertools import product

import numpy as np
import onnx
import onnx.parser
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
from mlirlite.support.diagnostics import DiagnosticError
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


WINDOWS = {
    "Conv": "Conv<{window}>(x, w)",
    "grouped Conv": "Conv<group=2, {window}>(x, g)",
    "MaxPool": "MaxPool<kernel_shape=[{taps}], {window}>(x)",
    "AveragePool": "AveragePool<kernel_shape=[{taps}], {window}>(x)",
    "AveragePool with pads": "AveragePool<kernel_shape=[{taps}], count_include_pad=1, {window}>(x)",
}


def windowed(name, size, taps, window):
    """A model of one operator over a row of `size` elements, and its feeds."""
    text = WINDOWS[name].format(taps=taps, window=window)
    model = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>'
        f"m (float[1,2,{size}] x) => (float[1,2,K] y) {{ y = {text} }}"
    )
    rng = np.random.default_rng(size)
    for key, shape in {"w": (2, 2, taps), "g": (2, 1, taps)}.items():
        if f" {key})" in text:
            array = rng.standard_normal(shape).astype(np.float32)
            model.graph.initializer.append(numpy_helper.from_array(array, key))
    return model, [rng.standard_normal((1, 2, size)).astype(np.float32)]


@pytest.mark.parametrize("name", WINDOWS)
def test_windows_over_shards(name):
    """All windows over a row that two or three ranks share: strides, dilations, padding."""
    onnxruntime = pytest.importorskip("onnxruntime")

    def evaluated(model, arrays):
        session = onnxruntime.InferenceSession(model.SerializeToString())
        names = [i.name for i in session.get_inputs()]
        return session.run(None, dict(zip(names, arrays, strict=True)))

    tested = Counter()
    for size, taps, stride, dilation, pads in product(
        (12,), (1, 2, 3), (1, 2, 3), (1, 2), ("0, 0", "1, 1", "0, 1", "2, 1", "SAME_UPPER")
    ):
        pad = f"pads=[{pads}]" if "," in pads else f'auto_pad="{pads}"'
        same = "," not in pads
        wide = not same and "Pool" in name and max(map(int, pads.split(","))) >= taps
        if wide or (same and (dilation > 1 or stride > taps)):
            continue  # onnxruntime refuses them, or has its own numbers
        window = f"strides=[{stride}], dilations=[{dilation}], {pad}"
        model, feeds = windowed(name, size, taps, window)
        context = Context()
        try:
            module = import_model(model, context)
        except DiagnosticError:  # pads that are as large as the window
            continue
        PassManager(Pipeline.of("shape-inference"), context).run(module)
        [want] = evaluated(model, feeds)
        block = entry_function(module).regions[0].entry
        op = next(o for o in block if type(o) in rules)
        for factor in factors_of(op):
            for shards in (2, 3) if factor.halo is not None else ():
                if not factor.allows(shards):
                    continue
                programs = partitions(module, op, factor, shards)
                for [have] in Lockstep().run(
                    programs, feeds, lambda s, arrays: evaluated(export_model(s.module), arrays)
                ):
                    np.testing.assert_allclose(have, want, 1e-5, 1e-5, err_msg=f"{op} {factor}")
                tested[shards] += 1
    assert min(tested[2], tested[3]) > 10
