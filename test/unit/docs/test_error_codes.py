"""Each code of an error has a page whose example gives it, and messages have codes."""

import contextlib
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from mlirlite.__main__ import PROGRAMS
from mlirlite.driver import opt
from mlirlite.support.error_codes import code_of, error_pages

LIT = Path(__file__).resolve().parents[2] / "lit"


@pytest.mark.parametrize("page", error_pages().values(), ids=lambda p: p.code)
def test_the_example_gives_the_code(page, tmp_path, monkeypatch):
    from importlib import import_module

    [command] = page.blocks("sh")
    monkeypatch.chdir(tmp_path)
    for name, language in (("in.mlir", "mlir"), ("wrong.py", "python")):
        Path(name).write_text("".join(page.blocks(language)))
    program, *arguments = shlex.split(command)
    module = import_module(f"mlirlite.{PROGRAMS[program.removeprefix('mlirlite-')][0]}")
    errors = io.StringIO()
    code = module.main(arguments, stdin=io.StringIO(), stdout=io.StringIO(), stderr=errors)
    assert code != 0
    assert f"[{page.code}]" in errors.getvalue().splitlines()[0], errors.getvalue()


def test_pages_have_title_messages_and_text():
    for code, page in error_pages().items():
        assert re.fullmatch(r"MLE\d{4}", code)
        assert page.title
        assert page.messages
        assert all(re.compile(m) for m in page.messages)


def messages_of_tests():
    """First lines of the errors that the lit tests of wrong input give, with their codes."""
    for path in sorted(LIT.rglob("*.mlir")):
        runs = re.findall(
            r"^// RUN: (.*mlirlite-opt .*--?verify-diagnostics.*)$", path.read_text(), re.M
        )
        for line in runs[:1]:
            words = shlex.split(line.partition("|")[0].replace("%s", str(path)))
            words = [w for w in words[1:] if "verify-diagnostics" not in w and w != "2>&1"]
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors):
                more = ["--diagnostic-format=json", "--error-limit=0"]
                opt.main([*words, *more], stdout=io.StringIO(), stderr=errors)
            for said in errors.getvalue().splitlines():
                if said.startswith('{"severity": "error"'):
                    found = json.loads(said)
                    yield found["message"], found.get("code", "")


def test_errors_of_the_lit_tests_have_codes():
    found = list(messages_of_tests())
    assert len(found) > 400
    assert [message for message, code in found if not code] == []
    general = [message for message, code in found if code == "MLE0100"]
    assert len(general) < len(found) / 10, "many messages have the general page; add patterns"


def test_json_has_the_code():
    errors = io.StringIO()
    opt.main(["--diagnostic-format=json"], stdin=io.StringIO("x"), stderr=errors)
    assert json.loads(errors.getvalue())["code"].startswith("MLE")


def test_explain_prints_the_page_and_names_the_nearest():
    out, errors = io.StringIO(), io.StringIO()
    assert opt.main(["--explain", "mle0101"], stdout=out) == 0
    assert out.getvalue().startswith("# MLE0101: ")
    assert opt.main(["--explain", "MLE01010"], stdout=out, stderr=errors) != 0
    assert "did you mean 'MLE0" in errors.getvalue()


def test_notes_and_warnings_have_none():
    from mlirlite.support.diagnostics import Diagnostic, Severity, error_code

    assert error_code(Diagnostic(Severity.WARNING, "use of undeclared SSA value name")) == ""
    assert code_of("anything else", in_text=False) == ""
