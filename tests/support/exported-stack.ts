import type { Values } from "../../provider/definition/values";
import type { Recorded } from "./deployment";

/** A resource as a test deployed it. */
export interface Exported extends Pick<Recorded, "id" | "inputs" | "outputs"> {
  readonly kind: string;
  readonly name: string;
  /** What else the engine records: `external`, `delete`. */
  readonly more?: Values;
}

export interface ExportOptions {
  readonly stack?: string;
  /** Inputs of the resources' provider. */
  readonly provider?: Values;
}

const PROVIDER = "pulumi:providers:pulumi-nodejs";

/** What `pulumi stack export` prints of a stack with these resources. */
export function exportOf(resources: readonly Exported[], { stack = "dev", provider = {} }: ExportOptions = {}): string {
  const urn = (type: string, name: string): string => `urn:pulumi:${stack}::shop::${type}::${name}`;
  const providerUrn = urn(PROVIDER, "default");
  const exported = resources.map(({ kind, name, id, inputs, outputs, more }) => {
    const type = `pulumi-nodejs:dynamic/compute:${kind}`;
    const source = { sourcePosition: "project:///index.ts#12,3" };
    return {
      urn: urn(type, name),
      custom: true,
      id,
      type,
      inputs,
      outputs,
      provider: `${providerUrn}::1`,
      ...source,
      ...more,
    };
  });
  const ours = { urn: providerUrn, custom: true, id: "1", type: PROVIDER, inputs: provider, outputs: provider };
  return JSON.stringify({ version: 3, deployment: { resources: [ours, ...exported] } });
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
