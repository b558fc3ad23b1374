"""A farm with certificates: who has none takes no part, and nothing listens where others could come by."""

import os
import shutil
import socket
import ssl
import subprocess

import psutil
import pytest

from tengen import GoError
from tengen.match.executors.dask_executor import (
    AUTHORITY,
    CERTIFICATE,
    KEY,
    DaskExecutor,
    make_executor,
    read_certificates,
)
from tengen.match.executors.slurm import start_slurm
from tests.match.farm_jobs import Task, play
from tests.match.test_slurm import SMALL, slurm, written  # noqa: F401

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="apt-get install openssl")


def make_certificates(folder):
    """Those of an authority of its own, as docs/scaling.md says; the certificate is its own authority."""
    folder.mkdir()
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=tengen",
    ]
    files = ["-keyout", folder / KEY, "-out", folder / CERTIFICATE]
    subprocess.run([*command, *files], check=True, capture_output=True)
    shutil.copy(folder / CERTIFICATE, folder / AUTHORITY)
    (folder / KEY).chmod(0o600)
    return folder


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    return make_certificates(tmp_path_factory.mktemp("tls") / "ours")


@pytest.fixture(scope="module")
def farm(certificates):
    with make_executor(workers=2, tls=certificates) as farm:
        yield farm


@needs_openssl
def test_games_are_played_with_certificates(farm):
    assert sorted(result for _, result in farm.run(play, map(Task, range(10)))) == [n**2 for n in range(10)]
    assert farm._client.scheduler.address.startswith("tls://127.0.0.1:")


def answer_to(address, context):
    """What the scheduler says to somebody who connects and greets it; dask's own greeting comes first."""
    host, _, port = address.removeprefix("tls://").partition(":")
    with socket.create_connection((host, int(port)), timeout=60) as plain:
        try:
            with context.wrap_socket(plain) if context else plain as connection:
                connection.sendall(b"greetings" * 10)
                return connection.recv(100)
        except (ssl.SSLError, ConnectionResetError):
            return b""


def context_with(folder):
    """That of a client which believes everybody, with the certificate of a folder or none."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if folder:
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY)
    return context


@needs_openssl
def test_who_has_no_certificate_of_the_same_authority_takes_no_part(farm, certificates, tmp_path):
    address = farm._client.scheduler.address
    others = make_certificates(tmp_path / "theirs")
    assert answer_to(address, context_with(certificates)) != b""
    for context in (context_with(others), context_with(None)):
        assert answer_to(address, context) == b""
    assert len(answer_to(address, None)) <= 7  # an alert of TLS


@needs_openssl
def test_nothing_listens_but_on_loopback(farm):
    ours = psutil.Process()
    listening = [
        connection.laddr
        for process in (ours, *ours.children(recursive=True))
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    ]
    assert len(listening) >= 5  # a scheduler, two nannies, two workers
    assert {address.ip for address in listening} == {"127.0.0.1"}


@needs_openssl
def test_a_key_that_others_may_read_is_refused(tmp_path):
    folder = make_certificates(tmp_path / "tls")
    (folder / KEY).chmod(0o640)
    with pytest.raises(GoError, match=r"^others may read .*key.pem, which is secret: chmod 600 .*key.pem$"):
        read_certificates(folder)


@needs_openssl
@pytest.mark.parametrize("name", [AUTHORITY, CERTIFICATE, KEY])
@pytest.mark.parametrize("damage", ["missing", "empty", "garbage"])
def test_files_that_will_not_do_are_one_sentence_before_anything_starts(tmp_path, name, damage):
    folder = make_certificates(tmp_path / "tls")
    if damage == "missing":
        (folder / name).unlink()
    else:
        (folder / name).write_text("" if damage == "empty" else "-----BEGIN CERTIFICATE-----\nx\n")
    with pytest.raises(
        GoError, match=r"^the certificates ca.pem, cert.pem and key.pem in .* will not do: "
    ) as refused:
        DaskExecutor.local(1, folder).__enter__()
    assert str(folder) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_address_without_tls_is_refused():
    with pytest.raises(GoError, match=r"begins with tls://, and not as tcp://10\.0\.0\.1:8786"):
        make_executor(scheduler="tcp://10.0.0.1:8786", tls="folder")


def test_games_of_this_process_alone_have_nobody_to_encrypt_for():
    with pytest.raises(GoError, match=r"^--tls is for workers: name them"):
        make_executor(tls="folder")


def test_slurms_workers_meet_in_a_network_that_is_named(slurm):  # noqa: F811
    with pytest.raises(GoError, match='say which network the workers share, as in interface = "ib0"'):
        start_slurm(written(slurm, SMALL.replace("interface = 'lo'\n", "")), None)


class RefusedError(Exception):
    """What a stand-in of SLURM's cluster ends with."""


@needs_openssl
def test_slurms_workers_get_the_certificates(slurm, certificates, monkeypatch):  # noqa: F811
    given = {}

    def cluster(*, interface, security, protocol, cores, memory, processes, scheduler_options, silence_logs):
        given.update(interface=interface, security=security, protocol=protocol, options=scheduler_options)
        raise RefusedError

    (slurm / "sbatch").touch(0o755)
    monkeypatch.setattr("dask_jobqueue.SLURMCluster", cluster)
    with pytest.raises(RefusedError):
        DaskExecutor.slurm(written(slurm, SMALL), certificates).__enter__()
    assert (given["interface"], given["protocol"]) == ("lo", "tls://")
    assert given["security"].tls_worker_cert == os.fspath(certificates / CERTIFICATE)
    assert given["options"]["dashboard_address"].startswith("127.0.0.1:")
