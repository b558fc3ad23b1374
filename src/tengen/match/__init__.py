"""Matches and tournaments between players, and what can be concluded from them."""
