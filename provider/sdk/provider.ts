import * as pulumi from "@pulumi/pulumi";
import { environmentSource, resolveSettings } from "../api/settings";
import type { Settings, SettingsSource } from "../api/settings";
import { CONFIG_KEYS } from "../shared/process-settings";
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
  /** @internal */
  readonly computeSettings: pulumi.Output<Settings>;
  /** @internal */
  readonly computeDefaultTags: ProviderArgs["defaultTags"];

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const stackToken = new pulumi.Config("compute").getSecret("token");
    const { url: stackUrl, brand: stackBrand, allowHttp: stackAllowHttp } = stackSource();
    const allowHttp = pulumi.output(args.allowHttp).apply((permitted) => permitted?.toString());
    super(
      "pulumi-nodejs",
      name,
      {
        [CONFIG_KEYS.explicit]: "true",
        [CONFIG_KEYS.token]: args.token === undefined ? undefined : pulumi.secret(args.token),
        [CONFIG_KEYS.url]: args.url,
        [CONFIG_KEYS.brand]: args.brand,
        [CONFIG_KEYS.allowHttp]: args.allowHttp === undefined ? undefined : allowHttp,
        [CONFIG_KEYS.stackToken]: stackToken,
        [CONFIG_KEYS.stackUrl]: stackUrl,
        [CONFIG_KEYS.stackBrand]: stackBrand,
        [CONFIG_KEYS.stackAllowHttp]: stackAllowHttp,
      },
      opts,
    );
    this.computeDefaultTags = args.defaultTags;
    this.computeSettings = pulumi
      .all([args.token, args.url, args.brand, allowHttp, stackToken])
      .apply(([token, url, brand, permitted, fallback]) => {
        const own = { token, url, brand, allowHttp: permitted };
        warnOfOverriddenSettings(own);
        return resolveSettings([own, environmentSource(process.env), { ...stackSource(), token: fallback }]);
      });
  }
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
  return { url: stack.get("url"), brand: stack.get("brand"), allowHttp: stack.get("allowHttp") };
}
