"""Whole models on meshes, all ranks in one process: no MPI is needed."""

import numpy as np
import onnx.parser
import pytest
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.dialects.onnx.sharding.mesh import Mesh
from mlirlite.dialects.onnx.sharding.network import Network
from mlirlite.dialects.onnx.sharding.partition import partitioned
from mlirlite.ir.context import Context
from mlirlite.mpi.segments import cut
from mlirlite.mpi.simulate import simulate
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.runtime.entry import entry_function
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model
from mlirlite.testing.lockstep import Lockstep

HEAD = '<ir_version: 10, opset_import: ["" : 21]>'
PERCEPTRON = (
    "m (float[N,32] x) => (float[N,32] y) { h = MatMul(x, a)  r = Relu(h)  p = MatMul(r, b) "
    "y = Softmax(p) }",
    {"x": (6, 32)},
    {"a": (32, 256), "b": (256, 32)},
)
ATTENTION = (
    """m (float[2,8,64] x) => (float[2,8,64] y)
    <int64[4] s = {2,8,4,16}, int64[3] f = {2,8,64}> {
    q = MatMul(x, wq)  k = MatMul(x, wk)  v = MatMul(x, wv)
    q1 = Reshape(q, s)  k1 = Reshape(k, s)  v1 = Reshape(v, s)
    q2 = Transpose<perm=[0,2,1,3]>(q1)  k2 = Transpose<perm=[0,2,3,1]>(k1)
    v2 = Transpose<perm=[0,2,1,3]>(v1)
    p = MatMul(q2, k2)  a = Softmax(p)  o = MatMul(a, v2)
    o1 = Transpose<perm=[0,2,1,3]>(o)  o2 = Reshape(o1, f)  r = MatMul(o2, wo)  y = Add(x, r) }""",
    {"x": (2, 8, 64)},
    dict.fromkeys(("wq", "wk", "wv", "wo"), (64, 64)),
)
CONVOLUTIONS = (
    """m (float[2,4,6,6] x) => (float[2,64] y) {
    h = Conv<pads=[1,1,1,1]>(x, a, ba)  r = Relu(h)  g = Conv<pads=[1,1,1,1], group=64>(r, d)
    p = Conv(g, b, bb)  q = GlobalAveragePool(p)  y = Flatten(q) }""",
    {"x": (2, 4, 6, 6)},
    {"a": (64, 4, 3, 3), "ba": (64,), "d": (64, 1, 3, 3), "b": (64, 64, 1, 1), "bb": (64,)},
)
EXPERTS = (
    """m (float[6,32] x) => (float[6,32] y) <int64[1] zero = {0}, int64[1] two = {2}> {
    s = MatMul(x, g)  p = Softmax(s)  t = Transpose(p)  e = Unsqueeze(t, two)
    h = MatMul(x, a)  r = Relu(h)  o = MatMul(r, b)  w = Mul(o, e)
    y = ReduceSum<keepdims=0>(w, zero) }""",
    {"x": (6, 32)},
    {"g": (32, 4), "a": (4, 32, 64), "b": (4, 64, 32)},
)
IMAGES = (
    """m (float[1,2,24,6] x) => (float[1,4] y) { h = Conv<pads=[1,1,1,1]>(x, a)  r = Relu(h)
    q = MaxPool<kernel_shape=[3,3], strides=[2,2], pads=[1,1,1,1]>(r)
    g = Conv<pads=[2,2,2,2], dilations=[2,2]>(q, b)  s = Add(g, q)
    t = Conv<strides=[3,3]>(s, c)  u = Conv<pads=[1,1,1,1]>(t, b)  p = GlobalAveragePool(u)
    y = Flatten(p) }""",
    {"x": (1, 2, 24, 6)},
    {"a": (4, 2, 3, 3), "b": (4, 4, 3, 3), "c": (4, 4, 1, 1)},
)
MODELS = {
    "images": IMAGES,
    "perceptron": PERCEPTRON,
    "attention": ATTENTION,
    "convolutions": CONVOLUTIONS,
    "experts": EXPERTS,
}
MESHES = (
    "spatial=2",
    "tensor=2",
    "data=2",
    "expert=2",
    "pipeline=2",
    "data=2,tensor=2",
    "pipeline=2,tensor=2",
)


