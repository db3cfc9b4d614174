import type { Values } from "../../provider/definition/values";
import {
  OPTIONS,
  isProvisional,
  notedOptions,
  organizationOf,
  optionsOf,
  wholeId,
} from "../../provider/lifecycle/state";
import { fromEngine, PROVIDER_KEY } from "../../provider/shared/boundary";
import { resourceIn } from "../../provider/shared/loader";
import { CONFIG_KEYS, isDefaultProvider } from "../../provider/shared/process-settings";
import { isManaged, nameIn, parseExport, placeIn } from "../../provider/shared/exported-state";
import type { ExportedResource } from "../../provider/shared/exported-state";
import { kindIn, managedAs } from "../../provider/resources/registry";
import { openSecrets } from "../../provider/shared/state-secrets";
import type { OpenedValues } from "../../provider/shared/state-secrets";

/** A resource of this package in the state of a stack. */
export interface StackResource {
  /** `organization/project/stack`. */
  readonly stack: string;
  readonly urn: string;
  /** Name in the program. */
  readonly name: string;
  readonly kind: string;
  readonly id: string;
  /** Outputs, including hidden ones. */
  readonly state: Values;
  /** Inputs at the last `pulumi up`. */
  readonly args: Values;
  /** Names of the inputs and outputs that are secret or contain a secret. */
  readonly secretNames: ReadonlySet<string>;
  readonly secrets: readonly unknown[];
  readonly provider: StackProvider | undefined;
  readonly source?: { readonly file: string; readonly line: number; readonly column: number };
  /** When it was first recorded; the new resource of a replacement has that of the old one. */
  readonly createdAt: string | undefined;
  /** When it was last recorded, in milliseconds since 1970; undefined if the state does not contain it. */
  readonly recordedAt: number | undefined;
  /** It is the old resource of an unfinished replacement, still to be deleted. */
  readonly isLeaving: boolean;
}

/** A provider in the state of a stack: the default provider, or a `compute.Provider`. */
export interface StackProvider {
  readonly name: string;
  /** By the keys of the stack config, whichever plugin it is for. */
  readonly inputs: OpenedValues;
  /** It is one of the bridged provider, of which only the URL counts. */
  readonly isBridged?: true;
}

