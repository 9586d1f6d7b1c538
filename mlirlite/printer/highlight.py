"""MLIR's text with colors: for terminals, and as HTML for notebooks. Without pygments it stays
plain."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.printer import FAILURES, print_op

if TYPE_CHECKING:
    from mlirlite.ir.operation import Operation

_LARGEST = 1 << 20
"""In characters; longer texts stay plain, as pygments would take seconds."""
_SHOWN_LINES = 400
_FRAME = "max-height:32em;overflow:auto;line-height:1.35;padding:.4em .7em;border-radius:4px"


def terminal_text(text: str) -> str:
    """The text with a terminal's escape codes, in colors that are readable on light and on
    dark."""
    found = _formatted(text, "TerminalFormatter", colorscheme=_terminal_colors())
    return text if found is None else found


def _terminal_colors() -> dict[Any, tuple[str, str]]:
    try:
        from pygments.token import Comment, Keyword, Name, Number, String, Token
    except ImportError:
        return {}
    colors = {
        Token: "",
        Comment: "brightblack",
        String: "yellow",
        Number: "yellow",
        Keyword.Type: "green",
        Name.Function: "magenta",
        Name.Variable: "cyan",
        Name.Label: "red",
        Name.Class: "red",
        Name.Decorator: "green",
    }
    return {token: (color, color) for token, color in colors.items()}


def html_text(text: str) -> str:
    """The text as a `<pre>` that needs no style sheet and is readable on light and dark."""
    lines = text.splitlines()
    more = len(lines) - _SHOWN_LINES
    shown = "\n".join(lines[:_SHOWN_LINES])
    body = _formatted(shown, "HtmlFormatter", noclasses=True, nowrap=True, style="friendly")
    end = f"\n<i>… {more} more lines</i>" if more > 0 else ""
    inner = html.escape(shown) if body is None else body.rstrip("\n")
    return f'<pre style="{_FRAME};background:#fafafa;color:#1c2430">{inner}{end}</pre>'


def operation_html(op: Operation) -> str:
    """An op for notebooks: its text without big constants."""
    try:
        text = print_op(op, PrintingFlags(elide_elements_larger=16, elide_resources_larger=0))
    except FAILURES:  # an invalid op
        text = print_op(op, generic=True)
    return html_text(text.rstrip("\n"))


def _formatted(text: str, formatter: str, **options: Any) -> str | None:
    if len(text) > _LARGEST:
        return None
    try:
        from pygments import formatters, highlight
    except ImportError:
        return None
    from mlirlite.printer.mlir_lexer import MlirLexer  # late: it loads pygments

    chosen = getattr(formatters, formatter)(**options)
    lexer = MlirLexer(stripnl=False, ensurenl=False)
    return str(highlight(text, lexer, chosen))
