"""What StableHLO has in C++. The package has written it for its own dialect of this name, whose
declarations are those of another version: its hooks fit here, too."""

from mlirlite.dialects.stablehlo import DIALECT

HOOK_MODULES = DIALECT.hook_modules
