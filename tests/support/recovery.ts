import type { Values } from "../../provider/definition/values";
import type { Deployment } from "./deployment";

/**
 * The next `up`. If it finds a name whose owner is unknown, its message must show how to import it, and that must work.
 * @param agreeing the importing program, if its inputs must match the existing resource
 */
export async function recover(deployment: Deployment, args: Values, agreeing?: (id: string) => Promise<Values>) {
  try {
    await deployment.up(args);
  } catch (error) {
    const id = /`import: "(\d+)"`/.exec((error as Error).message)?.[1];
    if (deployment.state !== undefined || id === undefined) throw error;
    await deployment.up(agreeing ? await agreeing(id) : args, { import: id });
    if (agreeing) await deployment.up(args);
  }
}
