"""The examples are what a plugin is: files that use nothing but the package's public names."""

import ast
import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples"
EXAMPLES = sorted([*FOLDER.glob("*.py"), *FOLDER.glob("toy/*.py")])
PUBLIC = (
    *("mlirlite", "mlirlite.dataflow", "mlirlite.dialects", "mlirlite.dsl"),
    *("mlirlite.jax", "mlirlite.torch"),
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_only_public_names(path):
    for name in ("jax", "torch"):
        if name in path.stem:
            pytest.importorskip(name, reason=f"{name} is not installed (extra {name})")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("_")]
            if node.module.startswith("mlirlite"):
                assert node.module in PUBLIC
            module = importlib.import_module(node.module)
            exported = getattr(module, "__all__", None)
            assert exported is None or {a.name for a in node.names} <= set(exported)
        elif isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")


def test_there_are_lit_tests_for_each_plugin():
    tests = "".join(
        p.read_text(encoding="utf-8")
        for p in (Path(__file__).resolve().parents[1] / "lit" / "examples").glob("*.mlir")
    )
    plugins = [p for p in EXAMPLES if "@compiler_pass" in p.read_text(encoding="utf-8")]
    assert all(f"examples/{p.relative_to(FOLDER)}" in tests for p in plugins)
