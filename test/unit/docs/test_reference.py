"""The reference has everything that is declared, and the site builds without a broken link."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mlirlite.__main__ import PROGRAMS

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))


@pytest.fixture(scope="module")
def pages():
    import reference

    return reference.pages()


def test_every_op_type_and_attribute_is_there(pages):
    from mlirlite.ir.context import Context

    context = Context()
    for name in context.available():
        page = pages[f"reference/dialects/{name}.md"]
        dialect = context.dialect(name)
        missing = [
            n for n in [*dialect.op_names(), *dialect.classes()] if f"\n## `{n}`\n" not in page
        ]
        assert missing == []


def test_each_op_has_an_example(pages):
    missing = set()
    for name, page in pages.items():
        if name.startswith("reference/dialects/"):
            for section in page.split("\n## `")[1:]:
                op = section.partition("`")[0]
                if op[0] not in "!#" and "```mlir" not in section:
                    missing.add(op)
    assert missing == set()


def test_an_op_has_syntax_operands_attributes_and_example(pages):
    page = (
        pages["reference/dialects/arith.md"].partition("## `arith.addi`")[2].partition("\n## ")[0]
    )
    assert "```mlir\n" in page
    assert "arith.addi $lhs `,` $rhs" in page
    assert "| operand | `lhs` | signless-integer-like |" in page
    assert "| attribute | `overflowFlags` |" in page


def test_every_pass_option_flag_switch_and_error_is_there(pages):
    from mlirlite.passes import registry
    from mlirlite.support.env import SWITCHES
    from mlirlite.support.error_codes import error_pages
    from mlirlite.support.limits import LIMITS

    for info in registry.describe_passes():
        section = pages["reference/passes.md"].partition(f"## `--{info.flag}`\n")[2]
        assert all(f"| `{o.name}` |" in section.partition("\n## ")[0] for o in info.options)
    for name, (module, _) in PROGRAMS.items():
        section = pages["reference/programs.md"].partition(f"## `mlirlite-{name}`\n")[2]
        options = import_module(f"mlirlite.{module}").PAGE.options
        assert [o.name for o in options if f"-{o.name}" not in section.partition("\n## ")[0]] == []
    assert all(
        f"| `{name}` |" in pages["reference/environment.md"] for name in (*SWITCHES, *LIMITS)
    )
    assert all(f"reference/errors/{code}.md" in pages for code in error_pages())


@pytest.mark.bulk
def test_the_site_builds_with_all_links_good(tmp_path):
    pytest.importorskip("material", reason="mkdocs-material is not installed (extra docs)")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "reference" / "dialects" / "onnx" / "index.html").is_file()
    assert (tmp_path / "security" / "index.html").is_file()
