import * as pulumi from "@pulumi/pulumi";
import { environmentSource } from "../api/settings";
import { packageVersion } from "../api/user-agent";
import type { Values } from "../definition/values";
import { definitionOf } from "../resources/registry";
import { configuredTags } from "./default-tags";
import { formerProviderTypes, formerTypes } from "./moved";
import { checkedInputs } from "./provider";
import type { ProviderArgs } from "./provider";
import { checkDeclaration, isOfType, nativeToken, typeToken } from "./resource";
import { boundStackTraces } from "./stack-traces";

/** The package that the plugin serves. */
const PACKAGE = "compute";

/**
 * Where the engine looks for the plugin if it is not installed, for the options of resources and functions: never in Pulumi's registry,
 * where the name may be somebody else's.
 */
const PLUGIN = { version: packageVersion, pluginDownloadURL: "github://api.github.com/pulumi-compute/pulumi-compute" };

/**
 * The class of a resource type whose resources the native plugin manages, with the type of the class for dynamic resources. A resource of
 * that class with the same name moves to this one without a change.
 */
export function nativeClass<Class>(kind: string): Class {
  const definition = definitionOf(kind);
  const token = nativeToken(kind);
  const outputs = [...Object.keys(definition.args), ...Object.keys(definition.outputs.from)];
  class OfKind extends pulumi.CustomResource {
    constructor(name: string, args: Values, opts: pulumi.CustomResourceOptions = {}) {
      checkDeclaration({ definition, name, args, opts });
      // An input of which no output has the name, too: what is derived from it is then secret.
      const isSecret = (arg: string) => definition.args[arg]?.secret || opts.additionalSecretOutputs?.includes(arg);
      const secrets = Object.keys(args).filter((arg) => isSecret(arg) && args[arg] !== undefined);
      const restoreStackTraces = boundStackTraces();
      try {
        super(
          token,
          name,
          {
            ...Object.fromEntries(outputs.map((output) => [output, undefined])),
            ...args,
            ...Object.fromEntries(secrets.map((arg) => [arg, pulumi.secret(args[arg])])),
          },
          pulumi.mergeOptions(
            { ...PLUGIN, aliases: [{ type: typeToken(kind) }, ...formerTypes(definition, opts)] },
            opts,
          ),
        );
      } finally {
        restoreStackTraces();
      }
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OfKind {
      return new OfKind(name, {}, { ...opts, id });
    }

    static override isInstance(value: unknown): value is OfKind {
      return isOfType(token, value);
    }
  }
  Object.defineProperty(OfKind, "name", { value: kind });
  return OfKind as unknown as Class;
}

/** The two forms of a data source that the native plugin calls, with the types of those that the program calls itself. */
export function nativeFunction<Plain, OutputForm>(name: string): { now: Plain; output: OutputForm } {
  const token = `${PACKAGE}:index:${name}`;
  const now = (args: pulumi.Inputs = {}, opts?: pulumi.InvokeOptions): Promise<unknown> =>
    pulumi.runtime.invoke(token, args, { ...PLUGIN, ...opts });
  const output = (args: pulumi.Inputs = {}, opts?: pulumi.InvokeOutputOptions): pulumi.Output<unknown> =>
    pulumi.runtime.invokeOutput(token, args, { ...PLUGIN, ...opts });
  return { now: now as Plain, output: output as OutputForm };
}

/** Values under their capitalized names. */
export function enumOf<const Value extends string>(
  ...values: readonly Value[]
): { readonly [Each in Value as Capitalize<Each>]: Each } {
  const named = values.map((value) => [value.charAt(0).toUpperCase() + value.slice(1), value]);
  return Object.fromEntries(named) as { readonly [Each in Value as Capitalize<Each>]: Each };
}

/** The provider of an account, for resources and functions of the native plugin. */
export class NativeProvider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const stack = new pulumi.Config(PACKAGE);
    const { token, url, brand, allowHttp, previewDrift, showCost } = environmentSource(process.env);
    const own = checkedInputs(name, args);
    // As for dynamic resources: its own inputs, then the environment, then the stack config.
    const fallback = <T>(given: T | undefined, variable: string | undefined, configured: () => T | undefined) =>
      given ?? (variable ? undefined : configured());
    super(
      PACKAGE,
      name,
      {
        token: secretIfSet(fallback(own.token, token, () => stack.getSecret("token"))),
        url: fallback(own.url, url, () => stack.get("url")),
        brand: fallback(own.brand, brand, () => stack.get("brand")),
        allowHttp: asJson(fallback<pulumi.Input<unknown>>(own.allowHttp, allowHttp, () => stack.get("allowHttp"))),
        previewDrift: asJson(
          fallback<pulumi.Input<unknown>>(own.previewDrift, previewDrift, () => stack.get("previewDrift")),
        ),
        showCost: asJson(fallback<pulumi.Input<unknown>>(own.showCost, showCost, () => stack.get("showCost"))),
        defaultTags: asJson(own.defaultTags ?? configuredTags()),
      },
      pulumi.mergeOptions({ ...PLUGIN, aliases: formerProviderTypes() }, opts),
    );
  }
}

function secretIfSet(token: pulumi.Input<string> | undefined): pulumi.Output<string> | undefined {
  return token === undefined ? undefined : pulumi.secret(token);
}

/** Inputs of a provider are strings. */
function asJson(value: pulumi.Input<unknown>): pulumi.Output<string> | undefined {
  if (value === undefined) return undefined;
  return pulumi.output(value).apply((known) => (typeof known === "string" ? known : JSON.stringify(known)));
}
