"""What hangs holds up nobody else, and what takes long is left to itself."""

import asyncio
import threading

import pytest

from tengen.core.errors import GoError
from tengen.web.threads import Workers
from tests.waiting import PATIENCE


def test_what_a_function_returns_or_raises_comes_back() -> None:
    async def run() -> None:
        workers = Workers("test", 2)
        assert await workers.do(PATIENCE, int, "17") == 17
        with pytest.raises(ValueError, match="invalid literal"):
            await workers.do(PATIENCE, int, "seventeen")

    asyncio.run(run())


def test_threads_are_used_again_and_begin_where_all_hang() -> None:
    may_end = threading.Event()

    async def run() -> None:
        workers = Workers("test", 3)
        used = {await workers.do(PATIENCE, threading.get_ident) for _ in range(10)}
        assert len(used) == 1
        hanging = [asyncio.create_task(workers.do(PATIENCE, may_end.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        assert await workers.do(PATIENCE, int) == 0  # in whichever thread is free
        hanging.append(asyncio.create_task(workers.do(PATIENCE, may_end.wait)))
        await asyncio.sleep(0)
        with pytest.raises(GoError, match="busy"):
            await workers.do(PATIENCE, int)
        may_end.set()
        assert await asyncio.gather(*hanging) == [True] * 3
        assert await workers.do(PATIENCE, int) == 0

    asyncio.run(run())


def test_nobody_waits_for_what_takes_too_long() -> None:
    may_end = threading.Event()

    async def run() -> None:
        workers = Workers("test", 2)
        with pytest.raises(TimeoutError):
            await workers.do(0.01, may_end.wait)
        assert await workers.do(PATIENCE, int) == 0

    asyncio.run(run())  # which ends, although a thread hangs
    may_end.set()
