"""The shell of RUN lines: its syntax, its streams, and what counts as failure."""

import os
import sys
from pathlib import Path

import pytest

from mlirlite.testing.shell import Shell, substitute
from mlirlite.testing.shell_syntax import Redirect, ShellError, parse


def upper(argv=None, *, stdin=None, stdout=None, stderr=None):
    """A fake tool: standard input in capitals, its arguments to standard error."""
    stdout.write(stdin.read().upper())
    stderr.write(" ".join(argv))
    return 0


def status(argv=None, *, stdin=None, stdout=None, stderr=None):
    """A fake tool: ends with the status that it is given."""
    stdout.write(f"status {argv[0]}\n")
    return int(argv[0])


def crash(argv=None, *, stdin=None, stdout=None, stderr=None):
    raise RuntimeError("a defect")


def ambient(argv=None, *, stdin=None, stdout=None, stderr=None):
    """A fake tool that does not use the streams that it is given, and writes bytes as well."""
    sys.stdout.buffer.write(b"\x00\xff")
    sys.stdout.write(os.environ.get("GREETING", "unset"))
    sys.stderr.write(os.getcwd())
    sys.exit(3)


@pytest.fixture
def shell(tmp_path):
    tools = {"upper": upper, "status": status, "crash": crash, "ambient": ambient}
    substitutions = {"%s": str(tmp_path / "my test.mlir"), "%t": str(tmp_path / "out.tmp")}
    return Shell(tmp_path, tools=tools, substitutions=substitutions)


def words(line):
    return [command.words for _, pipeline in parse(line) for command in pipeline]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a  b\tc", ["a", "b", "c"]),
        ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
        ("a --p='builtin.module(func.func(cse))'", ["a", "--p=builtin.module(func.func(cse))"]),
        (r"a b\ c \| '\n' \"", ["a", "b c", "|", r"\n", '"']),
        (r'a "b\"c\\d\e"', ["a", r'b"c\d\e']),
        ("a '' ''b", ["a", "", "b"]),
        ("a 5$ x$", ["a", "5$", "x$"]),
        ("-DFOO=%0 --x=[1,2] {a}", ["-DFOO=%0", "--x=[1,2]", "{a}"]),
    ],
)
def test_words(line, expected):
    assert words(line) == [expected]


def test_connectors_and_pipelines():
    script = parse("a | b && c || d; e;")
    assert [(op, [c.words[0] for c in pipeline]) for op, pipeline in script] == [
        ("", ["a", "b"]),
        ("&&", ["c"]),
        ("||", ["d"]),
        (";", ["e"]),
    ]


def test_redirections():
    [(_, [command])] = parse("a < in > out 2>&1 2>>log &> both x2>f")
    assert command.words == ["a", "x2"]
    assert command.redirects == [
        Redirect(0, "r", "in"),
        Redirect(1, "w", "out"),
        Redirect(2, "dup", "1"),
        Redirect(2, "a", "log"),
        Redirect(1, "w", "both"),
        Redirect(2, "dup", "1"),
        Redirect(1, "w", "f"),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a 'b", 'a single quote is not closed at "\'b"'),
        ('a "b', "a double quote is not closed"),
        ("a |", "expected a command at the end of the line"),
        ("a | | b", "expected a command at '| b'"),
        ("", "expected a command at the end of the line"),
        ("a & b", "expected a word at '& b'"),
        ("a > ", "expected a word at the end of the line"),
        ("a << EOF", "expected a word at '<< EOF'"),
        ("a $HOME", "no expansion of variables and commands at '$HOME'"),
        ('a "$(b)"', "no expansion of variables and commands"),
        ("a `b`", "no expansion of variables and commands"),
        ("(a; b)", "expected a word at '(a; b)'"),
    ],
)
def test_syntax_errors(line, message):
    with pytest.raises(ShellError) as error:
        parse(line)
    assert message in str(error.value)


def test_substitute_takes_the_longest_name_and_keeps_percent_signs():
    substitutions = {"%t": "T", "%test": "LONG", "%s": "S"}
    assert substitute("%s %t.x %test %% %%s %0 %", substitutions) == "S T.x LONG % %s %0 %"


def test_pipeline_of_tools_and_programs(shell):
    outcome = shell.run("echo hello | upper --flag | cat")
    assert (outcome.status, outcome.stdout) == (0, "HELLO\n")
    assert [c.stderr for c in outcome.commands] == ["", "--flag", ""]


