import { Journal } from "../../provider/journal/journal";
import type { Settings } from "../../provider/api/settings";
import { ConfigurationError } from "../../provider/api/errors";
import { createHost } from "../../provider/plugin/host";
import { loaderText } from "../../provider/shared/loader";
import { asSecret, fromEngine, PULUMI_UNKNOWN } from "../../provider/shared/boundary";
import { appliedOf, optionsOf } from "../../provider/lifecycle/state";
import { creations } from "../kinds";
import type { Handlers } from "../support/contract";
import { Deployment } from "../support/deployment";
import { engineLog } from "../support/engine-log";
import { hostFrontEnd } from "../support/host-front-end";
import type { HostError } from "../support/host-front-end";
import { asset, aZone, DEPLOYED, errorOf, MASTER, messageOf } from "../support/programs";
import { useService } from "../support/service";
import { expectWholeLife } from "../support/whole-life";

const service = useService({}, hostFrontEnd);
const LOADER = { __provider: loaderText({ kind: "Domain" }) };

/** The host itself, as Pulumi's plugin calls it. */
function createdHost(
  settings: () => Settings = () => ({ url: service.emulator.url, brand: "compute", token: service.emulator.token }),
) {
  const signal = new AbortController().signal;
  const journal = () => new Journal(undefined);
  const log = engineLog(() => undefined);
  return createHost({ settings, clock: service.clock, log, signal, watched: false, journal, gatherMs: 0 });
}

/** The provider that the loader text of earlier versions leads to. */
function hostOf(settings?: () => Settings) {
  const host = createdHost(settings);
  return (kind: string) => host({ kind }) as Handlers;
}

test.each([
  ["a wait that times out", { args: DEPLOYED, options: { timeouts: { create: 3 } }, refused: "/none" }],
  ["a rejected PUT", { args: { ...DEPLOYED, alerts: { cpu: 5 } }, options: {}, refused: "/compute/instances/*" }],
])(
  "%s is an error with the ID, the outputs, secrets marked, the loader text, and its message as the reason",
  async (_, row) => {
    const deployment = new Deployment(service, "Instance");
    service.emulator.faults.add({ method: "PUT", path: row.refused, effect: { kind: "status", status: 400 } });
    const error: HostError = await errorOf(deployment.up(row.args, row.options));
    expect(error.id).toBe(deployment.recorded().id);
    expect(error.reasons).toEqual([error.message]);
    expect(error.properties).toMatchObject({ region: "us-east", rootPass: asSecret(DEPLOYED.rootPass) });
    const { urn = "" } = optionsOf(deployment.inputsFrom({}));
    expect(error.properties?.__provider).toBe(loaderText({ kind: "Instance", urn, organization: "acme" }));
    expect(error.stack).toBe("");
  },
);

test("a read with only the loader text is a .get; a later read that finds nothing reports a deletion", async () => {
  const id = await aZone(service, MASTER.domain);
  const found = await hostOf()("Domain").read(String(id), LOADER);
  expect(found).toMatchObject({ id: String(id), props: { domain: MASTER.domain }, inputs: {} });
  expect(found.props).not.toHaveProperty("__provider");
  await service.ask("DELETE", `/domains/${String(id)}`);
  expect(await hostOf()("Domain").read(String(id), { ...found.props, ...LOADER })).toEqual({});
  expect(await messageOf(hostOf()("Domain").read(String(id), LOADER))).toContain(`Domain ${String(id)} does not exist`);
});

const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";
const ZONE = { kind: "Domain", urn: URN, organization: "acme" };

test("a resource has one hidden property besides its loader text, which has its URN", async () => {
  const host = createdHost()(ZONE) as Handlers;
  const { inputs } = await host.check({}, { ...MASTER, __options: { isPreview: true } });
  expect(inputs).toEqual(MASTER);
  const { id, outs } = await host.create(inputs);
  expect(Object.keys(outs).filter((name) => name.startsWith("__"))).toEqual(["__applied"]);
  await host.delete(id, outs);
  expect(service.said.every(({ urn }) => urn === URN)).toBe(true);
});

