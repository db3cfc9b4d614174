import type { Values } from "../../provider/definition/values";
import { ACTION_KINDS, aWorldFor, pass } from "../support/action-programs";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { aFile, privateImages } from "../support/image-data";
import { aZone, DEPLOYED, errorOf, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { MOMENTS, useStoppedRuns } from "../support/stopped-run";

const service = useService();
const runs = useStoppedRuns(service);
const warnings = (): string[] => service.said.filter(({ kind }) => kind === "warn").map(({ message }) => message);
const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:DomainRecord::web";
const RECORD = { type: "A", name: "www", target: "192.0.2.1" };

const KINDS = [
  { title: "a record", kind: "DomainRecord", args: RECORD, list: (zone: number) => `/domains/${zone}/records` },
  { title: "a domain", kind: "Domain", args: MASTER, list: () => "/domains" },
  { title: "an instance with a generated label", kind: "Instance", args: DEPLOYED, list: () => "/compute/instances" },
  {
    title: "an instance with a label",
    kind: "Instance",
    args: { ...DEPLOYED, label: "web" },
    list: () => "/compute/instances",
  },
  { title: "a MongoDB database", kind: "MongoDatabase", args: MONGO, list: () => "/databases/mongodb/instances" },
  {
    title: "a MySQL database",
    kind: "MysqlDatabase",
    args: { ...MYSQL, label: "store" },
    list: () => "/databases/mysql/instances",
  },
] as const;

async function prepared({ kind, args, list }: (typeof KINDS)[number]) {
  const zone = kind === "DomainRecord" ? await aZone(service) : 0;
  const full: Values = kind === "DomainRecord" ? { ...args, domainId: zone } : args;
  return { full, list: list(zone) };
}

describe.each(KINDS)("$title whose run was killed", (row) => {
  test.each(MOMENTS)("%s is there once after the next up, and belongs to it", async (moment) => {
    const { full, list } = await prepared(row);
    await runs.kill(moment, (handlers) => new Deployment(service, row.kind).up(full, {}, handlers(row.kind)));
    const [made] = await listed(service, list);
    service.forget();
    const next = new Deployment(service, row.kind);
    expect(await next.up(full, {}, runs.process()(row.kind))).toBe("create");
    const objects = await listed(service, list);
    expect(objects).toHaveLength(1);
    expect(next.recorded().id.split("/").at(-1)).toBe(String(objects[0]?.id));
    expect(service.writes().includes(`POST ${list}`)).toBe(made === undefined);
    expect(await next.up(full, {}, runs.process()(row.kind))).toBe("same");
    expect(await next.refresh()).toBe("same");
  });

  test("is announced by a preview, which writes nothing", async () => {
    const { full } = await prepared(row);
    await runs.kill("before the answer", (handlers) =>
      new Deployment(service, row.kind).up(full, {}, handlers(row.kind)),
    );
    service.forget();
    const next = new Deployment(service, row.kind);
    await next.check(runs.process()(row.kind), {}, next.inputsFrom(full, { isPreview: true }));
    expect(warnings().at(-1)).toMatch(/A run that was stopped .* looks for what it has come to/);
    expect(service.writes()).toEqual([]);
  });
});

describe("a record of which a stopped run may have made one", () => {
  const list = (zone: number): Promise<Values[]> => listed(service, `/domains/${zone}/records`);
  const up = (args: Values, name = "web") => {
    const deployment = new Deployment(service, "DomainRecord", name);
    return deployment.up(args, {}, runs.process()("DomainRecord")).then(() => deployment);
  };
  const kill = (moment: (typeof MOMENTS)[number], args: Values, name = "web") =>
    runs.kill(moment, (handlers) =>
      new Deployment(service, "DomainRecord", name).up(args, {}, handlers("DomainRecord")),
    );

  test("is not mistaken for one that was there before", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    const { id } = await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    await kill("before the request", args);
    expect((await up(args)).recorded().id).not.toBe(`${args.domainId}/${String(id)}`);
    expect(await list(args.domainId)).toHaveLength(2);
  });

  test("is not mistaken for one that came long after", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the request", args);
    service.clock.advance(3_600_000);
    await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    await up(args);
    expect(await list(args.domainId)).toHaveLength(2);
  });

  test("stops where there are two that it could be, names both, and changes nothing", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the answer", args);
    await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    service.forget();
    const message = await messageOf(up(args));
    for (const { id } of await list(args.domainId)) expect(message).toContain(`${args.domainId}/${String(id)}`);
    expect(message).toMatch(/import: "/);
    expect(service.writes()).toEqual([]);
  });

  test("belongs to one resource alone where an equal one, whose answer is slow, is made meanwhile", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the request", args, "two");
    const path = `/domains/${args.domainId}/records`;
    service.emulator.faults.add({ method: "POST", path, effect: { kind: "delay", ms: 300 }, phase: "after" });
    const handlers = runs.process()("DomainRecord");
    const [one, two] = [new Deployment(service, "DomainRecord", "one"), new Deployment(service, "DomainRecord", "two")];
    const making = one.up(args, {}, handlers);
    while ((await list(args.domainId)).length === 0) await Promise.resolve();
    await Promise.all([making, two.up(args, {}, handlers)]);
    expect(one.recorded().id).not.toBe(two.recorded().id);
    expect(await list(args.domainId)).toHaveLength(2);
  });

  test("is still known to the journal where the look for another one fails", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the state is written", args);
    const [{ id } = {}] = await list(args.domainId);
    await runs.journal().note({ urn: URN, collection: `/domains/${args.domainId}/records`, before: [], at: 0 });
    const path = `/domains/${args.domainId}/records`;
    service.emulator.faults.add({ method: "GET", path, nth: 2, effect: { kind: "status", status: 403 } });
    const process = runs.process();
    await errorOf(new Deployment(service, "DomainRecord").up(args, {}, process("DomainRecord")));
    process.endRun();
    expect((await up(args)).recorded().id).toBe(`${args.domainId}/${String(id)}`);
  });

  test("is not looked for any more once a person has imported one of two", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the answer", args);
    await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    const [{ id } = {}] = await list(args.domainId);
    const process = runs.process();
    const named = { import: `${args.domainId}/${String(id)}` };
    await new Deployment(service, "DomainRecord").up(args, named, process("DomainRecord"));
    process.endRun();
    expect(runs.journal().open(URN)).toEqual([]);
  });

  test("is not taken for that of an equal resource, whose own the journal knows", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the state is written", args, "one");
    await kill("before the answer", args, "two");
    const [one, two] = [await up(args, "one"), await up(args, "two")];
    expect(one.recorded().id).not.toBe(two.recorded().id);
    expect(await list(args.domainId)).toHaveLength(2);
  });

  test("is changed in place where the program has come to want another target", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the state is written", args);
    await up({ ...args, target: "192.0.2.2" });
    expect(await list(args.domainId)).toMatchObject([{ target: "192.0.2.2" }]);
  });

  test("is left alone, and named by every preview, where the program has come to want another type", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await kill("before the state is written", args);
    const [{ id: left } = {}] = await list(args.domainId);
    const wanted = { ...args, type: "TXT", target: "text" };
    const deployment = await up(wanted);
    expect(await list(args.domainId)).toHaveLength(2);
    for (let preview = 0; preview < 2; preview++) {
      service.said.length = 0;
      await deployment.preview(wanted, {}, runs.process()("DomainRecord"));
      expect(warnings()).toEqual([expect.stringContaining(`${args.domainId}/${String(left)}`)]);
    }
  });

  test("is not looked for after a run that ended in an orderly way", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    const process = runs.process();
    const first = new Deployment(service, "DomainRecord");
    await first.up(args, {}, process("DomainRecord"));
    process.endRun();
    const second = await up(args);
    expect(second.recorded().id).not.toBe(first.recorded().id);
    expect(warnings().at(-1)).toContain("left alone");
  });

  test("a forced replacement after a kill makes another, because the state has the first", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args, {}, runs.process()("DomainRecord"));
    const { id } = deployment.recorded();
    // The run was killed after the state was written; the next one shows the state first.
    const next = runs.process();
    await deployment.preview(args, {}, next("DomainRecord"));
    next.endRun();
    await deployment.forceReplace(args, {}, runs.process()("DomainRecord"));
    expect(deployment.recorded().id).not.toBe(id);
    expect(await list(args.domainId)).toHaveLength(1);
  });
});

