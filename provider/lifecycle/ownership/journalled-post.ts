import type { Request } from "../../api/client";
import { isAmbiguous, isDoubtful } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Noted } from "../../journal/journal";
import { collectionPath, optionsOf } from "../state";
import type { Asked } from "../context";
import { alikeBefore } from "./identity";
import { identityHashes } from "./intent-results";

/** What is known right before a POST, by which its result can be told from what others have made. */
export interface KnownBefore {
  /** Ids of objects with the same identity. */
  readonly before: readonly string[];
  /** The service's time. */
  readonly since: number | undefined;
}

/** The POSTs of one create. Each is in the journal before it is sent. */
export interface JournalledPosts {
  send(request: Request): Promise<Values>;
  /** What was known right before the first of them was sent. */
  readonly known: KnownBefore;
  /** Records the id of what the last POST made. What those before it made stays unexplained: later runs look for it. */
  made(id: unknown): Promise<void>;
}

export function journalledPosts(asked: Asked): JournalledPosts {
  const { definition, args, context } = asked;
  const sent: Noted[] = [];
  let known: KnownBefore | undefined;
  return {
    get known() {
      return known ?? { before: [], since: undefined };
    },
    async send(request) {
      const before = await alikeBefore(asked);
      known ??= { before, since: context.serviceTime() };
      const noted = await context.journal.note({
        urn: optionsOf(args).urn ?? "",
        collection: collectionPath(definition, args),
        before,
        at: context.clock.today(),
        serviceTime: context.serviceTime(),
        identity: await identityHashes(asked),
      });
      sent.push(noted);
      try {
        return await context.send(request);
      } catch (error) {
        if (isAmbiguous(error)) throw error;
        const made = isDoubtful(error) ? await request.beforeRepeat?.(context.clock.now()) : undefined;
        if (made) return made;
        context.journal.settle(noted.intent);
        throw error;
      }
    },
    async made(id) {
      await sent.at(-1)?.answered(String(id));
    },
  };
}
