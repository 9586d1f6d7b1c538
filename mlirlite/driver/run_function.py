"""mlirlite-run for a function of a module: evaluated by the interpreter, or compiled and called."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from typing import Any, Literal

from mlirlite.driver.shared.arrays import load_array, write_arrays
from mlirlite.driver.shared.options import flag, option, several
from mlirlite.driver.shared.plugins import PluginArguments, context_of
from mlirlite.driver.shared.program import OK, Streams, read_source
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    BaseMemRefType,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
)
from mlirlite.ir.verifier import verify_or_raise
from mlirlite.parser import parse_source
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.interruptible import interruptibly
from mlirlite.support.mapped import BYTECODE

_LONGEST = 1000


class FunctionArguments(PluginArguments):
    """What a command line says about running a function."""

    output_dir: str | None = option("write each output to <dir>/<name>.npy", "dir")
    threads: int = option("number of threads", "n", default=1, least=1)
    entry: str = option(
        "run this function of a .mlir file; default: main", "name", name="e", default=""
    )
    interpret: bool = flag("evaluate the function instead of compiling it; it may be at any level")
    arg: tuple[str, ...] = several(
        "an argument of the function: a number, a list like [1,2], or a .npy file", "value"
    )
    entry_point_result: Literal["f32", "f64", "i32", "i64", "void"] | None = option(
        "print one number of this type, as mlir-runner does", "type"
    )

    @property
    def wants_function(self) -> bool:
        """Whether it is about a function and not about a model: by its options, or as the text has
        a `main` and no entry of a model."""
        if self.entry or self.interpret or self.arg or self.entry_point_result:
            return True
        [path] = self.inputs
        if path == "-":
            return True
        if not path.endswith((".mlir", ".mlirbc")) or not os.path.isfile(path):
            return False
        with open(path, "rb") as stream:
            text = stream.read()
        if text.startswith(BYTECODE):  # names end in a zero byte
            of_jax, names = (
                rb"\b(stablehlo|chlo|vhlo)\0",
                rb"\0(main_graph|main|EntryPoint|entry_point)\b",
            )
        else:
            of_jax = rb"\b(stablehlo|chlo|vhlo)\.\w"
            names = rb"(?:@|\b)((?<=@)main_graph|(?<=@)main|onnx\.EntryPoint|krnl\.entry_point)\b"
        return not re.search(of_jax, text) and set(re.findall(names, text)) == {b"main"}


def run_function(arguments: FunctionArguments, streams: Streams) -> int:
    """Run the function that the command line names; prints its results, and the passed memrefs as
    they are after it."""
    [path] = arguments.inputs
    context = context_of(arguments)
    module = parse_source(read_source(path, streams), context)
    verify_or_raise(module, allow_unregistered=False)
    from mlirlite.runtime.function import find_function

    entry = arguments.entry or "main"
    type = find_function(module, entry).signature()
    kind = arguments.entry_point_result
    _check_result(entry, type.results, kind)
    given = arguments.arg
    if len(given) != len(type.inputs):
        expected = ", ".join(map(str, type.inputs)) or "none"
        raise DiagnosticError(
            f"function '{entry}' takes {len(type.inputs)} arguments ({expected}), found "
            f"{len(given)}; give each with --arg"
        )
    texts = enumerate(zip(given, type.inputs, strict=True))
    values = [_argument(text, t, f"argument {i}") for i, (text, t) in texts]
    if arguments.interpret:
        from mlirlite.interp.function import evaluate_function
        from mlirlite.interp.machine import Machine

        machine = Machine(module, write=streams.stdout.write, threads=arguments.threads)
        results, after = evaluate_function(machine, entry, values)
    elif _is_stablehlo(module):
        results, after = _run_stablehlo(module, context, entry, values, arguments.threads), values
    else:
        from mlirlite.runtime.function import CompiledFunction

        compiled = CompiledFunction(module, context, entry, write=streams.stdout.write)
        streams.stdout.flush()  # compiled code may print directly
        # Loops of a function do not look for Ctrl-C, and may have no end.
        results, after = interruptibly(lambda: compiled(*values)), values
        compiled.close()
    pairs = enumerate(zip(results, type.results, strict=True))
    named = {f"result{i}": (v, t) for i, (v, t) in pairs}
    for i, (v, t) in enumerate(zip(after, type.inputs, strict=True)):
        if isinstance(t, BaseMemRefType):
            named[f"arg{i}"] = v, t
    if kind is None:
        for label, (value, _) in named.items():
            streams.stdout.write(f"{label}: {_text(value)}\n")
    elif kind != "void":
        value = results[0]
        shown = "poison" if value is None else f"{value:e}" if kind[0] == "f" else str(value)
        streams.stdout.write(f"{shown}\n")
    arrays = {label: value for label, (value, _) in named.items()}
    write_arrays(arrays, arguments.output_dir, arguments.arg, streams)
    return OK


def _is_stablehlo(module: Any) -> bool:
    from mlirlite.runtime.compiler import is_stablehlo

    return is_stablehlo(module)


def _run_stablehlo(
    module: Any, context: Any, entry: str, values: Sequence[Any], threads: int
) -> list[Any]:
    """The results of a function of StableHLO, compiled as a model."""
    from mlirlite.passes.manager import PassManager
    from mlirlite.passes.pipeline import PassRun, Pipeline
    from mlirlite.runtime.session import InferenceSession

    run = PassRun.of("convert-stablehlo-to-onnx", entry=entry)
    PassManager(Pipeline.of(run), context).run(module)
    session = InferenceSession(module, threads)
    names = [i.name for i in session.get_inputs()]
    return session.run(None, dict(zip(names, values, strict=True)))


def _check_result(entry: str, results: Sequence[Type], kind: str | None) -> None:
    if kind is None:
        return
    found = [str(t) for t in results]
    if found != ([] if kind == "void" else [kind]):
        raise DiagnosticError(
            f"function '{entry}' returns ({', '.join(found)}), but --entry-point-result says {kind}"
        )


def _argument(text: str, type: Type, what: str) -> Any:
    """A number, or an array of the element type."""
    import numpy as np

    if text.endswith(".npy"):
        array = load_array(text, f"{what} from '{text}'")
        return array if isinstance(type, ShapedType) else array.reshape(-1)[0].item()
    try:
        value = _literal(text)
        if isinstance(type, ShapedType):
            from mlirlite.interp.values import dtype_of

            return np.array(value, dtype_of(type.element_type))
        if isinstance(type, FloatType):
            return float(value)
        if isinstance(type, (IntegerType, IndexType)) and int(value) == value:
            return int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise DiagnosticError(
        f"{what} needs a value of type {type}: a number, a list or a .npy file, found '{text}'"
    )


def _literal(text: str) -> Any:
    if text in ("inf", "-inf", "nan"):
        return float(text)
    try:
        return int(text, 0)
    except ValueError:
        return json.loads(text)


def _text(value: Any) -> str:
    if value is None:
        return "poison"
    tolist = getattr(value, "tolist", None)
    if tolist is None:
        return str(value)
    if value.size > _LONGEST:
        return f"{value.dtype}{list(value.shape)}"
    return str(tolist())
