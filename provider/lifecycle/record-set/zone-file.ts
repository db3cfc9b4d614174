import { isDeepStrictEqual } from "node:util";
import type { Failure } from "../../definition/types";
import { UNKNOWN } from "../../definition/values";
import type { Values } from "../../definition/values";
import { inLines, parseZoneFile, remarksIn } from "../../zone-file/records";
import type { Remark } from "../../zone-file/tokens";
import type { OldAndNewInputs } from "../object";
import { OPTIONS, optionsOf } from "../state";

/** A set's inputs, with the records of its zone file instead of the file. */
interface Expanded {
  readonly args: Values;
  /** What is wrong with the file itself. */
  readonly failures: readonly Failure[];
  /** What the file has that the set cannot have; only if its records are new. */
  readonly warnings: readonly string[];
  /** A message, in which records of the file have its line instead of an index. */
  readonly named: (text: string) => string;
}

/** Replaces `zoneFile` with its records, so that a file that is only written differently is no change. */
export function withZoneFile({ olds, news }: OldAndNewInputs): Expanded {
  const { zoneFile: file, ...others } = news;
  const { records = [] } = others;
  const asIs = (args: Values): Expanded => ({ args, failures: [], warnings: [], named: (message) => message });
  if (file !== UNKNOWN && typeof file !== "string") return asIs(news);
  const options = optionsOf(news);
  const secrets = options.secrets?.map((path) => (path[0] === "zoneFile" ? ["records"] : path));
  const rest = { ...others, [OPTIONS]: { ...options, ...(secrets ? { secrets } : {}) } };
  if (file === UNKNOWN || !Array.isArray(records)) return asIs({ ...rest, records: UNKNOWN });
  const parsed = parseZoneFile(file);
  const own = records.length;
  const isSecret = options.secrets?.some(([name]) => name === "zoneFile") ?? false;
  const said = (remarks: readonly Remark[]): string[] =>
    remarksIn(
      isSecret ? remarks.map(({ line }) => ({ line, reason: "not shown, because the file is secret" })) : remarks,
    );
  const args = { ...rest, records: [...(records as unknown[]), ...parsed.records] };
  const isSaid = parsed.leftOut.length > 0 && !isDeepStrictEqual(args.records, olds.records);
  return {
    args,
    failures: said(parsed.problems).map((reason) => ({ path: "zoneFile", reason })),
    warnings: isSaid ? [`zoneFile: not in the set: ${said(parsed.leftOut).join("; ")}`] : [],
    named: (message) => inLines(message, own, parsed.lines),
  };
}
