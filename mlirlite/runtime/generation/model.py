"""A language model and the loop that lets it go on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from mlirlite.runtime.generation.caches import Buffers, Cache, Grown
from mlirlite.runtime.generation.config import Config, config_beside, genai_config
from mlirlite.runtime.generation.drafts import Drafts
from mlirlite.runtime.generation.search import Chooser, Search, search_of
from mlirlite.runtime.generation.words import Words
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError


class LanguageModel:
    """A model that says which token may follow, with the files beside it.

        model = mlirlite.LanguageModel("phi-3-mini/")
        [tokens] = model.generate([[1, 306, 4658]], max_tokens=20)

    `model` is a folder with genai_config.json (of onnxruntime-genai's builder) or config.json (of
    optimum), or what InferenceSession takes, or a library that mlirlite-compile made; `config` is a
    genai_config.json elsewhere. Caches are one buffer, updated in place, where the model has
    GroupQueryAttention; they grow by copies elsewhere. `options` are InferenceSession's.
    DiagnosticError for files that are wrong, and for a model without tokens, logits or caches."""

    def __init__(
        self, model: Any, threads: int = 1, *, config: str | None = None, **options: Any
    ) -> None:
        path = os.fspath(model) if isinstance(model, (str, os.PathLike)) else None
        folder = path if path is not None and os.path.isdir(path) else None
        if config is not None:
            self._config = genai_config(config)
        elif path is not None:
            self._config = config_beside(folder or os.path.dirname(path) or ".")
        else:
            self._config = Config()
        if folder is not None:
            model = os.path.join(folder, self._config.filename)
        self.folder = folder or (os.path.dirname(path) or "." if path is not None else None)
        """Where the model's files are; None for a model in memory."""
        if isinstance(model, (str, os.PathLike)) and os.fspath(model).endswith(".so"):
            from mlirlite.runtime.library import load  # late: most models are no libraries

            self.session: Any = load(model)
            """Runs the model."""
        else:
            self.session = InferenceSession(model, threads, **options)
        self._words = Words.of(self.session, self._config)
        self._shares = _takes_buffers(model, self._words, bool(self._config.shared))

    @property
    def search(self) -> Search:
        """How tokens are chosen unless `generate` is told otherwise."""
        return self._config.search

    def generate(self, prompts: Sequence[Sequence[int]], **options: Any) -> list[list[int]]:
        """The tokens that follow each prompt. Options are `max_tokens`, `temperature`, `top_k`,
        `top_p`, `repetition_penalty`, `stop`, `drafts` and `seed`; files beside the model state
        defaults. DiagnosticError for an impossible option or prompt."""
        prompts = self._prompts(prompts)
        found: list[list[int]] = [[] for _ in prompts]
        for step in self.steps(prompts, **options):
            for tokens, new in zip(found, step, strict=True):
                tokens += new
        return found

    def steps(self, prompts: Sequence[Sequence[int]], **options: Any) -> Iterator[list[list[int]]]:
        """As `generate`, one run of the model after the other: the new tokens of each prompt. There
        are several where drafts were right, and none where a sequence has ended. Options and
        prompts are checked by the call itself."""
        search = search_of(self.search, options)
        batch = self._batch(prompts, search)
        return self._runs(batch, search) if batch else iter(())

    def _runs(self, batch: list[_Sequence], search: Search) -> Iterator[list[list[int]]]:
        longest = max(len(s.tokens) + s.left for s in batch)
        kind: type[Cache] = Buffers if self._shares else Grown
        pad = self._config.pad if self._config.pad in self._words.tokens else 0
        cache = kind(self.session, self._words, len(batch), longest, pad)
        drafts = 0
        while any(s.left for s in batch):
            new = [s.proposed(drafts, pad) for s in batch]
            logits = cache.advance(new)
            made = [s.accept(n, rows) for s, n, rows in zip(batch, new, logits, strict=True)]
            cache.keep([s.kept for s in batch])
            drafts = min(search.drafts, cache.spare())
            yield made

    def _batch(self, prompts: Sequence[Sequence[int]], search: Search) -> list[_Sequence]:
        name, known = self._words.model, self._words.tokens
        found = []
        for number, prompt in enumerate(self._prompts(prompts)):
            try:
                tokens = [index(t) for t in prompt]
            except TypeError:
                raise DiagnosticError(
                    f"{name}: prompt {number} must be a list of numbers of tokens, found {prompt!r}"
                ) from None
            if not tokens:
                raise DiagnosticError(f"{name}: prompt {number} is empty: expected a token")
            for token in tokens:
                if token not in known:
                    raise DiagnosticError(
                        f"{name}: prompt {number} has the token {token}, expected 0 to {known[-1]}"
                    )
            left, chooser = self._left(number, tokens, search), Chooser(search, number, tokens)
            found.append(_Sequence(tokens, left, search, chooser, Drafts(tokens)))
        return found

    def _prompts(self, prompts: Any) -> list[Any]:
        try:
            return list(prompts)
        except TypeError:
            raise DiagnosticError(
                f"{self._words.model}: prompts must be a list of lists of numbers of tokens, "
                f"found {prompts!r}"
            ) from None

    def _left(self, number: int, tokens: list[int], search: Search) -> int:
        """How many tokens a sequence may get."""
        name, most = self._words.model, self._config.positions
        if most is None:
            if search.max_tokens is None:
                raise DiagnosticError(
                    f"{name}: no file says how many positions there are; give 'max_tokens'"
                )
            return search.max_tokens
        if len(tokens) > most:
            raise DiagnosticError(
                f"{name}: prompt {number} has {len(tokens)} tokens, and the model {most} positions"
            )
        room = most - len(tokens)
        return room if search.max_tokens is None else min(room, search.max_tokens)


