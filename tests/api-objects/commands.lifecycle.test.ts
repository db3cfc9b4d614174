import collections from "../../examples/emulator/collections.json";
import { diagnose } from "../../cli/recover/diagnose";
import { repaired } from "../../cli/recover/repair";
import { stackStateOf } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "../support/deployment";
import { exported, exportOf, inShort, scanOf, shownSecret } from "../support/exported-stack";
import type { ExportedPending } from "../support/exported-stack";
import { Machine } from "../support/machine";
import { listed } from "../support/programs";
import { askedOf } from "../support/recovered";
import { useService } from "../support/service";
import { Stack } from "../support/stack";
import { HOUR_MS, MINUTE_MS } from "../support/time";

const service = useService({ collections });
const FIREWALLS = "/networking/firewalls";
const RULES = { inbound_policy: "DROP", outbound_policy: "ACCEPT", inbound: [], outbound: [] };
const FIREWALL = { collection: FIREWALLS, body: { label: "web", rules: RULES } };
const make = async (path: string, body: Values): Promise<string> =>
  `${path}/${String((await service.ask("POST", path, body)).id)}`;

async function aFirewall() {
  const deployment = new Deployment(service, "ApiObject");
  await deployment.up(FIREWALL);
  return { id: deployment.recorded().id, entry: () => exported("ApiObject", deployment) };
}

describe("drift", () => {
  test("names what somebody has changed in an ApiObject, by its path in body, and one that is deleted", async () => {
    const { id, entry } = await aFirewall();
    expect(inShort((await scanOf(service, [entry()])).findings)).toEqual([]);
    await service.ask("PUT", `${id}/rules`, { ...RULES, inbound_policy: "ACCEPT" });
    const { findings } = await scanOf(service, [entry()]);
    expect(inShort(findings)).toEqual(["modified ApiObject body.rules"]);
    expect(findings).toMatchObject([
      { id, label: "web", properties: [{ expected: RULES, actual: { ...RULES, inbound_policy: "ACCEPT" } }] },
    ]);
    await service.ask("DELETE", id);
    expect(inShort((await scanOf(service, [entry()])).findings)).toEqual(["deleted ApiObject"]);
  });

  test("shows no value of a body with a secret, and the last event of the object", async () => {
    const { id, entry } = await aFirewall();
    await service.ask("PUT", `${id}/rules`, { ...RULES, inbound_policy: "ACCEPT" });
    const about = { id: 1, action: "firewall_update", username: "jane", created: "2030-01-01T00:00:00" };
    const events = [{ ...about, status: "finished", entity: { type: "firewall", url: `/v4${id}` } }];
    const body = { data: events, page: 1, pages: 1, results: 1 };
    service.emulator.faults.add({
      method: "GET",
      path: "/account/events",
      effect: { kind: "status", status: 200, body },
    });
    const { inputs, outputs, ...own } = entry();
    const secret = { body: { label: "web", rules: shownSecret(RULES) } };
    const { findings } = await scanOf(service, [
      { ...own, inputs: { ...inputs, ...secret }, outputs: { ...outputs, ...secret } },
    ]);
    expect(findings).toMatchObject([
      { properties: [{ path: "body", isSecret: true }], lastEvent: { action: "firewall_update", who: "jane" } },
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/DROP|ACCEPT/);
  });

  test("reports what no stack manages in the collections that the stack uses, and in no others", async () => {
    const { entry } = await aFirewall();
    const other = await make(FIREWALLS, { label: "other", rules: RULES, tags: ["a"] });
    await make("/volumes", { label: "data", size: 20, region: "us-east" });
    const { findings } = await scanOf(service, [entry()]);
    expect(findings).toMatchObject([{ state: "unmanaged", kind: "ApiObject", id: other, label: "other", tags: ["a"] }]);
  });

  test("doesn't search within what is deleted, and says which collection the token can't read", async () => {
    const vpc = await make("/vpcs", { label: "net", region: "us-east" });
    const subnet = new Deployment(service, "ApiObject", "subnet");
    await subnet.up({ collection: `${vpc}/subnets`, body: { label: "one", ipv4: "10.0.0.0/24" } });
    await make(`${vpc}/subnets`, { label: "two", ipv4: "10.0.1.0/24" });
    const entry = exported("ApiObject", subnet, "subnet");
    expect(inShort((await scanOf(service, [entry])).findings)).toEqual(["unmanaged ApiObject"]);
    service.emulator.faults.add({
      method: "GET",
      path: `${vpc}/subnets`,
      effect: { kind: "status", status: 403 },
      times: "always",
    });
    expect((await scanOf(service, [entry])).findings).toContainEqual(
      expect.objectContaining({ state: "unchecked", reason: expect.stringContaining(`of collection ${vpc}/subnets`) }),
    );
    service.emulator.faults.clear();
    await service.ask("DELETE", vpc);
    expect(inShort((await scanOf(service, [entry])).findings)).toEqual(["deleted ApiObject"]);
  });
});

describe("recover", () => {
  const creating = (inputs: Values, name = "web"): ExportedPending => ({
    type: "creating",
    kind: "ApiObject",
    name,
    inputs,
  });
  const stateOf = (pending: readonly ExportedPending[]): string =>
    exportOf([], { pending, writtenAt: service.clock.today() });
  const found = (text: string, others: readonly string[] = []) =>
    diagnose(stackStateOf(text, "dev"), {
      ...askedOf(service),
      nowMs: service.clock.today() + HOUR_MS,
      others: others.map((other) => stackStateOf(other, "other")),
    });

  test.each<[string, Values]>([
    ["by what identifies it", FIREWALL],
    ["by its body", { collection: "/networking/firewalls", body: { rules: RULES } }],
    ["by its body, inside another", { collection: "/vpcs/VPC/subnets", body: { ipv4: "10.0.0.0/24" } }],
  ])("finds the ApiObject that an interrupted create led to, %s", async (_, { collection, body }) => {
    const vpc = await make("/vpcs", { label: "net", region: "us-east" });
    const args = { collection: String(collection).replace("/vpcs/VPC", vpc), body };
    const text = stateOf([creating(args)]);
    expect(await found(text)).toMatchObject([{ result: "not-created" }]);
    const id = await make(args.collection, body as Values);
    const state = stateOf([creating(args)]);
    const same = await found(state, [stateOf([creating(args)])]);
    expect(same).toMatchObject([{ result: "undecided", ids: [id] }]);
    const all = await found(state, [stateOf([creating({ ...args, body: { label: "other" } })])]);
    expect(all).toMatchObject([{ result: "created", ids: [id] }]);
    const recorded = stackStateOf(repaired(state, all, new Date(service.clock.today())), "dev");
    expect(recorded).toMatchObject({ pending: [], resources: [{ id, state: { collection: args.collection } }] });
  });

  test("isn't needed: on a machine without the journal, too, the next update adopts what a killed one has created", async () => {
    const stack = new Stack(service);
    const newMachine = (): Machine => new Machine(service, () => stack.export());
    const program = [{ kind: "ApiObject", name: "web", args: FIREWALL }];
    const point = { exchange: "first POST", moment: "after the commit, before the response" } as const;
    const { wasKilled } = await newMachine().runCounted((process) => stack.up(program, process), point);
    expect(wasKilled).toBe(true);
    await service.ask("GET", FIREWALLS);
    service.clock.advance(MINUTE_MS);
    expect(await newMachine().run((process) => stack.up(program, process))).toEqual(["create"]);
    expect(await listed(service, FIREWALLS)).toHaveLength(1);
  });
});
