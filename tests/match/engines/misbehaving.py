"""A GTP program that passes all the time, and misbehaves as its first argument says.

Its process id is its last word on stderr, so that a test can see whether it has ended.
"""

import os
import subprocess
import sys
import time

mode = sys.argv[1]
print("process", os.getpid(), file=sys.stderr, flush=True)
if mode == "exits at start":
    sys.exit(3)
if mode == "hangs with a child":
    child = subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    print("process", child.pid, file=sys.stderr, flush=True)
n_moves = 0
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    answer = f"={number} {'1.0' if command == 'version' else ''}\n\n"
    if command.startswith("genmove"):
        n_moves += 1
        answer = f"={number} pass\n\n"
        if mode == "exits":
            sys.exit(3)
        elif mode == "exits later" and n_moves == 3:
            sys.exit(4)
        elif mode in ("hangs", "hangs with a child"):
            time.sleep(60)
        elif mode == "thinks long":
            time.sleep(0.1)
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
