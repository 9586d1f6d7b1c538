"""A document that is open in an editor: its chunks, each parsed once per version of its text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mlirlite.driver.shared.expected import check_expectations
from mlirlite.ir.block import Block
from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.lsp.names import Names
from mlirlite.lsp.tokens import Tokens
from mlirlite.parser import parse_tolerantly
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.once import once
from mlirlite.support.source import SourceFile

_split = re.compile(r"^// -----[^\n]*\n?", re.MULTILINE)
_run = re.compile(r"//\s*RUN:(.*)")


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a lit test's text is to be read, according to its RUN lines."""

    split: bool = False
    verify_diagnostics: bool = False
    allow_unregistered: bool = False
    plugins: tuple[str, ...] = ()
    """Python files, modules and .td files."""
    folders: tuple[str, ...] = ()
    """Where files that .td files include are looked for."""

    @staticmethod
    def of(text: str) -> RunOptions:
        """The options in a text's RUN lines, if there are any."""
        lines = " ".join(m[1] for m in _run.finditer(text))
        return RunOptions(
            "split-input-file" in lines or ("split-input-file" not in lines and not lines),
            "verify-diagnostics" in lines,
            "allow-unregistered-dialect" in lines,
            tuple(re.findall(r"--?load-(?:plugin|dialect)[= ](\S+)", lines)),
            tuple(re.findall(r"\s-I[= ]?(\S+)", lines)),
        )


class Chunk:
    """A part of a document that is a module of its own; `start` is its offset."""

    def __init__(
        self, source: SourceFile, start: int, context: Context, options: RunOptions
    ) -> None:
        self.source = source
        self.start = start
        self.context = context
        self.options = options
        self.block: Block
        self.block, self.problems = self._read()

    def _read(self) -> tuple[Block, list[Diagnostic]]:
        block, problems = parse_tolerantly(self.source, self.context)
        if not problems:
            for op in block:
                problems += verify(
                    op,
                    allow_unregistered=self.context.allow_unregistered,
                    dialect=self.context.dialect,
                )
        if self.options.verify_diagnostics:
            problems = check_expectations(self.source, problems, False)
        return block, problems

    @once
    def names(self) -> Names:
        """Definitions and uses in this chunk; offsets count from its start."""
        return Names(Tokens(self.source.text), self.block)


class Document:
    """A text and its chunks. Chunks whose text did not change since the last version are kept."""

    def __init__(
        self, name: str, text: str, context: Context, before: Document | None = None
    ) -> None:
        self.name = name
        self.text = text
        self.options = RunOptions.of(text)
        self.context = context
        context.allow_unregistered = self.options.allow_unregistered
        known = {}
        if before is not None and before.context is context and before.options == self.options:
            known = {(c.start, c.source.first, c.source.text): c for c in before.chunks}
        whole = SourceFile(name, text)
        self.chunks: list[Chunk] = []
        for start, end in self._extents():
            part = whole.part(start, end)
            chunk = known.get((start, part.first, part.text))
            self.chunks.append(chunk or Chunk(part, start, context, self.options))

    def _extents(self) -> list[tuple[int, int]]:
        if not self.options.split:
            return [(0, len(self.text))]
        found, start = [], 0
        for m in _split.finditer(self.text):
            found.append((start, m.start()))
            start = m.end()
        return [*found, (start, len(self.text))]

    def chunk_at(self, offset: int) -> tuple[Chunk, int]:
        """The chunk around an offset, and the offset inside it."""
        found = self.chunks[0]
        for chunk in self.chunks:
            if chunk.start <= offset:
                found = chunk
        return found, max(0, min(offset - found.start, len(found.source.text)))

    @property
    def problems(self) -> list[Diagnostic]:
        """All diagnostics, in the order of the text."""
        return [p for chunk in self.chunks for p in chunk.problems]
