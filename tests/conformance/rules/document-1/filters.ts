import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { filtered, list } from "../../lists";
import { rule } from "../../rule";
import { observedOnce } from "../../support";
import { startUpload } from "./support";

// The document does not show how a filter is sent; every client of the API sends the header X-Filter.

const INSTANCE_FIELDS = ["id", "label", "group", "tags", "region", "image", "ipv4"] as const;

/** One of two instances that differ in each field, and what filters on its values and on others find. */
const foundInstances = observedOnce(async (service) => {
  const fields = { label: "first", group: "one", tags: ["blue", "red"] };
  const first = await service.create(INSTANCES, { ...DEBIAN, ...fields });
  await service.create(INSTANCES, { ...EMPTY, region: "eu-west", group: "two", tags: ["green"] });
  const found = async (field: (typeof INSTANCE_FIELDS)[number]) => {
    const value = first[field];
    const wanted: unknown = Array.isArray(value) ? value[0] : value;
    const other = await filtered(service, INSTANCES, { [field]: field === "id" ? 1 : "other" });
    return [field, { wanted: await filtered(service, INSTANCES, { [field]: wanted }), other }] as const;
  };
  return { id: first.id, found: new Map(await Promise.all(INSTANCE_FIELDS.map(found))) };
});

/** Fields of images, each with a value of some of them, and one of the others or of none. */
const IMAGE_FIELDS = [
  ["label", "Debian 11", "Debian 1"],
  ["deprecated", true, false],
  ["is_public", false, true],
  ["size", 1300, 1],
  ["type", "manual", "automatic"],
  ["vendor", "Debian", "Nobody"],
] as const;

/** The public images and a private one. */
const allImages = observedOnce(async (service) => {
  await startUpload(service);
  const all = await list(service, "/images");
  const found = new Map<string, readonly unknown[]>();
  for (const [field, ...values] of IMAGE_FIELDS) {
    for (const value of values) {
      found.set(`${field} ${value}`, await filtered(service, "/images", { [field]: value }));
    }
  }
  return { all, found };
});

const IMAGE_FILTERS = IMAGE_FIELDS.map(([field, value, other]) =>
  rule(`1.filter.image-${field}`, "Document 1, Image")
    .states(`Images can be filtered on ${field}`)
    .testOn(allImages, (_service, { all, found }) => {
      const having = (wanted: unknown) => all.filter((image) => image[field] === wanted).map(({ id }) => id);
      expect(having(value).length).toBeGreaterThan(0);
      expect(having(other).length).toBeLessThan(all.length);
      for (const wanted of [value, other]) expect(found.get(`${field} ${wanted}`)).toEqual(having(wanted));
    }),
);

export const FILTER_RULES = [
  ...INSTANCE_FIELDS.map((field) =>
    rule(`1.filter.instance-${field}`, "Document 1, Instance")
      .states(`Instances can be filtered on ${field}`)
      .testOn(foundInstances, (_service, { id, found }) => {
        expect(found.get(field)).toEqual({ wanted: [id], other: [] });
      }),
  ),
  ...IMAGE_FILTERS,
];
