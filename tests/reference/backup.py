"""What one playout changes in the tree, in the plainest words: the twin of back-up and RAVE."""


def counted(path, moves, first_colour, winner):
    """The changes of a playout as {(node, plane, point): amount}.

    path  -- the node before each of the first moves
    moves -- all moves from the root to the end of the playout, 0 for a pass
    """
    changes = {}

    def add(node, plane, point, amount):
        changes[node, plane, point] = changes.get((node, plane, point), 0) + amount

    for depth, node in enumerate(path):
        if depth >= len(moves):
            break
        colour = first_colour if depth % 2 == 0 else 3 - first_colour
        won = 1 if colour == winner else 0
        add(node, "runs", moves[depth], 1)
        add(node, "wins", moves[depth], won)
        touched = set()
        for index in range(depth, len(moves)):
            point = moves[index]
            if point != 0 and point not in touched and (index - depth) % 2 == 0:
                add(node, "rave runs", point, 1)
                add(node, "rave wins", point, won)
            touched.add(point)
    return {key: amount for key, amount in changes.items() if amount}
