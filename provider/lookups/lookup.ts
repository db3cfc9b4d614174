import * as pulumi from "@pulumi/pulumi";
import { createClient } from "../api/client";
import type { Send } from "../api/client";
import { CloudError } from "../api/errors";
import type { Settings } from "../api/settings";
import type { Values } from "../definition";
import { isMocked } from "../pulumi/mocked";
import { settingsForLookup } from "../pulumi/provider";

/** A lookup in its two forms, as Pulumi packages have them. */
export interface Lookup<Args, Result> {
  now(args: Args, opts?: pulumi.InvokeOptions): Promise<Result>;
  output(args: pulumi.Input<Args>, opts?: pulumi.InvokeOutputOptions): pulumi.Output<Result>;
}

/** Makes the two forms of a lookup from a function that asks the service. `name` is what mocks are called with. */
export function lookup<Args extends object, Result extends object>(
  name: string,
  ask: (send: Send, args: Args) => Promise<Result>,
): Lookup<Args, Result> {
  const token = `compute:index/${name}:${name}`;
  return {
    async now(args, opts) {
      if (isMocked()) return (await pulumi.runtime.invoke(token, args, opts)) as Result;
      return quietly(ask(clientFor(await known(settingsForLookup(opts), name)), args));
    },
    output(args, opts) {
      const after = pulumi.all([pulumi.output(args), idsOf(opts?.dependsOn)]);
      const result = isMocked()
        ? after.apply(([given]) => pulumi.runtime.invoke(token, given as Values) as Promise<Result>)
        : pulumi
            .all([after, settingsForLookup(opts)])
            .apply(([[given], settings]) => quietly(ask(clientFor(settings), given as Args)));
      return result as unknown as pulumi.Output<Result>;
    },
  };
}

/** The program prints the stack of what fails in it; the message says all that a user needs. */
async function quietly<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CloudError) error.stack = `Error: ${error.message}`;
    throw error;
  }
}

/** Known as soon as the resources exist, and so not in the preview that creates them. */
function idsOf(dependsOn: pulumi.InvokeOutputOptions["dependsOn"]): pulumi.Output<unknown> {
  return pulumi.output(dependsOn).apply((resources) => {
    const list = (Array.isArray(resources) ? resources : [resources]) as readonly (pulumi.Resource | undefined)[];
    return pulumi.all(
      list.map((resource) => (pulumi.CustomResource.isInstance(resource) ? resource.id : resource?.urn)),
    );
  });
}

const clients = new Map<string, Send>();

/** One client, and so one set of connections, for each account of a run. */
function clientFor(settings: Settings): Send {
  const key = JSON.stringify(settings);
  const client = clients.get(key) ?? createClient(settings);
  clients.set(key, client);
  return client;
}

/** The value of an output that a promise can wait for; in a preview some never come. */
async function known<T>(output: pulumi.Output<T>, name: string): Promise<T> {
  const { isKnown } = output as unknown as { readonly isKnown: Promise<boolean> };
  if (!(await isKnown)) {
    throw new Error(`${name} cannot run before its provider's settings are known; use ${name}Output instead.`);
  }
  return new Promise((resolve, reject) => {
    // The value is consumed by the promise, which also reports what goes wrong on the way to it.
    output.apply(resolve);
    (output as unknown as { promise(): Promise<T> }).promise().catch(reject);
  });
}
