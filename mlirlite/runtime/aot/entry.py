"""The functions of a model that a C program calls: its entry points, and queries about it.

run_main_graph(list)  -->  checks, descriptors of the inputs, the model's function, tensors of its
results
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.runtime.aot.abi import Argument, Entry
from mlirlite.runtime.aot.texts import Words, text_global


def entry_text(
    entries: Sequence[Entry],
    info: str,
    tag: str,
    words: Words,
    *,
    loads: bool,
    static: bool,
    checks: bool,
) -> str:
    """LLVM IR of the entry points and of the queries. `loads`: constants are mapped at the first
    run; `static`: no memory is allocated at run time; `checks`: inputs are checked first."""
    parts = []
    for number, entry in enumerate(entries):
        parts.append(_inputs(entry, number))
        parts.append(_body(entry, number))
        parts.append(_static_results(entry, number) if static else _new_list(entry, number))
        parts.append(_run(entry, number, words, loads=loads, checks=checks))
    parts += [_queries(entries, info, tag), _SAME]
    if tag:
        parts += [
            f"@{e.symbol}_{tag} = alias ptr (ptr), ptr @om.entry.{n}" for n, e in enumerate(entries)
        ]
    parts += [
        f"@{e.symbol} = weak alias ptr (ptr), ptr @om.entry.{n}" for n, e in enumerate(entries)
    ]
    return "\n".join(p for p in parts if p) + "\n"


def _descriptor(argument: Argument) -> str:
    """The type of a memref descriptor."""
    rank = len(argument.dims)
    return (
        "{ ptr, ptr, i64 }" if not rank else f"{{ ptr, ptr, i64, [{rank} x i64], [{rank} x i64] }}"
    )


def _inputs(entry: Entry, number: int) -> str:
    """The table that inputs are checked by."""
    lines = [text_global(f"om.entry_name.{number}", entry.symbol)]
    rows = []
    for i, argument in enumerate(entry.inputs):
        name = f"{number}.{i}"
        rank = len(argument.dims)
        sizes = ", ".join(f"i64 {d}" for d in argument.dims)
        lines.append(text_global(f"om.input_name.{name}", argument.name))
        lines.append(
            f"@om.dims.{name} = private constant [{rank} x i64] "
            + (f"[{sizes}]" if rank else "zeroinitializer")
        )
        rows.append(
            f"%Input {{ i32 {argument.code}, i64 {rank}, ptr @om.dims.{name}, "
            f"ptr @om.input_name.{name} }}"
        )
    lines.append(
        f"@om.inputs.{number} = private constant [{len(rows)} x %Input] "
        + (f"[{', '.join(rows)}]" if rows else "zeroinitializer")
    )
    return "\n".join(lines)


def _body(entry: Entry, number: int) -> str:
    """Runs the model's function on checked inputs."""
    lines = [f"define internal ptr @om.body.{number}(ptr %inputs) noinline {{"]
    results = "{ " + ", ".join(_descriptor(o) for o in entry.outputs) + " }"
    arguments = []
    if entry.outputs:
        lines.append(f"  %results = alloca {results}")
        arguments.append("ptr %results")
    for i, argument in enumerate(entry.inputs):
        lines.append(f"  %d{i} = alloca {_descriptor(argument)}")
        lines.append(
            f"  call void @om.describe(ptr %d{i}, ptr %inputs, i64 {i}, i64 {len(argument.dims)})"
        )
        arguments.append(f"ptr %d{i}")
    lines.append(f"  %list = call ptr @om.output_list.{number}()")
    lines.append(f"  call void @_mlir_ciface_{entry.function}({', '.join(arguments)})")
    for i, output in enumerate(entry.outputs):
        lines.append(f"  %r{i} = getelementptr {results}, ptr %results, i32 0, i32 {i}")
        lines.append(
            f"  call void @om.give(ptr %list, i64 {i}, ptr %r{i}, i64 {len(output.dims)}, "
            f"i32 {output.code})"
        )
    lines += ["  ret ptr %list", "}"]
    pointers = ", ".join("ptr" for _ in arguments)
    lines.append(f"declare void @_mlir_ciface_{entry.function}({pointers})")
    return "\n".join(lines)


