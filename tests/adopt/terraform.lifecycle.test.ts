import { printFile } from "../../cli/typescript/printer/file";
import type { Values } from "../../provider/definition/values";
import { adopted, expectTakenOver } from "../support/adopted-account";
import { evaluated } from "../support/evaluated-program";
import { typeErrors, unformatted } from "../support/program-checks";
import { aZone, EMPTY, MYSQL } from "../support/programs";
import { useService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";
import { stateFile } from "../support/terraform-state";
import type { StateInstance } from "../support/terraform-state";
import { HOUR_MS } from "../support/time";

const service = useService({ provisionMs: 1 });
const DIGEST = "a digest of the root password";

/** Creates it, and returns it as the API shows it once it is ready. */
async function make(path: string, body: Values): Promise<Values> {
  const { id } = await service.ask("POST", path, body);
  service.clock.advance(HOUR_MS);
  return service.ask("GET", `${path}/${String(id)}`);
}

const aMachine = (label: string): Promise<Values> =>
  make("/compute/instances", { ...EMPTY, label, image: "compute/debian11", root_pass: "correct-horse-1" });
const aRecord = (zone: number, name: string, target: unknown): Promise<Values> =>
  make(`/domains/${zone}/records`, { type: name.startsWith("v6") ? "AAAA" : "A", name, target });
const addressOf = ({ ipv4 }: Values): string => (ipv4 as string[])[0] ?? "";
const optionsFor = (text: string): string[] => [
  "--names-from",
  `${temporaryFolder({ "old.tfstate": text })}/old.tfstate`,
];

/** Instances in modules, a fleet, a zone with records and a database, as the API shows them and as Terraform has them. */
async function anAccount() {
  const sites = { eu: await aMachine("first"), "it's us": await aMachine("second") };
  const fleet = [await aMachine("worker-0"), await aMachine("worker-1")];
  const zone = await aZone(service);
  const instances: StateInstance[] = [{ type: "linode_domain", name: "main", attributes: { id: String(zone) } }];
  const add = (type: string, { id }: Values, more: Partial<StateInstance>): void =>
    void instances.push({ type, name: "this", ...more, attributes: { id: String(id), ...more.attributes } });
  for (const [key, machine] of Object.entries(sites)) {
    const module = `module.site["${key}"]`;
    add("linode_instance", machine, { module, attributes: { root_pass: DIGEST, timeouts: { create: "20m" } } });
    const dependencies = ["linode_domain.main", "module.site.linode_instance.this"];
    const shared = { module: `${module}.module.dns`, attributes: { domain_id: zone }, dependencies };
    const record = await aRecord(zone, key.slice(0, 2), addressOf(machine));
    add("linode_domain_record", record, { ...shared, name: "a" });
    const ipv6 = String(machine.ipv6).replace("/128", "");
    add("linode_domain_record", await aRecord(zone, `v6-${key.slice(0, 2)}`, ipv6), { ...shared, name: "aaaa" });
  }
  for (const [key, machine] of fleet.entries()) {
    add("linode_instance", machine, { name: "worker", key, more: { create_before_destroy: true } });
    // The same value without a dependency is a coincidence.
    const record = await aRecord(zone, `worker-${key}`, addressOf(machine));
    add("linode_domain_record", record, { name: "worker", key, attributes: { domain_id: zone } });
  }
  const ranges = [`${addressOf(sites.eu)}/32`, "203.0.113.0/24"];
  const database = await make("/databases/mysql/instances", { ...MYSQL, label: "orders", allow_list: ranges });
  const dependencies = ["module.site.linode_instance.this"];
  add("linode_database_mysql_v2", database, { name: "orders", attributes: { root_password: DIGEST }, dependencies });
  const outputs = Object.fromEntries(
    [...Object.values(sites), ...fleet].map((one) => [
      String(one.id),
      { publicIpv4: addressOf(one), publicIpv6: String(one.ipv6).replace("/128", "") },
    ]),
  );
  return { sites, fleet, instances, outputs, zone, ranges };
}

describe("a Terraform state", () => {
  test("becomes a program with its names, references and options, which adopts everything without a write", async () => {
    const { instances, outputs } = await anAccount();
    const { program, notes, resources } = await adopted(service, optionsFor(stateFile(...instances)));
    expect(notes.lines()).toEqual([]);
    expect(resources).toBe(instances.length);
    const text = program.files.map(printFile).join("\n");
    expect(text).not.toContain(DIGEST);
    expect(await unformatted({ "index.ts": text })).toEqual([]);
    expect(typeErrors({ "index.ts": text })).toEqual([]);
    const found = Array.from(text.matchAll(/compute\.(\w+)\(\n {2}"(.*)"/g), ([, kind, name]) => `${kind} ${name}`);
    expect(found).toEqual([
      "Domain main",
      "Instance site-eu",
      "DomainRecord site-eu-dns-a",
      "DomainRecord site-eu-dns-aaaa",
      "Instance site-it-s-us",
      "DomainRecord site-it-s-us-dns-a",
      "DomainRecord site-it-s-us-dns-aaaa",
      "DomainRecord worker-0",
      "DomainRecord worker-1",
      "Instance worker-0",
      "Instance worker-1",
      "MysqlDatabase orders",
    ]);
    expect(text.match(/\w+\.(publicIpv[46]|id)\b/g)).toEqual([
      ...["main.id", "siteEu.publicIpv4", "main.id", "siteEu.publicIpv6"],
      ...["main.id", "siteItSUs.publicIpv4", "main.id", "siteItSUs.publicIpv6"],
      ...["main.id", "main.id", "siteEu.publicIpv4"],
    ]);
    expect(text).toContain('allowList: [siteEu.publicIpv4, "203.0.113.0/24"],');
    const declared = program.files.flatMap(({ declarations }) => declarations);
    const optionsOf = (name: string): unknown =>
      declared.find(({ call, texts }) => call === "new compute.Instance" && texts.includes(name))?.options;
    expect(optionsOf("site-eu")).toMatchObject({ customTimeouts: { create: "20m" } });
    expect(optionsOf("worker-1")).toMatchObject({ deleteBeforeReplace: false });
    await expectTakenOver(service, evaluated(program.files, outputs));
  });

  test("selects what it contains, also in a zone that it does not, and lists what the account lacks", async () => {
    const { instances, fleet, zone } = await anAccount();
    const [, , record] = instances;
    const gone: StateInstance = { type: "linode_instance", name: "gone", attributes: { id: "424242" } };
    const [worker = {}] = fleet;
    const deployed = { ...EMPTY, label: "new", image: "compute/debian11", root_pass: "correct-horse-1" };
    const { id } = await service.ask("POST", "/compute/instances", deployed);
    const busy: StateInstance = { type: "linode_instance", name: "new", attributes: { id: String(id) } };
    const web: StateInstance = { type: "linode_instance", name: "web", attributes: { id: String(worker.id) } };
    service.forget();
    const state = stateFile(web, gone, busy, ...(record ? [record] : []));
    const { program, notes, afterwards } = await adopted(service, optionsFor(state));
    expect(evaluated(program.files).map(({ kind, name, args }) => [kind, name, args.domainId])).toEqual([
      ["DomainRecord", "site-eu-dns-a", zone],
      ["Instance", "web", undefined],
    ]);
    expect(notes.lines()).toEqual([
      "Skipped linode_instance.new: currently provisioning; try again later.",
      "Skipped, because the account does not have them: linode_instance.gone (instance 424242)",
    ]);
    expect(afterwards.join("\n")).not.toMatch(/gone|new/);
    expect(
      service
        .requests()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["/compute/instances", "/domains", `/domains/${zone}/records`]);
  });
});
