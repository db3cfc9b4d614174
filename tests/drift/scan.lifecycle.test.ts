import { DEFAULT_RETRIES } from "../../provider/api/retry";
import type { Values } from "../../provider/definition/values";
import { aBackup, aDatabase } from "../support/action-programs";
import { Deployment, placed } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { stackStateOf } from "../../cli/state/stack-state";
import {
  asBridged,
  encryptedSecret,
  exported,
  exportOf,
  inShort,
  scanAll,
  scanOf,
  shownSecret,
} from "../support/exported-stack";
import type { Exported } from "../support/exported-stack";
import { aZone, DEPLOYED, MASTER, messageOf, MONGO } from "../support/programs";
import { useService } from "../support/service";

const READ_ONLY =
  "account:read_only computes:read_only images:read_only databases:read_only domains:read_only events:read_only";
const service = useService({
  tokens: [
    { token: "all" },
    { token: "reader", scopes: READ_ONLY.split(" ") },
    { token: "zones", scopes: ["domains:read_only"] },
  ],
});

const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const RECORD = { type: "TXT", name: "", target: "by hand" };
/** Options of a scan that searches for no unmanaged resources. */
const MANAGED = { looksForUnmanaged: false };
const POKED = { Domain: "domain", DomainRecord: "record", Instance: "instance" } as const;

const ENCRYPTED = { "compute:explicit": "true", "compute:token": encryptedSecret() };

type ScanOptions = Parameters<typeof scanOf>[2];

/** A deployed resource, changes of it out of band, and scans of its export, which may have more in it. */
async function watched(kind: string, args: Values, options: ResourceOptions = {}) {
  const { args: complete, list } = await placed(service, kind, args);
  const deployment = new Deployment(service, kind);
  await deployment.up(complete, options);
  const id = Number(deployment.recorded().id.split("/").at(-1));
  const own = (more: Partial<Exported> = {}): Exported => ({ ...exported(kind, deployment), ...more });
  const scan = (options?: ScanOptions, more?: Partial<Exported>) => scanOf(service, [own(more)], options);
  return {
    deployment,
    id,
    path: `${list}/${id}`,
    own,
    poke: (patch: Values) => service.emulator.poke(POKED[kind as keyof typeof POKED] ?? "database", id, patch),
    scan,
    /** What the scan finds, in short. */
    found: async (options?: ScanOptions, more?: Partial<Exported>) => inShort((await scan(options, more)).findings),
  };
}

/** The export of a Domain resource with another description in inputs and outputs. */
const describedBy = (description: unknown, { inputs, outputs }: Exported): Partial<Exported> => ({
  inputs: { ...inputs, description },
  outputs: { ...outputs, description },
});

test.each([
  ["HTML", { kind: "html", status: 200 }],
  ["503", { kind: "status", status: 503 }],
  ["a truncated response", { kind: "truncate" }],
] as const)("stops within a minute and names the cause if every response is %s", async (_, effect) => {
  const { scan } = await watched("DomainRecord", WWW);
  service.emulator.faults.add({ path: "/**", effect, times: "always" });
  const waits: string[] = [];
  const startedMs = service.clock.now();
  const { findings } = await scan({ retries: DEFAULT_RETRIES, onWait: (message) => waits.push(message) });
  expect(service.clock.now() - startedMs).toBeLessThan(60_000);
  expect(waits).toContainEqual(expect.stringMatching(/(HTTP (200|503)|an incomplete response).*; retrying/));
  const reason = expect.stringMatching(/HTTP (200|503)|an incomplete response/);
  expect(findings[0]).toMatchObject({ state: "unchecked", reason });
});

test("reports an unmodified resource as in sync, in any equivalent form", async () => {
  const { scan } = await watched("DomainRecord", {
    type: "AAAA",
    name: "WWW",
    target: "2001:0DB8:0:0::1",
    ttlSec: 400,
  });
  const { findings, inSync } = await scan(MANAGED);
  expect(findings).toEqual([]);
  expect(inSync).toMatchObject([
    { stack: "acme/shop/dev", name: "web", source: { file: "index.ts", line: 12, column: 3 } },
  ]);
});