describe("a double that was left alone without a journal", () => {
  test("is named by every preview for as long as it is there, and costs nothing afterwards", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    const { id } = await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    for (const step of [args, args, { ...args, target: "192.0.2.9" }]) {
      service.said.length = 0;
      await deployment.preview(step);
      expect(warnings()).toEqual([
        expect.stringMatching(new RegExp(`id ${args.domainId}/${String(id)} .*still there`)),
      ]);
    }
    await deployment.up({ ...args, target: "192.0.2.9" });
    await service.ask("DELETE", `/domains/${args.domainId}/records/${String(id)}`);
    service.said.length = 0;
    expect(await deployment.preview({ ...args, target: "192.0.2.9" })).toBe("same");
    expect(warnings()).toEqual([]);
  });

  test("stops no preview where the service does not answer, and is told once where the engine compares twice", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    const { id } = await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    service.said.length = 0;
    const handlers = deployment.process();
    await deployment.preview(args, {}, handlers);
    const { id: own, inputs, outputs } = deployment.recorded();
    await handlers.diff({ id: own, state: outputs }, inputs);
    expect(warnings()).toHaveLength(1);
    service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 503 } });
    service.said.length = 0;
    expect(await deployment.preview(args)).toBe("same");
    expect(warnings()).toEqual([
      expect.stringMatching(new RegExp(`id ${args.domainId}/${String(id)}.*not be checked`)),
    ]);
  });

  test("is no difference to a refresh", async () => {
    const args = { ...RECORD, domainId: await aZone(service) };
    await service.ask("POST", `/domains/${args.domainId}/records`, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  });
});

