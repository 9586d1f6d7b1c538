"""A small shell for RUN lines: our programs run inside this process, others as processes.

It supports what lit's internal shell supports and MLIR tests use: quotes, `|`, `&&`, `||`, `;`,
redirections, `not`, `env`, `cd` and `export`. Any other line runs in bash as a whole.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, TextIO, cast

from mlirlite.testing.features import find_mlir_opt
from mlirlite.testing.shell_syntax import Command, Pipeline, ShellError, parse

_RUN_CODE = frozenset(("mlirlite-run",))
"""Programs that run compiled code, which may print directly, without Python."""
COMMAND_NOT_FOUND = 127
CRASHED = 134  # what a shell reports for a process that aborted
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]


class Tool(Protocol):
    """A program that can run in this process; None stands for the real stream or sys.argv."""

    def __call__(
        self,
        argv: list[str] | None = None,
        *,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
    ) -> int: ...


@dataclass(frozen=True)
class CommandResult:
    """The outcome of one command of a line; `output` is what it wrote to the line's own streams."""

    args: tuple[str, ...]
    status: int
    stderr: str
    crashed: bool = False


@dataclass
class Outcome:
    """The outcome of a whole line: `status` is 0 only if every command of its pipelines
    succeeded."""

    status: int
    stdout: str
    commands: list[CommandResult]


def substitute(text: str, substitutions: Mapping[str, str]) -> str:
    """Replace `%s` and the like; `%%` stands for one `%`, the longest name wins."""
    names = sorted(substitutions, key=len, reverse=True)
    pattern = "|".join(map(re.escape, ["%%", *names]))
    return re.sub(pattern, lambda match: substitutions.get(match.group(), "%"), text)


def find_tool(name: str) -> Tool | None:
    """The in-process program of that name: FileCheck, or `mlirlite-foo` from the driver or the
    testing package."""
    if name in ("FileCheck", "filecheck"):
        from mlirlite.testing import filecheck  # late: not all lines need it

        return filecheck.main
    if not name.startswith("mlirlite-"):
        return None
    stem = name.removeprefix("mlirlite-").replace("-", "_")
    for package in ("mlirlite.driver", "mlirlite.testing") if stem.isidentifier() else ():
        if importlib.util.find_spec(f"{package}.{stem}") is not None:
            tool: Tool = importlib.import_module(f"{package}.{stem}").main
            return tool
    return None


