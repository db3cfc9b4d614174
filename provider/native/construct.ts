import type { handleUnaryCall } from "@grpc/grpc-js";
import type { ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { ConstructResult, Provider } from "@pulumi/pulumi/provider";
import { Output } from "@pulumi/pulumi";
import * as sdk from "@pulumi/pulumi/provider/server";
import type { Values } from "../definition/values";
import { innerOf } from "../sdk/inner-output";
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
async function construct(...[name, type, inputs, options]: ConstructArguments): Promise<ConstructResult> {
  if (!type.endsWith(":Zone")) throw new Error(`This version of pulumi-compute has no component "${type}".`);
  const args = { ...inputs, records: await withOutputsInside(inputs.records) } as unknown as ZoneArgs;
  const { urn, domain, domainId, records } = new Zone(name, args, options);
  const state = { domain: domain.domain, domainId, records: records.map(({ id }) => id) };
  return { urn, state };
}

/**
 * Programs in Java send what a list depends on, but not where in it, so that the list arrives as one output. Its records' targets count as
 * the outputs then.
 */
export async function withOutputsInside(records: unknown): Promise<unknown> {
  if (!Output.isInstance(records)) return records;
  const list: unknown = await innerOf(records).promise(true);
  if (!Array.isArray(list)) return records;
  return list.map((record: Values, index) => {
    if (record.target === undefined) return record;
    return { ...record, target: records.apply((all) => (all as Values[])[index]?.target) };
  });
}
