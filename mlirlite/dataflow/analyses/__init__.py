"""The analyses that come with mlirlite: `--show-analysis=int-range` is in `int_range.py`."""
