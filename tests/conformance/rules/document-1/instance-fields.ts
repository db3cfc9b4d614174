import { isIPv6 } from "node:net";
import { DEBIAN } from "../../../emulator/support/client";
import { EMPTY, INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import { fieldRules, rule } from "../../rule";
import { expectSuccess, LONG_MS, observedOnce } from "../../support";
import { running } from "./support";

const INSTANCE = "Document 1, Instance";

export const STATUSES = [
  ...["running", "offline", "booting", "rebooting", "shutting_down", "provisioning", "deleting", "migrating"],
  ...["rebuilding", "cloning", "restoring", "stopped"],
] as const;

/** The fields of the table, each with its description. */
const FIELDS = {
  id: "The id of an instance is an integer",
  label: "The label of an instance is a text of 3 to 64 characters",
  group: "The group of an instance is a text",
  tags: "The tags of an instance is a list of texts",
  region: "The region of an instance is a text",
  type: "The type of an instance is a text",
  image: "The image of an instance is a text or null",
  status: "The status of an instance is one of twelve words",
  hypervisor: "The hypervisor of an instance is always kvm",
  created: "The created of an instance is a date with time",
  updated: "The updated of an instance is a date with time",
  ipv4: "The ipv4 of an instance is a list of IPv4 addresses",
  ipv6: "The ipv6 of an instance is an IPv6 address with the prefix /128, or null",
  specs: "The specs of an instance is disk, memory, transfer and vcpus, all integers",
  alerts: "The alerts of an instance is cpu, io, network_in, network_out and transfer_quota, all integers",
  backups: "The backups of an instance is enabled, last_successful, and a schedule of day and window",
  watchdog_enabled: "The watchdog_enabled of an instance is true or false",
};

/** Various instances, as the create, the list and their own paths show them. */
const samples = observedOnce(async (service) => {
  const fields = { private_ip: true, backups_enabled: true, tags: ["one"], group: "web", label: "web-1" };
  const created = [
    await service.create(INSTANCES, { ...DEBIAN, ...fields }),
    await service.create(INSTANCES, { ...DEBIAN, booted: false }),
    await service.create(INSTANCES, EMPTY),
  ];
  service.emulator.clock.advance(LONG_MS);
  const views = await Promise.all(created.map(async ({ id }) => (await service.get(`${INSTANCES}/${id}`)).body));
  const all = [...created, ...views, ...(await list(service, INSTANCES))];
  expect(all).toHaveLength(9);
  return all;
});

export const INSTANCE_FIELD_RULES = [
  ...fieldRules("1.instance.type-of-", INSTANCE, FIELDS, samples),
  rule("1.instance.id-in-paths", INSTANCE)
    .states("The id leads to the instance in every operation, and no two instances share one")
    .test(async (service) => {
      const [a, b] = [await service.create(INSTANCES, EMPTY), await service.create(INSTANCES, EMPTY)];
      expect(a.id).not.toBe(b.id);
      for (const { id, label } of [a, b]) {
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}`))).toMatchObject({ id, label });
      }
    }),
  rule("1.instance.list-and-view-agree", "Document 1, Endpoints, Instances")
    .states("The list holds instances as their own paths show them")
    .testOn(running, async (service, { id }) => {
      expect(await list(service, INSTANCES)).toEqual([expectSuccess(await service.get(`${INSTANCES}/${id}`))]);
    }),
  rule("1.instance.image-deployed-from", INSTANCE)
    .states("The image is the one that the disk was deployed from, and null when there was none")
    .test(async (service) => {
      expect(await service.create(INSTANCES, DEBIAN)).toMatchObject({ image: DEBIAN.image });
      expect(await service.create(INSTANCES, EMPTY)).toMatchObject({ image: null });
    }),
  rule("1.instance.one-public-address", INSTANCE)
    .states("A new instance has one public IPv4 address, its own")
    .test(async (service) => {
      const [a, b] = [await service.create(INSTANCES, EMPTY), await service.create(INSTANCES, DEBIAN)];
      expect([a.ipv4.length, b.ipv4.length]).toEqual([1, 1]);
      expect(a.ipv4[0]).not.toBe(b.ipv4[0]);
    }),
  rule("1.instance.own-ipv6", INSTANCE)
    .states("The IPv6 address belongs to one instance alone")
    .test(async (service) => {
      const [a, b] = [await service.create(INSTANCES, EMPTY), await service.create(INSTANCES, EMPTY)];
      expect(isIPv6(String(a["ipv6"]).replace("/128", ""))).toBe(true);
      expect(a["ipv6"]).not.toBe(b["ipv6"]);
    }),
  rule("1.instance.statuses", "Document 1, States and transitions")
    .states("The status can show each of its twelve values")
    .test(async (service) => {
      const { id } = await service.create(INSTANCES, EMPTY);
      for (const status of STATUSES) {
        service.emulator.poke("instance", id, { status });
        expect(expectSuccess(await service.get(`${INSTANCES}/${id}`)).status).toBe(status);
      }
    }),
  rule("1.instance.ipv4-reassigned", INSTANCE)
    .states("IPv4 addresses can be given to another instance or shared")
    .untestable("The endpoints for it belong to networking, which the document does not show."),
  rule("1.instance.ipv6-null", INSTANCE)
    .states("The IPv6 address is null while none is assigned")
    .untestable("No operation of the document makes an instance without one."),
  rule("1.instance.display-only", INSTANCE)
    .states("Label and tags are for people and have no effect")
    .untestable("The absence of every effect cannot be shown by a test."),
];
