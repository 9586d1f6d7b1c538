"""Progress on a terminal, and silence elsewhere."""

import io

from mlirlite.driver.shared.progress import Progress, resident_bytes


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self):
        return True


def test_terminal_gets_one_line_that_is_cleared():
    stream = Terminal()
    progress = Progress(stream)
    progress("affine")
    assert "affine" in stream.getvalue()
    assert " s" in stream.getvalue()
    assert "\n" not in stream.getvalue()
    progress.done()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_others_get_nothing():
    for stream, quiet in ((io.StringIO(), False), (Terminal(), True)):
        progress = Progress(stream, quiet=quiet)
        progress("affine")
        progress.done()
        assert stream.getvalue() == ""


def test_memory_of_this_process():
    assert resident_bytes() == 0 or resident_bytes() > 1 << 20
