"""Command lines that name passes: how they are read, and the options that are about running passes;
`run_passes` does what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from mlirlite.driver.shared.options import Option, flag, option, read_arguments, several
from mlirlite.driver.shared.plugins import PluginArguments, plugins_in
from mlirlite.ir.context import Context


class PassArguments(PluginArguments):
    """The command line's options about running passes."""

    pass_pipeline: tuple[str, ...] = several(
        "run a pipeline: 'builtin.module(func.func(cse),canonicalize)'", "text", short="p"
    )
    dump_pass_pipeline: bool = flag("print the pipeline with all options, to standard error")
    verify_each: bool = flag("verify after each pass (default: true)", default=True, hidden=True)
    mlir_print_ir_before: tuple[str, ...] = several(
        "print the IR before this pass", "pass", hidden=True
    )
    mlir_print_ir_after: tuple[str, ...] = several(
        "print the IR after this pass", "pass", hidden=True
    )
    mlir_print_ir_before_all: bool = flag("print the IR before each pass", hidden=True)
    mlir_print_ir_after_all: bool = flag("print the IR after each pass, to standard error")
    mlir_print_ir_after_change: bool = flag("… only when the pass changed it")
    mlir_print_ir_after_failure: bool = flag("… only when the pass failed", hidden=True)
    mlir_print_ir_module_scope: bool = flag("… as the whole module", hidden=True)
    mlir_print_ir_tree_dir: str | None = option("… into files of this folder", "dir", hidden=True)
    mlir_disable_threading: bool = flag(
        "accepted for compatibility; passes run in order", hidden=True
    )
    check_semantics: int | None = option(
        "run the functions on random arguments before and after each pass, and compare",
        "seed",
        implied=0,
    )
    html: str | None = option("write a page that shows what each pass did, and why", "file.html")
    mlir_timing: bool = flag("print how long each step and pass took")
    mlir_timing_display: Literal["tree", "list"] = option(
        "form of the times: a tree, or a list by time", "tree|list", default="tree", hidden=True
    )
    mlir_pass_statistics: bool = flag("print what passes counted", hidden=True)
    mlir_pass_statistics_display: Literal["pipeline", "list"] = option(
        "form of the statistics: by pipeline, or a list by pass",
        "pipeline|list",
        default="pipeline",
        hidden=True,
    )
    trace_patterns: str | None = option(
        "say which patterns applied where, which did not and why, and how long they took",
        "file",
        implied="",
    )
    mlir_debug_counter: tuple[str, ...] = several(
        "skip and count rewrites: rewrite-skip=3,rewrite-count=1; also pass-, fold-, or a "
        "pattern's name",
        "text",
        short="debug-counter",
        hidden=True,
    )
    mlir_print_debug_counter: bool = flag(
        "print how many rewrites and passes were tried", hidden=True
    )
    mlir_pass_pipeline_crash_reproducer: str | None = option(
        "when a pass fails, write the module before it and the pipeline to this file",
        "file",
        hidden=True,
    )
    mlir_pass_pipeline_local_reproducer: bool = flag(
        "… as it was right before the pass that failed, with that pass only", hidden=True
    )
    mlir_generate_reproducer: str | None = option(
        "write such a file in any case", "file", hidden=True
    )
    run_reproducer: bool = flag("run the pipeline that such a file contains", hidden=True)


P = TypeVar("P", bound=PassArguments)


def read_with_passes(kind: type[P], argv: Sequence[str], context: Context) -> P:
    """Read a command line whose flags may be passes. The plugins that it names are loaded before,
    since they define some. DiagnosticError when one cannot be loaded, or has a pass that already
    exists."""
    for path in plugins_in(argv):
        if not path.endswith(".td"):  # a dialect, which has no passes
            context.load_plugin(path)
        _registry().plugin_passes(context)
    return read_arguments(
        kind,
        argv,
        lambda name: _registry().exists(name, context),
        lambda: _registry().names(context),
    )


def pass_flags(context: Context) -> list[Option]:
    """All passes as options."""
    return [Option(info.flag, info.summary) for info in _registry().describe_passes(context)]


def _registry() -> Any:
    from mlirlite.passes import registry  # late: a run without passes does not need it

    return registry
