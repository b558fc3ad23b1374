"""Events keep their order; of frames only the newest is sent."""

import asyncio

from tengen.web.messages.game import Problem
from tengen.web.messages.search import Thought
from tengen.web.outbox import Outbox


def thought(visits: int) -> Thought:
    return Thought(
        node=0, running=True, colour="black", visits=visits, playouts_a_second=0, win_rate=0.5, score=0
    )


def test_a_page_that_does_not_read_gets_the_newest_frame_only() -> None:
    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        for number in range(1000):
            outbox.put(thought(number))
            if number in (0, 500):
                outbox.put(Problem(text=str(number)))
        taken = await asyncio.wait_for(outbox.take(), 5)
        assert [getattr(event, "text", None) or event.visits for event in taken] == ["0", "500", 999]

    asyncio.run(run())


def test_taking_waits_for_something_put_by_another_thread() -> None:
    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        assert not waiting.done()
        await asyncio.to_thread(outbox.put, Problem(text="late"))
        assert await asyncio.wait_for(waiting, 5) == [Problem(text="late")]

    asyncio.run(run())
