"""Prints the folder of the C headers: `cc -I$(python -m mlirlite.runtime.include) …`."""

import os
import sys

sys.stdout.write(os.path.dirname(os.path.abspath(__file__)) + "\n")
