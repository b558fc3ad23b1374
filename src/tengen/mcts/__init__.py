"""The tree search (Baier & Drake 2010, section II; Orego): UCT without exploration, RAVE, priors, threads.

Read `tree_jit` (nodes), `search_jit` (select, expand, play out, back up), `rave_jit`, `priors_jit` (the
priors of a fresh node, from rules, books and learned weights), `searcher` (threads and budgets) and `root`
(what people see).
"""
