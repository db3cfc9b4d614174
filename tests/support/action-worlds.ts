import { actionSpecimens, specimenOf } from "../kinds";
import { collectionOf } from "./deployment";
import { listed } from "./programs";
import type { Service } from "./service";

export const ACTION_KINDS = actionSpecimens.map(({ kind }) => kind);

/** Everything that an action needs, with its inputs, its request, and a count of how often it was really done. */
export async function aWorldFor(service: Service, kind: string) {
  const { needs, event } = specimenOf(kind);
  const args = await needs(service);
  const path = collectionOf(kind, args);
  // What it needs may include an earlier one.
  const since = new Date(service.clock.today()).toISOString().slice(0, 19);
  const timesDone = async (): Promise<number> => {
    const events = await listed(service, "/account/events");
    return events.filter(({ action, created }) => action === event && String(created) >= since).length;
  };
  return { args, post: `POST ${path}`, request: { method: "POST", path }, timesDone };
}
