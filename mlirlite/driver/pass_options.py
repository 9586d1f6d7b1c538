"""The options of mlirlite-opt that are about running passes; `run_passes` does what they say."""

from __future__ import annotations

from mlirlite.driver.options import Option

PASS_OPTIONS = (
    Option(
        "pass-pipeline",
        "run a pipeline: 'builtin.module(func.func(cse),canonicalize)'",
        "list",
        "text",
        short="p",
    ),
    Option("dump-pass-pipeline", "print the pipeline with all options, to standard error"),
    Option(
        "verify-each",
        "verify after each pass (default: true)",
        default=True,
        hidden=True,
    ),
    Option("mlir-print-ir-before", "print the IR before this pass", "list", "pass", hidden=True),
    Option("mlir-print-ir-after", "print the IR after this pass", "list", "pass", hidden=True),
    Option("mlir-print-ir-before-all", "print the IR before each pass", hidden=True),
    Option("mlir-print-ir-after-all", "print the IR after each pass, to standard error"),
    Option("mlir-print-ir-after-change", "… only when the pass changed it"),
    Option("mlir-print-ir-after-failure", "… only when the pass failed", hidden=True),
    Option("mlir-print-ir-module-scope", "… as the whole module", hidden=True),
    Option("mlir-print-ir-tree-dir", "… into files of this folder", "value", "dir", hidden=True),
    Option(
        "mlir-disable-threading", "accepted for compatibility; passes run in order", hidden=True
    ),
    Option(
        "check-semantics",
        "run the functions on random arguments before and after each pass, and compare",
        "optional",
        "seed",
    ),
    Option("html", "write a page that shows what each pass did, and why", "value", "file.html"),
    Option("mlir-timing", "print where the time went"),
    Option(
        "mlir-timing-display",
        "how: as a tree, or a list by time",
        "value",
        "tree|list",
        hidden=True,
    ),
    Option("mlir-pass-statistics", "print what passes counted", hidden=True),
    Option(
        "mlir-pass-statistics-display",
        "how: by pipeline, or as a list by pass",
        "value",
        "pipeline|list",
        hidden=True,
    ),
    Option(
        "trace-patterns",
        "say which patterns applied where, which did not and why, and how long they took",
        "optional",
        "file",
    ),
    Option(
        "mlir-debug-counter",
        "leave out some: rewrite-skip=3,rewrite-count=1; also pass-, fold-, or a pattern's name",
        "list",
        "text",
        short="debug-counter",
        hidden=True,
    ),
    Option(
        "mlir-print-debug-counter", "print how many rewrites and passes were tried", hidden=True
    ),
    Option(
        "mlir-pass-pipeline-crash-reproducer",
        "when a pass fails, write the module before it and the pipeline to this file",
        "value",
        "file",
        hidden=True,
    ),
    Option(
        "mlir-pass-pipeline-local-reproducer",
        "… as it was right before the pass that failed, with that pass only",
        hidden=True,
    ),
    Option(
        "mlir-generate-reproducer", "write such a file in any case", "value", "file", hidden=True
    ),
    Option("run-reproducer", "run the pipeline that such a file contains", hidden=True),
)
