"""A model of torch -> a C library: python examples/torch_to_c.py, then link net.so
(docs/how-to/use-from-c.md)."""

import torch

from mlirlite.torch import export

net = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
batch = torch.export.Dim("batch")
export(net.eval(), (torch.randn(2, 8),), "net.so", dynamic_shapes={"input": {0: batch}})
