"""A live game of the page: variations, players, clocks, counting, and the file it is kept in."""
