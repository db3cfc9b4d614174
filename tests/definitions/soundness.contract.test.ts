import { isSentIn } from "../../provider/definition/definition";
import { objects } from "../../provider/resources/registry";
import { ANSWERS, BODIES, operationOf, routeIn } from "../support/schemas/by-route";
import type { Schema } from "../kinds/schema";

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const arguments_ = objects.flatMap((definition) =>
  Object.entries(definition.args).map(([name, rule]) => ({ kind: definition.kind, name, rule, definition })),
);

const ofAny = (path: string): string => path.replace(/\{\w+\}/g, "1");

function documentedFields(method: string, path: string): string[] {
  const fields = BODIES[routeIn(BODIES, method, ofAny(path)) ?? ""];
  if (!fields) throw new Error(`${method} ${path} has no body: add it to the specimen`);
  return Object.keys(fields);
}

describe.each(objects)("$kind", (definition) => {
  const { identity, collection, args, outputs } = definition;

  test("is identified by inputs that it has, and generates a name only for one of them", () => {
    expect(identity.by.filter((name) => !(name in args))).toEqual([]);
    expect(identity.by).not.toEqual([]);
    expect(identity.by).toEqual(expect.arrayContaining([identity.generated ?? []].flat()));
  });

  test("relies on no field that the documents omit or allow to be null", () => {
    const answer = ANSWERS[operationOf("GET", ofAny(`${collection}/{id}`)) ?? ""];
    if (!answer) throw new Error(`GET ${collection}/{id} has no response: add it to the specimen`);
    const fields = answer.properties as Readonly<Record<string, Schema>>;
    const types = (outputs.neverNull ?? []).map((name) => fields[snake(name)]?.type);
    expect(types).not.toEqual([]);
    for (const type of types) expect(["string", "integer", "boolean"]).toContain(type);
  });

  test("has a required input for each part of its path, which replaces it", () => {
    for (const [, name = ""] of collection.matchAll(/\{(\w+)\}/g)) {
      expect(args[name]).toMatchObject({ required: true, sent: { in: "path" }, change: { replaces: true } });
    }
  });

  test("reads each output from one source, and sub-resources only if it declares them, and declares no others", () => {
    expect(Object.keys(outputs.from).filter((name) => name in args)).toEqual([]);
    const read = Object.values(outputs.from).flatMap(({ field }) => field.split(".").slice(0, -1));
    expect([...new Set(read)].sort()).toEqual(Object.keys(outputs.subResources ?? {}).sort());
  });

  test("requires capabilities only of what the API lists", () => {
    if (definition.checks?.capabilities) expect(args.region?.catalogue?.path).toMatch(/^\//);
  });

  test("has no input or output with a name that Pulumi reserves", () => {
    const reserved = ["id", "urn", "provider", "parent", "__provider", "__options", "__applied"];
    expect([...Object.keys(args), ...Object.keys(outputs.from)].filter((name) => reserved.includes(name))).toEqual([]);
  });

  test("cites its documentation and sets a timeout for every operation", () => {
    expect(definition.describedIn).toMatch(/^Linode API v4, /);
    expect(Math.min(...Object.values(definition.deadlines))).toBeGreaterThanOrEqual(60);
  });
});

test("no two resource types have the same name or noun", () => {
  expect(new Set(objects.map(({ kind }) => kind)).size).toBe(objects.length);
  expect(new Set(objects.map(({ noun }) => noun)).size).toBe(objects.length);
});

test.each(arguments_.filter(({ rule }) => isSentIn(rule, "create")))(
  "$kind: $name is a documented field of the create request",
  ({ definition, name }) => {
    expect(documentedFields("POST", definition.collection)).toContain(snake(name));
  },
);

test.each(arguments_.filter(({ rule }) => isSentIn(rule, "update")))(
  "$kind: $name is a documented field of the update request",
  ({ definition, name }) => {
    expect(documentedFields("PUT", `${definition.collection}/{id}`)).toContain(snake(name));
  },
);

test.each(arguments_.filter(({ rule }) => rule.secret))(
  "$kind: $name is secret and therefore never returned by the API",
  ({ rule }) => {
    expect(rule.writeOnly).toBe(true);
  },
);

test.each(arguments_.filter(({ rule }) => rule.sent?.in === "create"))(
  "$kind: $name, which no update request can carry, replaces the resource or has its own way to update",
  ({ rule: { change } }) => {
    expect(change?.replaces ?? change?.steps).toBeDefined();
  },
);
