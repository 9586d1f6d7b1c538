"""torch as a front end: `torch.compile(model, backend="mlirlite")`."""
