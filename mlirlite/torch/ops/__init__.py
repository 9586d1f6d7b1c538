"""Rules by family; importing this fills the table."""

from mlirlite.torch.ops import (
    complexes as complexes,
    creation as creation,
    indexing as indexing,
    layers as layers,
    linear as linear,
    pointwise as pointwise,
    polynomials as polynomials,
    pools as pools,
    products as products,
    reductions as reductions,
    scans as scans,
    special as special,
    views as views,
)
