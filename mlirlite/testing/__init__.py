"""For tests, public: the lit runner, FileCheck and what test suites of plugins need."""
