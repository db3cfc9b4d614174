import * as pulumi from "@pulumi/pulumi";
import { isOnlyInState, permittedOthers } from "../api/rehearsal";

const OWN = /^(compute:|pulumi-nodejs:dynamic\/compute:)/;

/**
 * In the update of a rehearsal, rejects resources of other packages that its preview did not have unchanged: an emulator has the copies of
 * this package's accounts, and others would be changed for real.
 */
export function rejectOthersInRehearsal(environment: NodeJS.ProcessEnv = process.env): void {
  const permitted = permittedOthers(environment);
  if (permitted === undefined) return;
  // A transform, which the engine calls, cannot be registered while the program loads.
  pulumi.runtime.registerStackTransformation(({ resource, type, name }) => {
    const isHarmless = OWN.test(type) || isOnlyInState(type) || permitted.has(`${type}::${name}`);
    if (isHarmless || !(resource instanceof pulumi.CustomResource)) return undefined;
    throw new Error(
      `This is a rehearsal, and its preview did not show ${type} ${name}, which would be created for real. Nothing was created. Declare ` +
        "it outside `apply`, or update without a rehearsal.",
    );
  });
}
