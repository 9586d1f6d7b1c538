"""The pinned ONNX schemas: equal to onnx's, found by opset, merged where they mean the same."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from mlirlite.dialects.onnx import schemas

ROOT = Path(__file__).parents[4]
UNLIMITED = 2**31 - 1


@pytest.fixture(scope="module")
def onnx() -> ModuleType:
    module: ModuleType = pytest.importorskip("onnx")
    if module.__version__ != schemas.onnx_version():
        pytest.skip(f"onnx is {module.__version__}, the schemas are of {schemas.onnx_version()}")
    return module


@pytest.fixture(scope="module")
def generator(onnx: ModuleType) -> ModuleType:
    spec = importlib.util.spec_from_file_location("gen", ROOT / "tools" / "gen_onnx_schemas.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of(name: str, version: int | None = None, domain: str = "") -> schemas.Schema:
    schema = schemas.lookup(name, version, domain)
    assert schema is not None, (domain, name, version)
    return schema


def every_schema() -> Iterator[schemas.Schema]:
    for domain in schemas.domains():
        for name in schemas.names(domain):
            for version in schemas.versions(name, domain):
                yield of(name, version, domain)


# The pinned file against the onnx package.


def test_pinned_file_is_what_the_generator_writes(generator: ModuleType) -> None:
    assert generator.PINNED.read_text(encoding="utf-8") == generator.generate()


def test_every_schema_of_onnx_reads_back(onnx: ModuleType) -> None:
    theirs = onnx.defs.get_all_schemas_with_history()
    assert sorted((s.domain, s.name, s.version) for s in every_schema()) == sorted(
        (s.domain, s.name, s.since_version) for s in theirs
    )
    for s in theirs:
        m = of(s.name, s.since_version, s.domain)
        assert m.deprecated == s.deprecated
        for mine, their in ((m.inputs, s.inputs), (m.outputs, s.outputs)):
            assert [(p.name, p.type, p.option, p.min_arity, p.is_homogeneous) for p in mine] == [
                (p.name, p.type_str, p.option.name.lower(), p.min_arity, p.is_homogeneous)
                for p in their
            ]
        assert (m.min_inputs, m.min_outputs) == (s.min_input, s.min_output)
        for most, their_most in ((m.max_inputs, s.max_input), (m.max_outputs, s.max_output)):
            assert (UNLIMITED if most is None else most) == their_most, m
        assert bool(m.function) == (s.has_function or s.has_context_dependent_function)
        assert {t.type_param_str: set(t.allowed_type_strs) for t in s.type_constraints} == {
            variable: set(types) for variable, types in m.types.items()
        }


def test_attributes_and_defaults_are_those_of_onnx(onnx: ModuleType) -> None:
    seen = 0
    for s in onnx.defs.get_all_schemas_with_history():
        m = of(s.name, s.since_version, s.domain)
        assert set(m.attributes) == set(s.attributes)
        for name, theirs in s.attributes.items():
            mine = m.attributes[name]
            kind = theirs.type.name.lower()
            assert (mine.name, mine.kind, mine.required) == (name, kind, theirs.required)
            if not theirs.default_value.type:
                assert mine.default is None
                continue
            want = onnx.helper.get_attribute_value(theirs.default_value)
            if isinstance(want, list):
                want = [w.decode() if isinstance(w, bytes) else w for w in want]
            elif isinstance(want, bytes):
                want = want.decode()
            assert repr(mine.default) == repr(want), (m, name)
            seen += 1
    assert seen > 500


def test_opsets_are_those_of_onnx(onnx: ModuleType) -> None:
    assert schemas.latest_opset() == onnx.defs.onnx_opset_version()
    for domain in schemas.domains():
        newest = max(max(schemas.versions(name, domain)) for name in schemas.names(domain))
        latest = schemas.latest_opset(domain)
        assert latest is not None
        assert newest <= latest


# Look-ups.


def test_lookup_takes_the_version_in_force_at_the_opset() -> None:
    assert schemas.versions("Conv") == (1, 11, 22)
    opsets = (1, 10, 11, 21, 22, 99)
    assert [of("Conv", opset).version for opset in opsets] == [1, 1, 11, 11, 22, 22]
    assert of("Conv").version == 22
    assert of("Conv", 21) is of("Conv", 11)
    assert of("Conv", 21, "ai.onnx") is of("Conv", 11)


def test_lookup_of_what_does_not_exist_is_none() -> None:
    assert schemas.lookup("Gelu", 19) is None, "Gelu came with opset 20"
    assert schemas.lookup("Conw") is None
    assert schemas.lookup("Conv", domain="ai.onnx.ml") is None
    assert schemas.lookup("Conv", domain="com.example") is None
    assert schemas.versions("Conw") == ()
    assert schemas.names("com.example") == ()
    assert schemas.latest_opset("com.example") is None


def test_other_domains_have_their_own_operators() -> None:
    assert "LinearRegressor" in schemas.names("ai.onnx.ml")
    assert "LinearRegressor" not in schemas.names()
    training = "ai.onnx.preview.training"
    assert of("Momentum", domain=training).domain == training


def test_deprecation_is_of_a_version() -> None:
    assert not of("Upsample", 9).deprecated
    assert of("Upsample", 10).deprecated


def test_a_schema_says_what_a_node_may_look_like() -> None:
    conv = of("Conv", 11)
    assert [(p.name, p.option) for p in conv.inputs] == [
        ("X", "single"),
        ("W", "single"),
        ("B", "optional"),
    ]
    assert (conv.min_inputs, conv.max_inputs) == (2, 3)
    floats = ("tensor(double)", "tensor(float)", "tensor(float16)")
    assert conv.allowed_types(conv.inputs[0]) == floats
    auto_pad = conv.attributes["auto_pad"]
    assert (auto_pad.kind, auto_pad.required, auto_pad.default) == ("string", False, "NOTSET")
    assert conv.attributes["kernel_shape"].default is None

    assert of("Concat", 13).attributes["axis"].required
    assert (of("Concat").min_inputs, of("Concat").max_inputs) == (1, None)
    assert not of("Loop").inputs[-1].is_homogeneous
    shape = of("Reshape").inputs[1]
    assert of("Reshape").allowed_types(shape) == ("tensor(int64)",)
    # 0.01 is not a float32; the default is the float32 that ONNX stores.
    assert of("LeakyRelu").attributes["alpha"].default == 0.009999999776482582
    assert not of("RandomNormal").deterministic
    assert of("Relu").deterministic
    functions = [of(name).function for name in ("Mish", "Softmax", "Conv")]
    assert functions == ["body", "context", ""]


# Names in the text.


def test_the_newest_version_has_the_plain_name() -> None:
    assert schemas.mlir_name(of("ReduceSum")) == "onnx.ReduceSum"
    assert schemas.mlir_name(of("ReduceSum", 11)) == "onnx.ReduceSumV11"
    assert schemas.mlir_name(of("LinearRegressor", domain="ai.onnx.ml")) == "onnx.LinearRegressor"


def test_every_version_has_a_name_of_its_own_that_reads_back() -> None:
    for schema in every_schema():
        assert schemas.from_mlir_name(schemas.mlir_name(schema)) is schema


@pytest.mark.parametrize(
    "text", ["onnx.Conw", "onnx.ConvV2", "onnx.ConvV22", "Conv", "krnl.Conv", "onnx.", "onnx.ConvV"]
)
def test_other_names_are_no_operators(text: str) -> None:
    assert schemas.from_mlir_name(text) is None


# Versions that mean the same.

CANONICAL = {
    "Add": {1: [1], 6: [6], 14: [7, 13, 14]},
    "AveragePool": {22: [1, 7, 10, 11, 19, 22]},
    "BatchNormalization": {1: [1], 6: [6], 7: [7], 9: [9], 15: [14, 15]},
    "Cast": {1: [1], 28: [6, 9, 13, 19, 21, 23, 24, 25, 28]},
    "Clip": {1: [1], 6: [6], 13: [11, 12, 13]},
    "Concat": {1: [1], 13: [4, 11, 13]},
    "Conv": {22: [1, 11, 22]},
    "Dropout": {1: [1], 6: [6], 7: [7], 10: [10], 22: [12, 13, 22]},
    "Flatten": {25: [1, 9, 11, 13, 21, 23, 24, 25]},
    "Gather": {13: [1, 11, 13]},
    "Gemm": {6: [1, 6], 13: [7, 9, 11, 13]},
    "GlobalAveragePool": {22: [1, 22]},
    "GroupNormalization": {18: [18], 21: [21]},
    "LRN": {13: [1, 13]},
    "LogSoftmax": {11: [1, 11], 13: [13]},
    "MatMul": {13: [1, 9, 13]},
    "MaxPool": {22: [1, 8, 10, 11, 12, 22]},
    "Mul": {1: [1], 6: [6], 14: [7, 13, 14]},
    "OneHot": {9: [9], 28: [11, 28]},
    "PRelu": {1: [1], 6: [6], 16: [7, 9, 16]},
    "Pad": {1: [1], 2: [2], 25: [11, 13, 18, 19, 21, 23, 24, 25]},
    "QuantizeLinear": {28: [10, 13, 19, 21, 23, 24, 25, 28]},
    "ReduceMean": {13: [1, 11, 13], 18: [18]},
    "ReduceSum": {11: [1, 11], 13: [13]},
    "Relu": {1: [1], 14: [6, 13, 14]},
    "Reshape": {1: [1], 25: [5, 13, 14, 19, 21, 23, 24, 25]},
    "Resize": {10: [10], 11: [11], 19: [13, 18, 19]},
    "RoiAlign": {10: [10], 22: [16, 22]},
    "Slice": {1: [1], 13: [10, 11, 13]},
    "Softmax": {11: [1, 11], 13: [13]},
    "Split": {1: [1], 11: [2, 11], 13: [13], 18: [18]},
    "Squeeze": {11: [1, 11], 25: [13, 21, 23, 24, 25]},
    "Sum": {1: [1], 13: [6, 8, 13]},
    "Transpose": {25: [1, 13, 21, 23, 24, 25]},
    "Unsqueeze": {11: [1, 11], 25: [13, 21, 23, 24, 25]},
    "Upsample": {1: [1], 7: [7], 9: [9], 10: [10]},
}


@pytest.mark.bulk
@pytest.mark.parametrize("name", CANONICAL)
def test_versions_that_mean_the_same_are_one(name: str) -> None:
    found: dict[int, list[int]] = {}
    for version in schemas.versions(name):
        found.setdefault(schemas.canonical(of(name, version)).version, []).append(version)
    assert found == CANONICAL[name]


def test_canonical_keeps_old_nodes_valid() -> None:
    for old in every_schema():
        new = schemas.canonical(old)
        assert schemas.canonical(new) is new
        assert new is old or not new.deprecated
        for before, after in ((old.inputs, new.inputs), (old.outputs, new.outputs)):
            for p, q in zip(before, after, strict=False):
                assert set(old.allowed_types(p)) <= set(new.allowed_types(q)), (old, p.name)
        for attribute in old.attributes.values():
            assert new.attributes[attribute.name].default == attribute.default, old


def test_loading_needs_neither_onnx_nor_numpy() -> None:
    program = (
        "import sys; from mlirlite.dialects.onnx import schemas; schemas.lookup('Conv', 11);"
        "print(*{'onnx', 'numpy'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
