import { DEFAULT_RETRIES } from "../../provider/api/retry";
import type { Values } from "../../provider/definition/values";
import { aBackup, aDatabase } from "../support/action-programs";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { exported, inShort, scanAll, scanOf } from "../support/drift-scan";
import { stackStateOf } from "../../cli/state/stack-state";
import { encryptedSecret, exportOf, shownSecret } from "../support/exported-stack";
import { aZone, DEPLOYED, MASTER, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";

const READ_ONLY = "computes:read_only images:read_only databases:read_only domains:read_only events:read_only";
const service = useService({
  tokens: [
    { token: "all" },
    { token: "reader", scopes: READ_ONLY.split(" ") },
    { token: "zones", scopes: ["domains:read_only"] },
  ],
});

const WWW = { type: "A", name: "www", target: "192.0.2.1" };
const ownId = (deployment: Deployment): number => Number(deployment.recorded().id.split("/").at(-1));

test.each([
  ["HTML", { kind: "html", status: 200 }],
  ["503", { kind: "status", status: 503 }],
  ["a truncated response", { kind: "truncate" }],
] as const)("stops within a minute and names the cause if every response is %s", async (_, effect) => {
  const { deployment } = await deployed(service, "DomainRecord", WWW);
  service.emulator.faults.add({ path: "/**", effect, times: "always" });
  const waits: string[] = [];
  const startedMs = service.clock.now();
  const { findings } = await scanOf(service, [exported("DomainRecord", deployment)], {
    retries: DEFAULT_RETRIES,
    onWait: (message) => waits.push(message),
  });
  expect(service.clock.now() - startedMs).toBeLessThan(60_000);
  expect(waits).toContainEqual(expect.stringMatching(/(HTTP (200|503)|an incomplete response).*; retrying/));
  expect(findings[0]).toMatchObject({
    state: "unchecked",
    reason: expect.stringMatching(/HTTP (200|503)|an incomplete response/) as string,
  });
});

test("reports an unmodified resource as in sync, in any equivalent form", async () => {
  const spelled = { type: "AAAA", name: "WWW", target: "2001:0DB8:0:0::1", ttlSec: 400 };
  const { deployment } = await deployed(service, "DomainRecord", spelled);
  const { findings, inSync } = await scanOf(service, [exported("DomainRecord", deployment)], {
    looksForUnmanaged: false,
  });
  expect(findings).toEqual([]);
  expect(inSync).toMatchObject([
    { stack: "acme/shop/dev", name: "web", source: { file: "index.ts", line: 12, column: 3 } },
  ]);
});

test("compares resources of the native plugin, whose state has the options of the engine", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "shop" });
  const ignoring = (ignoreChanges: readonly string[]) => ({
    ...exported("Domain", deployment),
    more: { ignoreChanges },
  });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  const scanned = async (ignoreChanges: readonly string[]) =>
    inShort((await scanOf(service, [ignoring(ignoreChanges)], { isNative: true })).findings);
  expect(await scanned([])).toEqual(["modified Domain description"]);
  expect(await scanned(["description"])).toEqual([]);
});

test("accepts any value of a property in ignoreChanges", async () => {
  const deployment = new Deployment(service, "Domain");
  await deployment.up({ ...MASTER, description: "shop" }, { ignoreChanges: ["description"] });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  expect((await scanOf(service, [exported("Domain", deployment)])).findings).toEqual([]);
});

test("reports a deleted resource, and searches for nothing inside it", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  service.emulator.remove("domain", ownId(deployment));
  const { findings } = await scanOf(service, [exported("Domain", deployment)]);
  expect(inShort(findings)).toEqual(["deleted Domain"]);
});

