"""Reads a backup as docs/backup.md states its format, and prints it as JSON lines. Fails on anything that is not so."""
import base64, hashlib, json, struct, sys

with open(sys.argv[1], "rb") as file:
    assert file.readline() == b"KEELSON BACKUP 1\n"
    whole, chunks, entries, end = hashlib.sha256(), 0, 0, None
    while head := file.read(8):
        assert end is None, "it goes on after its end"
        kind, length = struct.unpack(">4sI", head)
        payload, checksum = file.read(length), file.read(32)
        assert hashlib.sha256(head + payload).digest() == checksum, "altered"
        if kind == b"DONE":
            end = json.loads(payload)
            assert end == {"entries": entries, "chunks": chunks, "sha256": whole.hexdigest()}
            continue
        whole.update(checksum)
        chunks += 1
        if kind == b"HEAD":
            assert chunks == 1
            print(json.dumps(json.loads(payload)))
            continue
        assert kind == b"DATA"
        at = 0
        while at < length:
            key, value, revision, expiry = struct.unpack_from(">IIQQ", payload, at)
            at += 24 + key + value
            name, content = payload[at - key - value : at - value], payload[at - value : at]
            row = {"key": name.decode(), "value": base64.b64encode(content).decode(), "revision": revision, "expiry": expiry}
            print(json.dumps(row))
            entries += 1
    assert end, "cut off"
