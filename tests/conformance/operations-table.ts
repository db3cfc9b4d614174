import { reachedThrough } from "../support/declared-operations";
import { readClaims } from "../support/engine-operations";
import { ANSWERS } from "../support/schemas/by-route";

/** An operation of the documents, and where this package uses it. */
export interface OperationRow {
  readonly operation: string;
  /** Resources and data sources. */
  readonly through: readonly string[];
  /** The story of the engine lane that uses it; undefined if there is none. */
  readonly story: string | undefined;
}

/** Every operation of the documents, in their order. */
export function operationRows(): OperationRow[] {
  const through = reachedThrough();
  const claims = readClaims();
  return Object.keys(ANSWERS).map((operation) => {
    const claim = claims[operation];
    return {
      operation,
      through: through.get(operation) ?? [],
      story: claim && `\`${claim.file}\`: ${claim.title}`,
    };
  });
}

/** The table, as lines of Markdown. */
export function operationsTable(rows: readonly OperationRow[]): string[] {
  return [
    "## Operations",
    "Every operation of the documents: the resources (and what of them) and lookups that declare it, and a story of the engine lane,",
    "with the real Pulumi CLI, in which the provider uses it with success. The lane notes that by itself (`npm run docs:operations`), and",
    "fails when a story does not use what stands here.",
    "",
    "| operation | reached through | real-CLI test |",
    "| --- | --- | --- |",
    ...rows.map(
      ({ operation, through, story }) => `| \`${shown(operation)}\` | ${through.join(", ")} | ${story ?? ""} |`,
    ),
  ];
}

function shown(operation: string): string {
  return operation.replace(/\{\+?\}/g, "{id}");
}
