import type { Values } from "../../provider/definition/values";
import { postedLives } from "../kinds";
import { aDatabase, aDisk, pass } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { Deployment, expectOnly, placed } from "../support/deployment";
import { aFile, privateImages } from "../support/image-data";
import type { Handlers } from "../support/front-end";
import { aZone, DEPLOYED, errorOf, listed, MASTER, messageOf, MYSQL, ownIn } from "../support/programs";
import { useService } from "../support/service";
import { MOMENTS, useStoppedRuns } from "../support/stack";
import type { Moment } from "../support/stack";
import { DAY_MS, HOUR_MS } from "../support/time";

const service = useService();
const runs = useStoppedRuns(service);
const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:DomainRecord::web";
const RECORD = { type: "A", name: "www", target: "192.0.2.1" };
const IMAGE = { region: "us-east", label: "golden", source: aFile() };

/** The warnings of a command. */
async function warningsOf(command: () => Promise<unknown>): Promise<string[]> {
  service.said.length = 0;
  await command();
  return service.warnings();
}

/** The Pulumi IDs of a zone's records. */
async function idsIn(list: string): Promise<string[]> {
  const [, , zone] = list.split("/");
  return (await listed(service, list)).map(({ id }) => `${zone}/${String(id)}`);
}

/** The same of a run that ends, without a journal. */
function warningsOfRun(command: (handlers: Handlers) => Promise<unknown>): Promise<string[]> {
  const run = service.process();
  return warningsOf(async () => {
    await command(run("DomainRecord"));
    await run.endRun();
  });
}

const aRecord = (name?: string): Deployment => new Deployment(service, "DomainRecord", name);
/** Handlers of a process that does not exit cleanly. */
const records = () => runs.process()("DomainRecord");

/** A zone for a record whose first update was killed, and the ID of the record, if it was created. */
async function aKilledRecord(moment: Moment, more: Values = {}) {
  const { args, list } = await placed(service, "DomainRecord", RECORD);
  await runs.killUp(moment, "DomainRecord", { ...args, ...more });
  const [id = ""] = await idsIn(list);
  return { args, list, id };
}

/** The next update with a new record. */
async function upOf(args: Values, name?: string): Promise<Deployment> {
  const deployment = aRecord(name);
  await deployment.up(args, {}, records());
  return deployment;
}

describe.each(postedLives)("$title after an interrupted update", ({ kind, needs, args: fields }) => {
  test.each(MOMENTS)("killed %s exists once after the next up, which manages it", async (moment) => {
    const { args, list } = await placed(service, kind, fields, needs);
    await runs.killUp(moment, kind, args);
    const [made] = await ownIn(service, list);
    service.forget();
    const next = new Deployment(service, kind);
    expect(await next.up(args, {}, runs.process()(kind))).toBe("create");
    await expectOnly(service, list, next);
    expect(service.writes().includes(`POST ${list}`)).toBe(made === undefined);
    expect(await next.up(args, {}, runs.process()(kind))).toBe("same");
    expect(await next.refresh()).toBe("same");
  });

  test("is announced by preview, which writes nothing", async () => {
    const { args } = await placed(service, kind, fields, needs);
    await runs.killUp("before the response", kind, args);
    service.forget();
    await new Deployment(service, kind).previewNew(args, {}, runs.process()(kind));
    expect(service.warnings().at(-1)).toMatch(/An interrupted update .* searches for the result of that update/);
    expect(service.writes()).toEqual([]);
  });
});

