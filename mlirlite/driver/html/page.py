"""The explorer's page: the compressed recording, its program and its style in one file."""

from __future__ import annotations

import base64
import gzip
import html
import json
from importlib import resources
from typing import Any


def asset(name: str) -> str:
    """The text of a file beside this one."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def explorer_page(table: dict[str, Any], title: str) -> str:
    """The page that shows `Recorder.table()`; it needs nothing from elsewhere."""
    text = json.dumps(table, separators=(",", ":"), ensure_ascii=False)
    packed = base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0)).decode()
    return (
        asset("explorer.html")
        .replace("/*STYLE*/", asset("explorer.css"))
        .replace("TITLE", html.escape(title))
        .replace("/*DATA*/", packed)
        .replace("/*PROGRAM*/", asset("explorer.js"))
    )
