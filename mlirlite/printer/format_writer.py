"""The building blocks of compiled formats: steps, and upstream's rule for the spaces between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.operation import Operation

Step = Callable[[Any, Any], None]
"""`step(subject, p)`: append a part of the text of an operation, type or attribute."""

_NO_SPACE_AFTER = ("<", "(", "{", "[")


class Writer:
    """Collects steps. `text` is pending and goes before the next step; the two flags implement
    upstream's rule for spaces."""

    def __init__(self, space: bool = True, punctuation: bool = False) -> None:
        self.steps: list[Step] = []
        self.text = ""
        self.space = space
        self.punctuation = punctuation

    def literal(self, text: str) -> None:
        """A literal, with a space before it if upstream puts one."""
        if self.space and _space_before(text, self.punctuation):
            self.text += " "
        self.text += text
        self.space = text not in _NO_SPACE_AFTER
        self.punctuation = not (text[0] == "_" or text[0].isalpha())

    def whitespace(self, text: str) -> None:
        """A space, or none, as the format says."""
        if text == "\n":
            self.add(lambda op, p: p.newline())
            return
        self.text += text
        self.punctuation = not text
        self.space = False

    def before_value(self) -> str:
        """The text to put before a variable; it includes the pending text."""
        if self.space or not self.punctuation:
            self.text += " "
        self.punctuation = False
        self.space = True
        text, self.text = self.text, ""
        return text

    def add(self, step: Step) -> None:
        """A step that prints its own preceding text."""
        self.flush()
        self.steps.append(step)

    def flush(self) -> None:
        """Make a step from the pending text."""
        if self.text:
            self.steps.append(constant(self.text))
            self.text = ""

    def nested(self) -> Writer:
        """A writer for a group, with the current state of this one."""
        self.flush()
        return Writer(self.space, self.punctuation)

    def resume(self, other: Writer) -> None:
        """Adopt the state at the end of a group."""
        other.flush()
        self.space, self.punctuation = other.space, other.punctuation


def _space_before(text: str, after_punctuation: bool) -> bool:
    if len(text) != 1 and text != "->":
        return True
    return text[0] not in (">)}]," if after_punctuation else "<>(){}[],")


def constant(text: str) -> Step:
    """A function that prints the same text for every op."""
    return lambda op, p: p.text(text)


def sequence(steps: Sequence[Step]) -> Step:
    """One function that runs the steps."""
    if len(steps) == 1:
        return steps[0]
    if len(steps) == 2:
        first, second = steps

        def two(op: Operation, p: Any) -> None:
            first(op, p)
            second(op, p)

        return two
    if len(steps) == 4:
        a, b, c, d = steps

        def four(op: Operation, p: Any) -> None:
            a(op, p)
            b(op, p)
            c(op, p)
            d(op, p)

        return four

    def run(op: Operation, p: Any) -> None:
        for step in steps:
            step(op, p)

    return run


def any_of(tests: Sequence[Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """A test that holds if any of them does."""
    return tests[0] if len(tests) == 1 else lambda op: any(test(op) for test in tests)


def choice(test: Callable[[Any], Any], yes: Step | None, no: Step | None) -> Step:
    """One function that runs one of two steps, chosen by the test; None prints nothing."""

    def step(op: Operation, p: Any) -> None:
        if test(op):
            if yes is not None:
                yes(op, p)
        elif no is not None:
            no(op, p)

    return step