test("the replacement of a resource that was itself created a moment before is found, because that one was in state", async () => {
  const [disk, other] = [await aDisk(service), await aDisk(service)];
  const deployment = new Deployment(service, "Image");
  const args = { label: "captured", diskId: disk };
  await runs.complete("Image", (handlers) => deployment.up(args, {}, handlers));
  await runs.killUp("before the response", "Image", { ...args, diskId: other }, deployment);
  service.clock.advance(2 * 60_000);
  service.forget();
  expect(await deployment.up({ ...args, diskId: other }, {}, runs.process()("Image"))).toBe("replace");
  expect(service.writes()).toEqual([expect.stringMatching(/^DELETE \/images\//)]);
  expect(await privateImages(service)).toHaveLength(1);
});

describe("a record that an interrupted update may have created", () => {
  test("is not confused with one of the same second that has the inputs to which the program has changed", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id: other } = await service.ask("POST", list, RECORD);
    await runs.killUp("before the response", "DomainRecord", { ...args, target: "192.0.2.2" });
    expect((await upOf(args)).recorded().id).not.toBe(`${String(args.domainId)}/${String(other)}`);
    expect(await listed(service, list)).toMatchObject([{ target: "192.0.2.1" }, { target: "192.0.2.1" }]);
  });

  test("fails if two records match, names both, changes nothing, and is over once the user imports one", async () => {
    const { args, list, id } = await aKilledRecord("before the response");
    await service.ask("POST", list, RECORD);
    service.forget();
    const message = await messageOf(upOf(args));
    for (const match of await idsIn(list)) expect(message).toContain(match);
    expect(message).toMatch(/import: "/);
    expect(service.writes()).toEqual([]);
    await runs.complete("DomainRecord", (handlers) => aRecord().up(args, { import: id }, handlers));
    expect(runs.journal().openIntents(URN)).toEqual([]);
  });

  test("belongs to one resource only, even if an identical one with a slow response is created meanwhile", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await runs.killUp("before the request", "DomainRecord", args, aRecord("two"));
    service.emulator.faults.add({ method: "POST", path: list, effect: { kind: "delay", ms: 300 }, phase: "after" });
    const handlers = records();
    const [one, two] = [aRecord("one"), aRecord("two")];
    const making = one.up(args, {}, handlers);
    while ((await listed(service, list)).length === 0) await Promise.resolve();
    await Promise.all([making, two.up(args, {}, handlers)]);
    await expectOnly(service, list, one, two);
  });

  test("stays in the journal if the search for another one fails", async () => {
    const { args, list, id } = await aKilledRecord("before the state is written");
    await runs.journal().note({ urn: URN, collection: list, before: [], at: 0 });
    service.emulator.faults.add({ method: "GET", path: list, nth: 2, effect: { kind: "status", status: 403 } });
    await runs.complete("DomainRecord", (handlers) => errorOf(aRecord().up(args, {}, handlers)));
    expect((await upOf(args)).recorded().id).toBe(id);
  });

  test.each(MOMENTS.slice(1))(
    "(killed %s) is updated in place if the program now declares another target",
    async (moment) => {
      const { args, list } = await aKilledRecord(moment);
      await upOf({ ...args, target: "192.0.2.2" });
      expect(await listed(service, list)).toMatchObject([{ target: "192.0.2.2" }]);
    },
  );

  test.each([
    ["type", "before the state is written"],
    ["zone", "before the response"],
  ] as const)("is kept and named if the program now declares another %s", async (what, moment) => {
    const { args, list, id } = await aKilledRecord(moment);
    const elsewhere = { ...args, domainId: await aZone(service, "other.example") };
    const wanted = what === "zone" ? elsewhere : { ...args, type: "TXT", target: "text" };
    const deployment = await upOf(wanted);
    expect(await idsIn(list)).toContain(id);
    expect(await warningsOfRun((handlers) => deployment.preview(wanted, {}, handlers))).toEqual([
      expect.stringContaining(`identical domain record: ${id}`),
    ]);
  });

  test("is neither adopted nor created again if its update completed, so that the state had it", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    await runs.complete("DomainRecord", (handlers) => aRecord().up(args, {}, handlers));
    const [id = ""] = await idsIn(list);
    service.forget();
    await aRecord().previewNew(args, {}, records());
    expect(service.warnings().at(-1)).toMatch(/`pulumi up` will fail: .*and completed/);
    expect(await messageOf(upOf(args))).toMatch(new RegExp(`created domain record ${id} .*import: "${id}"`));
    expect(service.writes()).toEqual([]);
    await runs.complete("DomainRecord", (handlers) => aRecord().up(args, { import: id }, handlers));
    expect(await listed(service, list)).toHaveLength(1);
  });

  test("is named if its update completed, but the state has another one in its place", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const kept = aRecord();
    await kept.up(args);
    await runs.complete("DomainRecord", (handlers) => aRecord().up({ ...args, target: "192.0.2.9" }, {}, handlers));
    const lost = (await idsIn(list)).find((id) => id !== kept.recorded().id);
    const preview = () => runs.complete("DomainRecord", (handlers) => kept.preview(args, {}, handlers));
    for (let run = 0; run < 2; run++)
      expect(await warningsOf(preview)).toEqual([expect.stringContaining(`created domain record ${lost} `)]);
  });

  test("is waited for if the list shows it late, as in the update itself", async () => {
    const { args, list } = await aKilledRecord("before the response");
    service.emulator.faults.add({ method: "GET", path: list, times: 3, effect: { kind: "stale" } });
    await upOf(args);
    expect(await listed(service, list)).toHaveLength(1);
  });

  test("is named by later updates if the list shows it only after another one is created", async () => {
    const { args, list, id } = await aKilledRecord("before the response");
    service.emulator.faults.add({ method: "GET", path: list, times: 20, effect: { kind: "stale" } });
    const deployment = aRecord();
    await runs.complete("DomainRecord", (handlers) => deployment.up(args, {}, handlers));
    service.emulator.faults.clear();
    expect(service.warnings()).toContainEqual(
      expect.stringMatching(/may have created this .*a later update shows its ID/),
    );
    const preview = () => runs.complete("DomainRecord", (handlers) => deployment.preview(args, {}, handlers));
    for (let run = 0; run < 2; run++) {
      expect(await warningsOf(preview)).toEqual([expect.stringContaining(`omain record ${id} `)]);
    }
    await service.ask("DELETE", `${list}/${id.split("/")[1]}`);
    service.clock.advance(HOUR_MS);
    expect(await warningsOf(preview)).toEqual([]);
    expect(runs.journal().unrecordedIntents()).toEqual([]);
  });

  test("is not assumed to be the record with its ID, if that is another one", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, { ...RECORD, name: "mail" });
    // As after a reset of the API: the ID in the journal is now that of someone else's record.
    await runs.killUp("before the request", "DomainRecord", args);
    const [intent] = runs.journal().openIntents(URN);
    runs.forget();
    const noted = await runs.journal().note({ at: 0, ...intent, urn: URN, collection: list, before: [] });
    await runs.journal().noteResult(noted, String(id));
    const theirs = `${String(args.domainId)}/${String(id)}`;
    expect((await upOf(args)).recorded().id).not.toBe(theirs);
    expect(await listed(service, list)).toHaveLength(2);
    expect(service.warnings()).toContainEqual(
      expect.stringMatching(`created domain record ${theirs} for this resource, but it has another identity`),
    );
  });

  test("is not adopted by a forced replacement right after its create, which fails until a refresh", async () => {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const deployment = aRecord();
    const force = () => runs.complete("DomainRecord", (handlers) => deployment.forceReplace(args, {}, handlers));
    await runs.complete("DomainRecord", (handlers) => deployment.up(args, {}, handlers));
    const { id } = deployment.recorded();
    expect(await messageOf(force())).toMatch(/To force its replacement, run `pulumi refresh`/);
    await runs.complete("DomainRecord", (handlers) => deployment.refresh(handlers));
    await force();
    expect(deployment.recorded().id).not.toBe(id);
    await expectOnly(service, list, deployment);
  });
});