test("accepts any value of a property in ignoreChanges, which the state of the native plugin has among its options", async () => {
  const ignoreChanges = ["description"];
  const { poke, found } = await watched("Domain", { ...MASTER, description: "shop" }, { ignoreChanges });
  poke({ description: "by hand" });
  expect(await found()).toEqual([]);
  const native = await watched("Domain", { ...MASTER, domain: "native.example", description: "shop" });
  native.poke({ description: "by hand" });
  const options = { ...MANAGED, isNative: true };
  expect(await native.found(options)).toEqual(["modified Domain description"]);
  expect(await native.found(options, { more: { ignoreChanges } })).toEqual([]);
});

test("reports a record that moved from the bridged provider, and still has the ID from there, only if it is modified", async () => {
  const { id, found, poke } = await watched("DomainRecord", WWW);
  const bare = { id: String(id) };
  expect(await found({}, bare)).toEqual(["unmanaged Domain"]);
  poke({ target: "192.0.2.9" });
  expect(await found({}, bare)).toEqual(["modified DomainRecord target", "unmanaged Domain"]);
});

test("reports a deleted resource, marks it if it has the import option, and searches for nothing inside it", async () => {
  const id = await aZone(service, MASTER.domain);
  const { scan } = await watched("Domain", MASTER, { import: String(id) });
  service.emulator.remove("domain", id);
  expect((await scan()).findings).toMatchObject([{ state: "deleted", resource: { hasImportOption: true } }]);
});

test.each([
  ["a stopped instance", "Instance", DEPLOYED, { power: "off" }, /It is offline\. To start it, set `booted: true`/],
  ["a failed database", "MongoDatabase", MONGO, { status: "failed" }, /It is failed\. .*Restore/],
  ["a degraded database", "MongoDatabase", MONGO, { status: "degraded" }, /It is degraded\./],
] as const)("reports %s as unhealthy, unless the program stops it", async (_, kind, args, patch, reason) => {
  const { poke, scan } = await watched(kind, args);
  poke(patch);
  const { findings } = await scan();
  expect(inShort(findings)).toEqual([`unhealthy ${kind}`]);
  expect(findings[0]?.reason).toMatch(reason);
  const idle = { ...args, label: "idle", booted: false };
  if (kind === "Instance") expect(await (await watched(kind, idle)).found(MANAGED)).toEqual([]);
});

test("reports an operation that did not finish", async () => {
  const { own, scan } = await watched("Domain", MASTER);
  const { outputs } = own();
  const applied = { ...(outputs.__applied as object), unfinished: true };
  const reason = expect.stringContaining("Run `pulumi up` to resume");
  const { findings } = await scan({}, { outputs: { ...outputs, __applied: applied } });
  expect(findings).toMatchObject([{ state: "unhealthy", reason }]);
});

test("reports a create that may have been carried out as unchecked, without its secrets, and searches for nothing inside it", async () => {
  const args = { ...MASTER, soaEmail: "admin@secret.example" };
  const { faults } = service.emulator;
  faults.add({ method: "POST", path: "/domains", effect: { kind: "status", status: 502 }, times: "always" });
  const deployment = new Deployment(service, "Domain");
  await messageOf(deployment.up(args));
  const { inputs, ...own } = exported("Domain", deployment);
  expect(own.id).toMatch(/^pending-/);
  const secret = { domain: shownSecret(args.domain), soaEmail: shownSecret(args.soaEmail) };
  const { findings } = await scanOf(service, [{ ...own, inputs: { ...inputs, ...secret } }]);
  expect(inShort(findings)).toEqual(["unchecked Domain"]);
  expect(findings[0]?.reason).toContain("Run `pulumi up --refresh`");
  for (const text of [args.domain, args.soaEmail]) expect(JSON.stringify(findings)).not.toContain(text);
});

test("reports unmanaged resources with label, tags and who created them", async () => {
  const { path, scan } = await watched("Domain", MASTER);
  const zone = { domain: "b.example", type: "master", soa_email: "a@b.example", tags: ["old"] };
  const { id: foreign } = await service.ask("POST", "/domains", zone);
  // Only zones of the stacks are searched.
  await service.ask("POST", `/domains/${String(foreign)}/records`, WWW);
  for (const record of [WWW, RECORD]) await service.ask("POST", `${path}/records`, record);
  const { findings, objects } = await scan();
  expect(inShort(findings)).toEqual(["unmanaged Domain", "unmanaged DomainRecord", "unmanaged DomainRecord"]);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        label: "b.example",
        tags: ["old"],
        lastEvent: expect.objectContaining({ action: "domain_create" }),
      }),
      expect.objectContaining({ label: "www A", within: MASTER.domain }),
      expect.objectContaining({ label: "@ TXT", within: MASTER.domain }),
    ]),
  );
  expect(objects).toBe(4);
});

