import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { aZone, DEPLOYED, listed, messageOf } from "../support/programs";
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
  test("of an instance with a generated label fails, because the label is taken, and names the remedy", async () => {
    const { deployment } = await deployed(service, "Instance", DEPLOYED);
    service.forget();
    expect(await messageOf(deployment.forceReplace(DEPLOYED))).toContain("set deleteBeforeReplace");
    expect(service.writes()).toEqual([]);
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
});
