import type { Started } from "./support/client";
import { PROVISION_MS, reasons, start } from "./support/client";
import { backedUp, configsOf, EMPTY, INSTANCES, restore, ROOMY, statusOf } from "./support/instances";

const AMBIGUOUS = {
  config_id: ["There are several configuration profiles and none was booted last: config_id is required."],
};

/** An instance that is off, with so many configs, none of which was ever booted. */
async function withConfigs(client: Started, count: number): Promise<{ id: number; configs: readonly number[] }> {
  const source = await backedUp(client);
  const { id } = await client.create(INSTANCES, ROOMY);
  for (let times = 0; times < count; times += 1) {
    await restore(client, source.id, source.backup.id, { compute_id: id });
    client.emulator.clock.advance(PROVISION_MS);
  }
  return { id, configs: (await configsOf(client, id)).map((config) => config.id) };
}

async function bootAndStop(client: Started, id: number, body?: object): Promise<unknown> {
  const reply = await client.post(`${INSTANCES}/${id}/boot`, body);
  client.emulator.clock.advance(PROVISION_MS);
  const event = (await client.get("/account/events", { "X-Filter": '{"action":"compute_boot"}' })).body.data[0];
  client.emulator.poke("instance", id, { power: "off" });
  return reply.status === 200 ? (event["secondary_entity"] as { id: number }).id : reasons(reply);
}

describe("a boot without config_id", () => {
  test("uses the only config", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 1);
    expect(await bootAndStop(client, id)).toBe(configs[0]);
  });

  test("uses the last booted one of several", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 3);
    for (const config_id of [configs[2], configs[1]]) {
      expect(await bootAndStop(client, id, { config_id })).toBe(config_id);
      expect(await bootAndStop(client, id)).toBe(config_id);
    }
  });

  test("is refused with several, none of which was ever booted", async () => {
    const client = await start();
    const { id } = await withConfigs(client, 2);
    expect(await bootAndStop(client, id)).toEqual(AMBIGUOUS);
    expect(await statusOf(client, id)).toBe("offline");
  });

  test("is refused with several, when the last booted one was deleted", async () => {
    const client = await start();
    const { id, configs } = await withConfigs(client, 3);
    await bootAndStop(client, id, { config_id: configs[1] });
    client.emulator.remove("config", configs[1] ?? 0);
    expect(await bootAndStop(client, id)).toEqual(AMBIGUOUS);
    client.emulator.remove("config", configs[2] ?? 0);
    expect(await bootAndStop(client, id)).toBe(configs[0]);
  });

  test("is refused with several after a restore with overwrite, which deleted the last booted one", async () => {
    const client = await start();
    const { id, backup } = await backedUp(client);
    const many = await withConfigs(client, 2);
    await client.create(`${INSTANCES}/${many.id}/boot`, { config_id: many.configs[0] });
    client.emulator.clock.advance(PROVISION_MS);
    await restore(client, id, backup.id, { compute_id: many.id, overwrite: true });
    client.emulator.clock.advance(PROVISION_MS);
    await restore(client, id, backup.id, { compute_id: many.id });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await bootAndStop(client, many.id)).toEqual(AMBIGUOUS);
  });

  test("is refused without any config", async () => {
    const client = await start();
    const { id } = await client.create(INSTANCES, EMPTY);
    expect(await bootAndStop(client, id)).toEqual({ "": ["This Compute has no configuration profile to boot."] });
  });
});
