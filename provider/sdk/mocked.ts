import * as pulumi from "@pulumi/pulumi";

/** Whether `pulumi.runtime.setMocks` stands in for the engine, as in a user's unit tests. */
export function isMocked(): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  return typeof monitor === "object" && monitor !== null && "mocks" in monitor;
}
