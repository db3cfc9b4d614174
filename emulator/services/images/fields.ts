import { pattern, text, undocumented } from "../../interface/validation";

/** Label of an image. The documents have no rule for it. */
export const IMAGE_LABEL = undocumented(
  pattern(text(1, 50), /^[\w ,.?'-]*$/, "Must only use ASCII letters, numbers, spaces and , . ? - _ '"),
  text(),
);

/** Description of an image (Linode API v4, Images). */
export const IMAGE_DESCRIPTION = text(1, 65_000);
