"""Ahead of time: a lowered model becomes a library with a C interface, for any target.

abi (types, entry points) → entry (what a C program calls) + *.ll (the runtime) → build (one LLVM
module) → output (object, archive, library) ← link (the system's linker), constants (their bytes)
"""
