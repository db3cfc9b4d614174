import type { UploadRule } from "../../definition/creation";
import type { Definition } from "../../definition/definition";

/** The kind's rule for uploads. */
export function uploadRule({ creation, kind }: Definition): UploadRule {
  const upload = creation?.upload;
  if (!upload) throw new Error(`${kind} has no data to send`);
  return upload;
}
