import { serve } from "./copies";
import type { CopiedAccount, ServedCopies } from "./copies";
import { openStage } from "./stage";
import type { OriginalStack, Stage } from "./stage";
import type { StandIns } from "./stand-ins";

/** The command that updates a stack, after a preview of its own. */
export const UP = ["up", "--yes", "--skip-preview"];

/** Copies of the accounts, and the tokens and URLs that stand for theirs. */
export interface Copies {
  readonly accounts: readonly CopiedAccount[];
  readonly standIns: StandIns;
}

/** Runs `work` on a copy of the stack and of its accounts, which are removed afterwards. */
export async function withStage<T>(
  original: OriginalStack,
  { accounts, standIns }: Copies,
  work: (stage: Stage, served: ServedCopies) => Promise<T>,
): Promise<T> {
  const served = await serve(accounts, { config: original.config, standIns });
  try {
    const stage = await openStage(original, served);
    try {
      return await work(stage, served);
    } finally {
      stage.close();
    }
  } finally {
    await served.close();
  }
}
