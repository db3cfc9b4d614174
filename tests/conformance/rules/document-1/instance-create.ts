import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess, LONG_MS } from "../../support";
import { contentsOf, FIRST, running, settled, withTokens } from "./support";

const CREATE = "Document 1, Instance create request";
const LIMITS = `${CREATE}; Limits`;

/** Fields of the request with a value of the wrong type. */
const WRONG_TYPES = {
  region: 5,
  type: 5,
  label: 12345,
  group: 5,
  tags: "one",
  image: 5,
  root_pass: 12345678,
  authorized_keys: "ssh-ed25519 AAAA",
  authorized_users: "admin",
  stackscript_id: "baseline",
  stackscript_data: "site_name",
  swap_size: "much",
  backup_id: "last",
  backups_enabled: "yes",
  booted: "yes",
  private_ip: "yes",
  interfaces: "public",
};

const TYPE_REFUSALS = Object.entries(WRONG_TYPES).map(([field, wrong]) =>
  rule(`1.create.type-of-${field}`, CREATE)
    .states(`A create takes ${field} only with its type`)
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, [field]: wrong }), field);
    }),
);

/** Strings with length limits: one just inside and one just outside, at both ends. */
const LENGTHS = { label: [3, 64], root_pass: [7, 128] } as const;

const BOUNDS = Object.entries(LENGTHS).map(([field, [min, max]]) =>
  rule(`1.create.${field}-length`, LIMITS)
    .states(`At create, ${field} has ${min} to ${max} characters`)
    .test(async (service) => {
      const create = (length: number) =>
        service.post(INSTANCES, { ...DEBIAN, [field]: "S3cr3t".padEnd(length, "x").slice(0, length) });
      for (const length of [min, max]) expectSuccess(await create(length));
      for (const length of [min - 1, max + 1]) expectRefusal(await create(length), field);
    }),
);

/** Fields that the instance shows as they were given. */
const SHOWN = [
  ["label", "web-1", "The instance has the label that it was given"],
  ["group", "web", "A group can be given, although that is deprecated"],
  ["tags", ["one", "two"], "An unrestricted user can give tags"],
] as const;

const GIVEN = SHOWN.map(([field, value, states]) =>
  rule(`1.create.${field}`, CREATE)
    .states(states)
    .test(async (service) => {
      expect(await service.create(INSTANCES, { ...EMPTY, [field]: value })).toMatchObject({ [field]: value });
    }),
);

const TAGGER = { token: "tagger", username: "rita", restricted: true, grants: ["add_computes"] };

