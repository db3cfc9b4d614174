import type { Started } from "../../../emulator/support/client";
import { DEBIAN } from "../../../emulator/support/client";
import { INSTANCES, ROOMY } from "../../../emulator/support/instances";
import { list } from "../../lists";
import { rule } from "../../rule";
import { expectRefusal, expectSuccess, LONG_MS, waitForStatus } from "../../support";
import { backedUp, boots, restore } from "./support";

const BOOT = "Document 1, Endpoints, Instances, rule 4";

/** An offline instance with one config that was never booted. */
async function neverBooted(service: Started): Promise<number> {
  const { id } = await service.create(INSTANCES, { ...DEBIAN, booted: false });
  await waitForStatus(service, `${INSTANCES}/${id}`, "offline");
  service.emulator.clock.advance(LONG_MS);
  return id;
}

interface Growing {
  readonly id: number;
  /** Adds a config by restoring a backup without overwrite. */
  readonly addConfig: () => Promise<void>;
  readonly powerOff: () => void;
}

/** An instance without configs that was never booted. */
async function growing(service: Started): Promise<Growing> {
  const source = await backedUp(service);
  const { id } = await service.create(INSTANCES, ROOMY);
  const powerOff = () => void service.emulator.poke("instance", id, { power: "off" });
  const addConfig = async () => {
    const reply = await restore(service, source.id, source.backup.id, { compute_id: id, overwrite: false });
    expectSuccess(reply);
    powerOff();
  };
  return { id, addConfig, powerOff };
}

export const BOOT_RULES = [
  rule("1.boot.one-config", `${BOOT}; Conventions`)
    .states(
      "Without config_id, the only config is used; boot returns an empty object, and the instance runs afterwards",
    )
    .test(async (service) => boots(service, await neverBooted(service))),
  rule("1.boot.config-id", "Document 1, Endpoints, Instances", { usesExtensions: true })
    .states("config_id names the config to boot with")
    .testOn(neverBooted, async (service, id) => {
      const [config] = await list(service, `${INSTANCES}/${id}/configs`);
      const other = await neverBooted(service);
      const [foreign] = await list(service, `${INSTANCES}/${other}/configs`);
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`, { config_id: foreign?.id }));
      await boots(service, id, { config_id: config?.id });
    }),
  rule("1.boot.config-id-type", "Document 1, Endpoints, Instances")
    .states("config_id is an integer")
    .testOn(neverBooted, async (service, id) => {
      for (const config_id of ["first", 1.5, true]) {
        expectRefusal(await service.post(`${INSTANCES}/${id}/boot`, { config_id }), "config_id");
      }
      await boots(service, id);
    }),
  rule("1.boot.never-booted", `${BOOT}; Errors`)
    .states("Without config_id, boot is rejected when there are several configs and none was ever booted")
    .testOn(growing, async (service, { id, addConfig }) => {
      await addConfig();
      await addConfig();
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`));
      service.emulator.clock.advance(LONG_MS);
      expect((await service.get(`${INSTANCES}/${id}`)).body.status).toBe("offline");
    }),
  rule("1.boot.last-booted", BOOT)
    .states("Without config_id, of several configs the one that was booted last is used")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      await boots(service, id);
      powerOff();
      await addConfig();
      await boots(service, id);
    }),
  rule("1.boot.explicit-counts-as-booted", BOOT, { usesExtensions: true })
    .states("A config that was named at a boot is the last booted one from then on")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      await addConfig();
      const [config] = await list(service, `${INSTANCES}/${id}/configs`);
      await boots(service, id, { config_id: config?.id });
      powerOff();
      await boots(service, id);
    }),
  rule("1.boot.last-booted-deleted", `${BOOT}; Errors`, { usesExtensions: true })
    .states("Without config_id, boot is rejected when the last booted config is deleted and several are left")
    .testOn(growing, async (service, { id, addConfig, powerOff }) => {
      await addConfig();
      const [first] = await list(service, `${INSTANCES}/${id}/configs`);
      await boots(service, id);
      powerOff();
      await addConfig();
      await addConfig();
      expectSuccess(await service.delete(`${INSTANCES}/${id}/configs/${first?.id}`));
      service.emulator.clock.advance(LONG_MS);
      expectRefusal(await service.post(`${INSTANCES}/${id}/boot`));
    }),
];
