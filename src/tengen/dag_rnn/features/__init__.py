"""The inputs of the territory network (Wu & Baldi, Table 1 and section 3.3)."""
