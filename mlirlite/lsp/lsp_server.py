"""The program `mlirlite-lsp-server`: options, and an error when pygls is missing."""

from __future__ import annotations

import logging
import os

from mlirlite.driver.shared.options import option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.plugins import PluginArguments
from mlirlite.driver.shared.program import Streams
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import TRACEBACK


class ServerArguments(PluginArguments):
    """The command line of mlirlite-lsp-server."""

    tcp: str = option("listen on a port instead", "host:port", default="")


class _Log(logging.Handler):
    """What pygls has to say of messages that it cannot read, a line each: an editor shows it."""

    def __init__(self, streams: Streams) -> None:
        super().__init__(logging.WARNING)
        self._streams = streams

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; the traceback of its exception on request only."""
        error = record.exc_info[1] if record.exc_info else None
        reason = f": {type(error).__name__}: {error}" if error is not None else ""
        text = f"{record.getMessage()}{reason}".partition("\n")[0]
        self._streams.stderr.write(f"mlirlite-lsp-server: {record.levelname.lower()}: {text}\n")
        if TRACEBACK and record.exc_info:
            import traceback

            traceback.print_exception(*record.exc_info, file=self._streams.stderr)


PAGE = Page(
    "mlirlite-lsp-server [--tcp=host:port]",
    "Serves editors by the language server protocol over standard input and output: diagnostics, "
    "definitions, uses, hover, completion, outline, renaming. Needs `pip install 'mlirlite[lsp]'`.",
    ServerArguments,
    ("mlirlite-lsp-server", "mlirlite-lsp-server --tcp=127.0.0.1:2087"),
)


@PAGE.program
def main(arguments: ServerArguments, streams: Streams) -> int:
    """Run the program; returns its exit code when the editor leaves."""
    if arguments.inputs:
        raise DiagnosticError(f"expected no file, found '{arguments.inputs[0]}'")
    address = arguments.tcp
    host, _, port = address.rpartition(":")
    if address and not (port.isdecimal() and len(port) < 6 and int(port) < 1 << 16):
        raise DiagnosticError(
            f"option '--tcp' takes host:port with a port up to 65535, found '{address}'"
        )
    try:
        from mlirlite.lsp.server import server  # late: it loads pygls
    except ModuleNotFoundError as e:
        raise DiagnosticError(
            f"the language server needs the package '{e.name}': pip install 'mlirlite[lsp]'"
        ) from e
    logger = logging.getLogger("pygls")
    logger.handlers, logger.propagate = [_Log(streams)], False
    server.given = server.plugins = (*arguments.load_plugin, *arguments.load_dialect)
    server.folders = arguments.include
    if address:
        server.start_tcp(host or "127.0.0.1", int(port))
    else:
        # pygls closes its output stream.
        with os.fdopen(os.dup(streams.stdout.fileno()), "wb") as output:
            server.start_io(None, output)
    return server.code
