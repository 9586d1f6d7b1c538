"""Products with weights of few bits, which stay packed: results beside numpy in f64 and beside
onnxruntime, for all layouts; and what stays in memory."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

import mlirlite
from mlirlite.dialects.onnx.packed_weights import Blocks, packed
from mlirlite.dialects.onnx.transforms._microsoft_code_books import FP4, NF4
from mlirlite.interp.function import interpret
from mlirlite.ir.context import Context
from mlirlite.runtime.compiled import compile_model
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.runtime.constants import constants_in
from mlirlite.runtime.host import machine_for
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.machine import Target, optimized

pytestmark = pytest.mark.processor
X86, ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"
RNG = np.random.default_rng(0)


class Product:
    """A model of one MatMulNBits, and what it should give."""

    def __init__(
        self, rows: int, depth: int, columns: int, bits: int = 4, block: int = 32, **more: Any
    ) -> None:
        blocks = Blocks(columns, depth, bits, block)
        zeros, element = more.pop("zeros", None), more.pop("element", np.float32)
        level, bias, order = (
            more.pop(n, d) for n, d in (("level", 0), ("bias", False), ("order", None))
        )
        dynamic = more.pop("dynamic", False)
        assert not more
        self.b = RNG.integers(0, 256, (columns, blocks.count, block * bits // 8), np.uint8)
        self.scales = (RNG.random((columns, blocks.count)) / 50 + 0.01).astype(element)
        self.x = RNG.standard_normal((rows, depth)).astype(element)
        count = 1 << bits
        points = RNG.integers(0, count, (columns, blocks.count), np.uint8)
        given: dict[str, Any] = {
            "packed": packed(np, points, bits),
            "float": points.astype(element) + element(0.5),
        }
        self.zeros = given.get(zeros or "")
        self.bias = RNG.standard_normal(columns).astype(element) if bias else None
        weights = self._weights(blocks, order)
        self.wanted = self.x.astype(np.float64) @ weights
        if self.bias is not None:
            self.wanted += self.bias
        kind = helper.np_dtype_to_tensor_dtype(np.dtype(element))
        arrays = {"b": self.b, "s": self.scales, "z": self.zeros, "g": order, "c": self.bias}
        node = helper.make_node(
            "MatMulNBits",
            ["x", *(n if a is not None else "" for n, a in arrays.items())],
            ["y"],
            domain="com.microsoft",
            K=depth,
            N=columns,
            bits=bits,
            block_size=block,
            accuracy_level=level,
        )
        size = "rows" if dynamic else rows
        graph = helper.make_graph(
            [node],
            "g",
            [helper.make_tensor_value_info("x", kind, [size, depth])],
            [helper.make_tensor_value_info("y", kind, [size, columns])],
            [numpy_helper.from_array(a, n) for n, a in arrays.items() if a is not None],
        )
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
        self.model = helper.make_model(
            graph, ir_version=10, opset_imports=opsets
        ).SerializeToString()

    def _weights(self, blocks: Blocks, order: Any) -> Any:
        if order is None:
            return blocks.weights(np, self.b, self.scales, self.zeros).astype(np.float64)
        ones = np.ones_like(self.scales)
        numbers = blocks.weights(np, self.b, ones, 0 * ones)
        return (numbers - (1 << blocks.bits >> 1)) * self.scales.astype(np.float64)[:, order].T

    def run(self) -> Any:
        return mlirlite.InferenceSession(self.model).run(None, {"x": self.x})[0]

    def error(self, found: Any) -> float:
        """The largest one, relative to the largest number."""
        return float(np.abs(found - self.wanted).max() / np.abs(self.wanted).max())


@pytest.mark.covering(2)
@pytest.mark.sampled(12)
@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("block", [16, 128])
@pytest.mark.parametrize("zeros", [None, "packed", "float"])
@pytest.mark.parametrize("level", [0, 4])
def test_layouts(bits: int, block: int, zeros: str | None, level: int) -> None:
    """Depths and columns that fill neither blocks nor vectors, one row and many."""
    for rows in (3, 40):
        p = Product(rows, 300, 37, bits, block, zeros=zeros, level=level, bias=rows == 3)
        assert p.error(p.run()) < (2e-6 if level == 0 else 2e-2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", [0, 4])
def test_rows_known_at_run_time(level: int) -> None:
    p = Product(33, 96, 40, level=level, dynamic=True, zeros="packed")
    session = mlirlite.InferenceSession(p.model)
    for rows in (0, 1, 2, 7, 33):
        found = session.run(None, {"x": p.x[:rows]})[0]
        assert found.shape == (rows, 40)
        error = np.abs(found - p.wanted[:rows]).max(initial=0)
        assert error < (2e-6 if level == 0 else 2e-2) * np.abs(p.wanted).max()


@pytest.mark.parametrize("zeros", [None, "packed", "float"])
@pytest.mark.parametrize("rows", [1, 7, 40])
def test_infinite_factors(rows: int, zeros: str | None) -> None:
    """They are infinite with the sign of the weight, and NaN where it is 0."""
    p = Product(rows, 96, 70, zeros=zeros)
    p.x[0, 70] = -np.inf
    if rows > 4:
        p.x[4, 3] = np.inf
    weights = p._weights(Blocks(70, 96, 4, 32), None)
    with np.errstate(invalid="ignore"):
        wanted = p.x.astype(np.float64) @ weights
    np.testing.assert_allclose(p.run(), wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", [0, 4])
def test_as_onnxruntime(level: int) -> None:
    """At level 4 both round the left side to 8 bits in the same way, on any processor but for those
    that compute in f32 here."""
    p = Product(5, 256, 64, level=level, zeros="packed", bias=True)
    peer = onnxruntime.InferenceSession(p.model, providers=["CPUExecutionProvider"])
    wanted = peer.run(None, {"x": p.x})[0]
    assert p.error(p.run()) <= 2 * p.error(wanted) + 2e-6


@pytest.mark.parametrize("order", ["blocks", "any"])
def test_groups_of_rows(order: str) -> None:
    """g_idx: groups that are blocks in another order stay packed; others do not."""
    groups = RNG.permutation(np.arange(64, dtype=np.int32) // 16)
    if order == "any":
        groups[:10] = 3
    p = Product(3, 64, 20, block=16, order=groups)
    assert p.error(p.run()) < 2e-6
    context = Context()
    module, _ = load_module(p.model, context)
    lower(module, context, end="onnx")
    assert ("MatMulNBits" in str(module)) == (order == "blocks")


def test_half_precision() -> None:
    for rows in (1, 40):
        p = Product(rows, 96, 24, element=np.float16, bias=True)
        assert p.error(p.run()) < 1e-3


def test_in_the_interpreter() -> None:
    """The loops compute the same in the reference evaluator, and without vectors."""
    p = Product(2, 64, 9, block=16, zeros="packed")
    for machine, level in (
        ("haswell", 0),
        ("haswell", 4),
        ("cascadelake", 4),
        ("", 0),
        ("neoverse-n1", 4),
    ):
        p = Product(2, 32, 9, block=16, zeros="packed", level=level)
        context = Context()
        module, _ = load_module(p.model, context)
        lower(module, context, end="krnl", machine=machine)
        out = interpret(module, "main_graph", p.x)
        found = np.asarray(out[0] if isinstance(out, (list, tuple)) else out).reshape(2, 9)
        assert p.error(found) < (2e-6 if level == 0 else 2e-2)


def of_book(
    rows: int, depth: int, columns: int, block: int, kind: int, element: Any = np.float32
) -> tuple[bytes, Any, Any]:
    """A model of one MatMulBnb4, its input and result."""
    codes = RNG.integers(0, 16, columns * depth)
    scales = RNG.random(-(-codes.size // block)).astype(element)
    numbers = np.array((FP4, NF4)[kind])[codes] * np.repeat(scales, block)[: codes.size]
    even = np.append(codes, np.zeros(codes.size % 2, int)).reshape(-1, 2)
    inits = {"b": (even[:, 0] * 16 + even[:, 1]).astype(np.uint8), "s": scales}
    x = RNG.standard_normal((rows, depth)).astype(element)
    attributes = {"K": depth, "N": columns, "block_size": block, "quant_type": kind}
    node = helper.make_node(
        "MatMulBnb4", ["x", "b", "s"], ["y"], domain="com.microsoft", **attributes
    )
    type = helper.np_dtype_to_tensor_dtype(np.dtype(element))
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", type, x.shape)],
        [helper.make_tensor_value_info("y", type, [rows, columns])],
        [numpy_helper.from_array(a, n) for n, a in inits.items()],
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, ir_version=10, opset_imports=opsets)
    return model.SerializeToString(), x, x.astype(float) @ numbers.reshape(columns, depth).T


@pytest.mark.covering(2)
@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize(
    ("depth", "block"), [(64, 16), (128, 64), (48, 32), (16, 256), (20, 16), (15, 16)]
)
def test_code_books(kind: int, depth: int, block: int) -> None:
    """FP4 and NF4, with blocks that are those of columns, parts of which are, or that begin
    anywhere; one row and many; beside numpy and beside onnxruntime."""
    for rows, element, bound in (
        (1, np.float32, 1e-6),
        (40, np.float32, 1e-6),
        (3, np.float16, 1e-3),
    ):
        model, x, wanted = of_book(rows, depth, 37, block, kind, element)
        found = mlirlite.InferenceSession(model).run(None, {"x": x})[0]
        peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        limit = bound * np.abs(wanted).max()
        assert np.abs(found - wanted).max() <= limit
        assert np.abs(found.astype(float) - peer.run(None, {"x": x})[0]).max() <= 2 * limit


@pytest.mark.parametrize("machine", ["haswell", "skylake-avx512", "neoverse-n1", ""])
def test_code_books_in_the_interpreter(machine: str) -> None:
    """Weights are looked up in their packed form, with vectors and without."""
    model, x, wanted = of_book(2, 64, 9, 32, 1)
    context = Context()
    module, _ = load_module(model, context)
    lower(module, context, end="krnl", machine=machine)
    assert ("krnl.lookup" in str(module)) == bool(machine)
    out = interpret(module, "main_graph", x)
    found = np.asarray(out[0] if isinstance(out, (list, tuple)) else out).reshape(2, 9)
    assert np.abs(found - wanted).max() < 1e-6 * np.abs(wanted).max()


def test_infinite_rows_of_a_code_book() -> None:
    """There are no zero points: an infinite factor stays one."""
    model, x, wanted = of_book(2, 64, 9, 32, 0)
    x[1, 5] = np.inf
    found = mlirlite.InferenceSession(model).run(None, {"x": x})[0]
    assert np.abs(found[0] - wanted[0]).max() < 1e-6 * np.abs(wanted).max()
    assert not np.isfinite(found[1]).any()


def test_wrong_code_books() -> None:
    model, *_ = of_book(2, 64, 9, 32, 0)
    made = onnx.load_from_string(model)
    made.graph.initializer[1].CopyFrom(numpy_helper.from_array(np.ones(3, np.float32), "s"))
    with pytest.raises(mlirlite.DiagnosticError, match="3 elements in absmax, expected 18"):
        mlirlite.InferenceSession(made.SerializeToString())
    made = onnx.load_from_string(model)
    next(a for a in made.graph.node[0].attribute if a.name == "block_size").i = 24
    with pytest.raises(mlirlite.DiagnosticError, match="block_size is 24"):
        mlirlite.InferenceSession(made.SerializeToString())


def blocked(kind: str, form: str, rows: int = 3) -> tuple[bytes, Any, Any]:
    """A model with DequantizeLinear before a product, its input and result."""
    depth, columns, block = 96, 20, 32
    bits, signed = int(kind[-1]), not kind.startswith("u")
    low = -(1 << bits - 1) if signed else 0
    numbers = RNG.integers(low, low + (1 << bits), (depth, columns))
    scales = (RNG.random((depth // block, columns)) / 50 + 0.01).astype(np.float32)
    zeros = RNG.integers(low, low + (1 << bits), scales.shape) if form != "matmul" else None
    point: Any = 0 if zeros is None else np.repeat(zeros, block, 0)
    weights = (numbers - point) * np.repeat(scales, block, 0).astype(np.float64)
    x = RNG.standard_normal((rows, depth)).astype(np.float32)
    bias = RNG.standard_normal(columns).astype(np.float32)
    wanted = x @ weights + (bias if form == "gemm" else 0)
    turned = form in ("gemm", "transpose")
    type = getattr(TensorProto, kind.upper().replace("_", ""))

    def tensor(name: str, array: Any) -> Any:
        array = array.T if turned else array
        return helper.make_tensor(name, type, array.shape, array.reshape(-1))

    inits = [
        tensor("w", numbers),
        numpy_helper.from_array(np.ascontiguousarray(scales.T if turned else scales), "s"),
    ]
    names = ["w", "s"]
    if zeros is not None:
        inits.append(tensor("z", zeros))
        names.append("z")
    nodes = [helper.make_node("DequantizeLinear", names, ["d"], axis=int(turned), block_size=block)]
    if form == "gemm":
        inits.append(numpy_helper.from_array(bias, "c"))
        nodes.append(helper.make_node("Gemm", ["x", "d", "c"], ["y"], transB=1))
    elif form == "transpose":
        nodes.append(helper.make_node("Transpose", ["d"], ["t"], perm=[1, 0]))
        nodes.append(helper.make_node("MatMul", ["x", "t"], ["y"]))
    else:
        nodes.append(helper.make_node("MatMul", ["x", "d"], ["y"]))
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [rows, columns])],
        inits,
    )
    made = helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", 21)])
    onnx.checker.check_model(made)
    return made.SerializeToString(), x, wanted


@pytest.mark.covering(1)
@pytest.mark.sampled(5)
@pytest.mark.parametrize("form", ["matmul", "zeros", "gemm", "transpose"])
@pytest.mark.parametrize("kind", ["int4", "uint4", "int8", "uint8"])
def test_blocks_of_onnx(kind: str, form: str) -> None:
    model, x, wanted = blocked(kind, form)
    found = mlirlite.InferenceSession(model).run(None, {"x": x})[0]
    assert np.abs(found - wanted).max() < 2e-6 * np.abs(wanted).max()
    context = Context()
    module, _ = load_module(model, context)
    lower(module, context, end="onnx", machine="haswell")
    assert "MatMulNBits" in str(module)
    assert "DequantizeLinear" not in str(module)


@pytest.mark.covering(1)
@pytest.mark.parametrize("form", ["matmul", "gemm"])
def test_blocks_of_floats_of_four_bits(form: str) -> None:
    """float4e2m1 of opset 23 stays packed: its 16 numbers are a code book."""
    depth, columns, block, by_columns = 64, 20, 32, form == "gemm"
    positive = [0, 0.5, 1, 1.5, 2, 3, 4, 6]
    numbers = RNG.choice([*positive, *(-n for n in positive)], (depth, columns))
    scales = (RNG.random((depth // block, columns)) / 50 + 0.01).astype(np.float32)
    x = RNG.standard_normal((3, depth)).astype(np.float32)
    wanted = x @ (numbers * np.repeat(scales, block, 0).astype(float))
    array, scale = (numbers.T, scales.T) if by_columns else (numbers, scales)
    inits = [
        helper.make_tensor("w", TensorProto.FLOAT4E2M1, array.shape, array.reshape(-1)),
        numpy_helper.from_array(np.ascontiguousarray(scale), "s"),
    ]
    product = ("Gemm", {"transB": 1}) if by_columns else ("MatMul", {})
    nodes = [
        helper.make_node(
            "DequantizeLinear", ["w", "s"], ["d"], axis=int(by_columns), block_size=block
        ),
        helper.make_node(product[0], ["x", "d"], ["y"], **product[1]),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3, columns])],
        inits,
    )
    made = helper.make_model(graph, ir_version=11, opset_imports=[helper.make_opsetid("", 23)])
    onnx.checker.check_model(made)
    found = mlirlite.InferenceSession(made.SerializeToString()).run(None, {"x": x})[0]
    assert np.abs(found - wanted).max() < 2e-6 * np.abs(wanted).max()
    context = Context()
    module, _ = load_module(made.SerializeToString(), context)
    lower(module, context, end="onnx", machine="haswell")
    assert "code_book" in str(module)
    assert "DequantizeLinear" not in str(module)


def test_weights_are_made_when_they_are_stored() -> None:
    """Lowering keeps no copy of them."""
    context = Context()
    module, _ = load_module(Product(3, 256, 512, 4, dynamic=True).model, context)
    lower(module, context, machine="haswell")
    sizes = {c.size: c for _, c in constants_in(module)}
    words = sizes[256 * 512 // 2]
    assert not words.value.resource.is_loaded
    first, second = (b"".join(words.pieces()) for _ in range(2))
    assert first == second == words.array().tobytes()
    assert not words.value.resource.is_loaded


def test_layers_share_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels for few and for many rows are in branches, and made once for all equal layers."""
    monkeypatch.setenv("MLIRLITE_CACHE", "off")
    given = Product(3, 64, 64, 4, dynamic=True).model

    def kernels(layers: int) -> int:
        model = onnx.load_from_string(given)
        node = model.graph.node.pop()
        for n in range(layers):
            copy = model.graph.node.add()
            copy.CopyFrom(node)
            copy.input[0] = f"y{n - 1}" if n else "x"
            copy.output[0] = f"y{n}" if n < layers - 1 else "y"
        return len(compile_model(model.SerializeToString(), machine="haswell").engine.objects)

    assert 2 < kernels(9) == kernels(12) < 12


