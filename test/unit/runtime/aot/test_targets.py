"""Code for other machines: the right instructions, and the right numbers under emulation."""

import platform
import re

import numpy as np
import onnx
import onnx.reference
import pytest

from mlirlite.target.object.elf import symbols_of

OBJECTS = {
    # machine number of ELF, class, byte order
    "x86_64-linux-gnu": (62, 2, 1),
    "aarch64-linux-gnu": (183, 2, 1),
    "armv7-linux-gnueabihf": (40, 1, 1),
    "riscv64-linux-gnu": (243, 2, 1),
    "s390x-linux-gnu": (22, 2, 2),
}
EMULATORS = {
    "aarch64-linux-gnu": ("qemu-aarch64", "aarch64-linux-gnu"),
    "riscv64-linux-gnu": ("qemu-riscv64", "riscv64-linux-gnu"),
    "s390x-linux-gnu": ("qemu-s390x", "s390x-linux-gnu"),
    "armv7-linux-gnueabihf": ("qemu-arm", "arm-linux-gnueabihf"),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("triple", OBJECTS)
def test_object_is_of_its_machine(aot, triple, dense, tmp_path):
    output = tmp_path / "m.o"
    aot.compile_model(dense, output, "-q", f"--mtriple={triple}")
    data = output.read_bytes()
    order = "little" if data[5] == 1 else "big"
    found = (int.from_bytes(data[18:20], order), data[4], data[5])
    assert found == OBJECTS[triple]
    assert symbols_of(data)["run_main_graph"]


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("options", "has", "has_not"),
    [
        (("--mtriple=x86_64-linux-gnu",), r"%xmm", r"%ymm|%zmm|\tv\w+ps"),
        (("--mtriple=x86_64-linux-gnu", "--mcpu=haswell"), r"vfmadd.*%ymm", r"%zmm"),
        (("--mtriple=x86_64-linux-gnu", "--mcpu=skylake-avx512"), r"vfmadd.*%zmm", "nothing"),
        (("--mtriple=x86_64-linux-gnu", "--mattr=+avx"), r"\tv\w+ps", r"vfmadd|%zmm"),
        (("--mtriple=aarch64-linux-gnu",), r"fmla\tv\d+\.4s", "nothing"),
        (("--mtriple=armv7-linux-gnueabihf",), r"vmul\.f32|vmla\.f32", "nothing"),
        (("--mtriple=riscv64-linux-gnu",), r"fmadd\.s|fmul\.s", r"vset\w*vli"),
        (("--mtriple=wasm32-unknown-unknown", "--mattr=+simd128"), r"v128|f32x4", "nothing"),
        (("--mtriple=s390x-linux-gnu", "--mcpu=z14"), r"vfmasb|vfasb", "nothing"),
    ],
)
def test_instructions(aot, options, has, has_not, conv, tmp_path, monkeypatch):
    """Assembly has only instructions of the processor."""
    from mlirlite.runtime.aot import build

    made = []
    original = build.build
    monkeypatch.setattr(build, "build", lambda *a, **k: made.append(original(*a, **k)) or made[0])
    aot.compile_model(conv, tmp_path / "m.o", "-q", *options)
    text = made[0].compiled.assembly()
    assert re.search(has, text)
    assert not re.search(has_not, text)


@pytest.mark.bulk
@pytest.mark.parametrize("triple", EMULATORS)
def test_numbers_under_emulation(aot, triple, conv, tmp_path):
    """A CNN on another machine, of either byte order, gives onnxruntime's numbers."""
    emulator, system = EMULATORS[triple]
    aot.need(emulator, f"{system}-gcc")
    aot.compile_model(conv, tmp_path / "m.so", "-q", f"--mtriple={triple}")
    program = aot.build(
        aot.EXAMPLES / "run.c", tmp_path / "m.so", tmp_path / "run", compiler=f"{system}-gcc"
    )
    shape = (1, 3, 20, 20)
    printed = aot.run(emulator, "-L", f"/usr/{system}", program, *shape)
    aot.assert_close(printed, conv, shape)


@pytest.mark.bulk
@pytest.mark.parametrize("triple", ["aarch64-linux-gnu", "riscv64-linux-gnu", "s390x-linux-gnu"])
def test_real_model_under_emulation(aot, triple, real_model, tmp_path, request):
    emulator, system = EMULATORS[triple]
    aot.need(emulator, f"{system}-gcc")
    if triple != "s390x-linux-gnu" and not request.config.getoption("--all-models"):
        pytest.skip("one machine is the sample; --all-models runs three")
    model, shape = real_model("squeezenet"), (1, 3, 224, 224)
    aot.compile_model(model, tmp_path / "m.so", "-q", f"--mtriple={triple}")
    program = aot.build(
        aot.EXAMPLES / "run.c", tmp_path / "m.so", tmp_path / "run", compiler=f"{system}-gcc"
    )
    printed = aot.run(emulator, "-L", f"/usr/{system}", program, *shape)
    aot.assert_close(printed, model, shape, rtol=1e-3)


def test_side_file_of_a_big_endian_machine(aot, conv, tmp_path):
    aot.need("qemu-s390x", "s390x-linux-gnu-gcc")
    options = ("-q", "--mtriple=s390x-linux-gnu", "--store-constants-to-file")
    aot.compile_model(conv, tmp_path / "m.so", *options)
    program = aot.build(
        aot.EXAMPLES / "run.c", tmp_path / "m.so", tmp_path / "run", compiler="s390x-linux-gnu-gcc"
    )
    shape = (1, 3, 20, 20)
    printed = aot.run("qemu-s390x", "-L", "/usr/s390x-linux-gnu", program, *shape)
    aot.assert_close(printed, conv, shape)


