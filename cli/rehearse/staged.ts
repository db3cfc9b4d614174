import { serve } from "./copies";
import type { CopiedAccount, ServedCopies } from "./copies";
import { openStage } from "./stage";
import type { OriginalStack, Stage } from "./stage";

/** The command that updates a stack, after a preview of its own. */
export const UP = ["up", "--yes", "--skip-preview"];

/** Runs `work` on a copy of the stack and of its accounts, which are removed afterwards. */
export async function withStage<T>(
  original: OriginalStack,
  accounts: readonly CopiedAccount[],
  work: (stage: Stage, served: ServedCopies) => Promise<T>,
): Promise<T> {
  const served = await serve(accounts);
  try {
    const stage = await openStage(original);
    const close = (): void => stage.close();
    process.once("exit", close);
    try {
      return await work(stage, served);
    } finally {
      process.off("exit", close);
      close();
    }
  } finally {
    await served.close();
  }
}
