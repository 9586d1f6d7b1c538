"""The results of several engines for one model and its inputs, and the verdict on ours."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import onnx

from mlirlite.dialects.onnx.microsoft import DOMAIN
from mlirlite.ir.crash import CrashError
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.onnx_suite import differs
from mlirlite.testing.trust.microsoft_numbers import numbers_of


class Answer(NamedTuple):
    """The outputs, or why there are none: `refused` is an error about the input, `missing` one
    about what the engine cannot do, `touched` one of the sanitizer's, `undefined` means that any
    result is right, `raised` is any other exception."""

    kind: str
    outputs: Sequence[Any] = ()
    reason: str = ""

    @property
    def computed(self) -> bool:
        """Whether there are outputs."""
        return self.kind == "computed"


Engine = Callable[[Mapping[str, Any]], Answer]


def _text(e: BaseException) -> str:
    text = str(e).split("Status Message: ")[-1]
    text = re.sub(r"^(\[ONNXRuntimeError\] : |/onnxruntime_src/)", "", text)
    text = re.sub(r"\S+\.(?:cc|h):\d+ .*?\)(?: const)?(?: \[with .*?\])? ", "", text)  # where
    lines = [line for line in text.splitlines() if line.strip()]
    return f"{type(e).__name__}: {lines[0] if lines else ''}"[:250]


def ours(model: onnx.ModelProto, **options: Any) -> Engine:
    """Our engine: models are compiled once, without the cache's help."""
    session, failed = None, None
    try:
        session = InferenceSession(model, **options)
    except Exception as e:
        failed = _ours_failed(e)

    def run(feeds: Mapping[str, Any]) -> Answer:
        if session is None:
            return failed or Answer("raised")
        try:
            names = {i.name for i in session.get_inputs()}
            found = session.run(None, {n: v for n, v in feeds.items() if n in names})
        except Exception as e:
            return _ours_failed(e)
        return Answer("computed", found)

    return run


def _ours_failed(e: Exception) -> Answer:
    text = _text(e)
    if "sanitizer: " in text:
        return Answer("touched", (), text)
    if not isinstance(e, (DiagnosticError, MemoryError)) or isinstance(e, CrashError):
        return Answer("raised", (), text)
    missing = ("no lowering", "unsupported", "not supported", "not implemented")
    return Answer("missing" if any(m in text for m in missing) else "refused", (), text)


def onnxruntime(model: onnx.ModelProto) -> Engine:
    """onnxruntime with one thread and no optimization beyond the basic one."""
    import onnxruntime as ort

    ort.set_default_logger_severity(4)
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = False
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_BASIC
    session, failed = None, Answer("raised")
    try:
        session = ort.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as e:
        failed = _their_failure(e)

    def run(feeds: Mapping[str, Any]) -> Answer:
        if session is None:
            return failed
        try:
            names = {i.name for i in session.get_inputs()}
            taken = {n: v for n, v in feeds.items() if n in names}
            # It does not accept numpy scalars, only arrays of rank 0.
            taken = {n: np.asarray(v) if isinstance(v, np.generic) else v for n, v in taken.items()}
            found = session.run(None, taken)
        except Exception as e:
            return _their_failure(e)
        return Answer("computed", found)

    return run


def _their_failure(e: Exception) -> Answer:
    missing = any(w in str(e) for w in _MISSING)
    return Answer("missing" if missing else "refused", (), _text(e))


_MISSING = (
    "NOT_IMPLEMENTED",
    "NotImplemented",
    "Could not find an implementation",
    "not support",
    "No Op registered",
    "ONNX Runtime only *guarantees*",
    "Unsupported model IR",
    "is not a registered function/op",
    "Unable to handle object of type",
    "Data type not supported",
    "can't be converted to MLDataType",  # inputs of a type that its Python interface does not know
    "IsScalarOr1ElementVector(a_",  # ONNX: one for each row, too
    "The output OrtValue provided for output",  # we treat a body's declared sizes as claims
    "ort_value_tensor_slicer",  # a Scan or SequenceMap over nothing
)
"""onnxruntime's errors for a missing kernel, in general or for such inputs or attributes."""


def reference(model: onnx.ModelProto) -> Engine:
    """onnx.reference, the specification's evaluator; for a node of com.microsoft, numpy in f64."""
    from onnx.reference import ReferenceEvaluator

    if any(node.domain == DOMAIN or node.op_type == _NO_SCHEMA for node in model.graph.node):
        return _numbers(model)

    def run(feeds: Mapping[str, Any]) -> Answer:
        try:
            with (
                warnings.catch_warnings(record=True) as said,
                np.errstate(all="ignore", invalid="warn"),
            ):
                warnings.simplefilter("always")
                evaluator = ReferenceEvaluator(model)
                wanted = {n: v for n, v in feeds.items() if n in evaluator.input_names}
                found = evaluator.run(None, wanted)
            if any("in cast" in str(w.message) for w in said):
                return Answer("undefined", (), "numpy casts a number that does not fit")
            return Answer("computed", _as_declared(found, model))
        except Exception as e:
            return Answer("refused", (), _text(e))

    return run


