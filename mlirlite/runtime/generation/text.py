"""Texts as tokens, by the package tokenizers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError


class Tokenizer:
    """A tokenizer.json. DiagnosticError without the package, and for a file that is none."""

    def __init__(self, path: str) -> None:
        try:
            import tokenizers
        except ImportError:
            raise DiagnosticError("texts need tokenizers: pip install 'mlirlite[text]'") from None
        if not os.path.exists(path):
            raise DiagnosticError(f"there is no file '{path}' with a tokenizer")
        try:
            self._tokenizer: Any = tokenizers.Tokenizer.from_file(path)
        except Exception as e:  # the package raises Exception itself
            raise DiagnosticError(f"'{path}' is not a tokenizer: {e}") from None

    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""
        found: list[int] = self._tokenizer.encode(text).ids
        return found

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without those that only mark something."""
        found: str = self._tokenizer.decode(list(tokens))
        return found
