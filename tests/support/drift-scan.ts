import type { Finding } from "../../cli/drift/report";
import { scan } from "../../cli/drift/scan/scan";
import type { Scan, ScanOptions } from "../../cli/drift/scan/scan";
import type { StackState } from "../../cli/state/stack-state";
import { stackStateOf } from "../../cli/state/stack-state";
import { exportOf } from "./exported-stack";
import type { Exported, ExportOptions } from "./exported-stack";
import type { Deployment } from "./deployment";
import type { Service } from "./service";

/** The export of a deployed resource. */
export function exported(kind: string, deployment: Deployment, name = "web"): Exported {
  return { kind, name, ...deployment.recorded() };
}

type Options = ExportOptions & { readonly token?: string } & Partial<ScanOptions>;

/** A scan of one stack with these resources, as the command performs it. */
export function scanOf(service: Service, resources: readonly Exported[], options: Options = {}): Promise<Scan> {
  return scanAll(service, [stackStateOf(exportOf(resources, options), "dev")], options);
}

/** The same for several stacks. */
export function scanAll(
  service: Service,
  stacks: readonly StackState[],
  { token, ...options }: Options = {},
): Promise<Scan> {
  const environment = { COMPUTE_URL: service.emulator.url, COMPUTE_TOKEN: token ?? service.emulator.token };
  return scan(stacks, {
    environment,
    signal: new AbortController().signal,
    clock: service.clock,
    retries: { retries: 3, firstDelayMs: 1, longestDelayMs: 1 },
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
