import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { APPLIED, DEFAULT_ORGANIZATION, OPTIONS, optionsOf } from "../lifecycle/state";
import type { Options } from "../lifecycle/state";
import { computedSecrets } from "../definition/definition";
import type { Definition } from "../definition/definition";
import type { Values } from "../definition/values";
import { PROVIDER_KEY } from "../shared/boundary";
import { DYNAMIC_TYPES, loaderText } from "../shared/loader";
import { withDefaultTags } from "./default-tags";
import { durationSec } from "./duration";
import { endInlineRunIfFailing } from "./inline-program";
import { innerOf } from "./inner-output";
import { isMocked } from "./mocked";
import { formerTypes } from "./moved";
import { warnOfOverriddenSettings } from "./overridden-settings";
import { showImportedId, showStableOutputs } from "./preview-outputs";
import { providerOf } from "./provider";
import { boundStackTraces } from "./stack-traces";
import { secretMarks } from "../shared/secret-marks";
import { unsendableIn } from "../shared/unsendable";
import { observeTransformations } from "./transforms";
import { warnOfUnknownKeys } from "./stack-keys";

/** Inputs as a program may set them: every value, at any depth, may be an output of another resource. */
export type Inputs<T> = { [K in keyof T]: pulumi.Input<DeepInputs<T[K]>> | IfOptional<T, K> };
/** With `exactOptionalPropertyTypes`, an optional property must also allow undefined explicitly. */
type IfOptional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? undefined : never;
type DeepInputs<T> = T extends (infer Item)[]
  ? pulumi.Input<DeepInputs<Item>>[]
  : T extends object
    ? { [K in keyof T]: pulumi.Input<DeepInputs<T[K]>> }
    : T;

/** The outputs of a resource. */
export type Outputs<T> = { readonly [K in keyof T]: pulumi.Output<T[K]> };

/** The type token of a resource type, which is part of every URN and must never change. */
export function typeToken(kind: string): string {
  return `${DYNAMIC_TYPES}${kind}`;
}

/** The type token of the same resource type in the native plugin's package. */
export function nativeToken(kind: string): string {
  return `compute:index:${kind}`;
}

/** Whether the value is a resource of this type, or something else with its type token. */
export function isOfKind({ kind }: Definition, value: unknown): boolean {
  return isOfType(typeToken(kind), value);
}

/** Whether the value has the type token. `instanceof` would only recognize resources of the same copy of the package. */
export function isOfType(token: string, value: unknown): boolean {
  return typeof value === "object" && value !== null && (value as { __pulumiType?: unknown }).__pulumiType === token;
}

