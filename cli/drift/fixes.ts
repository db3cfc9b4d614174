import { rootOf } from "../../provider/definition/path";
import { objects } from "../../provider/resources/registry";
import type { Finding, Fix, ScannedResource } from "./report";

/** The commands that end each finding that counts. */
export function fixesFor(findings: readonly Finding[]): readonly Fix[] {
  return findings.filter(({ suppressed }) => !suppressed).flatMap((found) => fixFor(found) ?? []);
}

function fixFor(found: Finding): Fix | undefined {
  const { fingerprint, kind, id, resource, state } = found;
  if (state === "unmanaged") {
    return {
      fingerprint,
      restore: [`# Delete the ${kind} with id ${id} at the service, if nobody needs it.`],
      accept: [`npx pulumi-compute adopt --kind ${quoted(withWhatIsIn(kind))} --id ${quoted(id)}`],
    };
  }
  // What an unhealthy one needs, its reason says.
  if (!resource || (state !== "modified" && state !== "deleted")) return undefined;
  const where = `${resource.name}${resource.source ? ` (${resource.source.file}, line ${resource.source.line})` : ""}`;
  const names = [...new Set(found.properties.map(({ path }) => path.replace(/\[.*$/, "")))].join(", ");
  const edit =
    state === "deleted"
      ? `# Remove ${where} from the program.`
      : `# Write the service's values of ${names} into the program, at ${where}.`;
  return { fingerprint, restore: [on(resource, "up --refresh")], accept: [on(resource, "refresh"), edit] };
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
