import type { Finding } from "../../cli/drift/report";
import { scan } from "../../cli/drift/scan/scan";
import type { Scan, ScanOptions } from "../../cli/drift/scan/scan";
import { stackStateOf } from "../../cli/state/stack-state";
import type { StackState } from "../../cli/state/stack-state";
import type { Values } from "../../provider/definition/values";
import { definitionOf } from "../../provider/resources/registry";
import { asStored, resourceOf } from "./as-stored";
import type { Deployment, Recorded } from "./deployment";
import { RETRIES } from "./service";
import type { Service } from "./service";

/** A resource as a test deployed it. */
export interface Exported extends Pick<Recorded, "id" | "inputs" | "outputs" | "createdAt"> {
  readonly kind: string;
  readonly name: string;
  /** What else the engine records: `external`, `delete`. */
  readonly more?: Values;
}

/** An operation that the engine had begun. */
export interface ExportedPending extends Pick<Exported, "kind" | "name" | "inputs" | "createdAt" | "more"> {
  readonly type: string;
  readonly id?: string;
}

export interface ExportOptions {
  readonly pending?: readonly ExportedPending[];
  /** When the engine wrote the state, in milliseconds since 1970. */
  readonly writtenAt?: number;
  readonly stack?: string;
  /** Inputs of the resources' provider. */
  readonly provider?: Values;
  readonly providerName?: string;
  /** The package of the provider, if it is not this one. */
  readonly providerType?: string;
  /** Whether the native plugin manages the resources. */
  readonly isNative?: boolean;
}

/** What `pulumi stack export` prints of a stack with these resources. */
export function exportOf(
  resources: readonly Exported[],
  {
    stack = "dev",
    provider = {},
    providerName = "default",
    isNative = false,
    providerType: otherType,
    pending = [],
    writtenAt = 0,
  }: ExportOptions = {},
): string {
  const urn = (type: string, name: string): string => `urn:pulumi:${stack}::shop::${type}::${name}`;
  const providerType = `pulumi:providers:${otherType ?? (isNative ? "compute" : "pulumi-nodejs")}`;
  const providerUrn = urn(providerType, providerName);
  const entry = ({
    kind,
    name,
    createdAt: created,
    more,
    ...values
  }: Omit<ExportedPending, "type"> & { outputs?: Values }) => {
    const type = isNative ? `compute:index:${kind}` : `pulumi-nodejs:dynamic/compute:${kind}`;
    const source = { sourcePosition: "project:///index.ts#12,3" };
    return {
      urn: urn(type, name),
      custom: true,
      type,
      ...(isNative ? values : storedValues(kind, values)),
      provider: `${providerUrn}::1`,
      ...source,
      created,
      ...more,
    };
  };
  const ours = { urn: providerUrn, custom: true, id: "1", type: providerType, inputs: provider, outputs: provider };
  const deployment = {
    manifest: { time: new Date(writtenAt).toISOString() },
    resources: [ours, ...resources.map(entry)],
    pending_operations: pending.map(({ type, ...resource }) => ({ type, resource: entry(resource) })),
  };
  return JSON.stringify({ version: 3, deployment });
}

/** The values as the state of a dynamic resource has them. */
function storedValues(kind: string, { inputs, outputs, ...others }: { inputs?: Values; outputs?: Values }) {
  const resource = resourceOf(kind, inputs ?? {}, outputs ?? {});
  if (resource.urn === undefined) return { ...others, inputs, outputs };
  return {
    ...others,
    inputs: inputs && asStored(resource, inputs),
    outputs: outputs && asStored(resource, outputs),
  };
}

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** A secret in an export with `--show-secrets`. */
export function shownSecret(value: unknown): Values {
  return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value) };
}

/** A secret in any other export. */
export function encryptedSecret(): Values {
  return { [SIGNATURE]: SECRET, ciphertext: "v1:8Q==:Zm9yIHRlc3Rz" };
}

/** The export of a deployed resource. */
export function exported(kind: string, deployment: Deployment, name = "web"): Exported {
  return { kind, name, ...deployment.recorded() };
}

type Options = ExportOptions & { readonly token?: string } & Partial<ScanOptions>;

/** The same resource as the bridged provider records it, whose package is `linode`. */
export function asBridged({ kind, name, id, outputs }: Exported): Exported {
  const type = definitionOf(kind).bridged?.type ?? kind;
  const bare = id.split("/").at(-1) ?? id;
  const { __applied: _, __options: __, ...shown } = outputs;
  const more = { type, urn: `urn:pulumi:dev::shop::${type}::${name}` };
  return { kind, name, id: bare, inputs: {}, outputs: { ...shown, id: bare }, more };
}

/** A scan of one stack with these resources, as the command performs it. */
export function scanOf(service: Service, resources: readonly Exported[], options: Options = {}): Promise<Scan> {
  return scanAll(service, [stackStateOf(exportOf(resources, options), "dev")], options);
}

/** The same for several stacks. */
export function scanAll(service: Service, stacks: readonly StackState[], { token, ...options }: Options = {}) {
  const environment = { COMPUTE_URL: service.emulator.url, COMPUTE_TOKEN: token ?? service.emulator.token };
  return scan(stacks, {
    environment,
    signal: new AbortController().signal,
    clock: service.clock,
    retries: RETRIES,
    looksForUnmanaged: true,
    onProgress: () => undefined,
    ...options,
  });
}

/** Each finding as `state Kind property, property`. */
export function inShort(findings: readonly Finding[]): string[] {
  return findings
    .map(({ state, kind, properties }) => [state, kind, ...properties.map(({ path }) => path)].join(" "))
    .sort();
}
