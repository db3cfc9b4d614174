import type { Values } from "../../provider/definition/values";
import { organizationOf, optionsOf } from "../../provider/lifecycle/state";
import { fromEngine } from "../../provider/shared/boundary";
import { resourcesIn } from "./exported";
import type { ExportedResource } from "./exported";
import { openSecrets } from "./secrets";
import type { Opened } from "./secrets";

/** A resource of this package in the state of a stack. */
export interface StackResource {
  /** `organization/project/stack`. */
  readonly stack: string;
  readonly urn: string;
  /** Its name in the program. */
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  /** Its outputs, the hidden ones included. */
  readonly state: Values;
  /** Its inputs at the last `up`. */
  readonly args: Values;
  /** Names of the inputs and outputs that are secret or have a secret in them. */
  readonly secretNames: ReadonlySet<string>;
  readonly secrets: readonly unknown[];
  /** The provider it belongs to. */
  readonly provider: StackProvider | undefined;
  readonly source?: { readonly file: string; readonly line: number; readonly column: number };
  /** When it was recorded last, in milliseconds since 1970; undefined where the state does not say. */
  readonly recordedAt: number | undefined;
  /** A replacement will delete it. */
  readonly isLeaving: boolean;
}

/** A provider in the state of a stack: the stack's own, or a `compute.Provider`. */
export interface StackProvider {
  readonly name: string;
  readonly inputs: Opened;
}

/** The resources that one stack manages. */
export interface StackState {
  /** `organization/project/stack`; the name that was asked for, of a stack without resources. */
  readonly stack: string;
  readonly resources: readonly StackResource[];
  /** What the stack is configured with, where it has no resources that would tell how it was brought up. */
  readonly configured?: StackProvider;
}

const OURS = /^pulumi-nodejs:dynamic\/compute:(\w+)$/;

/**
 * What the output of `pulumi stack export` says about this package's resources. Those that the program only reads are left out.
 * @throws UnfitExportError when it is something else
 */
export function stackStateOf(text: string, asked: string): StackState {
  const exported = resourcesIn(text);
  const providers = new Map(
    exported
      .filter(({ type }) => type.startsWith("pulumi:providers:"))
      .map(({ urn, id = "", inputs = {} }) => [`${urn}::${id}`, { name: nameIn(urn), inputs: openSecrets(inputs) }]),
  );
  const managed = exported.filter(
    ({ type, id, external, pendingReplacement }) =>
      OURS.test(type) && id !== undefined && id !== "" && !external && !pendingReplacement,
  );
  const resources = managed.map((resource) => resourceOf(resource, providers.get(resource.provider ?? "")));
  return { stack: resources[0]?.stack ?? asked, resources };
}

function resourceOf(exported: ExportedResource, provider: StackProvider | undefined): StackResource {
  const { urn, type, id = "", sourcePosition = "" } = exported;
  const [inputs, outputs] = [openSecrets(exported.inputs ?? {}), openSecrets(exported.outputs ?? {})];
  const args = fromEngine(inputs.values);
  const [, stack = "", project = ""] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  const [, file, line, column] = /^project:\/\/\/(.+)#(\d+),(\d+)$/.exec(sourcePosition) ?? [];
  return {
    stack: `${organizationOf(optionsOf(args))}/${project}/${stack}`,
    urn,
    name: nameIn(urn),
    kind: OURS.exec(type)?.[1] ?? type,
    id,
    state: fromEngine(outputs.values),
    args,
    secretNames: new Set([...inputs.secretNames, ...outputs.secretNames]),
    secrets: [...inputs.secrets, ...outputs.secrets],
    provider,
    recordedAt: exported.modified === undefined ? undefined : Date.parse(exported.modified),
    isLeaving: exported.delete === true,
    ...(file === undefined ? {} : { source: { file, line: Number(line), column: Number(column) } }),
  };
}

function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
