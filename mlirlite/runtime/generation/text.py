"""Texts as tokens, by the package tokenizers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_text


class Tokenizer:
    """A tokenizer.json. What it says of the length of texts (padding, truncation) does not count.
    DiagnosticError without the package, and for a file that is none or fails."""

    def __init__(self, path: str) -> None:
        try:
            import tokenizers
        except ImportError:
            raise DiagnosticError("texts need tokenizers: pip install 'mlirlite[text]'") from None
        self._path = path
        try:
            text = read_text(path, regular=True)
        except FileNotFoundError:
            raise DiagnosticError(f"there is no file '{path}' with a tokenizer") from None
        except (OSError, ValueError) as e:  # ValueError: no UTF-8
            raise DiagnosticError(f"cannot read '{path}': {e}") from None
        with _failures(f"'{path}' is not a tokenizer"):
            self._tokenizer: Any = tokenizers.Tokenizer.from_str(text)
            self._tokenizer.no_padding()
            self._tokenizer.no_truncation()

    def encode(self, text: str) -> list[int]:
        """The tokens of a text."""
        with _failures(f"'{self._path}' makes no tokens of {text!r}"):
            found: list[int] = self._tokenizer.encode(text).ids
        return found

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without those that only mark something."""
        with _failures(f"'{self._path}' makes no text of tokens"):
            found: str = self._tokenizer.decode(list(tokens))
        return found


@contextmanager
def _failures(what: str) -> Iterator[None]:
    """The package raises Exception itself, and where it panics a BaseException."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as e:
        raise DiagnosticError(f"{what}: {e}") from None
