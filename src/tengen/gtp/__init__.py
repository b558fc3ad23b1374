"""A player for programs: GTP 2 with extensions, and KataGo's JSON analysis.

`protocol` is text only, `engine` the loop of commands and answers, `session` the game behind it, `commands`
one file a theme, `json_analysis` the other protocol.
"""
