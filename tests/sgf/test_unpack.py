"""Archives: good ones, cut ones and hostile ones."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tengen.sgf import Limits
from tests.sgf.samples import SMALL_GAME, stream_all

PACKERS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def tar_of(
    entries: dict[str, bytes], links: dict[str, str] | None = None, tar_format: int = tarfile.PAX_FORMAT
) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tar_format) as archive:
        for name, data in entries.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            entry.type = tarfile.DIRTYPE if name.endswith("/") else tarfile.REGTYPE
            archive.addfile(entry, io.BytesIO(data))
        for name, target in (links or {}).items():
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            archive.addfile(entry)
    return buffer.getvalue()


def zip_of(entries: dict[str, bytes], links: dict[str, str] | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
        for name, target in (links or {}).items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o120777 << 16
            archive.writestr(entry, target)
    return buffer.getvalue()


def stream(data: bytes, path: Path, **limits):
    path.write_bytes(data)
    return stream_all([path], limits=Limits(**limits))


def reasons(result) -> list[str]:
    return [bad.reason for bad in result.bad]


GAMES = {
    "a.sgf": SMALL_GAME,
    "folder/b.SGF": SMALL_GAME + SMALL_GAME,
    "readme.txt": b"(;B[aa])",
    "folder/": b"",
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_tar_of_any_kind_is_read(suffix, tmp_path):
    result = stream(PACKERS[suffix](tar_of(GAMES)), tmp_path / f"games.tar{suffix}")
    assert len(result.games) == 3
    assert not result.bad
    assert result.origins[2].endswith("folder/b.SGF, game 2")


@pytest.mark.parametrize("name, suffix", [("games.tgz", ".gz"), ("games.txz", ".xz"), ("games.tbz2", ".bz2")])
def test_the_short_names_of_packed_tars_are_known(name, suffix, tmp_path):
    assert len(stream(PACKERS[suffix](tar_of({"a.sgf": SMALL_GAME})), tmp_path / name).games) == 1


@pytest.mark.parametrize("tar_format", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
def test_long_names_in_a_tar_are_read(tar_format, tmp_path):
    name = "/".join(["folder"] * 20) + "/a.sgf"
    result = stream(tar_of({name: SMALL_GAME}, tar_format=tar_format), tmp_path / "games.tar")
    assert result.origins == [f"{tmp_path}/games.tar/{name}, game 1"]


def test_a_zip_is_read(tmp_path):
    result = stream(zip_of(GAMES), tmp_path / "games.zip")
    assert len(result.games) == 3
    assert not result.bad


@pytest.mark.parametrize("archive", [tar_of, zip_of])
@pytest.mark.parametrize(
    "name", ["../a.sgf", "x/../../a.sgf", "/etc/a.sgf", "..\\a.sgf", "\\a.sgf", "C:\\a.sgf", "C:/a.sgf"]
)
def test_a_name_that_leads_out_is_refused(archive, name, tmp_path):
    suffix = ".zip" if archive is zip_of else ".tar"
    result = stream(archive({name: SMALL_GAME, "b.sgf": SMALL_GAME}), tmp_path / f"games{suffix}")
    assert len(result.games) == 1
    assert reasons(result) == ["a name that leads out of the archive"]


@pytest.mark.parametrize("archive", [tar_of, zip_of])
def test_a_link_is_refused(archive, tmp_path):
    suffix = ".zip" if archive is zip_of else ".tar"
    result = stream(archive({"a.sgf": SMALL_GAME}, {"b.sgf": "/etc/passwd"}), tmp_path / f"games{suffix}")
    assert len(result.games) == 1
    assert reasons(result) == ["a link"]


def test_a_hard_link_in_a_tar_is_refused(tmp_path):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        entry = tarfile.TarInfo("b.sgf")
        entry.type, entry.linkname = tarfile.LNKTYPE, "a.sgf"
        archive.addfile(entry)
    assert reasons(stream(buffer.getvalue(), tmp_path / "games.tar")) == ["a link"]


@pytest.mark.parametrize("archive", [tar_of, zip_of])
@pytest.mark.parametrize("name", ["inner.zip", "inner.tar.gz", "inner.sgf.xz", "inner.TGZ"])
def test_an_archive_inside_an_archive_is_refused(archive, name, tmp_path):
    suffix = ".zip" if archive is zip_of else ".tar"
    inner = zip_of({"a.sgf": SMALL_GAME})
    assert reasons(stream(archive({name: inner}), tmp_path / f"games{suffix}")) == [
        "an archive inside an archive"
    ]


@pytest.mark.parametrize("archive", [tar_of, zip_of])
def test_an_entry_beyond_the_limit_is_refused_unread(archive, tmp_path):
    suffix = ".zip" if archive is zip_of else ".tar"
    data = archive({"big.sgf": 40 * SMALL_GAME, "a.sgf": SMALL_GAME})
    result = stream(data, tmp_path / f"games{suffix}", entry_bytes=39 * len(SMALL_GAME))
    assert len(result.games) == 1
    assert reasons(result) == ["larger than the limit for an entry of an archive"]


def test_an_entry_of_a_zip_packed_too_tightly_is_refused(tmp_path):
    result = stream(zip_of({"bomb.sgf": bytes(2_000_000), "a.sgf": SMALL_GAME}), tmp_path / "games.zip")
    assert len(result.games) == 1
    assert reasons(result) == ["packed more tightly than the limit"]


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_a_tar_packed_too_tightly_is_refused(suffix, tmp_path):
    bomb = PACKERS[suffix](tar_of({"a.sgf": SMALL_GAME, "bomb.txt": bytes(60_000_000), "b.sgf": SMALL_GAME}))
    result = stream(bomb, tmp_path / f"games.tar{suffix}")
    assert len(result.games) == 1
    assert reasons(result) == ["ValueError: packed more tightly than the limit"]


@pytest.mark.parametrize("archive", [tar_of, zip_of])
def test_an_archive_of_too_many_entries_is_refused(archive, tmp_path):
    suffix = ".zip" if archive is zip_of else ".tar"
    data = archive({f"{i}.sgf": SMALL_GAME for i in range(5)})
    assert len(stream(data, tmp_path / f"games{suffix}", archive_entries=5).games) == 5
    assert reasons(stream(data, tmp_path / f"games{suffix}", archive_entries=4)) == [
        "more entries than the limit"
    ]


def test_a_tar_header_of_gigabytes_is_refused(tmp_path):
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 1 << 32
    result = stream(header.tobuf(tarfile.GNU_FORMAT) + bytes(10_000), tmp_path / "games.tar")
    assert "a header larger than the limit" in reasons(result)[0]


def test_a_chain_of_tar_headers_does_not_overflow_the_stack(tmp_path):
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 0
    result = stream(5000 * header.tobuf(tarfile.GNU_FORMAT), tmp_path / "games.tar")
    assert len(result.bad) == 1


def test_a_zip_entry_without_a_name_does_no_harm(tmp_path):
    data = zip_of({"xa.sgf": SMALL_GAME, "b.sgf": SMALL_GAME}).replace(b"xa.sgf", b"\0a.sgf")
    assert len(stream(data, tmp_path / "games.zip").games) == 1


def test_an_encrypted_zip_entry_is_reported(tmp_path):
    data = bytearray(zip_of({"a.sgf": SMALL_GAME}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in reasons(stream(bytes(data), tmp_path / "games.zip"))[0]


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_cut_tar_is_reported_and_what_came_before_is_read(suffix, tmp_path):
    entries = {f"{i}.sgf": SMALL_GAME for i in range(30)}
    data = PACKERS[suffix](tar_of(entries))
    whole = len(tar_of(entries)) if suffix == "" else len(data)
    result = stream(data[: whole // 3], tmp_path / f"games.tar{suffix}")
    assert len(result.games) < 30
    assert len(result.bad) >= 1


def test_a_tar_cut_between_two_entries_is_reported(tmp_path):
    data = tar_of({f"{i}.sgf": SMALL_GAME for i in range(30)}, tar_format=tarfile.USTAR_FORMAT)
    result = stream(data[: 1024 * 10], tmp_path / "games.tar")
    assert len(result.games) == 10
    assert reasons(result) == ["the archive is cut off"]


def test_a_cut_zip_is_reported(tmp_path):
    data = zip_of({"a.sgf": SMALL_GAME})
    assert "BadZipFile" in reasons(stream(data[:-30], tmp_path / "games.zip"))[0]


@given(
    archive=st.sampled_from([tar_of, zip_of]),
    changes=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=8),
)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_damage_to_an_archive_makes_the_stream_raise(archive, changes, tmp_path):
    data = bytearray(archive({"a.sgf": SMALL_GAME, "b.sgf": SMALL_GAME}, {"c.sgf": "a.sgf"}))
    end = len(data) if archive is zip_of else 4 * 512
    for place, value in changes:
        data[int(place * (end - 1))] = value
    stream(bytes(data), tmp_path / f"games{'.zip' if archive is zip_of else '.tar'}")
