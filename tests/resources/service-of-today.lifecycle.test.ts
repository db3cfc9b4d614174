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
