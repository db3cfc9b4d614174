import type { Values } from "../../provider/definition/values";
import type { Deployment, ResourceOptions, Step } from "./deployment";

/** Expects that the recorded state matches the program and the API, before and after a refresh. */
export async function expectSettled(
  deployment: Deployment,
  args: Values,
  options: ResourceOptions = {},
): Promise<void> {
  expect(await deployment.up(args, options)).toBe("same");
  expect(await deployment.refresh()).toBe("same");
  expect(await deployment.up(args, options)).toBe("same");
}

/**
 * Expects no changes for these inputs, before and after a refresh, which itself finds and changes nothing.
 * @param step the step of the last `up` with them
 */
export async function expectNoDifference(deployment: Deployment, args: Values, step: Step): Promise<void> {
  const none = { hasChanges: false, replaces: [] };
  expect(await deployment.difference(args)).toMatchObject(none);
  const { inputs } = deployment.recorded();
  expect(await deployment.refresh()).toBe("same");
  // After a step without a call, the handlers have not seen equivalent inputs.
  if (step !== "same") expect(deployment.recorded().inputs).toEqual(inputs);
  expect(await deployment.difference(args)).toMatchObject(none);
}
