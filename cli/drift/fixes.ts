import { rootOf } from "../../provider/definition/path";
import { objects } from "../../provider/resources/registry";
import type { Finding, Fix, ScannedResource } from "./report";

/** The options with which `adopt` leaves out what these stacks manage, as `drift` did. */
export type ManagedBy = readonly (readonly ["--stack" | "--state", string])[];

/** The commands that end each finding that counts, and that commands can end. */
export function fixesFor(findings: readonly Finding[], managedBy: ManagedBy): readonly Fix[] {
  return findings.filter(({ suppressed }) => !suppressed).flatMap((found) => fixFor(found, managedBy) ?? []);
}

function fixFor(found: Finding, managedBy: ManagedBy): Fix | undefined {
  const { fingerprint, kind, id, resource, state } = found;
  if (state === "unmanaged") {
    return {
      fingerprint,
      restore: [`# Delete the ${kind} with id ${id} at the service, if nobody needs it.`],
      accept: [
        ["npx pulumi-compute adopt", ...options([["--kind", withWhatIsIn(kind)], ["--id", id], ...managedBy])].join(
          " ",
        ),
      ],
    };
  }
  // What an unhealthy one needs, its reason says.
  if (!resource || (state !== "modified" && state !== "deleted")) return undefined;
  const where = `${resource.name}${resource.source ? ` (${resource.source.file}, line ${resource.source.line})` : ""}`;
  const edit = state === "deleted" ? [`# Remove ${where} from the program.`] : editsOf(found, where);
  return { fingerprint, restore: [on(resource, "up --refresh")], accept: [on(resource, "refresh"), ...edit] };
}

/** What to write into the program; a secret does not belong there. */
function editsOf({ properties }: Finding, where: string): string[] {
  const [secret, plain] = [true, false].map((isSecret) =>
    [
      ...new Set(properties.filter((one) => (one.isSecret ?? false) === isSecret).map(({ path }) => rootOfPath(path))),
    ].join(", "),
  );
  return [
    ...(plain ? [`# Write the service's values of ${plain} into the program, at ${where}.`] : []),
    ...(secret
      ? [
          `# Set the secret values of ${secret} with \`pulumi config set --secret\`: the program, at ${where}, reads them from there.`,
        ]
      : []),
  ];
}

function rootOfPath(path: string): string {
  return path.replace(/\[.*$/, "");
}

function options(given: readonly (readonly [string, string])[]): string[] {
  return given.map(([option, value]) => `${option} ${quoted(value)}`);
}

/** The kind, and those of the objects in it: ids are unique within a kind only. */
function withWhatIsIn(kind: string): string {
  const collection = objects.find((one) => one.kind === kind)?.collection;
  const inner = objects.filter((one) => one.kind !== kind && rootOf(one.collection) === collection);
  return [kind, ...inner.map((one) => one.kind)].join(",");
}

function on({ stack, urn }: ScannedResource, command: string): string {
  return `pulumi ${command} --stack ${quoted(stack)} --target ${quoted(urn)}`;
}

/** As a shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
