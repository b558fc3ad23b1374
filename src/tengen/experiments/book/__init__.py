"""The experiments of Baier & Winands: opening books."""
