"""The table of lowerings from affine."""

from mlirlite.rewriting.conversion import Lowerings

lower = Lowerings("lower-affine")