def model_of(name):
    text, shapes, weights = MODELS[name]
    model = onnx.parser.parse_model(HEAD + text)
    rng = np.random.default_rng(0)
    for key, shape in weights.items():
        array = rng.standard_normal(shape).astype(np.float32) / 8
        model.graph.initializer.append(numpy_helper.from_array(array, key))
    return model, {k: rng.standard_normal(s).astype(np.float32) for k, s in shapes.items()}


FAST = "1TB/s,1ns,1MFLOP/s"
"""A network beside which all computing is slow, so that small images are shared out."""


def programs_of(model, shard, network="", gather_weights=False):
    context = Context()
    module, mesh = import_model(model, context), Mesh.parse(shard)
    sizes = {axis: str(size) for axis, size in mesh.axes}
    PassManager(
        Pipeline.of("shape-inference", PassRun.of("shard-onnx", network=network, **sizes)), context
    ).run(module)
    block = entry_function(module).regions[0].entry
    return [cut(partitioned(block, mesh, rank, gather_weights)) for rank in range(mesh.size)]


def evaluate(segment, arrays):
    feeds = {f"x{i}": a for i, a in enumerate(arrays)}
    return ReferenceEvaluator(export_model(segment.module)).run(None, feeds)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("shard", MESHES)
@pytest.mark.filterwarnings("ignore:.*nothing is split")
def test_ranks_give_the_whole_result(name, shard):
    model, feeds = model_of(name)
    programs = programs_of(model, shard)
    want = ReferenceEvaluator(model).run(None, feeds)
    for found in Lockstep().run(programs, list(feeds.values()), evaluate):
        for expected, have in zip(want, found, strict=True):
            np.testing.assert_allclose(have, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("shards", "halos"), [(2, 4), (3, 3)])
def test_rows_of_neighbors(shards, halos):
    """Windows get rows of neighbors, as long as ranks can share the rows equally: 24, 12, and 4
    rows, which three ranks cannot."""
    model, feeds = model_of("images")
    programs = programs_of(model, f"spatial={shards}", FAST)
    assert all([e.kind for e in p.exchanges].count("halo") == halos for p in programs)
    [want] = ReferenceEvaluator(model).run(None, feeds)
    for [found] in Lockstep().run(programs, list(feeds.values()), evaluate):
        np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("shard", ["data=2", "data=2,tensor=2", "pipeline=2,data=2"])
@pytest.mark.filterwarnings("ignore:.*nothing is split")
def test_weights_are_gathered_one_by_one(name, shard):
    """Each rank has a part of the large weights; the next one comes while operators run."""
    model, feeds = model_of(name)
    programs = programs_of(model, shard, gather_weights=True)
    want = ReferenceEvaluator(model).run(None, feeds)
    for found in Lockstep().run(programs, list(feeds.values()), evaluate):
        for expected, have in zip(want, found, strict=True):
            np.testing.assert_allclose(have, expected, rtol=1e-5, atol=1e-5)
    if shard == "data=2":
        large = [n for n, s in MODELS[name][2].items() if np.prod(s) >= 4096]
        for program in programs:
            assert len(program.weights) == len(large)
            for level in program.levels:
                assert sum(e.source in program.weights for e in level.exchanges) <= 1


def test_rows_that_ranks_cannot_share_equally():
    """The size of the batch is not known at compile time: the last rank has fewer rows."""
    model, feeds = model_of("perceptron")
    feeds = {"x": feeds["x"][:5]}
    [want] = ReferenceEvaluator(model).run(None, feeds)
    for [found] in Lockstep().run(programs_of(model, "data=2"), list(feeds.values()), evaluate):
        np.testing.assert_allclose(found, want, rtol=1e-5, atol=1e-6)


def test_attention_has_one_sum_and_no_other_exchange():
    model, _ = model_of("attention")
    kinds = [e.kind for e in programs_of(model, "tensor=2")[0].exchanges]
    assert kinds == ["all_reduce"]


def test_forecast():
    """Of two ranks each computes half; a slower network takes longer, and moves the same bytes."""
    model, _ = model_of("attention")
    slow, fast = Network.parse("1MB/s,1ms"), Network.parse("1GB/s,1us")
    one = simulate({0: programs_of(model, "tensor=1")[0]}, fast)
    two = {0: programs_of(model, "tensor=2")[0]}
    here, there = simulate(two, fast), simulate(two, slow)
    assert one.exchanging == 0
    assert 0.4 < here.computing / one.computing < 0.7
    assert here.bytes == there.bytes == 2 * 8 * 64 * 4
    assert there.exchanging > 100 * here.exchanging
    assert there.seconds > here.seconds
