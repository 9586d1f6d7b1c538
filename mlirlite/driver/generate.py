"""mlirlite-run --generate: what a language model writes after a text."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

from mlirlite.driver.shared.model import CodeArguments
from mlirlite.driver.shared.options import UsageError, option, several
from mlirlite.driver.shared.program import OK, Streams
from mlirlite.driver.shared.progress import Progress
from mlirlite.support.diagnostics import DiagnosticError

_CHOICE = (
    *("max_tokens", "temperature", "top_k", "top_p", "repetition_penalty", "stop_tokens", "drafts"),
    "tokenizer",
)
"""Options that say how a text goes on."""
_LONGEST = 20
"""Digits of a token's number, which has at most 64 bits."""


class GenerateArguments(CodeArguments):
    """What a command line says about texts to go on with."""

    generate: tuple[str, ...] = several(
        "go on with a text: the model is a folder of a language model", "text"
    )
    generate_tokens: tuple[str, ...] = several(
        "go on with tokens, and print tokens", "1,2,…", hidden=True
    )
    tokenizer: str | None = option(
        "the file that makes tokens of texts; default: tokenizer.json beside the model",
        "file",
        hidden=True,
    )
    max_tokens: int | None = option(
        "new tokens of each text; default: 128 or what the files say", "n", least=0, hidden=True
    )
    temperature: float | None = option(
        "draw tokens, with logits divided by this; 0 takes the likeliest", "x", hidden=True
    )
    top_k: int | None = option("draw from this many of the likeliest tokens", "n", hidden=True)
    top_p: float | None = option(
        "draw from the likeliest tokens that together have this probability", "x", hidden=True
    )
    repetition_penalty: float | None = option(
        "make tokens that were there already less likely", "x", hidden=True
    )
    stop_tokens: tuple[str, ...] = several(
        "tokens that end a text, besides the model's", "1,2,…", commas=True, hidden=True
    )
    drafts: int | None = option(
        "check this many tokens at once that followed the last ones before", "n", hidden=True
    )

    @property
    def wants_generation(self) -> bool:
        """Whether there is something to go on with."""
        return bool(self.generate or self.generate_tokens)


def check_generation(arguments: Any) -> None:
    """UsageError for options that do not go together."""
    kind: Any = type(arguments)

    def given(name: str) -> bool:
        return bool(getattr(arguments, name) != getattr(kind, name).default)

    if not arguments.wants_generation:
        for name in filter(given, _CHOICE):
            raise UsageError(f"option '--{name.replace('_', '-')}' needs --generate=<text>")
        return
    if arguments.generate and arguments.generate_tokens:
        raise UsageError("option '--generate-tokens' does not go with --generate")
    for name in ("random_inputs", "verify", "dim", "repeat", "input", "output_dir", "batch"):
        if given(name):
            raise UsageError(f"option '--{name.replace('_', '-')}' does not go with --generate")


def run_generation(arguments: Any, streams: Streams) -> int:
    """Write each text with what follows, as the model makes it if there is one; then how long it
    took."""
    from mlirlite.runtime.generation.model import LanguageModel

    progress = Progress(streams.stderr)
    started = time.perf_counter()
    try:
        progress("load" if arguments.model.endswith(".so") else "compile")
        model = LanguageModel(
            arguments.model,
            **({} if arguments.model.endswith(".so") else _settings(arguments)),
        )
    finally:
        progress.done()
    tokenizer = _tokenizer(arguments, model) if arguments.generate else None
    if tokenizer is not None:
        prompts = [tokenizer.encode(text) for text in arguments.generate]
    else:
        prompts = [_tokens("--generate-tokens", t.split(",")) for t in arguments.generate_tokens]
    loaded = time.perf_counter() - started
    count, seconds = _write(model, prompts, _options(arguments, model), tokenizer, streams)
    speed = f", {count / seconds:.1f} tokens/s" if count else ""
    streams.stdout.write(f"loaded in {loaded:.2f} s; {count} tokens in {seconds:.2f} s{speed}\n")
    return OK


def _write(
    model: Any, prompts: list[list[int]], options: dict[str, Any], tokenizer: Any, streams: Streams
) -> tuple[int, float]:
    """All texts; how many tokens are new, and the seconds that they took."""
    texts = [_Text(tokenizer, tokens) for tokens in prompts]
    started = time.perf_counter()
    alone = len(prompts) == 1
    steps = model.steps(prompts, **options)
    if alone:
        streams.stdout.write(texts[0].more([]))
    for step in steps:
        for text, new in zip(texts, step, strict=True):
            shown = text.more(new)
            if alone and shown:
                streams.stdout.write(shown)
                streams.stdout.flush()
    seconds = time.perf_counter() - started
    if alone:
        streams.stdout.write(texts[0].rest() + "\n")
    else:
        streams.stdout.write("".join(f"{text.whole()}\n" for text in texts))
    return sum(text.new for text in texts), seconds


class _Text:
    """The text of a sequence as far as it is known. The bytes of one character may be several
    tokens: it is shown when it is complete."""

    def __init__(self, tokenizer: Any, tokens: list[int]) -> None:
        self._tokenizer, self._tokens = tokenizer, list(tokens)
        self._shown, self.new = 0, 0

    def whole(self) -> str:
        """All of it; tokens by number if there is no tokenizer."""
        if self._tokenizer is None:
            return " ".join(map(str, self._tokens))
        text: str = self._tokenizer.decode(self._tokens)
        return text

    def more(self, tokens: Sequence[int]) -> str:
        """What these tokens add."""
        self._tokens += tokens
        self.new += len(tokens)
        text = self.whole()
        return self._next(text.rstrip("\ufffd"))

    def rest(self) -> str:
        """What has not been shown."""
        return self._next(self.whole())

    def _next(self, text: str) -> str:
        found = text[self._shown :]
        self._shown = max(self._shown, len(text))
        return found


def _settings(arguments: Any) -> dict[str, Any]:
    return {
        "threads": arguments.threads,
        "schedules": arguments.load_schedule,
        "unchecked": arguments.no_runtime_checks,
        "sanitize": arguments.sanitize,
    }


def _options(arguments: Any, model: Any) -> dict[str, Any]:
    """Those that were given."""
    names = ("temperature", "top_k", "top_p", "repetition_penalty", "drafts")
    found = {n: getattr(arguments, n) for n in names if getattr(arguments, n) is not None}
    most = arguments.max_tokens if arguments.max_tokens is not None else model.search.max_tokens
    stop = _tokens("--stop-tokens", arguments.stop_tokens)
    found |= {"max_tokens": 128 if most is None else most, "seed": arguments.seed}
    return found | {"stop": (*model.search.stop, *stop)}


def _tokens(option: str, words: Sequence[str]) -> list[int]:
    for word in words:
        if not word.strip().isdecimal() or len(word) > _LONGEST:
            raise UsageError(f"option '{option}' needs numbers of tokens, found '{word}'")
    return [int(word) for word in words]


def _tokenizer(arguments: Any, model: Any) -> Any:
    from mlirlite.runtime.generation.text import Tokenizer

    path = arguments.tokenizer
    if path is None:
        if model.folder is None:
            raise DiagnosticError("--generate needs a tokenizer: --tokenizer=<file>")
        path = os.path.join(model.folder, "tokenizer.json")
    return Tokenizer(path)
