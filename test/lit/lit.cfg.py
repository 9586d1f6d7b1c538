"""The suite for LLVM's lit: `lit test/lit` runs the files that pytest runs in-process."""

import os
import sys
from pathlib import Path

import lit.formats

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from mlirlite.testing.features import available_features, find_mlir_opt  # noqa: E402
from mlirlite.testing.lit_tests import EXCLUDED_FOLDERS, SUFFIXES  # noqa: E402
from mlirlite.testing.shell import default_environment  # noqa: E402

config.name = "mlirlite"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = list(SUFFIXES)
config.excludes = list(EXCLUDED_FOLDERS)
config.test_source_root = str(Path(__file__).resolve().parent)
config.test_exec_root = str(ROOT / ".lit-output")
config.environment = default_environment()
# Lines that need bash run under pytest only.
config.available_features |= available_features() - {"shell"}
config.substitutions += [
    (r"(?<![\w/.-])FileCheck(?![\w.-])", f"{sys.executable} -m filecheck"),
    (r"(?<![\w/.-])mlir-opt(?![\w.-])", find_mlir_opt() or "mlir-opt"),
    ("%PYTHON", sys.executable),
]
os.makedirs(config.test_exec_root, exist_ok=True)