test("reports an unmanaged record without the name of a domain that is secret in the program", async () => {
  const { path, own, scan } = await watched("Domain", MASTER);
  await service.ask("POST", `${path}/records`, WWW);
  const { findings } = await scan({}, { inputs: { ...own().inputs, domain: shownSecret(MASTER.domain) } });
  expect(inShort(findings)).toEqual(["unmanaged DomainRecord"]);
  expect(JSON.stringify(findings)).not.toContain(MASTER.domain);
});

test("treats records of a set as managed, and others as drift if the set is exclusive", async () => {
  const domainId = await aZone(service);
  const noValues = { id: String(domainId), inputs: {}, outputs: {} };
  const zone = { ...noValues, kind: "Domain", name: "zone", more: { external: true } };
  const records = [WWW, { type: "MX", target: "mail.example", priority: 10 }];
  const { deployment: set, own } = await watched("DomainRecordSet", { domainId, records });
  await service.ask("POST", `/domains/${domainId}/records`, RECORD);
  const found = async () => inShort((await scanOf(service, [zone, own()])).findings);
  expect(await found()).toEqual(["unmanaged Domain", "unmanaged DomainRecord"]);
  await set.up({ domainId, records, exclusive: true });
  expect(await found()).toEqual(["unmanaged Domain"]);
  await service.ask("POST", `/domains/${domainId}/records`, RECORD);
  expect(await found()).toEqual(["modified DomainRecordSet records[TXT @]", "unmanaged Domain"]);
});

test("treats a resource that a program only reads as unmanaged, but not one pending deletion", async () => {
  const { found } = await watched("Domain", MASTER);
  expect(await found({}, { more: { external: true } })).toEqual(["unmanaged Domain"]);
  expect(await found({}, { more: { delete: true } })).toEqual([]);
});

test("shows label and tags from the API, not from state, and who made the change, and when", async () => {
  const { path, scan } = await watched("Instance", { ...DEPLOYED, label: "web", tags: ["ours"] });
  await service.ask("PUT", path, { label: "renamed", tags: ["theirs"] });
  const { findings } = await scan(MANAGED);
  expect(findings).toMatchObject([
    { state: "modified", label: "renamed", tags: ["theirs"], lastEvent: { who: "admin", action: "compute_update" } },
  ]);
  expect(findings[0]?.lastEvent?.when).toMatch(/^\d{4}-.*Z$/);
});

test("shows a record with the zone's newest event that fits its change", async () => {
  const { path, poke, scan } = await watched("DomainRecord", WWW);
  const lastAction = async () => (await scan(MANAGED)).findings[0]?.lastEvent?.action;
  poke({ target: "192.0.2.9" });
  expect(await lastAction()).toBeUndefined();
  const list = path.replace(/\/\d+$/, "");
  await service.ask("PUT", path, { target: "192.0.2.8" });
  const { id } = await service.ask("POST", list, RECORD);
  await service.ask("DELETE", `${list}/${String(id)}`);
  expect(await lastAction()).toBe("domain_record_updated");
});

test("shows each of several unmanaged records with its own creation event", async () => {
  const { path, scan } = await watched("DomainRecord", WWW);
  const made: Values[] = [];
  for (const target of ["first", "second"]) {
    made.push(await service.ask("POST", path.replace(/\/\d+$/, ""), { ...RECORD, target }));
    service.emulator.clock.advance(60_000);
  }
  const unmanaged = (await scan()).findings.filter(({ kind }) => kind === "DomainRecord");
  const whenOf = (record: Values) => unmanaged.find((one) => one.id.endsWith(`/${String(record.id)}`))?.lastEvent?.when;
  expect(made.map(whenOf)).toEqual(made.map(({ created }) => `${String(created)}Z`));
  expect(new Set(made.map(whenOf)).size).toBe(2);
});

test("marks a changed label as generated, unless it was declared", async () => {
  const labelOf = async (args: Values) => {
    const { id, path, scan } = await watched("Instance", args);
    await service.ask("PUT", path, { label: `renamed-${id}` });
    return (await scan(MANAGED)).findings[0]?.properties.map(({ path, isGenerated }) => [path, isGenerated]);
  };
  expect(await labelOf(DEPLOYED)).toEqual([["label", true]]);
  expect(await labelOf({ ...DEPLOYED, label: "mine" })).toEqual([["label", undefined]]);
});

