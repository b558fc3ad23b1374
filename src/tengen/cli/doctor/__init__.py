"""What may be wrong with an installation, its files and its machine, and what can be done about it."""
