"""Names instead of tables: a pass's flag, file, function and lit file are one name; house rules."""

import ast
import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from mlirlite.__main__ import PROGRAMS
from mlirlite.support.collector import collector_at_rest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", autouse=True)
def trees_of_this_module() -> Iterator[None]:
    """Syntax trees are millions of objects: no garbage is looked for in them, neither here nor in
    later tests."""
    with collector_at_rest():
        yield
        parse.cache_clear()


@dataclass(frozen=True)
class Pass:
    """A function under `@compiler_pass("flag")`, and the file (below mlirlite/) it is in."""

    flag: str
    function: str
    file: Path

    @property
    def unit(self) -> str | None:
        """The file or folder, without suffix, that its name must be; None where no pass may be."""
        match self.file.parts:
            case ("transforms" | "conversion" | "codegen", name, *_):
                return name.removesuffix(".py")
            case ("dialects", _, "transforms", name, *_) | ("runtime", "transforms", name, *_):
                return name.removesuffix(".py")
        return None


def python_files(root: Path) -> list[Path]:
    return sorted((root / "mlirlite").rglob("*.py"))


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def passes_of(root: Path) -> list[Pass]:
    found = []
    for path in python_files(root):
        for node in parse(path).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            for decorator in node.decorator_list:
                call = decorator if isinstance(decorator, ast.Call) else None
                name = ast.unparse(call.func if call else decorator)
                if name.rpartition(".")[2] != "compiler_pass":
                    continue
                first = call.args[0] if call and call.args else None
                flag = first.value if isinstance(first, ast.Constant) else "(not a literal)"
                found.append(Pass(str(flag), node.name, path.relative_to(root / "mlirlite")))
    return found


def pass_violations(root: Path) -> list[str]:
    found = []
    passes = passes_of(root)
    lit_files: dict[str, list[Path]] = {}
    for path in (root / "test" / "lit").rglob("*.mlir"):
        lit_files.setdefault(path.stem, []).append(path)
    for item in passes:
        where = f"mlirlite/{item.file.as_posix()}: pass --{item.flag}"
        name = item.flag.replace("-", "_")
        if item.unit is None:
            found.append(f"{where}: belongs in transforms/, */transforms/, conversion/ or codegen/")
            continue
        names = {name}
        if item.file.parts[0] == "conversion":
            names.add(name.removeprefix("convert_"))
        if item.unit not in names:
            found.append(f"{where}: its file is named {' or '.join(sorted(names))}")
        if item.function != name:
            found.append(f"{where}: its function is named {name}, not {item.function}")
        tests = lit_files.get(item.flag)
        if not tests:
            found.append(f"{where}: has no test/lit/**/{item.flag}.mlir")
        elif not any(item.flag in run_lines(test) for test in tests):
            found.append(f"{where}: no RUN: line of its lit file names it")
    found += units_without_pass(root, passes)
    return found


def run_lines(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if "RUN:" in line)


def units_without_pass(root: Path, passes: list[Pass]) -> list[str]:
    """Files and folders that look like a pass by where they are, but declare none."""
    package = root / "mlirlite"
    folders = [package / folder for folder in ("transforms", "conversion", "codegen")]
    folders += [*package.glob("dialects/*/transforms"), package / "runtime" / "transforms"]
    declared = {item.file.parent / item.unit for item in passes if item.unit}
    declared |= {item.file.parent for item in passes}  # a folder with a pass in one of its files
    return [
        f"{path.relative_to(root).as_posix()}: declares no pass; other names begin with '_'"
        for folder in folders
        for path in sorted(folder.glob("*"))
        if not path.name.startswith("_") and (path.suffix == ".py" or path.is_dir())
        if path.relative_to(package).with_suffix("") not in declared
    ]


