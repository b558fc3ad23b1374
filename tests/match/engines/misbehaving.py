"""A GTP program that passes all the time, and misbehaves as its first argument says.

Its process id is its last word on stderr, so that a test can see whether it has ended.
"""

import os
import random
import subprocess
import sys
import time

mode = sys.argv[1]
print("process", os.getpid(), file=sys.stderr, flush=True)
if mode == "exits at start":
    sys.exit(3)
if mode.startswith("starts "):
    with open(sys.argv[2], "a+") as file:
        file.write(".")
        file.seek(0)
        n_starts = len(file.read())
    if n_starts > {"starts once": 1, "starts thrice": 3}[mode]:
        sys.exit(3)
if mode == "hangs the first time":
    mode = "passes" if os.path.exists(sys.argv[2]) else "hangs"
    open(sys.argv[2], "w").close()
if mode == "hangs with a child":
    child = subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    print("process", child.pid, file=sys.stderr, flush=True)
n_moves, n_told = 0, 0  # made by this process; played in the game
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    answer = f"={number} {'1.0' if command == 'version' else ''}\n\n"
    if command.startswith("boardsize") and mode == "refuses the board":
        answer = f"?{number} unacceptable size\n\n"
    elif command == "clear_board":
        n_told = 0
    elif command.startswith("play"):
        n_told += 1
    elif command.startswith("genmove"):
        n_moves += 1
        n_told += 1
        answer = f"={number} pass\n\n"
        if mode == "exits":
            sys.exit(3)
        elif mode == "exits later" and n_moves == 3:
            sys.exit(4)
        elif mode == "dies now and then" and random.random() < 0.15:
            os.kill(os.getpid(), random.choice([6, 9, 11]))
        elif mode == "dies at a position" and n_told in (5, 6):
            os.kill(os.getpid(), 11)
        elif mode in ("hangs", "hangs with a child"):
            time.sleep(100_000)
        elif mode == "thinks long":
            time.sleep(0.5)
        elif mode == "writes garbage":
            answer = "Hello!\n\n"
        elif mode == "answers with a wrong id":
            answer = "=99 pass\n\n"
        elif mode == "leaves the answer open":
            answer = f"={number} pass\n"
        elif mode == "answers 100 MB":
            answer = f"={number} {100_000_000 * 'x'}\n\n"
        elif mode == "makes an illegal move":
            answer = f"={number} A1\n\n"
        elif mode == "makes no move":
            answer = f"={number} Z99\n\n"
        elif mode == "refuses":
            answer = f"?{number} not today\n\n"
        elif mode == "resigns":
            answer = f"={number} resign\n\n"
    sys.stdout.write(answer)
    sys.stdout.flush()
    if command == "quit":
        break
