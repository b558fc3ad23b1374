"""How territory networks are trained and judged (Wu & Baldi, section 4), with JAX.

`targets` (Equation 1), `dataset` (from files of games to a file of weights), `sampler` with `sampler_jit`
(batches), `network_jax`, `train`, `validation`, `evaluation` (on held-out games), `self_play`.
"""
