"""Finding passes by flag: listing imports nothing, unknown names get the nearest one."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mlirlite.ir.context import Context
from mlirlite.passes import registry
from mlirlite.passes.compiler_pass import compiler_pass
from mlirlite.support.diagnostics import DiagnosticError

ROOT = Path(__file__).resolve().parents[3]


def plugin(flag, module="my_plugin"):
    def function(op, state):
        """A pass of a plugin."""

    function.__module__ = module
    return SimpleNamespace(found=compiler_pass(flag)(function))


def test_lookup_by_file():
    assert registry.lookup("cse").flag == "cse"
    assert registry.lookup("reconcile-unrealized-casts").summary
    assert registry.exists("symbol-dce")
    assert "canonicalize" in registry.names()


def test_names_import_no_pass():
    code = (
        "import sys; from mlirlite.passes import registry; registry.names();"
        "registry.exists('cse');"
        "print([m for m in sys.modules if m.startswith(('mlirlite.transforms', 'lark'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("flag", ["", "../cse", "cse/", "CSE", "transforms", "__init__", "no-such"])
def test_what_is_no_pass(flag):
    assert not registry.exists(flag)


def test_unknown_pass_names_the_nearest():
    with pytest.raises(DiagnosticError) as e:
        registry.lookup("canonicalze")
    assert (
        "'canonicalze' does not refer to a registered pass or pass pipeline; "
        "did you mean 'canonicalize'?"
    ) in str(e.value)
    assert "note" not in str(e.value)
    with pytest.raises(DiagnosticError, match="--help lists the passes"):
        registry.lookup("frobnicate")


def test_plugins():
    module = plugin("my-pass")
    context = Context()
    context.plugin_modules += [module, SimpleNamespace(imported=module.found)]
    assert registry.lookup("my-pass", context) is module.found
    assert registry.exists("my-pass", context)
    assert "my-pass" in registry.names(context)
    assert not registry.exists("my-pass")
    assert not registry.exists("my-pass", Context())
    context.plugin_modules.append(plugin("my-pass", "other_plugin"))
    with pytest.raises(DiagnosticError, match=r"'my_plugin' has a pass 'my-pass' too"):
        registry.lookup("my-pass", context)
    context.plugin_modules[:] = [plugin("cse")]
    with pytest.raises(DiagnosticError, match=r"there is a pass 'cse' already"):
        registry.lookup("my-pass", context)


def test_describe_passes():
    found = {info.flag: info for info in registry.describe_passes()}
    assert found["cse"].summary == "Eliminate common sub-expressions."
    assert [o.name for o in found["print-op-stats"].options] == ["json"]
