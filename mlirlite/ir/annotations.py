"""The annotations of a class body, before the class exists: a metaclass reads declarations from
them."""

from __future__ import annotations

import sys
from typing import Any

if sys.version_info >= (3, 14):
    from annotationlib import Format, call_annotate_function, get_annotate_from_class_namespace

    def settle_annotations(namespace: dict[str, Any], *, may_wait: bool = False) -> dict[str, Any]:
        """The annotations of a class body, which stay in its namespace as `__annotations__`.

        From Python 3.14 on, the namespace has a function that computes them instead (PEP 649),
        unless the file defers annotations. A name that is not defined yet is a NameError; with
        `may_wait` (the class may name itself) all annotations become text, as in such a file."""
        annotate = get_annotate_from_class_namespace(namespace)
        if annotate is not None:
            try:
                found = annotate(Format.VALUE)
            except NameError:
                if not may_wait:
                    raise
                found = call_annotate_function(annotate, Format.STRING)
            for key in ("__annotate__", "__annotate_func__"):
                namespace.pop(key, None)
            namespace["__annotations__"] = found
        stated: dict[str, Any] = namespace.get("__annotations__", {})
        return stated

else:

    def settle_annotations(namespace: dict[str, Any], *, may_wait: bool = False) -> dict[str, Any]:
        """The annotations of a class body, which are in its namespace as `__annotations__`."""
        stated: dict[str, Any] = namespace.get("__annotations__", {})
        return stated
