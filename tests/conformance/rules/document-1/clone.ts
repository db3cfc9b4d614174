import type { Started } from "../../../emulator/support/client";
import { EMPTY, INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectFailure, expectRefusal, expectSuccess, LONG_MS } from "../../support";
import { contentsOf, FIRST, running, withTokens } from "./support";
import { asUser } from "../../../emulator/support/client";

const RULE = "Document 1, Endpoints, Instances, rule 5";

/** A running source, and its path for clones. */
async function source(service: Started, fields: object = {}): Promise<{ id: number; path: string }> {
  const { id } = await running(service, fields);
  return { id, path: `${INSTANCES}/${id}/clone` };
}

/** Fields for a new target with a value, and a value of the wrong type. */
const FIELDS = {
  backups_enabled: [true, "yes"],
  configs: [[FIRST.config], ["first"]],
  disks: [[FIRST.disk], ["first"]],
  group: ["web", 5],
  label: ["copy", 12345],
} as const;

const OPTIONAL = Object.entries(FIELDS).map(([field, [value, wrong]]) =>
  rule(`1.clone.${field.replace("_", "-")}`, RULE)
    .states(`A clone takes ${field}, with its type, or goes without`)
    .testOn(source, async (service, { path }) => {
      expectRefusal(await service.post(path, { ...EMPTY, [field]: wrong }), field);
      expectSuccess(await service.post(path, { ...EMPTY, [field]: value }));
      expectSuccess(await service.post(path, EMPTY));
    }),
);

const SOURCE = { kind: "instance", id: FIRST.instance, permissions: "read_write" } as const;
const user = (token: string, grants: string[]) => ({
  token,
  username: token,
  restricted: true,
  grants,
  objects: [SOURCE],
});

