"""Imports point left only, two dialects meet in conversion/ only, heavy packages are confined; and
what is not imported is not known by its name either.

Every import counts, also in functions, under TYPE_CHECKING, and import_module("literal").
"""

import ast
import graphlib
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

from mlirlite.support.collector import collector_at_rest

ROOT = Path(__file__).resolve().parents[2]

# Left to right; packages of one row do not know each other.
LAYERS = [
    ("support",),
    ("tablegen",),
    ("ir",),
    ("parser",),
    ("printer",),
    ("bytecode",),
    ("rewriting",),
    ("dataflow",),
    ("passes",),
    ("ods",),
    ("dialects",),
    ("transforms", "conversion", "interp", "target"),
    ("codegen",),
    ("runtime",),
    ("torch", "jax", "dask", "mpi"),
    ("driver",),
    ("testing",),
    ("lsp",),
]
RANK = {package: rank for rank, row in enumerate(LAYERS) for package in row}
# The files beside the packages (mlirlite/__init__.py, backend.py, …) are above all of them.
TOP = len(LAYERS)

# The rooms of large packages, left to right too. Files beside the rooms are above them.
ROOMS = {
    "driver": ("shared", "html"),
    "parser": ("text", "types", "grammar", "hooks", "format", "ops", "recovery"),
    "conversion.onnx_to_krnl": (
        *(
            "emit",
            "registers",
            "epilogue",
            "elementwise",
            "movement",
            "reduce",
            "matmul",
            "conv",
        ),
        *("pool", "quantized", "packed", "recurrent", "control", "text", "casts", "vision", "ml"),
        "signal",
    ),
}

# Files do not import each other in a cycle when they run: values <- block <- operation, and so on.
# For type checkers these three name each other besides. A value knows its op, an op its block, a
# block its values: one structure, in any language. In one file it would have a thousand lines; with
# a protocol for ops, `defining_op` is not an Operation, and mypy has 566 errors in 191 files.
ONE_STRUCTURE = {"mlirlite.ir.values", "mlirlite.ir.block", "mlirlite.ir.operation"}

# Third-party packages, and the files and folders of mlirlite/ that may import them.
STANDARD = sys.stdlib_module_names | {"annotationlib"}  # the latter is of Python 3.14
CONFINED = {
    "lark": ("parser", "passes/pipeline", "tablegen/grammar"),
    "llvmlite": ("target/llvmir", "runtime"),
    "onnx": ("target/onnx", "backend", "testing", "driver/verify"),
    "google": ("target/onnx",),  # protobuf, which onnx stands on
    "onnxruntime": ("testing", "driver/verify"),
    "filecheck": ("testing",),
    "hypothesis": ("testing",),
    "pytest": ("testing",),
    "numpy": ("",),
    "xxhash": ("runtime/cache",),  # the sum of what is kept
    "ml_dtypes": ("",),  # numpy's bf16 and f8, comes with onnx
    "matplotlib": ("driver/profile",),
    "plotly": ("driver/html/profile_page",),
    "sklearn": ("runtime/tuner",),
    "PIL": ("runtime/images", "runtime/batches/images"),
    "pyarrow": ("runtime/batches",),
    "tokenizers": ("runtime/generation",),
    "torch": ("torch",),
    "jax": ("jax",),
    "dask": ("dask",),
    "distributed": ("dask",),
    "mpi4py": ("mpi",),
    "sympy": ("torch",),  # torch's sizes are its expressions
    "tqdm": ("driver/tune", "driver/shared/progress"),
    "pygments": ("printer/mlir_lexer", "printer/highlight"),
    "pygls": ("lsp",),
    "lsprotocol": ("lsp",),
}
# numpy may be imported in any function, but at the head of a file only here.
LATE = {"numpy", "ml_dtypes"}
NUMPY_AT_HEAD = ("interp", "runtime", "target", "torch", "jax", "dask", "mpi", "testing", "backend")

# Dialects of an application: no other dialect knows them, nor they each other.
APPLICATION_DIALECTS = {"onnx", "krnl"}

# Rooms that know interfaces and no dialect, not even by name; below target/ these alone do.
NEUTRAL = ("support", "ir", "parser", "printer", "rewriting", "passes", "transforms", "target")
OF_DIALECTS = ("target/onnx/", "target/llvmir/")
# What any room may name: passes run on functions, and make poison, as upstream's do.
NAMED_BY_ALL = {"builtin", "ub"}
ANCHOR = "func.func"


