import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { openAccount } from "../../cli/account/account";
import { copyAccount } from "../../cli/account/copy";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { aDatabase, anInstance, aSnapshot, aUserWithKey } from "../support/action-programs";
import { aStack, makeAll } from "../support/adopted-account";
import { ask } from "../support/ask";
import type { Wire } from "../support/ask";
import { aZone, EMPTY, listed, messageOf, MYSQL } from "../support/programs";
import { ROOT_PASSWORD, secretsIn } from "../support/secret-spellings";
import { RETRIES, useService } from "../support/service";
import { DAY_MS } from "../support/time";
import { temporaryFolder } from "../support/temporary-folder";

const READ = ["account", "computes", "images", "databases", "domains", "events"].map((area) => `${area}:read_only`);
const DOMAINS_TOKEN = "token-for-domains";
const service = useService({
  tokens: [
    "emulator-token",
    { token: "emulator-read-token", scopes: READ },
    { token: DOMAINS_TOKEN, scopes: ["domains:read_only"] },
  ],
});

const copies: Emulator[] = [];
afterEach(async () => {
  await Promise.all(copies.splice(0).map((copy) => copy.close()));
});

async function started(options: EmulatorOptions): Promise<Emulator> {
  const copy = await startEmulator({ clock: "stepped", ...options });
  copies.push(copy);
  return copy;
}

/** Reads the account of an emulator as the command does. */
function copyOf({ url, token }: Pick<Emulator, "url" | "token">, brand = "compute", options = {}) {
  const connection = { signal: new AbortController().signal, clock: service.clock, retries: RETRIES };
  return copyAccount(openAccount({ url, token, brand }, connection), options);
}

/** What an account answers at these paths. */
async function answersOf(account: Emulator, paths: readonly string[]): Promise<Map<string, Wire>> {
  const answers = new Map<string, Wire>();
  for (const path of paths) answers.set(path, await ask(account, "GET", `${path}?page_size=500`));
  return answers;
}

/** An account with a snapshot, databases, a script, an SSH key, and what its service added by itself. */
async function anAccount(): Promise<void> {
  await aSnapshot(service, await anInstance(service, "with-backups"));
  await aDatabase(service, "with-backup");
  await service.ask("POST", "/databases/mysql/instances", { ...MYSQL, label: "mysql" });
  service.emulator.clock.advance(2 * DAY_MS);
  await aUserWithKey(service);
  const script =
    '#!/bin/bash\n# <UDF name="site" label="Site">\ncurl -H \'X-Key: k3y-of-the-script\' https://example.com';
  await service.ask("POST", "/compute/stackscripts", { label: "own", images: ["any/all"], script });
  service.forget();
}

/** Everything that a copy makes up. */
const MADE_UP = ["/compute/stackscripts"];

test("a copy serves the same lists as its account, each read once with a GET", async () => {
  // And everything that a program can create.
  const [resources = []] = fc.sample(aStack, { numRuns: 1, seed: 48 });
  await makeAll(service, resources);
  await anAccount();
  const { seed, unread, objects } = await copyOf(service.emulator);
  const requests = service.requests();
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(new Set(requests.map(({ path }) => path)).size).toBe(requests.length);
  expect([...unread]).toEqual([]);
  const copy = await started({ seed });
  const paths = Object.keys(seed).filter((path) => !MADE_UP.includes(path));
  expect(await answersOf(copy, paths)).toEqual(await answersOf(service.emulator, paths));
  expect(objects).toBe(57);
});

