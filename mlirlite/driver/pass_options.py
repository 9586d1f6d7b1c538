"""The options of mlirlite-opt that are about running passes; `run_passes` does what they say."""

from __future__ import annotations

from mlirlite.driver.options import Given, option
from mlirlite.driver.plugins import PluginArguments


class PassArguments(PluginArguments):
    """What a command line says about running passes."""

    pass_pipeline: list[str] = option(
        "run a pipeline: 'builtin.module(func.func(cse),canonicalize)'", "list", "text", short="p"
    )
    dump_pass_pipeline: bool = option("print the pipeline with all options, to standard error")
    verify_each: bool = option("verify after each pass (default: true)", default=True, hidden=True)
    mlir_print_ir_before: list[str] = option(
        "print the IR before this pass", "list", "pass", hidden=True
    )
    mlir_print_ir_after: list[str] = option(
        "print the IR after this pass", "list", "pass", hidden=True
    )
    mlir_print_ir_before_all: bool = option("print the IR before each pass", hidden=True)
    mlir_print_ir_after_all: bool = option("print the IR after each pass, to standard error")
    mlir_print_ir_after_change: bool = option("… only when the pass changed it")
    mlir_print_ir_after_failure: bool = option("… only when the pass failed", hidden=True)
    mlir_print_ir_module_scope: bool = option("… as the whole module", hidden=True)
    mlir_print_ir_tree_dir: str | None = option(
        "… into files of this folder", "value", "dir", hidden=True
    )
    mlir_disable_threading: bool = option(
        "accepted for compatibility; passes run in order", hidden=True
    )
    check_semantics: Given = option(
        "run the functions on random arguments before and after each pass, and compare",
        "optional",
        "seed",
    )
    html: str | None = option(
        "write a page that shows what each pass did, and why", "value", "file.html"
    )
    mlir_timing: bool = option("print where the time went")
    mlir_timing_display: str | None = option(
        "how: as a tree, or a list by time", "value", "tree|list", hidden=True
    )
    mlir_pass_statistics: bool = option("print what passes counted", hidden=True)
    mlir_pass_statistics_display: str | None = option(
        "how: by pipeline, or as a list by pass", "value", "pipeline|list", hidden=True
    )
    trace_patterns: Given = option(
        "say which patterns applied where, which did not and why, and how long they took",
        "optional",
        "file",
    )
    mlir_debug_counter: list[str] = option(
        "leave out some: rewrite-skip=3,rewrite-count=1; also pass-, fold-, or a pattern's name",
        "list",
        "text",
        short="debug-counter",
        hidden=True,
    )
    mlir_print_debug_counter: bool = option(
        "print how many rewrites and passes were tried", hidden=True
    )
    mlir_pass_pipeline_crash_reproducer: str | None = option(
        "when a pass fails, write the module before it and the pipeline to this file",
        "value",
        "file",
        hidden=True,
    )
    mlir_pass_pipeline_local_reproducer: bool = option(
        "… as it was right before the pass that failed, with that pass only", hidden=True
    )
    mlir_generate_reproducer: str | None = option(
        "write such a file in any case", "value", "file", hidden=True
    )
    run_reproducer: bool = option("run the pipeline that such a file contains", hidden=True)