test.each([
  ["a stopped instance", "Instance", DEPLOYED, { power: "off" }, /It is offline\. To start it, set `booted: true`/],
  ["a failed database", "MysqlDatabase", MYSQL, { status: "failed" }, /It is failed\. .*Restore/],
  ["a degraded database", "MongoDatabase", MONGO, { status: "degraded" }, /It is degraded\./],
] as const)("reports %s as unhealthy", async (_, kind, args, patch, reason) => {
  const { deployment } = await deployed(service, kind, args);
  service.emulator.poke(kind === "Instance" ? "instance" : "database", ownId(deployment), patch);
  const { findings } = await scanOf(service, [exported(kind, deployment)]);
  expect(inShort(findings)).toEqual([`unhealthy ${kind}`]);
  expect(findings[0]?.reason).toMatch(reason);
});

test("reports a stopped instance with booted: false as healthy", async () => {
  const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, booted: false });
  expect((await scanOf(service, [exported("Instance", deployment)])).findings).toEqual([]);
});

test("reports an operation that did not finish", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const { outputs } = deployment.recorded();
  const applied = { ...(outputs.__applied as object), unfinished: true };
  const resource = { ...exported("Domain", deployment), outputs: { ...outputs, __applied: applied } };
  const { findings } = await scanOf(service, [resource]);
  expect(findings).toMatchObject([
    { state: "unhealthy", reason: expect.stringContaining("Run `pulumi up` to resume") as string },
  ]);
});

test("reports unmanaged resources with label and tags", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  await service.ask("POST", "/domains", {
    domain: "b.example",
    type: "master",
    soa_email: "a@b.example",
    tags: ["old"],
  });
  const records = `/domains/${ownId(deployment)}/records`;
  await service.ask("POST", records, WWW);
  await service.ask("POST", records, { type: "TXT", name: "", target: "of the domain itself" });
  const { findings, objects } = await scanOf(service, [exported("Domain", deployment)]);
  expect(inShort(findings)).toEqual(["unmanaged Domain", "unmanaged DomainRecord", "unmanaged DomainRecord"]);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ label: "b.example", tags: ["old"] }),
      expect.objectContaining({ label: "www A", within: MASTER.domain }),
      expect.objectContaining({ label: "@ TXT", within: MASTER.domain }),
    ]),
  );
  expect(objects).toBe(4);
});

test("reports an unmanaged record without the name of a domain that is secret in the program", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  await service.ask("POST", `/domains/${ownId(deployment)}/records`, WWW);
  const known = exported("Domain", deployment);
  const secret = { ...known, inputs: { ...known.inputs, domain: shownSecret(MASTER.domain) } };
  const { findings } = await scanOf(service, [secret]);
  expect(inShort(findings)).toEqual(["unmanaged DomainRecord"]);
  expect(JSON.stringify(findings)).not.toContain(MASTER.domain);
});

test("searches for records only in zones of the stacks", async () => {
  const foreign = await aZone(service, "foreign.example");
  await service.ask("POST", `/domains/${foreign}/records`, WWW);
  const { deployment } = await deployed(service, "Domain", MASTER);
  expect(inShort((await scanOf(service, [exported("Domain", deployment)])).findings)).toEqual(["unmanaged Domain"]);
});

test("treats records of a set as managed, and others as drift if the set is exclusive", async () => {
  const domainId = await aZone(service);
  const zone = {
    kind: "Domain",
    name: "zone",
    id: String(domainId),
    inputs: {},
    outputs: {},
    more: { external: true },
  };
  const set = new Deployment(service, "DomainRecordSet");
  const records = [WWW, { type: "MX", target: "mail.example", priority: 10 }];
  await set.up({ domainId, records });
  const stranger = { type: "TXT", name: "", target: "by hand" };
  await service.ask("POST", `/domains/${domainId}/records`, stranger);
  const scanned = async () => inShort((await scanOf(service, [zone, exported("DomainRecordSet", set)])).findings);
  expect(await scanned()).toEqual(["unmanaged Domain", "unmanaged DomainRecord"]);
  await set.up({ domainId, records, exclusive: true });
  expect(await scanned()).toEqual(["unmanaged Domain"]);
  await service.ask("POST", `/domains/${domainId}/records`, stranger);
  expect(await scanned()).toEqual(["modified DomainRecordSet records[TXT @]", "unmanaged Domain"]);
});

