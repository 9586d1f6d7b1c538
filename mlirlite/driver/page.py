"""What --help and --version print."""

from __future__ import annotations

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

    def answers(self, arguments: Arguments, streams: Streams) -> bool:
        """Print what --help or --version ask for; True when one of them was there."""
        if arguments["version"]:
            streams.stdout.write(version_text(self.usage.split()[0]))
        elif arguments["help"] or arguments["help-all"]:
            text = help_text(self.usage, self.summary, self.options, self.examples, full=True)
            streams.stdout.write(text)
        else:
            return False
        return True