/** An operation on a resource of this package that was interrupted, or a create that failed and may have been carried out. */
export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading` or `importing`, as which a create with the `import` option counts. */
  readonly type: string;
  readonly exported: ExportedResource;
  /** A resource being created has no ID, or a provisional one. */
  readonly resource: StackResource;
  /** Its provider was the default one, which is not in the state any more. */
  readonly isOfConfig?: boolean;
}

/** The resources that one stack manages. */
export interface StackState {
  /** `organization/project/stack`; without resources, the stack name or file as given. */
  readonly stack: string;
  readonly resources: readonly StackResource[];
  /** These, and those of the bridged provider that can move to this package. */
  readonly managed: readonly StackResource[];
  /** Those of one resource in this order: its provisional ID, then the latest. */
  readonly pending: readonly PendingOperation[];
  /** Number of pending operations on resources of other packages. */
  readonly foreign: number;
  /** When the engine wrote the state for the last time, in milliseconds since 1970. */
  readonly writtenAt: number | undefined;
  /** Default provider from the stack config. Set only if no given stack has resources. */
  readonly configured?: StackProvider;
}

/**
 * This package's resources in the output of `pulumi stack export`, without those that the program only reads or that are already
 * deleted.
 * @param asked the stack name or file as given; used if there are no resources
 * @throws UnfitExportError if the text is anything else
 */
export function stackStateOf(text: string, asked: string): StackState {
  const { resources: exported, pendingOperations, writtenAt } = parseExport(text);
  const opened = openerWith(exported);
  const isOurs = ({ type }: ExportedResource): boolean => kindIn(type) !== undefined;
  const kept = exported.filter(isManaged);
  const resources = kept.filter(isOurs).map(opened);
  const bridged = kept.filter((one) => !isOurs(one) && managedAs(one.type)).map(opened);
  const pending = pendingOperations
    .filter(({ resource }) => isOurs(resource))
    .map(({ type, resource: one }): PendingOperation => {
      const resource = opened(one);
      const isImport = type === "creating" && optionsOf(resource.args).import !== undefined;
      const isOfConfig = !resource.provider && DEFAULT_PROVIDER.test(one.provider ?? "");
      return { type: isImport ? "importing" : type, exported: one, resource, isOfConfig };
    });
  const lost = kept
    .filter((one) => isOurs(one) && isProvisional(one) && !one.delete)
    .map((one): PendingOperation => ({ type: "creating", exported: one, resource: opened(one) }));
  return {
    stack: (resources[0] ?? pending[0]?.resource)?.stack ?? asked,
    resources,
    managed: [...resources, ...bridged],
    pending: [...lost, ...pending],
    foreign: pendingOperations.length - pending.length,
    writtenAt,
  };
}

const OUR_PROVIDERS = ["pulumi:providers:compute", "pulumi:providers:pulumi-nodejs"];
const DEFAULT_PROVIDER = /::pulumi:providers:(pulumi-nodejs::|compute::default_\d)/;
const BRIDGED_PROVIDER = "pulumi:providers:linode";

/** Opens a resource together with its provider, if that is one of these and manages resources of its type. */
export function openerWith(exported: readonly ExportedResource[]): (resource: ExportedResource) => StackResource {
  const providers = exported.filter(({ type }) => type === BRIDGED_PROVIDER || OUR_PROVIDERS.includes(type));
  const opened = new Map(providers.map((one) => [one, providerOf(one)]));
  return (resource) => {
    const provider = providerIn(providers, resource);
    const isOfPackage = (provider?.type === BRIDGED_PROVIDER) === (kindIn(resource.type) === undefined);
    return resourceOf(resource, provider && isOfPackage ? opened.get(provider) : undefined);
  };
}

/** The provider of a resource. That of an interrupted operation has got another ID if a `destroy` has removed it since. */
export function providerIn(
  exported: readonly ExportedResource[],
  { provider: reference = "" }: ExportedResource,
): ExportedResource | undefined {
  const named = exported.filter(({ urn }) => reference.startsWith(`${urn}::`));
  return named.find(({ urn, id = "" }) => reference === `${urn}::${id}`) ?? named.at(-1);
}

function providerOf({ urn, type, inputs = {} }: ExportedResource): StackProvider {
  const name = nameIn(urn);
  const opened = openSecrets(inputs);
  if (type === BRIDGED_PROVIDER) {
    const { url } = opened.values;
    return {
      name,
      inputs: { ...opened, values: { [CONFIG_KEYS.explicit]: "true", [CONFIG_KEYS.url]: url } },
      isBridged: true,
    };
  }
  if (type !== "pulumi:providers:compute") return { name, inputs: opened };
  const values = Object.fromEntries(
    Object.entries(opened.values).map(([key, value]) => [`compute:${key}`, value === true ? "true" : value]),
  );
  return isDefaultProvider(urn, opened.values.version)
    ? { name: "default", inputs: { ...opened, values } }
    : { name, inputs: { ...opened, values: { ...values, [CONFIG_KEYS.explicit]: "true" } } };
}

function resourceOf(exported: ExportedResource, provider: StackProvider | undefined): StackResource {
  const { urn, type, id = "", sourcePosition = "" } = exported;
  const [inputs, outputs] = [openSecrets(exported.inputs ?? {}), openSecrets(exported.outputs ?? {})];
  const args = withOptions(exported, fromEngine(inputs.values));
  const { stack, project } = placeIn(urn);
  const state = withOptions(exported, fromEngine(outputs.values));
  const definition = managedAs(type);
  const [, file, line, column] = /^project:\/\/\/(.+)#(\d+),(\d+)$/.exec(sourcePosition) ?? [];
  return {
    stack: `${organizationOf(optionsOf(args))}/${project}/${stack}`,
    urn,
    name: nameIn(urn),
    kind: definition?.kind ?? kindIn(type) ?? type,
    id: definition ? wholeId(definition, { id, state }) : id,
    state,
    args,
    secretNames: new Set([...inputs.secretNames, ...outputs.secretNames]),
    secrets: [...inputs.secrets, ...outputs.secrets],
    provider,
    createdAt: exported.created,
    recordedAt: exported.modified === undefined ? undefined : Date.parse(exported.modified),
    isLeaving: exported.delete === true,
    ...(file === undefined ? {} : { source: { file, line: Number(line), column: Number(column) } }),
  };
}

/** With what the engine passes to the native plugin with each call, and a dynamic resource has in its loader text. */
function withOptions({ urn, type, inputs = {}, ignoreChanges = [] }: ExportedResource, values: Values): Values {
  if (type.startsWith("compute:index:")) {
    return { ...values, [OPTIONS]: { ...notedOptions(values), urn, ignoreChanges } };
  }
  const { urn: own, organization } = resourceIn(inputs[PROVIDER_KEY]) ?? {};
  return own === undefined
    ? values
    : { ...values, [OPTIONS]: { ...optionsOf(values), urn, ...(organization !== undefined && { organization }) } };
}
