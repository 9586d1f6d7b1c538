"""What --help and --version print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mlirlite.driver.options import Arguments, Option, help_text
from mlirlite.driver.program import Streams
from mlirlite.driver.version import version_text


@dataclass(frozen=True, slots=True)
class Page:
    """A program's help: how it is called, what it does, its options and some examples."""

    usage: str
    summary: str
    options: tuple[Option, ...]
    examples: tuple[str, ...] = ()

    def answers(
        self,
        arguments: Arguments,
        streams: Streams,
        forwarded: Callable[[], Sequence[Option]] = tuple,
    ) -> bool:
        """Print what --help or --version ask for; True when one of them was there. `forwarded` are
        options that go on to another program, for completion."""
        program = self.usage.split()[0]
        if arguments["version"]:
            streams.stdout.write(version_text(program))
        elif arguments["completion"] is not None:
            from mlirlite.driver.completion import completion_script

            options = (*self.options, *forwarded())
            streams.stdout.write(completion_script(arguments["completion"], program, options))
        elif arguments["help"] or arguments.full_help:
            streams.stdout.write(self.text(full=arguments.full_help))
        else:
            return False
        return True

    def text(self, *, full: bool) -> str:
        """The page; hidden options are left out where it is not `full`."""
        return help_text(self.usage, self.summary, self.options, self.examples, full=full)
