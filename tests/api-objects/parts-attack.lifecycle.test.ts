import collections from "../../examples/emulator/collections.json";
import type { Values } from "../../provider/definition/values";
import { adopted } from "../support/adopted-account";
import { evaluated } from "../support/evaluated-program";
import { Deployment } from "../support/deployment";
import { exported, inShort, scanOf } from "../support/exported-stack";
import { Machine } from "../support/machine";
import { listed, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { Stack } from "../support/stack";

const BUCKETS = "/object-storage/buckets";
const PATH = `${BUCKETS}/us-east/web`;
const declared = {
  ...collections,
  "/slugs": { id: ["slug"] },
  "/pairs": { id: ["zone", "port"], apart: ["limits"], actions: { set: ["quota"] } },
};
const service = useService({ provisionMs: 1_000, collections: declared });

const bucket = (access?: Values, more: Values = {}) => ({
  collection: BUCKETS,
  body: { region: "us-east", label: "web", ...(access && { access }), ...more },
});
const PAIR = { zone: "a", port: 443, limits: { cpu: 1 } };
const pair = (body: Values = {}, how: Values = {}) => ({
  collection: "/pairs",
  body: { ...PAIR, ...body },
  idFields: ["zone", "port"],
  read: { limits: "limits" },
  ...how,
});
const [PRIVATE, PUBLIC] = [{ acl: "private" }, { acl: "public-read" }];
const asked = () => service.requests().map(({ method, path }) => `${method} ${path}`);

async function made(args: Values, options = {}, name = "web") {
  const deployment = new Deployment(service, "ApiObject", name);
  await deployment.up(args, options);
  service.forget();
  return deployment;
}

test("an ID may be of numbers, and of several fields that only the program knows", async () => {
  const deployment = await made(pair());
  expect(deployment.recorded().id).toBe("/pairs/a/443");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(pair({ limits: { cpu: 2 } }))).toBe("update");
  expect(await deployment.up(pair({ port: 80 }))).toBe("replace");
  expect(deployment.recorded().id).toBe("/pairs/a/80");
  const other = await made(pair({ zone: "b" }));
  await other.destroy();
  const imported = new Deployment(service, "ApiObject", "other");
  await deployment.destroy();
  await service.ask("POST", "/pairs", { zone: "a", port: 1 });
  await imported.up(pair({ port: 1, limits: {} }), { import: "/pairs/a/1" });
  expect(await imported.up(pair({ port: 1, limits: {} }))).toBe("same");
});

test("a refresh of many takes one list where nothing is apart, and reads each that has parts", async () => {
  const labels = Array.from({ length: 12 }, (_, index) => `b${index}`);
  const all = await Promise.all(
    labels.map((label, index) => made(bucket(index < 2 ? PRIVATE : undefined, { label }), {}, label)),
  );
  service.forget();
  const process = service.process();
  expect(await Promise.all(all.map((one) => one.refresh(process("ApiObject"))))).toEqual(labels.map(() => "same"));
  expect(asked().filter((one) => one.endsWith("/access"))).toHaveLength(2);
  expect(asked().filter((one) => one === `GET ${BUCKETS}`)).toHaveLength(1);
  expect(asked()).toHaveLength(5);
});

test("a drift report names what differs apart from the object, and others in a collection whose ID only a stack knows", async () => {
  const deployment = await made(bucket(PRIVATE));
  const own = await made(pair(), {}, "own");
  await service.ask("PUT", `${PATH}/access`, PUBLIC);
  await service.ask("POST", "/pairs", { zone: "b", port: 1 });
  const { findings } = await scanOf(service, [exported("ApiObject", deployment), exported("ApiObject", own, "own")]);
  expect(inShort(findings)).toEqual(["modified ApiObject body.access", "unmanaged ApiObject"]);
  expect(findings.map(({ id }) => id)).toEqual([PATH, "/pairs/b/1"]);
});

