import type { Values } from "../../provider/definition/values";
import { NO_JOURNAL } from "../../provider/journal/journal";
import { ACTION_KINDS, aDatabase, aWorldFor, pass } from "../support/action-programs";
import { placed } from "../support/collections";
import { twoDeployedAtOnce } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { kindsWithoutRow } from "../support/every-kind";
import { aFile, privateImages } from "../support/image-data";
import { aZone, DEPLOYED, errorOf, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { MOMENTS, useStoppedRuns } from "../support/stopped-run";
import { DAY_MS } from "../support/time";

const service = useService();
const runs = useStoppedRuns(service);
const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:DomainRecord::web";
const RECORD = { type: "A", name: "www", target: "192.0.2.1" };

const KINDS = [
  { title: "a record", kind: "DomainRecord", args: RECORD },
  { title: "a domain", kind: "Domain", args: MASTER },
  { title: "an instance with a generated label", kind: "Instance", args: DEPLOYED },
  { title: "an instance with a label", kind: "Instance", args: { ...DEPLOYED, label: "web" } },
  { title: "a MongoDB database", kind: "MongoDatabase", args: MONGO },
  { title: "a MySQL database", kind: "MysqlDatabase", args: { ...MYSQL, label: "store" } },
] as const;

describe.each(KINDS)("$title after an interrupted update", ({ kind, args: fields }) => {
  test.each(MOMENTS)("killed %s exists once after the next up, which manages it", async (moment) => {
    const { args, list } = await placed(service, kind, fields);
    await runs.killUp(moment, kind, args);
    const [made] = await listed(service, list);
    service.forget();
    const next = new Deployment(service, kind);
    expect(await next.up(args, {}, runs.process()(kind))).toBe("create");
    const objects = await listed(service, list);
    expect(objects).toHaveLength(1);
    expect(next.recorded().id.split("/").at(-1)).toBe(String(objects[0]?.id));
    expect(service.writes().includes(`POST ${list}`)).toBe(made === undefined);
    expect(await next.up(args, {}, runs.process()(kind))).toBe("same");
    expect(await next.refresh()).toBe("same");
  });

  test("is announced by preview, which writes nothing", async () => {
    const { args } = await placed(service, kind, fields);
    await runs.killUp("before the response", kind, args);
    service.forget();
    const next = new Deployment(service, kind);
    await next.previewNew(args, {}, runs.process()(kind));
    expect(service.warnings().at(-1)).toMatch(/An interrupted update .* searches for the result of that update/);
    expect(service.writes()).toEqual([]);
  });
});

describe("a record that an interrupted update may have created", () => {
  const up = (args: Values, name = "web") => {
    const deployment = new Deployment(service, "DomainRecord", name);
    return deployment.up(args, {}, runs.process()("DomainRecord")).then(() => deployment);
  };
  const kill = (moment: (typeof MOMENTS)[number], args: Values, name = "web") =>
    runs.killUp(moment, "DomainRecord", args, name);

  test("is not confused with one that existed before", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, RECORD);
    await kill("before the request", args);
    expect((await up(args)).recorded().id).not.toBe(`${String(args.domainId)}/${String(id)}`);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test("is not confused with one of the same second that has the inputs to which the program has changed", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id: other } = await service.ask("POST", list, RECORD);
    await kill("before the response", { ...args, target: "192.0.2.2" });
    const { id } = (await up(args)).recorded();
    expect(id).not.toBe(`${String(args.domainId)}/${String(other)}`);
    expect(await listed(service, list)).toMatchObject([{ target: "192.0.2.1" }, { target: "192.0.2.1" }]);
  });

  test("is not confused with one that was created long after", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the request", args);
    service.clock.advance(3_600_000);
    await service.ask("POST", list, RECORD);
    await up(args);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test("fails if two records match, names both, and changes nothing", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    await service.ask("POST", list, RECORD);
    service.forget();
    const message = await messageOf(up(args));
    for (const { id } of await listed(service, list))
      expect(message).toContain(`${String(args.domainId)}/${String(id)}`);
    expect(message).toMatch(/import: "/);
    expect(service.writes()).toEqual([]);
  });

  test("belongs to one resource only, even if an identical one with a slow response is created meanwhile", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the request", args, "two");
    service.emulator.faults.add({ method: "POST", path: list, effect: { kind: "delay", ms: 300 }, phase: "after" });
    const handlers = runs.process()("DomainRecord");
    const [one, two] = [new Deployment(service, "DomainRecord", "one"), new Deployment(service, "DomainRecord", "two")];
    const making = one.up(args, {}, handlers);
    while ((await listed(service, list)).length === 0) await Promise.resolve();
    await Promise.all([making, two.up(args, {}, handlers)]);
    expect(one.recorded().id).not.toBe(two.recorded().id);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test("stays in the journal if the search for another one fails", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the state is written", args);
    const [{ id } = {}] = await listed(service, list);
    await runs.journal().note({ urn: URN, collection: list, before: [], at: 0 });
    service.emulator.faults.add({ method: "GET", path: list, nth: 2, effect: { kind: "status", status: 403 } });
    const process = runs.process();
    await errorOf(new Deployment(service, "DomainRecord").up(args, {}, process("DomainRecord")));
    await process.endRun();
    expect((await up(args)).recorded().id).toBe(`${String(args.domainId)}/${String(id)}`);
  });

  test("is no longer searched for once the user imports one of two", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    await service.ask("POST", list, RECORD);
    const [{ id } = {}] = await listed(service, list);
    const process = runs.process();
    const named = { import: `${String(args.domainId)}/${String(id)}` };
    await new Deployment(service, "DomainRecord").up(args, named, process("DomainRecord"));
    await process.endRun();
    expect(runs.journal().openIntents(URN)).toEqual([]);
  });

  test("is not confused with that of an identical resource, whose own is in the journal", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the state is written", args, "one");
    await kill("before the response", args, "two");
    const [one, two] = [await up(args, "one"), await up(args, "two")];
    expect(one.recorded().id).not.toBe(two.recorded().id);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test("is not confused with that of an identical resource of the stack, which later updates had in state", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    const [{ id } = {}] = await listed(service, list);
    const two = new Deployment(service, "DomainRecord", "two");
    for (const step of ["create", "same", "same"]) {
      const process = runs.process();
      expect(await two.up(args, {}, process("DomainRecord"))).toBe(step);
      await process.endRun();
    }
    expect((await up(args)).recorded().id).toBe(`${String(args.domainId)}/${String(id)}`);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test("is not confused with that of an identical resource of the stack, created elsewhere, after a refresh", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    const [{ id } = {}] = await listed(service, list);
    const two = new Deployment(service, "DomainRecord", "two");
    await two.up(args);
    const process = runs.process();
    await two.refresh(process("DomainRecord"));
    await process.endRun();
    expect((await up(args)).recorded().id).toBe(`${String(args.domainId)}/${String(id)}`);
    expect(await listed(service, list)).toHaveLength(2);
  });

  test.each(MOMENTS.slice(1))(
    "(killed %s) is updated in place if the program now declares another target",
    async (moment) => {
      const { args, list } = await placed(service, "DomainRecord", RECORD);
      await kill(moment, args);
      await up({ ...args, target: "192.0.2.2" });
      expect(await listed(service, list)).toMatchObject([{ target: "192.0.2.2" }]);
    },
  );

  test("is kept, and named by every preview, if the program now declares another type", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the state is written", args);
    const [{ id: left } = {}] = await listed(service, list);
    const wanted = { ...args, type: "TXT", target: "text" };
    const deployment = await up(wanted);
    expect(await listed(service, list)).toHaveLength(2);
    for (let preview = 0; preview < 2; preview++) {
      service.said.length = 0;
      await deployment.preview(wanted, {}, runs.process()("DomainRecord"));
      expect(service.warnings()).toEqual([expect.stringContaining(`${String(args.domainId)}/${String(left)}`)]);
    }
  });

  test("is not searched for once a later update had it in state", async () => {
    const { args } = await placed(service, "DomainRecord", RECORD);
    const first = new Deployment(service, "DomainRecord");
    for (let run = 0; run < 2; run++) {
      const process = runs.process();
      await first.up(args, {}, process("DomainRecord"));
      await process.endRun();
    }
    const second = await up(args);
    expect(second.recorded().id).not.toBe(first.recorded().id);
    expect(service.warnings().at(-1)).toContain("Its owner is unknown");
    service.said.length = 0;
    await second.preview(args, {}, runs.process()("DomainRecord"));
    expect(service.warnings()).toEqual([expect.stringContaining(`identical domain record: ${first.recorded().id}`)]);
    service.said.length = 0;
    await second.destroy(runs.process()("DomainRecord"));
    expect(service.warnings()).toEqual([
      expect.stringMatching(new RegExp(`^There is a second, identical domain record: ${first.recorded().id}`)),
    ]);
  });

  test("is adopted by the next up if its update exited cleanly but the state was not written", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    for (let run = 0; run < 3; run++) {
      const process = runs.process();
      await new Deployment(service, "DomainRecord").up(args, {}, process("DomainRecord"));
      await process.endRun();
    }
    expect(await listed(service, list)).toHaveLength(1);
    expect(service.warnings()).toEqual(
      Array(2).fill(expect.stringMatching(/Adopted existing .*no later command has confirmed/)),
    );
  });

  test("is waited for if the list shows it late, as in the update itself", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    service.emulator.faults.add({ method: "GET", path: list, times: 3, effect: { kind: "stale" } });
    await up(args);
    expect(await listed(service, list)).toHaveLength(1);
  });

  test("is named by later updates if the list shows it only after another one is created", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    const [{ id: lost } = {}] = await listed(service, list);
    service.emulator.faults.add({ method: "GET", path: list, times: 20, effect: { kind: "stale" } });
    const process = runs.process();
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args, {}, process("DomainRecord"));
    await process.endRun();
    service.emulator.faults.clear();
    expect(service.warnings().at(-1)).toMatch(/may have created this .*a later update shows its ID/);
    for (let run = 0; run < 2; run++) {
      service.said.length = 0;
      const next = runs.process();
      await deployment.preview(args, {}, next("DomainRecord"));
      await next.endRun();
      expect(service.warnings()).toEqual([
        expect.stringContaining(`omain record ${String(args.domainId)}/${String(lost)} `),
      ]);
    }
    await service.ask("DELETE", `${list}/${String(lost)}`);
    service.clock.advance(3_600_000);
    service.said.length = 0;
    const last = runs.process();
    await deployment.preview(args, {}, last("DomainRecord"));
    await last.endRun();
    expect(service.warnings()).toEqual([]);
    expect(runs.journal().unrecordedIntents()).toEqual([]);
  });

  test("is kept and named if the program now declares it in another zone", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await kill("before the response", args);
    const [{ id } = {}] = await listed(service, list);
    const other = { ...RECORD, domainId: await aZone(service, "other.example") };
    const deployment = await up(other);
    service.said.length = 0;
    await deployment.preview(other, {}, runs.process()("DomainRecord"));
    expect(service.warnings()).toEqual([
      expect.stringContaining(`identical domain record: ${String(args.domainId)}/${String(id)}`),
    ]);
  });

  test.each([
    ["older by the API's clock", 3_600_000, RECORD, " is identical to this one"],
    ["another record", 0, { ...RECORD, name: "mail" }, ", which an interrupted update "],
  ])("is not assumed to be the record with its ID, if that is %s", async (_, ageMs, theirs, warning) => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, theirs);
    service.clock.advance(ageMs);
    await kill("before the request", args);
    // As after a reset of the API: the ID in the journal is now that of someone else's record.
    const [{ at = 0, serviceTime, identity } = {}] = runs.journal().openIntents(URN);
    runs.forget();
    const noted = await runs.journal().note({ urn: URN, collection: list, before: [], at, serviceTime, identity });
    await noted.noteResponse(String(id));
    expect((await up(args)).recorded().id).not.toBe(`${String(args.domainId)}/${String(id)}`);
    expect(await listed(service, list)).toHaveLength(2);
    expect(service.warnings()).toContainEqual(
      expect.stringContaining(`Domain record ${String(args.domainId)}/${String(id)}${warning}`),
    );
  });

  test("is adopted by a forced replacement right after its create, and replaced by the second one", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    const run = async (work: (handlers: ReturnType<Deployment["process"]>) => Promise<unknown>): Promise<string> => {
      const process = runs.process();
      await work(process("DomainRecord"));
      await process.endRun();
      expect(await listed(service, list)).toHaveLength(1);
      return deployment.recorded().id;
    };
    const id = await run((handlers) => deployment.up(args, {}, handlers));
    expect(await run((handlers) => deployment.forceReplace(args, {}, handlers))).toBe(id);
    expect(service.warnings()[0]).toMatch(
      /Adopted existing .*To force its replacement, run `pulumi up --replace` again/,
    );
    expect(await run((handlers) => deployment.forceReplace(args, {}, handlers))).not.toBe(id);
  });

  test("a forced replacement after a kill creates another one, because the first is in state", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args, {}, runs.process()("DomainRecord"));
    const { id } = deployment.recorded();
    // The update was killed after the state was written; the next command has the resource in state.
    const next = runs.process();
    await deployment.preview(args, {}, next("DomainRecord"));
    await next.endRun();
    await deployment.forceReplace(args, {}, runs.process()("DomainRecord"));
    expect(deployment.recorded().id).not.toBe(id);
    expect(await listed(service, list)).toHaveLength(1);
  });
});

