import type { Values } from "../../provider/definition/values";
import { deployed, Deployment } from "../support/deployment";
import type { Recorded } from "../support/deployment";
import { aZone, DEPLOYED, EMPTY, listed, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";
import type { ProcessOptions, Service } from "../support/service";

const service = useService();
/** Another account of the same software, in which the same requests lead to the same IDs. */
const other = useService();

const KINDS: readonly { kind: string; args: (zone: number) => Values; change: Values }[] = [
  { kind: "Instance", args: () => EMPTY, change: { label: "web2" } },
  { kind: "Domain", args: () => MASTER, change: { ttlSec: 300 } },
  {
    kind: "DomainRecord",
    args: (domainId) => ({ domainId, type: "A", name: "www", target: "192.0.2.1" }),
    change: { target: "192.0.2.2" },
  },
  {
    kind: "DomainRecordSet",
    args: (domainId) => ({ domainId, records: [{ type: "A", name: "www", target: "192.0.2.1" }] }),
    change: { records: [] },
  },
];

const recordedAccount = ({ outputs }: Recorded): unknown => (outputs.__applied as Values).account;

/** The state as earlier versions wrote it. */
function withoutAccount(deployment: Deployment): void {
  const { outputs } = deployment.recorded();
  const { account: _, ...applied } = outputs.__applied as Values;
  deployment.recorded().outputs = { ...outputs, __applied: applied };
}

/** All commands of a resource that `up` created, in processes with these settings. */
function commands(deployment: Deployment, args: Values, options: ProcessOptions) {
  const handlers = () => deployment.process(options);
  return [
    () => deployment.preview(args, {}, handlers()),
    () => deployment.up(args, {}, handlers()),
    () => deployment.refresh(handlers()),
    () => deployment.destroy(handlers()),
  ];
}

async function created(account: Service, { kind, args, change }: (typeof KINDS)[number]) {
  const placedArgs = args(await aZone(account));
  const deployment = new Deployment(account, kind);
  await deployment.up(placedArgs);
  return { deployment, args: placedArgs, changed: { ...placedArgs, ...change } };
}

describe.each(KINDS)("settings that lead $kind to another account", (row) => {
  test.each(["with the same IDs", "without these IDs"])(
    "%s are refused before anything is concluded or written",
    async (title) => {
      const { deployment, changed } = await created(service, row);
      if (title === "with the same IDs") await created(other, row);
      other.forget();
      const before = deployment.copy();

      for (const command of commands(deployment, changed, { url: other.emulator.url })) {
        const message = await messageOf(command());
        expect(message).toMatch(/is in account \S+ at \S+ .*, but the settings lead to account \S+ at /);
        expect(message).toContain(new URL(service.emulator.url).origin);
        expect(message).toContain(new URL(other.emulator.url).origin);
        expect(deployment.recorded()).toEqual(before.recorded());
      }
      expect(other.writes()).toEqual([]);
    },
  );
});

test.each(KINDS)(
  "a state of $kind without an account gets it with the next read or update, and shows no change",
  async (row) => {
    const { deployment, args, changed } = await created(service, row);
    const account = recordedAccount(deployment.recorded());
    expect(account).toEqual({
      brand: "compute",
      url: new URL(service.emulator.url).origin,
      id: expect.stringMatching(/^[0-9A-F-]{35,36}$/),
    });

    withoutAccount(deployment);
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(recordedAccount(deployment.recorded())).toEqual(account);

    withoutAccount(deployment);
    expect(await deployment.up(changed)).toBe("update");
    expect(recordedAccount(deployment.recorded())).toEqual(account);
  },
);

test("a create that fails halfway records the account", async () => {
  const deployment = new Deployment(service, "Instance");
  await messageOf(deployment.up(DEPLOYED, { timeouts: { create: 1 } }));

  expect(recordedAccount(deployment.recorded())).toMatchObject({ id: expect.anything() });
});

/** Another address of the same emulator. */
const alias = (account: Service): string => account.emulator.url.replace("127.0.0.1", "localhost");

test("the same account at another address is recognized, and recorded with the next update", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const moved = deployment.process({ url: alias(service) });

  expect(await deployment.preview(MASTER, {}, moved)).toBe("same");
  expect(await deployment.up({ ...MASTER, ttlSec: 300 }, {}, moved)).toBe("update");
  expect(recordedAccount(deployment.recorded())).toMatchObject({
    url: new URL(alias(service)).origin,
  });
});

