"""What a file may ask of us at most. A caller can raise these limits, a file cannot.

Two kinds of reading, two rules. Text that is read as a *stream* (plain files, .gz, .xz) comes in
chunks, so its total size needs no limit: only a single game has one, and our own archives of
tens of thousands of games pass. An *entry of an archive* (.zip, .tar and its packed kinds) is
judged before it is read, by its unpacked size and by how far it was packed. An archive inside an
archive, a name that leads out of the folder, and a link are always refused; no limit opens that.
"""

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Limits on reading; the figures are those of our reliability targets."""

    file_bytes: int = 16 * MIB  # a file given to `parse_sgf`, or one game of a stream
    nodes: int = 500_000  # of the same
    value_bytes: int = MIB  # of one property value
    depth: int = 250_000  # variations inside variations
    setup_stones: int = 10_000  # AB, AW and AE points of one game; `aa:ss` counts as 361
    entry_bytes: int = 100 * MIB  # of one unpacked entry of an archive
    entry_ratio: int = 100  # unpacked to packed size; not asked below RATIO_FREE_BYTES
    archive_entries: int = 100_000
    unpacker_bytes: int = 128 * MIB  # memory of the .xz unpacker; `xz -9` needs 65 MiB


RATIO_FREE_BYTES = MIB  # what is this small is harmless however well it was packed

DEFAULT_LIMITS = Limits()