def default_environment() -> dict[str, str]:
    """os.environ with our launchers and this interpreter's programs first on PATH."""
    launchers = _PACKAGE_PARENT / "tools"
    path = [str(launchers)] if (launchers / "mlirlite-opt").exists() else []
    path += [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    python_path = [str(_PACKAGE_PARENT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PATH": os.pathsep.join(path),
        "PYTHONPATH": os.pathsep.join(filter(None, python_path)),
    }


class Shell:
    """Runs lines one after another; the working directory and exported variables persist.

    `substitutions` ({"%s": path, …}) apply to every word after quotes are removed, so that a path
    with spaces stays one word. `tools` adds in-process programs, or replaces ours.
    """

    def __init__(
        self,
        cwd: Path,
        *,
        substitutions: Mapping[str, str] | None = None,
        tools: Mapping[str, Tool] | None = None,
    ) -> None:
        self.cwd = cwd
        self.substitutions = dict(substitutions or {})
        self.tools = dict(tools or {})
        self.environment = default_environment()

    def expand(self, text: str) -> str:
        return substitute(text, self.substitutions)

    def run(self, line: str) -> Outcome:
        """Run one line. Raises ShellError when neither we nor bash can."""
        try:
            script = parse(line)
        except ShellError:
            return self._run_bash(line)
        commands: list[CommandResult] = []
        output = io.BytesIO()
        status = 0
        for connector, pipeline in script:
            if (connector == "&&" and status) or (connector == "||" and not status):
                continue
            status = self._run_pipeline(pipeline, output, commands)
        return Outcome(status, output.getvalue().decode(errors="replace"), commands)

    def _run_bash(self, line: str) -> Outcome:
        bash = shutil.which("bash")
        if bash is None:
            raise ShellError("this line needs bash, which is not here: add `REQUIRES: shell`")
        quoted = {name: shlex.quote(value) for name, value in self.substitutions.items()}
        script = f"{_bash_prelude()}\n{substitute(line, quoted)}"
        output, errors = io.BytesIO(), io.BytesIO()
        streams: dict[int, BinaryIO] = {0: io.BytesIO(), 1: output, 2: errors}
        status, crashed = self._run_process([bash, "-c", script], self.environment, streams)
        stderr = errors.getvalue().decode(errors="replace")
        result = CommandResult(("bash", "-c", line), status, stderr, crashed)
        return Outcome(status, output.getvalue().decode(errors="replace"), [result])

    def _run_pipeline(
        self, pipeline: Pipeline, output: io.BytesIO, commands: list[CommandResult]
    ) -> int:
        """Run each command to its end before the next one starts, as no test needs overlap."""
        status = 0
        data: BinaryIO = io.BytesIO()
        for number, command in enumerate(pipeline):
            is_last = number == len(pipeline) - 1
            pipe = output if is_last else io.BytesIO()
            result = self._run_command(command, data, pipe)
            commands.append(result)
            if result.status:
                status = result.status
            if not is_last:
                pipe.seek(0)
                data = pipe
        return status

    def _run_command(self, command: Command, stdin: BinaryIO, stdout: BinaryIO) -> CommandResult:
        args = [self.expand(word) for word in command.words]
        errors = io.BytesIO()
        streams: dict[int, BinaryIO] = {0: stdin, 1: stdout, 2: errors}
        with contextlib.ExitStack() as opened:
            try:
                for redirect in command.redirects:
                    if redirect.mode == "dup":
                        if int(redirect.target) not in streams:
                            raise ShellError(f"nothing is open as >&{redirect.target}")
                        streams[redirect.fd] = streams[int(redirect.target)]
                        continue
                    path = self.cwd / self.expand(redirect.target)
                    file = opened.enter_context(path.open(redirect.mode + "b"))
                    streams[redirect.fd] = cast(BinaryIO, file)
            except OSError as error:
                message = f"cannot open {redirect.target}: {error.strerror}\n"
                return CommandResult(tuple(args), 1, message)
            status, crashed = self._dispatch(args, streams)
        return CommandResult(
            tuple(args), status, errors.getvalue().decode(errors="replace"), crashed
        )

    def _dispatch(self, args: list[str], streams: dict[int, BinaryIO]) -> tuple[int, bool]:
        """Strip `not` and `env`, run the program, return its status and whether it crashed."""
        environment = dict(self.environment)
        negations: list[bool] = []  # per `not`: whether it expects a crash
        rest = list(args)
        while rest and rest[0] in ("not", "env"):
            if rest.pop(0) == "not":
                wants_crash = rest[:1] == ["--crash"]
                negations.append(wants_crash)
                del rest[: int(wants_crash)]
            else:
                _apply_env(rest, environment)
        if not rest:
            raise ShellError(f"{' '.join(args)!r} names no program")
        status, crashed = self._run_program(rest, environment, streams)
        for wants_crash in reversed(negations):
            # A crash is not a regular failure: plain `not` does not accept it.
            failed_as_wanted = crashed if wants_crash else status != 0 and not crashed
            status, crashed = (0, False) if failed_as_wanted else (1, crashed)
        return status, crashed

    def _run_program(
        self, args: list[str], environment: dict[str, str], streams: dict[int, BinaryIO]
    ) -> tuple[int, bool]:
        name = args[0]
        if name == "cd" and len(args) == 2:
            self.cwd = self.cwd / args[1]
            return (0 if self.cwd.is_dir() else 1), False
        if name == "export":
            _apply_env(args[1:], self.environment)
            return 0, False
        if "=" in name:
            raise ShellError(f"write 'env {name} …' to set a variable for one command")
        tool = self.tools.get(name) or find_tool(name)
        if tool is not None and name in _RUN_CODE:
            with _of_the_process(streams) as own:
                return self._run_tool(tool, args[1:], environment, own)
        if tool is not None:
            return self._run_tool(tool, args[1:], environment, streams)
        return self._run_process(args, environment, streams)

    def _run_tool(
        self,
        tool: Tool,
        argv: list[str],
        environment: dict[str, str],
        streams: dict[int, BinaryIO],
    ) -> tuple[int, bool]:
        with (
            contextlib.chdir(self.cwd),
            _environment(environment),
            _text_streams(streams) as (stdin, stdout, stderr),
        ):
            try:
                return int(tool(argv, stdin=stdin, stdout=stdout, stderr=stderr) or 0), False
            except SystemExit as exit_request:
                code = exit_request.code
                if code is None or isinstance(code, int):
                    return code or 0, False
                stderr.write(f"{code}\n")
                return 1, False
            except Exception:
                stderr.write(traceback.format_exc())
                return CRASHED, True

    def _run_process(
        self, args: list[str], environment: dict[str, str], streams: dict[int, BinaryIO]
    ) -> tuple[int, bool]:
        name = (args[0] == "mlir-opt" and find_mlir_opt()) or args[0]
        program = shutil.which(self.cwd / name if "/" in name else name, path=environment["PATH"])
        if program is None:
            streams[2].write(f"{args[0]}: command not found\n".encode())
            return COMMAND_NOT_FOUND, True  # `not` must not take a misspelled name for a failure
        merged = streams[2] is streams[1]
        process = subprocess.run(
            [program, *args[1:]],
            input=streams[0].read(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE,
            cwd=self.cwd,
            env=environment,
            check=False,
        )
        streams[1].write(process.stdout)
        if not merged:
            streams[2].write(process.stderr)
        crashed = process.returncode < 0
        return (128 - process.returncode if crashed else process.returncode), crashed


def _bash_prelude() -> str:
    """The words of RUN lines that are not programs, as bash functions."""
    return f"""set -o pipefail
FileCheck() {{ {shlex.quote(sys.executable)} -m filecheck "$@"; }}
not() {{ ! "$@"; }}
mlir-opt() {{ {shlex.quote(find_mlir_opt() or "mlir-opt-is-missing")} "$@"; }}"""


def _apply_env(words: list[str], environment: dict[str, str]) -> None:
    """Take the leading `-u NAME` and `NAME=value` off `words` and apply them."""
    while words:
        if words[0] == "-u" and len(words) > 1:
            environment.pop(words[1], None)
            del words[:2]
        elif "=" in words[0] and not words[0].startswith("-"):
            name, _, value = words.pop(0).partition("=")
            environment[name] = value
        else:
            return


@contextlib.contextmanager
def _environment(environment: dict[str, str]) -> Iterator[None]:
    saved = dict(os.environ)
    changed = {
        key for key in saved.keys() | environment.keys() if saved.get(key) != environment.get(key)
    }
    try:
        for key in changed:
            _set_variable(key, environment.get(key))
        yield
    finally:
        for key in changed:
            _set_variable(key, saved.get(key))


def _set_variable(key: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(key, None)
    else:
        os.environ[key] = value


@contextlib.contextmanager
def _of_the_process(streams: dict[int, BinaryIO]) -> Iterator[dict[int, BinaryIO]]:
    """The streams, with standard output as the process's own, to which compiled code prints
    directly. The output is passed on."""
    with tempfile.TemporaryFile("a+b") as file:
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            yield {n: file if s is streams[1] else s for n, s in streams.items()}
        finally:
            os.dup2(kept, 1)
            os.close(kept)
            file.seek(0)
            streams[1].write(file.read())


@contextlib.contextmanager
def _text_streams(streams: dict[int, BinaryIO]) -> Iterator[tuple[TextIO, TextIO, TextIO]]:
    """Text over the binary streams, also in place of sys.stdin, sys.stdout and sys.stderr.

    A tool that writes bytes finds them below, as `stream.buffer`.
    """
    stdin = io.TextIOWrapper(streams[0], encoding="utf-8", newline="")
    stdout = io.TextIOWrapper(streams[1], encoding="utf-8", newline="", write_through=True)
    if streams[2] is streams[1]:
        stderr = stdout
    else:
        stderr = io.TextIOWrapper(streams[2], encoding="utf-8", newline="", write_through=True)
    saved = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = stdin, stdout, stderr
    try:
        yield stdin, stdout, stderr
    finally:
        sys.stdin, sys.stdout, sys.stderr = saved
        for stream in {id(s): s for s in (stdin, stdout, stderr)}.values():
            if not stream.closed:
                stream.detach()  # leaves the stream below open, for the next command
