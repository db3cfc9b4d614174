import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { deployed, Deployment } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { aZone, EMPTY, MASTER } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const A = { type: "A", name: "www", target: "192.0.2.1", ttlSec: 300 };

/** Previews the change, and a replacement's create, with `previewDrift` on; returns the warnings about drift and the paths of the reads. */
async function preview(deployment: Deployment, args: Values, options: ResourceOptions = {}) {
  service.said.length = 0;
  service.forget();
  const process = deployment.process({ previewsDrift: true });
  const isPreview = { ...options, isPreview: true } as const;
  const step = await deployment.preview(args, isPreview, process);
  const isReplaced = step === "replace" || options.replaceOnChanges !== undefined;
  if (isReplaced) await deployment.previewNew(args, options, process);
  const warnings = service.warnings().filter((one) => /overwrite|not undone|no longer exists|recreates/.test(one));
  return { step, warnings, reads: service.requests().map(({ path }) => path) };
}

/** A resource that was changed out of band after its `up`. */
async function changed(kind: string, before: Values, change: Values) {
  const { path, ...rest } = await deployed(service, kind, before);
  await service.ask("PUT", path, change);
  return rest;
}

/** The requests with this path fail. */
function failing(path: string, status: number): void {
  service.emulator.faults.add({ method: "GET", path, times: "always", effect: { kind: "status", status } });
}

const BY_ADMIN =
  /^(.*?): (.*)\. Last event: \w+_update by admin, \d{4}-\d\d-\d\d \d\d:\d\d UTC\. To (keep a live value, declare it in the program|undo it, run `pulumi up --refresh`)\.$/;

const TREATMENTS: Readonly<Record<string, string>> = {
  "`pulumi up` would overwrite out-of-band changes": "",
  "Changed out of band, and not undone by this update": "leaves ",
};

/** The changes that the warnings name, each with the values in state, live and in the program. */
function inShort(warnings: readonly string[]): string {
  const parts = warnings.map((warning) => {
    const [, treatment = "", changes = ""] = BY_ADMIN.exec(warning) ?? [];
    return `${TREATMENTS[treatment]}${changes.replaceAll(/ in state| live| in the program/g, "")}`;
  });
  return parts.join("; ");
}

test("off, a preview of an update reads nothing; on, nor does one without changes", async () => {
  const { deployment, args } = await changed("Domain", { ...MASTER, ttlSec: 300 }, { ttl_sec: 3600 });
  service.forget();
  service.said.length = 0;
  expect(await deployment.preview({ ...args, ttlSec: 7200 }, { isPreview: true })).toBe("update");
  expect(service.requests()).toEqual([]);
  expect(await preview(deployment, args)).toEqual({ step: "same", warnings: [], reads: [] });
});

