"""A model compiled for this machine: machine code with its constants and signature; new or from the
cache."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attributes import UNIT
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_visibility
from mlirlite.parser import parse_type
from mlirlite.passes.pipeline import PassRun, Pipeline
from mlirlite.printer import print_attribute
from mlirlite.runtime import cache
from mlirlite.runtime.compiler import Stage, level_of, load_module, run_stages, stages_for
from mlirlite.runtime.constants import constants_in, in_memory, taken_constants
from mlirlite.runtime.entry import DEFAULT_ENTRY, entry_function
from mlirlite.runtime.linked import Linked, engine_of, link, options_of
from mlirlite.runtime.runs import call_text
from mlirlite.runtime.signature import NodeArg, compiled_entry, signature_of
from mlirlite.support.collector import collector_at_rest
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.private import NotPrivate
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, Effort

if TYPE_CHECKING:
    from mlirlite.runtime.kernels import Kernels

_LARGE = 16 << 20
"""Unused constants are searched for if all constants have at least this many bytes."""

_MANY = 2000
"""Instructions outside kernels that take LLVM longer than they run."""


@dataclass(frozen=True, slots=True)
class CompiledModel(Linked):
    """What a session needs."""

    name: str
    entry: str
    inputs: list[NodeArg]
    outputs: list[NodeArg]
    notes: Any = None
    """What whoever compiled the model wants to know of it, in terms of JSON."""


def compile_model(model: Any, **options: Any) -> CompiledModel:
    """The model as machine code, from the cache if it is there. `model` is what
    `InferenceSession` takes; a module is lowered in place. The options are those of `Plan.of`."""
    plan = Plan.of(model, **options)
    return plan.known() or plan.compiled(model)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a model is to be compiled: the passes, addresses of functions that the code calls, and
    the key of its entry in the cache (None if it is not kept)."""

    stages: Sequence[Stage]
    functions: Mapping[str, int] | None
    key: cache.Key | None
    threads: int
    opt_level: int
    given: Collection[str]

    @classmethod
    def of(
        cls,
        model: Any,
        *,
        threads: int = 1,
        opt_level: int = DEFAULT_LEVEL,
        machine: str | None = None,
        schedules: str | None = None,
        ops_for_call: str = "",
        library: str | None = None,
        checks: bool = True,
        sanitize: str = "",
        given: Collection[str] = (),
    ) -> Plan:
        """The plan for options. `model` is as for `compile_model`, or the `Sources` that say what
        its content is. `schedules` is a file of schedules, as `mlirlite-tune` writes it.
        Operators in `ops_for_call` are functions of `library` (`library_calls.py`); such code is
        not kept, nor is code that `sanitize` checks. Initializers in `given` are inputs
        (`defaults.py`)."""
        options = options_of(
            threads=threads,
            opt_level=opt_level,
            machine=machine,
            schedules=schedules,
            checks=checks,
            given=given,
        )
        threads, opt_level, machine = (options[n] for n in ("threads", "opt_level", "machine"))
        stages: Sequence[Stage] = stages_for(machine, threads, checks)
        if schedules is not None:
            from mlirlite.runtime.schedules import with_schedules  # late: seldom asked for

            stages = with_schedules(stages, schedules)
        functions = None
        if ops_for_call:
            from mlirlite.runtime.library_calls import addresses, with_calls  # late: seldom used

            functions, stages = addresses(ops_for_call, library), with_calls(stages, ops_for_call)
        if sanitize:
            from mlirlite.runtime.sanitizer import sanitized, symbols  # late: seldom asked for

            functions = {**(functions or {}), **symbols(sanitize, threads)}
            stages = sanitized(stages)
        key = cache.cache_key(model, options) if functions is None else None
        return cls(stages, functions, key, threads, opt_level, given)

    def known(self) -> CompiledModel | None:
        """The model from the cache; None if it is not there."""
        found = cache.load(self.key) if self.key is not None else None
        return None if found is None else from_entry(found, self.threads)

    def compiled(self, model: Any, notes: Any = None, least: int = cache.WORTH) -> CompiledModel:
        """The model, compiled, and kept with notes if it has at least this many bytes. `model` is
        as for `compile_model`; if the plan is for a content, it has that content."""
        more: dict[str, Any] = {"threads": self.threads, "opt_level": self.opt_level}
        more |= {"symbols": self.functions, "given": self.given, "notes": notes}
        with _left_at_exit(), _writer(self.key) or contextlib.nullcontext() as writer:
            try:
                made = compile_with(model, self.stages, writer=writer, least=least, **more)
            except OSError:  # no space on disk
                if writer is None:
                    raise
                made = compile_with(model, self.stages, **more)
        if sum(c.nbytes for c in made.constants.values()) > _LARGE:
            _give_memory_back()
        return made


@contextlib.contextmanager
def _left_at_exit() -> Iterator[None]:
    """Leave the objects of an interrupted compilation to the end of the process: freeing them one
    by one takes seconds."""
    try:
        yield
    except KeyboardInterrupt:
        atexit.register(gc.freeze)
        raise


def _writer(key: cache.Key | None) -> cache.Writer | None:
    """The writer of the model's cache entry; None if it is not kept."""
    if key is None:
        return None
    try:
        return cache.Writer(key)
    except NotPrivate as e:
        warnings.warn(f"compiled models are not kept: {e}", RuntimeWarning, stacklevel=4)
    except OSError:
        pass  # no permission to write
    return None