def test_web_assembly_in_node(aot, conv, tmp_path):
    """A module that imports nothing."""
    aot.need("node")
    options = ("-q", "--mtriple=wasm32-unknown-unknown", "--no-libc")
    aot.compile_model(conv, tmp_path / "m.o", *options)
    module, shape = tmp_path / "m.wasm", (1, 3, 20, 20)
    aot.zig("wasm-ld", "--no-entry", "--export-dynamic", tmp_path / "m.o", "-o", module)
    aot.assert_close(aot.run("node", aot.EXAMPLES / "run.mjs", module, *shape), conv, shape)


@pytest.fixture(scope="session")
def fixed(aot, tmp_path_factory):
    """The dense model for three rows."""
    import onnx

    path = tmp_path_factory.mktemp("aot") / "fixed.onnx"
    onnx.save(aot.dense_model(rows=3), path)
    return path


def test_bare_metal(aot, fixed, tmp_path):
    """Nothing is undefined, nothing is called; the arena's size is a symbol."""
    model = tmp_path / "model.o"
    options = ("--static-arena", "--no-malloc", "--no-libc", *aot.portable())
    summary = aot.compile_model(fixed, model, *options)
    known = symbols_of(model.read_bytes())
    assert [n for n, here in known.items() if not here] == []
    assert known["omArenaSize"]
    assert "omTensorCreate" not in known
    size = re.search(r"arena ([\d.]+) KB", summary)
    assert size
    assert float(size[1]) > 2 * 3 * 300 * 4 / 1000
    source, flags = aot.EXAMPLES / "bare.c", (f"-I{aot.INCLUDE}", "-Wall", "-Werror")
    aot.need("cc")
    hosted = tmp_path / "hosted"
    aot.run("cc", "-DHOSTED", *flags, source, model, "-o", hosted)
    aot.assert_close(aot.run(hosted), fixed, (3, 5), first=900)
    alone = ("-ffreestanding", "-nostdlib", "-nostartfiles", "-static", "-Wl,--no-undefined")
    map_file = tmp_path / "bare.map"
    aot.run(
        "cc", *alone, *flags, source, model, "-o", tmp_path / "bare.elf", f"-Wl,-Map={map_file}"
    )
    loaded = re.findall(r"^LOAD (\S+)", map_file.read_text(), re.M)
    assert [p for p in loaded if not p.endswith(".o")] == []


UNARY = (
    "Exp",
    "Log",
    "Tanh",
    "Sin",
    "Cos",
    "Tan",
    "Sinh",
    "Cosh",
    "Asin",
    "Acos",
    "Atan",
    "Asinh",
    "Erf",
)
ROUNDING = ("Floor", "Ceil", "Round")


def functions_model(aot, to):
    """y = the functions of x in (0, 1), one below the other, computed in a type."""
    node, names = onnx.helper.make_node, []
    nodes = [
        node("Cast", ["x"], ["z"], to=to),
        node("Cast", ["k"], ["n"], to=to),
        node("Add", ["z", "n"], ["more"]),
        node("Mul", ["more", "more"], ["large"]),
    ]
    for op in UNARY:
        nodes.append(node(op, ["z"], [op]))
    for op in ("Acosh", *ROUNDING):
        nodes.append(node(op, ["more"], [op]))
    nodes.append(node("Atanh", ["z"], ["Atanh"]))
    nodes.append(node("Pow", ["more", "z"], ["Pow"]))
    nodes.append(node("Mod", ["large", "z"], ["Mod"], fmod=1))
    names = [*UNARY, "Acosh", *ROUNDING, "Atanh", "Pow", "Mod"]
    nodes.append(node("Concat", names, ["all"], axis=0))
    nodes.append(node("Cast", ["all"], ["y"], to=aot.F))
    outputs = [("y", aot.F, [3 * len(names), 5])]
    return aot.make_model(nodes, [("x", aot.F, [3, 5])], outputs, {"k": np.float32([1.5])})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("element", ["FLOAT", "DOUBLE"])
@pytest.mark.parametrize("cpu", ["x86-64", "haswell"])
def test_functions_without_a_library(aot, element, cpu, tmp_path):
    """With and without fused multiply-adds, no function is called."""
    if platform.machine() != "x86_64":
        pytest.skip("these processors are x86")
    aot.need("cc")
    model = functions_model(aot, getattr(onnx.TensorProto, element))
    onnx.save(model, tmp_path / "m.onnx")
    options = ("--static-arena", "--no-libc", f"--mcpu={cpu}", "-q")
    aot.compile_model(tmp_path / "m.onnx", tmp_path / "m.o", *options)
    assert [n for n, here in symbols_of((tmp_path / "m.o").read_bytes()).items() if not here] == []
    program = tmp_path / "run"
    source = aot.EXAMPLES / "bare.c"
    aot.run("cc", "-DHOSTED", f"-I{aot.INCLUDE}", source, tmp_path / "m.o", "-o", program)
    found = np.array(aot.run(program).split(), np.float32)
    reference = onnx.reference.ReferenceEvaluator(model)
    (want,) = reference.run(None, {"x": aot.numbers((3, 5))})
    np.testing.assert_allclose(found, want.ravel(), rtol=2e-6, atol=1e-6)


def test_static_arena_with_the_c_library(aot, fixed, tmp_path):
    """The usual functions are there, and the results are the library's own."""
    model = tmp_path / "model.o"
    aot.compile_model(fixed, model, "-q", "--static-arena")
    program = aot.build(aot.EXAMPLES / "run.c", model, tmp_path / "run")
    aot.assert_close(aot.run(program, 3, 5), fixed, (3, 5))
