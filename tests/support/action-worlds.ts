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
  const done = async (): Promise<number> =>
    (await listed(service, "/account/events")).filter(({ action }) => action === event).length;
  const before = await done();
  service.forget();
  const timesDone = async (): Promise<number> => (await done()) - before;
  return { args, post: `POST ${path}`, request: { method: "POST", path }, timesDone };
}