def _free_garbage() -> None:
    """Free ops that are not used any more, and give the memory back: weights and LLVM need it."""
    gc.collect(1)  # the IR is cyclic, and lowered ops hold weights; others' objects are older
    _give_memory_back()


def _give_memory_back() -> None:
    """Give freed memory that the C library keeps back to the system."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


@collector_at_rest()
def compile_with(
    model: Any,
    stages: Sequence[Stage],
    *,
    threads: int = 1,
    opt_level: int = DEFAULT_LEVEL,
    symbols: Mapping[str, int] | None = None,
    after: Callable[[Stage, Operation], None] | None = None,
    writer: cache.Writer | None = None,
    given: Collection[str] = (),
    notes: Any = None,
    least: int = cache.WORTH,
) -> CompiledModel:
    """The model as machine code, by the given passes for all levels from `onnx` to `llvm`.
    `symbols` are addresses of functions that the passes make it call; `after` sees each level, with
    all nests."""
    from mlirlite.runtime.kernels import Kernels  # late: a model in the cache needs no passes
    from mlirlite.target.llvmir import to_llvmir

    stages = [_interruptible(s) for s in stages]
    context = Context()
    kernels = Kernels(opt_level, context) if after is None else None
    module: Operation | None
    function: Operation | None = None
    module, name = load_module(model, context, given)
    level = level_of(module)
    if level == "llvm":
        entry, inputs, outputs = compiled_entry(module, context)
    else:
        function = entry_function(module)
        entry = symbol_name(function) or DEFAULT_ENTRY
        first = 1 if level is None else [s.name for s in stages].index(level) + 1
        if level is None:
            run_stages(module, context, stages[:1], after)
        inputs, outputs = signature_of(function)
        if function.name != "func.func" or symbol_visibility(function) == "private":
            raise DiagnosticError(function.error("runs as a model only as a public 'func.func'"))
        function.attributes.setdefault("llvm.emit_c_interface", UNIT)  # text below krnl may lack it
        _run_stages(module, context, stages[first:], kernels, after)
    objects = kernels.code if kernels is not None else []
    arity = len(inputs) + bool(outputs)
    large = sum(constant.size for _, constant in constants_in(module)) > _LARGE
    if large:
        _free_garbage()
    text = to_llvmir(module) + call_text(f"_mlir_ciface_{entry}", ["ptr"] * arity)
    effort = _effort(module)
    taken = taken_constants(module)
    module = function = None
    if large:
        _free_garbage()
    constants = writer.constants(taken) if writer is not None else in_memory(taken)
    engine = engine_of(text, objects, constants, threads, opt_level, symbols, effort)
    if writer is not None:
        header = {
            "name": name,
            "entry": entry,
            "inputs": [_header(i) for i in inputs],
            "outputs": [_header(o) for o in outputs],
            "objects": [len(o) for o in engine.objects],
            "notes": notes,
        }
        writer.finish(header, b"".join(engine.objects), least)
    return CompiledModel(engine, constants, threads, name, entry, inputs, outputs, notes)


def _effort(module: Operation) -> Effort:
    """What LLVM has to do for the functions around the kernels: little if they are long and next to
    nothing of them is in loops, but for those that check indices."""
    ops = repeated = 0
    for function in module.regions[0].block:
        blocks = [b for region in function.regions for b in region]
        places = {b: i for i, b in enumerate(blocks)}
        sizes = [sum(1 for _ in b) for b in blocks]
        ops += sum(sizes)
        inside: set[int] = set()
        for last, block in enumerate(blocks):
            first = min((places[b] for b in block.successors), default=len(blocks))
            inside.update(range(first, last + 1))
        repeated += sum(sizes[i] for i in inside)
    return Effort.ONCE if ops > max(_MANY, 100 * repeated) else Effort.FULL


def _run_stages(
    module: Operation,
    context: Context,
    stages: Iterable[Stage],
    kernels: Kernels | None,
    after: Callable[[Stage, Operation], None] | None,
) -> None:
    """Run the passes of levels on a module; kernels are looked for where they have been made."""
    rest = [item for stage in stages for item in stage.pipeline.items]
    for stage in stages:
        items: list[PassRun | Pipeline] = []
        for item in stage.pipeline.items:
            items.append(rest.pop(0))
            if kernels is not None and kernels.are_made_by(item, rest):
                run_stages(module, context, [Stage.of(stage.name, *items)])
                items = []
                kernels.take(module, Pipeline.of(*rest))
        run_stages(module, context, [Stage.of(stage.name, *items)])
        if after is not None:
            after(stage, module)


def _interruptible(stage: Stage) -> Stage:
    """A stage whose long loops can be ended by Ctrl-C."""
    if stage.name != "affine":
        return stage
    stage = stage.copy()
    stage.pipeline.append("poll-loops")
    return stage


def from_entry(entry: cache.Entry, threads: int) -> CompiledModel:
    """The model of an entry of the cache."""
    context = Context()
    header, linked = entry.header, link(entry, threads)
    inputs, outputs = (
        [
            NodeArg(a["name"], a["shape"], a["type"], parse_type(a["mlir_type"], context))
            for a in header[kind]
        ]
        for kind in ("inputs", "outputs")
    )
    return CompiledModel(
        linked.engine,
        linked.constants,
        threads,
        header["name"],
        header["entry"],
        inputs,
        outputs,
        header["notes"],
    )


def _header(argument: NodeArg) -> dict[str, Any]:
    return {
        "name": argument.name,
        "shape": argument.shape,
        "type": argument.type,
        "mlir_type": print_attribute(argument.mlir_type),
    }