describe("an object with the generated name that no intent tells of", () => {
  const other = async (kind: string, args: Values): Promise<string> => {
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    service.said.length = 0;
    service.forget();
    return deployment.recorded().id;
  };

  test("is announced by the preview, where the journal is younger than the object", async () => {
    const id = await other("Instance", DEPLOYED);
    const next = new Deployment(service, "Instance");
    await next.check(runs.process()("Instance"), {}, next.inputsFrom(DEPLOYED, { isPreview: true }));
    expect(warnings()).toEqual([expect.stringMatching(new RegExp(`id ${id} has the name.*takes it over`))]);
  });

  test("is not taken over where the journal would know of it", async () => {
    await (await runs.journal().note({ urn: "urn", collection: "/domains", before: [], at: 0 })).answered("1");
    service.clock.advance(3_600_000);
    const id = await other("Instance", DEPLOYED);
    const next = new Deployment(service, "Instance");
    expect(await messageOf(next.up(DEPLOYED, {}, runs.process()("Instance")))).toContain(`import: "${id}"`);
    expect(service.writes()).toEqual([]);
  });

  test("stops a forced replacement, which looks the same, with the option that lets it through", async () => {
    await (await runs.journal().note({ urn: "urn", collection: "/domains", before: [], at: 0 })).answered("1");
    service.clock.advance(3_600_000);
    const deployment = new Deployment(service, "Instance");
    const first = runs.process();
    await deployment.up(DEPLOYED, {}, first("Instance"));
    first.endRun();
    service.forget();
    const forced = deployment.forceReplace(DEPLOYED, {}, runs.process()("Instance"));
    expect(await messageOf(forced)).toContain("set the option deleteBeforeReplace");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(DEPLOYED, {}, runs.process()("Instance"))).toBe("same");
  });

  test.each(["MongoDatabase", "MysqlDatabase"])("is never taken over where it is a %s", async (kind) => {
    const args = kind === "MongoDatabase" ? MONGO : MYSQL;
    const id = await other(kind, args);
    const next = new Deployment(service, kind);
    await next.check(next.process(), {}, next.inputsFrom(args, { isPreview: true }));
    expect(warnings()).toContainEqual(expect.stringContaining(`id ${id} has label`));
    expect(await messageOf(next.up(args))).toContain(`import: "${id}"`);
    expect(service.writes()).toEqual([]);
  });
});

describe.each(ACTION_KINDS)("%s whose run was killed", (kind) => {
  const post = (route: string): number => service.writes().filter((write) => write === route).length;

  test("before the request is run once by the next up, or not at all where nothing can tell", async () => {
    const { args, post: route } = await aWorldFor(service, kind);
    await runs.kill("before the request", (handlers) => new Deployment(service, kind).up(args, {}, handlers(kind)));
    const next = new Deployment(service, kind);
    const failed = await next.up(args, {}, runs.process()(kind)).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(post(route)).toBe(failed === undefined ? 1 : 0);
    if (failed !== undefined) expect(failed).toMatch(/unclear.*change triggers/);
  });

  test.each(["before the answer", "before the state is written"] as const)(
    "%s is not run a second time",
    async (moment) => {
      const { args, post: route, timesDone } = await aWorldFor(service, kind);
      await runs.kill(moment, (handlers) => new Deployment(service, kind).up(args, {}, handlers(kind)));
      pass(service);
      const next = new Deployment(service, kind);
      await next.up(args, {}, runs.process()(kind)).catch((error: Error) => expect(error.message).toContain("unclear"));
      expect(post(route)).toBe(1);
      expect(await timesDone()).toBe(1);
      expect(next.state).toBeDefined();
      expect(warnings()).toContainEqual(expect.stringContaining("a run that was stopped"));
      if (moment === "before the state is written") {
        expect(await next.up(args, {}, runs.process()(kind))).toBe("same");
        expect(post(route)).toBe(1);
      }
    },
  );

  test("runs again with other triggers, once", async () => {
    const { args, post: route } = await aWorldFor(service, kind);
    await runs.kill("before the state is written", (handlers) =>
      new Deployment(service, kind).up(args, {}, handlers(kind)),
    );
    pass(service);
    const next = new Deployment(service, kind);
    await next.up(args, {}, runs.process()(kind));
    expect(await next.up({ ...args, triggers: ["again"] }, {}, runs.process()(kind))).toBe("replace");
    expect(post(route)).toBe(2);
  });
});

