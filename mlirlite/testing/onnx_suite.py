"""ONNX's own conformance suite, as models with their data: `for case in suite_cases(): …`; and its
use as tests of compiled models: `run_case(case, "static")`."""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test import loader

from mlirlite.dialects import onnx as dialect
from mlirlite.ir.operation import Operation
from mlirlite.runtime.compiled import compile_with
from mlirlite.runtime.compiler import Stage, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.env import TABLES, cache_directory
from mlirlite.support.private import read_private, write_private

KINDS = ("node", "simple", "pytorch-converted", "pytorch-operator")
MODES = ("static", "dynamic", "constants")
"""Models as they are; with unknown dimensions of all inputs; with their inputs as constants."""


class SuiteCase(NamedTuple):
    """One test of the suite."""

    name: str
    kind: str
    model: onnx.ModelProto
    data_sets: list[tuple[list[Any], list[Any]]]
    """Inputs and expected outputs, as arrays, lists of arrays, or None for an empty optional."""
    rtol: float
    atol: float


class Outcome(NamedTuple):
    """The outcome of a test: why it fails (empty if it passes), the processor time of the
    compilation in seconds, and how many operators are left after the graph passes."""

    reason: str
    compile_time: float = 0.0
    operators: int = 0


@cache
def suite_cases() -> tuple[SuiteCase, ...]:
    """All tests that need no download, about 2,000. The onnx package makes them, which takes it
    some ten seconds; then they are kept in the user's cache, with their numbers."""
    folder = cache_directory()
    if folder is None:
        return tuple(_cases())
    own = Path(__file__).read_text(encoding="utf-8")
    versions = f"{onnx.__version__} {np.__version__} {sys.version_info[:2]} {own}"
    name = f"onnx-suite-{hashlib.sha256(versions.encode()).hexdigest()[:24]}.pickle"
    file = str(folder / TABLES / name)
    saved = read_private(file)  # a pickle can run any code
    if saved is not None:
        with contextlib.suppress(Exception):  # unusable: the tests are made again
            found: tuple[SuiteCase, ...] = pickle.loads(saved)
            return found
    made = tuple(_cases())
    with contextlib.suppress(OSError):  # the next run makes them again
        write_private(file, pickle.dumps(made))
    return made


def distinct_cases() -> tuple[SuiteCase, ...]:
    """The tests without repetition: functions of operators are expanded to some 500 models, of
    which one is taken of those with the same sequence of operators."""
    found: dict[object, SuiteCase] = {}
    for case in suite_cases():
        operators = tuple(n.op_type for n in case.model.graph.node)
        found.setdefault(operators if "_expanded" in case.name else case.name, case)
    return tuple(found.values())


def _cases() -> Iterator[SuiteCase]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kind in KINDS:
            for case in loader.load_model_tests(kind=kind):
                model = case.model
                if model is not None:
                    sets = [([*map(_value, i)], [*map(_value, o)]) for i, o in case.data_sets or ()]
                else:
                    folder = Path(case.model_dir or "")
                    if not (folder / "model.onnx").exists():
                        continue
                    model = onnx.load(folder / "model.onnx")
                    sets = list(_stored_sets(folder, model))
                yield SuiteCase(case.name, kind, model, sets, case.rtol, case.atol)


