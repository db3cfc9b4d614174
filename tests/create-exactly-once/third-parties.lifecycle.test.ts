import type { Values } from "../../provider/definition/values";
import { aSource } from "../support/action-programs";
import { deployed, Deployment, placed } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import type { FrontEnd } from "../support/front-end";
import { privateImages, upload } from "../support/image-data";
import { nativeFrontEnd } from "../support/native-front-end";
import { SHOP } from "../support/origins";
import { asset, aZone, DEPLOYED, inWireNames, listed, MASTER, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import type { Service } from "../support/service";
import { useStoppedRuns } from "../support/stack";

/** What others create under the name of a resource whose own create never arrives. */
const service = useService();
const native = useService({}, nativeFrontEnd);
const runs = useStoppedRuns(service);

const RECORD = { type: "A", name: "www", target: "192.0.2.1" };

/** Its inputs, those in which someone else's differs, and those in which another resource of this stack does. */
const KINDS: readonly (readonly [kind: string, args: Values, other: Values, first: Values])[] = [
  ["Instance", { ...DEPLOYED, label: "web" }, { region: "eu-west", type: "g6-standard-1" }, { label: "first" }],
  ["Domain", MASTER, { soaEmail: "theirs@shop.example" }, { domain: "first.example" }],
  ["DomainRecord", { ...RECORD, ttlSec: 300 }, { ttlSec: 3600 }, { name: "first" }],
  ["MongoDatabase", { ...MONGO, label: "shop" }, { region: "eu-west" }, { label: "first" }],
];

const LOST = { effect: { kind: "reset" }, phase: "before" } as const;

/** A stack whose resources share one process. */
function aRun(running: Service, beforeWrite: () => Promise<void> = () => Promise.resolve()) {
  const process = running.process({ mayWrite: () => beforeWrite() });
  return (kind: string, name: string) => new Deployment({ ...running, process: () => process }, kind, name);
}

describe.each(KINDS)("a %s whose create never arrives", (kind, fields, other, first) => {
  test("does not adopt a different one that someone else created meanwhile", async () => {
    const { args, list: path } = await placed(service, kind, fields);
    let theirs: Values | undefined;
    const run = aRun(service, async () => {
      service.emulator.faults.clear();
      theirs ??= await service.ask("POST", path, inWireNames({ ...fields, ...other }));
      service.emulator.faults.add({ method: "POST", path, ...LOST });
    });
    const resource = run(kind, "web");
    const message = await messageOf(resource.up(args));
    expect(message).toContain(`${String(theirs?.id)} has`);
    expect(message).not.toContain("undefined");
    const differing = Object.keys(other).join(", ");
    expect(message).toContain(`It may be someone else's: these inputs differ: ${differing}.`);
    expect(message).toMatch(new RegExp(`import: "(\\d+/)?${String(theirs?.id)}"`));
    expect(resource.recorded().id).toMatch(/^pending-/);
    expect((await listed(service, path)).map(({ id }) => id)).toEqual([theirs?.id]);
  });

  test.each([60, 3])(
    "does not adopt an identical one that someone else created %d s before it was sent",
    async (age) => {
      const { args, list } = await placed(service, kind, fields);
      const resources = aRun(service);
      await resources(kind, "first").up({ ...args, ...first });
      service.clock.advance(60_000);
      const theirs = await service.ask("POST", list, inWireNames(fields));
      service.clock.advance(age * 1000);
      service.emulator.faults.add({ method: "POST", path: list, ...LOST });
      const resource = resources(kind, "web");
      await messageOf(resource.up(args));
      expect(resource.state?.id ?? "pending-").toMatch(/^pending-/);
      const ids = (await listed(service, list)).map(({ id }) => id);
      expect(ids).toContain(theirs.id);
      // A domain that already exists is rejected; a record would be a duplicate.
      expect(ids).toHaveLength(2);
    },
  );
});

describe("someone else's pending upload", () => {
  const label = "golden";
  const path = "/images/upload";
  const args = { ...upload(asset({ text: "data" })), label };

  test.each([{ description: "theirs" }, {}])(
    "with %j is neither adopted nor deleted if the own upload request never arrives",
    async (other) => {
      let theirs: Values | undefined;
      const run = aRun(service, async () => {
        service.emulator.faults.clear();
        theirs ??= await service.ask("POST", path, { label, region: "us-east", ...other });
        service.emulator.faults.add({ method: "POST", path, ...LOST });
      });
      await messageOf(run("Image", "web").up(args));
      const [{ id }, ...more] = (await privateImages(service)) as [Values];
      expect([id, more]).toEqual([(theirs?.image as Values).id, []]);
      const named = service.warnings().some((warning) => warning.includes(`${String(id)} awaits its data`));
      expect(named).toBe(other.description === undefined);
    },
  );

  test("is not deleted by the updates after one that was killed before its upload request arrived", async () => {
    const next = new Deployment(service, "Image");
    await runs.killUp("before the request", "Image", args);
    const { image } = await service.ask("POST", path, { label, region: "us-east" });
    // The first update fails after it has found the upload.
    service.emulator.faults.add({ path: "/images/private/*", effect: { kind: "status", status: 403 } });
    await runs.complete("Image", (handlers) => messageOf(next.up(args, {}, handlers)));
    service.emulator.faults.clear();
    for (let run = 0; run < 2; run++) await runs.complete("Image", (handlers) => next.up(args, {}, handlers));
    expect(await privateImages(service)).toContainEqual(image);
    expect(service.warnings()[0]).toContain(`${String((image as Values).id)} awaits its data`);
  });
});

test("a record of a set that an update has changed is kept when another resource that names it is removed", async () => {
  const domainId = await aZone(service);
  const path = `/domains/${domainId}/records`;
  const www = { type: "A", name: "www", target: "192.0.2.1" };
  const [stale, set] = [
    new Deployment(service, "DomainRecord", "stale"),
    new Deployment(service, "DomainRecordSet", "set"),
  ];
  await stale.up({ ...www, domainId });
  await set.up({ domainId, records: [www] }, { import: `${domainId}/records` });
  const process = service.process();
  await set.up({ domainId, records: [www, { ...www, name: "mail" }] }, {}, process("DomainRecordSet"));
  await stale.destroy(process("DomainRecord"));
  expect(await listed(service, path)).toHaveLength(2);
});

describe("in one run of two providers, which are two processes", () => {
  const processes = (run = "run") => [run, run].map((one) => service.process({ journal: runs.journal(one) }));

  test.each([
    ["a domain that another resource imports", "Domain", MASTER, "Domain", false],
    ["a domain that another resource has imported", "Domain", MASTER, "Domain", true],
    ["a record that a set adopts", "DomainRecord", RECORD, "DomainRecordSet", false],
    ["a record that a set has adopted", "DomainRecord", RECORD, "DomainRecordSet", true],
  ])("the removal of a resource keeps %s", async (_, kind, fields, taker, isEarlier) => {
    const { args, list } = await placed(service, kind, fields);
    const removed = new Deployment(service, kind, "removed");
    await removed.up(args);
    const [first, second] = processes();
    const other = new Deployment(service, taker, "other");
    const isImport = taker === kind;
    const taken = isImport ? args : { domainId: args.domainId, records: [fields] };
    await other.up(taken, isImport ? { import: removed.recorded().id } : {}, second?.(taker));
    const [later, second2] = processes("later");
    if (isEarlier) expect(await other.up(taken, {}, second2?.(taker))).toBe("same");
    service.forget();
    await removed.destroy((isEarlier ? later : first)?.(kind));
    expect(service.writes()).toEqual([]);
    expect(service.warnings().at(-1)).toContain(`Kept domain`);
    expect(await listed(service, list)).toHaveLength(1);
  });

  test("a `.get` takes nothing: the resource is deleted", async () => {
    const removed = new Deployment(native, "Domain", "removed");
    await removed.up(MASTER);
    const { id } = removed.recorded();
    const handlers = native.process()("Domain");
    await handlers.read({ id, state: { __options: { urn: "urn:pulumi:dev::shop::compute:index:Domain::found" } } });
    await removed.destroy(handlers);
    expect(native.timesSent(`DELETE /domains/${id}`)).toBe(1);
  });

  test.each(["creates", "finds in state in a refresh"])(
    "what one of them %s is not named by the other",
    async (what) => {
      const { args } = await placed(service, "DomainRecord", RECORD);
      await runs.killUp("before the request", "DomainRecord", args, new Deployment(service, "DomainRecord", "killed"));
      service.clock.advance(2 * 60_000);
      const set = new Deployment(service, "DomainRecordSet", "set");
      const up = (one?: FrontEnd) =>
        set.up({ domainId: args.domainId, records: [RECORD] }, {}, one?.("DomainRecordSet"));
      if (what !== "creates") await up(processes("earlier")[0]);
      const [first, second] = processes();
      // It reads the journal before the other one creates something.
      await new Deployment(service, "Domain", "own").up(MASTER, {}, second?.("Domain"));
      await (what === "creates" ? up(first) : set.refresh(first?.("DomainRecordSet")));
      await first?.endRun();
      await second?.endRun();
      expect(service.warnings().filter((warning) => warning.includes("curl"))).toEqual([]);
    },
  );

  test("an exclusive set of one keeps what a zone that the other clones has brought", async () => {
    const [first, second] = processes();
    const zone = new Deployment(service, "Domain", "zone");
    await zone.up({ domain: SHOP, type: "master", cloneFrom: await aSource(service) }, {}, first?.("Domain"));
    const domainId = zone.recorded().id;
    const set = new Deployment(service, "DomainRecordSet", "set");
    await set.up({ domainId, exclusive: true, records: [] }, {}, second?.("DomainRecordSet"));
    expect(service.warnings()).toEqual([expect.stringContaining("no preview has listed")]);
    expect(service.writes()).not.toContainEqual(expect.stringMatching(/^DELETE/));
  });

  test("an object of another account that has the same ID is deleted", () => {
    const journal = runs.journal("run");
    journal.noteOwner({ urn: "urn:pulumi:dev::shop::compute:Domain::other", keys: ["Domain 1"], account: "another" });
    expect(runs.journal("run").ownersOf("Domain 1", "another")).toHaveLength(1);
    expect(runs.journal("run").ownersOf("Domain 1", undefined)).toHaveLength(1);
    expect(runs.journal("run").ownersOf("Domain 1", "this")).toEqual([]);
    expect(runs.journal("later").ownersOf("Domain 1", "another")).toEqual([]);
  });
});

test("an entry left in state by a replacement is dropped without deleting the instance that the resource manages", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const stale = deployment.recorded();
  // An earlier `up --replace` adopted the instance, and was killed before the delete.
  const handlers = deployment.process();
  expect(await deployment.up(DEPLOYED, {}, handlers)).toBe("same");
  await handlers.delete({ id: stale.id, state: stale.outputs });
  expect(await listed(service, "/compute/instances")).toMatchObject([{ id: Number(stale.id), status: "running" }]);
  expect(service.warnings()).toEqual([expect.stringContaining(`Kept instance ${stale.id}: `)]);
});