def test_wrong_weights() -> None:
    """What does not fit is an error that says so, when the model is loaded."""
    p = Product(2, 64, 8)
    model = onnx.load_from_string(p.model)
    model.graph.initializer[1].CopyFrom(numpy_helper.from_array(p.scales[:4], "s"))
    with pytest.raises(mlirlite.DiagnosticError, match="scales"):
        mlirlite.InferenceSession(model.SerializeToString())
    session = mlirlite.InferenceSession(Product(2, 64, 8, dynamic=True).model)
    with pytest.raises(Exception, match="x"):
        session.run(None, {"x": np.zeros((2, 65), np.float32)})


@pytest.mark.parametrize(
    ("cpu", "triple", "instruction"),
    [
        ("haswell", X86, "vpmaddubsw.*%ymm"),
        ("skylake-avx512", X86, "vpmaddubsw.*%zmm"),
        ("cascadelake", X86, "vpdpbusd"),
        ("neoverse-n1", ARM, "sdot"),
    ],
)
def test_instructions_of_other_processors(cpu: str, triple: str, instruction: str) -> None:
    """At accuracy level 4, bytes are multiplied by the instructions that a processor has."""
    context = Context()
    module, _ = load_module(Product(2, 64, 16, level=4).model, context)
    lower(module, context, machine=machine_for(cpu, triple))
    features = "-prefer-256-bit" if triple == X86 else ""
    target = Target(triple=triple, cpu=cpu, features=features)
    assert re.search(instruction, optimized(to_llvmir(module), 3, target).assembly())


@pytest.mark.parametrize(
    ("cpu", "triple", "instruction"),
    [
        ("haswell", X86, "vperm(ps|d).*%ymm"),
        ("skylake-avx512", X86, "vperm(ps|d).*%zmm"),
        ("neoverse-n1", ARM, "bsl|bit|bif"),
    ],
)
def test_look_ups_of_other_processors(cpu: str, triple: str, instruction: str) -> None:
    context = Context()
    module, _ = load_module(of_book(2, 64, 16, 32, 1)[0], context)
    lower(module, context, machine=machine_for(cpu, triple))
    features = "-prefer-256-bit" if triple == X86 else ""
    target = Target(triple=triple, cpu=cpu, features=features)
    assert re.search(instruction, optimized(to_llvmir(module), 3, target).assembly())