describe("a duplicate that was kept without a journal", () => {
  test("is named by every preview while it exists, and by none afterwards", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    for (const step of [args, args, { ...args, target: "192.0.2.9" }]) {
      service.said.length = 0;
      await deployment.preview(step);
      expect(service.warnings()).toEqual([
        expect.stringMatching(
          new RegExp(`^There is a second, identical domain record: ${String(args.domainId)}/${String(id)}`),
        ),
      ]);
    }
    await deployment.up({ ...args, target: "192.0.2.9" });
    await service.ask("DELETE", `${list}/${String(id)}`);
    service.said.length = 0;
    expect(await deployment.preview({ ...args, target: "192.0.2.9" })).toBe("same");
    expect(service.warnings()).toEqual([]);
  });

  test("fails no preview if the API does not respond, and is reported once if the engine compares twice", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    service.said.length = 0;
    const handlers = deployment.process();
    await deployment.preview(args, {}, handlers);
    const { id: own, inputs, outputs } = deployment.recorded();
    await handlers.diff({ id: own, state: outputs }, inputs);
    expect(service.warnings()).toHaveLength(1);
    service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 503 } });
    service.said.length = 0;
    expect(await deployment.preview(args)).toBe("same");
    expect(service.warnings()).toEqual([
      expect.stringMatching(
        new RegExp(`Could not check whether domain record ${String(args.domainId)}/${String(id)} still`),
      ),
    ]);
  });

  test("is not named once another resource of the program manages it", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, RECORD);
    const [one, other] = [
      new Deployment(service, "DomainRecord", "one"),
      new Deployment(service, "DomainRecord", "two"),
    ];
    await one.up(args);
    await other.up(args, { import: `${String(args.domainId)}/${String(id)}` });
    service.said.length = 0;
    const handlers = service.process()("DomainRecord");
    await other.preview(args, {}, handlers);
    await one.preview(args, {}, handlers);
    expect(service.warnings()).toEqual([]);
  });

  test("is not a difference for a refresh", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await service.ask("POST", list, RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  });
});

