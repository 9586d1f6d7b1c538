"""Passes: how they are declared, found, put into pipelines and run."""

from mlirlite.passes.compiler_pass import CompilerPass, PassState, compiler_pass

__all__ = ["CompilerPass", "PassState", "compiler_pass"]
