"""Whatever can be asked for a move, by one line of text: `mcts:policy=lgrf2,playouts=8000`.

`player` says what a player is, `spec` and `settings` how text becomes one. The players are `mcts_player`,
`dag_rnn_player`, `td_player`, `heuristic_players` and `external` (another program, run by `controller`).
"""
