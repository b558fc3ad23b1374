"""Opening books (Baier & Winands 2011): fuseki books of whole boards, joseki books of corners.

Section 5, part 1, from games to a book: `hashes_jit` (positions under symmetries), `samples_jit`,
`external_sort`, `build` (the thresholds theta, rho and sigma), `book_file`. Section 5, part 2, in play:
`table_jit` and `cursor_jit` (look-ups as a search follows the game), `usage` (passive, prune and bias,
section 6). `query` says what a book knows. Priors of tree nodes from a book are in
`tengen.mcts.priors_jit`.
"""
