const WITH_PULUMI = ["engine", "package"];

/** Whether these jest arguments select (or do not exclude) a lane that runs the real CLI on the built package: neither is ready in seconds. */
export function lanesNeedPulumi(args) {
  const selected = lanesAfter(args, "--selectProjects");
  const ignored = lanesAfter(args, "--ignoreProjects") ?? [];
  return WITH_PULUMI.some((lane) => (selected?.includes(lane) ?? true) && !ignored.includes(lane));
}

function lanesAfter(args, option) {
  const start = args.indexOf(option);
  if (start < 0) return undefined;
  const following = args.slice(start + 1);
  const end = following.findIndex((arg) => arg.startsWith("-"));
  return end < 0 ? following : following.slice(0, end);
}