test("a domain whose create was killed before the request, and that someone else created with other inputs, is not adopted", async () => {
  await runs.killUp("before the request", "Domain", MASTER);
  const { domain, type } = MASTER;
  const { id } = await service.ask("POST", "/domains", { domain, type, soa_email: "someone@shop.example" });
  service.forget();
  const message = await messageOf(new Deployment(service, "Domain").up(MASTER, {}, runs.process()("Domain")));
  const because = "these inputs differ: soaEmail";
  expect(message).toMatch(new RegExp(`^Domain ${String(id)} \\(an update at .* may have created it: ${because}\\)`));
  expect(service.writes()).toEqual([]);
});

test.each([
  ["record", "DomainRecord", RECORD],
  ["image", "Image", IMAGE],
])(
  "a %s of an interrupted update is not confused with an identical one of the stack, created elsewhere",
  async (_, kind, fields) => {
    const { args, list } = await placed(service, kind, fields);
    await runs.killUp("before the response", kind, args);
    const [two, next] = [new Deployment(service, kind, "two"), new Deployment(service, kind)];
    await two.up(args);
    runs.showInState(kind, "two", two);
    await next.up(args, {}, runs.process()(kind));
    // An image without data is not deleted if its request got no response.
    if (kind === "Image") service.clock.advance(DAY_MS);
    await expectOnly(service, list, two, next);
  },
);

