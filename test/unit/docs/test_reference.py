"""The reference has everything that is declared, and the site builds without a broken link."""

import json
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mlirlite.__main__ import PROGRAMS
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.dialect import Dialect
from mlirlite.ods.declared import DeclaredDialect

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))


@pytest.fixture(scope="module")
def pages():
    import reference

    return reference.pages()


@pytest.mark.bulk
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


def is_data(op):
    """Whether an op's declaration is data, which has no example."""
    dialect = builtin_dialect(op.partition(".")[0])
    return isinstance(dialect, DeclaredDialect) and op not in Dialect.classes(dialect)


@pytest.mark.bulk
def test_each_op_has_an_example(pages):
    missing = set()
    for name, page in pages.items():
        if name.startswith("reference/dialects/"):
            for section in page.split("\n## `")[1:]:
                op = section.partition("`")[0]
                if op[0] not in "!#" and "```mlir" not in section and not is_data(op):
                    missing.add(op)
    assert missing == set()


@pytest.mark.bulk
def test_an_op_has_syntax_operands_attributes_and_example(pages):
    page = (
        pages["reference/dialects/arith.md"].partition("## `arith.addi`")[2].partition("\n## ")[0]
    )
    assert "```mlir\n" in page
    assert "arith.addi $lhs `,` $rhs" in page
    assert "| operand | `lhs` | signless-integer-like |" in page
    assert "| attribute | `overflowFlags` |" in page


@pytest.mark.bulk
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


def python_names():
    """Each public Python name with its members."""
    import inspect

    import public_api

    values = {n: v for m in public_api.MODULES for n, v in public_api.public_names(m).items()}
    known = {id(v) for v in values.values()}
    for name, value in values.items():
        members = public_api.members_of(value, known) if inspect.isclass(value) else ()
        yield name, {member for member, _ in members}


def separator():
    """What the site's search splits texts at."""
    return re.search(r"separator: '(.+)'", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))[1]


@pytest.mark.bulk
def test_each_python_name_has_a_section_in_which_the_search_finds_its_members(pages):
    sections = {}
    for path, page in pages.items():
        if path.startswith("reference/python/") and not path.endswith("index.md"):
            for section in page.split("\n## ")[1:]:
                name, _, text = section.partition("\n")
                assert name not in sections, f"{name} is on two pages"
                sections[name] = set(re.split(separator(), text))
    missing = {name: members - sections.get(name, set()) for name, members in python_names()}
    assert {n: m for n, m in missing.items() if m or n not in sections[n]} == {}


@pytest.mark.bulk
def test_a_section_has_signature_docstring_bases_and_attributes(pages):
    page = pages["reference/python/rewriting.md"]
    section = page.partition("\n## TypeConverter\n")[2].partition("\n## ")[0]
    assert "class TypeConverter(base: TypeConverter | None = None)" in section
    assert "- `convert_all(types: Iterable[Type]) -> list[Type]`: The types that" in section
    page = pages["reference/python/attributes.md"]
    section = page.partition("\n## IntegerAttr\n")[2].partition("\n## ")[0]
    assert "class IntegerAttr(value, type)" in section
    assert "[`Attribute`](attributes.md#attribute)" in section
    assert "- `value: int`" in section
    page = pages["reference/python/passes.md"]
    assert "- `context: Context`" in page.partition("\n## PassState\n")[2].partition("\n## ")[0]


@pytest.mark.bulk
def test_constants_are_described_by_the_text_behind_them(pages):
    page = pages["reference/python/traits.md"]
    undescribed = re.findall(r"```\n\n`?(?:Marker\(.*)?`?\n", page)
    assert undescribed == []


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
    index = json.loads((tmp_path / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["separator"] == separator()
    found = {d["title"] for d in index["docs"] if d["location"].startswith("reference/python/")}
    assert {name for name, _ in python_names()} <= found
