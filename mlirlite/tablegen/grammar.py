"""tablegen.lark, loaded: what the fast parser is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import lark
from lark.lexer import Lexer

from mlirlite.tablegen.lexer import END, Tokens

_NAMED = {"id": "ID", "integer": "INT", "bin": "BIN", "str": "STR", "code": "CODE", "var": "VAR"}


class _TokenLexer(Lexer):
    """Gives our tokens to Lark."""

    def __init__(self, conf: Any) -> None:
        self.names = {t.pattern.value: t.name for t in conf.terminals if t.pattern is not None}

    def lex(self, data: Tokens) -> Iterator[lark.Token]:  # type: ignore[override]  # lark gives it the text only
        for kind, text in zip(data.kinds, data.texts, strict=True):
            if kind != END:
                name = _NAMED.get(kind) or ("OP" if kind == "op" else self.names.get(kind, kind))
                yield lark.Token(name, text)


@cache
def grammar() -> lark.Lark:
    """The grammar as an Earley parser: the language has no grammar for a weaker one."""
    text = Path(__file__).with_name("tablegen.lark").read_text(encoding="utf-8")
    return lark.Lark(text, parser="earley", lexer=_TokenLexer, start="file", ambiguity="resolve")


def accepts(tokens: Tokens) -> bool:
    """Whether the tokens are a file of the language."""
    try:
        grammar().parse(tokens)
    except (lark.exceptions.UnexpectedInput, lark.exceptions.ParseError):
        return False
    return True