describe("a duplicate that was kept without a journal", () => {
  /** A record that another one like it preceded, and the ID of that. */
  async function aDuplicate() {
    const { args, list } = await placed(service, "DomainRecord", RECORD);
    const { id } = await service.ask("POST", list, RECORD);
    const deployment = aRecord("one");
    await deployment.up(args);
    return { args, deployment, path: `${list}/${String(id)}`, id: `${String(args.domainId)}/${String(id)}` };
  }

  test("is named by every preview and by a destroy while it exists, and by none afterwards; it is no difference", async () => {
    const { args, deployment, path, id } = await aDuplicate();
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
    const changed = { ...args, target: "192.0.2.9" };
    for (const step of [args, args, changed]) {
      expect(await warningsOfRun((handlers) => deployment.preview(step, {}, handlers))).toEqual([
        expect.stringMatching(new RegExp(`^There is a second, identical domain record: ${id}`)),
      ]);
    }
    await deployment.up(changed);
    expect(await warningsOfRun((handlers) => deployment.copy().destroy(handlers))).toEqual([
      expect.stringContaining(id),
    ]);
    await service.ask("DELETE", path);
    service.said.length = 0;
    expect(await deployment.preview(changed)).toBe("same");
    expect(service.warnings()).toEqual([]);
  });

  test("fails no preview if the API does not respond, and is reported once if the engine compares twice", async () => {
    const { args, deployment, id } = await aDuplicate();
    const comparedTwice = async (handlers: Handlers): Promise<void> => {
      await deployment.preview(args, {}, handlers);
      const { id: own, inputs, outputs } = deployment.recorded();
      await handlers.diff({ id: own, state: outputs }, inputs);
    };
    expect(await warningsOfRun(comparedTwice)).toHaveLength(1);
    service.emulator.faults.add({ path: "/**", times: "always", effect: { kind: "status", status: 503 } });
    expect(await warningsOfRun((handlers) => deployment.preview(args, {}, handlers))).toEqual([
      expect.stringMatching(new RegExp(`Could not check whether domain record ${id} still`)),
    ]);
  });

  test("is not named once another resource of the program manages it", async () => {
    const { args, deployment, id } = await aDuplicate();
    const other = aRecord("two");
    await other.up(args, { import: id });
    const both = async (handlers: Handlers): Promise<void> => {
      // The other one is compared last.
      for (const one of [deployment, other]) await one.preview(args, {}, handlers);
    };
    expect(await warningsOfRun(both)).toEqual([expect.stringContaining("also declares A www")]);
  });
});