test("a copy does not contain a secret, in memory or in its file, from which it starts again", async () => {
  await anAccount();
  const [database] = await listed(service, "/databases/mongodb/instances");
  const { password } = await ask(
    service.emulator,
    "GET",
    `/databases/mongodb/instances/${String(database?.id)}/credentials`,
  );
  const { seed } = await copyOf(service.emulator);
  const dataFile = join(temporaryFolder({}), "copy.json");
  const first = await startEmulator({ clock: "stepped", seed, dataFile });
  const before = await answersOf(first, Object.keys(seed));
  await first.close();
  const text = JSON.stringify(seed) + readFileSync(dataFile, "utf8");
  expect(secretsIn(text, [ROOT_PASSWORD, String(password), "k3y-of-the-script", service.emulator.token])).toEqual([]);
  expect(text).toContain("<UDF name");
  const second = await started({ dataFile });
  expect(await answersOf(second, Object.keys(seed))).toEqual(before);
  await expect(startEmulator({ seed, dataFile })).rejects.toThrow(`dataFile ${dataFile} already has an account.`);
});

test("a list that the token may not read is missing and named, after one request", async () => {
  await anAccount();
  const { url } = service.emulator;
  const { seed, unread } = await copyOf({ url, token: "emulator-read-token" });
  const backups = ["/databases/mongodb/instances/{id}/backups", "/databases/mysql/instances/{id}/backups"];
  expect([...unread.keys()]).toEqual(["/compute/stackscripts", ...backups]);
  expect(Object.keys(seed).filter((path) => /stackscripts|databases.*backups/.test(path))).toEqual([]);
  expect(service.requests().filter(({ status }) => status === 401)).toHaveLength(3);
  service.forget();
  const limited = await copyOf({ url, token: DOMAINS_TOKEN });
  expect([...limited.unread.keys()]).toContain("/compute/instances");
  expect(limited.seed["/account"]).toEqual(seed["/account"]);
  expect(await messageOf(copyOf({ url, token: "unknown" }))).toContain("Invalid Token");
});

/** Statuses of objects in transition, and those that they get. */
const TRANSITIONS: readonly (readonly [list: string, transient: string, settled: string | undefined])[] = [
  ["/compute/instances", "provisioning", "running"],
  ["/compute/instances", "shutting_down", "offline"],
  ["/compute/instances", "deleting", undefined],
  ["/databases/mysql/instances", "resuming", "active"],
  ["/databases/mongodb/instances", "suspending", "suspended"],
  ["/images", "creating", "available"],
];

test.each(TRANSITIONS)("in a copy, what is in transition in %s ends: %s becomes %s", async (list, status, settled) => {
  const id = list === "/images" ? "private/7" : 7;
  const copy = await started({ seed: { [list]: [{ id, label: "one", status }] } });
  const statuses = async (): Promise<unknown> => {
    const { data } = await ask(copy, "GET", list);
    return (data as Wire[]).filter((one) => one.label === "one").map((one) => one.status);
  };
  expect(await statuses()).toEqual([status]);
  copy.clock.advance(60_000);
  expect(await statuses()).toEqual(settled === undefined ? [] : [settled]);
});

test("in a copy, an unfinished automatic backup ends without keeping its instance busy", async () => {
  const backups = "/compute/instances/7/backups";
  const instance = { id: 7, label: "one", status: "running", backups: { enabled: true } };
  const backup = { id: 9, type: "auto", status: "pending" };
  const copy = await started({ seed: { "/compute/instances": [instance], [backups]: [{ automatic: [backup] }] } });
  expect(await ask(copy, "GET", backups)).toMatchObject({ automatic: [backup] });
  await ask(copy, "POST", "/compute/instances/7/reboot");
  copy.clock.advance(60_000);
  expect(await ask(copy, "GET", backups)).toMatchObject({ automatic: [{ id: 9, status: "successful" }] });
});

test("the backups of a database that is being provisioned are not read", async () => {
  await service.ask("POST", "/databases/mysql/instances", { ...MYSQL, label: "new" });
  const { seed, unread } = await copyOf(service.emulator);
  expect(seed["/databases/mysql/instances"]).toMatchObject([{ label: "new", status: "provisioning" }]);
  expect([...Object.keys(seed), ...unread.keys()].filter((path) => path.endsWith("/backups"))).toEqual([]);
});