test("of databases with different engines that declare one label, the second is rejected", async () => {
  const inRun = aRun(service);
  await inRun("MongoDatabase", "first").previewNew({ ...MONGO, label: "blue" });
  expect(
    await inRun("MysqlDatabase", "second").refusals({ ...MYSQL, allowList: ["192.0.2.1"], label: "blue" }),
  ).toEqual(['label: must be unique, but MongoDatabase "first" in this program has the same one']);
});

describe.each([
  ["Instance", { ...DEPLOYED, label: "blue" }, "label", "green"],
  ["Domain", MASTER, "domain", "other.example"],
  ["MysqlDatabase", { ...MYSQL, allowList: ["192.0.2.1"], label: "blue" }, "label", "green"],
] as const)("of two %s resources", (kind, args, name, other) => {
  const green = { ...args, [name]: other };
  const yellow = { ...args, [name]: `more-${other}` };
  const two = () => [new Deployment(service, kind, "first"), new Deployment(service, kind, "a::second")] as const;
  const holder = (one: Deployment) => `${one.recorded().id} (${kind} "a::second" in this program)`;

  test("that declare one name, the second is rejected unless it has that name already", async () => {
    const [first, second] = two();
    const handlers = first.process();
    await first.previewNew(args, {}, handlers);
    const refusal = `${name}: must be unique, but ${kind} "first" in this program has the same one`;
    expect(await second.refusals(args, handlers)).toEqual([refusal]);
    await second.up(green);
    expect(await messageOf(second.preview(args, {}, handlers))).toBe(refusal);
    const next = first.process();
    await first.previewNew(green, {}, next);
    expect(await second.preview(green, {}, next)).toBe("same");
  });

  test("that swap names, each preview and update says why that fails, and the next step", async () => {
    const [first, second] = two();
    await first.up(args);
    await second.up(green);
    const handlers = first.process();
    service.said.length = 0;
    expect(await first.preview(green)).toBe("update");
    expect(await second.preview(args, {}, handlers)).toBe("update");
    expect(await first.preview(green, {}, handlers)).toBe("update");
    const id = second.recorded().id;
    expect(service.warnings()).toEqual([
      expect.stringMatching(`^${name}: .pulumi up. will fail: .* ${id} already has this ${name}.*temporary ${name}`),
      expect.stringContaining(`${first.recorded().id} already has`),
      expect.stringMatching(`^${name}: .pulumi up. may fail: .*in this program\\) already has this.*.dependsOn.`),
    ]);
    expect(await messageOf(first.up(green, {}, handlers))).toContain(`${holder(second)} already has this ${name}`);
  });

  test("the first can have the name that the second gives up before", async () => {
    const [first, second] = two();
    await second.up(green);
    const handlers = first.process();
    expect(await second.preview(yellow, {}, handlers)).toBe("update");
    await first.previewNew(green, {}, handlers);
    expect(service.warnings()).toEqual([expect.stringMatching(`may fail: .*${kind} "a::second" in this program`)]);
    const inUpdate = first.process();
    await second.difference(yellow, {}, inUpdate);
    expect(await messageOf(first.up(green, {}, inUpdate))).toContain(`${holder(second)} already has this ${name}`);
    expect(await second.up(yellow, {}, inUpdate)).toBe("update");
    expect(await first.up(green, {}, inUpdate)).toBe("create");
  });
});

