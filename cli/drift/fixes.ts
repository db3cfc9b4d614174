import { rootOf } from "../../provider/definition/definition";
import { objects } from "../../provider/resources/registry";
import { kindOf } from "../../provider/resources/registry";
import type { Finding, Fix, ScannedResource } from "./report";

export interface Scanned {
  /** Options that make `adopt` skip what these stacks manage, as `drift` does. */
  readonly managedBy: readonly (readonly ["--stack" | "--state", string])[];
  /** Whether the stacks belong to several projects, each with a separate directory. */
  readonly hasSeveralProjects: boolean;
  readonly hasSeveralAccounts: boolean;
}

/** Commands for the active findings that commands can resolve. */
export function fixesFor(findings: readonly Finding[], scanned: Scanned): readonly Fix[] {
  return findings.filter(({ suppressed }) => !suppressed).flatMap((found) => fixFor(found, scanned) ?? []);
}

function fixFor(found: Finding, scanned: Scanned): Fix | undefined {
  const { fingerprint, kind, id, resource, state } = found;
  if (state === "unmanaged") {
    const deletion = `# Delete ${kind} ${id}, if no other stack manages it (drift --all) and it is not needed.`;
    return { fingerprint, restore: [deletion], accept: adoption(found, scanned) };
  }
  // The reason of an unhealthy finding describes the remedy.
  if (!resource || (state !== "modified" && state !== "deleted")) return undefined;
  const { stack, name, source } = resource;
  const directory = scanned.hasSeveralProjects
    ? [`# In the directory of project ${stack.split("/").at(-2) ?? ""}:`]
    : [];
  const where = `${name}${source ? ` (${source.file}, line ${source.line})` : ""}`;
  const edit = state === "deleted" ? [`# Remove ${where} from the program.`] : editsOf(found, where);
  // The recreated resource may have a different ID or IP address.
  const follow = state === "deleted" ? ["# Then run `pulumi up` to update what refers to it."] : [];
  const first =
    resource.hasImportOption && state === "deleted" ? [`# First remove the \`import\` option from ${where}.`] : [];
  // Unless the program declares a generated input, a refresh accepts any change to it.
  const declaring = found.properties
    .filter(({ isGenerated }) => isGenerated)
    .map(({ path, expected }) => `# First declare ${path}: ${JSON.stringify(expected)} in ${where}.`);
  return {
    fingerprint,
    restore: [...directory, ...first, ...declaring, on(resource, "up --refresh"), ...follow],
    accept: [...directory, on(resource, "refresh"), ...edit],
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

/** One command that adopts all of several unmanaged resources; undefined if it would also adopt suppressed ones. */
export function adoptionOfAll(findings: readonly Finding[], scanned: Scanned): string | undefined {
  const unmanaged = findings.filter(({ state }) => state === "unmanaged");
  if (unmanaged.length < 2 || scanned.hasSeveralAccounts || unmanaged.some(({ suppressed }) => suppressed))
    return undefined;
  return ["npx pulumi-compute adopt", ...options(scanned.managedBy), "> adopted.ts"].join(" ");
}

/** How to edit the program. Secret values go into config instead. */
function editsOf(found: Finding, where: string): string[] {
  const properties = found.properties.filter(({ isGenerated }) => !isGenerated);
  const [secret, plain] = [true, false].map((isSecret) =>
    [
      ...new Set(properties.filter((one) => (one.isSecret ?? false) === isSecret).map(({ path }) => rootOfPath(path))),
    ].join(", "),
  );
  return [
    ...(plain ? [`# In ${where}, change ${plain} to the actual values.`] : []),
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

/** Whether a program that adopts the resource may require a secret, which the API does not return. */
function readsSecrets(found: Finding): boolean {
  return Object.values(kindOf(found)?.args ?? {}).some(({ secret }) => secret);
}

/** The type and the types inside it. `--id` requires `--kind`, because IDs are unique only within a type. */
function withWhatIsIn(kind: string): string {
  const collection = objects.find((one) => one.kind === kind)?.collection;
  const inner = objects.filter((one) => one.kind !== kind && rootOf(one.collection) === collection);
  return [kind, ...inner.map((one) => one.kind)].join(",");
}

function on({ stack, urn }: ScannedResource, command: string): string {
  return `pulumi ${command} --stack ${quoted(stack)} --target ${quoted(urn)}`;
}

/** Quotes a word for a shell, if necessary. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
