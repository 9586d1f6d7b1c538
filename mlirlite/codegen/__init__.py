"""Passes on the way to machine code that are no conversion of a dialect: which loops threads share,
what is checked, counted and polled while code runs, how byte products become instructions."""
