"""The command line: one file a command, and what it prints."""
