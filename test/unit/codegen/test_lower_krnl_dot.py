"""krnl.dot for other processors: the code has their instructions. Convolutions of bf16,
whose sums are f32, by multiply-adds where there is no instruction."""

from __future__ import annotations

import re
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.ir.context import Context
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.runtime.compiler import STAGES, load_module, lower, run_stages
from mlirlite.runtime.host import host_machine, machine_for
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.machine import Target, optimized

X86, ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"


def conv(x: tuple[int, ...], w: Any, attributes: dict[str, Any], **more: Any) -> onnx.ModelProto:
    """Conv, or ConvInteger for weights of bytes, and then `more`."""
    integer = w.dtype == np.int8
    name, kind = ("ConvInteger", TensorProto.UINT8) if integer else ("Conv", TensorProto.FLOAT)
    bias = more.get("bias")
    constants = {"w": w} | ({"b": bias} if bias is not None else {})
    nodes = [helper.make_node(name, ["x", *constants], ["y"], **attributes)]
    result = TensorProto.INT32 if integer else TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", kind, x)],
        [helper.make_tensor_value_info("y", result, None)],
        [numpy_helper.from_array(v, k) for k, v in constants.items()],
    )
    return helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", 21)])


def in_bf16(model: onnx.ModelProto) -> Any:
    """A module after --convert-f32-to-bf16."""
    context = Context()
    module, _ = load_module(model.SerializeToString(), context)
    run_stages(module, context, STAGES[:1])
    PassManager(parse_pipeline("builtin.module(convert-f32-to-bf16)"), context).run(module)
    assert "bf16" in str(module)
    return module


def assembly(module: Any, cpu: str, triple: str) -> str:
    machine = machine_for(cpu, triple)
    lower(module, Context(), machine=machine)
    features = "-prefer-256-bit" if triple == X86 else ""
    target = Target(triple=triple, cpu=cpu, features=features)
    return optimized(to_llvmir(module), 3, target).assembly()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cpu", "triple", "instruction"),
    [
        ("haswell", X86, r"vpmaddwd.*%ymm"),
        ("skylake-avx512", X86, r"vpmaddwd.*%zmm"),
        ("cascadelake", X86, r"vpdpbusd\t.*%zmm"),
        ("sapphirerapids", X86, r"vpdpbusd\t.*%zmm"),
        ("cortex-a72", ARM, r"saddw2?\tv\d+\.4s"),
        ("neoverse-n1", ARM, r"sdot\tv\d+\.4s, v\d+\.16b"),
        ("neoverse-v1", ARM, r"usdot\tv\d+\.4s, v\d+\.16b"),
    ],
)
def test_instructions_for_bytes(cpu: str, triple: str, instruction: str) -> None:
    weights = np.arange(32 * 16, dtype=np.int64).astype(np.int8).reshape(32, 16, 1, 1)
    module, _ = load_module(conv((1, 16, 8, 8), weights, {}).SerializeToString(), Context())
    assert re.search(instruction, assembly(module, cpu, triple))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("cpu", "triple", "instruction"),
    [
        ("haswell", X86, r"vfmadd\d+ps.*%ymm"),
        ("cascadelake", X86, r"vfmadd\d+ps.*%zmm"),
        ("cooperlake", X86, r"vdpbf16ps\t.*%zmm"),
        ("sapphirerapids", X86, r"vdpbf16ps\t.*%zmm"),
        ("znver4", X86, r"vdpbf16ps\t.*%zmm"),
        ("neoverse-v1", ARM, r"bfdot\tv\d+\.4s, v\d+\.8h"),
    ],
)
def test_instructions_for_bf16(cpu: str, triple: str, instruction: str) -> None:
    weights = np.linspace(-1, 1, 32 * 16, dtype=np.float32).reshape(32, 16, 1, 1)
    text = assembly(in_bf16(conv((1, 16, 8, 8), weights, {})), cpu, triple)
    assert re.search(instruction, text)
    if "bf16" in instruction:
        assert re.search(r"vcvtneps2bf16", text)
    assert not re.search(r"\b(call\w*|jmp|bl?)\s+_*truncsfbf2", text)


CASES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((1, 16, 5, 5), (16, 16, 3, 3), {"pads": [1, 1, 1, 1]}),
    ((2, 32, 7, 29), (48, 32, 1, 1), {}),
    ((1, 24, 9, 17), (20, 24, 3, 3), {"pads": [1, 1, 1, 1], "strides": [2, 2]}),
    ((1, 3, 13, 31), (17, 3, 7, 7), {"pads": [3, 3, 3, 3], "strides": [2, 2]}),
    ((1, 19, 6, 6), (33, 19, 3, 2), {"pads": [2, 0, 0, 1]}),
    ((1, 64, 11, 15), (64, 16, 3, 3), {"group": 4, "pads": [1, 1, 1, 1]}),
]


@pytest.mark.sampled(3)
@pytest.mark.skipif(not host_machine(), reason="no machine is like this processor")
@pytest.mark.parametrize(("x", "w", "attributes"), CASES)
def test_convolutions_of_bf16(x: Any, w: Any, attributes: dict[str, Any]) -> None:
    """Products of bf16 are exact in f32; n sums are off by n units of f32 in the last place of the
    sum of magnitudes, and the result by half a unit of bf16."""
    onnxruntime = pytest.importorskip("onnxruntime")
    random = np.random.default_rng(sum(x))
    image = random.standard_normal(x).astype(np.float32)
    weights = random.standard_normal(w).astype(np.float32)
    bias = random.standard_normal(w[0]).astype(np.float32)
    model = conv(x, weights, attributes, bias=bias)
    [got] = mlirlite.InferenceSession(in_bf16(model)).run(None, {"x": image})

    def rounded(a: Any) -> Any:
        return a.astype(ml_dtypes.bfloat16).astype(np.float32)

    def exactly(x: Any, w: Any, b: Any) -> Any:
        made = conv(x.shape, w, attributes, bias=b)
        return onnxruntime.InferenceSession(
            made.SerializeToString(), providers=["CPUExecutionProvider"]
        ).run(None, {"x": x})[0]

    given = tuple(map(rounded, (image, weights, bias)))
    want, magnitude = exactly(*given), exactly(*map(np.abs, given))
    count = np.prod(w[1:]) + 1
    bound = 2.0**-8 * np.abs(want) + 2 * count * 2.0**-24 * magnitude
    assert (np.abs(got - want) <= bound).all()
    # and to the model itself: two factors are rounded to 8 bits
    near = exactly(image, weights, bias)
    assert (np.abs(got - near) <= 2.0**-8 * np.abs(near) + 3 * 2.0**-8 * magnitude).all()
