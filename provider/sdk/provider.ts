import * as pulumi from "@pulumi/pulumi";
import { joinReasons } from "../api/errors";
import { environmentSource, resolveSettings } from "../api/settings";
import type { Settings, SettingsSource } from "../api/settings";
import { UNKNOWN } from "../definition/values";
import type { Values } from "../definition/values";
import { CONFIG_KEYS, sourceFrom } from "../shared/process-settings";
import { failuresOfProvider } from "../shared/provider-inputs";
import { formerProviderTypes } from "./moved";
import { warnOfOverriddenSettings } from "./overridden-settings";
import { warnOfUnknownKeys } from "./stack-keys";

/** The API to use, and the access token. Omitted inputs come from the environment, then from the stack config. */
export interface ProviderArgs {
  /** Access token. Default: the environment variable `COMPUTE_TOKEN`, then `compute:token` in the stack config. Secret. */
  token?: pulumi.Input<string>;
  /**
   * API URL with the version segment: https, or http on a loopback address. Default `COMPUTE_URL`, then `compute:url`, then the
   * emulator on this machine for the brand `compute`, or `https://api.linode.com/v4` for `linode`. Required for any other
   * brand.
   */
  url?: pulumi.Input<string>;
  /**
   * Word that the API uses in paths and image IDs, as in `/compute/instances`. Default `COMPUTE_BRAND`, then
   * `compute:brand`, then `compute`.
   */
  brand?: pulumi.Input<string>;
  /**
   * Allows plain http to addresses beyond loopback, where anyone on the network can read the token. Default
   * `COMPUTE_ALLOW_HTTP`, then `compute:allowHttp`, then false.
   */
  allowHttp?: pulumi.Input<boolean>;
  /**
   * Lets a preview read the live objects of the resources that change, and warn about out-of-band changes that the update would
   * overwrite. Default `COMPUTE_PREVIEW_DRIFT`, then `compute:previewDrift`, then false.
   */
  previewDrift?: pulumi.Input<boolean>;
  /**
   * Lets a preview end with the monthly cost of the resources that the program declares for this provider. Default `COMPUTE_SHOW_COST`,
   * then `compute:showCost`, then false.
   */
  showCost?: pulumi.Input<boolean>;
  /** Tags that every resource of this provider gets in addition to its own, if its type has tags. Default `compute:defaultTags`. */
  defaultTags?: pulumi.Input<pulumi.Input<string>[]>;
}

/**
 * A separate account for some resources and data sources. Pass it in their `provider` option, or in the `providers` option of a
 * component.
 *
 *     const other = new compute.Provider("other", { token: config.requireSecret("otherToken") });
 *     new compute.Domain("zone", { … }, { provider: other });
 *     new Shop("shop", { … }, { providers: [other] });
 *
 * To Pulumi, the dynamic resources of all npm packages belong to one provider package. Inside a component that has this provider,
 * dynamic resources of other npm packages therefore use it, too, and run in its process with its configuration, unless they have a
 * `provider` option of their own.
 *
 * Changing the token or the API URL changes no resource.
 */
export class Provider extends pulumi.ProviderResource {
  /** @internal The settings, or why there are none: the SDK waits forever after an output that fails, so only those who need them fail. */
  readonly computeOutcome: pulumi.Output<Settings | Error>;
  /** @internal */
  readonly computeDefaultTags: ProviderArgs["defaultTags"];

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const stackToken = new pulumi.Config("compute").getSecret("token");
    const { token, url, brand, defaultTags, ...switches } = checkedInputs(name, args);
    const stack = stackSource();
    const [allowHttp, previewDrift] = [switches.allowHttp, switches.previewDrift].map(asText);
    const showCost = asText(switches.showCost);
    super(
      "pulumi-nodejs",
      name,
      {
        [CONFIG_KEYS.explicit]: "true",
        [CONFIG_KEYS.token]: token === undefined ? undefined : pulumi.secret(token),
        [CONFIG_KEYS.url]: url,
        [CONFIG_KEYS.brand]: brand,
        [CONFIG_KEYS.allowHttp]: allowHttp,
        [CONFIG_KEYS.previewDrift]: previewDrift,
        [CONFIG_KEYS.showCost]: showCost,
        [CONFIG_KEYS.stackToken]: stackToken,
        [CONFIG_KEYS.stackUrl]: stack.url,
        [CONFIG_KEYS.stackBrand]: stack.brand,
        [CONFIG_KEYS.stackAllowHttp]: stack.allowHttp,
        [CONFIG_KEYS.stackPreviewDrift]: stack.previewDrift,
        [CONFIG_KEYS.stackShowCost]: stack.showCost,
      },
      pulumi.mergeOptions({ aliases: formerProviderTypes() }, opts),
    );
    this.computeDefaultTags = defaultTags;
    this.computeOutcome = pulumi
      .all([pulumi.all({ token, url, brand, allowHttp, previewDrift, showCost }), stackToken])
      .apply(([given, fallback]) => {
        try {
          const own = sourceFrom({ origin: "provider", ...given });
          warnOfOverriddenSettings(own);
          return resolveSettings([own, environmentSource(process.env), { ...stackSource(), token: fallback }]);
        } catch (error) {
          return error as Error;
        }
      });
  }

  /** @internal */
  get computeSettings(): pulumi.Output<Settings> {
    return this.computeOutcome.apply((outcome) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  }
}

