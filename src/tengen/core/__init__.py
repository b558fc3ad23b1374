"""The board, its rules and one game; and what every layer needs: compiler options, files, errors.

Read `points_jit`, `board_jit`, `play_jit` and `rules_jit` for the board, `game` for the game that people use
(`tengen.Game`), and `jit` for how functions are compiled and where compiled code is kept.
"""
