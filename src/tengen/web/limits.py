"""What one page may ask of this machine at most (docs/web.md gives the reasons)."""

MAX_SESSIONS = 256  # more than the 200 that are tested at once
MAX_CONNECTIONS = 600  # of all pages together; a process may often open 1,024 files
SECONDS_TO_ASK = 20.0  # until a whole request, or the first message of a page, must have come
SECONDS_TO_READ = 40.0  # until a page that takes nothing of what it is sent is given up
MAX_MESSAGE_BYTES = 1 << 20
MESSAGES_A_SECOND = 10.0  # in the long run; a burst may be
MESSAGE_BURST = 50
SECONDS_A_MOVE = 10.0
PLAYOUTS_A_MOVE = 20_000
FRAMES_A_SECOND = 5.0  # of a running search
SECONDS_UNWATCHED = 600.0  # a session without a page is forgotten after this; its game is saved
MEMORY_MB = 64  # of a search tree, unless a player's text says more
SECONDS_A_REQUEST = 20.0  # until a page is told that it takes longer, and may ask for something else
SECONDS_A_LOOK = 5.0  # until a look at all clocks, or at all memory, that does not end is left to itself
SECONDS_TO_STOP = 3.0  # until a thread that does not end is abandoned
MAX_LOST_THREADS = 16  # that are still running
MAX_THINKING = 64  # thoughts of all sessions at once; more wait their turn
BUDGET_MB = 1000  # of all searches of the server together, unless it is told otherwise
MEMORY_OF_A_SEARCH_MB = 15  # beside a small tree: so many times less than the budget may think at once
SECONDS_OF_A_TREE = 30.0  # what a session without a page has searched is kept as long
