import type { Body } from "./support/client";
import { DEBIAN, PROVISION_MS } from "./support/client";
import { EMPTY } from "./support/instances";
import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

const ORDER = { ...DEBIAN, image: "linode/debian11" };

/** A running instance of the client, and the clock. */
async function running(fields: object = {}) {
  const { emulator } = await startForClient();
  const { id } = await api.createLinode({ ...ORDER, ...fields });
  const finish = async (): Promise<Body> => {
    emulator.clock.advance(PROVISION_MS);
    return api.getLinode(id);
  };
  expect(await finish()).toMatchObject({ status: "running" });
  return { id, finish };
}

const refused = (reason: unknown) => ({ response: { status: 400, data: { errors: [{ reason }] } } });

describe("instances of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    const { emulator } = await startForClient();
    const fields = { label: "web-1", tags: ["mine"], private_ip: true, backups_enabled: true, swap_size: 256 };
    const created = await api.createLinode({ ...ORDER, ...fields, authorized_keys: [], stackscript_data: {} });
    expect(created).toMatchObject({ label: "web-1", tags: ["mine"], status: "provisioning", specs: { gpus: 0 } });
    expect(created.ipv4).toHaveLength(2);

    emulator.clock.advance(PROVISION_MS);
    const changes = { label: "web-2", tags: [], watchdog_enabled: false };
    const schedule = { day: "Monday", window: "W4" };
    expect(await api.updateLinode(created.id, { ...changes, backups: { schedule } })).toMatchObject({
      ...changes,
      status: "running",
      backups: { enabled: true, schedule },
    });
    const { data, results } = await api.getLinodes({ page: 1, page_size: 25 }, { label: "web-2" });
    expect([data, results]).toEqual([[await api.getLinode(created.id)], 1]);

    expect(await api.deleteLinode(created.id)).toEqual({});
    emulator.clock.advance(PROVISION_MS);
    await expect(api.getLinode(created.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  test("can be updated with what was read", async () => {
    const { id } = await running();
    const { alerts, backups, label, tags, watchdog_enabled, group } = await api.getLinode(id);
    expect(backups).toMatchObject({ enabled: false });
    const changed = await api.updateLinode(id, {
      alerts: { ...alerts, cpu: 50 },
      label,
      tags,
      watchdog_enabled,
      group,
    });
    expect(changed).toMatchObject({ alerts: { ...alerts, cpu: 50 }, label });
  });

  test("are rejected with the real service's message if they already exist", async () => {
    await startForClient();
    await api.createLinode({ ...EMPTY, label: "web-1" });
    await expect(api.createLinode({ ...EMPTY, label: "web-1" })).rejects.toMatchObject(
      refused("Label must be unique among your linodes"),
    );
  });

  test("have no volumes and firewalls", async () => {
    const { id } = await running();
    for (const list of [api.getLinodeVolumes, api.getLinodeFirewalls]) {
      expect(await list(id, { page_size: 25 })).toMatchObject({ data: [], results: 0 });
    }
  });
});

describe("actions of @linode/api-v4 on instances", () => {
  test("power them off and on, and reset the password", async () => {
    const { id, finish } = await running();
    expect(await api.linodeShutdown(id)).toEqual({});
    await expect(api.linodeBoot(id)).rejects.toMatchObject(refused("Linode busy."));
    expect(await finish()).toMatchObject({ status: "offline" });
    expect(await api.changeLinodePassword(id, "another horse")).toEqual({});
    const [config] = (await api.getLinodeConfigs(id)).data;
    expect(await api.linodeBoot(id, config.id)).toEqual({});
    expect(await finish()).toMatchObject({ status: "running" });
    expect(await api.linodeReboot(id)).toEqual({});
    expect(await api.getLinode(id)).toMatchObject({ status: "rebooting" });
    expect(await finish()).toMatchObject({ status: "running" });
  });

  test("change their plan", async () => {
    const { id, finish } = await running();
    const payload = { type: "g6-standard-1", allow_auto_disk_resize: true, migration_type: "cold" };
    expect(await api.resizeLinode(id, payload)).toEqual({});
    expect(await finish()).toMatchObject({ type: "g6-standard-1", status: "running", specs: { memory: 2048 } });
    await expect(api.startMutation(id)).rejects.toMatchObject(refused(expect.stringMatching(/no upgrade/)));
  });

  test("rebuild them", async () => {
    const { id, finish } = await running();
    const payload = { image: "linode/ubuntu22.04", root_pass: "another horse", authorized_users: [], booted: true };
    expect(await api.rebuildLinode(id, payload)).toMatchObject({
      id,
      image: "linode/ubuntu22.04",
      status: "rebuilding",
    });
    expect(await finish()).toMatchObject({ image: "linode/ubuntu22.04", status: "running" });
  });

  test("rescue them", async () => {
    const { id, finish } = await running();
    const [disk] = (await api.getLinodeDisks(id)).data;
    expect(await api.rescueLinode(id, { sda: { disk_id: disk.id, volume_id: null } })).toEqual({});
    expect(await finish()).toMatchObject({ status: "running" });
    expect(await api.rescueMetalLinode(id)).toEqual({});
  });

  test("migrate them", async () => {
    const { id, finish } = await running();
    expect(await api.scheduleOrQueueMigration(id, { region: "eu-west" })).toEqual({});
    expect(await api.getLinode(id)).toMatchObject({ region: "us-east", status: "migrating" });
    expect(await finish()).toMatchObject({ region: "eu-west", status: "running" });
    expect(await api.scheduleOrQueueMigration(id)).toEqual({});
  });

  test("clone them, to new ones and to existing ones", async () => {
    const { id, finish } = await running({ tags: ["mine"] });
    const copy = await api.cloneLinode(id, { region: "us-east", type: "g6-standard-1", label: "copy", tags: ["mine"] });
    expect(copy).toMatchObject({ label: "copy", tags: ["mine"], status: "offline" });
    await finish();
    expect((await api.getLinodeDisks(copy.id)).results).toBe(2);
    expect(await api.cloneLinode(id, { linode_id: copy.id })).toMatchObject({ id: copy.id });
    await finish();
    expect((await api.getLinodeDisks(copy.id)).results).toBe(4);
  });

  itExercises("linodes/linodes", "linodes/actions");
});
