import * as pulumi from "@pulumi/pulumi";
import { environmentSource } from "../api/settings";
import type { SettingsSource } from "../api/settings";
import { oncePerRun } from "./once-per-run";

/** A setting under both its names. */
interface Overridden {
  readonly variable: string;
  readonly key: string;
}

type Name = keyof SettingsSource;

const NAMES: Readonly<Record<Name, Overridden>> = {
  token: { variable: "COMPUTE_TOKEN", key: "compute:token" },
  url: { variable: "COMPUTE_URL", key: "compute:url" },
  brand: { variable: "COMPUTE_BRAND", key: "compute:brand" },
  allowHttp: { variable: "COMPUTE_ALLOW_HTTP", key: "compute:allowHttp" },
};

const isFirst = oncePerRun();

/**
 * Warns, once in a run for each setting, that the environment takes precedence over a different value in the stack's configuration.
 * Shows no values.
 * @param explicit what an explicit provider sets itself, where neither of the two counts
 */
export function warnOfOverriddenSettings(explicit: SettingsSource = {}): void {
  const all = pulumi.runtime.allConfig();
  const stack = Object.fromEntries(Object.entries(NAMES).map(([name, { key }]) => [name, all[key]]));
  const overridden = overriddenSettings(explicit, environmentSource(process.env), stack);
  const fresh = overridden.filter(({ key }) => isFirst(key));
  if (fresh.length > 0) void pulumi.log.warn(warningOf(fresh));
}

/** The settings that the environment and the stack's configuration give differently, and that nothing else decides. */
export function overriddenSettings(
  explicit: SettingsSource,
  environment: SettingsSource,
  stack: SettingsSource,
): Overridden[] {
  return (Object.keys(NAMES) as Name[])
    .filter((name) => {
      const [own, variable, configured] = [explicit, environment, stack].map((source) => given(source[name]));
      return own === undefined && variable !== undefined && configured !== undefined && variable !== configured;
    })
    .map((name) => NAMES[name]);
}

function warningOf(overridden: readonly Overridden[]): string {
  const pairs = overridden.map(({ variable, key }) => `${variable} is used instead of ${key}`).join(", ");
  const variables = overridden.map(({ variable }) => variable).join(", ");
  const keys = overridden.map(({ key }) => key).join(", ");
  return (
    `The environment overrides stack config: ${pairs}. Unset ${variables} to use stack config, ` +
    `or remove ${keys} with \`pulumi config rm\`.`
  );
}

/** As the settings are read: blanks do not count. A trailing slash of an address does not either. */
function given(value: string | undefined): string | undefined {
  const text = value?.trim().replace(/\/+$/, "");
  return text === "" ? undefined : text;
}
