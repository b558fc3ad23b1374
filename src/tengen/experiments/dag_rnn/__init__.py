"""The experiments of Wu & Baldi: the territory network."""
