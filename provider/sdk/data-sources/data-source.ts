import * as pulumi from "@pulumi/pulumi";
import { clientFor } from "../../api/accounts";
import type { Send } from "../../api/client";
import { realClock } from "../../api/clock";
import { CloudError } from "../../api/errors";
import type { Settings } from "../../api/settings";
import { ask, checked } from "../../data-sources/request";
import { tokenOf } from "../../data-sources/rule";
import type { DataSourceCall, DataSourceRule } from "../../data-sources/rule";
import type { Values } from "../../definition/values";
import { withoutSecrets } from "../../shared/shown";
import { endInlineRunIfFailing } from "../inline-program";
import { isMocked } from "../mocked";
import { settingsForDataSource } from "../provider";
import { innerOf } from "../inner-output";
import type { Inputs } from "../resource";
import { resourcesBehind } from "./dependencies";
import { engineSignal } from "./engine-signal";
import { resultInRun } from "./run-cache";

/**
 * A data source in its two forms, as in other Pulumi packages. Within a preview or update, calls with the same inputs and provider
 * settings share one request; a failed one is sent again. Results that a resource of the same update may have changed are not reused:
 * an Output form whose inputs or `dependsOn` refer to resources calls the API after those are done, and shares the result only with
 * calls that wait for exactly the same resources. The plain form waits for nothing, and does not see what the update has changed
 * meanwhile.
 */
export interface DataSource<Args, Result> {
  readonly now: (args: Args, opts?: pulumi.InvokeOptions) => Promise<Result>;
  readonly output: (args: Inputs<Args>, opts?: pulumi.InvokeOutputOptions) => pulumi.Output<Result>;
}

/** The same for a data source without required inputs. */
export interface OpenDataSource<Args, Result> {
  readonly now: (args?: Args, opts?: pulumi.InvokeOptions) => Promise<Result>;
  readonly output: (args?: Inputs<Args>, opts?: pulumi.InvokeOutputOptions) => pulumi.Output<Result>;
}

/** The two forms of a data source. */
export function dataSource<Args extends object, Result extends object>(rule: DataSourceRule): DataSource<Args, Result> {
  const token = tokenOf(rule);
  return {
    now: async (args, opts) => {
      if (isMocked()) return (await pulumi.runtime.invoke(token, args, opts)) as Result;
      return quietly(plainResult(rule, { ...args } as Values, opts)) as Promise<Result>;
    },
    output: (args, opts) => {
      const given = pulumi.output(args) as unknown as pulumi.Output<Values>;
      const secrecy = rule.isSecret ? pulumi.secret(true) : false;
      const after = pulumi.all([given, resourcesBehind(given, opts?.dependsOn), secrecy]);
      const result = isMocked()
        ? after.apply(([values]) => pulumi.runtime.invoke(token, values) as Promise<Values>)
        : pulumi
            .all([after, settingsForDataSource(opts), pulumi.isSecret(given)])
            .apply(([[values, resources], settings, isMarked]) =>
              quietly(
                resultOf({ rule, args: values }, settings, {
                  resources,
                  secrets: isMarked ? Object.values(values) : [],
                }),
              ),
            );
      if (!isMocked()) endInlineRunIfFailing(result);
      return result as unknown as pulumi.Output<Result>;
    },
  };
}

/** The two forms of a data source whose inputs are all optional. */
export function openDataSource<Args extends object, Result extends object>(
  rule: DataSourceRule,
): OpenDataSource<Args, Result> {
  const { now, output } = dataSource<Args, Result>(rule);
  return {
    now: (args = {} as Args, opts) => now(args, opts),
    output: (args = {} as Inputs<Args>, opts) => output(args, opts),
  };
}

async function plainResult(rule: DataSourceRule, args: Values, opts?: pulumi.InvokeOptions): Promise<Values> {
  const notYet = Object.keys(args).filter((name) => pulumi.Output.isInstance(args[name]));
  if (notYet.length > 0) {
    const are = notYet.length > 1 ? "are outputs" : "is an output";
    throw new CloudError(`${rule.name}: ${notYet.join(", ")} ${are}. Use ${rule.name}Output instead.`);
  }
  return resultOf({ rule, args }, await known(settingsForDataSource(opts), rule.name));
}

/** What is known about the inputs of an `…Output` form. */
interface AboutArguments {
  /** URNs of the resources that they refer to. */
  readonly resources: readonly string[];
  /** All of their values, if the program has marked any as secret: the mark then applies to all of them. */
  readonly secrets: readonly unknown[];
}

/** `async`, so that an invalid input rejects the promise. */
async function resultOf(
  { rule, args: given }: DataSourceCall,
  settings: Settings,
  { resources, secrets }: AboutArguments = { resources: [], secrets: [] },
): Promise<Values> {
  const args = checked(rule, given);
  const asked = Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]);
  const key = JSON.stringify([rule.name, asked.sort(), settings, resources]);
  const safe = (text: string): string => withoutSecrets(text, [settings.token, ...secrets]);
  const say = (message: string): void =>
    void pulumi.log.info(safe(`${rule.name}: ${message}`), undefined, undefined, true);
  const signal = engineSignal();
  const send: Send = (request) => clientFor(settings)({ onProgress: say, signal, ...request });
  try {
    return await resultInRun(pulumi.runtime.getMonitor(), key, () =>
      ask({ rule, args }, { send, address: settings, clock: realClock, signal, say }),
    );
  } catch (error) {
    throw error instanceof CloudError ? new CloudError(safe(error.message)) : error;
  }
}

/** A program prints the stack of an error, but the message is all that a user needs. */
async function quietly<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof CloudError) error.stack = `Error: ${error.message}`;
    throw error;
  }
}

/**
 * The value of an output, as a promise.
 * @throws Error if it is unknown, as in some previews, because the promise would never resolve.
 */
async function known<T>(output: pulumi.Output<T>, name: string): Promise<T> {
  const inner = innerOf(output);
  if (!(await inner.isKnown)) {
    throw new Error(`${name} cannot run before its provider's settings are known. Use ${name}Output instead.`);
  }
  return new Promise((resolve, reject) => {
    // `apply` resolves only with a value; errors come from the output's own promise.
    output.apply(resolve);
    inner.promise().catch(reject);
  });
}
