"""Ops that upstream's tests add to the transform dialect, by what they do."""
