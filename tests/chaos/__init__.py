"""Hostile pages, files, databases and engines, kills, full and read-only disks, flipped bits.

Small here, for `make test`; the same with the marker `slow` in full. docs/reliability.md has what was tried.
"""