describe("on, the preview of a change", () => {
  const ZONE = { ...MASTER, ttlSec: 300, description: "one", group: "a", tags: ["blue"] };

  test.each<[string, Values, Values, string]>([
    ["the changed input", { ttl_sec: 3600 }, { ttlSec: 7200 }, "ttlSec: 300, 3600, 7200"],
    ["another input", { ttl_sec: 3600 }, { description: "two" }, "leaves ttlSec: 300, 3600, 300"],
    ["a removed value", { description: null }, { ttlSec: 7200 }, 'leaves description: "one", none, "one"'],
    ["a removed input", { tags: ["red"] }, { tags: null }, 'tags: ["blue"], ["red"], none'],
    ["an unknown value", { ttl_sec: 3600 }, { ttlSec: UNKNOWN }, "ttlSec: 300, 3600, not known yet"],
    ["a new input", { refresh_sec: 3600 }, { refreshSec: 7200 }, "refreshSec: 0, 3600, 7200"],
    [
      "several, each by its fate",
      { ttl_sec: 3600, group: "b" },
      { ttlSec: 7200 },
      'ttlSec: 300, 3600, 7200; leaves group: "a", "b", "a"',
    ],
  ])("names %s", async (_, change, more, text) => {
    const { deployment, args } = await changed("Domain", ZONE, change);
    const { step, warnings, reads } = await preview(deployment, { ...args, ...more });
    expect(step).toBe("update");
    expect(inShort(warnings)).toBe(text);
    expect(reads.filter((path) => !path.startsWith("/domains?")).sort()).toEqual(["/account/events", "/domains"]);
  });

  test.each<[string, Values, Values, ResourceOptions?]>([
    ["a live value that the program has, too", { ttl_sec: 3600 }, { ttlSec: 3600 }],
    ["an input that the program does not declare", { expire_sec: 604800 }, { ttlSec: 7200 }],
    ["an ignored input", { ttl_sec: 3600 }, { description: "two" }, { ignoreChanges: ["ttlSec"] }],
  ])("says nothing of %s, and reads no events", async (_, change, more, options = {}) => {
    const { deployment, args } = await changed("Domain", ZONE, change);
    const { step, warnings, reads } = await preview(deployment, { ...args, ...more }, options);
    expect({ step, warnings, reads }).toEqual({ step: "update", warnings: [], reads: ["/domains"] });
  });

  test("names only the members of an object that the program declares", async () => {
    const alerts = { cpu: 80, io: 100 };
    const { deployment, args } = await changed("Instance", { ...EMPTY, alerts }, { alerts: { cpu: 70, io: 200 } });
    const { warnings } = await preview(deployment, { ...args, alerts: { cpu: 60 } });
    expect(inShort(warnings)).toBe("alerts.cpu: 80, 70, 60");
  });

  test.each<[string, Values, ResourceOptions]>([
    ["an input that forces it", { region: "eu-west" }, {}],
    ["the option replaceOnChanges", { group: "b" }, { replaceOnChanges: ["group"] }],
  ])("warns before a replacement by %s", async (_, more, options) => {
    const { deployment, args } = await changed("Instance", { ...EMPTY, tags: ["blue"] }, { tags: ["red"] });
    const { warnings } = await preview(deployment, { ...args, ...more }, options);
    expect(inShort(warnings)).toBe('tags: ["blue"], ["red"], ["blue"]');
    service.emulator.remove("instance", Number(deployment.recorded().id));
    expect((await preview(deployment, { ...args, ...more }, options)).warnings).toEqual([
      expect.stringMatching(/^Instance \d+ no longer exists; `pulumi up` recreates it\.$/),
    ]);
  });

  test("shows no secret", async () => {
    const secrets = [["description"]];
    const { deployment, args } = await changed("Domain", ZONE, { description: "hunter22" });
    const { warnings } = await preview(deployment, { ...args, ttlSec: 7200, description: "hunter33" }, { secrets });
    expect(inShort(warnings)).toBe("description (secret)");
  });

  test("says that the object no longer exists, but not after a failed read, which it names once for a list", async () => {
    const { deployment, args, path } = await deployed(service, "Domain", ZONE);
    const more = { ...args, ttlSec: 7200 };
    for (const status of [401, 403, 500]) {
      failing("/domains", status);
      const process = service.process({ previewsDrift: true });
      service.said.length = 0;
      const isPreview = { isPreview: true } as const;
      for (let time = 0; time < 2; time++) await deployment.preview(more, isPreview, process("Domain"));
      expect(service.warnings()).toEqual([
        expect.stringMatching(
          new RegExp(`^Could not check what .pulumi up. would overwrite. Cause: GET /domains returned HTTP ${status}`),
        ),
      ]);
      service.emulator.faults.clear();
    }
    await service.ask("DELETE", path);
    expect((await preview(deployment, more)).warnings).toEqual([
      expect.stringMatching(
        /^`pulumi up` will fail: domain \d+ no longer exists\. Last event: domain_delete by admin, .* To recreate it, run `pulumi up --refresh`\.$/,
      ),
    ]);
  });

  test("says it of a record whose zone was deleted", async () => {
    const { deployment, args } = await deployed(service, "DomainRecord", A);
    await service.ask("DELETE", `/domains/${String(args.domainId)}`);
    const { warnings } = await preview(deployment, { ...args, target: "192.0.2.2" });
    expect(warnings).toEqual([expect.stringContaining("no longer exists. To recreate it")]);
  });

  test("is stopped by Ctrl-C", async () => {
    const { deployment, args } = await changed("Domain", ZONE, { ttl_sec: 3600 });
    const signal = AbortSignal.abort(new Error("cancelled by the user"));
    const cancelled = deployment.process({ previewsDrift: true, signal });
    await expect(deployment.preview({ ...args, ttlSec: 7200 }, { isPreview: true }, cancelled)).rejects.toThrow(
      "cancelled by the user",
    );
  });

  test.each([403, 404, 500])("without readable events (HTTP %i), the warning does not say who", async (status) => {
    const { deployment, args } = await changed("Domain", ZONE, { ttl_sec: 3600 });
    failing("/account/events", status);
    const { warnings } = await preview(deployment, { ...args, ttlSec: 7200 });
    expect(warnings).toEqual([expect.stringMatching(/ 7200 in the program\. To keep a live value/)]);
  });
});

