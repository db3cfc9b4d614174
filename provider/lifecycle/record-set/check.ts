import type { SetDefinition } from "../../definition/definition";
import type { Fingerprint } from "../../definition/identity";
import type { Failure } from "../../definition/types";
import { hasUnknown, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { domainRecord } from "../../resources/domain-record";
import { covers } from "../../resources/domain-record-set";
import { overlapsOf } from "../identity";
import { check, newWarnings } from "../object";
import type { OldAndNewInputs, Checked } from "../object";
import { clashesAmong, groupBy, placedIn } from "../state";
import { formatCount } from "../wording";
import { declaredRecords, ofRecords } from "./records";
import type { SetCall, SetValues } from "./records";
import { isMarked, withZoneFile } from "./zone-file";

/** Maximum number of records whose failures are reported. */
const MAX_FAILURES = 20;

/** Checks the set like any resource, and also its records. Pure and offline. */
export function checkSet(definition: SetDefinition, given: OldAndNewInputs): Checked {
  const { args, named, failures: ofFile } = withZoneFile(given);
  const failures = (expanded: Values): Failure[] => [...ofFile, ...recordFailures(expanded, undefined)];
  const warnings = (checked: OldAndNewInputs): Failure[] => recordWarnings(definition, checked);
  const checked = check(definition, { ...given, news: args }, { failures, warnings });
  return {
    ...checked,
    failures: limitFailures(checked.failures).map(({ path, reason }) => ({ path: named(path), reason: named(reason) })),
    warnings: checked.warnings.map(named),
  };
}

/** Limits the failures of records, because thousands may have the same one. */
export function limitFailures(failures: readonly Failure[]): readonly Failure[] {
  const unnamed = new Set(failures.filter(({ path }) => path.startsWith("records[")).slice(MAX_FAILURES));
  if (unnamed.size === 0) return failures;
  const reason = `${formatCount(unnamed.size)} more like these`;
  return [...failures.filter((failure) => !unnamed.has(failure)), { path: "records", reason }];
}

/**
 * Conflicts among the records, and records outside the set's part, as far as known. Some equivalent forms are only recognized with the
 * zone.
 */
export function recordFailures({ records, only }: SetValues, zone: Values | undefined): Failure[] {
  if (!Array.isArray(records)) return [];
  const declared = placedIn(records, domainRecord, zone);
  const filter = hasUnknown(only) ? undefined : only;
  const outside = declared.filter(({ fingerprint }) => covers(filter, fingerprint, zone) === false);
  const reason = "is outside `only`; widen `only`, or remove this entry";
  const failures = outside.map(({ index }) => ({ path: `records[${index}]`, reason }));
  return [...clashesAmong(declared, domainRecord), ...failures];
}

/** Warnings about new records: one for each input, with some examples. */
function recordWarnings(definition: SetDefinition, { olds, news }: OldAndNewInputs): Failure[] {
  const earlier = new Set(declaredRecords({ definition, args: olds }, undefined).map(({ key }) => key));
  const added = declaredRecords({ definition, args: news }, undefined).filter(({ key }) => !earlier.has(key));
  const isSecret = isMarked(news, "records");
  const warnings = added.flatMap(({ index, args }) => {
    const found = newWarnings(definition.records, { olds: {}, news: withoutUnset(args) });
    return found.map(({ path, reason }) => ({
      name: path,
      path: `records[${index}].${path}`,
      reason: isSecret ? "not shown, because it is secret" : reason,
    }));
  });
  return Array.from(groupBy(warnings, ({ name }) => name).values(), (alike) => inOne(alike));
}

const MAX_EXAMPLES = 3;

function inOne(warnings: readonly Failure[]): Failure {
  const byReason = Array.from(groupBy(warnings, ({ reason }) => reason));
  const examples = byReason.slice(0, MAX_EXAMPLES).map(([reason, alike]) => ({ path: somePaths(alike), reason }));
  const [{ path = "", reason = "" } = {}, ...others] = examples;
  const more = byReason.slice(MAX_EXAMPLES).flatMap(([, alike]) => alike).length;
  const rest = others.map((one) => `; ${one.path}: ${one.reason}`).join("");
  return { path, reason: `${reason}${rest}${more > 0 ? `; and ${formatCount(more)} more like these` : ""}` };
}

function somePaths(alike: readonly Failure[]): string {
  const paths = alike.map(({ path }) => path);
  const [first = ""] = paths;
  return paths.length > MAX_EXAMPLES ? `${first} and ${formatCount(paths.length - 1)} more` : paths.join(", ");
}

/** The set's conflicts with other resources of the program. Unknown values could cause false ones with what it deletes. */
export function overlapsOfSet(call: SetCall): readonly string[] {
  const { records, exclusive, only } = call.args;
  const list = Array.isArray(records) ? records : [];
  const removes = (record: Fingerprint): boolean => covers(only, record, undefined) === true;
  const isExclusive = exclusive === true && !hasUnknown([records, only]);
  return overlapsOf(ofRecords(call), { list, isSet: true, ...(isExclusive ? { removes } : {}) });
}
