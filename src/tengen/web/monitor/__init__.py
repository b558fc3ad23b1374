"""Matches, tournaments and experiments, watched while they run."""
