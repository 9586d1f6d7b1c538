"""The dialects: one file or package each, named as the dialect, imported when its name is first
met."""
