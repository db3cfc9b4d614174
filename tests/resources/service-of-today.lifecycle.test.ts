import type { Values } from "../../provider/definition/values";
import { plainSpecimens } from "../kinds";
import { deployed, Deployment, expectSettled } from "../support/deployment";
import { DEPLOYED, listed, messageOf, MONGO, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { expectWholeLife } from "../support/whole-life";

const service = useService({ profile: "today" });

const lives = plainSpecimens.filter(({ kind }) => !kind.endsWith("Database")).flatMap((one) => one.lives);

/** Changes that are only possible when nothing else is in progress. */
const CHANGES: Readonly<Record<string, Values>> = {
  Instance: { type: "g6-standard-1" },
  MysqlDatabase: { allowList: ["192.0.2.9"] },
};

test.each(lives)("creates, reads, updates and deletes $title", async (life) => {
  await expectWholeLife(service, life);
});

test("the emulator answers with the fields of today, and without what is gone", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const { id } = deployment.recorded();
  expect(await service.ask("GET", `/compute/instances/${id}`)).toMatchObject({ placement_group: null, locks: [] });
  expect(await service.ask("GET", "/images/compute/debian11")).toMatchObject({ capabilities: ["cloud-init"] });
  expect(await service.ask("GET", "/regions/us-east")).toMatchObject({ site_type: "core" });
  expect(await listed(service, "/domains")).toEqual([]);
  expect(await service.ask("GET", "/databases/mongodb/instances")).toMatchObject({ errors: [{ reason: "Not found" }] });
});

test("the emulator keeps a domain's times of 30 and 120 seconds, and rounds others up", async () => {
  const times = { ttl_sec: 30, retry_sec: 31, refresh_sec: 120, expire_sec: 301 };
  const zone = { domain: "zone.example", type: "master", soa_email: "admin@zone.example", ...times };
  const kept = { ttl_sec: 30, retry_sec: 120, refresh_sec: 120, expire_sec: 3600 };
  expect(await service.ask("POST", "/domains", zone)).toMatchObject(kept);
});

test("a region, a plan and an image that are new pass", async () => {
  const args = { ...DEPLOYED, region: "us-den-1", type: "g8-dedicated-4-2", image: "compute/debian13" };
  const { deployment } = await deployed(service, "Instance", args);
  await expectSettled(deployment, args);
  await expectSettled((await deployed(service, "MysqlDatabase", { ...MYSQL, engine: "mysql/8.4.6" })).deployment, {
    ...MYSQL,
    engine: "mysql/8.4.6",
  });
});

test("a database is created, updated and deleted without the fields that are gone", async () => {
  const { deployment } = await deployed(service, "MysqlDatabase", MYSQL);
  expect(deployment.recorded().outputs).toMatchObject({ replicationType: "none" });
  const { hosts } = deployment.recorded().outputs;
  expect(hosts).toMatchObject({ primary: expect.any(String), standby: expect.any(String), endpoints: [] });
  const changed = { ...MYSQL, replicationType: "none", allowList: ["192.0.2.7"], updates: { hourOfDay: 3 } };
  expect(await deployment.up(changed)).toBe("update");
  const [put] = service.requests().filter(({ method }) => method === "PUT");
  expect(put?.requestBody).toMatchObject({ updates: { hour_of_day: 3 } });
  await expectSettled(deployment, changed);
  await deployment.destroy();
  expect(await listed(service, "/databases/mysql/instances")).toEqual([]);
});

test.each<[string, string, Values]>([
  ["instance", "Instance", DEPLOYED],
  ["database", "MysqlDatabase", MYSQL],
])(
  "an unknown status of a resource (%s) is waited for and named, and is no failure and no drift",
  async (type, kind, args) => {
    const { deployment } = await deployed(service, kind, args);
    service.emulator.poke(type, Number(deployment.recorded().id), { status: "replatforming" });
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.preview(args)).toBe("same");
    const late = await messageOf(deployment.up({ ...args, ...CHANGES[kind] }, { timeouts: { update: 30 } }));
    expect(late).toMatch(/is still "replatforming" after 30 seconds/);
  },
);

test("MongoDB, which the service no longer has, is refused at preview with that reason", async () => {
  const refused = await new Deployment(service, "MongoDatabase").refusals(MONGO);
  expect(refused).toEqual([expect.stringMatching(/engine: .*no longer offers MongoDB/)]);
});

describe("with the brand linode", () => {
  const linode = useService({ brand: "linode", profile: "today", provisionMs: 0 });
  const { rootPass: _, ...WITHOUT_PASSWORD } = DEPLOYED;
  const KEYED = { ...WITHOUT_PASSWORD, authorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKey me@example.com"] };

  test("keys alone are enough to deploy an image and to rebuild it, and elsewhere they are not", async () => {
    const args = { ...KEYED, rebuildOnImageChange: true };
    const { deployment } = await deployed(linode, "Instance", args);
    await expectSettled(deployment, args);
    expect(await deployment.up({ ...args, image: "compute/debian13" })).toBe("update");
    const refused = await new Deployment(service, "Instance").refusals(args);
    expect(refused).toEqual(["rootPass: is required with an image"]);
  });

  test.each([{}, { authorizedKeys: [] }])(
    "neither a password nor keys (%j) is refused at preview, and by the service",
    async (more) => {
      const refused = await new Deployment(linode, "Instance").refusals({ ...WITHOUT_PASSWORD, ...more });
      expect(refused).toEqual([
        "rootPass: is required with an image, unless authorizedKeys or authorizedUsers are set",
      ]);
      const body = { region: "us-east", type: "g6-nanode-1", image: "linode/debian11", authorized_keys: [] };
      expect(await linode.ask("POST", "/linode/instances", body)).toEqual({
        errors: [{ reason: "Must provide valid root_pass, authorized_keys, or authorized_users" }],
      });
    },
  );

  test.each<[string, string, Values, RegExp, RegExp]>([
    [
      "a password of ten characters",
      "Instance",
      { ...DEPLOYED, rootPass: "Tenletters" },
      /^rootPass: the API is known to reject fewer than 11 characters/,
      /rootPass: Length must be 11-128 characters/,
    ],
    [
      "a type of replication",
      "MysqlDatabase",
      { ...MYSQL, replicationType: "none", allowList: ["192.0.2.7"] },
      /^replicationType: the API is known to reject it/,
      /replicationType: Configuring replication_type is no longer supported/,
    ],
  ])("%s is warned of at preview, and rejected by the service", async (_name, kind, args, warning, error) => {
    const deployment = new Deployment(linode, kind);
    expect(await messageOf(deployment.up(args))).toMatch(error);
    expect(linode.warnings().join()).toMatch(warning);
  });

  test("a preview warns about a database without SSL", async () => {
    await new Deployment(linode, "MysqlDatabase").previewNew({
      ...MYSQL,
      sslConnection: false,
      allowList: ["192.0.2.7"],
    });
    expect(linode.warnings()).toEqual(["sslConnection: the API is known to require true"]);
  });

  test("a database can have two nodes, and elsewhere it cannot", async () => {
    const args = { ...MYSQL, clusterSize: 2 };
    const { deployment } = await deployed(linode, "MysqlDatabase", args);
    await expectSettled(deployment, args);
    const refused = await new Deployment(service, "MysqlDatabase").refusals(args);
    expect(refused).toEqual([expect.stringMatching(/^clusterSize: must be one of 1, 3/)]);
  });
});
