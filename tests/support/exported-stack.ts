import type { Values } from "../../provider/definition/values";
import type { Recorded } from "./deployment";

/** A resource as a test deployed it. */
export interface Exported extends Pick<Recorded, "id" | "inputs" | "outputs"> {
  readonly kind: string;
  readonly name: string;
  /** What else the engine records: `external`, `delete`. */
  readonly more?: Values;
}

/** An operation that the engine had begun. */
export interface ExportedPending extends Pick<Exported, "kind" | "name" | "inputs" | "more"> {
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
    pending = [],
    writtenAt = 0,
  }: ExportOptions = {},
): string {
  const urn = (type: string, name: string): string => `urn:pulumi:${stack}::shop::${type}::${name}`;
  const providerType = isNative ? "pulumi:providers:compute" : "pulumi:providers:pulumi-nodejs";
  const providerUrn = urn(providerType, providerName);
  const entry = ({ kind, name, more, ...values }: Omit<ExportedPending, "type"> & { outputs?: Values }) => {
    const type = isNative ? `compute:index:${kind}` : `pulumi-nodejs:dynamic/compute:${kind}`;
    const source = { sourcePosition: "project:///index.ts#12,3" };
    return { urn: urn(type, name), custom: true, type, ...values, provider: `${providerUrn}::1`, ...source, ...more };
  };
  const ours = { urn: providerUrn, custom: true, id: "1", type: providerType, inputs: provider, outputs: provider };
  const deployment = {
    manifest: { time: new Date(writtenAt).toISOString() },
    resources: [ours, ...resources.map(entry)],
    pending_operations: pending.map(({ type, ...resource }) => ({ type, resource: entry(resource) })),
  };
  return JSON.stringify({ version: 3, deployment });
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
