"""Public tools for tests: the lit runner, FileCheck and what test suites of plugins need."""