def test_substituted_path_with_a_space_is_one_word(shell):
    assert shell.run("echo %s").commands[0].args[1].endswith("my test.mlir")


def test_failure_anywhere_in_a_pipeline_fails_it(shell):
    assert shell.run("status 3 | status 0").status == 3
    assert shell.run("false | cat").status == 1


def test_connectors_run_only_what_they_must(shell):
    assert shell.run("status 1 && status 0").stdout == "status 1\n"
    assert shell.run("status 1 || status 0").stdout == "status 1\nstatus 0\n"
    outcome = shell.run("status 1; status 0")
    assert (outcome.status, outcome.stdout) == (0, "status 1\nstatus 0\n")


def test_files_and_merged_streams(shell, tmp_path):
    shell.run("echo ab > %t && echo cd >> %t")
    outcome = shell.run("upper error < %t 2>&1 | cat")
    assert outcome.stdout == "AB\nCD\nerror"
    shell.run("sh -c 'echo out; echo err >&2' &> both")
    assert (tmp_path / "both").read_text() == "out\nerr\n"
    shell.run("upper err < %t > plain 2> errors")
    assert ((tmp_path / "plain").read_text(), (tmp_path / "errors").read_text()) == (
        "AB\nCD\n",
        "err",
    )


def test_missing_input_file_is_a_failure_that_names_it(shell):
    outcome = shell.run("upper < nowhere")
    assert outcome.status == 1
    assert outcome.commands[0].stderr == "cannot open nowhere: No such file or directory\n"


def test_tool_sees_folder_environment_and_ambient_streams(shell, tmp_path):
    before = os.getcwd()
    outcome = shell.run("env GREETING=hello ambient > %t")
    assert outcome.status == 3
    assert (tmp_path / "out.tmp").read_bytes() == b"\x00\xffhello"
    assert outcome.commands[0].stderr == str(tmp_path)
    assert (os.getcwd(), "GREETING" in os.environ) == (before, False)


def test_exported_variables_and_folder_persist(shell, tmp_path):
    (tmp_path / "sub").mkdir()
    shell.run("export GREETING=hi && cd sub")
    outcome = shell.run("sh -c 'pwd && printenv GREETING'")
    assert outcome.stdout == f"{tmp_path / 'sub'}\nhi\n"
    assert shell.run("env -u GREETING printenv GREETING").status == 1
    assert shell.run("cd nowhere").status == 1


def test_not_accepts_failures_but_no_crashes(shell):
    assert shell.run("not status 1").status == 0
    assert shell.run("not status 0").status == 1
    assert shell.run("not not status 0").status == 0
    assert shell.run("not env A=b false").status == 0
    assert shell.run("not crash").status == 1
    assert shell.run("not --crash crash").status == 0
    assert shell.run("not --crash status 1").status == 1
    assert shell.run("not sh -c 'kill -9 $$'").status == 1
    assert shell.run("not --crash sh -c 'kill -9 $$'").status == 0


def test_crash_shows_the_traceback(shell):
    [command] = shell.run("crash").commands
    assert command.crashed
    assert "RuntimeError: a defect" in command.stderr


def test_misspelled_program_fails_even_under_not(shell):
    outcome = shell.run("not no-such-program")
    assert outcome.status == 1
    assert outcome.commands[0].stderr == "no-such-program: command not found\n"


def test_unknown_program_of_ours_is_not_found(shell):
    assert shell.run("mlirlite-no-such-tool").status == 127


def test_line_beyond_the_syntax_goes_to_bash(shell, tmp_path):
    (tmp_path / "my test.mlir").write_text("// CHECK: two words\n")
    line = 'for word in two; do echo "$word words"; done | FileCheck %s && not false'
    assert shell.run(line).status == 0
    failing = shell.run("(echo three; false) | cat")
    assert (failing.status, failing.stdout) == (1, "three\n")


def test_launchers_and_this_interpreter_come_first_on_path(shell):
    path = shell.environment["PATH"].split(os.pathsep)
    assert str(Path(sys.executable).parent) in path[:2]


@pytest.mark.parametrize("line", ["not", "env A=b", "A=b upper", "upper 2>&7"])
def test_line_that_cannot_start_is_an_error(shell, line):
    with pytest.raises(ShellError):
        shell.run(line)
