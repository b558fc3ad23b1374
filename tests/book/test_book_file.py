"""The file of a book: what is written is read again, and nothing else is believed."""

import json
import os
from struct import pack_into

import numpy as np
import pytest

from tengen.book import book_file
from tengen.book.book_file import BookSettings, Thresholds, book_bytes, load_book, parse_book, save_book
from tengen.book.build import build_book
from tengen.core.errors import GoError
from tests.book.games import as_dictionary, random_games, write_games

EVERYTHING = Thresholds(0, 1, 0)
SMALL = BookSettings(size=5, corner=3, fuseki_depth=6, joseki_depth=8, fuseki=EVERYTHING, joseki=EVERYTHING)


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    path = write_games(tmp_path_factory.mktemp("games") / "games.sgf", random_games(5, 6, 8), 5)
    return build_book([path], SMALL, command="tengen book build ...", commit="abc")


def test_a_book_is_the_same_after_writing_and_reading(book, tmp_path):
    path = tmp_path / "some.book"
    save_book(path, book)
    again = load_book(path)
    assert again.header() == book.header()
    assert again.settings == book.settings
    for ours, read in ((book.fuseki, again.fuseki), (book.joseki, again.joseki)):
        assert as_dictionary(read) == as_dictionary(ours)
        assert [column.dtype for column in read] == [column.dtype for column in ours]
    assert book_bytes(again) == path.read_bytes()
    assert os.listdir(tmp_path) == ["some.book"]


def changed(book, **arrays):
    """The bytes of a book with other arrays in its fuseki part, and a right checksum."""
    fields = {**vars(book), "fuseki": book.fuseki._replace(**arrays)}
    return book_bytes(book_file.Book(**fields))


def with_header(content, change):
    """The bytes of a book with another header, and a right checksum."""
    _, _, length, _, _ = book_file._PREAMBLE.unpack_from(content)
    body = content[book_file._PREAMBLE.size :]
    header = json.loads(body[:length])
    change(header)
    fresh = json.dumps(header).encode()
    fresh += b" " * (-len(fresh) % 8)
    body = fresh + body[length:]
    size = book_file._PREAMBLE.size + len(body)
    return (
        book_file._PREAMBLE.pack(
            book_file.MAGIC, book_file.VERSION, len(fresh), size, book_file._digest(body)
        )
        + body
    )


def refused(content, message):
    with pytest.raises(GoError, match=message):
        parse_book(content)


def test_foreign_and_empty_files_are_refused(book):
    for content in (b"", b"(;SZ[19])", b"\x7fELF" + bytes(100), book_bytes(book)[:20]):
        refused(content, "is not a book of Tengen")


def test_a_newer_format_is_refused(book):
    content = bytearray(book_bytes(book))
    pack_into("<I", content, 16, 2)
    refused(bytes(content), "has format 2 of a book, and this program reads format 1 only")


def test_a_book_cut_off_anywhere_is_refused(book):
    content = book_bytes(book)
    for length in range(len(content)):
        refused(
            content[:length], "is not a book of Tengen" if length < 64 else "it has [0-9]+ bytes and says"
        )
    refused(content + b"\0", "is damaged")


def test_a_changed_bit_anywhere_is_refused(book):
    content = book_bytes(book)
    for at in range(0, len(content), 7):
        damaged = bytearray(content)
        damaged[at] ^= 1 << at % 8
        refused(bytes(damaged), "is damaged|is not a book|has format|has a header")


def test_positions_out_of_order_are_refused(book):
    refused(changed(book, keys=book.fuseki.keys[::-1]), "its positions are not in order")
    refused(changed(book, keys=np.zeros_like(book.fuseki.keys)), "its positions are not in order")


def test_moves_off_the_board_are_refused(book):
    for bad in (0, 20, 26, 140, 420, 65535):
        points = book.fuseki.points.copy()
        points[-1] = bad
        refused(changed(book, points=points), "it has moves that are not on the board")


def test_numbers_of_moves_that_do_not_add_up_are_refused(book):
    first = book.fuseki.first.copy()
    first[-1] -= 1
    refused(changed(book, first=first), "its numbers of moves do not add up")
    first = book.fuseki.first.copy()
    first[1] = 0
    refused(changed(book, first=first), "its numbers of moves do not add up")


@pytest.mark.parametrize(
    "change",
    [
        lambda header: header.pop("settings"),
        lambda header: header["settings"].update(size=99),
        lambda header: header["settings"].update(colour="red"),
        lambda header: header["fuseki"].update(positions=-5),
        lambda header: header["fuseki"].update(positions="many"),
        lambda header: header["joseki"].update(moves=10**12),
        lambda header: header["joseki"].update(moves=0),
        lambda header: header.pop("command"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(book, change):
    refused(with_header(book_bytes(book), change), "has a header that makes no sense")


def test_a_header_that_is_no_json_is_refused(book):
    content = bytearray(book_bytes(book))
    content[64] = ord("x")
    body = bytes(content[64:])
    content[32:64] = book_file._digest(body)
    refused(bytes(content), "has a header that makes no sense")


def test_the_message_names_the_file(tmp_path):
    (tmp_path / "games.sgf").write_text("(;)")
    with pytest.raises(GoError, match=r"games\.sgf is not a book of Tengen$"):
        load_book(tmp_path / "games.sgf")
    with pytest.raises(GoError, match=r"cannot read the book .*none\.book: No such file or directory$"):
        load_book(tmp_path / "none.book")
    with pytest.raises(GoError, match=r"cannot read the book .*: Is a directory$"):
        load_book(tmp_path)


def test_what_stops_the_writing_leaves_the_old_book(book, tmp_path, monkeypatch):
    path = tmp_path / "some.book"
    path.write_text("old")

    def no_room(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(GoError, match=r"cannot write the book .*some\.book: No space left on device"):
        save_book(path, book)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["some.book"]
