#!/usr/bin/env python3
"""The release binary is one static, stripped file of at most 4 MB. Exit status 77 (skipped) when it has not been built."""
import pathlib
import struct
import sys
import tempfile

from order import ROOT

LIMIT = 4_000_000
PT_INTERP, SHT_SYMTAB = 3, 2


def headers(data, start, size, count):
    return [data[start + index * size: start + (index + 1) * size] for index in range(count)]


def problems(path):
    data = path.read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return ["is no 64-bit ELF file"]
    program, section = struct.unpack_from("<QQ", data, 32)
    program_size, program_count, section_size, section_count = struct.unpack_from("<HHHH", data, 54)
    found = []
    if any(struct.unpack_from("<I", h)[0] == PT_INTERP for h in headers(data, program, program_size, program_count)):
        found.append("is linked dynamically")
    if any(struct.unpack_from("<I", h, 4)[0] == SHT_SYMTAB for h in headers(data, section, section_size, section_count)):
        found.append("is not stripped")
    if len(data) > LIMIT:
        found.append(f"has {len(data)} bytes, at most {LIMIT}")
    return found


def elf(segments, sections, padding=0):
    """A file with just these kinds of segments and sections."""
    start, after = 64, 64 + 56 * len(segments)
    head = b"\x7fELF\x02" + bytes(27) + struct.pack("<QQ", start, after) + bytes(6)
    head += struct.pack("<HHHH", 56, len(segments), 64, len(sections)) + bytes(2)
    body = b"".join(struct.pack("<I", kind) + bytes(52) for kind in segments)
    return head + body + b"".join(struct.pack("<II", 0, kind) + bytes(56) for kind in sections) + bytes(padding)


def self_test():
    cases = [
        (elf([1], [1]), []),
        (elf([1, PT_INTERP], [1]), ["is linked dynamically"]),
        (elf([1], [1, SHT_SYMTAB]), ["is not stripped"]),
        (b"#!/bin/sh\n", ["is no 64-bit ELF file"]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "binary"
        for data, expected in cases:
            path.write_bytes(data)
            assert problems(path) == expected, (expected, problems(path))
        path.write_bytes(elf([1], [1], LIMIT))
        assert "at most" in problems(path)[0]
    print("self-test: 5 cases behave")


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        sys.exit(0)
    binary = ROOT / "build" / "release" / "graphfence"
    if not binary.exists():
        print("there is no release binary (./dev build release)")
        sys.exit(77)
    found = problems(binary)
    for problem in found:
        print(f"build/release/graphfence: {problem}")
    print(f"{binary.stat().st_size} bytes, {len(found)} findings")
    sys.exit(1 if found else 0)
