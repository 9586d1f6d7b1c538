"""Kernels: loop nests whose code other models, and changed ones, use again."""

import re
import sys

import numpy as np
import onnx
import onnx.helper
import onnx.numpy_helper
import pytest

import mlirlite
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.parser import parse_module
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime import cache, compiled, kernel_compiler, kernel_processes, kernels
from mlirlite.runtime.compiled import compile_with
from mlirlite.runtime.compiler import stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.target.llvmir import recent
from mlirlite.target.llvmir.levels import Effort

F = onnx.TensorProto.FLOAT
X = np.linspace(-1, 1, 15, dtype=np.float32).reshape(3, 5)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of its own."""
    monkeypatch.setenv("MLIRLITE_CACHE", "on")
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(recent, "_kept", type(recent._kept)())
    return tmp_path / cache.KERNELS


def chain(count=9, seed=0, last="Tanh", exclusive=0):
    """x, multiplied by weights and summed along rows, in turns, then `last`: enough nests to be
    outlined, most of them equal. The last sum may be exclusive."""
    rng = np.random.default_rng(seed)
    node, weights, name = onnx.helper.make_node, [np.array(1)], "x"
    nodes = []
    for i in range(1, count + 1):
        weights.append(rng.standard_normal(5, np.float32))
        given = {"exclusive": exclusive} if i == count else {}
        nodes.append(node("Mul", [name, f"w{i}"], [f"m{i}"]))
        nodes.append(node("CumSum", [f"m{i}", "w0"], [f"s{i}"], **given))
        name = f"s{i}"
    nodes.append(node(last, [name], ["y"]))
    info = onnx.helper.make_tensor_value_info
    constants = [onnx.numpy_helper.from_array(w, f"w{i}") for i, w in enumerate(weights)]
    ends = [info("x", F, ["n", 5])], [info("y", F, ["n", 5])]
    graph = onnx.helper.make_graph(nodes, "g", *ends, constants)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])


def result(model, **options):
    return mlirlite.InferenceSession(model, **options).run(None, {"x": X})[0]


def without_kernels(model, monkeypatch, **options):
    """The result with nothing kept."""
    with monkeypatch.context() as m:
        m.setenv("MLIRLITE_CACHE", "off")
        recent._kept.clear()
        return result(model, **options)


@pytest.fixture
def compiles(monkeypatch):
    """Names of the functions in each text that LLVM compiles."""
    found, original = [], recent.optimized

    def counted(text, **options):
        found.append(re.findall(r"^define .*@([\w.]+)\(", text, re.M))
        return original(text, **options)

    monkeypatch.setattr(recent, "optimized", counted)
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("other", "fresh"),
    [
        (chain(seed=1), 0),
        (chain(12), 0),
        (chain(last="Sigmoid"), 1),
        (chain(exclusive=1), 1),
    ],
    ids=["other weights", "more layers", "another node", "another attribute"],
)
def test_only_what_is_new_is_compiled(other, fresh, folder, compiles, monkeypatch):
    result(chain())
    before = len(list(folder.iterdir()))
    compiles.clear()
    found = result(other)
    assert len(list(folder.iterdir())) - before == fresh
    own = [names for names in compiles if not any(n.startswith("_mlir") for n in names)]
    assert len(own) == fresh
    np.testing.assert_array_equal(found, without_kernels(other, monkeypatch))


def test_any_number_of_rows_has_the_same_kernels(folder):
    result(chain())
    model = chain()
    before = sorted(folder.iterdir())
    session = mlirlite.InferenceSession(model)
    for rows in (1, 4, 0):
        x = np.ones((rows, 5), np.float32)
        assert session.run(None, {"x": x})[0].shape == (rows, 5)
    assert sorted(folder.iterdir()) == before


def names_of(model=None, **options):
    """Keys of the kernels of a model that is compiled now."""
    found = set()
    original = kernels._kept

    def noted(key):
        found.add(key.name)
        return original(key)

    with pytest.MonkeyPatch.context() as m:
        m.setattr(kernels, "_kept", noted)
        mlirlite.InferenceSession(model or chain(), **options)
    return found


def test_keys_depend_on_all_that_the_code_depends_on(folder, monkeypatch):
    usual = names_of()
    assert len(usual) > 2
    assert names_of(chain(seed=2)) == usual
    assert not names_of(opt_level=1) & usual
    for part, value in (("_maker", ["another version"]), ("_processor", ["another", "+one"])):
        with monkeypatch.context() as m:
            m.setattr(cache, part, lambda value=value: value)
            assert not names_of() & usual
    original = compiled.stages_for

    def with_other_options(*given):
        stages = [s.copy() for s in original(*given)]
        stages[3].pipeline.set("lower-krnl-dot", target="skylake-avx512")
        return stages

    with monkeypatch.context() as m:
        m.setattr(compiled, "stages_for", with_other_options)
        assert not names_of(chain(seed=3)) & usual


def test_other_passes_than_those_that_look_at_each_nest_need_all_of_them(folder, monkeypatch):
    original = compiled.stages_for

    def with_inliner(*given):
        stages = [s.copy() for s in original(*given)]
        stages[2].pipeline.append("inline")
        return stages

    monkeypatch.setattr(compiled, "stages_for", with_inliner)
    assert names_of() == set()
    assert not folder.exists()


def test_damaged_kernels_are_made_again(folder, monkeypatch):
    model = chain()
    expected = without_kernels(model, monkeypatch)
    result(model)
    for path in folder.iterdir():
        data = bytearray(path.read_bytes())
        data[len(data) // 3] ^= 1
        path.write_bytes(data)
    np.testing.assert_array_equal(result(chain()), expected)


def test_nothing_is_kept_when_the_cache_is_off(folder, monkeypatch):
    without_kernels(chain(), monkeypatch)
    assert not folder.exists()


def test_a_whole_model_is_kept_with_its_kernels(folder, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE", "all")
    model = chain()
    first = result(model)
    for path in folder.iterdir():
        path.unlink()
    monkeypatch.setattr(compiled, "compile_with", None)
    np.testing.assert_array_equal(result(model), first)


def test_those_who_look_at_levels_see_all_nests(folder):
    model = chain()
    result(model)
    counts = []

    def see(stage, module):
        counts.append((stage.name, sum(op.is_declaration for op in functions(module))))

    stages = stages_for(host_machine())
    compile_with(model, stages, after=see)
    assert dict(counts)["affine"] == 0


def functions(module):
    return [
        op
        for op in module.regions[0].block
        if isinstance(op, FunctionLike) and (symbol_name(op) or "").startswith("kernel")
    ]


def test_requirements_of_nests_hold_in_kept_code(folder):
    info, node = onnx.helper.make_tensor_value_info, onnx.helper.make_node

    def model(count):
        nodes = [
            node("Gather", ["x" if i == 0 else f"y{i - 1}", "i"], [f"y{i}"]) for i in range(count)
        ]
        ends = [info("x", F, [5, 5]), info("i", onnx.TensorProto.INT64, [5])]
        graph = onnx.helper.make_graph(nodes, "g", ends, [info(f"y{count - 1}", F, [5, 5])])
        return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])

    x, i = np.eye(5, dtype=np.float32), np.arange(5)
    for count in (18, 19):
        session = mlirlite.InferenceSession(model(count))
        assert len(list(folder.iterdir())) == 2
        np.testing.assert_array_equal(session.run(None, {"x": x, "i": i})[0], x)
        with pytest.raises(mlirlite.DiagnosticError, match="5"):
            session.run(None, {"x": x, "i": i + 1})


def nests_of(model):
    """Texts of the nests of a model, and the passes that follow."""
    found = []
    original = kernels.Kernels._compile

    def noted(self, nests, passes):
        found.append(({name: n.text for name, n in nests.items()}, passes))
        return original(self, nests, passes)

    with pytest.MonkeyPatch.context() as m:
        m.setenv("MLIRLITE_CACHE", "off")  # an earlier run may have kept them
        m.setattr(kernels.Kernels, "_compile", noted)
        made = compile_with(model, stages_for(host_machine()))
    (nests,) = found
    return *nests, set(made.engine.objects[1:])


def test_any_process_makes_the_same_code():
    texts, passes, here = nests_of(chain())
    helper = kernel_processes.Helper(texts, passes, 2)
    made = helper.kernels()
    assert made.keys() == texts.keys()
    assert made == kernel_compiler.compile_texts(texts, passes, 2)
    assert {k.code.object_code for k in made.values()} == here


def test_shares_are_even(monkeypatch):
    sizes = {f"k{i}": 100 + i % 7 for i in range(60)}
    for most, expected in (("1", 1), ("2", 2), ("8", 2)):
        monkeypatch.setenv("MLIRLITE_COMPILE_PROCESSES", most)
        found = kernel_processes.shares(sizes)
        assert len(found) == expected
        assert sorted(n for share in found for n in share) == sorted(sizes)
    own, other = (sum(map(sizes.get, names)) for names in found)
    assert abs(own - other - kernel_processes._START) < 200
    assert kernel_processes.shares({"a": 10}) == [["a"]]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("program", [sys.executable, "/bin/false", "/no/such/program", ""])
def test_kernels_that_no_other_process_makes_are_made_here(program, monkeypatch):
    expected = without_kernels(chain(), monkeypatch)
    monkeypatch.setattr(kernel_processes, "_SHARE", 1)
    monkeypatch.setattr(kernel_processes, "_START", 0)
    monkeypatch.setattr(sys, "executable", program)
    monkeypatch.setenv("MLIRLITE_COMPILE_PROCESSES", "2")
    np.testing.assert_array_equal(without_kernels(chain(), monkeypatch), expected)


def test_a_nest_that_shares_data_stays_in_the_model(folder, monkeypatch):
    expected = without_kernels(chain(), monkeypatch)
    monkeypatch.setattr(kernel_compiler, "_may_be_copied", lambda op: False)
    np.testing.assert_array_equal(result(chain()), expected)
    assert not folder.exists()


VECTORS = """
func.func private @f(%x: memref<8x64xf32>, %y: memref<8x64xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 64 step 16 {
      %v = affine.vector_load %x[%i, %j] : memref<8x64xf32>, vector<16xf32>
      affine.vector_store %v, %y[%i, %j] : memref<8x64xf32>, vector<16xf32>
    }
    MORE
  }
  return
}
"""
NUMBERS = """affine.for %j = 0 to 64 {
      %v = affine.load %x[%i, %j] : memref<8x64xf32>
      affine.store %v, %y[%i, %j] : memref<8x64xf32>
    }"""


@pytest.mark.parametrize(("more", "effort"), [("", Effort.SIMPLIFY), (NUMBERS, Effort.FULL)])
def test_llvm_vectorizes_loops_of_numbers_only(more, effort, monkeypatch):
    efforts = []

    def code_of(text, level, effort):
        efforts.append(effort)
        return recent.Code(b"", (), ())

    monkeypatch.setattr(kernel_compiler, "code_of", code_of)
    passes = Pipeline.of("lower-affine", "convert-scf-to-cf", "convert-vector-to-llvm")
    passes = Pipeline.of(*passes.items, "convert-to-llvm", "reconcile-unrealized-casts")
    kernel_compiler.compile_texts({"f": VECTORS.replace("MORE", more)}, passes, 2)
    assert efforts == [effort]


LINE = "%{0} = llvm.add %{1}, %{1} : i64"


@pytest.mark.parametrize(
    ("lines", "loop", "effort"),
    [(10, 0, Effort.FULL), (3000, 0, Effort.ONCE), (3000, 5, Effort.ONCE), (3000, 50, Effort.FULL)],
)
def test_long_code_around_kernels_is_translated_quickly(lines, loop, effort):
    straight = [LINE.format(i + 1, i) for i in range(lines)]
    again = [LINE.format(lines + i + 1, lines + i) for i in range(loop)]
    again += ["llvm.cond_br %c, ^again, ^end"] if loop else ["llvm.br ^end"]
    body = "\n".join([*straight, "llvm.br ^again", "^again:", *again, "^end:", "llvm.return"])
    module = parse_module(f"llvm.func @f(%0: i64, %c: i1) {{\n{body}\n}}")
    assert compiled._effort(module) is effort
