import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

const service = useService();

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

test("quotes around a text are part of it, so adding or removing them is a change", async () => {
  const domainId = await aZone(service);
  const deployment = new Deployment(service, "DomainRecord");
  const texts = ['"v=spf1 -all"', "v=spf1 -all", '"one" "two"'];
  for (const [index, target] of texts.entries()) {
    const args = { type: "TXT", domainId, target };
    expect(await deployment.up(args)).toBe(index === 0 ? "create" : "update");
    expect(await listed(service, `/domains/${domainId}/records`)).toMatchObject([{ target }]);
    await expectSettled(deployment, args);
  }
});
