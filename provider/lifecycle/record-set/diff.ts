import { UNKNOWN, withoutUnset } from "../../definition/values";
import type { Values } from "../../definition/values";
import { diff, wholeInput } from "../object";
import type { Difference, ChangedPart, RecordChange } from "../object";
import type { Recorded } from "../state";
import { zoneIn } from "./ledger";
import { planRequests } from "./plan";
import type { Plan, RecordWrite } from "./plan";
import { declaredRecords, differingInputs, titleOf } from "./records";
import type { Present, SetInputs, SetValues } from "./records";
import { unusableOption } from "./zone-file";

/** Compares the set with its state, regardless of the records' order and of equivalent values. Pure and offline. */
export function diffSet({ definition, args }: SetInputs, { id, state }: Recorded): Difference {
  const inOrder = (values: SetValues): Values => {
    const keys = (): string[] => declaredRecords({ definition, args: values }, zoneIn(state)).map(({ key }) => key);
    return areListed(values) ? { ...values, records: keys().sort() } : values;
  };
  const difference = diff({ definition, args: inOrder(args) }, { id, state: inOrder(state) });
  const unusable = unusableOption(args, state);
  if (unusable !== undefined) return { ...difference, rejections: [...difference.rejections, unusable] };
  const isShown = difference.replaces.length === 0 && difference.changed.includes("records");
  const plan = isShown ? planByState({ definition, args }, state) : undefined;
  if (!plan) return difference;
  const changes = changesIn(plan);
  const others = difference.parts.filter(({ path }) => path !== "records");
  return { ...difference, parts: [...others, ...changedParts(changes)], records: changes };
}

/**
 * The plan of an update from the state alone, without a read. Assumes no out-of-band changes to the zone. Undefined while the list itself
 * is unknown.
 */
export function planByState({ definition, args }: SetInputs, state: SetValues): Plan | undefined {
  if (!areListed(args) || !areListed(state)) return undefined;
  const zone = zoneIn(state);
  const own = declaredRecords({ definition, args: state }, zone).map((one): Present => ({
    ...one,
    id: "",
    live: one.args,
  }));
  const live = { own, free: [], held: [] };
  return planRequests({ declared: declaredRecords({ definition, args }, zone), live, surplus: [], zone });
}

/** Whether the records can be compared: in a preview, a whole record may be unknown. */
function areListed({ records }: Values): boolean {
  return Array.isArray(records) && !records.includes(UNKNOWN);
}

/** A request of the plan, for the display. */
interface DisplayedChange extends RecordChange {
  readonly write: RecordWrite;
}

const ORDER = ["update", "create", "delete"];

function changesIn({ live, phases }: Plan): DisplayedChange[] {
  const indexes = new Map(live.own.map((one, index) => [one, index]));
  const writes = phases.flat().sort((one, other) => ORDER.indexOf(one.does) - ORDER.indexOf(other.does));
  return writes.map((write) => ({
    write,
    title: titleOf((write.does === "delete" ? write.present : write.wanted).fingerprint),
    had: write.does === "create" ? undefined : indexes.get(write.present),
    wanted: write.does === "delete" ? undefined : write.wanted.index,
  }));
}

/**
 * The detailed diff. Without it, the display compares arrays by index, which is misleading after an insertion. A record that changes and
 * moves counts as two; one that changes in place shows which of its fields do.
 */
function changedParts(changes: readonly DisplayedChange[]): ChangedPart[] {
  const isInPlace = ({ had, wanted }: DisplayedChange): boolean => had !== undefined && had === wanted;
  const moved = changes.filter((change) => !isInPlace(change));
  const olds = new Set(moved.flatMap(({ had = [] }) => had));
  const news = new Set(moved.flatMap(({ wanted = [] }) => wanted));
  const indexes = [...new Set([...olds, ...news])].map((index): ChangedPart => ({
    path: `records[${index}]`,
    kind: !news.has(index) ? "delete" : !olds.has(index) ? "add" : "update",
  }));
  return [...changes.filter(isInPlace).flatMap(fieldsOf), ...indexes];
}

function fieldsOf({ write }: DisplayedChange): ChangedPart[] {
  if (write.does !== "update") return [];
  const { wanted, present } = write;
  const path = `records[${wanted.index}]`;
  const [before, after] = [withoutUnset(present.live), withoutUnset(wanted.args)];
  const fields = differingInputs(wanted.fingerprint, present.fingerprint)
    .filter((name) => before[name] !== undefined || after[name] !== undefined)
    .map((name) => ({ ...wholeInput(name, before, after), path: `${path}.${name}` }));
  return fields.length > 0 ? fields : [{ path, kind: "update" }];
}
