import { contentsOf, differencesIn } from "../../cli/rehearse/interruptions";
import { startEmulator } from "../../emulator/index";
import type { Emulator } from "../../emulator/index";
import { ask } from "../support/ask";
import type { Wire } from "../support/ask";

const emulators: Emulator[] = [];
afterAll(() => Promise.all(emulators.map((emulator) => emulator.close())));

/** An account in which these instances and databases were created in this order; what they got is in records, and in a text. */
async function account(names: readonly string[], change = ""): Promise<Emulator> {
  const emulator = await startEmulator({ provisionMs: 0 });
  emulators.push(emulator);
  const post = (path: string, body: Wire): Promise<Wire> => ask(emulator, "POST", path, body);
  const plan = { region: "us-east", type: "g6-nanode-1" };
  const zone = await post("/domains", { domain: "shop.example", type: "master", soa_email: "a@b.example" });
  for (const label of names) {
    const image = { image: "compute/debian11", root_pass: "Str0ng-pass-word-77" };
    const { id, ipv4 } = await post("/compute/instances", { ...plan, ...image, label });
    const [address] = ipv4 as [string];
    await post("/databases/mysql/instances", { ...plan, engine: "mysql/8.0.26", label: `${label}-db` });
    await post(`/domains/${String(zone["id"])}/records`, { type: "A", name: label, target: address });
    const target = `v=spf1 ip4:${address} id=${String(id)}${change}`;
    await post(`/domains/${String(zone["id"])}/records`, { type: "TXT", name: label, target });
  }
  return emulator;
}

test("an account is the same in whichever order its objects were created, and another one if a program's value differs", async () => {
  const wanted = contentsOf(await account(["web", "api"]));
  expect(wanted).toHaveLength(9);
  expect(differencesIn(wanted, contentsOf(await account(["api", "web"])))).toEqual([]);
  expect(differencesIn(wanted, contentsOf(await account(["web", "api"], "!"))).join()).toMatch(/record TXT web .*!/);
});
