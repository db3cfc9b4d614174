import type { Values } from "../../provider/definition/values";
import { aSource } from "../support/action-programs";
import { deployed, Deployment, expectSettled } from "../support/deployment";
import { SHOP, shopNameserver } from "../support/origins";
import { aZone, errorOf, listed, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();

const PLAIN = { domain: SHOP, type: "master" };

/** Both ways to create a zone with existing records. */
const WAYS = [
  {
    way: "a clone",
    brought: async () => ({ ...PLAIN, cloneFrom: await aSource(service) }),
    post: /^POST \/domains\/\d+\/clone$/,
    records: 2,
  },
  {
    way: "an import",
    brought: async () => ({ ...PLAIN, importFrom: { remoteNameserver: (await shopNameserver()).address } }),
    post: /^POST \/domains\/import$/,
    records: 1,
  },
] as const;

const live = async (deployment: Deployment): Promise<Values> =>
  service.ask("GET", `/domains/${deployment.recorded().id}`);
const shops = async (): Promise<Values[]> =>
  (await listed(service, "/domains")).filter(({ domain }) => domain === SHOP);
const recordsOf = (deployment: Deployment): Promise<Values[]> =>
  listed(service, `/domains/${deployment.recorded().id}/records`);

describe.each(WAYS)("$way", ({ brought, post, records }) => {
  test("copies fields and records, which are not drift although the program does not declare them", async () => {
    const args = await brought();
    const deployment = new Deployment(service, "Domain");
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual([expect.stringMatching(post)]);
    expect(await recordsOf(deployment)).toHaveLength(records);
    const soaEmail = expect.stringContaining("@");
    expect(deployment.recorded().outputs).toMatchObject({ domain: SHOP, soaEmail });
    await expectSettled(deployment, args);
    expect(service.writes()).toHaveLength(1);
  });

  test("is followed by one update request with the declared values that differ", async () => {
    const declared = { soaEmail: "admin@shop.example", ttlSec: 400, status: "active" };
    const alike = { tags: ["new"], description: "The shop" };
    const args = { ...(await brought()), ...declared, ...alike };
    const deployment = new Deployment(service, "Domain");
    await deployment.up(args);
    const put = service.requests().find(({ method }) => method === "PUT");
    expect(put?.requestBody).toEqual({ soa_email: declared.soaEmail, ttl_sec: 400, ...alike });
    expect(await live(deployment)).toMatchObject({ soa_email: declared.soaEmail, ttl_sec: 3600, tags: ["new"] });
    await expectSettled(deployment, args);
  });

  test("of another type is changed to the program's type and keeps its records", async () => {
    const args = { ...(await brought()), type: "slave", masterIps: ["192.0.2.1"] };
    const { deployment } = await deployed(service, "Domain", args);
    expect(await live(deployment)).toMatchObject({ type: "slave", master_ips: ["192.0.2.1"] });
    expect(await recordsOf(deployment)).toHaveLength(records);
    await expectSettled(deployment, args);
  });

  test("fails before any write when the name is taken", async () => {
    const args = await brought();
    const { id } = await service.ask("POST", "/domains", { ...PLAIN, soa_email: "admin@shop.example" });
    service.forget();
    expect(await messageOf(new Deployment(service, "Domain").up(args))).toContain(`import: "${String(id)}"`);
    expect(service.writes()).toEqual([]);
  });
});

test("an import that the nameserver rejects names the input and creates nothing", async () => {
  const deployment = new Deployment(service, "Domain");
  const args = { ...PLAIN, importFrom: { remoteNameserver: "127.0.0.1:1" } };
  const error = await errorOf(deployment.up(args));
  expect(error.message).toContain("remoteNameserver");
  expect(error).not.toHaveProperty("id");
  expect(await shops()).toEqual([]);
});

test("a clone that lacks a property required by its type is kept, and the next up completes it", async () => {
  const source = await aSource(service);
  await service.ask("PUT", `/domains/${source}`, { type: "slave", soa_email: "", master_ips: ["192.0.2.1"] });
  const args = { ...PLAIN, cloneFrom: source };
  const deployment = new Deployment(service, "Domain");
  expect(await messageOf(deployment.up(args))).toContain("soaEmail");
  const { id } = deployment.recorded();
  expect(await deployment.up({ ...args, soaEmail: "admin@shop.example" })).toBe("update");
  expect(deployment.recorded().id).toBe(id);
  expect(await shops()).toMatchObject([{ type: "master", soa_email: "admin@shop.example" }]);
});

test("another source replaces the domain, but none that is missing, or that would be deleted", async () => {
  const source = await aSource(service);
  const deployment = new Deployment(service, "Domain");
  await deployment.up({ ...PLAIN, cloneFrom: source });
  const { id } = deployment.recorded();
  service.forget();
  const message = await messageOf(deployment.up({ ...PLAIN, cloneFrom: 999_999 }));
  expect(message).toContain(`"999999" does not exist`);
  expect(await messageOf(deployment.up({ ...PLAIN, cloneFrom: id }))).toMatch(
    /cloneFrom names the domain that this change would replace.*Nothing was changed/,
  );
  expect(service.writes()).toEqual([]);
  const other = await aZone(service, "other.example");
  expect(await deployment.up({ ...PLAIN, cloneFrom: other })).toBe("replace");
  expect(deployment.recorded().id).not.toBe(id);
  expect(service.writes()).toEqual([`DELETE /domains/${id}`, `POST /domains/${other}/clone`]);
  expect(await recordsOf(deployment)).toEqual([]);
});

const SRV = { type: "SRV", priority: 1, weight: 2, port: 3 };
const named = (name: string): Values => ({ type: "A", name, target: "192.0.2.1" });
const TCP = { ...SRV, service: "_sip", protocol: "_tcp", target: "sip" };

/** Two equivalent forms; the API returns the second for the first. */
const ALIKE: readonly [string, Values, Values][] = [
  ["a name with a trailing period", named("www."), { name: "www" }],
  ["a full name", named("www.zone.example"), { name: "www" }],
  ["a full name in capitals with a period", named("WWW.Zone.Example."), { name: "www" }],
  ["the name of the domain", named("zone.example"), { name: "" }],
  ["the name of a domain that takes no mail", { type: "MX", name: "zone.example", target: "" }, { name: "" }],
  ["an at sign", named("@"), { name: "" }],
  ["a target in capitals", { type: "CNAME", name: "a", target: "B.Example." }, { target: "b.example" }],
  ["a TTL that is rounded", { type: "A", target: "192.0.2.1", ttlSec: 400 }, { ttlSec: 300 }],
  ["a service and a bare target", TCP, { service: "sip", protocol: "tcp", target: "sip.zone.example" }],
  ["a service of a subdomain", { ...TCP, protocol: "_tcp.sub" }, { protocol: "tcp.sub", target: "sip.zone.example" }],
  [
    "a service without a protocol",
    { ...SRV, service: "_service_test", target: "rc_test", name: "" },
    { service: "service_test", target: "rc_test.zone.example" },
  ],
];

test.each(ALIKE)("%s, or the API's own form, is no change after the create or an import", async (_, one, shown) => {
  const { deployment, args } = await deployed(service, "DomainRecord", one);
  await expectSettled(deployment, args);
  for (const spelled of [args, { ...args, ...shown }]) {
    expect(await deployment.up(spelled)).toBe("same");
    const imported = new Deployment(service, "DomainRecord", "imported");
    await imported.up(spelled, { import: deployment.recorded().id });
    expect(await imported.up(spelled)).toBe("same");
  }
  expect(service.writes()).toEqual([]);
});

test("quotes around a text are part of it, so adding or removing them is a change; a preview warns about them", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  const texts = ['"v=spf1 -all"', "v=spf1 -all", '"one" "two"'];
  for (const [index, target] of texts.entries()) {
    const args = { type: "TXT", domainId, target };
    expect(await deployment.up(args)).toBe(index === 0 ? "create" : "update");
    expect(await listed(service, `/domains/${domainId}/records`)).toMatchObject([{ target }]);
    await expectSettled(deployment, args);
  }
  expect(service.warnings().join()).toMatch(/^(target: the API stores the quotes of zone files .*belong to it,?){2}$/);
});
