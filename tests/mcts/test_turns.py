"""Turns: as many at once as there may be, in the order of waiting; who is not wanted steps aside."""

import threading

from tengen.mcts.turns import Turns
from tests.waiting import wait_until


def test_so_many_have_a_turn_and_who_has_waited_longest_is_next():
    turns, order, may_go = Turns(2), [], threading.Semaphore(0)
    at_once, most = [0], [0]
    counting = threading.Lock()

    def work(number):
        assert turns.take(lambda: True)
        with counting:
            order.append(number)
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        may_go.acquire()
        with counting:
            at_once[0] -= 1
        turns.give()

    threads = []
    for number in range(12):
        threads.append(threading.Thread(target=work, args=(number,)))
        threads[-1].start()
        wait_until(lambda: len(order) + len(turns._waiting) == len(threads))
    for n_begun in (*range(3, 13), 12, 12):
        may_go.release()
        wait_until(lambda n_begun=n_begun: len(order) == n_begun)
    for thread in threads:
        thread.join()
    assert (order, most[0]) == (list(range(12)), 2)


def test_who_is_not_wanted_any_more_gets_no_turn_and_holds_up_nobody():
    turns, is_wanted, got = Turns(1), [True], []
    assert turns.take(lambda: True)
    waiting = threading.Thread(target=lambda: got.append(turns.take(lambda: is_wanted[0])))
    waiting.start()
    wait_until(lambda: len(turns._waiting) == 1)
    is_wanted[0] = False
    waiting.join()
    assert got == [False]
    turns.give()
    assert turns.take(lambda: True)
