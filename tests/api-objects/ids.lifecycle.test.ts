import collections from "../../examples/emulator/collections.json";
import type { Values } from "../../provider/definition/values";
import { adopted } from "../support/adopted-account";
import { Deployment } from "../support/deployment";
import { evaluated } from "../support/evaluated-program";
import { exported, inShort, scanOf } from "../support/exported-stack";
import { Machine } from "../support/machine";
import { listed, messageOf } from "../support/programs";
import { rewritten } from "../support/rewritten-service";
import { useService } from "../support/service";
import { Stack } from "../support/stack";

const BUCKETS = "/object-storage/buckets";
const service = useService({
  collections: { ...collections, "/pairs": { id: ["zone", "port"] }, "/labels": { unique: ["label"] } },
});

const bucket = (label: string, more: Values = {}) => ({
  collection: BUCKETS,
  body: { region: "us-east", label, ...more },
});

describe.each([
  ["what a URL has otherwise", "a b/50%20é日", "a%20b%2F50%2520%C3%A9%E6%97%A5"],
  ["what a shell reads, or ends a path", "-.it's@($x):*!?#", "-.it%27s@%28%24x%29:%2A%21%3F%23"],
])("an ID with %s", (_, name, part) => {
  const id = `${BUCKETS}/us-east/${part}`;

  test("is the object's path, and is managed as any other", async () => {
    service.emulator.faults.add({ method: "POST", path: BUCKETS, effect: { kind: "lostResponse" } });
    const deployment = new Deployment(service, "ApiObject");
    await deployment.up(bucket(name));
    expect(deployment.recorded()).toMatchObject({ id, outputs: { output: { label: name } } });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(bucket(name, { tags: ["x"] }))).toBe("update");
    expect(await service.ask("GET", id)).toMatchObject({ tags: ["x"] });
    expect(inShort((await scanOf(service, [exported("ApiObject", deployment)])).findings)).toEqual([]);
    await deployment.destroy();
    expect(await listed(service, BUCKETS)).toEqual([]);
  });

  test("is found by drift, adopt, `.get`, an import and a message", async () => {
    await service.ask("POST", BUCKETS, bucket(name).body);
    const taken = await messageOf(new Deployment(service, "ApiObject").up(bucket(name)));
    expect(taken).toContain(`import: "${id}"`);
    const { program } = await adopted(service, ["--collection", BUCKETS]);
    expect(evaluated(program.files)).toMatchObject([{ importId: id, args: bucket(name) }]);
    const read = await service.process()("ApiObject").read({ id, state: {} });
    expect(read).toMatchObject({ id, state: { output: { label: name } } });
    const imported = new Deployment(service, "ApiObject");
    await imported.up(bucket(name), { import: id });
    await service.ask("POST", BUCKETS, bucket(`${name}2`).body);
    const { findings } = await scanOf(service, [exported("ApiObject", imported)]);
    expect(findings).toMatchObject([{ state: "unmanaged", id: `${id}2` }]);
  });
});

test("an object whose ID a URL has otherwise is found again after a kill", async () => {
  const stack = new Stack(service);
  const machine = () => new Machine(service, () => stack.export());
  const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
  const program = [{ kind: "ApiObject", name: "web", args: bucket("a b/c") }];
  await machine().runCounted((process) => stack.up(program, process), point);
  service.clock.advance(10_000);
  await machine().run((process) => stack.up(program, process));
  expect(stack.recorded()).toMatchObject([{ id: `${BUCKETS}/us-east/a%20b%2Fc` }]);
});

test.each([".", "..", ""])("an ID that no path can have is refused by a preview: %j", async (name) => {
  expect(await new Deployment(service, "ApiObject").refusals(bucket(name))).toEqual([
    expect.stringContaining("body.label: must be an ID"),
  ]);
});

const pair = (idFields: string[], more: Values = {}) => ({
  collection: "/pairs",
  body: { zone: "a", port: 1, name: "a", ...more },
  idFields,
});

test("a field `id` that is no part of the ID is in output as any other", async () => {
  const shown = await rewritten(service, "/pairs", (live) => ({ ...live, id: 7 }));
  const deployment = new Deployment(shown.service, "ApiObject");
  await deployment.up(pair(["zone", "port"]));
  await deployment.refresh();
  expect(deployment.recorded()).toMatchObject({ id: "/pairs/a/1", outputs: { output: { id: 7 } } });
  shown.close();
});

test("other fields as the ID change only how the object is read if its path stays, and otherwise replace it", async () => {
  const deployment = new Deployment(service, "ApiObject");
  await deployment.up(pair(["zone", "port"]));
  service.forget();
  expect(await deployment.up(pair(["name", "port"]))).toBe("update");
  expect(await deployment.refresh()).toBe("same");
  expect([service.writes(), deployment.recorded().id]).toEqual([[], "/pairs/a/1"]);
  for (const idFields of [["port"], ["port", "zone"], ["zone", "absent"]])
    expect(await deployment.difference(pair(idFields))).toMatchObject({ replaces: ["idFields"] });
});

test("without a field `id`, and without `idFields`, a message says what to do", async () => {
  await service.ask("POST", "/pairs", pair([]).body);
  const id = "/pairs/a/1";
  const says = /but without its ID.*`idFields`.*option `import`.*`filter`/;
  expect(await messageOf(service.process()("ApiObject").read({ id, state: {} }))).toMatch(says);
  const { idFields: _, ...without } = pair([]);
  const other = { ...without, body: { zone: "b", port: 1 } };
  await service.ask("DELETE", id);
  const deployment = new Deployment(service, "ApiObject");
  expect(await messageOf(deployment.up(other))).toContain("`idFields`");
  await deployment.up({ ...other, idFields: ["zone", "port"] });
  expect([deployment.recorded().id, await listed(service, "/pairs")]).toMatchObject(["/pairs/b/1", [{ zone: "b" }]]);
});

test.each<[string, string, Values]>([
  [BUCKETS, "label", bucket("Web")],
  ["/labels", "label", { collection: "/labels", body: { label: "Web" }, identifiedBy: "label" }],
])("an object in %s whose %s the API shows in lower case is named after a lost answer", async (path, field, args) => {
  const shown = await rewritten(service, path, (live) => ({ ...live, [field]: String(live[field]).toLowerCase() }));
  service.emulator.faults.add({ method: "POST", path, effect: { kind: "lostResponse" } });
  const deployment = new Deployment(shown.service, "ApiObject");
  const says = await messageOf(deployment.up(args));
  const [{ id = "us-east/web" } = {}, ...more] = await listed(service, path);
  expect(says).toContain(`import: "${path}/${String(id)}"`);
  expect([service.timesSent(`POST ${path}`), more]).toEqual([1, []]);
  shown.close();
});
