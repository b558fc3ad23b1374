"""The territory network (Wu & Baldi 2006): a recursive network that predicts who will own each point.

`architecture` is Equation 2 as a value, `sweep_jit` the compiled sweeps over the board, `network` and
`weights` a network and its file. `inference_jit` and `evaluator` ask it about games: one evaluation, areas
after moves and replies. `features` makes its inputs (Table 1, section 3.3), `training` trains it (section
4).
"""
