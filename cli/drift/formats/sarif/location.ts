import { toUSVString } from "node:util";
import type { Finding, SourceLine } from "../../report";
import { nameOf } from "../words";

/** Base of all paths: the directory of the Pulumi project. */
export const ROOT = "%SRCROOT%";

/** Location of findings without a declaration. */
const PROJECT_FILE = { file: "Pulumi.yaml", line: 1, column: 1 };

/** The line of the declaration as the physical location, and the resource as the logical one. */
export function locationOf(finding: Finding) {
  const { resource, account, kind, id } = finding;
  return locationAt(resource?.source, { name: nameOf(finding), urn: resource?.urn ?? `${account}/${kind}/${id}` });
}

/** The line of a declaration, or the project file, and the resource. */
export function locationAt(source: SourceLine | undefined, { name, urn }: { name: string; urn: string }) {
  const { file, line, column } = source ?? PROJECT_FILE;
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
      region: { startLine: atLeastOne(line), startColumn: atLeastOne(column) },
    },
    logicalLocations: [{ fullyQualifiedName: urn, name, kind: "resource" }],
  };
}

function uriOf(file: string): string {
  const segments = toUSVString(file.replaceAll("\\", "/")).replace(/^\/+/, "").split("/");
  return segments.map(encodeURIComponent).join("/");
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.trunc(value));
}