When = Literal["head", "call", "types"]


@pytest.fixture(scope="module", autouse=True)
def trees_of_this_module() -> Iterator[None]:
    """Syntax trees are millions of objects: no garbage is looked for in them, neither here nor in
    later tests."""
    with collector_at_rest():
        yield
        tree_of.cache_clear()


@dataclass(frozen=True)
class Import:
    """One import: where it stands, the module it names, when it runs: with its file, in a call, or
    never, since it is for type checkers."""

    file: str
    line: int
    source: str
    target: str
    when: When

    def violation(self, reason: str) -> str:
        return f"{self.file}:{self.line}: imports {self.target}: {reason}"


def imports_of(root: Path) -> list[Import]:
    """All imports of the package `mlirlite` below `root`."""
    return _own_imports() if root == ROOT else _imports_of(root)


@cache
def _own_imports() -> list[Import]:
    return _imports_of(ROOT)


def _imports_of(root: Path) -> list[Import]:
    found = []
    for path in sorted((root / "mlirlite").rglob("*.py")):
        relative = path.relative_to(root)
        module = relative.with_suffix("").parts
        is_package = module[-1] == "__init__"
        module = module[:-1] if is_package else module
        package = module if is_package else module[:-1]
        calls = re.search("import_module|__import__", path.read_text(encoding="utf-8")) is not None
        for node, when in nodes_of(tree_of(path), expressions=calls):
            for target in targets_of(node, package, root):
                found.append(Import(str(relative), node.lineno, ".".join(module), target, when))
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def names_type_checking(test: ast.expr) -> bool:
    """True for `TYPE_CHECKING` and `typing.TYPE_CHECKING`."""
    return "TYPE_CHECKING" in (getattr(test, "id", ""), getattr(test, "attr", ""))


def children_of(node: ast.AST, *, expressions: bool) -> Iterator[ast.AST]:
    """The parts of a node, with or without expressions, of which there are ten times as many."""
    if expressions:
        yield from ast.iter_child_nodes(node)
        return
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, name, ())


def nodes_of(tree: ast.AST, *, expressions: bool = True) -> Iterator[tuple[ast.AST, When]]:
    """All nodes, each with when it is executed."""
    pending: list[tuple[ast.AST, When]] = [(tree, "head")]
    while pending:
        node, when = pending.pop()
        for child in children_of(node, expressions=expressions):
            if isinstance(child, ast.If) and names_type_checking(child.test):
                found: list[tuple[ast.AST, When]] = [(part, "types") for part in child.body]
                found += [(part, when) for part in child.orelse]
                yield from found
                pending += found
                continue
            yield child, when
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            pending.append((child, "call" if is_function and when == "head" else when))


