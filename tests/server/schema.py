"""Checks replies against docs/openapi.json: the part of JSON Schema that it uses."""
import json
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


class Interface:
    def __init__(self, document):
        self.document = document
        self.used = set()  # (path, method, status) that were seen

    @staticmethod
    def load(path):
        with open(path, encoding="utf-8") as file:
            return Interface(json.load(file))

    def resolve(self, node):
        while "$ref" in node:
            at = self.document
            for part in node["$ref"].removeprefix("#/").split("/"):
                at = at[part]
            node = {**at, **{k: v for k, v in node.items() if k != "$ref"}}
        return node

    def problems(self, schema, value, place="body"):
        schema = self.resolve(schema)
        if value is None:
            return [] if schema.get("nullable") else [f"{place} is null"]
        if "oneOf" in schema:
            tries = [self.problems(s, value, place) for s in schema["oneOf"]]
            return [] if any(not t for t in tries) else tries[0]
        kind = schema.get("type")
        if kind == "integer" and (isinstance(value, bool) or not isinstance(value, (int, float))
                                  or value != int(value)):
            return [f"{place} is no whole number"]
        if kind == "number" and (isinstance(value, bool) or not isinstance(value, (int, float))):
            return [f"{place} is no number"]
        if kind in TYPES and not isinstance(value, TYPES[kind]):
            return [f"{place} is no {kind}"]
        found = []
        if "enum" in schema and value not in schema["enum"]:
            found.append(f"{place} is {value!r}, none of {schema['enum']}")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            found.append(f"{place} is {value!r}, unlike {schema['pattern']}")
        if kind == "object":
            for name in schema.get("required", []):
                if name not in value:
                    found.append(f"{place}.{name} is missing")
            for name, member in schema.get("properties", {}).items():
                if name in value:
                    found += self.problems(member, value[name], f"{place}.{name}")
        if kind == "array":
            for i, item in enumerate(value):
                found += self.problems(schema.get("items", {}), item, f"{place}[{i}]")
        return found

    def check(self, method, template, reply):
        """Problems of a reply to that operation."""
        operation = self.document["paths"].get(template, {}).get(method.lower())
        if operation is None:
            return [f"{method} {template} is not described"]
        answer = operation["responses"].get(str(reply.status))
        if answer is None:
            return [f"{method} {template}: status {reply.status} is not described"]
        self.used.add((template, method.lower(), str(reply.status)))
        if reply.status == 204:
            return [f"{method} {template}: 204 has a body"] if reply.body else []
        content = self.resolve(answer)["content"]
        kind = (reply.headers.get("Content-Type") or "").split(";")[0]
        if kind not in content:
            return [f"{method} {template}: type {kind} is none of {sorted(content)}"]
        if kind != "application/json":
            return []
        return [f"{method} {template} {reply.status}: {p}"
                for p in self.problems(content[kind]["schema"], reply.json())]

    def operations(self):
        return [(path, method) for path, item in self.document["paths"].items() for method in item]
