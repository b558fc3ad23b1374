"""The learned move prior: a log-linear model over facts of a move. It is of no paper."""
