import type { Values } from "../../provider/definition/values";

/** A resource instance in a Terraform state. */
export interface StateInstance {
  readonly module?: string;
  readonly mode?: "data";
  readonly type: string;
  readonly name: string;
  readonly key?: string | number;
  readonly attributes?: Values;
  readonly dependencies?: readonly string[];
  /** What else the state file has: `status`, `deposed`. */
  readonly more?: Values;
}

/** A state file of version 4 with these instances. */
export function stateFile(...instances: readonly StateInstance[]): string {
  const resources = instances.map(({ module, mode = "managed", type, name, key, more, ...rest }) => ({
    ...(module === undefined ? {} : { module }),
    mode,
    type,
    name,
    provider: 'provider["registry.terraform.io/linode/linode"]',
    instances: [{ index_key: key, schema_version: 0, sensitive_attributes: [], ...rest, ...more }],
  }));
  return JSON.stringify({ version: 4, terraform_version: "1.11.4", serial: 1, lineage: "x", outputs: {}, resources });
}
