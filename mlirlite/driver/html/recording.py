"""Records passes for the explorer and writes its page when they have run."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from mlirlite.driver.html.page import explorer_page
from mlirlite.driver.html.recorder import Recorder
from mlirlite.driver.shared.program import Streams, output_file
from mlirlite.ir.operation import Operation
from mlirlite.rewriting.trace import active_trace, tracing


@contextlib.contextmanager
def recorded(
    module: Operation, path: str, title: str, streams: Streams, recorder: Recorder | None = None
) -> Iterator[Recorder]:
    """An instrumentation for the passes that run on a module in the block; the page is written at
    the end, also when a pass fails. A `recorder` of earlier modules is continued."""
    if recorder is None:
        recorder = Recorder(active_trace())
    recorder.begin(module)
    try:
        with tracing(recorder):
            yield recorder
    finally:
        recorder.end()
        with output_file(path, streams) as page:
            page.write(explorer_page(recorder.table(), title))
