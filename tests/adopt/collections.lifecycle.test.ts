import collections from "../../examples/emulator/collections.json";
import { printFile } from "../../cli/typescript/printer/file";
import { Deployment } from "../support/deployment";
import { adopted, expectTakenOver } from "../support/adopted-account";
import { evaluated } from "../support/evaluated-program";
import { exported, exportOf } from "../support/exported-stack";
import { typeErrors } from "../support/program-checks";
import { aZone, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService({ collections });
const FIREWALLS = "/networking/firewalls";
const RULES = { inbound_policy: "DROP", outbound_policy: "ACCEPT", inbound: [], outbound: [] };
const make = async (path: string, body: Readonly<Record<string, unknown>>): Promise<string> =>
  `${path}/${String((await service.ask("POST", path, body)).id)}`;

test("the objects of the collections become ApiObjects, whose import changes nothing", async () => {
  await aZone(service);
  const firewall = await make(FIREWALLS, { label: "web", rules: RULES, tags: ["a"] });
  const vpc = await make("/vpcs", { label: "net", region: "us-east" });
  const subnet = await make(`${vpc}/subnets`, { label: "one", ipv4: "10.0.0.0/24" });
  const options = ["--collection", FIREWALLS, "--collection", `/vpcs,${vpc}/subnets`];
  const { program, notes } = await adopted(service, options);
  const constructed = evaluated(program.files);
  expect(constructed).toMatchObject([
    { kind: "ApiObject", name: "web", importId: firewall, args: { collection: FIREWALLS } },
    { kind: "ApiObject", name: "net", importId: vpc, args: { collection: "/vpcs", body: { label: "net" } } },
    { kind: "ApiObject", name: "one", importId: subnet, args: { collection: `${vpc}/subnets` } },
  ]);
  expect(constructed[0]?.args.body).toEqual({ label: "web", rules: RULES, tags: ["a"] });
  expect(notes.lines()).toEqual([]);
  expect(typeErrors({ "index.ts": program.files.map(printFile).join("") })).toEqual([]);
  await expectTakenOver(service, constructed);
});

test("labels, tags and IDs select among them, and what a stack manages is left out", async () => {
  const web = await make(FIREWALLS, { label: "web", rules: RULES, tags: ["a"] });
  await make(FIREWALLS, { label: "db", rules: RULES });
  const own = new Deployment(service, "ApiObject", "own");
  await own.up({ collection: FIREWALLS, body: { label: "own", rules: RULES } });
  const idsFor = async (...options: string[]): Promise<string[]> => {
    const state = exportOf([exported("ApiObject", own, "own")]);
    const { program } = await adopted(service, ["--collection", FIREWALLS, ...options], { state });
    return evaluated(program.files).map(({ importId }) => importId);
  };
  expect(await idsFor()).toHaveLength(2);
  expect(await idsFor("--label", "w*")).toEqual([web]);
  expect(await idsFor("--tag", "a")).toEqual([web]);
  expect(await idsFor("--id", web)).toEqual([web]);
});

test.each([
  ["/domains", "--collection /domains has a resource type of its own: use Domain."],
  ["domains", "--collection must be the path of a collection"],
  ["/kubernetes", "Could not list API objects of collection /kubernetes, so nothing was written"],
])("the collection %s is an error", async (collection, says) => {
  const adopting = (async () => adopted(service, ["--collection", collection]))();
  expect(await messageOf(adopting)).toContain(says);
});
