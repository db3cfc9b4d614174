import { rootOf } from "../../provider/definition/path";
import { objects } from "../../provider/resources/registry";
import { kindOf } from "../state/kind-of";
import type { Finding, Fix, ScannedResource } from "./report";

/** What was scanned. */
export interface Scanned {
  /** The options with which `adopt` leaves out what these stacks manage, as `drift` did. */
  readonly managedBy: readonly (readonly ["--stack" | "--state", string])[];
  /** Whether the stacks are of several projects, each with a folder of its own. */
  readonly hasSeveralProjects: boolean;
  readonly hasSeveralAccounts: boolean;
}

/** The commands that end each finding that counts, and that commands can end. */
export function fixesFor(findings: readonly Finding[], scanned: Scanned): readonly Fix[] {
  return findings.filter(({ suppressed }) => !suppressed).flatMap((found) => fixFor(found, scanned) ?? []);
}

function fixFor(found: Finding, scanned: Scanned): Fix | undefined {
  const { fingerprint, kind, id, resource, state } = found;
  if (state === "unmanaged") {
    const deletion = `# Delete ${kind} ${id}, if no other stack manages it (drift --all) and it is not needed.`;
    return { fingerprint, restore: [deletion], accept: adoption(found, scanned) };
  }
  // What an unhealthy one needs, its reason says.
  if (!resource || (state !== "modified" && state !== "deleted")) return undefined;
  const { stack, name, source } = resource;
  const folder = scanned.hasSeveralProjects ? [`# In the directory of project ${stack.split("/").at(-2) ?? ""}:`] : [];
  const where = `${name}${source ? ` (${source.file}, line ${source.line})` : ""}`;
  const edit = state === "deleted" ? [`# Remove ${where} from the program.`] : editsOf(found, where);
  // A new object may have another address or id.
  const follow = state === "deleted" ? ["# Then run `pulumi up` to update what refers to it."] : [];
  const first =
    resource.hasImportOption && state === "deleted" ? [`# First remove the \`import\` option from ${where}.`] : [];
  // Of a generated value that the program leaves out, a refresh accepts any change.
  const declaring = found.properties
    .filter(({ isGenerated }) => isGenerated)
    .map(({ path, expected }) => `# First declare ${path}: ${JSON.stringify(expected)} in ${where}.`);
  return {
    fingerprint,
    restore: [...folder, ...first, ...declaring, on(resource, "up --refresh"), ...follow],
    accept: [...folder, on(resource, "refresh"), ...edit],
  };
}

function adoption(found: Finding, { managedBy, hasSeveralAccounts }: Scanned): string[] {
  const { kind, id, account } = found;
  const file = `adopted-${kind}-${id.replaceAll(/\W+/g, "-")}`;
  const chosen = options([["--kind", withWhatIsIn(kind)], ["--id", id], ...managedBy]);
  return [
    ...(hasSeveralAccounts ? [`# With COMPUTE_URL=${quoted(account)} and the COMPUTE_TOKEN of that account:`] : []),
    ["npx pulumi-compute adopt", ...chosen, `> ${file}.ts`].join(" "),
    `# Add \`import "./${file}";\` to the program${readsSecrets(found) ? ", set the secrets that adopt lists" : ""}, and run \`pulumi up\`. Then remove its \`import\` option.`,
  ];
}

/** One command for all unmanaged objects, where it takes nothing that does not count. */
export function adoptionOfAll(findings: readonly Finding[], scanned: Scanned): string | undefined {
  const unmanaged = findings.filter(({ state }) => state === "unmanaged");
  if (unmanaged.length < 2 || scanned.hasSeveralAccounts || unmanaged.some(({ suppressed }) => suppressed))
    return undefined;
  return ["npx pulumi-compute adopt", ...options(scanned.managedBy), "> adopted.ts"].join(" ");
}

/** What to write into the program; a secret does not belong there. */
function editsOf(found: Finding, where: string): string[] {
  const properties = found.properties.filter(({ isGenerated }) => !isGenerated);
  const [secret, plain] = [true, false].map((isSecret) =>
    [
      ...new Set(properties.filter((one) => (one.isSecret ?? false) === isSecret).map(({ path }) => rootOfPath(path))),
    ].join(", "),
  );
  return [
    ...(plain ? [`# Change ${plain} in the program to the actual values, at ${where}.`] : []),
    ...(secret
      ? [
          `# Set the secret values of ${secret} with \`pulumi config set --secret\`; the program reads them at ${where}.`,
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

/** Whether a program that adopts such an object may read a secret, which nobody can read from the service. */
function readsSecrets(found: Finding): boolean {
  return Object.values(kindOf(found)?.args ?? {}).some(({ secret }) => secret);
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