test("another brand at the same address is another service, where every path would be missing", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  for (const command of commands(deployment, { ...MASTER, ttlSec: 300 }, { brand: "linode" }))
    expect(await messageOf(command())).toContain("(brand linode)");
});

describe("a service that does not show accounts", () => {
  const silent = useService({ documentedOnly: true });

  test("is told from another one by its address and brand", async () => {
    const { deployment } = await deployed(silent, "Domain", MASTER);
    expect(recordedAccount(deployment.recorded())).toEqual({
      brand: "compute",
      url: new URL(silent.emulator.url).origin,
    });

    for (const command of commands(deployment, { ...MASTER, ttlSec: 300 }, { url: alias(silent) }))
      expect(await messageOf(command())).toContain("is in the account at");
    expect(silent.writes()).toEqual([]);
    await deployment.destroy();
  });

  test.each([
    ["its former URL, which declares that the account has moved, has them", true],
    ["another URL does not", false],
  ])("with COMPUTE_MOVED_FROM, resources recorded at %s", async (_, isFormer) => {
    const { deployment } = await deployed(silent, "Domain", MASTER);
    const movedFrom = isFormer ? new URL(silent.emulator.url).origin : "https://api.example.com";
    const refreshed = deployment.refresh(deployment.process({ url: alias(silent), movedFrom }));
    if (!isFormer)
      return expect(await messageOf(refreshed)).toMatch(/then `pulumi refresh`, both with COMPUTE_MOVED_FROM=/);
    expect(await refreshed).toBe("same");
    await deployment.destroy(deployment.process({ url: alias(silent) }));
    expect(await listed(silent, "/domains")).toEqual([]);
  });

  test("may have moved to one that does", async () => {
    const { deployment } = await deployed(silent, "Domain", MASTER);
    const moved = deployment.refresh(deployment.process({ url: other.emulator.url }));
    expect(await messageOf(moved)).toContain(`COMPUTE_MOVED_FROM=${new URL(silent.emulator.url).origin}`);
  });

  test("sends no request to find out", async () => {
    const { deployment } = await deployed(silent, "Domain", MASTER);
    await deployment.up({ ...MASTER, ttlSec: 300 });
    expect(silent.requests().map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });
});

test("COMPUTE_MOVED_FROM does not make two accounts one", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const from = { url: "provider", token: "environment" } as const;
  const options = { url: other.emulator.url, from, movedFrom: new URL(service.emulator.url).origin };
  expect(await messageOf(deployment.refresh(deployment.process(options)))).toMatch(
    /is in account .*Correct `url` of the compute\.Provider, COMPUTE_TOKEN\.$/,
  );
});

describe("a process whose first request is a delete", () => {
  const asks = () => service.requests().filter(({ method, path }) => method === "GET" && /^\/domains\/\d+$/.test(path));

  test("asks for the account once for all its resources", async () => {
    const one = await deployed(service, "Domain", MASTER);
    const two = await deployed(service, "Domain", { ...MASTER, domain: "two.example" });
    const handlers = one.deployment.process();
    await Promise.all([one.deployment.destroy(handlers), two.deployment.destroy(handlers)]);
    // One of them before the first delete, and one after each to confirm it.
    expect(asks().filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("deletes nothing while no response shows the account", async () => {
    const { deployment } = await deployed(service, "Domain", MASTER);
    const effect = { kind: "html", status: 503 } as const;
    service.emulator.faults.add({ method: "GET", path: "/**", times: "always", effect });
    expect(await messageOf(deployment.destroy())).toContain("503");
    expect(service.writes()).toEqual([]);
  });
});

test("an update that sends nothing keeps the account's ID", async () => {
  const { deployment } = await deployed(service, "Domain", MASTER);
  const account = recordedAccount(deployment.recorded());
  await deployment
    .process()
    .update({ id: deployment.recorded().id, state: deployment.recorded().outputs }, deployment.recorded().inputs);
  expect(recordedAccount(deployment.recorded())).toEqual(account);
});
