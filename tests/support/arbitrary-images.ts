import fc from "fast-check";
import type { Values } from "../../provider/definition/values";
import { someOf, twoOf, unicode } from "./arbitrary-args";
import { asset } from "./image-data";

const changing = someOf({
  label: fc.oneof(fc.stringMatching(/^[A-Za-z0-9 ,.?'_-]{1,50}$/), fc.constantFrom(" padded ", "?", "a".repeat(50))),
  description: fc.oneof(unicode(65_000), fc.constantFrom("a\nb", "null")),
});

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });

const uploaded = fc
  .tuple(text, fc.constantFrom("us-east", "eu-west"), someOf({ sourceHash: unicode(255) }))
  .map(([data, region, hash]): Values => ({ ...hash, region, source: asset({ text: data }) }));

/** Without its disk, where it is captured. */
export const twoImages = twoOf(fc.oneof(uploaded, fc.constant<Values>({})), () => changing);
