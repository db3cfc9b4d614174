import type { Request } from "../../api/client";
import { isAmbiguous } from "../../api/errors";
import type { Values } from "../../definition/values";
import type { Noted } from "../../journal/journal";
import { collectionPath, optionsOf } from "../state";
import type { Asked } from "../context";
import { alikeBefore } from "./identity";

/** The POSTs of one create. Each is in the journal before it is sent. */
export interface JournalledPosts {
  send(request: Request): Promise<Values>;
  /** Records the id of what the last POST made, and closes the intents of those before it. */
  made(id: unknown): Promise<void>;
}

export function journalledPosts(asked: Asked): JournalledPosts {
  const { definition, args, context } = asked;
  const sent: Noted[] = [];
  return {
    async send(request) {
      const noted = await context.journal.note({
        urn: optionsOf(args).urn ?? "",
        collection: collectionPath(definition, args),
        before: await alikeBefore(asked),
        at: context.clock.today(),
      });
      sent.push(noted);
      try {
        return await context.send(request);
      } catch (error) {
        if (!isAmbiguous(error)) context.journal.settle(noted.intent);
        throw error;
      }
    },
    async made(id) {
      const last = sent.pop();
      for (const { intent } of sent.splice(0)) context.journal.settle(intent);
      await last?.answered(String(id));
    },
  };
}