describe.each(ACTION_KINDS)("%s after an interrupted update", (kind) => {
  test("killed before the request runs once in the next up, or not at all if nothing can confirm it", async () => {
    const { args, post } = await aWorldFor(service, kind);
    await runs.killUp("before the request", kind, args);
    const failed = await new Deployment(service, kind).up(args, {}, runs.process()(kind)).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(service.timesSent(post)).toBe(failed === undefined ? 1 : 0);
    if (failed !== undefined) expect(failed).toMatch(/Could not confirm.*change triggers/);
  });

  test.each(MOMENTS.slice(1))("killed %s runs a second time only with changed triggers", async (moment) => {
    const { args, post, timesDone } = await aWorldFor(service, kind);
    await runs.killUp(moment, kind, args);
    pass(service);
    const next = new Deployment(service, kind);
    const up = next.up(args, {}, runs.process()(kind));
    if (moment === "before the response")
      await up.catch((error: Error) => expect(error.message).toContain("Could not confirm"));
    else {
      await up;
      expect(await next.up(args, {}, runs.process()(kind))).toBe("same");
    }
    expect(next.state).toBeDefined();
    expect(await timesDone()).toBe(1);
    expect(service.timesSent(post)).toBe(1);
    expect(service.warnings()).toContainEqual(expect.stringContaining("An interrupted update"));
    expect(await next.up({ ...args, triggers: ["again"] }, {}, runs.process()(kind))).toBe("replace");
    expect(service.timesSent(post)).toBe(2);
  });
});

test("an action that was killed for one database runs for another one that the program now names", async () => {
  const [databaseId, other] = [await aDatabase(service), await aDatabase(service, "other")];
  await runs.killUp("before the state is written", "MongoDatabasePatch", { databaseId });
  pass(service);
  service.forget();
  const next = new Deployment(service, "MongoDatabasePatch");
  await next.up({ databaseId: other }, {}, runs.process()("MongoDatabasePatch"));
  expect(service.writes()).toEqual([`POST /databases/mongodb/instances/${other}/patch`]);
});

test("an action that an update requests again leaves nothing in the journal", async () => {
  const { args, post } = await aWorldFor(service, "InstanceSnapshot");
  const [, path = ""] = post.split(" ");
  const { faults } = service.emulator;
  faults.add({ method: "POST", path, effect: { kind: "reset" } });
  faults.add({ method: "GET", path, nth: 3, times: "always", effect: { kind: "status", status: 500 } });
  const snapshot = new Deployment(service, "InstanceSnapshot");
  await errorOf(snapshot.up(args, {}, runs.process()("InstanceSnapshot")));
  faults.clear();
  for (const step of ["update", "same"])
    expect(await runs.complete("InstanceSnapshot", (handlers) => snapshot.up(args, {}, handlers))).toBe(step);
  expect(runs.journal().openIntents(URN.replace("DomainRecord", "InstanceSnapshot"))).toEqual([]);
});