describe("a resource with the generated name that no intent mentions", () => {
  const other = async (kind: string, args: Values): Promise<string> => {
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    service.said.length = 0;
    service.forget();
    return deployment.recorded().id;
  };

  test("is announced by preview if the journal is newer than the resource", async () => {
    const id = await other("Instance", DEPLOYED);
    const next = new Deployment(service, "Instance");
    await next.previewNew(DEPLOYED, {}, runs.process()("Instance"));
    expect(service.warnings()).toEqual([expect.stringMatching(new RegExp(`will adopt instance ${id}, whose name`))]);
  });

  test("is adopted if the journal began a minute before, because the API's clock and this machine's may differ", async () => {
    const id = await other("Instance", DEPLOYED);
    const { created } = await service.ask("GET", `/compute/instances/${id}`);
    const startedAt = Date.parse(`${String(created)}Z`) - 60_000;
    const journal = { ...NO_JOURNAL, coversTime: (moment: number) => moment > startedAt };
    const next = new Deployment(service, "Instance");
    await next.up(DEPLOYED, {}, service.process({ journal })("Instance"));
    expect(next.recorded().id).toBe(id);
  });

  test("is not adopted if the journal is older and would have an intent for it", async () => {
    await (await runs.journal().note({ urn: "urn", collection: "/domains", before: [], at: 0 })).noteResponse("1");
    service.clock.advance(3_600_000);
    const id = await other("Instance", DEPLOYED);
    const next = new Deployment(service, "Instance");
    expect(await messageOf(next.up(DEPLOYED, {}, runs.process()("Instance")))).toContain(`import: "${id}"`);
    expect(service.writes()).toEqual([]);
  });

  test("fails a forced replacement, which looks the same, and names the option that permits it", async () => {
    await (await runs.journal().note({ urn: "urn", collection: "/domains", before: [], at: 0 })).noteResponse("1");
    service.clock.advance(3_600_000);
    const deployment = new Deployment(service, "Instance");
    const first = runs.process();
    await deployment.up(DEPLOYED, {}, first("Instance"));
    await first.endRun();
    const shown = runs.process();
    await deployment.preview(DEPLOYED, {}, shown("Instance"));
    await shown.endRun();
    service.forget();
    const forced = deployment.forceReplace(DEPLOYED, {}, runs.process()("Instance"));
    expect(await messageOf(forced)).toContain("With `--replace`, set deleteBeforeReplace");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(DEPLOYED, {}, runs.process()("Instance"))).toBe("same");
  });

  test.each(["MongoDatabase", "MysqlDatabase"])("is never adopted if it is a %s", async (kind) => {
    const args = kind === "MongoDatabase" ? MONGO : MYSQL;
    const id = await other(kind, args);
    const next = new Deployment(service, kind);
    await next.previewNew(args);
    expect(service.warnings()).toContainEqual(expect.stringContaining(` ${id} (owner unknown) already has label`));
    expect(await messageOf(next.up(args))).toContain(`import: "${id}"`);
    expect(service.writes()).toEqual([]);
  });
});

