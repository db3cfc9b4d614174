import type { Started } from "../../../emulator/support/client";
import { DEBIAN } from "../../../emulator/support/client";
import { INSTANCES } from "../../../emulator/support/instances";
import { list } from "../../lists";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess, waitForStatus } from "../../support";

const CREATE = "Document 1, Instance create request";

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

export const INTERFACE_RULES = [
  rule("1.interfaces.at-most-three", `${CREATE}; Limits`)
    .states("An instance has at most three interfaces")
    .test(async (service) => {
      const region = (await regions(service)).next;
      expectSuccess(await service.post(INSTANCES, { ...DEBIAN, region, interfaces: THREE }));
      const four = [...THREE, vlan("fourth", 3)];
      expectRefusal(await service.post(INSTANCES, { ...DEBIAN, region, interfaces: four }), "interfaces");
    }),
  ...(["purpose", "label", "ipam_address"] as const).map((field) =>
    rule(`1.interfaces.${field.replace("_", "-")}`, CREATE)
      .states(`The ${field} of an interface is a text`)
      .test(async (service) => {
        const region = (await regions(service)).next;
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
    .test(async (service) => {
      const region = (await regions(service)).next;
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
