#!/usr/bin/env python3
"""Makes skeletons that run, each with its lit test.

python tools/new.py dialect shift                  # mlirlite/dialects/shift.py
python tools/new.py op shift.add                   # one more op there
python tools/new.py pass fuse-shifts               # mlirlite/transforms/fuse_shifts.py
python tools/new.py conversion shift-to-arith      # mlirlite/conversion/shift_to_arith.py
python tools/new.py dialect shift --plugin ~/work  # one file outside of the package
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [str(ROOT), *(p for p in sys.path if Path(p or ".").resolve() != ROOT / "tools")]

from mlirlite.driver.shared.options import Arguments, UsageError, option  # noqa: E402
from mlirlite.driver.shared.page import Page  # noqa: E402
from mlirlite.driver.shared.program import OK, Streams  # noqa: E402
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean  # noqa: E402

OP = '''class ${class_name}(Op, name="$name", traits=(Pure, SameOperandsAndResultType)):
    """TODO(you): say what it computes.

    ```mlir
    %r = $name %a : i32
    ```
    """

    input: Operand[SignlessInteger]
    result: Result[SignlessInteger]
    assembly_format = "$$input attr-dict `:` type($$result)"
'''
OP_IMPORTS = """\
from mlirlite.ir.constraints import SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure, SameOperandsAndResultType
"""
DIALECT = f'''"""The $dialect dialect: TODO(you): say what it is for."""

from mlirlite.ir.dialect import Dialect
{OP_IMPORTS}

{OP}

DIALECT = Dialect("$dialect", __name__)
'''
OP_TEST = """\
// RUN: mlirlite-opt $plugin%s | mlirlite-opt $plugin- | FileCheck %s
// RUN: mlirlite-opt $plugin%s --mlir-print-op-generic | mlirlite-opt $plugin- | FileCheck %s

// CHECK-LABEL: func.func @$function
// CHECK:       $name %{{.*}} : i32
func.func @$function(%a: i32) -> i32 {
  %r = $name %a : i32
  return %r : i32
}
"""
OP_INVALID = """\
// RUN: mlirlite-opt $plugin%s --split-input-file --verify-diagnostics

func.func @wrong_type(%a: si32) -> si32 {
  // expected-error @+1 {{'$name' op operand #0 must be signless integer, but got 'si32'}}
  %r = $name %a : si32
  return %r : si32
}
"""
PASS = '''"""--$flag: TODO(you): `before  -->  after`."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@pattern
def ${function}_pattern(op: Operation, rw: Rewriter) -> bool | None:
    """TODO(you): before --> after. Annotate `op` with the class of the op that it rewrites."""
    return rw.fail("nothing is written yet")


@compiler_pass("$flag")
def $function(op: Operation, state: PassState, *, max_rewrites: int = -1) -> None:
    """TODO(you): one line for --help.

    max_rewrites: the most patterns applied in a round, -1 for no limit
    """
    apply_patterns_greedily(
        op,
        [${function}_pattern],
        fold=False,
        max_rewrites=None if max_rewrites < 0 else max_rewrites,
        count=state.count,
    )
'''
PASS_TEST = """\
// RUN: mlirlite-opt $plugin%s --$flag | FileCheck %s
// RUN: mlirlite-opt $plugin%s --$flag='max-rewrites=1' | FileCheck %s

// What must stay.
// CHECK-LABEL: func.func @stays
// CHECK:         %[[R:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK:         return %[[R]] : i32
func.func @stays(%a: i32) -> i32 {
  %r = arith.addi %a, %a : i32
  return %r : i32
}
"""
CONVERSION = '''"""$source → $target. TODO(you): `$op_name`  -->  …"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.$source import $op_class
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import ConversionRewriter, Lowerings

lower = Lowerings("$source-to-$target")


@lower($op_class)
def lower_$op_function(op: $op_class, rw: ConversionRewriter) -> Sequence[Value] | bool:
    """TODO(you): insert ops of $target with `rw.insert`, return the values for the results."""
    return rw.fail("nothing is written yet")


@compiler_pass("convert-$source-to-$target")
def convert_${source}_to_$target(op: Operation, state: PassState, *, partial: bool = True) -> None:
    """Lower the $source dialect to $target.

    partial: leave ops that cannot be lowered; otherwise each is an error
    """
    lower.convert(op, illegal=() if partial else ("$source",))
'''
CONVERSION_TEST = """\
// RUN: mlirlite-opt %s --convert-$source-to-$target | FileCheck %s
// RUN: mlirlite-opt %s --convert-$source-to-$target='partial=false' | FileCheck %s

