"""The version: the released one, or the next one and `.dev0`. CHANGELOG.md says what is in it."""

VERSION = "0.4.0.dev0"
