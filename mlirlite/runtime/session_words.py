"""What programs written for onnxruntime use of a session besides `run`: providers, options, the
model's metadata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.runtime.binding import IOBinding
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.in_process import InProcess

PROVIDER = "CPUExecutionProvider"


@dataclass(frozen=True, slots=True)
class ModelMetadata:
    """As onnxruntime's: empty if the model has no metadata, or does not come from a file."""

    producer_name: str = ""
    graph_name: str = ""
    domain: str = ""
    description: str = ""
    graph_description: str = ""
    version: int = 0
    custom_metadata_map: dict[str, str] = field(default_factory=dict)


class SessionOptions:
    """As onnxruntime's: `intra_op_num_threads` is the number of threads (0: what the session's
    `threads` says). Other attributes may be set; they are about onnxruntime's own passes."""

    def __init__(self) -> None:
        self.intra_op_num_threads = 0

    def add_session_config_entry(self, key: str, value: str) -> None:
        """Accepted, as other attributes are."""


class SessionWords(InProcess):
    """Methods that describe a session."""

    _path = ""

    def get_providers(self) -> list[str]:
        """The processor is the only one."""
        return [PROVIDER]

    def io_binding(self) -> IOBinding:
        """Inputs and outputs in memory of the caller's choice, for `run_with_iobinding`."""
        return IOBinding(self)  # type: ignore[arg-type]  # a base of sessions

    def run_with_iobinding(self, iobinding: IOBinding, run_options: Any = None) -> None:
        """Run with bound inputs and outputs; the options are onnxruntime's, and have no effect.
        Errors are those of `run`, and one for an output that does not fit the array that it is
        bound to; then nothing is written."""
        if not hasattr(iobinding, "run"):
            raise DiagnosticError(f"expected an IOBinding, found {type(iobinding).__name__}")
        iobinding.run()

    def get_modelmeta(self) -> ModelMetadata:
        """The metadata of the model's file, which is read again now; empty for a model that does
        not come from a file."""
        if not self._path.endswith(".onnx"):
            return ModelMetadata()
        from mlirlite.target.onnx.metadata import read_metadata  # late: it loads onnx

        return ModelMetadata(**read_metadata(self._path))


def threads_of(threads: Any, options: Any, providers: Sequence[Any] | None) -> int:
    """The number of threads that the arguments request: `intra_op_num_threads` of session options,
    accepted where onnxruntime has them; other options are about onnxruntime's own passes.
    DiagnosticError for providers without the processor."""
    if not isinstance(providers or (), str | Sequence):
        raise DiagnosticError(f"expected a list of providers, found {providers!r}")
    named = [providers] if isinstance(providers, str) else list(providers or (PROVIDER,))
    named = [p[0] if isinstance(p, tuple) and p else p for p in named]
    if PROVIDER not in named:
        near = did_you_mean(str(next(iter(named), "")), [PROVIDER])
        raise DiagnosticError(
            f"code is generated for the processor: expected '{PROVIDER}' among the providers, "
            f"found {', '.join(repr(n) for n in named)}{near}"
        )
    if threads is None or hasattr(threads, "intra_op_num_threads"):  # onnxruntime's place for them
        threads, options = 1, threads
    if options is not None and not hasattr(options, "intra_op_num_threads"):
        raise DiagnosticError(f"expected SessionOptions, found {type(options).__name__}")
    asked = getattr(options, "intra_op_num_threads", 0)
    count = asked or threads
    if not isinstance(count, int) or count < 1:
        raise DiagnosticError(f"expected one thread or more, found {count!r}")
    return count