export const INSTANCE_CREATE_RULES = [
  ...TYPE_REFUSALS,
  ...BOUNDS,
  ...GIVEN,
  ...(["region", "type"] as const).flatMap((field) => [
    rule(`1.create.${field}-required`, CREATE)
      .states(`A create without ${field} is rejected`)
      .test(async (service) => {
        const { [field]: _left, ...others } = EMPTY;
        expectRefusal(await service.post(INSTANCES, others), field);
      }),
    rule(`1.create.${field}-id`, CREATE)
      .states(`The ${field} is the id of one that there is, and the instance has it`)
      .test(async (service) => {
        expectRefusal(await service.post(INSTANCES, { ...EMPTY, [field]: "nothing-like-it" }), field);
        expect(await service.create(INSTANCES, EMPTY)).toMatchObject({ [field]: EMPTY[field] });
      }),
  ]),
  rule("1.create.only-two-required", CREATE)
    .states("Region and type are all that an instance without image and StackScript needs, without a root password")
    .test(async (service) => {
      expectSuccess(await service.post(INSTANCES, EMPTY));
    }),
  rule("1.create.types-list", CREATE, { usesExtensions: true })
    .states("The ids of types are those of GET /compute/types")
    .test(async (service) => {
      expect(expectSuccess(await service.get("/compute/types/g6-nanode-1"))).toMatchObject({ id: "g6-nanode-1" });
      const ids = expectSuccess(await service.get("/compute/types")).data.map(({ id }) => id);
      expect(ids).toContain(EMPTY.type);
      for (const type of ids) expectSuccess(await service.post(INSTANCES, { ...EMPTY, type }));
    }),
  rule("1.create.default-label", "Document 1, Instance")
    .states("An instance without a given label gets one")
    .test(async (service) => {
      expect((await service.create(INSTANCES, EMPTY)).label).toMatch(/^.{3,64}$/);
    }),
  rule("1.create.tags-unrestricted-only", `${CREATE}; Authentication`, { options: withTokens(TAGGER) })
    .states("A restricted user cannot give tags")
    .test(async (service) => {
      const rita = asUser(service, TAGGER.token);
      expectRefusal(await rita.post(INSTANCES, { ...EMPTY, tags: ["one"] }));
      expectSuccess(await rita.post(INSTANCES, EMPTY));
    }),
  rule("1.create.image-id", CREATE)
    .states("The image is the id of an image that there is")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, image: "compute/nothing" }), "image");
      expectSuccess(await service.post(INSTANCES, DEBIAN));
    }),
  rule("1.create.swap-default", LIMITS)
    .states("Without swap_size, the swap disk has 512")
    .test(async (service) => {
      const { disks } = await contentsOf(service, (await running(service)).id);
      expect(disks.filter(({ filesystem }) => filesystem === "swap")).toMatchObject([{ size: 512 }]);
    }),
  rule("1.create.swap-size", CREATE)
    .states("swap_size sets the size of the swap disk when an image is deployed")
    .test(async (service) => {
      const { disks } = await contentsOf(service, (await running(service, { swap_size: 1024 })).id);
      expect(disks.filter(({ filesystem }) => filesystem === "swap")).toMatchObject([{ size: 1024 }]);
    }),
  rule("1.create.swap-ignored", CREATE)
    .states("swap_size is ignored when no image is deployed")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, { ...EMPTY, swap_size: 1024 });
      service.emulator.clock.advance(LONG_MS);
      expect(() => service.emulator.poke("disk", FIRST.disk, {})).toThrow();
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.create.backups-enabled", CREATE)
    .states("backups_enabled switches the backup service of the new instance on")
    .test(async (service) => {
      const enabled = async (fields: object) => {
        const { id } = await service.create(INSTANCES, { ...EMPTY, ...fields });
        return (await service.get(`${INSTANCES}/${id}`)).body.backups["enabled"];
      };
      expect(await enabled({ backups_enabled: true })).toBe(true);
      expect(await enabled({ backups_enabled: false })).toBe(false);
      expect(await enabled({})).toBe(false);
    }),
  rule("1.create.backup-pricing", CREATE, { usesExtensions: true })
    .states("What backups cost is part of the response about types")
    .test(async (service) => {
      const { addons } = expectSuccess(await service.get(`/compute/types/${EMPTY.type}`));
      const price = { hourly: expect.any(Number), monthly: expect.any(Number) };
      expect(addons).toMatchObject({ backups: { price } });
    }),
  rule("1.create.booted-default", CREATE)
    .states("A new instance with an image is booted unless told otherwise")
    .test(async (service) => {
      for (const fields of [{}, { booted: true }]) {
        const { id } = await service.create(INSTANCES, { ...DEBIAN, ...fields });
        await settled(service, `${INSTANCES}/${id}`, "running");
      }
    }),
  rule("1.create.not-booted", CREATE)
    .states("With booted false, the new instance is not booted")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, { ...DEBIAN, booted: false });
      await settled(service, `${INSTANCES}/${id}`, "offline");
    }),
  rule("1.create.private-ip", CREATE)
    .states("With private_ip true, the instance has a private IPv4 address as well, otherwise not")
    .test(async (service) => {
      const { ipv4 } = await service.create(INSTANCES, { ...EMPTY, private_ip: true });
      const privately = /^(10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.)/;
      expect(ipv4.map((address) => privately.test(address))).toEqual([false, true]);
      expect((await service.create(INSTANCES, { ...EMPTY, private_ip: false })).ipv4).toHaveLength(1);
    }),
];
