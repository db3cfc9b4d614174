import { projectFiles } from "../../typescript/project";
import { prepareDirectory, writeProject } from "../../typescript/write";
import { placeIn } from "../../../provider/shared/exported-state";
import type { Exported } from "../../../provider/shared/exported-state";
import type { Outcome } from "../report";
import type { BridgedStack } from "../stack";
import { programFor } from "./program";

/**
 * Writes a program for the stack.
 * @param into a directory that must be new or empty
 * @throws UsageError if it is neither
 */
export function generateProgram(exported: Exported, stack: BridgedStack, into: string): Outcome {
  const directory = prepareDirectory(into);
  const { file, secrets, byHand, packages } = programFor(exported, stack);
  const { stack: stackName, project: name } = placeIn(exported.resources[0]?.urn ?? "");
  const versions = packages.map((one): [string, string] => [
    one,
    one === "@pulumi/linode" && stack.version !== "" ? stack.version : "*",
  ]);
  const description = "Moved from the bridged provider";
  writeProject(directory, [file], projectFiles({ name, description, packages: Object.fromEntries(versions) }));
  return {
    stack,
    done: [`Wrote to ${into}`, [`index.ts: ${file.declarations.length} resources`]],
    byHand,
    stays: [],
    secrets: [...secrets].map(([key, what]) => `${key}   # ${what}; unless it is set`),
    before: [
      `cp Pulumi.${stackName}.yaml ${into} && cd ${into}   # and the files that the program reads`,
      "npm install PATH/pulumi-compute-VERSION.tgz, then npx tsc --noEmit",
    ],
  };
}