def _new_list(entry: Entry, number: int) -> str:
    """Allocates the list and tensors of the results, before the model runs."""
    lines = [f"define internal ptr @om.output_list.{number}() {{"]
    lines.append(f"  %list = call ptr @om.new_list(i64 {number}, i64 {len(entry.outputs)})")
    for i, output in enumerate(entry.outputs):
        rank = len(output.dims)
        lines.append(f"  call void @om.new_output(ptr %list, i64 {i}, i64 {rank})")
    return "\n".join([*lines, "  ret ptr %list", "}"])


def _static_results(entry: Entry, number: int) -> str:
    """The list and the tensors of a result, as globals."""
    lines = []
    pointers = []
    for i, output in enumerate(entry.outputs):
        name, rank = f"{number}.{i}", len(output.dims)
        for field in ("shape", "strides"):
            lines.append(f"@om.{field}.{name} = internal global [{rank} x i64] zeroinitializer")
        lines.append(
            f"@om.result.{name} = internal global %OMTensor {{ ptr null, ptr null, i64 0, "
            f"ptr @om.shape.{name}, ptr @om.strides.{name}, i64 {rank}, i32 {output.code}, i64 0 }}"
        )
        pointers.append(f"ptr @om.result.{name}")
    count = len(pointers)
    array = f"[{', '.join(pointers)}]" if pointers else "zeroinitializer"
    lines += [
        f"@om.results.{number} = internal global [{count} x ptr] {array}",
        f"@om.list.{number} = internal global %OMTensorList "
        f"{{ ptr @om.results.{number}, i64 {count}, i8 1 }}",
        f"define internal ptr @om.output_list.{number}() {{\n  ret ptr @om.list.{number}\n}}",
    ]
    if number == 0:
        lines.append(NO_BLOCKS)
    return "\n".join(lines)


def _run(entry: Entry, number: int, words: Words, *, loads: bool, checks: bool) -> str:
    name = f"ptr @om.entry_name.{number}"
    lines = [
        f"define hidden ptr @om.entry.{number}(ptr %inputs) {{",
        "entry:",
        "  %run = alloca %Run, align 16",
        f"  %good = call i1 @om.check(ptr %inputs, ptr @om.inputs.{number}, "
        f"i64 {len(entry.inputs)}, {name})"
        if checks
        else "  %good = icmp ne ptr %inputs, null",
        f"  br i1 %good, label %{'load' if loads else 'start'}, label %wrong",
    ]
    if loads:
        lines += [
            "load:",
            f"  %there = call i1 @om.load({name})",
            "  br i1 %there, label %start, label %wrong",
        ]
    lines += ["start:", "  call void @om.enter(ptr %run)"]
    if words.jumps:
        lines += [
            "  %jumped = call i32 @_setjmp(ptr %run) returns_twice",
            "  %out = icmp ne i32 %jumped, 0",
            "  br i1 %out, label %failed, label %body",
            "failed:",
            "  call void @om.abandon(ptr %run)",
            f"  call void @om.say_failure(ptr %run, {name})",
            "  br label %wrong",
            "body:",
        ]
    lines += [
        f"  %list = call ptr @om.body.{number}(ptr %inputs)",
        "  call void @om.leave(ptr %run)",
        "  ret ptr %list",
        "wrong:",
        "  ret ptr null",
        "}",
    ]
    return "\n".join(lines)