test("30 records of one zone take one list, and one read of the events", async () => {
  const domainId = await aZone(service);
  const records = Array.from({ length: 30 }, (_, index) => new Deployment(service, "DomainRecord", `web${index}`));
  const argsOf = (index: number): Values => ({ ...A, domainId, name: `www${index}` });
  for (const [index, record] of records.entries()) await record.up(argsOf(index));
  for (const record of records)
    await service.ask("PUT", `/domains/${domainId}/records/${record.recorded().id.split("/")[1]}`, { ttl_sec: 3600 });
  service.forget();
  service.said.length = 0;
  const process = service.process({ previewsDrift: true });
  for (const [index, record] of records.entries())
    await record.preview({ ...argsOf(index), target: "192.0.2.2" }, { isPreview: true }, process("DomainRecord"));
  expect(
    service.warnings().filter((one) => one.includes("ttlSec: 300 in state, 3600 live, 300 in the program")),
  ).toHaveLength(30);
  expect(service.requests().map(({ path }) => path)).toEqual([`/domains/${domainId}/records`, "/account/events"]);
});

describe("on, the preview of a record set", () => {
  const MAIL = { type: "A", name: "mail", target: "192.0.2.5", ttlSec: 300 };

  /** A set whose first record was changed or deleted out of band. */
  async function changedSet(change: Values | undefined, more: Values = {}) {
    const domainId = await aZone(service);
    const deployment = new Deployment(service, "DomainRecordSet");
    const args = { domainId, records: [A, MAIL], ...more };
    await deployment.up(args);
    const [id] = deployment.recorded().outputs.recordIds as number[];
    await service.ask(change ? "PUT" : "DELETE", `/domains/${domainId}/records/${id}`, change);
    return { deployment, args, domainId };
  }

  const NEW = { type: "A", name: "new", target: "192.0.2.9" };

  test.each<[string, Values | undefined, Values[], RegExp | undefined]>([
    [
      "a changed record",
      { ttl_sec: 3600 },
      [A, MAIL, NEW],
      /records\[A www\]\.ttlSec: 300 in state, 3600 live, 300 in/,
    ],
    ["none that is equal", { ttl_sec: 3600 }, [{ ...A, ttlSec: 3600 }, MAIL, NEW], undefined],
    ["a deleted record", undefined, [A, NEW], /\[A www\]: \{.*\} in state, none live, \{.*\} in the program/],
    ["a record to delete", { ttl_sec: 3600 }, [MAIL], /\[A www\]: \{.*\} in state, \{.*\} live, none in the program/],
  ])("names %s, with one list of the zone", async (_, change, records, text) => {
    const { deployment, args, domainId } = await changedSet(change);
    const { warnings, reads } = await preview(deployment, { ...args, records });
    expect(warnings).toEqual(text ? [expect.stringMatching(text)] : []);
    expect(reads.filter((path) => path === `/domains/${domainId}/records`)).toHaveLength(1);
  });

  test("shows no contents if some are secret, and leaves undeclared records to the list of what is deleted", async () => {
    const { deployment, args, domainId } = await changedSet({ target: "192.0.2.77" }, { exclusive: true });
    await service.ask("POST", `/domains/${domainId}/records`, { type: "A", name: "other", target: "192.0.2.8" });
    const secrets = [["records", "*", "target"]];
    const { warnings } = await preview(deployment, { ...args, records: [A, MAIL, NEW] }, { secrets });
    expect(warnings.filter((one) => one.includes("overwrite"))).toEqual([
      expect.stringContaining("changes: records (secret)."),
    ]);
  });
});