@cache
def is_module(name: str, root: Path) -> bool:
    """True for the full name of a package or a file."""
    path = root.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def targets_of(node: ast.AST, package: tuple[str, ...], root: Path) -> Iterator[str]:
    """Full names of the modules that a node imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        prefix = list(package[: len(package) - node.level + 1]) if node.level else []
        base = ".".join([*prefix, *(node.module or "").split(".")]).strip(".")
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            yield inner if is_module(inner, root) else base
    elif isinstance(node, ast.Call) and node.args:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        argument = node.args[0]
        if name in ("import_module", "__import__") and isinstance(argument, ast.Constant):
            target = str(argument.value)
            level = len(target) - len(target.lstrip("."))
            prefix = package[: len(package) - level + 1] if level else ()
            yield ".".join([*prefix, target.lstrip(".")]).strip(".")


def layer_violations(root: Path) -> list[str]:
    found = []
    for edge in imports_of(root):
        target = edge.target.split(".")
        if target[0] != "mlirlite":
            continue
        here, there = package_of(edge.source, root), package_of(edge.target, root)
        if here == there and here is not None:
            continue
        if here is not None and here not in RANK:
            found.append(edge.violation(f"the folder mlirlite/{here} has no layer yet"))
        elif there is not None and there not in RANK:
            found.append(edge.violation(f"there is no layer {there!r}"))
        elif here is not None and (there is None or RANK[there] >= RANK[here]):
            found.append(edge.violation(f"{here} may import only what is left of it"))
    return found


def package_of(module: str, root: Path) -> str | None:
    """The package below mlirlite that a module is in; None for the files beside them."""
    parts = module.split(".")
    if len(parts) == 1 or (root / "mlirlite" / f"{parts[1]}.py").exists():
        return None
    return parts[1]


def room_violations(root: Path) -> list[str]:
    found = []
    for package, rooms in ROOMS.items():
        prefix = ["mlirlite", *package.split(".")]
        depth = len(prefix)
        ranks = {room: rank for rank, room in enumerate(rooms)}
        for edge in imports_of(root):
            source, target = edge.source.split("."), edge.target.split(".")
            if source[:depth] != prefix or target[:depth] != prefix:
                continue
            here, there = (".".join(path[depth : depth + 1]) for path in (source, target))
            if here != there and here in ranks and ranks.get(there, len(rooms)) >= ranks[here]:
                found.append(edge.violation(f"{here}/ may import only what is left of it"))
    return found


def cycles(root: Path, when: Collection[When]) -> list[set[str]]:
    """The files that import each other in cycles, by imports that run at these times."""
    graph: dict[str, set[str]] = {}
    for edge in imports_of(root):
        if edge.when in when:
            graph.setdefault(edge.source, set()).add(edge.target)
    reached = {module: _reached(graph, module) for module in graph}
    found = []
    for module in graph:
        cycle = {other for other in reached[module] if module in reached.get(other, ())}
        if cycle and cycle not in found:
            found.append(cycle)
    return found


def _reached(graph: dict[str, set[str]], module: str) -> set[str]:
    found: set[str] = set()
    todo = list(graph[module])
    while todo:
        other = todo.pop()
        if other not in found:
            found.add(other)
            todo += graph.get(other, ())
    return found


def dialect_violations(root: Path) -> list[str]:
    found = []
    graph: dict[str, set[str]] = {}
    for edge in imports_of(root):
        target = edge.target.split(".")
        if target[:2] != ["mlirlite", "dialects"] or len(target) < 3:
            continue
        source, other = edge.source.split("."), target[2]
        if source[:2] == ["mlirlite", "transforms"] and other != "builtin":
            found.append(edge.violation("transforms/ knows interfaces, no dialect but builtin"))
        if source[:2] != ["mlirlite", "dialects"] or source[2:3] == [other]:
            continue
        if len(source) < 3:
            found.append(edge.violation("the registry loads dialects by name only"))
        elif other.startswith("_"):
            continue  # what dialects share
        elif source[2] == "builtin":
            found.append(edge.violation("builtin knows no other dialect"))
        elif other in APPLICATION_DIALECTS:
            found.append(edge.violation(f"only conversion/ knows {other} and another dialect"))
        else:
            # A dialect's passes stand above its ops, and may know what those must not.
            passes = "transforms" in source[3:4]
            graph.setdefault(f"{source[2]}.transforms" if passes else source[2], set()).add(other)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        found.append("dialects import each other in a cycle: " + " <- ".join(error.args[1]))
    return found


def name_violations(root: Path) -> list[str]:
    """Strings that name what a dialect has, in rooms that know no dialect, and in dialects that do
    not import it. A dialect's passes may know others."""
    dialects = {path.stem for path in (root / "mlirlite" / "dialects").glob("[!_]*")}
    known: dict[str, set[str]] = {}
    for edge in imports_of(root):
        source, target = edge.source.split(".")[2:], edge.target.split(".")
        if _is_declaring(edge.file) and target[:2] == ["mlirlite", "dialects"]:
            known.setdefault(source[0], set()).update(target[2:3])
    found = []
    for path in sorted((root / "mlirlite").rglob("*.py")):
        file = path.relative_to(root / "mlirlite").as_posix()
        declaring = _is_declaring(f"mlirlite/{file}")
        if not declaring and (not file.startswith(NEUTRAL) or file.startswith(OF_DIALECTS)):
            continue
        own = file.split("/")[1].removesuffix(".py") if declaring else ""
        for line, name in _names_in(path, dialects):
            if name not in {own} | NAMED_BY_ALL | known.get(own, set()):
                found.append(f"mlirlite/{file}:{line}: names what {name} has: ask an interface")
    return found


def _is_declaring(file: str) -> bool:
    """True for files that declare a dialect's ops, types and attributes."""
    parts = file.split("/")
    return parts[1] == "dialects" and not {"transforms", "extensions"} & set(parts)


