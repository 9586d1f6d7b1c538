"""Changing IR: the rewriter, patterns, the greedy driver, folding, dialect conversion."""
