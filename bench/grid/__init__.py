"""The grid of bench/operators.py: which rows there are (`rows.py` and the recipes), and how one is
measured (`arrays.py`, `engines.py`, `exact.py`, `measure.py`, `report.py`)."""