test("without a token, fails with one message and compares nothing", async () => {
  const { scan } = await watched("Domain", MASTER);
  service.forget();
  const scanned = scan({ environment: { COMPUTE_URL: service.emulator.url } });
  await expect(scanned).rejects.toThrow("No access token. Set COMPUTE_TOKEN. Nothing was compared.");
  expect(service.requests()).toEqual([]);
});

test("ignores events before the resource was recorded", async () => {
  const { path, poke, scan } = await watched("Domain", { ...MASTER, description: "shop" });
  poke({ description: "by hand" });
  const now = service.emulator.clock.now().getTime();
  const changeSince = async (atMs: number) => {
    const { findings } = await scan({}, { more: { modified: new Date(atMs).toISOString() } });
    return findings[0]?.lastEvent?.action;
  };
  expect(await changeSince(now + 60_000)).toBeUndefined();
  expect(await changeSince(now - 60_000)).toBe("domain_create");
  await service.ask("PUT", path, { description: "by hand, too" });
  expect(await changeSince(now - 60_000)).toBe("domain_update");
});

test("warns about a resource that two stacks manage", async () => {
  const domain = (await watched("Domain", MASTER)).own({ name: "zone" });
  const stacks = ["first", "second"].map((name) => stackStateOf(exportOf([domain], { stack: name }), name));
  const scanned = (some: typeof stacks) => scanAll(service, some, { token: "reader" });
  expect((await scanned(stacks.slice(0, 1))).warnings).toEqual([]);
  expect((await scanned(stacks)).warnings).toEqual([
    expect.stringMatching(
      /^A cloud resource is managed by more than one Pulumi resource: Domain zone of \S+first and Domain zone of \S+second\./,
    ),
  ]);
});

const THEIRS = "may be managed: stack acme/shop/second has zone with this ID";
const at = (url: string): Values => ({ ...ENCRYPTED, "compute:url": url });

test.each<[whose: string, account: (own: Values) => Values | undefined, expected: string[], provider?: () => Values]>([
  ["not, because its account has another ID", (own) => ({ ...own, id: "0728944B" }), ["^$"]],
  [
    "for certain, also with another brand and URL",
    (own) => ({ ...own, brand: "linode", url: "https://a.example" }),
    [],
  ],
  ["perhaps, at another URL", () => ({ brand: "compute", url: "https://a.example" }), [THEIRS]],
  ["perhaps, with another brand", ({ url }) => ({ brand: "linode", url }), [THEIRS]],
  ["perhaps", () => undefined, [THEIRS]],
  ["perhaps, by a provider with another URL", () => undefined, [THEIRS], () => at("https://a.example")],
  ["for certain, by a provider with this URL", () => undefined, [], () => at(service.emulator.url)],
])("tells whether another stack manages a domain: %s", async (_, account, expected, provider = () => ENCRYPTED) => {
  const { own } = await watched("Domain", MASTER);
  const other = await aZone(service, "other.example");
  const { outputs = {} } = own();
  const applied = outputs.__applied as { readonly account: Values };
  const theirs = { ...outputs, __applied: { ...applied, account: account(applied.account) } };
  const resource = own({ name: "zone", id: String(other), outputs: theirs });
  const stacks = [
    stackStateOf(exportOf([own()]), "dev"),
    stackStateOf(exportOf([resource], { stack: "second", provider: provider(), providerName: "own" }), "second"),
  ];
  const { findings } = await scanAll(service, stacks);
  const unmanaged = findings.filter(({ state }) => state === "unmanaged");
  expect(unmanaged.map(({ id, reason = "" }) => [id, reason])).toEqual(
    expected.map((text) => [String(other), expect.stringMatching(text)]),
  );
});

