"""What --version prints."""

from __future__ import annotations

from mlirlite.support.version import VERSION

PACKAGES = ("lark", "llvmlite", "numpy", "onnx", "filecheck")


def version_text(program: str) -> str:
    """The program's version and those of the packages that it uses, found without importing
    them."""
    lines = [f"{program} {VERSION}"]
    lines += [f"  {name} {version_of(name)}" for name in PACKAGES]
    return "\n".join(lines) + "\n"


def version_of(name: str) -> str:
    """The version of an installed package."""
    import importlib.metadata  # late: 13 ms that only this answer needs

    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "(not installed)"
