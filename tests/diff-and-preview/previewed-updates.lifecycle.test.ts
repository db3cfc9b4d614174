import { createClient } from "../../provider/api/client";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { UNKNOWN } from "../../provider/definition/values";
import { locate } from "../../provider/lifecycle/state/ids";
import { liveState } from "../../provider/lifecycle/state";
import { unchangedOutputs } from "../../provider/lifecycle/state/replacement";
import { definitionOf, objects } from "../../provider/resources/registry";
import { deployed } from "../support/deployed";
import { Deployment } from "../support/deployment";
import { IN_PLACE } from "../support/in-place-programs";
import { DEPLOYED, EMPTY } from "../support/programs";
import { programWith } from "../support/removal-programs";
import { useService } from "../support/service";

const service = useService();
const instance = definitionOf("Instance");

/** What a preview of these inputs would show, or nothing if it is not an update in place. */
async function foreseen(definition: Definition, deployment: Deployment, args: Values): Promise<Values | undefined> {
  const step = await deployment.preview(args).catch(() => "refused");
  if (step !== "update") return undefined;
  const { id, inputs } = deployment.recorded();
  const checked = await deployment.check(deployment.process(), inputs, deployment.inputsFrom(args));
  const { url, token } = service.emulator;
  const send = createClient({ url, token, brand: "compute" });
  const live = await send({ method: "GET", path: locate(definition, id).path });
  return unchangedOutputs(definition, liveState(definition, live, {}), checked);
}

/** Expects that the update leaves every output as previewed. */
async function expectToStay(definition: Definition, deployment: Deployment, args: Values): Promise<void> {
  const staying = await foreseen(definition, deployment, args);
  if (!staying) return;
  expect(await deployment.up(args)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject(staying);
}

/** Inputs that are optional according to the documents only: the API rejects the change. */
const NEEDED_IN_FACT = ["DomainRecord.service"];

const optional = objects.flatMap((definition) =>
  Object.keys(definition.args)
    .filter(
      (name) => definition.args[name]?.required !== true && !NEEDED_IN_FACT.includes(`${definition.kind}.${name}`),
    )
    .map((name) => ({ definition, kind: definition.kind, name })),
);

test.each(optional)(
  "$kind: outputs match the preview after $name is removed from the program and added back",
  async ({ definition, kind, name }) => {
    const args = await programWith(service, kind, name);
    service.forget();
    const { [name]: _taken, ...left } = args;
    const deployment = new Deployment(service, kind);
    await deployment.up(args);
    await expectToStay(definition, deployment, left);
    await expectToStay(definition, deployment, args);
  },
);

const SEVERAL = {
  before: DEPLOYED,
  after: { ...DEPLOYED, tags: ["blue"], booted: false, type: "g6-standard-1", privateIp: true },
};

/** The requests that a printed plan names, without their IDs. */
function requestsIn(plan: string): string[] {
  return plan.match(/(?:PUT|POST) ?[a-z/]*/g)?.map((request) => request.trim()) ?? [];
}

test.each<[string, { before: Values; after: Values }]>([
  ...Object.entries(IN_PLACE),
  ["several properties at once", SEVERAL],
])("%s: preview prints the requests that the update sends, and shows the outputs that it leaves", async (_, change) => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(change.before);
  service.said.length = 0;
  const staying = await foreseen(instance, deployment, change.after);
  expect(staying).toMatchObject({ created: expect.any(String) as unknown });
  const [plan = "", ...others] = service
    .messages("info")
    .filter((message) => message.startsWith("Requests, in this order: "));
  expect(others).toEqual([]);
  service.forget();
  expect(await deployment.up(change.after)).toBe("update");
  expect(deployment.recorded().outputs).toMatchObject(staying ?? {});
  const sent = service.writes().map((write) =>
    write
      .replace(/ \/compute\/instances\/\d+\/?/, " ")
      .replace(/\/\d+$/, "")
      .trim(),
  );
  expect(requestsIn(plan)).toEqual(sent);
});

test("a tag changes neither addresses, plan nor anything that the program omits", async () => {
  const { deployment } = await deployed(service, "Instance", EMPTY);
  const staying = await foreseen(instance, deployment, { ...EMPTY, tags: ["blue"] });
  const { outputs } = deployment.recorded();
  expect(staying).toMatchObject({ ipv4: outputs.ipv4, ipv6: outputs.ipv6, specs: outputs.specs, group: "" });
  expect(Object.keys(staying ?? {})).not.toEqual(expect.arrayContaining(["tags"]));
  expect(staying).not.toHaveProperty("status");
  expect(staying).not.toHaveProperty("updated");
});

test("another plan changes what depends on the plan, and no address", async () => {
  const { deployment } = await deployed(service, "Instance", DEPLOYED);
  const staying = await foreseen(instance, deployment, { ...DEPLOYED, type: "g6-standard-1" });
  expect(staying).toMatchObject({ ipv4: deployment.recorded().outputs.ipv4 });
  for (const name of ["specs", "hypervisor", "alerts"]) expect(staying).not.toHaveProperty(name);
});

test("a preview with an unknown value plans the rest", async () => {
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED);
  await deployment.preview({ ...DEPLOYED, type: "g6-standard-1", booted: UNKNOWN });
  expect(service.messages("info")).toContainEqual("Requests, in this order: POST resize (type); not known yet: booted");
});

test("does not restart an instance for its interfaces if a resize left it offline", async () => {
  const { before, after } = IN_PLACE["Instance.interfaces"]!;
  const deployment = new Deployment(service, "Instance");
  await deployment.up(before);
  const { id } = deployment.recorded();
  const live = await service.ask("GET", `/compute/instances/${id}`);
  const body = { ...live, type: "g6-standard-1", status: "offline" };
  const effect = { kind: "status", status: 200, body } as const;
  service.forget();
  // The first read is before the update.
  service.emulator.faults.add({ method: "GET", path: "/compute/instances/*", nth: 2, times: "always", effect });
  await deployment.up({ ...after, type: "g6-standard-1" }).catch(() => undefined);
  const sent = service.writes().map((write) => write.replace(/\d+/g, "{id}"));
  expect(sent).toEqual(["POST /compute/instances/{id}/resize", "PUT /compute/instances/{id}/configs/{id}"]);
});
