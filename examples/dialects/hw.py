"""What CIRCT's dialect `hw` has in C++; a file for each part."""

HOOK_MODULES = (
    "hw_types",
    "hw_parameters",
    "hw_modules",
    "hw_values",
    "hw_aggregates",
    "hw_symbols",
)
