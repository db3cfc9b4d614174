import { detailOutputs } from "../../provider/definition/definition";
import { definitions } from "../../provider/resources/registry";
import { DOCUMENTED_FIELDS } from "../support/documented-fields";
import { ANSWERS } from "../support/schemas/by-route";
import type { Schema } from "../support/schemas/schema";

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const arguments_ = definitions.flatMap((definition) =>
  Object.entries(definition.args).map(([name, rule]) => ({ kind: definition.kind, name, rule, definition })),
);

describe.each(definitions)("$kind", (definition) => {
  const { identity, collection, args, computed } = definition;

  test("is recognised by arguments that it has", () => {
    expect(identity.by.filter((name) => !(name in args))).toEqual([]);
    expect(identity.by).not.toEqual([]);
  });

  test("counts on no field that the documents leave out or let be null", () => {
    const own = collection.replace(/\{\w+\}/g, "{}");
    const answer = ANSWERS[`GET ${own}/{}`] ?? ANSWERS[`GET ${own}/{+}`];
    const fields = answer?.properties as Readonly<Record<string, Schema>>;
    const types = (definition.alwaysTold ?? []).map((name) => fields[snake(name)]?.type);
    expect(types).not.toEqual([]);
    for (const type of types) expect(["string", "integer", "boolean"]).toContain(type);
  });

  test("gets a generated name only in an argument that it is recognised by", () => {
    expect(identity.generated === undefined || identity.by.includes(identity.generated)).toBe(true);
  });

  test("has a required argument for each part of its path, which replaces it", () => {
    for (const [, name = ""] of collection.matchAll(/\{(\w+)\}/g)) {
      expect(args[name]).toMatchObject({ required: true, sentIn: "path", replaces: true });
    }
  });

  test("has no output that is both an argument and computed", () => {
    expect(Object.keys(computed).filter((name) => name in args)).toEqual([]);
  });

  test("has no output that two answers of the service tell", () => {
    const outputs = [...Object.keys(args), ...Object.keys(computed), ...detailOutputs(definition)];
    expect(outputs.filter((name, index) => outputs.indexOf(name) !== index)).toEqual([]);
  });

  test("asks for capabilities only of what the service lists, and says of no other that it is listed", () => {
    for (const { of } of definition.needs ?? []) expect(args[of]?.listedIn).toMatch(/^\//);
    const unlisted = Object.values(args).filter(({ listedIn }) => listedIn === undefined);
    expect(unlisted.filter(({ listing, warnsOfEntry }) => listing !== undefined || warnsOfEntry)).toEqual([]);
  });

  test("names no argument or output in the way of Pulumi's own", () => {
    const reserved = ["id", "urn", "provider", "parent", "__provider", "__options", "__applied"];
    expect([...Object.keys(args), ...Object.keys(computed)].filter((name) => reserved.includes(name))).toEqual([]);
  });

  test("says where the documents describe it, and allows every operation some time", () => {
    expect(definition.source).toMatch(/^document [123], /);
    expect(Math.min(...Object.values(definition.deadlines))).toBeGreaterThanOrEqual(60);
  });
});

test("no two kinds have the same name or the same words", () => {
  expect(new Set(definitions.map(({ kind }) => kind)).size).toBe(definitions.length);
  expect(new Set(definitions.map(({ noun }) => noun)).size).toBe(definitions.length);
});

const isSentIn = (sentIn: string | undefined, body: string): boolean =>
  sentIn === undefined || sentIn === "both" || sentIn === body;

test.each(arguments_.filter(({ rule }) => isSentIn(rule.sentIn, "create")))(
  "$kind.$name is a field that the documents list for the create request",
  ({ definition, name }) => {
    const documented = DOCUMENTED_FIELDS[`POST ${definition.collection.replace(/\{\w+\}/g, "{}")}`] ?? {};
    expect(Object.keys(documented)).toContain(snake(name));
  },
);

test.each(arguments_.filter(({ rule }) => isSentIn(rule.sentIn, "update")))(
  "$kind.$name is a field that the documents list for the update request",
  ({ definition, name }) => {
    const documented = DOCUMENTED_FIELDS[`PUT ${definition.collection.replace(/\{\w+\}/g, "{}")}/{}`] ?? {};
    expect(Object.keys(documented)).toContain(snake(name));
  },
);

test.each(arguments_.filter(({ rule }) => rule.secret))(
  "$kind.$name is secret, and so never told by the service",
  ({ rule }) => {
    expect(rule.writeOnly).toBe(true);
  },
);

test.each(arguments_.filter(({ rule }) => rule.sentIn === "create"))(
  "$kind.$name, which no update request can carry, replaces the object or has a way of its own to change",
  ({ rule }) => {
    expect(rule.replaces === true || rule.steps !== undefined || rule.refuses !== undefined).toBe(true);
  },
);
