"""Nests that differ in sizes share a function: it computes the same bits, in fewer kernels."""

from itertools import pairwise, product

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.runtime import compiler, kernels
from mlirlite.support.machine import MACHINES

SIZES = (24, 32, 48, 40)
"""Channels of the layers, all of which the schedules put into whole blocks."""


def network(taps, stride, sizes=SIZES, extent=20):
    """Convolutions of different numbers of channels, each on a smaller image."""
    rng = np.random.default_rng(0)
    node = onnx.helper.make_node
    info = onnx.helper.make_tensor_value_info
    nodes, weights = [], []
    for n, (taken, given) in enumerate(pairwise((3, *sizes))):
        w = rng.standard_normal((given, taken, taps, taps)).astype(np.float32) / taken
        weights.append(onnx.numpy_helper.from_array(w, f"w{n}"))
        attributes = {"strides": [stride if n % 2 else 1] * 2, "pads": [taps // 2] * 4}
        nodes.append(node("Conv", [f"x{n}", f"w{n}"], [f"c{n}"], **attributes))
        nodes.append(node("Relu", [f"c{n}"], [f"x{n + 1}"]))
    nodes.append(node("GlobalAveragePool", [f"x{len(sizes)}"], ["y"]))
    shape = [1, 3, extent, extent]
    graph = onnx.helper.make_graph(
        nodes,
        "g",
        [info("x0", onnx.TensorProto.FLOAT, shape)],
        [info("y", onnx.TensorProto.FLOAT, [1, sizes[-1], 1, 1])],
        weights,
    )
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    return model, rng.standard_normal(shape).astype(np.float32)


def compiled(model, monkeypatch, merge):
    """What a session of the model gives, and how many kernels it has."""
    taken = []
    original = kernels.Kernels._compile

    def counted(self, nests, passes):
        taken.extend(nests)
        return original(self, nests, passes)

    with monkeypatch.context() as m:
        m.setenv("MLIRLITE_CACHE", "off")
        m.setattr(kernels.Kernels, "_compile", counted)
        if not merge:
            stages = tuple(stage.copy() for stage in compiler.STAGES)
            stages[1].pipeline.remove("merge-nests")
            m.setattr(compiler, "STAGES", stages)
        return mlirlite.InferenceSession(model), len(taken)


@pytest.mark.bulk
@pytest.mark.parametrize(("taps", "stride"), list(product((1, 3, 5), (1, 2))))
def test_the_same_bits_in_fewer_kernels(taps, stride, monkeypatch):
    model, x = network(taps, stride)
    alone, many = compiled(model, monkeypatch, merge=False)
    shared, few = compiled(model, monkeypatch, merge=True)
    [expected], [found] = (s.run(None, {"x0": x}) for s in (alone, shared))
    assert found.tobytes() == expected.tobytes()
    assert few <= many


@pytest.mark.bulk
def test_layers_of_several_widths_are_one_kernel(monkeypatch):
    model, x = network(1, 1, sizes=tuple(range(64, 64 + 16 * 20, 16)), extent=8)
    alone, many = compiled(model, monkeypatch, merge=False)
    shared, few = compiled(model, monkeypatch, merge=True)
    [expected], [found] = (s.run(None, {"x0": x}) for s in (alone, shared))
    assert found.tobytes() == expected.tobytes()
    assert few < many


def merged(text):
    module = parse_module(text)
    pipeline = "builtin.module(outline-loops{least-nests=1},merge-nests)"
    PassManager(pipeline, verify_each=True).run(module)
    return str(module)


def fills(first, second, what="krnl.store %v, %m[%a] : memref<{n}xf32>"):
    """Two nests over as many elements."""
    loops = "".join(
        f"""
        %i{k} = krnl.define_loops 1
        krnl.iterate(%i{k}) with (%i{k} -> %a = 0 to {n}){{
          {what.format(n=n).replace("%m", f"%m{k}")}
        }}"""
        for k, n in enumerate((first, second))
    )
    return f"""
      func.func @f(%m0: memref<{first}xf32>, %m1: memref<{second}xf32>, %v: f32) {{{loops}
        return
      }}"""


def test_one_number_is_one_argument():
    text = merged(fills(8, 12))
    assert text.count("func.func private") == 1
    assert "memref.cast" in text


@pytest.mark.parametrize(
    "what",
    [
        "%r = memref.reinterpret_cast %m to offset: [0], sizes: [1], strides: [1] "
        ": memref<{n}xf32> to memref<1xf32>\n krnl.store %v, %r[%a] : memref<1xf32>",
        "%s = memref.subview %m[0] [{n}] [1] : memref<{n}xf32> to memref<{n}xf32, strided<[1]>>",
    ],
)
def test_buffers_with_other_uses_keep_their_types(what):
    assert merged(fills(8, 12, what)).count("func.func private") == 2


def test_loops_that_are_scheduled_keep_their_bounds():
    text = merged(
        """
        func.func private @a(%m: memref<8xf32>, %v: f32) attributes {passthrough = ["noinline"]} {
          %i = krnl.define_loops 1
          %o, %n = krnl.block %i 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
          krnl.iterate(%o, %n) with (%i -> %a = 0 to 8){
            krnl.store %v, %m[%a] : memref<8xf32>
          }
          return
        }
        func.func private @b(%m: memref<16xf32>, %v: f32) attributes {passthrough = ["noinline"]} {
          %i = krnl.define_loops 1
          %o, %n = krnl.block %i 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
          krnl.iterate(%o, %n) with (%i -> %a = 0 to 16){
            krnl.store %v, %m[%a] : memref<16xf32>
          }
          return
        }
        func.func @f(%x: memref<8xf32>, %y: memref<16xf32>, %v: f32) {
          call @a(%x, %v) : (memref<8xf32>, f32) -> ()
          call @b(%y, %v) : (memref<16xf32>, f32) -> ()
          return
        }"""
    )
    assert text.count("func.func private") == 2


@pytest.mark.bulk
@pytest.mark.parametrize("machine", sorted(filter(None, MACHINES)))
def test_models_for_each_machine_stay_valid(machine):
    from mlirlite.ir.context import Context

    model, _ = network(3, 2)
    context = Context()
    module, _ = compiler.load_module(model, context)
    compiler.lower(module, context, end="llvm", machine=machine, verify_each=True)
