"""What the programs share: command lines and help, streams and errors, what they read and write."""
