import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { aZone, DEPLOYED, listed, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const instances = () => listed(service, "/compute/instances");
const order = (): string[] => service.writes().map((write) => write.split(" ")[0] ?? "");

test("another region creates the new instance first, then deletes the old one, if its label is generated", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const { id, inputs } = deployment.recorded();
  service.forget();
  expect(await deployment.up({ ...DEPLOYED, region: "eu-west" })).toBe("replace");
  expect(order()).toEqual(["POST", "DELETE"]);
  expect(deployment.recorded().id).not.toBe(id);
  expect(deployment.recorded().inputs.label).not.toBe(inputs.label);
  expect(await instances()).toMatchObject([{ region: "eu-west", status: "running" }]);
});

test("another region deletes the old instance first if the program sets its label", async () => {
  const { deployment } = await deployed(service, "Instance", { ...DEPLOYED, label: "web" });
  await deployment.up({ ...DEPLOYED, label: "web", region: "eu-west" });
  expect(order()).toEqual(["DELETE", "POST"]);
  expect(await instances()).toMatchObject([{ region: "eu-west", label: "web" }]);
});

test("another type of a record deletes the old one first, so that a CNAME can take its name", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId, type: "A", name: "www", target: "192.0.2.1" });
  await deployment.up({ domainId, type: "CNAME", name: "www", target: "example.com" });
  expect(await listed(service, `/domains/${domainId}/records`)).toMatchObject([{ type: "CNAME", name: "www" }]);
});

test("another zone moves a record", async () => {
  const from = await aZone(service, "from.example");
  const to = await aZone(service, "to.example");
  const deployment = new Deployment(service, "DomainRecord");
  const args = { type: "A", name: "www", target: "192.0.2.1" };
  await deployment.up({ ...args, domainId: from });
  expect(await deployment.up({ ...args, domainId: String(to) })).toBe("replace");
  expect(await listed(service, `/domains/${from}/records`)).toEqual([]);
  expect(await listed(service, `/domains/${to}/records`)).toHaveLength(1);
});

test("a zone's ID as a string equals the same ID as a number", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  await deployment.up({ domainId, type: "A", target: "192.0.2.1" });
  expect(await deployment.up({ domainId: String(domainId), type: "A", target: "192.0.2.1" })).toBe("same");
});

describe("a forced replacement", () => {
  test("of an instance with a generated label keeps the instance, and warns about it", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const { id } = deployment.recorded();
    service.forget();
    await deployment.forceReplace(DEPLOYED);
    expect(service.writes()).toEqual([]);
    expect(await instances()).toMatchObject([{ id: Number(id), status: "running" }]);
    expect(deployment.recorded().id).toBe(id);
    const warnings = service.warnings();
    expect(warnings).toEqual([
      expect.stringContaining("Adopted existing"),
      expect.stringContaining("deleteBeforeReplace"),
    ]);
    expect(await deployment.up(DEPLOYED)).toBe("same");
  });

  test("after a refresh in the same process fails with the next step, and loses nothing", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    const { id } = deployment.recorded();
    const handlers = deployment.process();
    await deployment.refresh(handlers);
    service.forget();
    const message = await messageOf(deployment.forceReplace(DEPLOYED, {}, handlers));
    expect(message).toMatch(new RegExp(`^Instance ${id} of this stack already has label `));
    expect(message).toContain("deleteBeforeReplace");
    expect(service.writes()).toEqual([]);
  });

  test("together with a change that replaces is an ordinary replacement", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    await deployment.forceReplace({ ...DEPLOYED, region: "eu-west" });
    expect(await instances()).toMatchObject([{ region: "eu-west" }]);
  });

  test.each([
    ["an instance with a given label", "Instance", { ...DEPLOYED, label: "web" }, "/compute/instances"],
    ["a domain", "Domain", MASTER, "/domains"],
  ])("of %s fails with the ID and the import option, and loses nothing", async (_, kind, args, list) => {
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    const { id } = deployment.recorded();
    service.forget();
    const message = await messageOf(deployment.forceReplace(args));
    expect(message).toMatch(new RegExp(`^\\w+ ${id} \\(owner unknown\\) already has `));
    expect(message).toContain(`import: "${id}"`);
    expect(service.writes()).toEqual([]);
    expect(await listed(service, list)).toHaveLength(1);
    expect(deployment.recorded().id).toBe(id);
  });

  test("of a record keeps it and loses nothing", async () => {
    const domainId = await aZone(service);
    const args = { domainId, type: "A", name: "www", target: "192.0.2.1" };
    const deployment = new Deployment(service, "DomainRecord");
    await deployment.up(args);
    await deployment.forceReplace(args);
    expect(await listed(service, `/domains/${domainId}/records`)).toHaveLength(1);
    expect(await deployment.up(args)).toBe("same");
    expect(await deployment.refresh()).toBe("same");
  });
});

test("a replacement with deleteBeforeReplace creates a new instance with the same generated label", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const { id, inputs, outputs } = deployment.recorded();
  const handlers = deployment.process();
  const checked = await deployment.check(handlers, {}, deployment.inputsFrom(DEPLOYED));
  await handlers.delete({ id, state: outputs });
  await deployment.create(handlers, checked);
  expect(deployment.recorded().id).not.toBe(id);
  expect(deployment.recorded().inputs.label).toBe(inputs.label);
  expect(await instances()).toHaveLength(1);
});
