import { createClient } from "../../provider/api/client";
import type { Definition } from "../../provider/definition/definition";
import type { Values } from "../../provider/definition/values";
import { locate } from "../../provider/lifecycle/state/fingerprint";
import { liveState } from "../../provider/lifecycle/state";
import { unchangedOutputs } from "../../provider/lifecycle/state/replacement";
import type { Deployment } from "./deployment";
import type { Service } from "./service";

/** The outputs that a preview of an update shows as unchanged, or nothing if it is not an update in place. */
export async function foreseen(
  service: Service,
  definition: Definition,
  { deployment, args }: { deployment: Deployment; args: Values },
): Promise<Values | undefined> {
  const step = await deployment.preview(args).catch(() => "refused");
  if (step !== "update") return undefined;
  const { id, inputs } = deployment.recorded();
  const checked = await deployment.check(deployment.process(), inputs, deployment.inputsFrom(args));
  const { url, token } = service.emulator;
  const send = createClient({ url, token, brand: "compute" });
  const live = await send({ method: "GET", path: locate(definition, id).path });
  return unchangedOutputs(definition, liveState(definition, live, {}), checked);
}
