"""Trials of compiled models beside other engines, in processes that may die: which are refused,
wrong, or ended by a signal."""