def _is_keywords(node: ast.AST) -> bool:
    """Whether a statement gives the keywords of an enum."""
    return isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "__keywords__"


def _names_in(path: Path, dialects: set[str]) -> Iterator[tuple[int, str]]:
    """The lines of strings that are names of a dialect's ops or attributes, or its own name where a
    dialect is compared with one."""
    tree = tree_of(path)
    text = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    keywords = [n.value for n in ast.walk(tree) if _is_keywords(n)]
    text |= {id(n) for table in keywords if table is not None for n in ast.walk(table)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and "dialect" in ast.unparse(node.left):
            for side in node.comparators:
                if isinstance(side, ast.Constant) and side.value in dialects:
                    yield node.lineno, str(side.value)
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        match = re.fullmatch(r"[#!]?([a-z_]+?)[._][\w.]*", node.value)
        name = match[1] if match else ""
        dotted = name in dialects and node.value.lstrip("#!").startswith(f"{name}.")
        marked = node.value.startswith(tuple(f"{d}_" for d in APPLICATION_DIALECTS))
        if id(node) not in text and node.value != ANCHOR and (dotted or marked):
            yield node.lineno, name if dotted else node.value.partition("_")[0]


def heavy_violations(root: Path) -> list[str]:
    found = []
    for edge in imports_of(root):
        name = edge.target.partition(".")[0]
        if name == "mlirlite" or name in STANDARD:
            continue
        path = Path(edge.file).relative_to("mlirlite").as_posix()
        if name not in CONFINED:
            found.append(edge.violation(f"{name} is not a package that mlirlite uses"))
        elif path.startswith("support/"):
            found.append(edge.violation("support/ uses the standard library only"))
        elif not path.startswith(CONFINED[name]):
            found.append(edge.violation(f"{name} belongs in {', '.join(CONFINED[name])}"))
        elif name in LATE and edge.when == "head" and not path.startswith(NUMPY_AT_HEAD):
            found.append(edge.violation(f"{name} is imported late, in the function that needs it"))
    return found


def unexplained_imports(root: Path) -> list[str]:
    """Imports of our own files in functions that do not say why they are late, in a comment behind
    or before them or behind the import before, or where the file begins. A module's `__getattr__`
    is there for that, and in driver/ whatever a plain run does without is late."""
    found = []
    for path in sorted((root / "mlirlite").rglob("*.py")):
        relative = path.relative_to(root).as_posix()
        if relative.startswith("mlirlite/driver/"):
            continue
        text = path.read_text(encoding="utf-8")
        if not re.search(r"^ +from (\.|mlirlite)", text, re.M):
            continue
        tree = tree_of(path)
        if " late" in (ast.get_docstring(tree) or ""):
            continue
        lines = text.split("\n")
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name == "__getattr__":
                continue
            explained = 0  # the last line of an import that is
            for node in ast.walk(function):
                if not isinstance(node, ast.ImportFrom):
                    continue
                if not (node.level or str(node.module).startswith("mlirlite")):
                    continue
                first, last = node.lineno - 2, node.end_lineno or node.lineno
                said = any("# late" in line for line in lines[max(first, 0) : last])
                if said or node.lineno == explained + 1:
                    explained = last
                else:
                    found.append(f"{relative}:{node.lineno}: say why it is late")
    return found


def test_imports_in_functions_say_why():
    assert unexplained_imports(ROOT) == []


def test_imports_point_left():
    assert layer_violations(ROOT) == []


def test_rooms_import_left():
    for package, rooms in ROOMS.items():
        paths = (ROOT / "mlirlite" / package.replace(".", "/")).glob("*/*.py")
        assert {path.parent.name for path in paths} - {"__pycache__"} == set(rooms)
    assert room_violations(ROOT) == []


def test_no_files_import_each_other_in_a_cycle():
    assert cycles(ROOT, ("head", "call")) == []
    assert cycles(ROOT, ("head", "call", "types")) == [ONE_STRUCTURE]


KERNELS = "mlirlite.conversion.onnx_to_krnl"
FILES_OF_A_ROOM = 20
LONGEST_CHAIN = 14


def test_rooms_of_kernels_are_small():
    rooms = (ROOT / KERNELS.replace(".", "/")).glob("*/")
    assert {r.name: n for r in rooms if (n := len([*r.glob("*.py")])) > FILES_OF_A_ROOM} == {}


def test_chain_of_imports_of_kernels_is_short():
    graph: dict[str, set[str]] = {}
    for edge in imports_of(ROOT):
        if edge.source.startswith(KERNELS) and edge.target.startswith(KERNELS):
            graph.setdefault(edge.source, set()).add(edge.target)
    longest: dict[str, list[str]] = {}
    for module in graphlib.TopologicalSorter(graph).static_order():
        behind = [longest[other] for other in graph.get(module, ())]
        longest[module] = [module, *max(behind, key=len, default=[])]
    chain = max(longest.values(), key=len)
    assert len(chain) <= LONGEST_CHAIN, " imports ".join(chain)


def test_cycles_are_found(tmp_path):
    (tmp_path / "mlirlite" / "ir").mkdir(parents=True)
    texts = {
        "a": "from mlirlite.ir import b",
        "b": "def f():\n    from mlirlite.ir import a",
        "c": "from mlirlite.ir import d",
        "d": "if TYPE_CHECKING:\n    from mlirlite.ir import c",
    }
    for name, text in texts.items():
        (tmp_path / "mlirlite" / "ir" / f"{name}.py").write_text(text)
    first, second = {"mlirlite.ir.a", "mlirlite.ir.b"}, {"mlirlite.ir.c", "mlirlite.ir.d"}
    assert cycles(tmp_path, ("head", "call")) == [first]
    assert cycles(tmp_path, ("head", "call", "types")) == [first, second]


def test_dialects_meet_in_conversion_only():
    assert dialect_violations(ROOT) == []


def test_interfaces_are_asked_instead_of_names():
    assert name_violations(ROOT) == []


def test_heavy_packages_are_confined():
    assert heavy_violations(ROOT) == []


def test_every_folder_has_a_layer():
    folders = {path.parent.name for path in (ROOT / "mlirlite").glob("*/*.py")}
    assert folders - {"__pycache__"} <= RANK.keys()


@pytest.fixture
def tree(tmp_path):
    """A made-up mlirlite with one file per layer; `tree(path, text)` lists what breaks a rule."""
    for package in [*RANK, "dialects/arith", "dialects/onnx", "dialects/krnl", "target/onnx"]:
        (tmp_path / "mlirlite" / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / "mlirlite" / package / "core.py").write_text("")
    (tmp_path / "mlirlite" / "backend.py").write_text("")

    def violations(path: str, text: str, *more: tuple[str, str]) -> list[str]:
        for name, content in [(path, text), *more]:
            (tmp_path / "mlirlite" / name).write_text(content)
        rules = (layer_violations, dialect_violations, heavy_violations)
        return [line.partition("imports ")[2] or line for rule in rules for line in rule(tmp_path)]

    return violations


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ir/a.py", "from ..support import core\nfrom . import core as c\nimport os, re"),
        ("driver/a.py", "from mlirlite.support import core\nimport mlirlite.runtime.core"),
        ("backend.py", "from mlirlite import driver\nfrom .testing.core import x"),
        ("conversion/a.py", "from ..dialects.onnx import core\nfrom ..dialects import krnl"),
        ("dialects/arith/a.py", "from .core import x\nfrom mlirlite.dialects.arith import core"),
        ("parser/a.py", "import lark\ndef f():\n    import numpy"),
        ("passes/pipeline.py", "from lark import Lark"),
        ("target/onnx/a.py", "import numpy\nimport onnx.helper"),
        ("ir/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy as np"),
        ("passes/a.py", "import importlib\nimportlib.import_module(name)"),
    ],
)
def test_good_imports_pass(tree, path, text):
    assert tree(path, text) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("ir/a.py", "from ..parser import core", "mlirlite.parser.core: ir may import only"),
        ("ir/a.py", "from mlirlite import parser", "mlirlite.parser: ir may import only"),
        ("ir/a.py", "def f():\n    from ..passes.core import x", "mlirlite.passes.core: ir may"),
        ("ir/a.py", "import mlirlite.driver.core as d", "mlirlite.driver.core: ir may import"),
        ("ir/a.py", "from mlirlite import parse", "mlirlite: ir may import only what is left"),
        ("ir/a.py", "from .. import backend", "mlirlite.backend: ir may import only"),
        ("ir/a.py", "if TYPE_CHECKING:\n    from ..parser import core", "mlirlite.parser.core: ir"),
        ("interp/a.py", "from ..target import core", "mlirlite.target.core: interp may import"),
        ("ir/a.py", "importlib.import_module('mlirlite.passes.core')", "mlirlite.passes.core: ir"),
        ("ir/a.py", "import_module('..passes', __package__)", "mlirlite.passes: ir may import"),
        ("ir/a.py", "from ..nowhere import x", "mlirlite.nowhere: there is no layer 'nowhere'"),
        (
            "transforms/a.py",
            "from ..dialects.arith import core",
            "mlirlite.dialects.arith.core: transforms/ knows interfaces, no dialect but builtin",
        ),
        (
            "dialects/krnl/a.py",
            "from ..onnx import core",
            "mlirlite.dialects.onnx.core: only conversion/ knows onnx and another dialect",
        ),
        (
            "dialects/arith/a.py",
            "def f():\n    from mlirlite.dialects import krnl",
            "mlirlite.dialects.krnl: only conversion/ knows krnl and another dialect",
        ),
        (
            "dialects/__init__.py",
            "from .arith import core",
            "mlirlite.dialects.arith.core: the registry loads dialects by name only",
        ),
        (
            "ir/a.py",
            "import lark",
            "lark: lark belongs in parser, passes/pipeline, tablegen/grammar",
        ),
        ("ir/a.py", "import numpy as np", "numpy: numpy is imported late"),
        ("ir/a.py", "class A:\n    import numpy", "numpy: numpy is imported late"),
        ("support/a.py", "def f():\n    import numpy", "numpy: support/ uses the standard library"),
        ("driver/a.py", "def f():\n    import onnx", "onnx: onnx belongs in target/onnx"),
        ("ir/a.py", "import requests", "requests: requests is not a package that mlirlite uses"),
    ],
)
def test_bad_imports_are_found(tree, path, text, expected):
    [violation] = tree(path, text)
    assert violation.startswith(expected)


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("transforms/a.py", 'if op.name == "scf.for": ...', 1),
        ("transforms/a.py", 'KEY = "onnx_node_name"', 1),
        ("transforms/a.py", 'if op.dialect_name == "onnx": ...', 1),
        ("ir/a.py", 'TYPE = "!llvm.ptr"', 1),
        ("target/a.py", 'f"krnl.{name}"', 1),
        ("dialects/arith/a.py", 'NAME = "vector.vscale"', 1),
        ("dialects/arith/a.py", 'from ..vector import core\nNAME = "vector.vscale"', 0),
        ("dialects/arith/transforms/a.py", 'NAME = "vector.vscale"', 0),
        ("target/onnx/a.py", 'NAME = "onnx_node_name"', 0),
        ("conversion/a.py", 'NAME = "scf.for"', 0),
        (
            "transforms/a.py",
            '"""scf.for"""\n@compiler_pass("a", anchor="func.func")\ndef a(): ...',
            0,
        ),
        ("ir/a.py", 'TEXT = "arith. What it does."', 0),
    ],
)
def test_names_of_dialects_are_found(tmp_path, path, text, count):
    for name in ("arith", "llvm", "onnx", "krnl", "scf", "vector"):
        (tmp_path / "mlirlite" / "dialects" / name).mkdir(parents=True)
        (tmp_path / "mlirlite" / "dialects" / name / "core.py").write_text("")
    file = tmp_path / "mlirlite" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    assert len(name_violations(tmp_path)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def f():\n    from mlirlite.ir.core import x", 1),
        ("def f():\n    from mlirlite.ir.core import x  # late: large", 0),
        ("def f():\n    # late: large\n    from .core import x\n    from .core import y", 0),
        ('"""Loads b.py late."""\ndef f():\n    from .core import x', 0),
        ("def __getattr__(name):\n    from .core import x", 0),
        ("from mlirlite.ir.core import x\ndef f():\n    import re", 0),
    ],
)
def test_unexplained_imports_are_found(tmp_path, text, count):
    (tmp_path / "mlirlite").mkdir()
    (tmp_path / "mlirlite" / "a.py").write_text(text)
    assert len(unexplained_imports(tmp_path)) == count


def test_cycle_of_dialects_is_found(tree):
    other = ("dialects/scf.py", "from .arith import core")
    [violation] = tree("dialects/arith/a.py", "from .. import scf", other)
    assert violation.startswith("dialects import each other in a cycle: ")
