import type { handleUnaryCall } from "@grpc/grpc-js";
import type { ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { ConstructResult, Provider } from "@pulumi/pulumi/provider";
import * as sdk from "@pulumi/pulumi/provider/server";
import { Zone } from "../sdk/native-zone";
import type { ZoneArgs } from "../sdk/resources/zone";

type ConstructArguments = Parameters<NonNullable<Provider["construct"]>>;
export type Construct = handleUnaryCall<ConstructRequest, ConstructResponse>;

/** What the SDK serves a provider of components with. It does not export this class, but the build does so for the plugin. */
interface ComponentServer {
  new (
    engine: string | undefined,
    provider: { construct: typeof construct },
    uncaught: Set<Error>,
  ): { construct: Construct };
}

/** The components of the package, as programs in any language declare them. */
export function serveComponents(engine: string | undefined): Construct {
  const { Server } = sdk as unknown as { Server: ComponentServer };
  const server = new Server(engine, { construct }, new Set());
  return (call, respond) => server.construct(call, respond);
}

/** The same class as in a program in TypeScript, so that its resources have the same URNs. */
function construct(...[name, type, inputs, options]: ConstructArguments): Promise<ConstructResult> {
  if (!type.endsWith(":Zone")) throw new Error(`This version of pulumi-compute has no component "${type}".`);
  const { urn, domain, domainId, records } = new Zone(name, inputs as unknown as ZoneArgs, options);
  const state = { domain: domain.domain, domainId, records: records.map(({ id }) => id) };
  return Promise.resolve({ urn, state });
}
