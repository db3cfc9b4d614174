import dns from "node:dns";
import { isIP } from "node:net";
import type { EmulatorOptions } from "../../../../emulator/index";
import { tries } from "../../../support/chance";
import { operationOf } from "../../../support/schemas/by-route";
import { checkAnswer } from "../../../support/schemas/check-answer";
import type { Body, Started } from "../client";
import { DEBIAN, start } from "../client";
import { exchange } from "../control";
import type { Request, Step } from "./steps";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? tries(40));

/** How long the fuzz tests run: `FUZZ_RUNS=5000 npm run test:explore -- tests/emulator/fuzz` tries more cases. */
export const FUZZ = {
  parameters: { numRuns: RUNS },
  /** Generous: a failure is shrunk before it is shown. */
  timeoutMs: 60_000 + RUNS * 1_000,
};

type Lookup = (host: string, options: unknown, done: (error: Error) => void) => void;

/** DNS is not queried for names that a test made up: the lookup fails at once. */
export function withoutDnsLookups(): void {
  const real = dns.lookup as Lookup;
  const instead: Lookup = (host, options, done) => {
    if (isIP(host) !== 0) return real(host, options, done);
    queueMicrotask(() => done(Object.assign(new Error(`${host} is not looked up in a test`), { code: "ENOTFOUND" })));
  };
  beforeEach(() => void jest.spyOn(dns, "lookup").mockImplementation(instead as typeof dns.lookup));
  afterEach(() => void jest.restoreAllMocks());
}

/** A status and a JSON body, without fields if the response was empty. */
interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** Sends a request as is, at half the cost of `fetch`, and compares the response with its schema. */
export async function sendRequest(client: Started, { method, path, body, headers }: Request): Promise<Answer> {
  const usual = { Authorization: `Bearer ${client.emulator.token}`, "Content-Type": "application/json" };
  const { status, text } = await exchange(client, `${method} /v4${path}`, { ...usual, ...headers }, body);
  if (text === "") return { status, body: {} as Body };
  const answer = JSON.parse(text) as Body;
  checkAnswer({ method, path: `/v4${path}`, status, body: answer, brand: "compute" });
  return { status, body: answer };
}

/** Fields that change by themselves, or appear only later. */
const VOLATILE = [
  ...["status", "updated", "hosts", "peers", "replica_set", "backups", "size", "updates"],
  ...["finished", "configs", "disks"],
];

/** Operations that create a resource in another collection than their own path. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  "POST /compute/instances/{}/clone": "/compute/instances",
  "POST /images/upload": "/images",
  "POST /domains/import": "/domains",
  "POST /domains/{}/clone": "/domains",
};

/** An account with a resource of every type. */
export async function inhabited(options: EmulatorOptions): Promise<Started> {
  const client = await start(options);
  const where = { region: "us-east", type: "g6-nanode-1" };
  await client.create("/compute/instances", { ...DEBIAN, backups_enabled: true });
  await client.create("/databases/mongodb/instances", { ...where, label: "first", engine: "mongodb/4.4.10" });
  await client.create("/databases/mysql/instances", { ...where, label: "second", engine: "mysql/8.0.26" });
  const domain = await client.create("/domains", { domain: "example.com", type: "master", soa_email: "a@example.com" });
  await client.create(`/domains/${domain.id}/records`, { type: "TXT", target: "x" });
  client.emulator.clock.advance(60_000);
  await client.create("/databases/mongodb/instances/80001/backups", { label: "before" });
  await client.create("/compute/instances/10001/backups", { label: "before" });
  client.emulator.clock.advance(60_000);
  await client.create("/images", { disk_id: 40_001, label: "captured" });
  client.emulator.clock.advance(60_000);
  return client;
}

/** Performs one step, and fails if a response is wrong. */
export async function take(client: Started, step: Step): Promise<void> {
  if ("passes" in step) {
    client.emulator.clock.advance(step.passes);
    return;
  }
  const reply = await sendRequest(client, step);
  if (reply.status >= 500) throw new Error(`${step.method} ${step.path} answered ${reply.status}`);
  if (reply.status === 200) await expectEffect(client, step, reply);
}

/** Expects that the emulator still responds. */
export async function expectAlive(client: Started): Promise<void> {
  expect((await client.get("/regions")).status).toBe(200);
}

/** Expects that what was created is readable and listed, an update is shown as in its response, and what was deleted no longer exists. */
async function expectEffect(client: Started, { method, path }: Request, { body }: Answer): Promise<void> {
  const operation = operationOf(method, path.replace(/\?.*$/s, ""));
  if (operation === undefined) return;
  const item = path.replace(/\?.*$/s, "");
  if (method === "PUT") expect(stable((await client.get(item)).body)).toEqual(stable(body));
  if (method === "DELETE") {
    const after = await client.get(item);
    expect([404, "deleting"]).toContain(after.status === 404 ? 404 : after.body.status);
  }
  const made = (body as { image?: Body }).image;
  const object = operation === "POST /images/upload" && made !== undefined ? made : body;
  if (method !== "POST" || object.id === undefined) return;
  const collection = COLLECTIONS[operation] ?? item;
  expect(stable((await client.get(`${collection}/${object.id}`)).body)).toMatchObject(stable(object));
  expect(await idsIn(client, collection)).toContain(object.id);
}

/** The ids of a list, including the list of an instance's backups, which has no envelope. */
async function idsIn(client: Started, collection: string): Promise<unknown[]> {
  const { body } = await client.get(`${collection}?page_size=500`);
  const { automatic, snapshot } = body as { automatic?: Body[]; snapshot?: { current: Body; in_progress: Body } };
  const shown = automatic === undefined ? body.data : [...automatic, snapshot?.current, snapshot?.in_progress];
  return shown.map((item) => item?.id);
}

function stable(body: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !VOLATILE.includes(name)));
}
