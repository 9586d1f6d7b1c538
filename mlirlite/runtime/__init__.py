"""From a model to a callable: the compile pipeline, memory descriptors, the in-process session."""
