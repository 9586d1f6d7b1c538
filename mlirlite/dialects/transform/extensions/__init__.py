"""The ops of the transform dialect that are about other dialects: a file or folder for each word
that their names have."""
