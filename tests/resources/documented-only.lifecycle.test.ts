import { objects } from "../../provider/resources/registry";
import { specimenOf } from "../kinds";
import { FIRST_CONFIG } from "../kinds/instance";
import { anOriginal, aSnapshot, PLACE } from "../support/action-programs";
import { ACTION_KINDS, aWorldFor } from "../support/action-worlds";
import { deployed, Deployment, expectSettled } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { DEPLOYED, errorOf, messageOf } from "../support/programs";
import { operationOf } from "../support/schemas/by-route";
import { useService } from "../support/service";

/** The API as it is, and one with nothing beyond the documents. */
const whole = useService();
const service = useService({ documentedOnly: true });

/** Every input with endpoints of its own, what docs/reference/undocumented-endpoints.md lists for it, and a change of it. */
const rows = objects.flatMap(({ kind, args }) =>
  Object.entries(args).flatMap(([name, { change, catalogue }]) => {
    if (!change?.steps && !change?.beyondDocuments) return [];
    const { endpoints = [], instead = "" } = change.beyondDocuments ?? {};
    const inPlace = specimenOf(kind).inPlace[name];
    if (!inPlace) throw new Error(`${kind}.${name} has no change: add one to inPlace in its specimen`);
    return [{ kind, name, endpoints, instead, catalogue: `GET ${catalogue?.path ?? ""}`, ...inPlace }];
  }),
);
const documented = rows.filter(({ endpoints }) => endpoints.length === 0);
const beyond = rows.filter(({ endpoints }) => endpoints.length > 0);
const replaceable = beyond.filter(({ instead }) => instead.includes("replaceOnChanges"));
const ignorable = beyond.filter(({ instead }) => instead.includes("ignoreChanges"));

test.each(rows)("$kind: changing $name uses exactly the endpoints that the page lists", async (row) => {
  const { deployment } = await deployed(whole, row.kind, row.before);
  expect(await deployment.up(row.after)).toBe("update");
  const used = whole.requests().flatMap(({ method, path, route }) => {
    return operationOf(method, path) === undefined ? [`${method} ${route}`] : [];
  });
  // The list of valid values is optional: preview reads it if the API has it.
  const needed = used.filter((endpoint) => endpoint !== row.catalogue);
  expect([...new Set(needed)].sort()).toEqual([...row.endpoints].sort());
  expect(await deployment.up(row.after)).toBe("same");
});

test.each(documented)("$kind: changing $name works with documented endpoints only", async ({ kind, before, after }) => {
  const { deployment } = await deployed(service, kind, before);
  expect(await deployment.up(after)).toBe("update");
  expect(await deployment.up(after)).toBe("same");
});

test.each(beyond)(
  "$kind: changing $name without its endpoints fails, says how to replace, and changes nothing",
  async (row) => {
    const { deployment } = await deployed(service, row.kind, row.before);
    const recorded = structuredClone(deployment.recorded());
    const error: HandlerError = await errorOf(deployment.up(row.after));
    const [, action = ""] = /does not seem to offer "(\w+)"/.exec(error.message) ?? [];
    expect(row.endpoints.some((endpoint) => endpoint.endsWith(`/${action}`))).toBe(true);
    expect(error.message).toContain("replaceOnChanges");
    expect(error.id).toBeUndefined();
    expect(deployment.recorded()).toEqual(recorded);
    expect(await deployment.up(row.before)).toBe("same");
  },
);

test.each(replaceable)("$kind: replaceOnChanges applies a change of $name", async ({ kind, before, after }) => {
  const { deployment } = await deployed(service, kind, before);
  const { id } = deployment.recorded();
  await deployment.replaceOnChange(after);
  expect(deployment.recorded().id).not.toBe(id);
  expect(await deployment.up(after)).toBe("same");
});

test.each(ignorable)("$kind: ignoreChanges skips a change of $name", async ({ kind, name, before, after }) => {
  const { deployment } = await deployed(service, kind, before);
  expect(await deployment.up(after, { ignoreChanges: [name] })).toBe("same");
  expect(service.writes()).toEqual([]);
});

test("boots an instance that was switched off out of band with its configuration profile", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  service.emulator.poke("instance", Number(deployment.recorded().id), { status: "offline" });
  await deployment.refresh();
  expect(await deployment.up({ ...DEPLOYED, booted: true, configId: FIRST_CONFIG })).toBe("update");
  expect(service.requests().filter(({ method }) => method === "POST")).toMatchObject([
    { route: "/compute/instances/{id}/boot", requestBody: { config_id: FIRST_CONFIG } },
  ]);
});

test.each([
  ["an instance from a backup", "rootPass", "shutdown", { rootPass: "another-horse-2" }],
  ["an instance from a backup", "interfaces", "configs", { interfaces: [{ purpose: "public" }] }],
  ["a clone", "rootPass", "password", { rootPass: "another-horse-2" }],
])("%s is created, and completes without its undocumented %s", async (what, _, action, given) => {
  const source = await anOriginal(service, { backups_enabled: true });
  const origin =
    what === "a clone" ? { cloneFrom: { instanceId: source } } : { backupId: await aSnapshot(service, source) };
  const args = { ...PLACE, ...origin };
  const deployment = new Deployment(service, "Instance");
  const error: HandlerError = await errorOf(deployment.up({ ...args, ...given }));
  expect(error.message).toContain(`does not seem to offer "${action}"`);
  expect(error.id).toBe(deployment.recorded().id);
  expect(await deployment.up(args)).toBe("update");
  expect(await deployment.up(args)).toBe("same");
  expect(service.writes().filter((write) => /instances$|clone$/.test(write))).toHaveLength(1);
});

test.each(ACTION_KINDS)("%s runs once, with documented endpoints only", async (kind) => {
  const { args, post } = await aWorldFor(service, kind);
  const deployment = new Deployment(service, kind);
  expect(await deployment.up(args)).toBe("create");
  expect(service.writes()).toEqual([post]);
  await expectSettled(deployment, args);
});

test("a preview validates values with a documented list, but not plans, which have none", async () => {
  const args = { ...DEPLOYED, region: "us-eats", type: "g6-nanode", image: "compute/debain11" };
  const message = await messageOf(new Deployment(service, "Instance").up(args));
  expect(message).toMatch(/region: "us-eats".*"us-east".*image: "compute\/debain11".*"compute\/debian11"/s);
  expect(message).not.toContain("type:");
  const database = { region: "eu-wets", type: "g6-nanode", engine: "mysql/8.0.27" };
  const other = await messageOf(new Deployment(service, "MysqlDatabase").up(database));
  expect(other).toMatch(/engine: .*"mysql\/8.0.26".*region: .*"eu-west"/s);
  expect(other).not.toContain("type:");
  expect(service.messages().filter((message) => message.includes("Could not"))).toEqual([]);
});
