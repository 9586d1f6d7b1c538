"""Trials of compiled models beside other engines, in processes that may die: what is refused, what
is wrong, what ends by a signal."""
