"""Certificates, without which nobody takes part in a farm.

dask runs what it is sent, without asking who sent it: whoever reaches a port of it runs programs as its user.
With certificates scheduler, workers and we ourselves talk only with those that have one of the same
authority, and nobody else can read it. docs/scaling.md tells how they are made.
"""

import stat
from pathlib import Path
from typing import Any

from tengen.core.errors import GoError

AUTHORITY, CERTIFICATE, KEY = "ca.pem", "cert.pem", "key.pem"


def read_certificates(folder: Path) -> Any:
    """What dask is to encrypt with, in all its parts; GoError if the files will not do."""
    from distributed import Security

    authority, certificate, key = (str(folder / name) for name in (AUTHORITY, CERTIFICATE, KEY))
    try:
        if (folder / KEY).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise GoError(f"others may read {key}, which is secret: chmod 600 {key}")
        parts = {f"tls_{part}_cert": certificate for part in ("client", "scheduler", "worker")}
        parts |= {f"tls_{part}_key": key for part in ("client", "scheduler", "worker")}
        security = Security(require_encryption=True, tls_ca_file=authority, **parts)
        security.get_connection_args("client")  # reads them
    except OSError as error:  # of OpenSSL, too
        wrong = f"{error.filename}: {error.strerror}" if error.filename else error.strerror or error
        raise GoError(
            f"the certificates {AUTHORITY}, {CERTIFICATE} and {KEY} in {folder} will not do: {wrong}"
        ) from None
    return security
