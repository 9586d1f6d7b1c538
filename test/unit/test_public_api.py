"""The public names, and the promises about them (docs/reference/api.md)."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mlirlite.dsl

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import public_api  # noqa: E402
from run_docs import blocks_of  # noqa: E402


def test_public_names_and_signatures_are_those_of_the_file():
    assert not public_api.differences(), "a decision? python tools/public_api.py --write"


def test_a_changed_signature_is_seen(monkeypatch):
    def parse(text, context, extra):
        """Another one."""

    monkeypatch.setattr(mlirlite, "parse", parse)
    monkeypatch.setattr(mlirlite, "__all__", [*mlirlite.__all__, "new"])
    monkeypatch.setattr(mlirlite, "new", 1, raising=False)
    found = public_api.differences().splitlines()
    assert "+parse(text, context, extra)" in found
    assert "+new: int" in found


@pytest.mark.parametrize("module", public_api.MODULES)
def test_every_public_name_is_described(module):
    for name, value in public_api.public_names(module).items():
        if isinstance(value, type) or callable(value):
            assert value.__doc__, f"{module}.{name} has no docstring"


def test_an_example_imports_from_the_facade_and_dialects_only():
    files = [*(ROOT / "examples").glob("*.py")]
    assert files
    for file in files:
        modules = imported(file.read_text(encoding="utf-8"))
        assert {re.sub(r"(?<=dialects).*", "", m) for m in modules} <= {
            "mlirlite.dsl",
            "mlirlite.dialects",
            "mlirlite.jax",
            "mlirlite.torch",
        }, file.name


def test_a_star_import_has_all_names():
    """Also those that are loaded when they are named, such as `evaluate`."""
    names = {}
    exec("from mlirlite.dsl import *", names)
    assert public_api.public_names("mlirlite.dsl").keys() == names.keys() - {"__builtins__"}
    assert "evaluate" in names
    assert "importlib" not in names


def test_documents_show_public_names_only():
    allowed = re.compile(
        r"mlirlite(\.dsl|\.dataflow|\.operators|\.ods\.hooks|\.dialects(\.\w+)?|\.testing.*|\.backend|\.torch)?"
    )
    internal = []
    pages = [p for room in ("tutorial", "how-to") for p in (ROOT / "docs" / room).glob("*.md")]
    for file in [ROOT / "README.md", *pages]:
        for block in blocks_of(file.read_text(encoding="utf-8")):
            if block.language == "python":
                internal += [m for m in imported(block.text) if not allowed.fullmatch(m)]
    assert not internal


def test_each_interface_has_a_row_on_the_page_of_interfaces():
    from mlirlite.ir import interfaces

    page = (ROOT / "docs" / "how-to" / "write-an-interface.md").read_text(encoding="utf-8")
    public = public_api.public_names("mlirlite.dsl")
    classes = [
        name
        for name, value in vars(interfaces).items()
        if getattr(value, "__module__", "") == interfaces.__name__
        and public.get(name) is value
        and vars(value).get("__slots__") == ()
        and not issubclass(value, tuple)
    ]
    assert len(classes) > 20
    rows = "\n".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| "))
    assert [name for name in classes if f"`{name}`" not in rows] == []


def imported(text):
    return {
        node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mlirlite")
    }


def test_the_facade_loads_no_heavy_package():
    heavy = "numpy", "onnx", "lark", "llvmlite"
    code = f"import mlirlite.dsl, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