describe.each(ACTION_KINDS)("%s after an interrupted update", (kind) => {
  test("killed before the request runs once in the next up, or not at all if nothing can confirm it", async () => {
    const { args, post } = await aWorldFor(service, kind);
    await runs.killUp("before the request", kind, args);
    const next = new Deployment(service, kind);
    const failed = await next.up(args, {}, runs.process()(kind)).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(service.timesSent(post)).toBe(failed === undefined ? 1 : 0);
    if (failed !== undefined) expect(failed).toMatch(/Could not confirm.*change triggers/);
  });

  test.each(["before the response", "before the state is written"] as const)(
    "killed %s does not run a second time",
    async (moment) => {
      const { args, post, timesDone } = await aWorldFor(service, kind);
      await runs.killUp(moment, kind, args);
      pass(service);
      const next = new Deployment(service, kind);
      await next
        .up(args, {}, runs.process()(kind))
        .catch((error: Error) => expect(error.message).toContain("Could not confirm"));
      expect(service.timesSent(post)).toBe(1);
      expect(await timesDone()).toBe(1);
      expect(next.state).toBeDefined();
      expect(service.warnings()).toContainEqual(expect.stringContaining("An interrupted update"));
      if (moment === "before the state is written") {
        expect(await next.up(args, {}, runs.process()(kind))).toBe("same");
        expect(service.timesSent(post)).toBe(1);
      }
    },
  );

  test("runs once more with changed triggers", async () => {
    const { args, post } = await aWorldFor(service, kind);
    await runs.killUp("before the state is written", kind, args);
    pass(service);
    const next = new Deployment(service, kind);
    await next.up(args, {}, runs.process()(kind));
    expect(await next.up({ ...args, triggers: ["again"] }, {}, runs.process()(kind))).toBe("replace");
    expect(service.timesSent(post)).toBe(2);
  });
});

