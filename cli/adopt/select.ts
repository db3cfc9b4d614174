import { isAction } from "../../provider/definition/definition";
import type { Definition } from "../../provider/definition/definition";
import { handlersFor } from "../../provider/lifecycle/handlers";
import { apiObject } from "../../provider/resources/api-object";
import { matchesGlob } from "../terminal/glob";
import { mayBeManaged } from "../state/managed-keys";
import type { ManagedKeys } from "../state/managed-keys";
import { nameOf, tagsOf } from "./found";
import type { FoundResource } from "./found";
import type { Gathered } from "./gather";
import type { Notes } from "./notes";
import { isZone } from "./options";
import type { Wish } from "./options";
import type { TerraformState } from "./terraform/former";

/** Whether the filters match this root. A match includes everything in it. */
export function asksFor(options: Pick<Wish, "labels" | "tags" | "zones" | "ids">, root: FoundResource): boolean {
  const { labels, tags, zones, ids } = options;
  const title = nameOf(root);
  const own = tagsOf(root);
  return (
    (labels.length === 0 || labels.some((pattern) => matchesGlob(pattern, title))) &&
    (tags.length === 0 || tags.some((tag) => own.includes(tag))) &&
    (zones.length === 0 ||
      !isZone(root.definition) ||
      zones.some((zone) => zone.toLowerCase() === title.toLowerCase())) &&
    (ids.length === 0 || ids.includes(root.id) || ids.some((id) => id.startsWith(`${root.id}/`)))
  );
}

/** The resources to adopt, and notes about matching ones that are skipped. */
export interface Selection {
  readonly chosen: readonly FoundResource[];
  readonly notes: Notes;
  readonly managed: ManagedKeys;
  /** If given, only what it contains is selected. */
  readonly terraform?: TerraformState | undefined;
}

/** Selects the resources to adopt. */
export function select(
  { roots, inner, unavailable }: Gathered,
  options: Wish,
  { managed, notes, terraform }: Omit<Selection, "chosen">,
): FoundResource[] {
  const matching = roots.filter((root) => asksFor(options, root));
  const isNamed = ({ id, parent }: FoundResource): boolean =>
    options.ids.length === 0 || options.ids.includes(id) || (parent !== undefined && options.ids.includes(parent.id));
  const kinds = [...options.kinds, apiObject];
  const candidates = [...matching, ...inner].filter(
    (one) => kinds.includes(one.definition) && isNamed(one) && (!terraform || terraform.of(one)),
  );
  rejectMissing(options, [...matching, ...inner], unavailable);
  return candidates.filter((one) => {
    const reason = reasonAgainst(one, managed);
    const [address] = terraform?.of(one)?.addresses ?? [];
    if (reason !== undefined && address !== undefined) notes.add(`Skipped ${address}: ${reason}.`);
    else if (reason !== undefined) notes.count(one.definition.noun, `skipped: ${reason}`);
    return reason === undefined;
  });
}

/** @throws Error for a zone or an ID without a match, which the program would otherwise silently omit. */
function rejectMissing({ zones, ids }: Wish, all: readonly FoundResource[], [unread]: Gathered["unavailable"]): void {
  const titles = all.filter(({ definition }) => isZone(definition)).map((zone) => nameOf(zone).toLowerCase());
  const missing = [
    ...zones.filter((zone) => !titles.includes(zone.toLowerCase())).map((zone) => `--zone ${zone}`),
    ...ids.filter((id) => !all.some((one) => one.id === id)).map((id) => `--id ${id}`),
  ];
  if (missing.length > 0 && unread) throw unread.list;
  if (missing.length > 0)
    throw new Error(`No match for ${missing.join(", ")} among the selected kinds. Nothing was written.`);
}

function reasonAgainst(found: FoundResource, { certain, perhaps }: ManagedKeys): string | undefined {
  const { definition, id, state, parent } = found;
  const keys = handlersFor(definition).objectKeys({ id, state });
  if (keys.length > 0 && keys.every((key) => certain.has(key))) return "already managed by a given stack";
  const [owner] = keys.flatMap((key) => perhaps.get(key) ?? []);
  if (owner) return `${id} may be managed: ${mayBeManaged(owner)}`;
  const own = definition.ids?.cannotManage?.(id, state);
  if (own !== undefined) return own;
  if (isUnderWay(definition, state.status)) return `currently ${String(state.status)}; try again later`;
  const isParentUnderWay = parent !== undefined && isUnderWay(parent.definition, parent.state.status);
  return isParentUnderWay
    ? `its ${parent.definition.noun} is currently ${String(parent.state.status)}; try again later`
    : undefined;
}

/** Whether the status shows an operation in progress. */
function isUnderWay(definition: Definition, status: unknown): boolean {
  const shown = String(status);
  if (isAction(definition)) {
    const own = definition.action.after.find(({ id }) => id === "id");
    return own !== undefined && ![...own.ready, ...Object.keys(own.terminal ?? {})].includes(shown);
  }
  const { status: rule } = definition;
  if (!rule) return false;
  return ![...rule.idle, ...Object.keys({ ...rule.unhealthy, ...rule.terminal })].includes(shown);
}
