import type { Started } from "../../../emulator/support/client";
import { asUser, DEBIAN } from "../../../emulator/support/client";
import { EMPTY, empty, INSTANCES } from "../../../emulator/support/instances";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess, list, LONG_MS, observedOnce, waitForStatus } from "../../support";
import { staysOffline } from "./instances";
import { backedUp, boots, captured, contentsOf, FIRST, restore, running, settled, withTokens } from "./support";

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

/** Strings with length limits: one just inside and one just outside, at both ends. */
const LENGTHS = { label: [3, 64], root_pass: [7, 128] } as const;

/** Fields that the instance shows as they were given. */
const SHOWN = [
  ["label", "web-1", "The instance has the label that it was given"],
  ["group", "web", "A group can be given, although that is deprecated"],
  ["tags", ["one", "two"], "An unrestricted user can give tags"],
] as const;

const TAGGER = { token: "tagger", username: "rita", restricted: true, grants: ["add_computes"] };

/** A public key as ssh-keygen writes it. */
const KEY = `ssh-ed25519 ${Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${"k".repeat(32)}`).toString("base64")} me@example.org`;
const MODES = "Document 1, Creation modes";
const TRANSITIONS = "Document 1, States and transitions";

/** What is deployed, and the required fields: an image, a private image, a StackScript. */
const DEPLOYMENTS: { readonly [name: string]: (service: Started) => Promise<object> } = {
  "public-image": () => Promise.resolve(DEBIAN),
  "private-image": async (service) => {
    await running(service);
    const { id } = await captured(service);
    return { ...DEBIAN, image: id, type: "g6-standard-1" };
  },
  stackscript: () => Promise.resolve({ ...DEBIAN, stackscript_id: 9002 }),
};

const PUBLIC = { purpose: "public", label: "", ipam_address: "" };
const vlan = (label: string, host: number) => ({ purpose: "vlan", label, ipam_address: `10.0.0.${host}/24` });
const THREE = [PUBLIC, vlan("inner", 1), vlan("outer", 2)];

/** A region with and a region without the next-generation network, by their capabilities. */
async function regions(service: Started): Promise<{ next: string; old: string }> {
  const all = await list(service, "/regions");
  const idOf = (hasVlans: boolean) =>
    String(all.find(({ capabilities }) => capabilities.includes("Vlans") === hasVlans)?.id);
  return { next: idOf(true), old: idOf(false) };
}

/** The interfaces in the config of a new instance with these. */
async function interfacesOf(service: Started, interfaces: readonly object[]): Promise<unknown> {
  const { next } = await regions(service);
  const { id } = await service.create(INSTANCES, { ...DEBIAN, region: next, interfaces });
  const [config] = await list(service, `${INSTANCES}/${id}/configs`);
  return config?.["interfaces"];
}

/** What a create takes: fields, logins, creation modes and interfaces. */
export const INSTANCE_CREATE_RULES = [
  ...Object.entries(WRONG_TYPES).map(([field, wrong]) =>
    rule(`1.create.type-of-${field}`, CREATE)
      .states(`A create takes ${field} only with its type`)
      .test(async (service) => {
        expectRefusal(await service.post(INSTANCES, { ...DEBIAN, [field]: wrong }), field);
      }),
  ),
  ...Object.entries(LENGTHS).map(([field, [min, max]]) =>
    rule(`1.create.${field}-length`, LIMITS)
      .states(`At create, ${field} has ${min} to ${max} characters`)
      .test(async (service) => {
        const create = (length: number) =>
          service.post(INSTANCES, { ...DEBIAN, [field]: "S3cr3t".padEnd(length, "x").slice(0, length) });
        for (const length of [min, max]) expectSuccess(await create(length));
        for (const length of [min - 1, max + 1]) expectRefusal(await create(length), field);
      }),
  ),
  ...SHOWN.map(([field, value, states]) =>
    rule(`1.create.${field}`, CREATE)
      .states(states)
      .test(async (service) => {
        expect(await service.create(INSTANCES, { ...EMPTY, [field]: value })).toMatchObject({ [field]: value });
      }),
  ),
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
    .test(async (service) => expect((await service.create(INSTANCES, EMPTY)).label).toMatch(/^.{3,64}$/)),
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
  rule("1.create.swap-size", LIMITS)
    .states("swap_size sets the size of the swap disk when an image is deployed; without it, it is 512")
    .testEach([undefined, 1024], async (service, swap_size) => {
      const { disks } = await contentsOf(service, (await running(service, { swap_size })).id);
      expect(disks.filter(({ filesystem }) => filesystem === "swap")).toMatchObject([{ size: swap_size ?? 512 }]);
    }),
  rule("1.create.swap-ignored", CREATE)
    .states("swap_size is ignored when no image is deployed")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, { ...EMPTY, swap_size: 1024 });
      await staysOffline(service, id);
      expect(() => service.emulator.poke("disk", FIRST.disk, {})).toThrow();
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
    .states("A new instance with an image is booted unless booted is false")
    .test(async (service) => {
      for (const booted of [undefined, true, false]) {
        const { id } = await service.create(INSTANCES, { ...DEBIAN, booted });
        await settled(service, `${INSTANCES}/${id}`, booted === false ? "offline" : "running");
      }
    }),
  rule("1.create.private-ip", CREATE)
    .states("With private_ip true, the instance has a private IPv4 address as well, otherwise not")
    .test(async (service) => {
      const { ipv4 } = await service.create(INSTANCES, { ...EMPTY, private_ip: true });
      const privately = /^(10\.|172\.(1[6-9]|2\d|3[01])\.|192\.168\.)/;
      expect(ipv4.map((address) => privately.test(address))).toEqual([false, true]);
      expect((await service.create(INSTANCES, { ...EMPTY, private_ip: false })).ipv4).toHaveLength(1);
    }),
  rule("1.create.root-pass-used", CREATE)
    .states("The root password is that of the root user on the new disk")
    .untestable("Nobody can log in to an emulated instance."),
  rule("1.create.authorized-keys", CREATE)
    .states("authorized_keys is a list of public SSH keys")
    .test(async (service) => {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, authorized_keys: [KEY] }));
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_keys: [KEY, 5] }), "authorized_keys");
    }),
  rule("1.create.authorized-keys-used", CREATE)
    .states("The given keys, and those of the given users, are appended to the root user's authorized keys")
    .untestable("What is on an emulated disk is not visible."),
  rule("1.create.authorized-users-without-key", CREATE)
    .states("A user in authorized_users must have an SSH key on the profile already")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["admin"] }), "authorized_users");
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["nobody"] }), "authorized_users");
    }),
  rule("1.create.authorized-users-with-key", CREATE, {
    options: withTokens({ token: "alice", username: "alice" }),
    usesExtensions: true,
  })
    .states("A user can be authorized once an SSH key stands on the profile, put there by POST /profile/sshkeys")
    .test(async (service) => {
      expectSuccess(await asUser(service, "alice").post("/profile/sshkeys", { label: "laptop", ssh_key: KEY }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, authorized_users: ["alice"] }));
      const both = { ...DEBIAN, authorized_users: ["alice", "admin"] };
      expectRefusal(await service.post(INSTANCES, both), "authorized_users");
    }),
  ...Object.entries(DEPLOYMENTS).flatMap(([name, deployment]) => {
    /** The response without a password, the first status of the instance, and its contents once it runs. */
    const deployed = observedOnce(async (service) => {
      const order = await deployment(service);
      const withoutPassword = await service.post(INSTANCES, { ...order, root_pass: undefined });
      const { id, status } = await service.create(INSTANCES, order);
      await waitForStatus(service, `${INSTANCES}/${id}`, "running");
      return { withoutPassword, status, contents: await contentsOf(service, id) };
    });
    return [
      rule(`1.modes.${name}-runs`, `${MODES}; States and transitions`)
        .states(`An instance made from a ${name} is first provisioning and in the end running`)
        .test(async (service) => expect((await deployed(service)).status).toBe("provisioning")),
      rule(`1.modes.${name}-contents`, `${MODES}; States and transitions`)
        .states(`An instance made from a ${name} has one config and two disks, one of them 512 of swap`)
        .test(async (service) => {
          const { configs, disks } = (await deployed(service)).contents;
          expect(configs).toHaveLength(1);
          expect(disks).toHaveLength(2);
          expect(disks.filter((disk) => disk.filesystem === "swap" && disk.size === 512)).toHaveLength(1);
        }),
      rule(`1.modes.${name}-root-pass`, `${MODES}; Instance create request`)
        .states(`Making an instance from a ${name} needs a root password`)
        .test(async (service) => expectRefusal((await deployed(service)).withoutPassword, "root_pass")),
    ];
  }),
  rule("1.modes.backup-id", `${MODES}; Instance create request`)
    .states("backup_id names a backup of another instance, whose root password is used, so that none is needed")
    .testOn(backedUp, async (service, { backup }) => {
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id + 1 }), "backup_id");
      const { id } = await service.create(INSTANCES, { ...EMPTY, backup_id: backup.id });
      expectSuccess(await service.get(`${INSTANCES}/${id}`));
    }),
  rule("1.modes.backup-size", MODES)
    .states("An instance made from a backup must be large enough for it")
    .test(async (service) => {
      const { backup } = await backedUp(service, { type: "g6-standard-1" });
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, backup_id: backup.id }));
      expectSuccess(await service.post(INSTANCES, { ...EMPTY, type: "g6-standard-1", backup_id: backup.id }));
    }),
  rule("1.modes.backup-contents", MODES)
    .states("An instance made from a backup has the disks and the config of the instance that was backed up")
    .test(async (service) => {
      const { backup } = await backedUp(service, { swap_size: 1024 });
      const { id } = await service.create(INSTANCES, { ...EMPTY, type: "g6-standard-2", backup_id: backup.id });
      service.emulator.clock.advance(LONG_MS);
      expect(backup.disks).toHaveLength(2);
      expect(await contentsOf(service, id)).toEqual({ disks: backup.disks, configs: backup.configs });
    }),
  rule("1.modes.backup-booted", "Document 1, Instance create request")
    .states("An instance made from a backup is booted unless told otherwise")
    .testOn(backedUp, async (service, { backup }) => {
      const create = (fields: object) => service.create(INSTANCES, { ...EMPTY, backup_id: backup.id, ...fields });
      const [booted, not] = [await create({}), await create({ booted: false })];
      await settled(service, `${INSTANCES}/${booted.id}`, "running");
      await staysOffline(service, not.id);
    }),
  rule("1.modes.empty-offline", `${MODES}; States and transitions`)
    .states("An instance without image, StackScript and backup is offline and stays so")
    .test(async (service) => {
      const { id, status } = await service.create(INSTANCES, { ...EMPTY, booted: true });
      expect(status).toBe("offline");
      await staysOffline(service, id);
    }),
  rule("1.modes.empty-boot", TRANSITIONS)
    .states("An instance that was made empty is started by boot, once there is something on it")
    .testOn(backedUp, async (service, source) => {
      const { id } = await service.create(INSTANCES, EMPTY);
      expectSuccess(await restore(service, source.id, source.backup.id, { compute_id: id, overwrite: false }));
      service.emulator.poke("instance", id, { power: "off" });
      await boots(service, id);
    }),
  rule("1.modes.empty-contents", MODES, { usesExtensions: true })
    .states("An instance that was made empty has no disks and configs until they are made by hand")
    .testOn(empty, async (service, { id }) => {
      service.emulator.clock.advance(LONG_MS);
      for (const path of ["disks", "configs"]) {
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}/${path}`))["data"]).toEqual([]);
      }
      const disk = await service.create(`${INSTANCES}/${id}/disks`, { label: "by hand", size: 1024 });
      service.emulator.clock.advance(LONG_MS);
      const devices = { sda: { disk_id: disk.id } };
      await service.create(`${INSTANCES}/${id}/configs`, { label: "by hand", devices });
      await boots(service, id);
    }),
  rule("1.interfaces.at-most-three", `${CREATE}; Limits`)
    .states("An instance has at most three interfaces")
    .testOn(regions, async (service, { next: region }) => {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, region, interfaces: THREE }));
      const four = [...THREE, vlan("fourth", 3)];
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, region, interfaces: four }), "interfaces");
    }),
  ...(["purpose", "label", "ipam_address"] as const).map((field) =>
    rule(`1.interfaces.${field.replace("_", "-")}`, CREATE)
      .states(`The ${field} of an interface is a text`)
      .testOn(regions, async (service, { next: region }) => {
        const create = (value: unknown) =>
          service.post(INSTANCES, { ...DEBIAN, region, interfaces: [{ ...vlan("inner", 1), [field]: value }] });
        expectRefusal(await create(5), "interfaces");
        expectSuccess(await create(vlan("inner", 1)[field]));
      }),
  ),
  rule("1.interfaces.objects", CREATE)
    .states("Each interface is an object")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, interfaces: ["public"] }), "interfaces");
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, interfaces: [PUBLIC] }));
    }),
  rule("1.interfaces.position", CREATE, { usesExtensions: true })
    .states("The position in the list says which interface the settings are for")
    .test(async (service) => {
      const purposes = (interfaces: unknown) => (interfaces as object[]).map((one) => Reflect.get(one, "purpose"));
      expect(purposes(await interfacesOf(service, [vlan("inner", 1), PUBLIC]))).toEqual(["vlan", "public"]);
      expect(purposes(await interfacesOf(service, [PUBLIC, vlan("inner", 2)]))).toEqual(["public", "vlan"]);
    }),
  rule("1.interfaces.empty-list", CREATE, { usesExtensions: true })
    .states("An empty list gives the default public interface alone")
    .test(async (service) => {
      // Without interfaces, a config has the default public one.
      expect(await interfacesOf(service, [])).toEqual([]);
    }),
  rule("1.interfaces.empty-list-accepted", CREATE)
    .states("The list of interfaces may be empty")
    .test(async (service) => {
      expect((await service.create(INSTANCES, { ...DEBIAN, interfaces: [] })).ipv4).toHaveLength(1);
    }),
  rule("1.interfaces.vlan-mode", "Document 1, Creation modes")
    .states("An instance with a VLAN interface is made like any other, and runs")
    .testOn(regions, async (service, { next: region }) => {
      const { id } = await service.create(INSTANCES, { ...DEBIAN, region, interfaces: [vlan("inner", 1)] });
      await waitForStatus(service, `${INSTANCES}/${id}`, "running");
    }),
  rule("1.interfaces.vlan-regions", `${CREATE}; Errors`)
    .states("VLANs work only in regions with the network of the next generation, and are rejected in others")
    .testOn(regions, async (service, { next, old }) => {
      const create = (region: string) => service.post(INSTANCES, { ...DEBIAN, region, interfaces: [vlan("inner", 1)] });
      expectRefusal(await create(old));
      expectSuccess(await create(next));
    }),
  rule("1.interfaces.vlan-clone", `${CREATE}; Errors`)
    .states("An instance with a VLAN cannot be cloned to a region of another kind")
    .testOn(regions, async (service, { next, old }) => {
      const body = { ...DEBIAN, region: next, interfaces: [PUBLIC, vlan("inner", 1)] };
      const { id } = await service.create(INSTANCES, body);
      await waitForStatus(service, `${INSTANCES}/${id}`, "running");
      const clone = (region: string) => service.post(`${INSTANCES}/${id}/clone`, { region, type: DEBIAN.type });
      expectRefusal(await clone(old));
      expectSuccess(await clone(next));
    }),
  rule("1.interfaces.vlan-migrate", `${CREATE}; Errors`)
    .states("An instance with a VLAN cannot be migrated to a region of another kind")
    .untestable("The document shows no endpoint that migrates an instance."),
  rule("1.interfaces.update", CREATE)
    .states("An update of interfaces brings all of them, and takes effect after a reboot")
    .untestable("The document shows no endpoint that updates interfaces or reboots an instance."),
];

