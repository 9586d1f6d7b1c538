"""Shell completion: `source <(mlirlite-opt --completion=bash)`, for zsh and fish likewise. The
script is made from the program's options; passes are options too."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.driver.shared.options import Option


def completion_script(shell: str, program: str, options: Sequence[Option]) -> str:
    """The script that a shell, bash, zsh or fish, sources."""
    flags = [o for o in options if len(o.name) > 1]
    if shell == "bash":
        return _bash(program, flags)
    return _zsh(program, flags) if shell == "zsh" else _fish(program, flags)


def _bash(program: str, flags: Sequence[Option]) -> str:
    words = " ".join(f"--{o.name}{'=' if o.kind in ('value', 'list') else ''}" for o in flags)
    function = f"_{program.replace('-', '_')}"
    return f"""\
{function}() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}"
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "{words}" -- "$word"))
    [[ "${{COMPREPLY[0]}}" == *= ]] && compopt -o nospace
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -o filenames -F {function} {program}
"""


def _zsh(program: str, flags: Sequence[Option]) -> str:
    lines = []
    for option in flags:
        value = {"value": f"=:{option.metavar}:_files", "list": f"=:{option.metavar}:_files"}
        text = _escaped(option.help).replace("[", r"\[").replace("]", r"\]").replace(":", r"\:")
        repeat = "*" if option.kind == "list" else ""
        end = value.get(option.kind, "")
        equals, end = ("=", end[1:]) if end else ("", "")
        lines.append(f"  '{repeat}--{option.name}{equals}[{text}]{end}'")
    joined = " \\\n".join(lines)
    function = f"_{program}"
    return (
        f"#compdef {program}\n{function}() {{\n  _arguments \\\n{joined} \\\n"
        f"  '*:file:_files'\n}}\n"
        f"compdef {function} {program}\n"
    )


def _fish(program: str, flags: Sequence[Option]) -> str:
    lines = []
    for option in flags:
        needs = " -r" if option.kind in ("value", "list") else ""
        short = f" -s {option.short}" if option.short else ""
        lines.append(
            f"complete -c {program} -l {option.name}{short}{needs} -d '{_escaped(option.help)}'\n"
        )
    return "".join(lines)


def _escaped(text: str) -> str:
    """Help for a single-quoted word."""
    return text.replace("'", "’")