test("treats a resource that a program only reads as unmanaged, but not one pending deletion", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const read = { ...exported("Domain", deployment), more: { external: true } };
  expect(inShort((await scanOf(service, [read])).findings)).toEqual(["unmanaged Domain"]);
  const leaving = { ...exported("Domain", deployment), more: { delete: true } };
  expect((await scanOf(service, [leaving])).findings).toEqual([]);
});

test("shows label and tags from the API, not from state, and who made the change, and when", async () => {
  const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, label: "web", tags: ["ours"] });
  await service.ask("PUT", `/compute/instances/${ownId(deployment)}`, { label: "renamed", tags: ["theirs"] });
  const { findings } = await scanOf(service, [exported("Instance", deployment)], { looksForUnmanaged: false });
  expect(findings).toMatchObject([
    { state: "modified", label: "renamed", tags: ["theirs"], lastEvent: { who: "admin", action: "compute_update" } },
  ]);
  expect(findings[0]?.lastEvent?.when).toMatch(/^\d{4}-.*Z$/);
});

test("shows a record with the zone's newest event that fits its change", async () => {
  const domainId = await aZone(service);
  const record = new Deployment(service, "DomainRecord");
  await record.up({ domainId, ...WWW });
  const lastAction = async () => {
    const { findings } = await scanOf(service, [exported("DomainRecord", record)], { looksForUnmanaged: false });
    return findings[0]?.lastEvent?.action;
  };
  service.emulator.poke("record", ownId(record), { target: "192.0.2.9" });
  expect(await lastAction()).toBeUndefined();
  const path = `/domains/${domainId}/records`;
  await service.ask("PUT", `${path}/${ownId(record)}`, { target: "192.0.2.8" });
  const { id } = await service.ask("POST", path, { type: "TXT", name: "", target: "by hand" });
  await service.ask("DELETE", `${path}/${String(id)}`);
  expect(await lastAction()).toBe("domain_record_updated");
});

test("shows each of several unmanaged records with its own creation event", async () => {
  const domainId = await aZone(service);
  const record = new Deployment(service, "DomainRecord");
  await record.up({ domainId, ...WWW });
  const path = `/domains/${domainId}/records`;
  const first = await service.ask("POST", path, { type: "TXT", name: "", target: "first" });
  service.emulator.clock.advance(60_000);
  const second = await service.ask("POST", path, { type: "TXT", name: "", target: "second" });
  const { findings } = await scanOf(service, [exported("DomainRecord", record)]);
  const unmanaged = findings.filter(({ kind }) => kind === "DomainRecord");
  const whenOf = ({ id }: { id?: unknown }) =>
    unmanaged.find((found) => found.id.endsWith(`/${String(id)}`))?.lastEvent?.when;
  expect(whenOf(first)).toBe(`${String(first.created)}Z`);
  expect(whenOf(second)).toBe(`${String(second.created)}Z`);
});

test("marks a changed label as generated, unless it was declared", async () => {
  const found = async (args: Values) => {
    const { deployment } = await deployed(service, "Instance", args);
    await service.ask("PUT", `/compute/instances/${ownId(deployment)}`, { label: `renamed-${ownId(deployment)}` });
    const { findings } = await scanOf(service, [exported("Instance", deployment)], { looksForUnmanaged: false });
    return findings[0]?.properties.map(({ path, isGenerated }) => [path, isGenerated]);
  };
  const { label: _label, ...unlabelled } = { label: "", ...DEPLOYED };
  expect(await found(unlabelled)).toEqual([["label", true]]);
  expect(await found({ ...unlabelled, label: "mine" })).toEqual([["label", undefined]]);
});

test("without a token, fails with one message and compares nothing", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  service.forget();
  const scanned = scanOf(service, [exported("Domain", deployment)], {
    environment: { COMPUTE_URL: service.emulator.url },
  });
  await expect(scanned).rejects.toThrow("No access token. Set COMPUTE_TOKEN. Nothing was compared.");
  expect(service.requests()).toEqual([]);
});

