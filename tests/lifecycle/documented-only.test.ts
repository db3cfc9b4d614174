import type { Values } from "../../provider/definition";
import { Deployment } from "../support/deployment";
import type { HandlerError } from "../support/deployment";
import { DEPLOYED, errorOf } from "../support/programs";
import { useService } from "../support/service";

/** A service that has nothing beyond the documents. */
const service = useService({ documentedOnly: true });

test.each<[string, Values]>([
  ["configs", { interfaces: [{ purpose: "vlan", label: "back" }] }],
  ["ips", { privateIp: true }],
  ["reboot", { configId: 50_001 }],
  ["password", { rootPass: "another-horse-2", booted: false }],
  ["resize", { type: "g6-standard-1" }],
])('a change that needs "%s" names it, says how to replace instead, and changes nothing', async (action, change) => {
  const before: Values = { ...DEPLOYED, region: "us-southeast", ...("booted" in change ? { booted: false } : {}) };
  const deployment = new Deployment(service, "Instance");
  await deployment.up(before);
  const recorded = structuredClone(deployment.recorded());
  const error: HandlerError = await errorOf(deployment.up({ ...before, ...change }));
  expect(error.message).toContain(`does not seem to offer "${action}"`);
  expect(error.message).toContain("replaceOnChanges");
  expect(error.id).toBeUndefined();
  expect(deployment.recorded()).toEqual(recorded);
  expect(await deployment.up(before)).toBe("same");
});

test("all that the documents have works: backups on and off, interfaces and a private address of a create", async () => {
  const args = {
    ...DEPLOYED,
    region: "us-southeast",
    interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "back" }],
    privateIp: true,
  };
  const deployment = new Deployment(service, "Instance");
  await deployment.up(args);
  expect(await deployment.up({ ...args, backupsEnabled: true })).toBe("update");
  const off = { ...args, backupsEnabled: false, confirmBackupsDeletion: true };
  expect(await deployment.up(off)).toBe("update");
  expect(await deployment.up(off)).toBe("same");
  expect(await deployment.refresh()).toBe("same");
});