/** Available public StackScripts: one with user-defined fields and two images, and one with neither. */
const WEB_SERVER = { stackscript_id: 9001, stackscript_data: { site_name: "example.org" } };
const BASELINE = { stackscript_id: 9002 };

export const STACKSCRIPT_RULES = [
  rule("1.stackscript.deploys", CREATE)
    .states("stackscript_id names the StackScript that runs at the deployment")
    .test(async (service) => {
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id: 1 }), "stackscript_id");
    }),
  rule("1.stackscript.needs-image", `${CREATE}; Creation modes`)
    .states("Deploying a StackScript needs an image")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...EMPTY, ...BASELINE, root_pass: DEBIAN.root_pass }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...BASELINE }));
    }),
  rule("1.stackscript.compatible-image", MODES)
    .states("The image must be one of those that the StackScript is made for")
    .test(async (service) => {
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, image: "compute/alpine3.15" }));
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
    }),
  rule("1.stackscript.images-shown", CREATE, { usesExtensions: true })
    .states("GET /compute/stackscript/{id} shows the images that a StackScript is made for")
    .test(async (service) => {
      const { images } = expectSuccess(await service.get("/compute/stackscript/9001"));
      expect(images).toEqual(expect.arrayContaining([DEBIAN.image]));
      expect(images).not.toContain("compute/alpine3.15");
    }),
  rule("1.stackscript.data-needed", CREATE)
    .states("stackscript_data is needed by a StackScript that asks for input, and by no other")
    .test(async (service) => {
      const { stackscript_id } = WEB_SERVER;
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, stackscript_id }), "stackscript_data");
      for (const script of [WEB_SERVER, BASELINE]) {
        expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...script }));
      }
    }),
  rule("1.stackscript.data-object", CREATE)
    .states("stackscript_data is an object")
    .test(async (service) => {
      for (const stackscript_data of [JSON.stringify(WEB_SERVER.stackscript_data), ["example.org"], 5]) {
        expectRefusal(
          await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER, stackscript_data }),
          "stackscript_data",
        );
      }
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, ...WEB_SERVER }));
    }),
];