test("ignores events before the resource was recorded", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "shop" });
  service.emulator.poke("domain", ownId(deployment), { description: "by hand" });
  const now = service.emulator.clock.now().getTime();
  const recorded = (atMs: number) => ({
    ...exported("Domain", deployment),
    more: { modified: new Date(atMs).toISOString() },
  });
  const changeSince = async (atMs: number) => (await scanOf(service, [recorded(atMs)])).findings[0]?.lastEvent?.action;
  expect(await changeSince(now + 60_000)).toBeUndefined();
  expect(await changeSince(now - 60_000)).toBe("domain_create");
  await service.ask("PUT", `/domains/${ownId(deployment)}`, { description: "by hand, too" });
  expect(await changeSince(now - 60_000)).toBe("domain_update");
});

test("claims no coverage if a list could not be read", async () => {
  const { deployment } = await deployed(service, "MysqlDatabase", MYSQL);
  const own = [exported("MysqlDatabase", deployment)];
  expect((await scanOf(service, own, { token: "all" })).objects).toBe(1);
  expect((await scanOf(service, own, { token: "zones" })).objects).toBeUndefined();
});

test("warns about a resource that two stacks manage", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const domain = exported("Domain", deployment, "zone");
  const stacks = ["first", "second"].map((name) => stackStateOf(exportOf([domain], { stack: name }), name));
  const scanned = (some: typeof stacks) => scanAll(service, some, { token: "reader" });
  expect((await scanned(stacks.slice(0, 1))).warnings).toEqual([]);
  expect((await scanned(stacks)).warnings).toEqual([
    expect.stringMatching(
      /^A cloud resource is managed by more than one Pulumi resource: Domain zone of \S+first and Domain zone of \S+second\./,
    ),
  ]);
});

test("warns about a token that can write, but not about a read-only token", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const domain = [exported("Domain", deployment)];
  expect((await scanOf(service, domain)).warnings).toEqual([expect.stringContaining("read_only")]);
  const { warnings, accounts, findings } = await scanOf(service, domain, { token: "reader" });
  expect([warnings, findings]).toEqual([[], []]);
  expect(accounts).toMatchObject([{ canWrite: false }]);
});

test("leaves database backups unchecked with a read-only token", async () => {
  const databaseId = await aDatabase(service);
  const backup = new Deployment(service, "MongoDatabaseBackup");
  await backup.up({ databaseId, label: "mine" });
  await aBackup(service, databaseId);
  const own = [exported("MongoDatabaseBackup", backup)];
  expect(inShort((await scanOf(service, own)).findings)).toEqual(["unmanaged MongoDatabase"]);
  const { findings } = await scanOf(service, own, { token: "reader", looksForUnmanaged: false });
  expect(findings).toMatchObject([{ state: "unchecked", kind: "MongoDatabaseBackup", byChoice: true }]);
});

test("is incomplete only if a stack needs a list that the token cannot read", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const zones = await scanOf(service, [exported("Domain", deployment)], { token: "zones" });
  expect(zones.findings.map(({ state, byChoice }) => [state, byChoice])).toEqual(Array(3).fill(["unchecked", true]));
  const database = await deployed(service, "MysqlDatabase", MYSQL);
  const { findings } = await scanOf(service, [exported("MysqlDatabase", database.deployment)], { token: "zones" });
  const own = findings.filter(({ kind }) => kind === "MysqlDatabase");
  expect(own.map(({ state, byChoice }) => [state, byChoice])).toEqual([
    ["unchecked", undefined],
    ["unchecked", undefined],
  ]);
});

