"""export_check.py DATABASE STUDY FOLDER: an export against the database, read without us.

Rows of the tables are counted from the events as they are stored; nothing that names a
person may stand anywhere in the folder.
"""

import collections
import importlib.util
import json
import os
import sqlite3
import sys

database, study, folder = sys.argv[1:]
spec = importlib.util.spec_from_file_location("load", os.path.join(folder, "load.py"))
load = importlib.util.module_from_spec(spec)
spec.loader.exec_module(load)
tables = load.load(folder)

db = sqlite3.connect(database)
persons = db.execute(
    "SELECT id, number FROM study_persons WHERE study = ? ORDER BY number", (study,)
).fetchall()
assert [row["person"] for row in tables["persons"]] == [number for _, number in persons]
withdrawn = {person for (person,) in db.execute("SELECT person FROM study_withdrawn")}
assert withdrawn, "somebody should have withdrawn"

logs = {}
for person, number in persons:
    stored = db.execute(
        "SELECT event, stored_ms FROM study_events WHERE person = ? ORDER BY seq", (person,)
    )
    logs[number] = [(json.loads(event), ms) for event, ms in stored]
consented = {
    number
    for number, log in logs.items()
    if any(e["type"] == "consent" and e["data"]["answer"] == "yes" for e, _ in log)
}
assert 0 < len(consented) < len(persons), "some should have left before they consented"

count = collections.Counter()
for number in consented:
    for event, _ in logs[number]:
        count[event["type"]] += 1
        if event["type"] == "answer":
            count["survey" if event["phase"] == "survey" else "rating"] += 1
wanted = {
    "events": sum(len(logs[number]) for number in consented),
    "phases": count["phase-start"],
    "trials": count["attention"] + count["pitch"] + count["tones"] + count["check"],
    "prompts": count["prompt"],
    "plays": count["level-start"],
    "comparisons": count["pair-start"],
    "ratings": count["rating"],
    "surveys": count["survey"],
}
for table, rows in wanted.items():
    assert rows > 0 and len(tables[table]) == rows, (table, rows, len(tables[table]))

# Every time, and every text that somebody wrote, comes back as it was sent.
events = {(row["person"], row["seq"]): row for row in tables["events"]}
comments = {(row["person"], row["seq"]): row for row in tables["surveys"]}
n_texts = 0
for number in consented:
    for event, stored_ms in logs[number]:
        row = events[number, event["seq"]]
        assert (row["t_ms"], row["clock_ms"]) == (event["t"], event["clock"])
        assert row["server_ms"] == stored_ms and row["event"] == event["type"]
        if event["type"] == "answer" and event["data"]["question"] == "comment":
            value = event["data"]["value"] or None
            assert comments[number, event["seq"]]["value"] == value, value
            n_texts += value is not None
assert n_texts > 3, "too few texts to try"

secrets = [person for person, _ in persons] + sorted(withdrawn)
secrets += [key for (key,) in db.execute("SELECT hash FROM study_keys")]
for path, _, names in os.walk(folder):
    for name in names:
        if name.endswith(".pyc"):
            continue
        with open(os.path.join(path, name), "rb") as file:
            content = file.read()
        for secret in secrets:
            assert secret.encode() not in content, f"{name} names a person"
print("as stored")
