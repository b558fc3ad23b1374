"""What holds for all tests."""

from hypothesis import settings

# A busy machine is no fault of the code: what must be fast has a benchmark.
settings.register_profile("tengen", deadline=None)
settings.load_profile("tengen")