// CHECK-LABEL: func.func @nothing_to_lower
// CHECK:         return
func.func @nothing_to_lower() {
  return
}
"""


@dataclass
class Skeleton:
    """Files to write, by path, and the lit tests among them; `edits` are changes to files."""

    files: dict[Path, str] = field(default_factory=dict)
    edits: dict[Path, str] = field(default_factory=dict)


def class_name(name: str) -> str:
    """`add_two` is AddTwoOp."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[._-]", name)) + "Op"


def op_words(dialect: str, name: str, plugin: str) -> dict[str, str]:
    """The replacements for an op in the templates."""
    return {
        "dialect": dialect,
        "name": f"{dialect}.{name}",
        "class_name": class_name(name),
        "function": re.sub(r"\W", "_", name),
        "plugin": plugin,
    }


def new_dialect(name: str, plugin: Path | None) -> Skeleton:
    """A dialect with one op."""
    check(name, r"[a-z][a-z0-9_]*", "a dialect's name, in lower case")
    if plugin is not None:
        words = op_words(name, "example", f"--load-plugin=%S/{name}.py ")
        return Skeleton(
            {
                plugin / f"{name}.py": outside(Template(DIALECT).substitute(words)),
                plugin / f"{name}.mlir": Template(OP_TEST).substitute(words),
            }
        )
    words = op_words(name, "example", "")
    tests = ROOT / "test" / "lit" / name
    return Skeleton(
        {
            ROOT / "mlirlite" / "dialects" / f"{name}.py": Template(DIALECT).substitute(words),
            tests / "ops.mlir": Template(OP_TEST).substitute(words),
            tests / "invalid.mlir": Template(OP_INVALID).substitute(words),
        }
    )


def new_op(name: str, plugin: Path | None) -> Skeleton:
    """One more op of a dialect."""
    check(name, r"[a-z][a-z0-9_]*\.[a-z][A-Za-z0-9_.]*", "dialect.op")
    dialect, _, op = name.partition(".")
    folder = plugin or ROOT / "mlirlite" / "dialects"
    words = op_words(dialect, op, "" if plugin is None else f"--load-plugin=%S/{dialect}.py ")
    test = (plugin or ROOT / "test" / "lit" / dialect) / f"{words['function']}.mlir"
    files = {test: Template(OP_TEST).substitute(words)}
    text = Template(OP).substitute(words)
    single, package = folder / f"{dialect}.py", folder / dialect / "__init__.py"
    if single.exists():
        imports = OP_IMPORTS if plugin is None else outside(OP_IMPORTS)
        return Skeleton(files, {single: with_op(single.read_text(encoding="utf-8"), text, imports)})
    if not package.exists():
        fail(
            f"there is no dialect '{dialect}' in {shown(folder)}; make it: new.py dialect {dialect}"
        )
    stem = f"{words['function']}_op"
    files[package.parent / f"{stem}.py"] = (
        f'"""`{name}`: TODO(you): say what it is for."""\n\n{OP_IMPORTS}\n\n{text}'
    )
    line = f"from mlirlite.dialects.{dialect}.{stem} import {words['class_name']}"
    line += f" as {words['class_name']}\n"
    return Skeleton(files, {package: before_dialect(package.read_text(encoding="utf-8"), line)})


def outside(text: str) -> str:
    """A file of the package rewritten as one outside of it, which imports from the façade."""
    return re.sub(r"^from mlirlite\.(?!dialects)[\w.]+ ", "from mlirlite.dsl ", text, flags=re.M)


