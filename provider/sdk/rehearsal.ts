import * as pulumi from "@pulumi/pulumi";

/** Packages whose resources exist only in the state, and this one's. */
const HARMLESS = /^(pulumi:|random:|tls:|time:|compute:|pulumi-nodejs:dynamic\/compute:)/;

/**
 * In the update of a rehearsal, rejects resources of other packages that its preview did not have unchanged: an emulator has the copies of
 * this package's accounts, and others would be changed for real.
 */
export function rejectOthersInRehearsal({ COMPUTE_REHEARSAL_OTHERS: known }: NodeJS.ProcessEnv = process.env): void {
  if (known === undefined) return;
  const unchanged = new Set(JSON.parse(known) as readonly string[]);
  // A transform, which the engine calls, cannot be registered while the program loads.
  pulumi.runtime.registerStackTransformation(({ resource, type, name }) => {
    if (!(resource instanceof pulumi.CustomResource) || HARMLESS.test(type) || unchanged.has(`${type}::${name}`))
      return undefined;
    throw new Error(
      `This is a rehearsal, and its preview did not show ${type} ${name}, which would be created for real. Nothing was created. Declare ` +
        "it outside `apply`, or update without a rehearsal.",
    );
  });
}