/** The base of all resources: a dynamic resource whose stored code is only the loader text. */
export abstract class ComputeResource extends pulumi.CustomResource {
  /** @internal */
  protected constructor(
    definition: Definition,
    name: string,
    args: Values | undefined,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    requireLoadable();
    checkDeclaration({ definition, name, args: args ?? {}, opts });
    const { import: importId, ...rest } = opts;
    const secrets = Object.keys(definition.args).filter((arg) => definition.args[arg]?.secret);
    const outputs = [...Object.keys(definition.args), ...Object.keys(definition.outputs.from)];
    const restoreStackTraces = boundStackTraces();
    const all = withDefaultTags(definition, args, opts);
    try {
      super(
        typeToken(definition.kind),
        name,
        {
          ...Object.fromEntries(outputs.map((output) => [output, undefined])),
          ...all,
          ...Object.fromEntries(secrets.map((arg) => [arg, asSecret(args?.[arg])])),
          // A user's mocks see only the user's inputs. They also have no organization, which the options need.
          ...(isMocked() ? {} : hiddenInputs({ definition, name, args: all ?? {}, importId, opts })),
        },
        pulumi.mergeOptions(rest, {
          // The provider marks all secrets. In a preview, an output that it computes is not marked yet.
          additionalSecretOutputs: computedSecrets(definition),
          // A resource of the native plugin moves back without a change.
          aliases: [{ type: nativeToken(definition.kind) }, ...formerTypes(definition, opts)],
        }),
      );
    } catch (error) {
      restoreStackTraces();
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
    restoreStackTraces();
    showStableOutputs(definition, this, opts);
    showImportedId(this, importId);
  }
}

observeTransformations(ComputeResource);

function asSecret(value: unknown): unknown {
  return value === undefined || value === null ? undefined : pulumi.secret(value);
}

/** A resource as the program declares it. */
interface Declaration {
  readonly definition: Definition;
  readonly name: string;
  readonly args: Values;
  readonly opts: pulumi.CustomResourceOptions;
}

/** A dynamic resource, whose `import` option its provider handles. */
interface DynamicDeclaration extends Declaration {
  readonly importId: pulumi.ID | undefined;
}

/** The inputs of a resource whose provider says these remarks if they are new: a program does not know what it said before. */
export function withRemarks<Args extends object>(args: Args, remarks: Options["remarks"]): Args {
  const options: Options = { ...(remarks && { remarks }) };
  return remarks === undefined || isMocked() ? args : { ...args, [OPTIONS]: options };
}

/** What is checked before the engine gets a resource, whichever plugin manages it. */
export function checkDeclaration({ definition, name, args, opts }: Declaration): void {
  warnOfUnknownKeys();
  if (!opts.provider && !providerOf(opts)) warnOfOverriddenSettings();
  rejectUnsendable(definition, name, args);
  endInlineRunIfFailing(args);
}

function hiddenInputs(declaration: DynamicDeclaration): Values {
  const { definition, opts } = declaration;
  const isRead = opts.id !== undefined;
  return {
    [PROVIDER_KEY]: isRead ? loaderText({ kind: definition.kind }) : ownLoaderText(declaration),
    // Declared as an output only: at preview, it is known if the resource does not change.
    [APPLIED]: undefined,
    [OPTIONS]: isRead ? undefined : hiddenOptions(declaration),
  };
}

/** Pulumi's dynamic provider interface passes no URN to the provider. */
async function ownLoaderText({ definition: { kind }, name, opts }: Declaration): Promise<string> {
  // A promise, because an output derived from the parent's URN depends on the parent, and so on all its other children.
  const parent = opts.parent && (await innerOf(opts.parent.urn).promise());
  const urn = await innerOf(pulumi.createUrn(name, typeToken(kind), parent && unnamed(parent))).promise();
  const organization = pulumi.getOrganization();
  return loaderText({ kind, urn, ...(organization === DEFAULT_ORGANIZATION ? {} : { organization }) });
}

/** The URN with an empty name: `createUrn` takes a `::` in the name of a parent for the end of its type. */
function unnamed(urn: string): string {
  return `${urn.split("::", 3).join("::")}::`;
}

/** Pulumi's dynamic provider interface does not pass these options to the provider, so they are sent as an input, if there are any. */
async function hiddenOptions({ definition, args, importId, opts }: DynamicDeclaration): Promise<Options | undefined> {
  const { create, update, delete: remove } = opts.customTimeouts ?? {};
  const timeouts = seconds({ create, update, delete: remove });
  // Inputs that are always secret need no mark.
  const plain = Object.fromEntries(Object.entries(args).filter(([arg]) => !definition.args[arg]?.secret));
  const secrets = await secretMarks(plain, opts.additionalSecretOutputs);
  const { remarks } = optionsOf(args);
  const options: Options = {
    ...(remarks && { remarks }),
    ...(secrets.length > 0 ? { secrets } : {}),
    ...(Object.keys(timeouts).length > 0 ? { timeouts } : {}),
    ...(pulumi.runtime.isDryRun() ? { isPreview: true } : {}),
    ...(opts.retainOnDelete ? { retains: true } : {}),
    ...(opts.deleteBeforeReplace ? { deletesFirst: true } : {}),
    ...(importId === undefined ? {} : { import: importId }),
    ...(opts.ignoreChanges?.length ? { ignoreChanges: opts.ignoreChanges } : {}),
    ...(opts.replaceOnChanges?.length ? { replaceOnChanges: opts.replaceOnChanges } : {}),
  };
  return Object.keys(options).length > 0 ? options : undefined;
}

function seconds(durations: Readonly<Record<string, string | undefined>>): NonNullable<Options["timeouts"]> {
  return Object.fromEntries(
    Object.entries(durations).flatMap(([operation, text]) => {
      const parsed = text === undefined ? undefined : durationSec(text);
      return parsed === undefined ? [] : [[operation, parsed]];
    }),
  );
}

/** Checked here, because the engine and its SDK change such a value, or take minutes for it, before any provider gets it. */
function rejectUnsendable({ noun }: Definition, name: string, args: Values): void {
  const found = unsendableIn(args, isPulumis);
  if (found) throw new pulumi.RunError(`The ${noun} "${name}": ${found.path} ${found.reason}`);
}

/** Objects whose members are not the user's data. */
function isPulumis(value: object): boolean {
  return pulumi.Output.isInstance(value) || value instanceof Promise || pulumi.Resource.isInstance(value);
}

let isLoadable = false;

/** The provider's process must be able to resolve this package from the program's directory, which is also this process's directory. */
function requireLoadable(): void {
  if (isLoadable || isMocked()) return;
  try {
    createRequire(join(process.cwd(), "_")).resolve("pulumi-compute/runtime");
    isLoadable = true;
  } catch {
    throw new Error(
      `Cannot find pulumi-compute from ${process.cwd()}, the directory of the Pulumi program. ` +
        "Install pulumi-compute there: the engine loads it from that directory.",
    );
  }
}
