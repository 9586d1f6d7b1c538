"""Models over several devices: annotations, what an op allows, proposals, and a rank's program."""