test.each<[whose: string, provider: () => Values, expected: string[]]>([
  ["for certain", () => ({}), []],
  ["for certain, at this URL", () => ({ url: service.emulator.url }), []],
  ["perhaps, at another URL", () => ({ url: "https://a.example/v4" }), [THEIRS]],
])("tells whether a resource of the bridged provider manages a domain: %s", async (_, provider, expected) => {
  const { own } = await watched("Domain", MASTER);
  const id = String(await aZone(service, "other.example"));
  const bridged = asBridged(own({ name: "zone", id }));
  const options = { provider: provider(), providerType: "linode", providerName: "default_5_1_1" };
  const { findings } = await scanAll(service, [
    stackStateOf(exportOf([own()]), "dev"),
    stackStateOf(exportOf([bridged], options), "second"),
  ]);
  expect(findings.map(({ state, id, reason = "" }) => [state, id, reason])).toEqual(
    expected.map(() => [
      "unmanaged",
      id,
      expect.stringContaining("may be managed: stack organization/shop/dev has zone"),
    ]),
  );
});

test("warns about a token that can write, but not about a read-only token", async () => {
  const { scan } = await watched("Domain", MASTER);
  expect((await scan()).warnings).toEqual([expect.stringContaining("read_only")]);
  const { warnings, accounts, findings } = await scan({ token: "reader" });
  expect([warnings, findings]).toEqual([[], []]);
  expect(accounts).toMatchObject([{ canWrite: false }]);
  // The token of an explicit provider counts, whatever the environment sets.
  const provider = { "compute:explicit": "true", "compute:token": shownSecret("reader") };
  expect((await scan({ provider, token: "all" })).accounts).toMatchObject([{ canWrite: false }]);
});

test("leaves database backups unchecked with a read-only token", async () => {
  const databaseId = await aDatabase(service);
  const { found, scan } = await watched("MongoDatabaseBackup", { databaseId, label: "mine" });
  await aBackup(service, databaseId);
  expect(await found()).toEqual(["unmanaged MongoDatabase"]);
  const { findings } = await scan({ ...MANAGED, token: "reader" });
  expect(findings).toMatchObject([{ state: "unchecked", kind: "MongoDatabaseBackup", byChoice: true }]);
});

test("is incomplete only if a stack needs a list that the token cannot read, but claims no coverage in any case", async () => {
  const zones = { token: "zones" };
  const { findings: others } = await (await watched("Domain", MASTER)).scan(zones);
  expect(others).not.toEqual([]);
  for (const finding of others) expect(finding).toMatchObject({ state: "unchecked", byChoice: true });
  const { scan } = await watched("MongoDatabase", MONGO);
  expect((await scan({ token: "all" })).objects).toBe(2);
  const { findings, objects } = await scan(zones);
  expect(objects).toBeUndefined();
  const own = findings.filter(({ kind }) => kind === "MongoDatabase");
  expect(own.map(({ state, byChoice }) => [state, byChoice])).toEqual(Array(2).fill(["unchecked", undefined]));
});

