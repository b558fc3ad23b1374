"""What one page may ask of this machine at most (docs/web.md gives the reasons)."""

MAX_SESSIONS = 64  # more than the 50 that are tested at once
MAX_MESSAGE_BYTES = 1 << 20
MESSAGES_A_SECOND = 10.0  # in the long run; a burst may be
MESSAGE_BURST = 50
SECONDS_A_MOVE = 10.0
PLAYOUTS_A_MOVE = 20_000
FRAMES_A_SECOND = 5.0  # of a running search
SECONDS_UNWATCHED = 600.0  # a session without a page is forgotten after this; its game is saved
MEMORY_MB = 64  # of a search tree, unless a player's text says more
