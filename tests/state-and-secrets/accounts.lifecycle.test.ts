import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
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

  test("are right again as soon as they lead back", async () => {
    const { deployment, changed } = await created(service, row);
    await messageOf(deployment.up(changed, {}, deployment.process({ url: other.emulator.url })));

    expect(await deployment.up(changed)).toBe("update");
    await deployment.destroy();
  });
});

test.each(KINDS)(
  "a state of $kind without an account gets it with the next read or update, and shows no change",
  async (row) => {
    const { deployment, args, changed } = await created(service, row);
    const account = recordedAccount(deployment.recorded());
    expect(account).toEqual({
      brand: "compute",
      url: new URL(service.emulator.url).origin,
      id: expect.stringMatching(/^[0-9A-F-]{35,36}$/) as unknown,
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

  expect(recordedAccount(deployment.recorded())).toMatchObject({ id: expect.anything() as unknown });
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

describe("COMPUTE_MOVED_FROM", () => {
  test("declares that all resources recorded at an address have moved with their account", async () => {
    const { deployment } = await deployed(service, "Domain", MASTER);
    await new Deployment(other, "Domain").up(MASTER);
    const options = { url: other.emulator.url, movedFrom: new URL(service.emulator.url).origin };

    expect(await deployment.refresh(deployment.process(options))).toBe("same");
    await deployment.destroy(deployment.process({ url: other.emulator.url }));
    expect(await listed(other, "/domains")).toEqual([]);
  });

  test("of another address changes nothing", async () => {
    const { deployment } = await deployed(service, "Domain", MASTER);
    const options = { url: other.emulator.url, movedFrom: "https://api.example.com" };
    expect(await messageOf(deployment.refresh(deployment.process(options)))).toContain("is in account");
  });
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

  test("sends no request to find out", async () => {
    const { deployment } = await deployed(silent, "Domain", MASTER);
    await deployment.up({ ...MASTER, ttlSec: 300 });
    const { log } = silent.emulator.requests();
    expect(log.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });
});

test("a delete by a process that has not asked the service anything asks once for all its resources", async () => {
  const one = await deployed(service, "Domain", MASTER);
  const two = await deployed(service, "Domain", { ...MASTER, domain: "two.example" });
  const handlers = one.deployment.process();
  await Promise.all([one.deployment.destroy(handlers), two.deployment.destroy(handlers)]);
  expect(
    service.requests().filter(({ path }) => path === "/domains/1" || path === "/domains/2").length,
  ).toBeLessThanOrEqual(5);
});
