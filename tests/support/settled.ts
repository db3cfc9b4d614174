import type { Values } from "../../provider/definition/values";
import type { Deployment, ResourceOptions, Step } from "./deployment";

/** What is recorded is what the program wants and what the service has, before and after a refresh. */
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
 * Nothing is to be done for these arguments, before a refresh and after it, which finds and changes nothing.
 * @param step what the last `up` with them has done
 */
export async function expectNoDifference(deployment: Deployment, args: Values, step: Step): Promise<void> {
  const none = { hasChanges: false, replaces: [] };
  expect(await deployment.difference(args)).toMatchObject(none);
  const { inputs } = deployment.recorded();
  expect(await deployment.refresh()).toBe("same");
  // After a step without a call the handlers do not know of arguments that changed nothing.
  if (step !== "same") expect(deployment.recorded().inputs).toEqual(inputs);
  expect(await deployment.difference(args)).toMatchObject(none);
}