_NO_SCHEMA = "SimplifiedLayerNormalization"
"""An operator of com.microsoft that models have without a domain."""


def _numbers(model: onnx.ModelProto) -> Engine:
    def run(feeds: Mapping[str, Any]) -> Answer:
        try:
            return Answer("computed", numbers_of(model, feeds))
        except Exception as e:
            return Answer("refused", (), _text(e))

    return run


def _as_declared(found: Sequence[Any], model: onnx.ModelProto) -> list[Any]:
    """Outputs converted to the types that the model declares: some operators of the reference
    compute in others."""
    types = [o.type.tensor_type.elem_type for o in model.graph.output]
    return [
        np.asarray(value).astype(onnx.helper.tensor_dtype_to_np_dtype(type))
        if type in _FLOATS and isinstance(value, (np.ndarray, np.generic))
        else value
        for value, type in zip(found, types, strict=True)
    ]


_FLOATS = (onnx.TensorProto.FLOAT, onnx.TensorProto.DOUBLE)


def difference(found: Sequence[Any], want: Sequence[Any], rtol: float, atol: float) -> str:
    """The error of outputs, or an empty string."""
    for i, (f, w) in enumerate(zip(found, want, strict=False)):
        try:
            with np.errstate(all="ignore"):
                text = differs(w, f, rtol, atol)
        except (TypeError, ValueError) as e:
            text = _text(e)
        if text:
            return f"output {i}: {text}"
    return ""


FINDINGS = ("signal", "hang", "touched", "raised", "wrong", "computed")
"""Categories that need work, worst first: the process died or did not end; foreign memory was
accessed; an exception that is not an error message; outputs that differ from both peers'; and
outputs where onnxruntime refuses."""
FINE = (
    "same",
    "both refuse",
    "stricter",  # we refuse, onnxruntime computes
    "as reference",  # onnxruntime computes something else
    "lax",  # onnxruntime refuses, the reference computes the same as we do
    "peers differ",  # three different results
    "missing",  # no lowering
    "alone",  # neither peer computes it, for lack of a kernel
    "undefined",  # not finite, or a NaN by overflow: the peers have no result to compare with
    "empty",  # onnxruntime refuses, and the outputs have no elements that could be wrong
    "peer died",
)


def _are_empty(mine: Any, theirs: Any) -> bool:
    """True for two arrays of one rank without elements, and for equal values."""
    if isinstance(mine, np.ndarray) and isinstance(theirs, np.ndarray):
        return (mine.ndim == theirs.ndim and not mine.size and not theirs.size) or not difference(
            [mine], [theirs], 1e-3, 1e-5
        )
    return False


def judge(
    mine: Answer, theirs: Answer, third: Callable[[], Answer], rtol: float, atol: float
) -> tuple[str, str]:
    """The category of a trial, and a text. `theirs` is onnxruntime's answer, `third` asks
    the reference."""
    if mine.kind in ("raised", "touched", "missing"):
        return mine.kind, mine.reason
    if theirs.computed:
        if not mine.computed:
            return "stricter", mine.reason
        text = difference(mine.outputs, theirs.outputs, rtol, atol)
        if not text:
            return "same", ""
        answer = third()
        if not answer.computed and all(map(_are_empty, mine.outputs, theirs.outputs)):
            return "empty", text
        if not answer.computed:
            category = "undefined" if answer.kind == "undefined" else "wrong"
            return category, f"{text}; the reference says {answer.reason}"
        if not difference(mine.outputs, answer.outputs, rtol, atol):
            return "as reference", text
        if difference(theirs.outputs, answer.outputs, rtol, atol):
            return "peers differ", text
        return "wrong", text
    if not mine.computed:
        return "both refuse", mine.reason
    answer = third()
    agreed = answer.computed and not difference(mine.outputs, answer.outputs, rtol, atol)
    if theirs.kind == "refused":
        if not agreed and all(isinstance(o, np.ndarray) and not o.size for o in mine.outputs):
            return "empty", theirs.reason
        return ("lax" if agreed else "computed"), theirs.reason
    if agreed:
        return "same", ""
    return ("wrong" if answer.computed else "alone"), answer.reason
