"""The examples are what a plugin is: files that use nothing but the package's public names."""

import ast
import importlib
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.stem)
def test_only_public_names(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
            assert not [name for name in names if name.startswith("_")]
            module = importlib.import_module(node.module)
            exported = getattr(module, "__all__", None)
            assert exported is None or {a.name for a in node.names} <= set(exported)
        elif isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")


def test_there_are_lit_tests_for_each():
    tests = "".join(
        p.read_text(encoding="utf-8")
        for p in (Path(__file__).resolve().parents[1] / "lit" / "examples").glob("*.mlir")
    )
    assert all(f"examples/{path.name}" in tests for path in EXAMPLES)
