"""Files of examples that patterns name, and what a command line says about images among them."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from typing import Any

from mlirlite.driver.shared.options import Arguments, option
from mlirlite.support.diagnostics import DiagnosticError


class ImageArguments(Arguments):
    """How images become rows."""

    images: str | None = option(
        "how images become rows: resize, crop, filter, channels, layout, scale, mean, std",
        "resize=256,crop=224,…",
        hidden=True,
    )


def preparation_of(arguments: ImageArguments) -> Any:
    """What the command line says, as readers of rows take it. DiagnosticError when it says nothing
    that there is."""
    from mlirlite.runtime.batches.images import preparation

    return preparation(arguments.images or "")


def matches(patterns: Sequence[str], option: str) -> list[str]:
    """The files that patterns name, sorted. DiagnosticError where there are none, or of another
    kind."""
    from mlirlite.runtime.batches.rows import IMAGES, TABLES

    known = (*TABLES, *IMAGES)
    found: dict[str, None] = {}
    for pattern in patterns:
        exact = [pattern] if os.path.exists(pattern) else []
        files = exact or sorted(glob.glob(pattern, recursive=True))
        if not files:
            raise DiagnosticError(f"there is no file '{pattern}' for {option}")
        for file in files:
            if not file.lower().endswith(known):
                raise DiagnosticError(
                    f"{option} reads {', '.join(known)} files, found '{file}'; narrow the pattern"
                )
            found[file] = None
    return list(found)
