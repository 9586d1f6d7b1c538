"""The ops of the transform dialect about other dialects: a file or folder for each prefix of their
names."""
