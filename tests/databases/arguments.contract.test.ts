import type { Values } from "../../provider/definition/values";
import { check } from "../../provider/lifecycle/object/check";
import { diff } from "../../provider/lifecycle/object/diff";
import { unfinishedState } from "../../provider/lifecycle/state/state";
import { PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { definitionOf } from "../../provider/resources/registry";
import { UNKNOWN } from "../../provider/definition/values";
import { liveObject, offlineHost, optionsFor, outputsOf } from "../support/contract";
import { MONGO, MYSQL } from "../support/programs";

const KINDS = [
  { kind: "MongoDatabase", args: MONGO },
  { kind: "MysqlDatabase", args: MYSQL },
];

async function places(kind: string, args: Values): Promise<string[]> {
  const { failures = [] } = await offlineHost(kind).check({}, { ...args, ...optionsFor(kind) });
  return failures.map(({ property }) => property);
}

const warnings = (kind: string, olds: Values, news: Values, options: Values = {}): readonly string[] =>
  check(definitionOf(kind), { olds, news: { ...news, ...optionsFor(kind, options) } }).warnings;

const difference = (kind: string, before: Values, after: Values) =>
  diff(
    { definition: definitionOf(kind), args: { ...after, ...optionsFor(kind) } },
    { id: "80001", state: outputsOf(definitionOf(kind), { ...before, ...optionsFor(kind) }) },
  );

describe.each(KINDS)("$kind", ({ kind, args }) => {
  test.each(["4.4.10", "postgresql/13.2", "mongodb", "mongodb/", "mysql/8/0", "MYSQL/8.0.26", "mongodb/4.4.10 "])(
    "rejects the engine %p",
    async (engine) => expect(await places(kind, { ...args, engine })).toEqual(["engine"]),
  );

  test.each<[Values, string[]]>([
    [{ label: "ab" }, ["label"]],
    [{ label: "abc" }, []],
    [{ label: "a".repeat(32) }, []],
    [{ label: "a".repeat(33) }, ["label"]],
    [{ clusterSize: 2 }, ["clusterSize"]],
    [{ clusterSize: "3" }, ["clusterSize"]],
    [{ clusterSize: 1 }, []],
    [{ clusterSize: 3 }, []],
    [{ updates: { frequency: "monthly", weekOfMonth: 1 } }, []],
    [{ updates: { frequency: "monthly" } }, ["updates.weekOfMonth"]],
    [{ updates: { frequency: "monthly", weekOfMonth: null } }, ["updates.weekOfMonth"]],
    [{ updates: { frequency: "weekly", weekOfMonth: 1 } }, ["updates.weekOfMonth"]],
    [{ updates: { frequency: "weekly", weekOfMonth: null } }, []],
    [{ updates: { weekOfMonth: 1 } }, ["updates.weekOfMonth"]],
    [{ updates: { frequency: "monthly", weekOfMonth: 5 } }, ["updates.weekOfMonth"]],
    [{ updates: { frequency: "daily", weekOfMonth: 1 } }, ["updates.frequency"]],
    [{ updates: { frequency: "monthly", hourOfDay: 24 } }, ["updates.hourOfDay", "updates.weekOfMonth"]],
    [{ updates: { duration: 0 } }, ["updates.duration"]],
    [{ updates: { duration: 4 } }, ["updates.duration"]],
    [{ updates: { hourOfDay: 24 } }, ["updates.hourOfDay"]],
    [{ updates: { dayOfWeek: 0 } }, ["updates.dayOfWeek"]],
    [{ updates: { hour: 3 } }, ["updates.hour"]],
    [{ updates: {} }, []],
    [{ updates: { frequency: "monthly", weekOfMonth: PULUMI_UNKNOWN } }, []],
    [{ updates: PULUMI_UNKNOWN, allowList: PULUMI_UNKNOWN }, []],
  ])("%j fails at %j", async (more, expected) => {
    expect(await places(kind, { ...args, ...more })).toEqual(expected);
  });

  test.each([
    ["is missing", {}, 1],
    ["is empty", { allowList: [] }, 1],
    ["has an address", { allowList: ["192.0.2.1"] }, 0],
    ["is unknown", { allowList: UNKNOWN }, 0],
    ["has an unknown item", { allowList: [UNKNOWN] }, 0],
  ])("warns about a new database only if its allow list is open: it %s", (_, more, expected) => {
    expect(warnings(kind, {}, { ...args, ...more })).toHaveLength(expected);
  });

  test("removing the allow list warns once, unless it was already empty", () => {
    const open = { ...args, allowList: ["192.0.2.1"], ...optionsFor(kind) };
    expect(warnings(kind, open, args)).toHaveLength(1);
    expect(warnings(kind, open, { ...args, allowList: [] })).toHaveLength(1);
    expect(warnings(kind, { ...args, ...optionsFor(kind) }, { ...args, allowList: [] })).toEqual([]);
  });

  test("an import without an allow list doesn't warn, because the actual list is unknown", () => {
    expect(warnings(kind, {}, args, { import: "34" })).toEqual([]);
  });

  test("the order and equivalent forms of the allow list make no difference", () => {
    const before = { ...args, allowList: ["192.0.2.1", "10.0.0.0/8", "2001:DB8::1"] };
    const after = { ...args, allowList: ["2001:db8:0::1/128", "192.0.2.1/32", "10.0.0.0/8"] };
    expect(difference(kind, before, after).changed).toEqual([]);
  });

  test("another engine replaces the database, and preview shows that its data is lost", () => {
    const engine = args.engine.replace(/\d+$/, "99");
    const { replaces, notices } = difference(kind, args, { ...args, engine });
    expect(replaces).toEqual(["engine"]);
    expect(notices).toEqual([expect.stringMatching(/^engine: .* lost$/)]);
  });

  test("removing an input with its default value doesn't replace the database", () => {
    const defaults = { clusterSize: 1, encrypted: false, sslConnection: true };
    expect(difference(kind, { ...args, ...defaults }, args)).toMatchObject({ changed: [], replaces: [] });
    expect(difference(kind, { ...args, clusterSize: 3 }, args).replaces).toContain("clusterSize");
  });

  test("an explicit default gives the same generated label", async () => {
    const host = offlineHost(kind);
    const plain = await host.check({}, { ...args, ...optionsFor(kind) });
    const spelled = await host.check({}, { ...args, clusterSize: 1, encrypted: false, ...optionsFor(kind) });
    expect(spelled.inputs?.label).toBe(plain.inputs?.label);
    const removed = await host.check(spelled.inputs ?? {}, { ...args, ...optionsFor(kind) });
    expect(removed.inputs?.label).toBe(plain.inputs?.label);
  });
});

test("an empty replica set name is the same as none, whatever the API does with it", () => {
  const generated = { ...MONGO, replicaSet: "RS-12-0" };
  expect(difference("MongoDatabase", generated, { ...MONGO, replicaSet: "" }).replaces).toEqual([]);
  expect(difference("MongoDatabase", { ...MONGO, replicaSet: "" }, { ...MONGO, replicaSet: "shop" }).replaces).toEqual([
    "replicaSet",
  ]);
});

test.each<[string, Values, string[]]>([
  // Preview compares the version with the API's list.
  ["MongoDatabase", { engine: "mongodb/4.4.10-rc1" }, []],
  ["MongoDatabase", { engine: "mongodb/3.6.21", storageEngine: "mmapv1" }, []],
  ["MongoDatabase", { engine: "mongodb/4.0.12", storageEngine: "mmapv1" }, ["storageEngine"]],
  ["MongoDatabase", { engine: "mongodb/4.4.10", storageEngine: "mmapv1" }, ["storageEngine"]],
  ["MongoDatabase", { engine: "mongodb/10.0", storageEngine: "mmapv1" }, ["storageEngine"]],
  ["MongoDatabase", { replicaSet: "a".repeat(64) }, []],
  ["MongoDatabase", { replicaSet: "a".repeat(65) }, ["replicaSet"]],
  ["MongoDatabase", { replicaSet: "" }, []],
  ["MysqlDatabase", { replicationType: "none" }, []],
  ["MysqlDatabase", { replicationType: "semi_synch" }, ["replicationType"]],
  ["MysqlDatabase", { clusterSize: 1, replicationType: "none" }, []],
  ["MysqlDatabase", { clusterSize: 1, replicationType: "asynch" }, ["replicationType"]],
  ["MysqlDatabase", { clusterSize: 3, replicationType: "none" }, ["replicationType"]],
  ["MysqlDatabase", { clusterSize: 3, replicationType: "asynch" }, []],
  ["MysqlDatabase", { clusterSize: 3, replicationType: "semi_synch" }, []],
  ["MysqlDatabase", { clusterSize: PULUMI_UNKNOWN, replicationType: "asynch" }, []],
])("a %s with %j fails at %j", async (kind, more, expected) => {
  expect(await places(kind, { ...(kind === "MongoDatabase" ? MONGO : MYSQL), ...more })).toEqual(expected);
});

test("a replica set that the API doesn't return yet after an unfinished create replaces nothing", () => {
  const definition = definitionOf("MongoDatabase");
  const inputs = { ...MONGO, replicaSet: "shop", ...optionsFor("MongoDatabase") };
  const live = { ...liveObject(definition, inputs), replicaSet: null, status: "provisioning" };
  const state = unfinishedState({ definition, args: inputs }, live, {
    args: Object.keys({ ...MONGO, replicaSet: "shop" }),
  });
  expect(diff({ definition, args: inputs }, { id: "80001", state })).toMatchObject({
    changed: [],
    replaces: [],
    unfinished: true,
  });
});