test("a domain that is deleted while the copy is read is not in it", async () => {
  const [zone] = [await aZone(service, "gone.example"), await aZone(service, "stays.example")];
  service.emulator.faults.add({
    path: `/domains/${zone}/**`,
    times: "always",
    effect: { kind: "status", status: 404 },
  });
  service.emulator.faults.add({ path: `/domains/${zone}`, times: "always", effect: { kind: "status", status: 404 } });
  const { seed } = await copyOf(service.emulator);
  expect(seed["/domains"]?.map(({ domain }) => domain)).toEqual(["stays.example"]);
});

test("1,000 objects take 35 requests, of which 20 are for the records of 20 zones", async () => {
  const numbered = (count: number, one: (n: number) => Wire) => Array.from({ length: count }, (_, n) => one(n + 1));
  const zones = numbered(20, (id) => ({ id, domain: `zone${id}.example` }));
  const records = zones.map(({ id }): [string, Wire[]] => [
    `/domains/${String(id)}/records`,
    numbered(40, (n) => ({ id: Number(id) * 1000 + n, name: `www${n}`, target: "192.0.2.1" })),
  ]);
  const instances = numbered(180, (id) => ({ id, label: `web${id}`, ...EMPTY }));
  const seed = { "/domains": zones, "/compute/instances": instances, ...Object.fromEntries(records) };
  const large = await started({ seed });
  const { objects } = await copyOf(large);
  expect([objects, large.requests().total]).toEqual([1_000, 35]);
});

test("a copy of today's service answers like it, with the specs and hosts that it was read with", async () => {
  const today = await started({ brand: "linode", profile: "today", provisionMs: 0 });
  const body = { region: "us-east", type: "g6-nanode-1", image: "linode/debian11", root_pass: ROOT_PASSWORD };
  await ask(today, "POST", "/linode/instances", body);
  await ask(today, "POST", "/databases/mysql/instances", { ...MYSQL, label: "store" });
  const { seed, unread } = await copyOf(today, "linode");
  expect([...unread.keys()]).toEqual(["/databases/mongodb/instances"]);
  const copy = await started({ brand: "linode", profile: "today", seed });
  const paths = ["/linode/instances", "/databases/mysql/instances", "/linode/types", "/regions", "/images"];
  expect(await answersOf(copy, paths)).toEqual(await answersOf(today, paths));
});

test("a copy has the declared collections that the account has, at every depth", async () => {
  const collections = {
    "/racks": { unique: ["label"] },
    "/racks/{id}/shelves": {},
    "/racks/{id}/shelves/{id}/boxes": {},
  };
  const account = await started({ collections });
  for (const label of ["empty", "full"]) await ask(account, "POST", "/racks", { label });
  const [, rack] = (await ask(account, "GET", "/racks"))["data"] as Wire[];
  const shelves = `/racks/${String(rack?.["id"])}/shelves`;
  const { id } = await ask(account, "POST", shelves, { label: "top" });
  await ask(account, "POST", `${shelves}/${String(id)}/boxes`, { label: "box" });
  const { seed, unread, objects } = await copyOf(account, "compute", { collections: { ...collections, "/halls": {} } });
  expect([[...unread.keys()], objects]).toEqual([["/halls"], 4]);
  const copy = await started({ seed, collections });
  const paths = ["/racks", shelves, `${shelves}/${String(id)}/boxes`];
  expect(await answersOf(copy, paths)).toEqual(await answersOf(account, paths));
  expect(Object.keys((await copyOf(account)).seed).filter((path) => path.startsWith("/racks"))).toEqual([]);
});

test("a seed with a list that does not exist, or without the parent of a list, is rejected", async () => {
  expect(await messageOf(startEmulator({ seed: { "/domain": [] } }))).toContain("seed: /domain: no such list");
  const orphans = { "/domains": [{ id: 1 }], "/domains/2/records": [] };
  expect(await messageOf(startEmulator({ seed: orphans }))).toContain(
    "/domains/2/records: no such list, or its parent",
  );
  expect(await messageOf(startEmulator({ seed: { "/domains": [{ id: "x" }] } }))).toContain('has the ID "x"');
});
