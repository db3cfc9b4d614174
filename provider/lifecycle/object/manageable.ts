import { CloudError } from "../../api/errors";
import type { Definition } from "../../definition/definition";

/** @throws CloudError for an object that nobody can change, before anything is written. */
export function refuseUnmanageable({ ids, noun }: Definition, id: string, done: string): void {
  const reason = ids?.cannotManage?.(id);
  if (reason !== undefined) throw new CloudError(`The ${noun} with id ${id} cannot be ${done}: it ${reason}.`);
}