describe("what an interrupted update left of a resource that no later update creates", () => {
  /** The warnings of a destroy of another resource of the stack, in a process that exits cleanly. */
  async function aDestroy(): Promise<string[]> {
    const bystander = new Deployment(service, "Domain", "bystander");
    await bystander.up({ ...MASTER, domain: "bystander.example" });
    service.forget();
    return warningsOf(() => runs.complete("Domain", (handlers) => bystander.destroy(handlers)));
  }

  test.each([
    ["an instance", "Instance", DEPLOYED, "before the response", "may have created"],
    ["a record", "DomainRecord", RECORD, "before the response", "may have created"],
    ["a domain", "Domain", MASTER, "before the state is written", "created"],
    ["a database", "MysqlDatabase", MYSQL, "before the state is written", "created"],
    ["an image", "Image", IMAGE, "before the response", "may have created"],
  ] as const)("is named at the end of a destroy, with the next step: %s", async (_, kind, fields, moment, made) => {
    const { args, list } = await placed(service, kind, fields);
    await runs.killUp(moment, kind, args);
    const all = kind === "Image" ? await privateImages(service) : await listed(service, list);
    const id = String(all.at(-1)?.id);
    const own = kind === "DomainRecord" ? `${String(args.domainId)}/${id}` : id;
    service.clock.advance(60_000);
    for (let run = 0; run < 2; run++) {
      const warnings = await aDestroy();
      expect(warnings).toEqual([expect.stringMatching(new RegExp(` ${made} \\D+${own} \\(.* for ${kind} "web", `))]);
      expect(warnings[0]).toMatch(
        /Unless `pulumi stack --show-ids` lists it, Pulumi does not manage it\. To delete it, run `curl -X DELETE .*import: ".*pulumi up`\.$/,
      );
      expect(warnings[0]).toContain(`${list}/${id}`);
    }
    await service.ask("DELETE", `${list}/${id}`);
    service.clock.advance(2 * HOUR_MS);
    expect(await aDestroy()).toEqual([]);
    expect(runs.journal().openIntents(URN.replace("DomainRecord", kind))).toEqual([]);
  });

  test("is still adopted if the list shows it only after an update without it", async () => {
    const other = new Deployment(service, "Domain", "other");
    await other.up(MASTER);
    const { args, list } = await aKilledRecord("before the state is written");
    service.emulator.faults.add({ method: "GET", path: list, effect: { kind: "stale" } });
    const without = () => runs.complete("Domain", (handlers) => other.preview(MASTER, {}, handlers));
    expect(await warningsOf(without)).toEqual([
      expect.stringMatching(/created domain record \d+ for .* does not show it yet\. Run `pulumi preview` in a minute/),
    ]);
    await upOf(args);
    expect(await listed(service, list)).toHaveLength(1);
  });

  const RESET = "MongoCredentialsReset";

  test.each([
    [
      "a day, in which it does not run again",
      0,
      /sent the request to .*Reset "web", .* in state\. Check .* run `pulumi up` within a day/,
    ],
    ["one more command after that, and runs again", DAY_MS, /still declares it, the next `pulumi up` runs it again\.$/],
  ])("is named, if it is an action, which leaves nothing to delete, for %s", async (_, laterMs, notice) => {
    const { args, post } = await aWorldFor(service, RESET);
    await runs.killUp("before the state is written", RESET, args);
    service.clock.advance(laterMs);
    const named = [expect.stringMatching(notice)];
    expect(await aDestroy()).toEqual(named);
    expect(await aDestroy()).toEqual(laterMs === 0 ? named : []);
    service.forget();
    await new Deployment(service, RESET).up(args, {}, runs.process()(RESET));
    expect(service.writes()).toEqual(laterMs === 0 ? [] : [post]);
  });

  test("is named with all its members if it is a set, until a preview has them in state", async () => {
    const domainId = await aZone(service);
    const list = `/domains/${domainId}/records`;
    await service.ask("POST", list, { ...RECORD, name: "before" });
    const args = { domainId, records: ["a", "b", "c"].map((name) => ({ ...RECORD, name })) };
    const set = new Deployment(service, "DomainRecordSet");
    await set.up(args, {}, runs.process()("DomainRecordSet"));
    const ids = (await listed(service, list)).filter(({ name }) => name !== "before").map(({ id }) => id);
    const [warning] = await aDestroy();
    expect(warning).toContain(`{${ids.join(",")}}`);
    expect(warning).toContain(`import: "${domainId}/records"`);
    await runs.complete("DomainRecordSet", (handlers) => set.preview(args, {}, handlers));
    expect(runs.journal().unrecordedIntents()).toEqual([]);
  });

  test.each([
    ["a record without a response", "DomainRecord", RECORD, "before the response"],
    ["a record", "DomainRecord", RECORD, "before the state is written"],
    ["an image, whose ID has two parts", "Image", IMAGE, "before the state is written"],
  ] as const)("is not named if another resource has imported it: %s", async (_, kind, fields, moment) => {
    const { args, list } = await placed(service, kind, fields);
    await runs.killUp(moment, kind, args);
    const [imported] = kind === "Image" ? (await privateImages(service)).map(({ id }) => id) : await idsIn(list);
    service.clock.advance(60_000);
    const process = runs.process();
    const other = new Deployment(service, kind, "renamed");
    await other.up(args, { import: String(imported) }, process(kind));
    runs.showInState(kind, "renamed", other);
    service.said.length = 0;
    await process.endRun();
    expect(service.warnings()).toEqual([]);
    expect(await aDestroy()).toEqual([]);
  });

  test("is named once by a preview that names it as a duplicate, and stays in the journal", async () => {
    const { args, id } = await aKilledRecord("before the response");
    const renamed = await upOf(args, "renamed");
    service.clock.advance(HOUR_MS);
    const preview = () => runs.complete("DomainRecord", (handlers) => renamed.preview(args, {}, handlers));
    expect(await warningsOf(preview)).toEqual([expect.stringContaining(`identical domain record: ${id}`)]);
    expect(runs.journal().openIntents(URN)).toHaveLength(1);
  });

  test("is named if its replacement was reverted, but not if the preview announces it", async () => {
    const { args } = await placed(service, "DomainRecord", RECORD);
    const deployment = await upOf(args);
    const wanted = { ...args, type: "TXT", target: "text" };
    await runs.killUp("before the state is written", "DomainRecord", wanted);
    const reverted = () => runs.complete("DomainRecord", (handlers) => deployment.preview(args, {}, handlers));
    expect(await warningsOf(reverted)).toEqual([
      expect.stringMatching(/created domain record \S+ .* for DomainRecord "web"/),
    ]);
    const announced = () => runs.complete("DomainRecord", (handlers) => aRecord().previewNew(wanted, {}, handlers));
    expect(await warningsOf(announced)).toEqual([expect.stringContaining("searches for the result of that update")]);
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
    await runs.complete("Instance", (handlers) => new Deployment(service, "Instance").up(DEPLOYED, {}, handlers));
    expect(await aDestroy()).toEqual([]);
    expect(service.requests().map(({ path }) => path)).not.toContain("/compute/instances");
  });

  test("is counted rather than named from the eleventh resource on", async () => {
    const domainId = await aZone(service);
    const handlers = records();
    for (let index = 0; index < 12; index++) {
      const name = `web-${index}`;
      await aRecord(name).up({ ...RECORD, name, domainId }, {}, handlers);
    }
    const warnings = await aDestroy();
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toContain("2 more unmanaged resources");
  });
});