export const CLONE_RULES = [
  ...OPTIONAL,
  ...(["region", "type"] as const).map((field) =>
    rule(`1.clone.${field}`, RULE)
      .states(`A new target has the ${field} that the clone names, the id of one that there is`)
      .testOn(source, async (service, { path }) => {
        for (const wrong of [5, "nothing-like-it"]) {
          expectRefusal(await service.post(path, { ...EMPTY, [field]: wrong }), field);
        }
        const target = { region: "eu-west", type: "g6-standard-1" };
        expect(await service.create(path, target)).toMatchObject({ [field]: target[field] });
      }),
  ),
  rule("1.clone.response", RULE)
    .states("Cloning to a new target returns the new instance")
    .testOn(source, async (service, { id, path }) => {
      const clone = await service.create(path, { ...EMPTY, label: "copy", group: "web", backups_enabled: true });
      expect(clone).toMatchObject({ ...EMPTY, label: "copy", group: "web", backups: { enabled: true } });
      expect(clone.id).not.toBe(id);
      service.emulator.clock.advance(LONG_MS);
      const shown = expectSuccess(await service.get(`${INSTANCES}/${clone.id}`));
      expect(Object.keys(clone)).toEqual(Object.keys(shown));
      expect(shown).toMatchObject({ ...EMPTY, label: "copy", ipv4: clone.ipv4 });
    }),
  rule("1.clone.contents", "Document 1, What the service does")
    .states("A clone has the disks and configs of its source")
    .test(async (service) => {
      const { id, path } = await source(service, { swap_size: 1024 });
      const clone = await service.create(path, EMPTY);
      service.emulator.clock.advance(LONG_MS);
      expect(await contentsOf(service, clone.id)).toEqual(await contentsOf(service, id));
    }),
  rule("1.clone.label-length", `${RULE}; Limits`)
    .states("The label of a new target has 3 to 64 characters")
    .testOn(source, async (service, { path }) => {
      const clone = (length: number) => service.post(path, { ...EMPTY, label: "x".repeat(length) });
      for (const length of [2, 65]) expectRefusal(await clone(length), "label");
      for (const length of [3, 64]) expect(expectSuccess(await clone(length)).label).toHaveLength(length);
    }),
  rule("1.clone.tags", RULE)
    .states("The tags of the source are copied to a new target")
    .test(async (service) => {
      const { path } = await source(service, { tags: ["one", "two"] });
      const { id } = await service.create(path, EMPTY);
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body).toMatchObject({ tags: ["one", "two"] });
    }),
  rule("1.clone.tags-existing-target", RULE)
    .states("The tags of the source are copied to an existing target")
    .test(async (service) => {
      const { path } = await source(service, { tags: ["one", "two"] });
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
      service.emulator.clock.advance(LONG_MS);
      const { tags } = (await service.get(`${INSTANCES}/${id}`)).body;
      expect(tags).toEqual(expect.arrayContaining(["one", "two"]));
    }),
  rule("1.clone.existing-target", RULE)
    .states("With compute_id, the clone goes to that instance, which is the response")
    .testOn(source, async (service, { id, path }) => {
      const target = await service.create(INSTANCES, ROOMY);
      expect(expectSuccess(await service.post(path, { compute_id: target.id })).id).toBe(target.id);
      service.emulator.clock.advance(LONG_MS);
      expect(await contentsOf(service, target.id)).toEqual(await contentsOf(service, id));
    }),
  rule("1.clone.compute-id", RULE)
    .states("compute_id is the integer id of an instance that there is")
    .testOn(source, async (service, { path }) => {
      for (const compute_id of ["target", 1.5]) expectRefusal(await service.post(path, { compute_id }), "compute_id");
      expectFailure(await service.post(path, { compute_id: 1 }));
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
    }),
  rule("1.clone.target-resources", RULE)
    .states("An existing target must have room for the clone")
    .testOn(source, async (service, { path }) => {
      const full = await running(service);
      service.emulator.poke("instance", full.id, { power: "off" });
      expectRefusal(await service.post(path, { compute_id: full.id }));
      const empty = await service.create(INSTANCES, EMPTY);
      expectSuccess(await service.post(path, { compute_id: empty.id }));
    }),
  rule("1.clone.new-target-resources", RULE)
    .states("The type of a new target must have room for the clone")
    .test(async (service) => {
      const { path } = await source(service, { type: "g6-standard-1" });
      expectRefusal(await service.post(path, EMPTY));
      expectSuccess(await service.post(path, { ...EMPTY, type: "g6-standard-1" }));
    }),
  rule("1.clone.target-busy", RULE)
    .states("An existing target must have completed what it does before")
    .testOn(source, async (service, { path }) => {
      const { id } = await service.create(INSTANCES, ROOMY);
      expectSuccess(await service.post(path, { compute_id: id }));
      expectRefusal(await service.post(path, { compute_id: id }));
      service.emulator.clock.advance(LONG_MS);
      expectSuccess(await service.post(path, { compute_id: id }));
    }),
  rule("1.clone.at-most-five", `${RULE}; Errors; Limits`)
    .states("Five clones of one source may run at the same time; a sixth gets 400")
    .testOn(source, async (service, { path }) => {
      const other = await source(service);
      for (let clones = 1; clones <= 5; clones++) expectSuccess(await service.post(path, EMPTY));
      const sixth = await service.post(path, EMPTY);
      expectFailure(sixth);
      expect(sixth.status).toBe(400);
      expectSuccess(await service.post(other.path, EMPTY));
      service.emulator.clock.advance(LONG_MS);
      expectSuccess(await service.post(path, EMPTY));
    }),
  rule("1.clone.grant", `${RULE}; Authentication`, {
    options: withTokens(user("without", []), user("with", ["add_computes"])),
  })
    .states("A restricted user needs the grant add_computes to clone")
    .testOn(source, async (service, { id, path }) => {
      expect(id).toBe(FIRST.instance);
      expectRefusal(await asUser(service, "without").post(path, EMPTY));
      expectSuccess(await asUser(service, "with").post(path, EMPTY));
    }),
];