describe("a preview of a create", () => {
  const warningsOfPreview = async (deployment: Deployment, args: Values, options: ResourceOptions = {}) => {
    await deployment.previewNew(args, options);
    return service.warnings();
  };

  test("does not warn about an import", async () => {
    const deployment = new Deployment(service, "Domain");
    await deployment.up(MASTER);
    expect(await warningsOfPreview(deployment, MASTER, { import: deployment.recorded().id })).toEqual([]);
  });

  test("does not warn about a replacement or a free name, or if the list cannot be read", async () => {
    const deployment = new Deployment(service, "Domain");
    expect(await warningsOfPreview(deployment, MASTER)).toEqual([]);
    await deployment.up(MASTER);
    const handlers = deployment.process();
    await deployment.preview(MASTER, {}, handlers);
    await deployment.previewNew(MASTER, {}, handlers);
    expect(service.warnings()).toEqual([expect.stringContaining("Replacing this domain")]);
    service.said.length = 0;
    const status = { kind: "status", status: 403 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**", times: 100, effect: status });
    expect(await warningsOfPreview(new Deployment(service, "Domain"), MASTER)).toEqual([]);
  });
});

test("rejects importing what another resource of the program manages", async () => {
  const first = new Deployment(service, "Domain", "first");
  await first.up(MASTER);
  const { id } = first.recorded();
  const handlers = first.process();
  await first.up(MASTER, {}, handlers);
  const message = await messageOf(new Deployment(service, "Domain", "second").up(MASTER, { import: id }, handlers));
  expect(message).toContain('"first" already manages it');
});

describe("a replacement that deletes first because the program fixes the name", () => {
  const LABELLED = { ...DEPLOYED, label: "web" };
  const MOVED = { ...LABELLED, region: "eu-west" };

  test("is rejected by preview if the API has no such region, image or type", async () => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    const wrong = { region: "us-eest", image: "compute/debain11", type: "g6-nano" };
    const message = await messageOf(deployment.preview({ ...LABELLED, ...wrong }));
    for (const name of ["region", "image", "type"] as const) {
      expect(message).toContain(`${name}: "${wrong[name]}"`);
      expect(message).toContain(DEPLOYED[name]);
    }
    expect(service.writes()).toEqual([]);
  });

  test.each([
    ["no response", { kind: "reset" }],
    ["HTTP 500", { kind: "status", status: 500 }],
  ] as const)("is rejected if the valid values cannot be read: %s", async (_, effect) => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    service.emulator.faults.add({ path: "/regions", times: "always", effect });
    const message = await messageOf(deployment.up(MOVED));
    expect(message).toContain("region: could not be validated");
    expect(message).toMatch(
      /deletes the instance before the new one exists\. Nothing was changed; run .* again\. Cause: GET \/regions/,
    );
    expect(service.warnings()).toEqual([expect.stringContaining("Could not validate values")]);
    expect(service.writes()).toEqual([]);
  });

  test("is accepted if the token may not read images, and left to the API", async () => {
    const { deployment } = await deployed(service, "Instance", LABELLED);
    service.emulator.faults.add({ path: "/images/**", times: "always", effect: { kind: "status", status: 401 } });
    expect(await deployment.preview(MOVED)).toBe("replace");
  });
});

