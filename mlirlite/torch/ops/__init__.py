"""Rules by family; importing this fills the table."""

from mlirlite.torch.ops import (
    creation as creation,
    indexing as indexing,
    layers as layers,
    pointwise as pointwise,
    products as products,
    reductions as reductions,
    views as views,
)