test.each([
  [403, "Use a token that may list them"],
  [500, "Run the command again"],
])("describes the consequence and the remedy if a list fails with HTTP %d", async (status, remedy) => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  service.emulator.faults.add({ method: "GET", path: "/images", times: "always", effect: { kind: "status", status } });
  const { findings } = await scanOf(service, [exported("Domain", deployment)], { token: "reader" });
  expect(findings.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Could not list images, so unmanaged ones are not in this report. ${remedy}, or skip this search with --no-unmanaged. ` +
          `Cause: GET /images returned HTTP ${status}.*[^.]\\.$`,
      ),
    ),
  ]);
});

test("compares a secret value, and shows it nowhere", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "top secret" });
  service.emulator.poke("domain", ownId(deployment), { description: "changed secret" });
  const { inputs, outputs, ...rest } = exported("Domain", deployment);
  const secret = shownSecret("top secret");
  const marked = { ...rest, inputs: { ...inputs, description: secret }, outputs: { ...outputs, description: secret } };
  const result = await scanOf(service, [marked]);
  expect(result.findings).toMatchObject([{ state: "modified", properties: [{ path: "description", isSecret: true }] }]);
  expect(JSON.stringify(result)).not.toMatch(/top secret|changed secret/);
});

test("reports an encrypted value as unchecked, not as in sync", async () => {
  const { deployment } = await deployed(service, "Domain", { ...MASTER, description: "top secret" });
  const { inputs, outputs, ...rest } = exported("Domain", deployment);
  const secret = encryptedSecret();
  const marked = { ...rest, inputs: { ...inputs, description: secret }, outputs: { ...outputs, description: secret } };
  const { findings, inSync } = await scanOf(service, [marked]);
  expect(findings).toMatchObject([{ state: "unchecked", properties: [{ path: "description", isSecret: true }] }]);
  expect(inSync).toEqual([]);
});

test("reports no drift for an encrypted equivalent form while the value is unchanged", async () => {
  const { deployment } = await deployed(service, "DomainRecord", { ...WWW, name: "WWW", ttlSec: 400 });
  const { outputs, ...rest } = exported("DomainRecord", deployment);
  const resource = { ...rest, outputs: { ...outputs, __spellings: encryptedSecret() } };
  const scanned = async () => inShort((await scanOf(service, [resource], { looksForUnmanaged: false })).findings);
  expect(await scanned()).toEqual([]);
  service.emulator.poke("record", ownId(deployment), { target: "192.0.2.9" });
  expect(await scanned()).toEqual(["modified DomainRecord target"]);
});

test("names records of a set, whatever records precede them", async () => {
  const domainId = await aZone(service);
  const set = new Deployment(service, "DomainRecordSet");
  const [a, b, text] = [
    { type: "A", name: "a", target: "192.0.2.1" },
    { type: "A", name: "b", target: "192.0.2.2" },
    { type: "TXT", name: "t", target: "plain" },
  ];
  await set.up({ domainId, records: [a, b, text] });
  const rows = (await service.ask("GET", `/domains/${domainId}/records`)).data as { id: number; name: string }[];
  const idOf = (name: string): number => rows.find((row) => row.name === name)?.id ?? 0;
  service.emulator.remove("record", idOf("b"));
  service.emulator.poke("record", idOf("t"), { target: "changed" });
  const scanned = async (more: Partial<ReturnType<typeof exported>> = {}) => {
    const resource = { ...exported("DomainRecordSet", set), ...more };
    return (await scanOf(service, [resource], { looksForUnmanaged: false })).findings[0]?.properties;
  };
  expect(await scanned()).toEqual([
    {
      path: "records[TXT t]",
      expected: expect.objectContaining(text),
      actual: expect.objectContaining({ target: "changed" }),
    },
    { path: "records[A b]", expected: expect.objectContaining(b) },
  ]);
  const { inputs } = exported("DomainRecordSet", set);
  expect(await scanned({ inputs: { ...inputs, records: shownSecret(inputs.records) } })).toEqual([
    { path: "records", isSecret: true },
  ]);
});

test("shows an unmanaged resource with its creation, not with later events", async () => {
  const id = await aZone(service, "rogue.example");
  await service.ask("PUT", `/domains/${id}`, { description: "later" });
  expect((await scanOf(service, [])).findings).toMatchObject([
    { state: "unmanaged", lastEvent: { action: "domain_create" } },
  ]);
});

test("shows an unmanaged instance with its creation, not with an image made from it", async () => {
  const created = await service.ask("POST", "/compute/instances", {
    region: "us-east",
    type: "g6-nanode-1",
    image: DEPLOYED.image,
    root_pass: "a password",
  });
  service.emulator.clock.advance(60_000);
  const { data } = await service.ask("GET", `/compute/instances/${String(created.id)}/disks`);
  await service.ask("POST", "/images", { disk_id: (data as Values[])[0]?.id, label: "golden" });
  const { findings } = await scanOf(service, []);
  expect(findings.find(({ kind }) => kind === "Instance")?.lastEvent).toMatchObject({ action: "compute_create" });
});

test("marks a resource with the import option", async () => {
  const id = await aZone(service, MASTER.domain);
  const deployment = new Deployment(service, "Domain");
  await deployment.up(MASTER, { import: String(id) });
  service.emulator.remove("domain", id);
  const { findings } = await scanOf(service, [exported("Domain", deployment)]);
  expect(findings).toMatchObject([{ state: "deleted", resource: { hasImportOption: true } }]);
});

test("leaves records of a set unchecked if they seem to differ and the equivalent form is encrypted", async () => {
  const domainId = await aZone(service);
  const set = new Deployment(service, "DomainRecordSet");
  const records = [
    { type: "SRV", service: "sip", protocol: "TLS", target: "a.example", port: 1, priority: 1, weight: 1 },
  ];
  await set.up({ domainId, records });
  const { outputs, ...rest } = exported("DomainRecordSet", set);
  const scanned = async (spellings: unknown) => {
    const resource = { ...rest, outputs: { ...outputs, __spellings: spellings } };
    return inShort((await scanOf(service, [resource], { looksForUnmanaged: false })).findings);
  };
  expect(outputs.__spellings).toBeDefined();
  expect(await scanned(outputs.__spellings)).toEqual([]);
  expect(await scanned(encryptedSecret())).toEqual(["unchecked DomainRecordSet records[SRV _sip._tls]"]);
});

test("uses the token of an explicit provider, whatever the environment sets", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const provider = { "compute:explicit": "true", "compute:token": shownSecret("reader") };
  const { accounts } = await scanOf(service, [exported("Domain", deployment)], { provider, token: "all" });
  expect(accounts).toMatchObject([{ canWrite: false }]);
});

test("treats providers that differ only in allowHttp as one account", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const { url, token } = service.emulator;
  const stacks = ["true", "false"].map((allowHttp) => {
    const provider = { "compute:url": url, "compute:token": token, "compute:allowHttp": allowHttp };
    return stackStateOf(exportOf([exported("Domain", deployment)], { stack: allowHttp, provider }), allowHttp);
  });
  const { accounts } = await scanAll(service, stacks, { environment: {}, looksForUnmanaged: false });
  expect(accounts).toHaveLength(1);
});

test.each([
  [
    "a provider with an encrypted token",
    { provider: { "compute:explicit": "true", "compute:token": encryptedSecret() } },
    "--show-secrets",
  ],
  [
    "a brand without an API URL",
    { provider: { "compute:brand": "acme" }, environment: { COMPUTE_TOKEN: "t" } },
    "Set COMPUTE_URL",
  ],
  ["an unknown type", { looksForUnmanaged: false }, "resource type Volume"],
])("leaves a resource of %s unchecked, but managed, and sends nothing", async (what, options, reason) => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const kind = what === "an unknown type" ? "Volume" : "Domain";
  const { findings, requests } = await scanOf(service, [{ ...exported("Domain", deployment), kind }], options);
  expect(findings).toMatchObject([{ state: "unchecked", reason: expect.stringContaining(reason) as string }]);
  expect(requests).toBe(0);
});

test("uses the configured account for an empty stack", async () => {
  await aZone(service);
  const { url, token } = service.emulator;
  const inputs = {
    values: { "compute:url": url, "compute:token": token },
    secretNames: new Set<string>(),
    secrets: [],
  };
  const stack = {
    stack: "dev",
    resources: [],
    pending: [],
    foreign: 0,
    writtenAt: undefined,
    configured: { name: "default", inputs },
  };
  const { findings, accounts } = await scanAll(service, [stack], { environment: {} });
  expect(accounts).toMatchObject([{ url }]);
  expect(inShort(findings)).toEqual(["unmanaged Domain"]);
});
