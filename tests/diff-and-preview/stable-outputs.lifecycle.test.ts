import { createClient } from "../../provider/api/client";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { locate } from "../../provider/lifecycle/state/ids";
import { liveState } from "../../provider/lifecycle/state";
import { unchangedOutputs } from "../../provider/lifecycle/state/replacement";
import { objects } from "../../provider/resources/registry";
import { Deployment } from "../support/deployment";
import { IN_PLACE } from "../support/in-place-programs";
import { DEPLOYED, EMPTY } from "../support/programs";
import { programWith } from "../support/removal-programs";
import { useService } from "../support/service";

const service = useService();

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

test.each(Object.entries(IN_PLACE))(
  "outputs match the preview after a change of %s",
  async (path, { before, after }) => {
    const definition = objects.find(({ kind }) => path.startsWith(`${kind}.`)) as Definition;
    const deployment = new Deployment(service, definition.kind);
    await deployment.up(before);
    expect(await foreseen(definition, deployment, after)).toMatchObject({ created: expect.any(String) as unknown });
    await expectToStay(definition, deployment, after);
  },
);

test("a tag changes neither addresses, plan nor anything that the program omits", async () => {
  const instance = objects.find(({ kind }) => kind === "Instance") as Definition;
  const deployment = new Deployment(service, "Instance");
  await deployment.up(EMPTY);
  const staying = await foreseen(instance, deployment, { ...EMPTY, tags: ["blue"] });
  const { outputs } = deployment.recorded();
  expect(staying).toMatchObject({ ipv4: outputs.ipv4, ipv6: outputs.ipv6, specs: outputs.specs, group: "" });
  expect(Object.keys(staying ?? {})).not.toEqual(expect.arrayContaining(["tags"]));
  expect(staying).not.toHaveProperty("status");
  expect(staying).not.toHaveProperty("updated");
});

test("another plan changes what depends on the plan, and no address", async () => {
  const instance = objects.find(({ kind }) => kind === "Instance") as Definition;
  const deployment = new Deployment(service, "Instance");
  await deployment.up(DEPLOYED);
  const staying = await foreseen(instance, deployment, { ...DEPLOYED, type: "g6-standard-1" });
  expect(staying).toMatchObject({ ipv4: deployment.recorded().outputs.ipv4 });
  for (const name of ["specs", "hypervisor", "alerts"]) expect(staying).not.toHaveProperty(name);
});
