"""Playouts that remember good replies and forget bad ones (Baier & Drake 2010); Orego's default policy.

Begin with `lgrf_jit` (section IV, A to C: LGR-1, LGR-2, LGRF-1, LGRF-2, and LGRF-3 beyond the paper), then
`softmax_jit` (IV.D), `context_jit` (III.B: CMC and PAST), `policy_jit` (the order of the rules) and
`playout_jit` (the loop). `memory_jit` is how threads share replies, `reply_stats_jit` counts what V.D and
V.E report.
"""