def _stored_sets(folder: Path, model: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    """The data sets beside a model."""
    for data in sorted(folder.glob("test_data_set_*")):
        sides: list[list[Any]] = []
        for side, infos in (("input", model.graph.input), ("output", model.graph.output)):
            files = sorted(data.glob(f"{side}_*.pb"), key=lambda f: int(f.stem.split("_")[1]))
            sides.append([_read(f, infos[i].type) for i, f in enumerate(files)])
        yield sides[0], sides[1]


def _read(file: Path, type: Any) -> Any:
    kinds = {"sequence_type": onnx.SequenceProto, "optional_type": onnx.OptionalProto}
    stored = kinds.get(type.WhichOneof("value"), onnx.TensorProto)()
    stored.ParseFromString(file.read_bytes())
    return _value(stored)


def _value(stored: Any) -> Any:
    match stored:
        case onnx.TensorProto():
            return numpy_helper.to_array(stored)
        case onnx.SequenceProto():
            return numpy_helper.to_list(stored)
        case onnx.OptionalProto():
            return numpy_helper.to_optional(stored)
    return stored


# Compiled models


def run_case(case: SuiteCase, mode: str = "static", sanitize: str = "") -> Outcome:
    """Compile a model and compare its results with those that the suite expects: type, shape, and
    values within the test's own tolerance. With `sanitize="address"` accesses are checked, too."""
    outcome = Outcome("")
    session = None
    for inputs, outputs in case.data_sets:
        try:
            if session is None or mode == "constants":
                model = without_sizes(case.model) if mode == "dynamic" else case.model
                if mode == "constants":
                    model, inputs = with_constants(case.model, inputs)
                session, outcome = _compile(model, sanitize)
            names = [i.name for i in session.get_inputs()]
            found = session.run(None, dict(zip(names, inputs, strict=False)))
        except Exception as e:
            first = next(iter(str(e).splitlines()), "")
            return outcome._replace(reason=f"{type(e).__name__}: {first}"[:200])
        if len(found) < len(outputs):
            reason = f"{len(found)} outputs, expected {len(outputs)}"
        else:
            pairs = zip(outputs, found, strict=False)
            tolerances = case.rtol, case.atol
            reason = next((d for w, f in pairs if (d := differs(w, f, *tolerances))), "")
        if reason:
            return outcome._replace(reason=reason)
    return outcome


def _compile(model: onnx.ModelProto, sanitize: str) -> tuple[InferenceSession, Outcome]:
    if sanitize:
        return InferenceSession(model, sanitize=sanitize), Outcome("")
    left: list[int] = []

    def count(stage: Stage, module: Operation) -> None:
        if stage.name == "onnx":
            left.append(sum(map(_is_work, module.walk())))

    start = time.process_time()
    session = InferenceSession(compile_with(model, stages_for(host_machine()), after=count))
    return session, Outcome("", time.process_time() - start, sum(left))


def _is_work(op: Operation) -> bool:
    still = (dialect.ConstantOp, dialect.ReturnOp, dialect.EntryPointOp, dialect.NoValueOp)
    return op.dialect_name == "onnx" and not isinstance(op, still)


def differs(want: Any, found: Any, rtol: float, atol: float) -> str:
    """The error of a value, or an empty string."""
    if want is None:
        return "" if found is None else "expected nothing"
    if isinstance(want, list):
        if not isinstance(found, (list, tuple)) or len(found) != len(want):
            return "another number of elements"
        pairs = zip(want, found, strict=True)
        return next((d for w, f in pairs if (d := differs(w, f, rtol, atol))), "")
    found, want = np.asarray(found), np.asarray(want)
    if want.dtype.kind in "OU":
        same = found.shape == want.shape and (found.astype(object) == want.astype(object)).all()
        return "" if same else "other strings"
    if found.dtype != want.dtype:
        return f"type {found.dtype}, expected {want.dtype}"
    if found.shape != want.shape:
        return f"shape {found.shape}, expected {want.shape}"
    if want.dtype.kind == "b":
        return "" if (found == want).all() else "other values"
    # bf16 and smaller: as float32, with a tolerance of one step of the type
    if want.dtype.kind not in "iufc":
        found, want, rtol = found.astype(np.float32), want.astype(np.float32), max(rtol, 1e-2)
    close = np.allclose(found, want, rtol=rtol, atol=atol, equal_nan=True)
    return "" if close else "other values"


# Models in the modes


def without_sizes(model: onnx.ModelProto, kept: int = 0) -> onnx.ModelProto:
    """The model with unknown dimensions of its inputs and outputs; only the ranks are known, and
    the sizes of the last `kept` dimensions."""
    changed = _copy(model)
    for value in (*changed.graph.input, *changed.graph.output):
        _forget_sizes(value.type, kept)
    del changed.graph.value_info[:]
    return changed


def _forget_sizes(type: Any, kept: int) -> None:
    kind = type.WhichOneof("value")
    if kind in ("sequence_type", "optional_type"):
        _forget_sizes(getattr(type, kind).elem_type, kept)
    elif kind in ("tensor_type", "sparse_tensor_type"):
        dims = getattr(type, kind).shape.dim
        for dim in dims[: len(dims) - kept]:
            dim.Clear()


def with_constants(
    model: onnx.ModelProto, inputs: Sequence[Any]
) -> tuple[onnx.ModelProto, list[Any]]:
    """The model with its tensors given as initializers, and the remaining inputs."""
    changed = _copy(model)
    graph = changed.graph
    infos, left = [], []
    for info, value in zip(graph.input, inputs, strict=False):
        if not info.type.HasField("tensor_type"):
            infos.append(info)
            left.append(value)
            continue
        for old in [t for t in graph.initializer if t.name == info.name]:
            graph.initializer.remove(old)
        tensor = numpy_helper.from_array(np.asarray(value), info.name)
        tensor.data_type = info.type.tensor_type.elem_type
        graph.initializer.append(tensor)
    infos += list(graph.input)[len(inputs) :]
    kept = [onnx.ValueInfoProto.FromString(i.SerializeToString()) for i in infos]
    del graph.input[:]
    graph.input.extend(kept)
    return changed, left


def _copy(model: onnx.ModelProto) -> onnx.ModelProto:
    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    return changed