test("an action that an update asks for anew leaves nothing in the journal", async () => {
  const { args, post } = await aWorldFor(service, "InstanceSnapshot");
  const [, path = ""] = post.split(" ");
  service.emulator.faults.add({ method: "POST", path, effect: { kind: "reset" } });
  service.emulator.faults.add({
    method: "GET",
    path,
    nth: 3,
    times: "always",
    effect: { kind: "status", status: 500 },
  });
  const snapshot = new Deployment(service, "InstanceSnapshot");
  await errorOf(snapshot.up(args, {}, runs.process()("InstanceSnapshot")));
  service.emulator.faults.clear();
  const process = runs.process();
  expect(await snapshot.up(args, {}, process("InstanceSnapshot"))).toBe("update");
  process.endRun();
  expect(runs.journal().open(URN.replace("DomainRecord", "InstanceSnapshot"))).toEqual([]);
});

describe("images of one label", () => {
  const upload = (source: string): Values => ({ region: "us-east", label: "golden", source });

  test.each(MOMENTS)("are not doubled by a run that was killed %s", async (moment) => {
    const args = upload(aFile());
    await runs.kill(moment, (handlers) => new Deployment(service, "Image").up(args, {}, handlers("Image")));
    const next = new Deployment(service, "Image");
    expect(await next.up(args, {}, runs.process()("Image"))).toBe("create");
    expect(await privateImages(service)).toMatchObject([{ id: next.recorded().id, status: "available" }]);
  });

  test("are not looked for where their data was refused and they were deleted again", async () => {
    service.emulator.faults.add({ method: "PUT", path: "/upload/*", effect: { kind: "status", status: 400 } });
    const args = upload(aFile());
    const process = runs.process();
    await errorOf(new Deployment(service, "Image").up(args, {}, process("Image")));
    process.endRun();
    service.said.length = 0;
    const next = new Deployment(service, "Image");
    await next.check(runs.process()("Image"), {}, next.inputsFrom(args, { isPreview: true }));
    expect(warnings()).toEqual([]);
  });

  test("made at once, one answer slow and one lost, stay two", async () => {
    const [one, two] = [new Deployment(service, "Image", "one"), new Deployment(service, "Image", "two")];
    service.emulator.faults.add({
      method: "POST",
      path: "/images/upload",
      effect: { kind: "delay", ms: 300 },
      phase: "after",
    });
    service.emulator.faults.add({ method: "POST", path: "/images/upload", nth: 2, effect: { kind: "lostResponse" } });
    const process = service.process();
    await Promise.all([one.up(upload(aFile()), {}, process("Image")), two.up(upload(aFile()), {}, process("Image"))]);
    expect(one.recorded().id).not.toBe(two.recorded().id);
    expect(await privateImages(service)).toHaveLength(2);
  });
});

test("two equal records made at once, one answer slow and one lost, stay two", async () => {
  const args = { ...RECORD, domainId: await aZone(service) };
  const path = `/domains/${args.domainId}/records`;
  service.emulator.faults.add({ method: "POST", path, effect: { kind: "delay", ms: 300 }, phase: "after" });
  service.emulator.faults.add({ method: "POST", path, nth: 2, effect: { kind: "lostResponse" } });
  const handlers = service.process()("DomainRecord");
  const [one, two] = [new Deployment(service, "DomainRecord", "one"), new Deployment(service, "DomainRecord", "two")];
  await Promise.all([one.up(args, {}, handlers), two.up(args, {}, handlers)]);
  expect(one.recorded().id).not.toBe(two.recorded().id);
  expect(await listed(service, path)).toHaveLength(2);
});

test("a create that fails for good is not looked for", async () => {
  const domainId = await aZone(service);
  service.emulator.faults.add({
    method: "POST",
    path: `/domains/${domainId}/records`,
    effect: { kind: "status", status: 400 },
  });
  const process = runs.process();
  await errorOf(new Deployment(service, "DomainRecord").up({ ...RECORD, domainId }, {}, process("DomainRecord")));
  process.endRun();
  service.said.length = 0;
  await new Deployment(service, "DomainRecord").up({ ...RECORD, domainId }, {}, runs.process()("DomainRecord"));
  expect(warnings()).toEqual([]);
});

test("every kind has its row in KINDS (a new one: add it)", () => {
  expect(kindsWithoutRow(KINDS, { Image: "above: images of one label" })).toEqual([]);
});
