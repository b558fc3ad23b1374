"""Events keep their order; of frames only the newest is sent."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from tengen.web.messages.game import Problem
from tengen.web.messages.search import Thought
from tengen.web.outbox import Outbox
from tests.waiting import PATIENCE
from tests.web.told import ToldSession


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
        taken = await asyncio.wait_for(outbox.take(), PATIENCE)
        assert [getattr(event, "text", None) or event.visits for event in taken] == ["0", "500", 999]

    asyncio.run(run())


def test_of_many_states_the_newest_counts_and_answers_keep_their_order() -> None:
    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        told = ToldSession(Path(folder))
        state = told.begin()
        told.close()
        for number in range(1000):
            outbox.put(state.model_copy(update={"node": number}))
            if number in (0, 500):
                outbox.put(Problem(text=str(number)))
        taken = await asyncio.wait_for(outbox.take(), PATIENCE)
        assert [getattr(event, "text", None) or event.node for event in taken] == ["0", "500", 999]

    with TemporaryDirectory() as folder:
        asyncio.run(run())


def test_a_page_that_takes_no_answers_is_asked_for_nothing_more() -> None:
    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        await outbox.has_room()
        for number in range(1000):
            outbox.put(Problem(text=str(number)))
        waiting = asyncio.create_task(outbox.has_room())
        await asyncio.sleep(0)
        assert not waiting.done()
        assert [event.text for event in await outbox.take()] == [str(number) for number in range(744, 1000)]
        await asyncio.wait_for(waiting, PATIENCE)

    asyncio.run(run())


def test_taking_waits_for_something_put_by_another_thread() -> None:
    async def run() -> None:
        outbox = Outbox(asyncio.get_running_loop())
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        assert not waiting.done()
        await asyncio.to_thread(outbox.put, Problem(text="late"))
        assert await asyncio.wait_for(waiting, PATIENCE) == [Problem(text="late")]

    asyncio.run(run())