@dataclass(slots=True)
class _Sequence:
    """One prompt and what follows it."""

    tokens: list[int]
    left: int
    """How many tokens may follow."""
    search: Search
    chooser: Chooser
    drafts: Drafts
    pending: int = 0
    """Tokens at the end that the model has not read; 0: all, as before the first step."""
    kept: int = 0
    """New tokens of the last step that belong to the sequence."""

    def proposed(self, drafts: int, pad: int) -> list[int]:
        """What the model reads next: tokens that it has not read, and drafts of those after
        them."""
        if not self.left:
            return [pad]
        return self.tokens[-self.pending :] + self.drafts.ahead(min(drafts, self.left - 1))

    def accept(self, new: list[int], logits: Any) -> list[int]:
        """The tokens that follow, as long as drafts agree with them."""
        if not self.left:
            self.kept = 0
            return []
        known = self.pending or len(self.tokens)
        drafts = new[known:]
        first = len(logits) - len(drafts) - 1
        made: list[int] = []
        for row in range(len(drafts) + 1):
            made.append(self.chooser(logits[first + row]))
            self.left -= 1
            if made[-1] in self.search.stop:
                self.left = 0
            if not self.left or row == len(drafts) or made[-1] != drafts[row]:
                break
        self.tokens += made
        self.drafts.add(made)
        self.kept, self.pending = known + len(made) - 1, 1
        return made


def _takes_buffers(model: Any, words: Words, stated: bool) -> bool:
    """Whether an op of the model writes new rows into the cache that it reads. What is no ONNX file
    is as stated."""
    is_path = isinstance(model, (str, os.PathLike))
    if is_path and not os.fspath(model).endswith(".onnx"):
        return stated
    if not is_path and not isinstance(model, (bytes, bytearray)) and not hasattr(model, "graph"):
        return stated
    from mlirlite.target.onnx.load import load_model  # late: it loads onnx

    first = words.caches[0].name
    return any(
        n.op_type == "GroupQueryAttention" and first in list(n.input)
        for n in load_model(model)[0].graph.node
    )


def generate(
    model: Any, prompts: Sequence[Sequence[int]], threads: int = 1, **options: Any
) -> list[list[int]]:
    """The tokens that follow each prompt, of a LanguageModel, or of what makes one. Options are
    those of `LanguageModel.generate`."""
    if not isinstance(model, LanguageModel):
        model = LanguageModel(model, threads)
    found: list[list[int]] = model.generate(prompts, **options)
    return found
