"""Networks that teach themselves by temporal differences on small boards (Mayer 2007).

Section II: `representations` (koten, roban, katatsugi), `network`, `value_jit` (the value of a move),
`learning_jit` (TD(0), epsilon-greedy and creative selection). Sections III and IV: `games_jit` against
`naive_opponent_jit` and `pattern_opponent_jit`, `training` (runs), `alphabeta` with `alphabeta_jit` (IV.D).
"""
