/**
 * How long instances had been running before the engine received them, in seconds: the median and the 95th percentile. The API rounds to
 * whole seconds, so each may be up to one second too long. Undefined without a boot time, and for contenders whose state lacks the
 * instance's creation time.
 */
export function noticedSec({ deployment }, bootSec) {
  if (bootSec === 0) return undefined;
  const delays = deployment.resources
    .filter(({ outputs }) => outputs?.status === "running" && typeof outputs.created === "string")
    .map(({ created, outputs }) => (Date.parse(created) - Date.parse(`${outputs.created}Z`)) / 1000 - bootSec)
    .sort((a, b) => a - b);
  if (delays.length === 0) return undefined;
  const at = (share) => delays[Math.ceil(delays.length * share) - 1];
  return { median: at(0.5), p95: at(0.95) };
}
