"""What VHLO has in C++. The package has written it for its own dialect of this name."""

from mlirlite.dialects.vhlo import DIALECT

HOOK_MODULES = DIALECT.hook_modules
