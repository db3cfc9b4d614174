import type { Values } from "../../provider/definition/values";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { aZone, listed } from "../support/programs";
import { useService } from "../support/service";
import { expectSettled } from "../support/settled";

const service = useService();

const SRV = { type: "SRV", priority: 1, weight: 2, port: 3 };

/** Two equivalent forms; the API returns the second for the first. */
const ALIKE: readonly [string, Values, Values][] = [
  ["a name with a trailing period", { type: "A", name: "www.", target: "192.0.2.1" }, { name: "www" }],
  ["a full name", { type: "A", name: "www.zone.example", target: "192.0.2.1" }, { name: "www" }],
  [
    "a full name in capitals with a period",
    { type: "A", name: "WWW.Zone.Example.", target: "192.0.2.1" },
    { name: "www" },
  ],
  ["the name of the domain", { type: "A", name: "zone.example", target: "192.0.2.1" }, { name: "" }],
  ["the name of a domain that takes no mail", { type: "MX", name: "zone.example", target: "" }, { name: "" }],
  ["an at sign", { type: "A", name: "@", target: "192.0.2.1" }, { name: "" }],
  [
    "a target with a period and in capitals",
    { type: "CNAME", name: "a", target: "B.Example." },
    { target: "b.example" },
  ],
  ["a TTL that is rounded", { type: "A", target: "192.0.2.1", ttlSec: 400 }, { ttlSec: 300 }],
  [
    "a service with underscores and a bare target",
    { ...SRV, service: "_sip", protocol: "_tcp", target: "sip" },
    { service: "sip", protocol: "tcp", target: "sip.zone.example" },
  ],
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
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args)).toBe("same");
  }
});
