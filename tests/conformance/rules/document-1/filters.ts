import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { filtered, list } from "../../lists";
import type { Rule } from "../../rule";
import { startUpload } from "./support";

// The document does not show how a filter is sent; every client of the API sends the header X-Filter.

const INSTANCE_FIELDS = ["id", "label", "group", "tags", "region", "image", "ipv4"] as const;

const INSTANCE_FILTERS = INSTANCE_FIELDS.map((field): Rule => ({
  id: `1.filter.instance-${field}`,
  section: "Document 1, Instance",
  states: `Instances can be filtered on ${field}`,
  test: async (service) => {
    const fields = { label: "first", group: "one", tags: ["blue", "red"] };
    const first = await service.create(INSTANCES, { ...DEBIAN, ...fields });
    await service.create(INSTANCES, { ...EMPTY, region: "eu-west", group: "two", tags: ["green"] });
    const value = first[field];
    const wanted: unknown = Array.isArray(value) ? value[0] : value;
    expect(await filtered(service, INSTANCES, { [field]: wanted })).toEqual([first.id]);
    expect(await filtered(service, INSTANCES, { [field]: field === "id" ? 1 : "other" })).toEqual([]);
  },
}));

/** Fields of images, each with a value of some of them, and one of the others or of none. */
const IMAGE_FIELDS = [
  ["label", "Debian 11", "Debian 1"],
  ["deprecated", true, false],
  ["is_public", false, true],
  ["size", 1300, 1],
  ["type", "manual", "automatic"],
  ["vendor", "Debian", "Nobody"],
] as const;

const IMAGE_FILTERS = IMAGE_FIELDS.map(([field, value, other]): Rule => ({
  id: `1.filter.image-${field}`,
  section: "Document 1, Image",
  states: `Images can be filtered on ${field}`,
  test: async (service) => {
    if (field === "is_public") await startUpload(service);
    const all = await list(service, "/images");
    const having = (wanted: unknown) => all.filter((image) => image[field] === wanted).map(({ id }) => id);
    expect(having(value).length).toBeGreaterThan(0);
    expect(await filtered(service, "/images", { [field]: value })).toEqual(having(value));
    expect(having(other).length).toBeLessThan(all.length);
    expect(await filtered(service, "/images", { [field]: other })).toEqual(having(other));
  },
}));

export const FILTER_RULES: readonly Rule[] = [...INSTANCE_FILTERS, ...IMAGE_FILTERS];