test("buckets are adopted, and their import changes nothing", async () => {
  await service.ask("POST", BUCKETS, bucket().body);
  const { program } = await adopted(service, ["--collection", BUCKETS]);
  expect(evaluated(program.files)).toMatchObject([
    { importId: PATH, args: { collection: BUCKETS, body: bucket().body } },
  ]);
});

test("ignored and replacing changes apart from the object are what they are elsewhere", async () => {
  const deployment = await made(bucket(PRIVATE));
  expect(await deployment.up(bucket(PUBLIC), { ignoreChanges: ["body.access"] })).toBe("same");
  expect(await deployment.difference(bucket(PUBLIC), { replaceOnChanges: ["body.access"] })).toMatchObject({
    hasChanges: true,
  });
  await deployment.replaceOnChange(bucket(PUBLIC), { replaceOnChanges: ["body.access"] });
  expect(await service.ask("GET", `${PATH}/access`)).toEqual(PUBLIC);
  expect(await listed(service, BUCKETS)).toHaveLength(1);
});

test("an option that is added later changes only how the object is read", async () => {
  const deployment = await made({ ...pair(), read: {}, body: { zone: "a", port: 443 } });
  const more = { ...pair(), body: { zone: "a", port: 443 } };
  expect(await deployment.up(more)).toBe("update");
  expect([service.writes(), deployment.recorded().outputs.output]).toMatchObject([[], { limits: {} }]);
  expect(await deployment.up(pair())).toBe("update");
  expect(service.writes()).toEqual(["PUT /pairs/a/443/limits"]);
});

test("an update of both that fails apart from the object is completed by the next one", async () => {
  const deployment = await made(pair({ note: "a" }));
  service.emulator.faults.add({ method: "PUT", path: "/pairs/*/*/limits", effect: { kind: "status", status: 400 } });
  const wanted = pair({ note: "b", limits: { cpu: 2 } });
  expect(await messageOf(deployment.up(wanted))).toContain("limits");
  expect(await service.ask("GET", "/pairs/a/443")).toMatchObject({ note: "b" });
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.up(wanted)).toBe("update");
  expect(await service.ask("GET", "/pairs/a/443/limits")).toEqual({ cpu: 2 });
  expect(await deployment.up(wanted)).toBe("same");
});

test("a part that cannot be read after the create leaves one object, which the next update completes", async () => {
  service.emulator.faults.add({
    method: "GET",
    path: "/pairs/*/*/limits",
    times: 3,
    effect: { kind: "status", status: 403 },
  });
  const deployment = new Deployment(service, "ApiObject");
  await messageOf(deployment.up(pair()));
  expect(deployment.recorded().id).toBe("/pairs/a/443");
  service.emulator.faults.clear();
  expect(await deployment.up(pair())).toBe("update");
  expect(await deployment.up(pair())).toBe("same");
  expect(await listed(service, "/pairs")).toHaveLength(1);
});

test("with updateMethod none, what is apart is set once, and a change replaces", async () => {
  const deployment = await made(pair({}, { updateMethod: "none" }));
  expect(await service.ask("GET", "/pairs/a/443/limits")).toEqual({ cpu: 1 });
  expect(await deployment.difference(pair({ limits: { cpu: 2 } }, { updateMethod: "none" }))).toMatchObject({
    replaces: ["body.limits"],
  });
});

test("a request that `updatePath` names is used instead of the PUT", async () => {
  const how = { read: { quota: "quota" }, updatePath: { quota: "POST set" } };
  service.emulator.faults.add({
    method: "GET",
    path: "/pairs/*/*/quota",
    times: "always",
    effect: { kind: "status", status: 200, body: { size: 5 } },
  });
  await made(pair({ quota: { size: 5 }, limits: null }, how));
  expect(await service.ask("GET", "/pairs/a/443")).toMatchObject({ quota: { size: 5 } });
});