test("an action that was killed for one database runs for another one that the program now names", async () => {
  const [databaseId, other] = [await aDatabase(service), await aDatabase(service, "other")];
  await runs.killUp("before the state is written", "MongoDatabasePatch", { databaseId });
  pass(service);
  service.forget();
  await new Deployment(service, "MongoDatabasePatch").up(
    { databaseId: other },
    {},
    runs.process()("MongoDatabasePatch"),
  );
  expect(service.writes()).toEqual([`POST /databases/mongodb/instances/${other}/patch`]);
});

test("an action that an update requests again leaves nothing in the journal", async () => {
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
  await process.endRun();
  const shown = runs.process();
  expect(await snapshot.up(args, {}, shown("InstanceSnapshot"))).toBe("same");
  await shown.endRun();
  expect(runs.journal().openIntents(URN.replace("DomainRecord", "InstanceSnapshot"))).toEqual([]);
});

describe("what an interrupted update left of a resource that no later update creates", () => {
  /** Destroys another resource of the stack, in processes that exit cleanly. */
  async function aDestroy(): Promise<string[]> {
    const bystander = new Deployment(service, "Domain", "bystander");
    await bystander.up({ ...MASTER, domain: "bystander.example" });
    service.said.length = 0;
    service.forget();
    const process = runs.process();
    await bystander.destroy(process("Domain"));
    await process.endRun();
    return service.warnings();
  }

  test.each([
    ["an instance", "Instance", DEPLOYED, "before the response", "may have created"],
    ["a record", "DomainRecord", RECORD, "before the response", "may have created"],
    ["a domain", "Domain", MASTER, "before the state is written", "created"],
    ["a database", "MysqlDatabase", MYSQL, "before the state is written", "created"],
    [
      "an image",
      "Image",
      { region: "us-east", label: "golden", source: "file" },
      "before the response",
      "may have created",
    ],
  ] as const)("is named at the end of a destroy, with the next step: %s", async (_, kind, fields, moment, made) => {
    const { args, list } = await placed(service, kind, "source" in fields ? { ...fields, source: aFile() } : fields);
    await runs.killUp(moment, kind, args);
    const all = kind === "Image" ? await privateImages(service) : await listed(service, list);
    const id = String(all.at(-1)?.id);
    const own = kind === "DomainRecord" ? `${String(args.domainId)}/${id}` : id;
    service.clock.advance(60_000);
    for (let run = 0; run < 2; run++) {
      const warnings = await aDestroy();
      expect(warnings).toEqual([expect.stringMatching(new RegExp(` ${made} \\D+${own} \\(.* for ${kind} web, `))]);
      expect(warnings[0]).toMatch(
        /Unless `pulumi stack --show-ids` lists it, Pulumi does not manage it\. To delete it, run `curl -X DELETE .*import: ".*pulumi up`\.$/,
      );
      expect(warnings[0]).toContain(`${list}/${id}`);
    }
    await service.ask("DELETE", `${list}/${id}`);
    service.clock.advance(7_200_000);
    expect(await aDestroy()).toEqual([]);
    expect(runs.journal().openIntents(URN.replace("DomainRecord", kind))).toEqual([]);
  });

  test("is still adopted if the list shows it only after an update without it", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const other = new Deployment(service, "Domain", "other");
    await other.up(MASTER);
    await runs.killUp("before the state is written", "DomainRecord", args);
    service.emulator.faults.add({ method: "GET", path: list, effect: { kind: "stale" } });
    service.said.length = 0;
    const without = runs.process();
    await other.preview(MASTER, {}, without("Domain"));
    await without.endRun();
    expect(service.warnings()).toEqual([
      expect.stringMatching(/created domain record \d+ for .* does not show it yet\. Run `pulumi preview` in a minute/),
    ]);
    await new Deployment(service, "DomainRecord").up(args, {}, runs.process()("DomainRecord"));
    expect(await listed(service, list)).toHaveLength(1);
  });

  describe("if it is an action, which leaves nothing to delete", () => {
    const KIND = "MongoCredentialsReset";
    const upAgain = (args: Values) => new Deployment(service, KIND).up(args, {}, runs.process()(KIND));

    test("is named for a day, in which it does not run again", async () => {
      const { args } = await aWorldFor(service, KIND);
      await runs.killUp("before the state is written", KIND, args);
      for (let run = 0; run < 2; run++) {
        expect(await aDestroy()).toEqual([
          expect.stringMatching(/sent the request to .*Reset web, .* in state\. Check .* a `pulumi up` within a day/),
        ]);
      }
      service.forget();
      await upAgain(args);
      expect(service.writes()).toEqual([]);
    });

    test("is named once after that, and runs again", async () => {
      const { args, post } = await aWorldFor(service, KIND);
      await runs.killUp("before the state is written", KIND, args);
      service.clock.advance(DAY_MS);
      expect(await aDestroy()).toEqual([expect.stringMatching(/still declares it, a `pulumi up` runs it again\.$/)]);
      expect(await aDestroy()).toEqual([]);
      service.forget();
      await upAgain(args);
      expect(service.writes()).toEqual([post]);
    });
  });

  test("is named with all its members if it is a set, until a preview has them in state", async () => {
    const domainId = await aZone(service);
    const before = await service.ask("POST", `/domains/${domainId}/records`, { ...RECORD, name: "before" });
    const records = ["a", "b", "c"].map((name) => ({ ...RECORD, name }));
    const set = new Deployment(service, "DomainRecordSet");
    await set.up({ domainId, records }, {}, runs.process()("DomainRecordSet"));
    const ids = (await listed(service, `/domains/${domainId}/records`))
      .map(({ id }) => id)
      .filter((id) => id !== before.id);
    const [warning] = await aDestroy();
    expect(warning).toContain(`for id in ${ids.join(" ")}; do curl`);
    expect(warning).toContain(`import: "${domainId}/records"`);
    const next = runs.process();
    await set.preview({ domainId, records }, {}, next("DomainRecordSet"));
    await next.endRun();
    expect(runs.journal().unrecordedIntents()).toEqual([]);
  });

  test("is named as a record if it is the only one of a set", async () => {
    const domainId = await aZone(service);
    const set = new Deployment(service, "DomainRecordSet");
    await set.up({ domainId, records: [{ ...RECORD, name: "a" }] }, {}, runs.process()("DomainRecordSet"));
    const [{ id } = {}] = await listed(service, `/domains/${domainId}/records`);
    const [warning] = await aDestroy();
    expect(warning).toContain(` domain record ${domainId}/${String(id)} (a A) for DomainRecordSet web, `);
  });

  test.each([
    ["a record without a response", "DomainRecord", RECORD, "before the response"],
    ["a record", "DomainRecord", RECORD, "before the state is written"],
    [
      "an image, whose ID has two parts",
      "Image",
      { region: "us-east", label: "golden" },
      "before the state is written",
    ],
  ] as const)("is not named if another resource has imported it: %s", async (_, kind, fields, moment) => {
    const { args, list } = await placed(service, kind, kind === "Image" ? { ...fields, source: aFile() } : fields);
    await runs.killUp(moment, kind, args);
    const [{ id } = {}] = kind === "Image" ? await privateImages(service) : await listed(service, list);
    service.clock.advance(60_000);
    const process = runs.process();
    const other = new Deployment(service, kind, "renamed");
    const imported = kind === "Image" ? String(id) : `${String(args.domainId)}/${String(id)}`;
    await other.up(args, { import: imported }, process(kind));
    service.said.length = 0;
    await process.endRun();
    expect(service.warnings()).toEqual([]);
    expect(await aDestroy()).toEqual([]);
  });

  test("is named once by a preview that names it as a duplicate, and stays in the journal", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await runs.killUp("before the response", "DomainRecord", args);
    const [{ id } = {}] = await listed(service, list);
    const renamed = new Deployment(service, "DomainRecord", "renamed");
    await renamed.up(args, {}, runs.process()("DomainRecord"));
    service.clock.advance(3_600_000);
    service.said.length = 0;
    const process = runs.process();
    await renamed.preview(args, {}, process("DomainRecord"));
    await process.endRun();
    expect(service.warnings()).toEqual([
      expect.stringContaining(`identical domain record: ${String(args.domainId)}/${String(id)}`),
    ]);
    expect(runs.journal().openIntents(URN)).toHaveLength(1);
  });

  test("is named if its replacement was reverted, but not if the preview announces it", async () => {
    const { args } = await placed(service, "DomainRecord", RECORD);
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args, {}, runs.process()("DomainRecord"));
    const wanted = { ...args, type: "TXT", target: "text" };
    await runs.killUp("before the state is written", "DomainRecord", wanted);
    const preview = async (news: Values): Promise<string[]> => {
      service.said.length = 0;
      const process = runs.process();
      await deployment.preview(news, {}, process("DomainRecord"));
      await process.endRun();
      return service.warnings();
    };
    expect(await preview(args)).toEqual([expect.stringMatching(/created domain record \S+ .* for DomainRecord web/)]);
    service.said.length = 0;
    const process = runs.process();
    await new Deployment(service, "DomainRecord").previewNew(wanted, {}, process("DomainRecord"));
    await process.endRun();
    expect(service.warnings()).toEqual([expect.stringContaining("searches for the result of that update")]);
  });

  test("is named from the journal alone if the API does not respond", async () => {
    await runs.killUp("before the state is written", "Instance", DEPLOYED);
    service.emulator.faults.add({ path: "/compute/**", times: "always", effect: { kind: "status", status: 503 } });
    expect(await aDestroy()).toEqual([
      expect.stringMatching(
        /created instance \d+ .*Could not check whether it exists: .*[^.]\. The next preview or update checks/,
      ),
    ]);
  });

  test("is not searched for if its update exited cleanly and a later one does not have it, as with --target", async () => {
    const process = runs.process();
    await new Deployment(service, "Instance").up(DEPLOYED, {}, process("Instance"));
    await process.endRun();
    expect(await aDestroy()).toEqual([]);
    expect(service.requests().map(({ path }) => path)).not.toContain("/compute/instances");
  });

  test("is counted rather than named from the eleventh resource on", async () => {
    const domainId = await aZone(service);
    const process = runs.process();
    for (let index = 0; index < 12; index++) {
      const deployment = new Deployment(service, "DomainRecord", `web-${index}`);
      await deployment.up({ ...RECORD, name: `web-${index}`, domainId }, {}, process("DomainRecord"));
    }
    const warnings = await aDestroy();
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toContain("2 more unmanaged resources");
  });
});

