"""Language models ahead of time: caches stay in place from Python and from C."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mlirlite
from mlirlite.driver.compile import main as compile_

from . import models

ROOT = Path(__file__).resolve().parents[4]
PROMPTS = [[5, 9, 11], [30], [7, 8, 7, 8, 7, 8, 7]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library whose weights are in a file."""
    found = models.write_genai(tmp_path_factory.mktemp("library"))
    words = [str(found / "model.onnx"), "-o", str(found / "model.so"), "-q", "-O0"]
    words += ["--store-constants-to-file"]
    out, err = io.StringIO(), io.StringIO()
    assert compile_(words, stdout=out, stderr=err) == 0, err.getvalue()
    return found


@pytest.fixture(scope="module")
def wanted() -> list[list[int]]:
    peer = models.Peer(models.genai_model())
    return [peer.greedy(p, 12) for p in PROMPTS]


@pytest.mark.bulk
def test_a_library_goes_on(folder: Path, wanted: list[list[int]]) -> None:
    model = mlirlite.LanguageModel(folder / "model.so")
    for drafts in (0, 3):
        found = model.generate(PROMPTS, max_tokens=12, stop=(), drafts=drafts)
        assert found == wanted


@pytest.mark.bulk
def test_its_caches_are_in_place(folder: Path) -> None:
    """Results are the arrays of inputs, and an array of another size is an error."""
    session = mlirlite.load(folder / "model.so")
    binding = session.io_binding()
    binding.bind_cpu_input("input_ids", np.array([[3, 4]]))
    binding.bind_cpu_input("attention_mask", np.ones((1, 2), np.int64))
    arrays = {}
    for spec in session.get_inputs()[2:]:
        arrays[spec.name] = np.zeros((1, models.GROUPS, 6, models.WIDTH), np.float32)
        value = mlirlite.OrtValue(arrays[spec.name])
        binding.bind_ortvalue_input(spec.name, value)
        binding.bind_ortvalue_output(spec.name.replace("past_key_values", "present"), value)
    binding.bind_output("logits")
    session.run_with_iobinding(binding)
    for array, value in zip(arrays.values(), binding.get_outputs(), strict=False):
        assert value.numpy() is array
        assert np.abs(array[:, :, :2]).min() > 0
        assert not array[:, :, 2:].any()
    small = [np.zeros((1, models.GROUPS, 1, models.WIDTH), np.float32) for _ in arrays]
    for name, array in zip(arrays, small, strict=True):
        value = mlirlite.OrtValue(array)
        binding.bind_ortvalue_input(name, value)
        binding.bind_ortvalue_output(name.replace("past_key_values", "present"), value)
    with pytest.raises(mlirlite.DiagnosticError, match="a buffer of 1 rows, expected at least 2"):
        session.run_with_iobinding(binding)
    assert not any(array.any() for array in small)


@pytest.mark.bulk
def test_c_generates(folder: Path, wanted: list[list[int]], tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    assert compiler is not None, "a C compiler"
    include, source = ROOT / "mlirlite/runtime/include", ROOT / "examples/native/generate.c"
    program = tmp_path / "generate"
    flags = ["-Wall", "-Werror", "-fsanitize=address", f"-I{include}"]
    command = [compiler, *flags, source, folder / "model.so", "-o", program]
    subprocess.run(command, check=True)
    for prompt, tokens in zip(PROMPTS, wanted, strict=True):
        sizes = [models.LAYERS, models.GROUPS, models.WIDTH, len(tokens)]
        words = [str(program), *map(str, [*sizes, *prompt])]
        done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=True)
        assert [int(line) for line in done.stdout.split()] == tokens