def rule_violations(root: Path) -> list[str]:
    """Header docstrings; no print outside driver/; no assert that validates input; attributes that
    are computed once are safe in forked children."""
    found = []
    for path in python_files(root):
        where = path.relative_to(root).as_posix()
        area = path.relative_to(root / "mlirlite").parts[0]
        tree = parse(path)
        if not ast.get_docstring(tree):
            found.append(f"{where}:1: has no header docstring")
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id == "print":
                if area != "driver":
                    found.append(f"{where}:{node.lineno}: print belongs to driver/")
            elif isinstance(node, ast.Name) and node.id == "cached_property":
                if path.name != "once.py":
                    found.append(f"{where}:{node.lineno}: @once is safe in forked children")
            elif isinstance(node, ast.Assert) and area != "testing" and not narrows(node.test):
                found.append(f"{where}:{node.lineno}: raise an error instead of assert")
    return found


def narrows(test: ast.expr) -> bool:
    """Whether an assertion only tells the type checker what holds: isinstance or (not) None."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return all(map(narrows, test.values))
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        is_identity = isinstance(test.ops[0], ast.Is | ast.IsNot)
        return is_identity and ast.unparse(test.comparators[0]) == "None"
    return isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance"


def test_flag_is_file_is_function_is_lit_file():
    assert pass_violations(ROOT) == []


def test_house_rules():
    assert rule_violations(ROOT) == []


LONGEST_FILE, LONGEST_FUNCTION = 500, 73
"""Lines that one file and one function may have. What is longer does more than one thing."""


def test_files_and_functions_are_short():
    long = []
    for path in python_files(ROOT):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("mlirlite/"):
            continue
        if (lines := path.read_text(encoding="utf-8").count("\n")) > LONGEST_FILE:
            long.append(f"{name}: {lines} lines")
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    long.append(f"{name}:{node.lineno}: {node.name} has {lines} lines")
    assert long == []


# How many lines hide a type from the type checker; each says why. It may only become less.
UNTYPED = {
    r"#\s*type: ignore(\[[\w,-]+\])?(?P<why>.*)": 19,
    r"\bop: Any\b[^#]*(?P<why>.*)": 7,
}


def untyped_lines(root: Path, pattern: str) -> list[tuple[str, bool]]:
    """The lines with a pattern, each with whether a comment says why."""
    return [
        (f"{path.relative_to(root).as_posix()}:{number}: {line.strip()}", "#" in match["why"])
        for path in python_files(root)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := re.search(pattern, line))
    ]


@pytest.mark.parametrize(("pattern", "most"), UNTYPED.items())
def test_lines_without_a_type_are_few_and_say_why(pattern, most):
    found = untyped_lines(ROOT, pattern)
    assert [line for line, says_why in found if not says_why] == []
    assert len(found) == most


def test_lines_without_a_type_are_found(tmp_path):
    (tmp_path / "mlirlite").mkdir()
    lines = (
        "x = f()  # type: ignore[attr-defined]",
        "x = f()  # type: ignore[misc,assignment]  # why",
        "def f(op: Any) -> None:",
        "op: Any = g()  # why",
        "op: Operation",
    )
    (tmp_path / "mlirlite" / "a.py").write_text("\n".join(lines))
    found = [why for pattern in UNTYPED for _, why in untyped_lines(tmp_path, pattern)]
    assert found == [False, True, False, True]


def test_tools_have_header_docstrings():
    assert [
        str(path) for path in ROOT.glob("tools/*.py") if not ast.get_docstring(parse(path))
    ] == []


def test_every_program_has_a_file_a_script_and_a_launcher():
    with open(ROOT / "pyproject.toml", "rb") as file:
        scripts = tomllib.load(file)["project"]["scripts"]
    programs = {
        path.stem.replace("_", "-"): f"{path.parent.name}.{path.stem}"
        for room in ("driver", "lsp", "testing")
        for path in ROOT.glob(f"mlirlite/{room}/*.py")
        if path.stem not in ("filecheck", "write_model", "damaged_models")  # not for users
        if any(
            isinstance(node, ast.FunctionDef) and node.name == "main" for node in parse(path).body
        )
    }
    assert {name: home for name, (home, _) in PROGRAMS.items()} == programs
    entries = {f"mlirlite-{name}": name.replace("-", "_") for name in programs}
    entries["FileCheck"] = "FileCheck"
    assert {name: f"mlirlite.__main__:{entry}" for name, entry in entries.items()} == scripts
    launchers = {path.name for path in ROOT.glob("tools/mlirlite-*") if os.access(path, os.X_OK)}
    assert launchers == entries.keys() - {"FileCheck"}


@pytest.fixture
def tree(tmp_path):
    """A made-up tree: `tree({path: text})` lists what breaks a convention."""

    def violations(files: dict[str, str]) -> list[str]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return pass_violations(tmp_path) + rule_violations(tmp_path)

    return violations


def source(flag, function):
    return (
        f'"""A pass."""\n\n@compiler_pass("{flag}", anchor="func.func")\ndef {function}(op): ...\n'
    )


@pytest.mark.parametrize(
    ("file", "flag"),
    [
        ("transforms/loop_fusion.py", "loop-fusion"),
        ("dialects/onnx/transforms/loop_fusion.py", "loop-fusion"),
        ("conversion/scf_to_cf.py", "convert-scf-to-cf"),
        ("conversion/scf_to_cf/patterns.py", "convert-scf-to-cf"),
        ("conversion/lower_affine.py", "lower-affine"),
    ],
)
def test_named_alike_passes(tree, file, flag):
    files = {
        f"mlirlite/{file}": source(flag, flag.replace("-", "_")),
        f"test/lit/anywhere/{flag}.mlir": f"// RUN: mlirlite-opt --{flag} %s",
        "mlirlite/transforms/_common.py": '"""No pass."""',
        "mlirlite/conversion/__init__.py": '"""No pass."""',
    }
    assert tree(files) == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"mlirlite/transforms/a.py": source("cse", "cse")},
            "mlirlite/transforms/a.py: pass --cse: its file is named cse",
        ),
        (
            {"mlirlite/conversion/a_to_b.py": source("convert-a-to-c", "convert_a_to_c")},
            "pass --convert-a-to-c: its file is named a_to_c or convert_a_to_c",
        ),
        (
            {"mlirlite/transforms/cse.py": source("cse", "run")},
            "pass --cse: its function is named cse, not run",
        ),
        (
            {"mlirlite/transforms/cse.py": source("cse", "cse"), "test/lit/cse.mlir": "// cse"},
            "pass --cse: no RUN: line of its lit file names it",
        ),
        (
            {"mlirlite/transforms/dce.py": source("dce", "dce")},
            "pass --dce: has no test/lit/**/dce.mlir",
        ),
        (
            {"mlirlite/passes/cse.py": source("cse", "cse")},
            "pass --cse: belongs in transforms/, */transforms/, conversion/ or codegen/",
        ),
        (
            {"mlirlite/transforms/cse.py": '"""x"""\n@p.compiler_pass(NAME)\ndef cse(op): ...'},
            "pass --(not a literal): its file is named (not a literal)",
        ),
        (
            {"mlirlite/dialects/x/transforms/util.py": '"""x"""'},
            "transforms/util.py: declares no pass; other names begin with '_'",
        ),
        ({"mlirlite/conversion/a_to_b/c.py": '"""x"""'}, "conversion/a_to_b: declares no pass"),
        ({"mlirlite/ir/a.py": "x = 1"}, "mlirlite/ir/a.py:1: has no header docstring"),
        ({"mlirlite/ir/a.py": '"""x"""\nprint(1)'}, "a.py:2: print belongs to driver/"),
        ({"mlirlite/ir/a.py": '"""x"""\nassert n > 0'}, "a.py:2: raise an error instead of assert"),
        ({"mlirlite/ir/a.py": '"""x"""\n@cached_property\ndef f(x): ...'}, "a.py:2: @once is safe"),
    ],
)
def test_broken_conventions_are_found(tree, files, expected):
    assert any(expected in violation for violation in tree(files))


def test_allowed_print_and_assert(tree):
    text = '"""x"""\nassert x is not None and isinstance(y, A)\n'
    files = {"mlirlite/ir/a.py": text, "mlirlite/driver/a.py": '"""x"""\nprint(1)'}
    assert tree(files) == []
