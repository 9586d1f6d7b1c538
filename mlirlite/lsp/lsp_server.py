"""The program `mlirlite-lsp-server`: options, and an error when pygls is missing."""

from __future__ import annotations

import os

from mlirlite.driver.shared.options import option
from mlirlite.driver.shared.page import Page
from mlirlite.driver.shared.plugins import PluginArguments
from mlirlite.driver.shared.program import Streams
from mlirlite.support.diagnostics import DiagnosticError


class ServerArguments(PluginArguments):
    """The command line of mlirlite-lsp-server."""

    tcp: str = option("listen on a port instead", "host:port", default="")


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
    if address and not port.isdecimal():
        raise DiagnosticError(f"option '--tcp' takes host:port, found '{address}'")
    try:
        from mlirlite.lsp.server import server  # late: it loads pygls
    except ModuleNotFoundError as e:
        raise DiagnosticError(
            f"the language server needs the package '{e.name}': pip install 'mlirlite[lsp]'"
        ) from e
    server.given = server.plugins = arguments.load_plugin
    if address:
        server.start_tcp(host or "127.0.0.1", int(port))
    else:
        # pygls closes its output stream.
        with os.fdopen(os.dup(streams.stdout.fileno()), "wb") as output:
            server.start_io(None, output)
    return server.code
