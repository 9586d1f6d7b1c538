"""Texts from language models: a loop over steps of a session that keeps keys and values of earlier
positions (`docs/decisions/068-generation.md`)."""
