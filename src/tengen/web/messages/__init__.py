"""What page and server say to each other: one JSON object a message, named by `type`.

Points are vertices as people write them ("D4", "pass"), colours "black" and "white", win rates and owners are
Black's unless a field says otherwise.
"""
