"""Pools: maxima, means and norms of windows."""
