import type { Values } from "../../provider/definition/values";
import { check } from "../../provider/lifecycle/object/check";
import { diff } from "../../provider/lifecycle/object/plan";
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

  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ["label", ["abc", "a".repeat(32)], ["ab", "a".repeat(33)]],
    ["clusterSize", [1, 3], [2, "3"]],
  ])("checks %s", async (name, valid, invalid) => {
    for (const value of valid) expect(await places(kind, { ...args, [name]: value })).toEqual([]);
    for (const value of invalid) expect(await places(kind, { ...args, [name]: value })).toEqual([name]);
  });

  const MONTHLY = { frequency: "monthly" };
  test.each<[unknown, string]>([
    [{ ...MONTHLY, weekOfMonth: 1 }, ""],
    [MONTHLY, "weekOfMonth"],
    [{ ...MONTHLY, weekOfMonth: null }, "weekOfMonth"],
    [{ frequency: "weekly", weekOfMonth: 1 }, "weekOfMonth"],
    [{ frequency: "weekly", weekOfMonth: null }, ""],
    [{ weekOfMonth: 1 }, "weekOfMonth"],
    [{ ...MONTHLY, weekOfMonth: 5 }, "weekOfMonth"],
    [{ frequency: "daily", weekOfMonth: 1 }, "frequency"],
    [{ ...MONTHLY, hourOfDay: 24 }, "hourOfDay, updates.weekOfMonth"],
    [{ duration: 0 }, "duration"],
    [{ duration: 4 }, "duration"],
    [{ hourOfDay: 24 }, "hourOfDay"],
    [{ dayOfWeek: 0 }, "dayOfWeek"],
    [{ hour: 3 }, "hour"],
    [{}, ""],
    [{ ...MONTHLY, weekOfMonth: PULUMI_UNKNOWN }, ""],
    [PULUMI_UNKNOWN, ""],
  ])("updates of %j are rejected at %j", async (updates, rejected) => {
    const found = await places(kind, { ...args, updates, allowList: PULUMI_UNKNOWN });
    expect(found.join(", ")).toBe(rejected === "" ? "" : `updates.${rejected}`);
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

  test("removing the allow list warns once, but not if it was already empty, or is unknown in an import", () => {
    const open = { ...args, allowList: ["192.0.2.1"], ...optionsFor(kind) };
    expect(warnings(kind, open, args)).toHaveLength(1);
    expect(warnings(kind, open, { ...args, allowList: [] })).toHaveLength(1);
    expect(warnings(kind, { ...args, ...optionsFor(kind) }, { ...args, allowList: [] })).toEqual([]);
    expect(warnings(kind, {}, args, { import: "34" })).toEqual([]);
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

test.each([
  ["RS-12-0", "", []],
  ["", "shop", ["replicaSet"]],
])("a replica set %j, and then %j, replaces for %j: an empty name is none", (before, after, replaced) => {
  const { replaces } = difference("MongoDatabase", { ...MONGO, replicaSet: before }, { ...MONGO, replicaSet: after });
  expect(replaces).toEqual(replaced);
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
  const named = { ...MONGO, replicaSet: "shop" };
  const args = { ...named, ...optionsFor("MongoDatabase") };
  const live = { ...liveObject(definition, args), replicaSet: null, status: "provisioning" };
  const state = unfinishedState({ definition, args }, live, { args: Object.keys(named) });
  const none = { changed: [], replaces: [], unfinished: true };
  expect(diff({ definition, args }, { id: "80001", state })).toMatchObject(none);
});