def _queries(entries: Sequence[Entry], info: str, tag: str) -> str:
    lines = [text_global("om.info", info)]
    for query, value in (("omCompilationInfo", "om.info"), ("omLastError", "om.error")):
        lines.append(f"define weak ptr @{query}() {{\n  ret ptr @{value}\n}}")
        if tag:
            lines.append(f"define ptr @{query}_{tag}() {{\n  ret ptr @{value}\n}}")
    for name in ("omErrorStream", *([f"omErrorStream_{tag}"] if tag else ())):
        weak = "" if name.endswith(f"_{tag}") else "weak "
        lines.append(
            f"define {weak}i32 @{name}(i32 %file) {{\n  %before = load i32, ptr @om.stream\n"
            "  store i32 %file, ptr @om.stream\n  ret i32 %before\n}"
        )
    for n, entry in enumerate(entries):
        lines.append(text_global(f"om.input_json.{n}", entry.input_json))
        lines.append(text_global(f"om.output_json.{n}", entry.output_json))
        if tag:
            lines.append(text_global(f"om.tagged_name.{n}", f"{entry.symbol}_{tag}"))
    for suffix, kind in (("", "entry_name"), (f"_{tag}" if tag else None, "tagged_name")):
        if suffix is None:
            continue
        weak = "" if suffix else "weak "
        rows = ", ".join([f"ptr @om.{kind}.{n}" for n in range(len(entries))] + ["ptr null"])
        size = len(entries) + 1
        lines.append(f"@om.{kind}s = private constant [{size} x ptr] [{rows}]")
        lines.append(
            f"""define {weak}ptr @omQueryEntryPoints{suffix}(ptr %n) {{
entry:
  %none = icmp eq ptr %n, null
  br i1 %none, label %done, label %count
count:
  store i64 {len(entries)}, ptr %n
  br label %done
done:
  ret ptr @om.{kind}s
}}"""
        )
        for query, table in (("omInputSignature", "input"), ("omOutputSignature", "output")):
            lines.append(
                f"define {weak}ptr @{query}{suffix}(ptr %entry) {{\n"
                f"  %found = call ptr @om.{table}_signature(ptr %entry)\n  ret ptr %found\n}}"
            )
    for table in ("input", "output"):
        lines.append(_signature(entries, table, tag))
    return "\n".join(lines)


def _signature(entries: Sequence[Entry], table: str, tag: str) -> str:
    """The JSON of the entry with a name; NULL if there is none."""
    lines = [
        f"define hidden ptr @om.{table}_signature(ptr %name) {{",
        "  %null = icmp eq ptr %name, null",
        "  br i1 %null, label %none, label %try0",
    ]
    tests = [
        (f"om.{kind}.{n}", n)
        for n in range(len(entries))
        for kind in (("entry_name", "tagged_name") if tag else ("entry_name",))
    ]
    for i, (text, n) in enumerate(tests):
        lines += [
            f"try{i}:",
            f"  %same{i} = call i1 @om.same(ptr %name, ptr @{text})",
            f"  br i1 %same{i}, label %found{i}, label %try{i + 1}",
            f"found{i}:",
            f"  ret ptr @om.{table}_json.{n}",
        ]
    return "\n".join(
        [*lines, f"try{len(tests)}:", "  br label %none", "none:", "  ret ptr null", "}"]
    )


NO_BLOCKS = """\
define internal i64 @om.owns(ptr %allocated) {
  ret i64 0
}
define internal void @om.drop_list(ptr %run) {
  ret void
}
define internal void @om.free_blocks(ptr %run) {
  ret void
}"""
"""The memory functions of a run in a library without malloc."""

_SAME = """\
define hidden i1 @om.same(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %more ]
  %ap = getelementptr i8, ptr %a, i64 %i
  %bp = getelementptr i8, ptr %b, i64 %i
  %x = load i8, ptr %ap
  %y = load i8, ptr %bp
  %equal = icmp eq i8 %x, %y
  br i1 %equal, label %matched, label %no
matched:
  %end = icmp eq i8 %x, 0
  br i1 %end, label %yes, label %more
more:
  %i1 = add i64 %i, 1
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}"""