function asText(given: pulumi.Input<boolean | undefined>): pulumi.Output<string | undefined> | undefined {
  return given === undefined ? undefined : pulumi.output(given).apply((value) => value?.toString());
}

/**
 * The inputs of a provider. Outputs are checked once they are known, and what is wrong with them is logged: the SDK waits forever for a
 * provider whose input fails. The provider's process then rejects them.
 * @throws RunError that names everything that is wrong with the inputs that are known now
 */
export function checkedInputs(name: string, args: ProviderArgs): ProviderArgs {
  const { allowHttp: stackAllowHttp } = stackSource();
  const problemOf = (values: Values): string | undefined => {
    const reasons = failuresOfProvider(values, stackAllowHttp).map(({ path, reason }) => `${path}: ${reason}`);
    return reasons.length === 0 ? undefined : `The compute.Provider "${name}": ${joinReasons(reasons)}`;
  };
  const inputs = Object.entries({ ...args }) as [string, unknown][];
  const known = Object.fromEntries(inputs.map(([input, value]) => [input, isLater(value) ? UNKNOWN : value]));
  const problem = problemOf(known);
  if (problem !== undefined) throw new pulumi.RunError(problem);
  const checked = inputs.map(([input, value]) => {
    const whenKnown = (later: unknown): unknown => {
      const late = problemOf({ ...known, [input]: later });
      if (late !== undefined) void pulumi.log.error(late);
      return later;
    };
    return [input, isLater(value) ? (pulumi.output(value) as pulumi.Output<unknown>).apply(whenKnown) : value] as const;
  });
  return Object.fromEntries(checked);
}

function isLater(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isLater) : pulumi.Output.isInstance(value) || value instanceof Promise;
}

/** The settings of a data source: those of the provider in its options or of its parent resource; otherwise the default ones. */
export function settingsForDataSource(
  opts: pulumi.InvokeOptions | pulumi.InvokeOutputOptions = {},
): pulumi.Output<Settings> {
  warnOfUnknownKeys();
  const provider = providerOf(opts);
  if (provider) return pulumi.unsecret(provider.computeSettings);
  warnOfOverriddenSettings();
  const stack = new pulumi.Config("compute");
  const token = pulumi.output<string | undefined>(stack.getSecret("token"));
  return pulumi.unsecret(
    token.apply((stackToken) =>
      resolveSettings([environmentSource(process.env), { ...stackSource(), token: stackToken }]),
    ),
  );
}

/** The explicit provider of a resource or data source with these options, if any. */
export function providerOf({
  provider,
  parent,
}: Pick<pulumi.CustomResourceOptions, "provider" | "parent">): Provider | undefined {
  const found = provider ?? parent?.getProvider("pulumi-nodejs:dynamic:Resource");
  // Not `instanceof`, because a program may contain two copies of this package.
  return found && "computeSettings" in found ? (found as Provider) : undefined;
}

function stackSource(): SettingsSource {
  const stack = new pulumi.Config("compute");
  return {
    url: stack.get("url"),
    brand: stack.get("brand"),
    allowHttp: stack.get("allowHttp"),
    previewDrift: stack.get("previewDrift"),
    showCost: stack.get("showCost"),
  };
}
