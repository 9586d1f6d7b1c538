"""What --help and --version print, and programs that answer them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from mlirlite.driver.shared.options import A, Option, help_text, options_of, read_arguments
from mlirlite.driver.shared.program import FAILED, OK, Program, Streams, program
from mlirlite.driver.shared.version import version_text
from mlirlite.support.record import Record


class Page(Record, Generic[A]):
    """A program's help: how it is called, what it does, the class that states its options, and some
    examples. A failure that is not a wrong command line has the exit code `failed`."""

    usage: str
    summary: str
    arguments: type[A]
    examples: tuple[str, ...] = ()
    failed: int = FAILED

    @property
    def name(self) -> str:
        """The program's."""
        return self.usage.split()[0]

    @property
    def options(self) -> tuple[Option, ...]:
        """The program's, in order."""
        return options_of(self.arguments)

    def program(self, body: Callable[[A, Streams], int]) -> Program:
        """`@PAGE.program` makes a program of what it does when the command line is read and asks
        for nothing of the page."""

        def run(argv: Sequence[str], streams: Streams) -> int:
            arguments = read_arguments(self.arguments, argv)
            return OK if self.answers(arguments, streams) else body(arguments, streams)

        run.__doc__, run.__module__ = body.__doc__, body.__module__
        return program(self.name, self.failed)(run)

    def answers(
        self, arguments: A, streams: Streams, forwarded: Callable[[], Sequence[Option]] = tuple
    ) -> bool:
        """Print what --help or --version ask for; True when one of them was there. `forwarded` are
        passes, and options that go on to another program, for completion."""
        if arguments.version:
            text = version_text(self.name)
        elif arguments.completion is not None:
            from mlirlite.driver.shared.completion import completion_script

            options = (*self.options, *forwarded())
            text = completion_script(arguments.completion, self.name, options)
        elif arguments.help or arguments.full_help:
            full = arguments.full_help
            text = help_text(self.usage, self.summary, self.options, self.examples, full=full)
        else:
            return False
        streams.stdout.write(text)
        return True