test.each(MOMENTS)("images with one label are not duplicated by an update that was killed %s", async (moment) => {
  await runs.killUp(moment, "Image", IMAGE);
  const next = new Deployment(service, "Image");
  expect(await next.up(IMAGE, {}, runs.process()("Image"))).toBe("create");
  const isDeleted = service.messages().some((message) => message.includes("which an earlier update left without data"));
  expect(isDeleted).toBe(moment === "before the state is written");
  // Without the response, the first one may be someone else's.
  if (moment === "before the response") service.clock.advance(DAY_MS);
  expect(await privateImages(service)).toMatchObject([{ id: next.recorded().id, status: "available" }]);
});

test.each([
  ["record", "DomainRecord", RECORD, { method: "POST", path: "/domains/*/records" }],
  ["image whose data is rejected", "Image", IMAGE, { method: "PUT", path: "/upload/*" }],
])("a rejected create of a %s is not searched for", async (_, kind, fields, request) => {
  const { args } = await placed(service, kind, fields);
  service.emulator.faults.add({ ...request, effect: { kind: "status", status: 400 } });
  const next = new Deployment(service, kind);
  await runs.complete(kind, (handlers) => errorOf(next.up(args, {}, handlers)));
  expect(await warningsOf(() => next.previewNew(args, {}, runs.process()(kind)))).toEqual([]);
});