test.each([
  ["an instance with a generated label", "Instance", DEPLOYED, { tags: ["blue"] }],
  ["a domain", "Domain", MASTER, { tags: ["blue"] }],
])("replaceOnChanges deletes %s first, because its name stays", async (_, kind, args, change) => {
  const deployment = new Deployment(service, kind);
  await deployment.up(args);
  expect(await deployment.difference({ ...args, ...change })).toMatchObject({ deleteBeforeReplace: true });
});

test("keys in another order, or with a trailing newline, replace nothing", async () => {
  const [one, two] = ["ssh-ed25519 AAA a", "ssh-ed25519 BBB b"];
  const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, authorizedKeys: [one, two] });
  expect(await deployment.up({ ...DEPLOYED, authorizedKeys: [`${two}\n`, `${one}\n`] })).toBe("same");
});

test("a member that is reset to null out of band is drift", async () => {
  const schedule = { day: "Sunday", window: "W2" };
  const args = { ...DEPLOYED, backupsEnabled: true, backups: { schedule } };
  const { deployment } = await deployed(service, "Instance", args);
  const none = { enabled: true, last_successful: null, schedule: { day: null, window: null } };
  service.emulator.poke("instance", Number(deployment.recorded().id), { backups: none });
  expect(await deployment.refresh()).toBe("drift");
});

test("a change that ignoreChanges skipped is drift again once it is no longer listed", async () => {
  const args = { ...MASTER, tags: ["aaa"] };
  const { deployment } = await deployed(service, "Domain", args);
  await service.ask("PUT", `/domains/${deployment.recorded().id}`, { tags: ["bbb"] });
  await deployment.refresh();
  await deployment.up({ ...args, description: "changed" }, { ignoreChanges: ["tags"] });
  expect(await deployment.up({ ...args, description: "changed" })).toBe("update");
  expect(await listed(service, "/domains")).toMatchObject([{ tags: ["aaa"] }]);
});
