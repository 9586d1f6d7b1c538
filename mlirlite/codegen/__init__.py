"""Passes on the way to machine code that are not conversions of a dialect: sharing loops among
threads, instrumentation, sanitizer and interrupt checks, dot-product instructions."""
