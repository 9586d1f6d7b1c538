"""If, Loop, Scan, sequences and optionals, and look-ups in tables by bisection."""
