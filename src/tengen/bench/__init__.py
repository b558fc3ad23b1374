"""How fast this machine is: `benchmarks` measures, `baseline_jit` is the plain board that ratios are to."""