describe("images with one label", () => {
  const upload = (source: string): Values => ({ region: "us-east", label: "golden", source });

  test.each(MOMENTS)("are not duplicated by an update that was killed %s", async (moment) => {
    const args = upload(aFile());
    await runs.killUp(moment, "Image", args);
    const next = new Deployment(service, "Image");
    expect(await next.up(args, {}, runs.process()("Image"))).toBe("create");
    expect(await privateImages(service)).toMatchObject([{ id: next.recorded().id, status: "available" }]);
  });

  test("are not confused with one of the stack, created elsewhere, after a refresh", async () => {
    await runs.killUp("before the response", "Image", upload(aFile()));
    const two = new Deployment(service, "Image", "two");
    await two.up(upload(aFile()));
    const process = runs.process();
    await two.refresh(process("Image"));
    await process.endRun();
    const next = new Deployment(service, "Image");
    await next.up(upload(aFile()), {}, runs.process()("Image"));
    expect((await privateImages(service)).map(({ id }) => id)).toEqual([two.recorded().id, next.recorded().id]);
  });

  test("are not searched for if their data was rejected and they were deleted", async () => {
    service.emulator.faults.add({ method: "PUT", path: "/upload/*", effect: { kind: "status", status: 400 } });
    const args = upload(aFile());
    const process = runs.process();
    await errorOf(new Deployment(service, "Image").up(args, {}, process("Image")));
    await process.endRun();
    service.said.length = 0;
    const next = new Deployment(service, "Image");
    await next.previewNew(args, {}, runs.process()("Image"));
    expect(service.warnings()).toEqual([]);
  });

  test("that are created at once, with one slow response and one missing, stay two", async () => {
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

test("two identical records created at once, with one slow response and one missing, stay two", async () => {
  const { args, list: path } = await placed(service, "DomainRecord", RECORD);
  service.emulator.faults.add({ method: "POST", path, effect: { kind: "delay", ms: 300 }, phase: "after" });
  service.emulator.faults.add({ method: "POST", path, nth: 2, effect: { kind: "lostResponse" } });
  const [one, two] = await twoDeployedAtOnce(service, "DomainRecord", args);
  expect(one.recorded().id).not.toBe(two.recorded().id);
  expect(await listed(service, path)).toHaveLength(2);
});

test("a create that the API rejects is not searched for", async () => {
  const domainId = await aZone(service);
  service.emulator.faults.add({
    method: "POST",
    path: `/domains/${domainId}/records`,
    effect: { kind: "status", status: 400 },
  });
  const process = runs.process();
  await errorOf(new Deployment(service, "DomainRecord").up({ ...RECORD, domainId }, {}, process("DomainRecord")));
  await process.endRun();
  service.said.length = 0;
  await new Deployment(service, "DomainRecord").up({ ...RECORD, domainId }, {}, runs.process()("DomainRecord"));
  expect(service.warnings()).toEqual([]);
});

test("covers every resource type (add a row for a new one)", () => {
  expect(kindsWithoutRow(KINDS, { Image: "above: images with one label" })).toEqual([]);
});
