"""Writes each document in each format with the command line, and reads it back with readers that are not ours:
PyYAML, xml.etree and csv. What npm packages read is left in a folder for read_back.mjs.

Usage: read_back.py PROGRAM FOLDER
"""

import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as etree

import yaml

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
lines = (pathlib.Path(__file__).parent / "documents.jsonl").read_text("utf-8").splitlines()
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
NAME = re.compile(r"(?!(?i:xml))[A-Za-z_][A-Za-z0-9_.\-]*\Z")
failures = []


def written(text, *options):
    """The text in a format, or nothing when it fell back to JSON."""
    done = subprocess.run([program, "convert", *options, "--strict"], input=text.encode(), capture_output=True)
    if done.returncode == 1:
        return None
    if done.returncode or done.stderr:
        sys.exit(f"{options}: {done.stderr.decode()}\n{text}")
    assert done.stdout.endswith(b"\n")
    return done.stdout[:-1].decode()


def same(one, other):
    """Equal in value and type, floats to the last bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other and repr(one) == repr(other)


def texts(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            # A key that is a name cannot hold any.
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


def scalar(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def matches(element, value):
    """Whether an element holds a scalar: numbers by value, since they may be spelled in more than one way."""
    text = element.text or ""
    if len(element):
        return False
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return same(json.loads(text), value)
    return text == scalar(value)


def key_of(element):
    if element.tag == "field" and "name" in element.attrib:
        assert list(element.attrib) == ["name"] and not NAME.match(element.attrib["name"]), element.attrib
        return element.attrib["name"]
    assert not element.attrib, element.attrib
    return element.tag


def same_entries(elements, entries):
    """Elements, in order, against keys: an array is its items, one element each."""
    elements = list(elements)
    for key, value in entries:
        items = value if isinstance(value, list) and value else [value]
        taken, elements = elements[: len(items)], elements[len(items) :]
        if [key_of(element) for element in taken] != [key] * len(items):
            return False
        if not all(map(same_element, taken, items)):
            return False
    return not elements


def same_element(element, value):
    if isinstance(value, dict):
        return not (element.text or "").strip() and same_entries(element, value.items())
    if isinstance(value, list):
        return same_entries(element, [("item", [item]) for item in value])
    return matches(element, value)


def same_document(root, value):
    if isinstance(value, dict):
        return root.tag == "ObjectNode" and same_entries(root, value.items())
    if isinstance(value, list):
        return root.tag == "ObjectNode" and same_entries(root, [("root", [item]) for item in value])
    return root.tag == "root" and matches(root, value)


def check_xml(value, text):
    if text is None:
        return any(map(ILLEGAL.search, texts(value)))
    return same_document(etree.fromstring(text), value)


def same_cell(cell, value):
    if isinstance(value, (dict, list)):
        return same(json.loads(cell), value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return same(json.loads(cell), value)
    return cell == scalar(value)


def check_csv(value, text):
    rows = [value] if isinstance(value, dict) else value
    is_table = isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows) and any(rows)
    if not is_table:
        return text is None
    columns = list(dict.fromkeys(key for row in rows for key in row))
    header, *records = csv.reader(io.StringIO(text, newline=""), strict=True)
    return header == columns and len(records) == len(rows) and all(
        len(record) == len(columns)
        and all(same_cell(cell, row.get(column)) for cell, column in zip(record, columns))
        for record, row in zip(records, rows)
    )


def check(number, name, holds):
    try:
        if holds():
            return
        reason = "differs"
    except Exception as error:  # a reader that does not take the text
        reason = f"{type(error).__name__}: {error}"
    failures.append(f"document {number}, {name}: {reason}")


for number, line in enumerate(lines, 1):
    value = json.loads(line)
    article, compact = written(line, "--to", "yaml"), written(line, "--to", "yaml", "--yaml-style", "compact")
    check(number, "yaml, PyYAML", lambda: same(yaml.safe_load(article), value))
    check(number, "yaml compact, PyYAML", lambda: same(yaml.safe_load(compact), value))
    check(number, "xml, xml.etree", lambda: check_xml(value, written(line, "--to", "xml")))
    check(number, "csv, csv", lambda: check_csv(value, written(line, "--to", "csv")))
    for name, text in [
        ("yaml", article),
        ("compact.yaml", compact),
        ("toon", written(line, "--to", "toon")),
        ("tab.toon", written(line, "--to", "toon", "--delimiter", "tab")),
        ("json", line),
    ]:
        (folder / f"{number}.{name}").write_text(text, "utf-8", newline="")

print(f"{len(lines)} documents read back by PyYAML {yaml.__version__}, xml.etree and csv")
sys.exit("\n".join(failures) or 0)
