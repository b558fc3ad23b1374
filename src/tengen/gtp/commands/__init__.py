"""The commands of GTP, one file a theme."""
