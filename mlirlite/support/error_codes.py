"""Stable codes of errors: a page of support/errors/ has a title, the messages that have the code,
what to do, and an example. Messages stay as upstream's; `--explain CODE` prints the page."""

from __future__ import annotations

import os
import re
from functools import cache

from mlirlite.support.record import Record

FOLDER = os.path.join(os.path.dirname(__file__), "errors")
GENERAL = ("MLE0105", "MLE0200")
"""Tried last: these pages cover what has no page of its own."""


class ErrorPage(Record):
    """One code: its title, regular expressions that match messages from their start, the page's
    text."""

    code: str
    title: str
    messages: tuple[str, ...]
    text: str

    def blocks(self, language: str) -> list[str]:
        """The fenced blocks of this language: `mlir` is the example, `sh` the command."""
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.M | re.S)


@cache
def error_pages() -> dict[str, ErrorPage]:
    """All pages by code, in order."""
    found = {}
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".md"):
            with open(os.path.join(FOLDER, name), encoding="utf-8") as stream:
                text = stream.read()
            head, _, title = text.partition("\n")[0].removeprefix("# ").partition(": ")
            messages = tuple(re.findall(r"^- `(.*)`$", text, re.M))
            found[head] = ErrorPage(head, title, messages, text)
    return found


@cache
def _matchers() -> list[tuple[re.Pattern[str], str]]:
    pages = error_pages()
    order = [*(code for code in pages if code not in GENERAL), *GENERAL]
    return [(re.compile("|".join(pages[c].messages)), c) for c in order if pages[c].messages]


def code_of(message: str, in_text: bool = True) -> str:
    """The code of an error's message; an empty string if it has none. in_text: the error points
    into an input."""
    # an op's parser passes on an error that it was given
    inner = re.sub(r"^custom op '[^']*' +", "", message)
    for text in (message, inner):
        for pattern, code in _matchers():
            if code != "MLE0100" and pattern.match(text):
                return code
    return "MLE0100" if in_text else ""
