import type { UploadRule } from "../../definition/creation";
import type { Definition } from "../../definition/definition";

/** What the kind declares about its data. */
export function uploadRule({ creation, kind }: Definition): UploadRule {
  const upload = creation?.upload;
  if (!upload) throw new Error(`${kind} has no data to send`);
  return upload;
}