def with_op(text: str, op: str, imports: str) -> str:
    """The text of a dialect's file with one more op and its imports."""
    known = {
        alias.name
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    lines = []
    for line in imports.splitlines():
        start, _, names = line.partition(" import ")
        missing = [n for n in names.split(", ") if n not in known]
        if missing:
            lines.append(f"{start} import {', '.join(missing)}\n")
    ends = [m.end() for m in re.finditer(r"^from [\w.]+ import (?:\([^)]*\)|.*)\n", text, re.M)]
    at = ends[-1] if ends else 0
    return before_dialect(text[:at] + "".join(lines) + text[at:], f"{op}\n\n")


def before_dialect(text: str, new: str) -> str:
    """The text with something inserted before the declaration of the dialect."""
    found = re.search(r"^(class \w*Dialect\b.*|DIALECT\b)", text, re.M)
    at = found.start() if found else len(text)
    return text[:at] + new + text[at:]


def new_pass(name: str, plugin: Path | None) -> Skeleton:
    """A pass with one pattern."""
    check(name, r"[a-z][a-z0-9]*(-[a-z0-9]+)*", "a flag: words with dashes")
    function = name.replace("-", "_")
    words = {"flag": name, "function": function, "plugin": ""}
    if plugin is not None:
        words["plugin"] = f"--load-plugin=%S/{function}.py "
        folder, tests = plugin, plugin
    else:
        folder = ROOT / "mlirlite" / "transforms"
        tests = ROOT / "test" / "lit" / "transforms"
    text = Template(PASS).substitute(words)
    return Skeleton(
        {
            folder / f"{function}.py": text if plugin is None else outside(text),
            tests / f"{name}.mlir": Template(PASS_TEST).substitute(words),
        }
    )


def new_conversion(name: str, plugin: Path | None) -> Skeleton:
    """A pass that lowers a dialect to another one, with a lowering of its first op."""
    if plugin is not None:
        fail(
            "a plugin's conversion is in the plugin's file: new.py dialect NAME --plugin; "
            "see examples/shift.py"
        )
    check(name, r"[a-z][a-z0-9_]*-to-[a-z][a-z0-9_]*", "source-to-target")
    source, _, target = name.partition("-to-")
    from mlirlite.ir.context import Context

    dialect = Context().dialect(source)
    names = dialect.op_names() if dialect is not None else ()
    if dialect is None or not names:
        fail(f"there is no dialect '{source}' with ops; make it: new.py dialect {source}")
    cls = dialect.op_class(sorted(names)[0])
    op_name = cls.name if cls is not None else ""
    words = {
        "source": source,
        "target": target,
        "op_name": op_name,
        "op_class": cls.__name__ if cls is not None else "",
        "op_function": re.sub(r"\W", "_", op_name.partition(".")[2]),
    }
    file = f"{source}_to_{target}.py"
    return Skeleton(
        {
            ROOT / "mlirlite" / "conversion" / file: Template(CONVERSION).substitute(words),
            ROOT / "test" / "lit" / "conversion" / name / f"convert-{name}.mlir": Template(
                CONVERSION_TEST
            ).substitute(words),
        }
    )


KINDS: dict[str, Callable[[str, Path | None], Skeleton]] = {
    "dialect": new_dialect,
    "op": new_op,
    "pass": new_pass,
    "conversion": new_conversion,
}


class NewArguments(Arguments):
    """The command line of new.py."""

    plugin: str | None = option("write one file there, outside of the package", "dir")


PAGE = Page(
    f"new.py {'|'.join(KINDS)} NAME [--plugin=DIR]",
    "Writes the files of a new dialect, op, pass or conversion, with a lit test that passes.",
    NewArguments,
    tuple(line for line in (__doc__ or "").splitlines() if line.startswith("python tools/")),
)


def check(name: str, pattern: str, what: str) -> None:
    """Raise UsageError if a name is not valid."""
    if not re.fullmatch(pattern, name):
        fail(f"'{name}' is not {what}")


def fail(message: str) -> NoReturn:
    """Report that the command line is wrong."""
    raise UsageError(message)


def shown(path: Path) -> str:
    """A path as a person would type it."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


@PAGE.program
def main(arguments: NewArguments, streams: Streams) -> int:
    """Run the program; returns its exit code."""
    if len(arguments.inputs) != 2:
        fail(f"expected a kind and a name, found {len(arguments.inputs)} words")
    kind, name = arguments.inputs
    if kind not in KINDS:
        fail(
            f"unknown kind '{kind}'{did_you_mean(kind, KINDS) or '; there are ' + ', '.join(KINDS)}"
        )
    plugin = Path(arguments.plugin).resolve() if arguments.plugin is not None else None
    made = KINDS[kind](name, plugin)
    if taken := [path for path in made.files if path.exists()]:
        raise DiagnosticError(f"{shown(taken[0])} already exists")
    for path, text in [*made.files.items(), *made.edits.items()]:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        streams.stdout.write(f"{'changed' if path in made.edits else 'wrote'} {shown(path)}\n")
    sources = [str(p) for p in [*made.files, *made.edits] if p.suffix == ".py"]
    ruff = [sys.executable, "-m", "ruff"]
    for words in (["check", "--select=I", "--fix", "-q"], ["format", "-q"]):
        subprocess.run([*ruff, *words, *sources], check=False, stderr=subprocess.DEVNULL)
    tests = " ".join(shown(p) for p in made.files if p.suffix == ".mlir")
    streams.stdout.write(f"try it: {shown(ROOT / 'tools' / 'mlirlite-lit')} -v {tests}\n")
    return OK


if __name__ == "__main__":
    sys.exit(main())
