import type { Values } from "../../provider/definition/values";
import { Deployment, placed } from "../support/deployment";
import { asset, privateImages, upload } from "../support/image-data";
import { DEPLOYED, listed, MASTER, messageOf, MONGO } from "../support/programs";
import type { Service } from "../support/service";
import { nativeFrontEnd } from "../support/native-front-end";
import { useService } from "../support/service";
import { useStoppedRuns } from "../support/stopped-run";

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

/** The inputs as the API names them. */
const sent = (args: Values): Values =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  );

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
      theirs ??= await service.ask("POST", path, sent({ ...fields, ...other }));
      service.emulator.faults.add({ method: "POST", path, ...LOST });
    });
    const resource = run(kind, "web");
    const message = await messageOf(resource.up(args));
    expect(message).toContain(`${String(theirs?.id)} has`);
    expect(message).not.toContain("undefined");
    const differing = Object.keys(other).join(", ");
    expect(message).toContain(`It may be someone else's: these inputs differ: ${differing}. The state was not changed`);
    expect(message).toMatch(new RegExp(`import: "(\\d+/)?${String(theirs?.id)}"`));
    expect(resource.state).toBeUndefined();
    expect((await listed(service, path)).map(({ id }) => id)).toEqual([theirs?.id]);
  });

  test("does not adopt an identical one that someone else created before it was sent", async () => {
    const { args, list } = await placed(service, kind, fields);
    const resources = aRun(service);
    await resources(kind, "first").up({ ...args, ...first });
    service.clock.advance(60_000);
    const theirs = await service.ask("POST", list, sent(fields));
    service.clock.advance(60_000);
    service.emulator.faults.add({ method: "POST", path: list, ...LOST });
    const resource = resources(kind, "web");
    await messageOf(resource.up(args));
    expect(resource.state).toBeUndefined();
    const ids = (await listed(service, list)).map(({ id }) => id);
    expect(ids).toContain(theirs.id);
    // A domain that already exists is rejected; a record would be a duplicate.
    expect(ids).toHaveLength(2);
  });
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

describe("in one run of two providers, which are two processes", () => {
  test.each([
    ["a domain that another resource imports", "Domain", MASTER, "Domain"],
    ["a record that a set adopts", "DomainRecord", RECORD, "DomainRecordSet"],
  ])("the removal of a resource keeps %s", async (_, kind, fields, taker) => {
    const { args, list } = await placed(service, kind, fields);
    const removed = new Deployment(service, kind, "removed");
    await removed.up(args);
    const [first, second] = ["run", "run"].map((run) => service.process({ journal: runs.journal(run) }));
    await removed.preview(args, {}, first?.(kind));
    const other = new Deployment(service, taker, "other");
    const isImport = taker === kind;
    const taken = isImport ? args : { domainId: args.domainId, records: [fields] };
    await other.up(taken, isImport ? { import: removed.recorded().id } : {}, second?.(taker));
    service.forget();
    await removed.destroy(first?.(kind));
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

  test("an object of another account that has the same ID is deleted", () => {
    const journal = runs.journal("run");
    journal.noteOwner({ urn: "urn:pulumi:dev::shop::compute:Domain::other", keys: ["Domain 1"], account: "another" });
    expect(runs.journal("run").ownerOf("Domain 1", "another")).toMatch(/other$/);
    expect(runs.journal("run").ownerOf("Domain 1", undefined)).toMatch(/other$/);
    expect(runs.journal("run").ownerOf("Domain 1", "this")).toBeUndefined();
    expect(runs.journal("later").ownerOf("Domain 1", "another")).toBeUndefined();
  });
});
