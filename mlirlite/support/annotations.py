"""The annotations of a class, from which its fields are made: of its body, before the class exists,
for metaclasses, or of the finished class."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, ClassVar, get_origin

if sys.version_info >= (3, 14):
    from annotationlib import (
        Format,
        call_annotate_function,
        get_annotate_from_class_namespace,
        get_annotations,
    )

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

    def annotations_of(cls: type) -> dict[str, Any]:
        """The annotations of a class, without its bases; names may be undefined so far."""
        return get_annotations(cls, format=Format.FORWARDREF)

else:

    def settle_annotations(namespace: dict[str, Any], *, may_wait: bool = False) -> dict[str, Any]:
        """The annotations of a class body, which are in its namespace as `__annotations__`."""
        stated: dict[str, Any] = namespace.get("__annotations__", {})
        return stated

    def annotations_of(cls: type) -> dict[str, Any]:
        """The annotations of a class, without its bases."""
        return cls.__annotations__


def field_names(annotations: dict[str, Any]) -> Iterable[str]:
    """The names that are annotated with something else than ClassVar."""
    for name, annotation in annotations.items():
        text = annotation if isinstance(annotation, str) else ""
        if not (
            text.startswith("ClassVar")
            or annotation is ClassVar
            or get_origin(annotation) is ClassVar
        ):
            yield name
