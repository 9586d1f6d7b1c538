"""InferenceSession: a model compiled in this process, called with arrays; the interface is
onnxruntime's."""

from __future__ import annotations

import ctypes
import os
import struct
import weakref
from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from mlirlite.runtime.compiled import CompiledModel, compile_model
from mlirlite.runtime.defaults import Defaults
from mlirlite.runtime.direct import DirectCall, direct_call
from mlirlite.runtime.large_blocks import give_back
from mlirlite.runtime.memref import describe, descriptor_class, held_by_numpy
from mlirlite.runtime.openmp import Team
from mlirlite.runtime.runs import CALL, MOST_VALUES, call, failure
from mlirlite.runtime.session_words import SessionWords, threads_of
from mlirlite.runtime.signature import NodeArg, check_feeds, wanted_outputs
from mlirlite.runtime.values import Given, free_arena, has_boxes, rank_of, value_of
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.memory import NOT_HEAP
from mlirlite.support.once import once
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL

if TYPE_CHECKING:
    from mlirlite.runtime.quick import QuickModel


class InferenceSession(SessionWords):
    """A compiled model.

        session = InferenceSession("model.onnx")
        [y] = session.run(None, {"x": x})

    The model is a path to `.onnx` or `.mlir`, the bytes of an ONNX model, a ModelProto, or a module
    (which is lowered in place). `threads` is how many share the work of a call, through an OpenMP
    runtime (`mlirlite.runtime.openmp`); without a runtime there is one thread, with a warning.
    Large models are kept compiled on disk (`mlirlite.runtime.cache`). `machine` names the machine
    for schedules (`mlirlite.support.machine`): None is this machine, "" means plain loops;
    `schedules` is a file that `mlirlite-tune` has written. Operators in `ops_for_call`
    (`"MatMul:product"`) are computed by functions of the shared library `library` (None: of the
    process), for comparison (`mlirlite.runtime.library_calls`). `unchecked` leaves out the run-time
    checks of what operators require of sizes and values: wrong ones then read foreign memory. With
    `sanitize="address"` every access to memory is checked; a run with a wrong access raises.
    `sess_options` and `providers` are as onnxruntime's: the number of threads counts, and the
    processor must be among the providers. Calls from several Python threads are safe.

    With `tier="quick"` the session does not wait for the code: numpy computes the operators of the
    first answers while another process compiles, and the code takes over when it is there
    (`wait_for_code`, `current_tier`). Results of the two differ as sums in another order do, so a
    run can differ in its last digits from an earlier one. `tier="best"` gives the same bits always.
    DiagnosticError when the model is wrong or has an op without a lowering."""

    def __init__(
        self,
        model: Any,
        threads: Any = 1,
        *,
        sess_options: Any = None,
        providers: Sequence[Any] | None = None,
        provider_options: Any = None,
        opt_level: int = DEFAULT_LEVEL,
        machine: str | None = None,
        schedules: str | None = None,
        ops_for_call: str = "",
        library: str | None = None,
        unchecked: bool = False,
        sanitize: str = "",
        tier: str = "best",
    ) -> None:
        threads = threads_of(threads, sess_options, providers)
        self._path = os.fspath(model) if isinstance(model, (str, os.PathLike)) else ""
        options: dict[str, Any] = {
            "threads": threads,
            "opt_level": opt_level,
            "machine": machine,
            "schedules": schedules,
            "ops_for_call": ops_for_call,
            "library": library,
            "checks": not unchecked,
            "sanitize": sanitize,
        }
        self._defaults = Defaults(model, options)
        self._others: dict[frozenset[str], InferenceSession] = {}
        self._threads = threads
        self._sanitized: Any = None
        self._quick = self._first_tier(tier, model, options)
        if self._quick is not None:
            self.name, self.entry = self._quick.name, self._quick.entry
            self._inputs, self._outputs = self._quick.inputs, self._quick.outputs
            return
        done = isinstance(model, CompiledModel)
        self._take(model if done else compile_model(model, **options))
        if sanitize:
            self._sanitized = self._sanitize()

    def _first_tier(self, tier: str, model: Any, options: dict[str, Any]) -> QuickModel | None:
        if tier == "best":
            return None
        from mlirlite.runtime.quick import TIERS, quick_model  # late: seldom asked for

        if tier not in TIERS:
            raise DiagnosticError(
                f"expected a tier of {' or '.join(map(repr, TIERS))}, found {tier!r}"
                + (did_you_mean(tier, TIERS) if isinstance(tier, str) else "")
            )
        return quick_model(model, options)

    def _take(self, compiled: CompiledModel) -> None:
        """Let runs call this code from now on."""
        self.name, self.entry = compiled.name, compiled.entry
        self._inputs, self._outputs = compiled.inputs, compiled.outputs
        self._constants, self._engine = compiled.constants, compiled.engine
        self._threads = compiled.threads
        self._team = Team(self._threads)
        self._borrowed = frozenset((NOT_HEAP, *(a.ctypes.data for a in self._constants.values())))
        weakref.finalize(self, give_back).atexit = False

    @property
    def current_tier(self) -> str:
        """What computes the next answer: `quick` or `best`."""
        return "best" if self._is_compiled() else "quick"

    def wait_for_code(self) -> None:
        """Return when the code computes all further answers: at once unless the session's tier is
        `quick`. DiagnosticError when the model cannot be compiled."""
        self._is_compiled(wait=True)

    def _is_compiled(self, wait: bool = False) -> bool:
        """Whether there is code, which is taken if it has just been made."""
        quick = self._quick
        if quick is None:
            return True
        code = quick.code(wait)
        if code is None:
            return False
        self._take(code)
        self._quick = None  # now, as other threads may be running
        return True

    def _sanitize(self) -> Any:
        from mlirlite.runtime.sanitizer import Sanitized  # late: seldom asked for

        return Sanitized(self._engine, self._constants, [i.name for i in self._inputs])

    @once
    def _results(self) -> tuple[list[Any], tuple[int, ...], bool]:
        """Types and ranks of the outputs, and whether the arena of their boxes is a further
        result."""
        types = [o.mlir_type for o in self._outputs]
        ranks = tuple([rank_of(o.mlir_type, o.name) for o in self._outputs])
        return types, ranks, any(map(has_boxes, types))

    def get_inputs(self) -> list[NodeArg]:
        """Name, shape and type of each input."""
        return list(self._inputs)

    def get_outputs(self) -> list[NodeArg]:
        """Name, shape and type of each output."""
        return list(self._outputs)

    def get_overridable_initializers(self) -> list[NodeArg]:
        """Name, shape and type of each initializer that is also an input: its value is a default,
        which a feed of `run` replaces. The first run that replaces it compiles the model again."""
        return list(self._defaults.arguments)

    def _repr_html_(self) -> str:
        """The form that notebooks show: the inputs and outputs as a table."""
        from html import escape

        rows = "".join(
            f"<tr><td>{word}</td><td><code>{escape(v.name)}</code></td>"
            f"<td>{escape(v.type)}</td><td>{escape(shape)}</td></tr>"
            for word, values in (("input", self._inputs), ("output", self._outputs))
            for v in values
            for shape in [" × ".join("?" if d is None else str(d) for d in v.shape)]
        )
        threads = f"{self._threads} thread{'s' if self._threads > 1 else ''}"
        how = "compiled" if self._is_compiled() else "being compiled"
        return (
            f"<b>{escape(self.name)}</b>, {how}, {threads}"
            "<table><thead><tr><th></th><th>name</th><th>type</th><th>shape</th></tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )

    def run(self, output_names: Sequence[str] | None, feeds: Mapping[str, Any]) -> list[Any]:
        """The named outputs (None or []: all) for arrays by input name. Sequences are lists,
        optionals None or a value, maps dicts, tensors of strings arrays of `str`. DiagnosticError
        for a wrong name, type or shape, and for sizes or values that an operator cannot have;
        OutOfMemoryError, which is also a MemoryError, when memory is exhausted."""
        wanted = wanted_outputs(output_names, self._outputs, self.name)
        if self._quick is not None:
            quickly = self._run_quickly(feeds)
            if quickly is not None:
                return quickly if wanted is None else [quickly[i] for i in wanted]
        if self._direct is not None and self._sanitized is None:
            try:
                found = self._direct.run(feeds)
            except ValueError:  # of numpy, for an output: the slower path names it
                self._run(feeds)
                raise
            if isinstance(found, bytes):
                message, *values = struct.unpack(f"={1 + MOST_VALUES}q", found)
                raise failure(self.name, message, values)
            if found is not None:
                return found if wanted is None else [found[i] for i in wanted]
        other = self._other(feeds) if isinstance(feeds, Mapping) else None
        if other is not None:
            return other.run(output_names, feeds)
        found = self._run(feeds)
        return [found[i] for i in wanted] if wanted is not None else found

    def _run_quickly(self, feeds: Mapping[str, Any]) -> list[Any] | None:
        """All outputs by the first tier; None when the code has to compute them."""
        quick = self._quick
        if quick is None or self._is_compiled():
            return None
        if not (isinstance(feeds, Mapping) and self._defaults.replaced(feeds, self._names)):
            arrays = check_feeds(self._inputs, feeds, self.name, Given())
            try:
                return quick.run(arrays)
            except DiagnosticError:
                pass  # what the evaluator cannot do; the code has the message for wrong values
        self.wait_for_code()
        return None

    @property
    def _names(self) -> list[str]:
        return [i.name for i in self._inputs]

    def _other(self, feeds: Mapping[str, Any]) -> InferenceSession | None:
        """The session that takes feeds in place of defaults; None for feeds without such ones."""
        names = self._defaults.replaced(feeds, self._names)
        if not names:
            return None
        if names not in self._others:
            made = InferenceSession(self._defaults.compiled(names))
            if self._sanitized is not None:
                made._sanitized = made._sanitize()
            self._others[names] = made
        return self._others[names]

    def _run_in_place(
        self, output_names: Sequence[str], feeds: Mapping[str, Any], places: Mapping[str, str]
    ) -> list[Any]:
        """As `run`, but outputs may be written into the memory of inputs: `places` has the names of
        such outputs by those of inputs, whose arrays must be contiguous. Where the model updates a
        buffer, the output is the input's array; it is a new one elsewhere."""
        self.wait_for_code()
        wanted = wanted_outputs(output_names, self._outputs, self.name)
        found = (self._other(feeds) or self)._run(feeds, places)
        return [found[i] for i in wanted] if wanted is not None else found

    def _run(self, feeds: Mapping[str, Any], places: Mapping[str, str] | None = None) -> list[Any]:
        """All outputs, by ctypes."""
        given = Given()
        arrays = check_feeds(self._inputs, feeds, self.name, given)
        arguments = [describe(a) for a in arrays]
        shared = self._share(arguments, arrays, places) if places else {}
        types, ranks, boxed = self._results
        results = _results_class((*ranks, 1) if boxed else ranks)()
        pointers = [ctypes.addressof(d) for d in arguments]
        if self._outputs:
            pointers.insert(0, ctypes.addressof(results))
        with self._team:
            if self._sanitized is None:
                call(self._engine, pointers, self.name)
            else:
                described = [results, *arguments] if self._outputs else arguments
                run = partial(call, self._engine, pointers, self.name)
                self._sanitized.run(run, described, arrays, given.kept)
        borrowed = _Borrowed(self._borrowed, {d.allocated for d in arguments})
        found: list[Any] = []
        for i, (type, rank) in enumerate(zip(types, ranks, strict=True)):
            descriptor = getattr(results, f"r{i}")
            if i in shared and descriptor.allocated == shared[i].ctypes.data:
                found.append(shared[i])
                continue
            what = f"{self.name}: output '{self._outputs[i].name}'"
            with held_by_numpy(what, descriptor.sizes if rank else ()):
                found.append(value_of(descriptor, type, rank, borrowed))
            borrowed.more.add(descriptor.allocated)
        if boxed:
            free_arena(getattr(results, f"r{len(ranks)}"))
        return found

    def _share(
        self, arguments: Sequence[Any], arrays: Sequence[Any], places: Mapping[str, str]
    ) -> dict[int, Any]:
        """Tell the code by offsets of descriptors which outputs belong into the memory of inputs
        (krnl.may_overwrite); the arrays of these by the numbers of outputs."""
        numbers = {o.name: i for i, o in enumerate(self._outputs)}
        shared = {}
        for spec, descriptor, array in zip(self._inputs, arguments, arrays, strict=True):
            number = numbers.get(places.get(spec.name, ""))
            if number is not None and array.size:
                descriptor.offset = number + 1
                shared[number] = array
        return shared

    @once
    def _direct(self) -> DirectCall | None:
        """The fast path; None if there is none."""
        call = self._engine.address(CALL)
        direct = direct_call(call, self._inputs, self._outputs, self._borrowed)
        if direct is not None:
            direct.run = self._team.calling(direct.run)
        return direct


class _Borrowed:
    """Addresses that results may share with constants, inputs and each other."""

    def __init__(self, constants: frozenset[int], more: set[int]) -> None:
        self.constants, self.more = constants, more

    def __contains__(self, address: object) -> bool:
        return address in self.constants or address in self.more


@cache
def _results_class(ranks: tuple[int, ...]) -> type[ctypes.Structure]:
    fields = [(f"r{i}", descriptor_class(r)) for i, r in enumerate(ranks)]
    return type("Results", (ctypes.Structure,), {"_fields_": fields})