test.each([
  [403, "Use a token that may list them", true],
  [404, "If the service has them, correct the API URL", true],
  [500, "Run the command again", undefined],
])("describes the consequence and the remedy if a list fails with HTTP %d", async (status, remedy, byChoice) => {
  const { scan } = await watched("Domain", MASTER);
  service.emulator.faults.add({ method: "GET", path: "/images", times: "always", effect: { kind: "status", status } });
  const { findings } = await scan({ token: "reader" });
  expect(findings.map((finding) => finding.byChoice)).toEqual([byChoice]);
  expect(findings.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Could not list images, so unmanaged ones are not in this report. ${remedy}, or skip this search with --no-unmanaged. ` +
          `Cause: GET /images returned HTTP ${status}.*[^.]\\.$`,
      ),
    ),
  ]);
});

test("compares a secret value, and shows it nowhere; one that is encrypted is unchecked, not in sync", async () => {
  const { poke, own, scan } = await watched("Domain", { ...MASTER, description: "top secret" });
  const { findings, inSync } = await scan({}, describedBy(encryptedSecret(), own()));
  expect(findings).toMatchObject([{ state: "unchecked", properties: [{ path: "description", isSecret: true }] }]);
  expect(inSync).toEqual([]);
  poke({ description: "changed secret" });
  const result = await scan({}, describedBy(shownSecret("top secret"), own()));
  expect(result.findings).toMatchObject([{ state: "modified", properties: [{ path: "description", isSecret: true }] }]);
  expect(JSON.stringify(result)).not.toMatch(/top secret|changed secret/);
});

test("reports no drift for an encrypted equivalent form while the value is unchanged", async () => {
  const { poke, own, found } = await watched("DomainRecord", { ...WWW, name: "WWW", ttlSec: 400 });
  const hidden = { outputs: { ...own().outputs, __spellings: encryptedSecret() } };
  expect(await found(MANAGED, hidden)).toEqual([]);
  poke({ target: "192.0.2.9" });
  expect(await found(MANAGED, hidden)).toEqual(["modified DomainRecord target"]);
});

test("names records of a set, whatever records precede them", async () => {
  const domainId = await aZone(service);
  const [a, b, text] = [
    { type: "A", name: "a", target: "192.0.2.1" },
    { type: "A", name: "b", target: "192.0.2.2" },
    { type: "TXT", name: "t", target: "plain" },
  ];
  const { own, scan } = await watched("DomainRecordSet", { domainId, records: [a, b, text] });
  const rows = (await service.ask("GET", `/domains/${domainId}/records`)).data as { id: number; name: string }[];
  const idOf = (name: string): number => rows.find((row) => row.name === name)?.id ?? 0;
  service.emulator.remove("record", idOf("b"));
  service.emulator.poke("record", idOf("t"), { target: "changed" });
  const found = async (more?: Partial<Exported>) => (await scan(MANAGED, more)).findings[0]?.properties;
  expect(await found()).toEqual([
    {
      path: "records[TXT t]",
      expected: expect.objectContaining(text),
      actual: expect.objectContaining({ target: "changed" }),
    },
    { path: "records[A b]", expected: expect.objectContaining(b) },
  ]);
  const { inputs } = own();
  expect(await found({ inputs: { ...inputs, records: shownSecret(inputs.records) } })).toEqual([
    { path: "records", isSecret: true },
  ]);
});

test("leaves records of a set unchecked if they seem to differ and the equivalent form is encrypted", async () => {
  const record = { type: "SRV", service: "sip", protocol: "TLS", target: "a.example", port: 1, priority: 1, weight: 1 };
  const { own, found } = await watched("DomainRecordSet", { domainId: await aZone(service), records: [record] });
  const { outputs } = own();
  const spelled = (__spellings: unknown) => found(MANAGED, { outputs: { ...outputs, __spellings } });
  expect(outputs.__spellings).toBeDefined();
  expect(await spelled(outputs.__spellings)).toEqual([]);
  expect(await spelled(encryptedSecret())).toEqual(["unchecked DomainRecordSet records[SRV _sip._tls]"]);
});

test("treats providers that differ only in allowHttp as one account", async () => {
  const { own } = await watched("Domain", MASTER);
  const { url, token } = service.emulator;
  const stacks = ["true", "false"].map((allowHttp) => {
    const provider = { "compute:url": url, "compute:token": token, "compute:allowHttp": allowHttp };
    return stackStateOf(exportOf([own()], { stack: allowHttp, provider }), allowHttp);
  });
  const { accounts } = await scanAll(service, stacks, { ...MANAGED, environment: {} });
  expect(accounts).toHaveLength(1);
});

const BRANDED = { provider: { "compute:brand": "acme" }, environment: { COMPUTE_TOKEN: "t" } };

test.each<[string, ScanOptions, string, kind: string]>([
  ["a provider with an encrypted token", { provider: ENCRYPTED }, "--show-secrets", "Domain"],
  ["a brand without an API URL", BRANDED, "Set COMPUTE_URL", "Domain"],
  ["an unknown type", MANAGED, "resource type Volume", "Volume"],
  ["the bridged provider, in a move that was interrupted", { providerType: "linode" }, "Run `pulumi up`", "Domain"],
])("leaves a resource of %s unchecked, but managed, and sends nothing", async (_, options, reason, kind) => {
  const { findings, requests } = await (await watched("Domain", MASTER)).scan(options, { kind });
  expect(findings).toMatchObject([{ state: "unchecked", reason: expect.stringContaining(reason) }]);
  expect(requests).toBe(0);
});

test("uses the configured account for an empty stack", async () => {
  await aZone(service);
  const { url, token } = service.emulator;
  const values = { "compute:url": url, "compute:token": token };
  const configured = { name: "default", inputs: { values, secretNames: new Set<string>(), secrets: [] } };
  const stack = { stack: "dev", resources: [], managed: [], pending: [], foreign: 0, writtenAt: undefined, configured };
  const { findings, accounts } = await scanAll(service, [stack], { environment: {} });
  expect(accounts).toMatchObject([{ url }]);
  expect(inShort(findings)).toEqual(["unmanaged Domain"]);
});
