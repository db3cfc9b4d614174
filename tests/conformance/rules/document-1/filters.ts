import type { Started } from "../../../emulator/support/client";
import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { filtered, list } from "../../lists";
import { rule } from "../../rule";
import { startUpload } from "./support";

// The document does not show how a filter is sent; every client of the API sends the header X-Filter.

const INSTANCE_FIELDS = ["id", "label", "group", "tags", "region", "image", "ipv4"] as const;

/** One of two instances that differ in each field. */
async function oneOfTwo(service: Started) {
  const fields = { label: "first", group: "one", tags: ["blue", "red"] };
  const first = await service.create(INSTANCES, { ...DEBIAN, ...fields });
  await service.create(INSTANCES, { ...EMPTY, region: "eu-west", group: "two", tags: ["green"] });
  return first;
}

/** Fields of images, each with a value of some of them, and one of the others or of none. */
const IMAGE_FIELDS = [
  ["label", "Debian 11", "Debian 1"],
  ["deprecated", true, false],
  ["is_public", false, true],
  ["size", 1300, 1],
  ["type", "manual", "automatic"],
  ["vendor", "Debian", "Nobody"],
] as const;

export const FILTER_RULES = [
  ...INSTANCE_FIELDS.map((field) =>
    rule(`1.filter.instance-${field}`, "Document 1, Instance")
      .states(`Instances can be filtered on ${field}`)
      .testOn(oneOfTwo, async (service, { id, [field]: value }) => {
        const wanted: unknown = Array.isArray(value) ? value[0] : value;
        expect(await filtered(service, INSTANCES, { [field]: wanted })).toEqual([id]);
        expect(await filtered(service, INSTANCES, { [field]: field === "id" ? 1 : "other" })).toEqual([]);
      }),
  ),
  ...IMAGE_FIELDS.map(([field, value, other]) =>
    rule(`1.filter.image-${field}`, "Document 1, Image")
      .states(`Images can be filtered on ${field}`)
      .testOn(startUpload, async (service) => {
        const all = await list(service, "/images");
        const having = (wanted: unknown) => all.filter((image) => image[field] === wanted).map(({ id }) => id);
        expect(having(value).length).toBeGreaterThan(0);
        expect(having(other).length).toBeLessThan(all.length);
        for (const wanted of [value, other]) {
          expect(await filtered(service, "/images", { [field]: wanted })).toEqual(having(wanted));
        }
      }),
  ),
];
