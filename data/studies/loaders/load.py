"""Reads this folder as datapackage.json describes it, with the standard library alone.

    import load
    tables = load.load()             # {"persons": [{"person": 1, ...}, ...], ...}

Checksums, row counts, types, allowed values and keys are verified on the way; what does
not hold raises ValueError. `python3 load.py [FOLDER]` does that and prints the counts.
"""

import csv
import hashlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def verify_checksums(folder=HERE):
    """Compares every file with checksums.sha256; returns how many there are."""
    count = 0
    with open(os.path.join(folder, "checksums.sha256"), encoding="utf-8") as lines:
        for line in lines:
            wanted, path = line.rstrip("\n").split("  ", 1)
            digest = hashlib.sha256()
            with open(os.path.join(folder, *path.split("/")), "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    digest.update(block)
            if digest.hexdigest() != wanted:
                raise ValueError(f"{path} is not the file that was exported")
            count += 1
    return count


def convert(text, field):
    """A cell as a value of its column's type; None when it is empty."""
    if text == "":
        if field.get("constraints", {}).get("required"):
            raise ValueError("is empty")
        return None
    kind = field["type"]
    if kind == "integer":
        return int(text)
    if kind == "number":
        return float(text)
    if kind == "boolean":
        return {"true": True, "false": False}[text]
    # One apostrophe was put before what a spreadsheet would take for a formula.
    value = text[1:] if text.startswith("'") else text
    allowed = field.get("constraints", {}).get("enum")
    if allowed is not None and value not in allowed:
        raise ValueError(f"{value!r} is none of {allowed}")
    return value


def read_table(folder, resource):
    """The rows of one table as dictionaries."""
    fields = resource["schema"]["fields"]
    names = [field["name"] for field in fields]
    path = os.path.join(folder, resource["path"])
    rows = []
    csv.field_size_limit(1 << 30)
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        if next(reader) != names:
            raise ValueError(f"{path}: other columns than datapackage.json has")
        for number, cells in enumerate(reader, 1):
            if len(cells) != len(fields):
                raise ValueError(f"{path}, row {number}: {len(cells)} cells")
            row = {}
            for text, field in zip(cells, fields):
                try:
                    row[field["name"]] = convert(text, field)
                except (ValueError, KeyError) as error:
                    raise ValueError(
                        f"{path}, row {number}, {field['name']}: {error}"
                    ) from error
            rows.append(row)
    if len(rows) != resource["rows"]:
        raise ValueError(f"{path}: {len(rows)} rows instead of {resource['rows']}")
    return rows


def keys_of(rows, columns):
    """The values of some columns, row by row; rows in which one is empty are left out."""
    for row in rows:
        key = tuple(row[column] for column in columns)
        if None not in key:
            yield key


def verify_keys(tables, resources):
    """Primary keys are unique, foreign keys lead somewhere."""
    for resource in resources:
        name, schema = resource["name"], resource["schema"]
        own = [tuple(row[c] for c in schema["primaryKey"]) for row in tables[name]]
        if len(set(own)) != len(own):
            raise ValueError(f"{name}: two rows have the same {schema['primaryKey']}")
        for key in schema["foreignKeys"]:
            there = set(
                keys_of(tables[key["reference"]["resource"]], key["reference"]["fields"])
            )
            for value in keys_of(tables[name], key["fields"]):
                if value not in there:
                    raise ValueError(f"{name}: {key['fields']} {value} leads nowhere")


def load(folder=HERE, verify=True):
    """All tables of the folder: a dictionary of lists of rows."""
    with open(os.path.join(folder, "datapackage.json"), encoding="utf-8") as file:
        resources = json.load(file)["resources"]
    if verify:
        verify_checksums(folder)
    tables = {resource["name"]: read_table(folder, resource) for resource in resources}
    if verify:
        verify_keys(tables, resources)
    return tables


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else HERE
    try:
        n_files = verify_checksums(folder)
        tables = load(folder)
    except (OSError, ValueError) as error:
        sys.exit(f"load.py: {error}")
    for name, rows in tables.items():
        print(f"{name}: {len(rows)} rows")
    print(f"{n_files} files have the checksums they were exported with")


if __name__ == "__main__":
    main()