test("an update that changes the ID is sent once, and its error names the new ID", async () => {
  await service.ask("POST", "/slugs", { slug: "one", label: "one" });
  const object = (label: string) => ({ collection: "/slugs", body: { label }, idFields: ["slug"] });
  const deployment = await made(object("one"), { import: "/slugs/one" });
  const body = { slug: "two", label: "two" };
  service.emulator.faults.add({ method: "PUT", path: "/slugs/one", effect: { kind: "status", status: 200, body } });
  expect(await messageOf(deployment.up(object("two")))).toContain('import: "/slugs/two"');
  expect(service.writes()).toEqual(["PUT /slugs/one"]);
  expect(deployment.recorded()).toMatchObject({ id: "/slugs/one", inputs: { body: { label: "one" } } });
});

test("what is secret apart from the object is marked, by its own path", async () => {
  const deployment = await made(pair({ limits: { key: "horse-battery" } }, { secretOutputs: ["limits.key"] }));
  const { secrets } = deployment.recorded().outputs.__options as { secrets: string[][] };
  expect(secrets).toContainEqual(["output", "limits", "key"]);
});

test("what secretOutputs names is marked in body, too, before anything is recorded", async () => {
  const args = pair({ key: "horse-battery" }, { secretOutputs: ["key", "other"] });
  const deployment = await made(args);
  const { inputs, outputs } = deployment.recorded();
  expect(inputs.__options).toMatchObject({ secrets: [["body", "key"]] });
  const { secrets } = outputs.__options as { secrets: string[][] };
  expect(secrets).toEqual(
    expect.arrayContaining([
      ["body", "key"],
      ["output", "key"],
    ]),
  );
  expect(await deployment.up(args)).toBe("same");
});

test("a parent that is replaced takes its children along, with what is apart", async () => {
  const stack = new Stack(service);
  const machine = new Machine(service, () => stack.export());
  const program = (region: string) => [
    { kind: "ApiObject", name: "one", args: bucket(PRIVATE, { region }) },
    { kind: "ApiObject", name: "two", args: pair({ zone: region }) },
  ];
  await machine.run((process) => stack.up(program("us-east"), process));
  await machine.run((process) => stack.up(program("eu-west"), process));
  expect(await listed(service, BUCKETS)).toMatchObject([{ region: "eu-west" }]);
  expect(await listed(service, "/pairs")).toMatchObject([{ zone: "eu-west" }]);
  expect(await service.ask("GET", "/pairs/eu-west/443/limits")).toEqual({ cpu: 1 });
});

test("what a killed create left is named by its path once the program has moved", async () => {
  const stack = new Stack(service);
  const machine = new Machine(service, () => stack.export());
  const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
  const programOf = (args: Values) => [{ kind: "ApiObject", name: "web", args }];
  const other = { kind: "ApiObject", name: "other", args: pair({ zone: "b" }) };
  await machine.runCounted((process) => stack.up(programOf(pair()), process), point);
  const moved = [...programOf({ collection: "/vpcs", body: { label: "web" } }), other];
  await machine.run((process) => stack.up(moved, process));
  expect(service.warnings().join()).toContain("/pairs/a/443");
});

test("an object that exists at the path is named by a preview, also of a new label", async () => {
  await service.ask("POST", BUCKETS, bucket(undefined, { label: "front" }).body);
  const deployment = await made(bucket());
  await new Deployment(service, "ApiObject", "second").previewNew(bucket(undefined, { label: "front" }));
  expect(service.warnings().join()).toContain(`import: "${BUCKETS}/us-east/front"`);
  expect(await messageOf(deployment.up(bucket(undefined, { label: "front" })))).toContain("front");
  expect(await listed(service, BUCKETS)).toHaveLength(2);
});

test("an object that somebody deletes and makes again under the same path has its parts set again", async () => {
  const deployment = await made(bucket(PRIVATE));
  await service.ask("DELETE", PATH);
  await service.ask("POST", BUCKETS, bucket().body);
  expect(await deployment.refresh()).toBe("drift");
  expect(await deployment.up(bucket(PRIVATE))).toBe("update");
  expect(await service.ask("GET", `${PATH}/access`)).toEqual(PRIVATE);
});