test("what an earlier version recorded, with the URN as an option, does not differ, and is updated to the present form", async () => {
  const options = { __options: { urn: URN, organization: "acme" } };
  const earlier = hostOf()("Domain");
  const { id, outs } = await earlier.create({ ...MASTER, ...options });
  const recorded = { ...outs, __applied: appliedOf(fromEngine(outs)) };
  expect(outs).toMatchObject(options);
  const host = createdHost()(ZONE) as Handlers;
  const { inputs } = await host.check({ ...MASTER, ...options }, MASTER);
  expect(await host.diff(id, recorded, inputs)).toMatchObject({ changes: false, replaces: [] });
  expect(await earlier.read(id, recorded)).toMatchObject({ inputs: { ...MASTER, ...options }, props: options });
  const { outs: updated } = await host.update(id, recorded, { ...inputs, description: "changed" });
  expect(updated).toMatchObject({ description: "changed", __applied: expect.any(String) });
  expect(updated).not.toHaveProperty("__options");
  await earlier.delete(id, recorded);
});

test("a check returns unknown inputs as unknown, without the loader text", async () => {
  const news = { ...new Deployment(service, "Domain").inputsFrom(MASTER), description: PULUMI_UNKNOWN, ...LOADER };
  const { inputs, failures } = await hostOf()("Domain").check({}, news);
  expect(failures).toEqual([]);
  expect(inputs).toMatchObject({ description: PULUMI_UNKNOWN });
  expect(inputs).not.toHaveProperty("__provider");
});

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

test.each([
  ["DomainRecordSet", { domainId: 5, zoneFile: "a A 192.0.2.1" }, "zoneFile", "records"],
  ["Image", { region: "us-east", source: asset({ text: "data" }) }, "source", "sourceHash"],
])("a check of %s tells the engine that what is derived from a secret is one", async (kind, args, name, derived) => {
  const news = { ...new Deployment(service, kind).inputsFrom(args, { secrets: [[name]] }), ...LOADER };
  const { inputs } = await hostOf()(kind).check({}, news);
  expect(inputs).toMatchObject({ [derived]: { ...SECRET, value: expect.anything() } });
});

test("invalid settings are one failure without a property, and the error of every operation", async () => {
  const host = hostOf(() => {
    throw new ConfigurationError("compute:url is bad");
  });
  expect((await host("Domain").check({}, MASTER)).failures).toEqual([{ property: "", reason: "compute:url is bad" }]);
  expect((await host("Instance").check({}, DEPLOYED)).failures).toEqual([]);
  // A comparison needs no settings.
  expect(await host("Domain").diff("5", MASTER, MASTER)).toMatchObject({ replaces: [] });
  for (const call of [
    () => host("Domain").create(MASTER),
    () => host("Domain").read("5", {}),
    () => host("Domain").update("5", MASTER, MASTER),
    () => host("Domain").delete("5", MASTER),
    // Even an operation that would send nothing.
    () => host("InstanceRestore").delete("5/6/7", {}),
  ]) {
    const error = await errorOf(call());
    expect(error.message).toBe("compute:url is bad");
    expect(error).not.toHaveProperty("id");
  }
});

describe("progress in the row of a resource", () => {
  const kinds = (): string[] => service.said.map(({ kind }) => kind);

  test("is cleared when the operation ends, if the display is interactive", async () => {
    const deployment = new Deployment(service, "Instance");
    const watched = () => service.process({ watched: true })("Instance");
    await deployment.up(DEPLOYED, {}, watched());
    expect(kinds().filter((kind) => kind === "progress").length).toBeGreaterThan(1);
    expect(kinds().at(-1)).toBe("clear");
    expect(service.said.at(-1)?.urn).toBe(service.said[0]?.urn);
    service.said.length = 0;
    await deployment.destroy(watched());
    expect(kinds().slice(-2)).toEqual(["progress", "clear"]);
  });
});

test.each(creations)("creates, reads, updates and deletes $title", async (life) => {
  await expectWholeLife(service, life);
});
