import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { uploaded } from "./support/images";
import { backedUp, EMPTY, INSTANCES, restore } from "./support/instances";

const documentedOnly = true;

describe("with the documents' rules alone, an instance", () => {
  test.each([
    ["a label with other characters", { label: "a b -- ü" }],
    ["a tag without a character", { tags: [""] }],
    ["interfaces of any purpose", { interfaces: [{ purpose: "ipsec", label: "x", ipam_address: "y" }, {}] }],
    ["two public interfaces", { interfaces: [{ purpose: "public" }, { purpose: "public", label: "x" }] }],
    ["a private image with a StackScript", { stackscript_id: 9002, image: "private/70001" }],
  ])("is created with %s", async (_what, fields) => {
    const client = await start({ documentedOnly });
    await uploaded(client);
    expect((await client.post(INSTANCES, { ...DEBIAN, ...fields })).status).toBe(200);
  });

  test("is created with the label of another one, and takes it over in an update", async () => {
    const client = await start({ documentedOnly });
    await client.create(INSTANCES, { ...EMPTY, label: "web" });
    const { id } = await client.create(INSTANCES, { ...EMPTY, label: "web" });
    expect((await client.put(`${INSTANCES}/${id}`, { label: "web" })).status).toBe(200);
  });

  test("takes every alert, and a schedule of any words at any time", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, EMPTY);
    const schedule = { day: "first of the month", window: "night" };
    const reply = await client.put(`${INSTANCES}/${id}`, { alerts: { cpu: 9_999, io: -1 }, backups: { schedule } });
    expect(reply.body).toMatchObject({ alerts: { cpu: 9_999, io: -1 }, backups: { enabled: false, schedule } });
    await client.create(`${INSTANCES}/${id}/backups/enable`);
    expect((await client.put(`${INSTANCES}/${id}`, { backups: { schedule } })).status).toBe(200);
  });

  test("has a snapshot taken without the backup service", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, EMPTY);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.post(`${INSTANCES}/${id}/backups`, { label: "before" })).status).toBe(200);
  });

  test("keeps the limits of the documents", async () => {
    const client = await start({ documentedOnly });
    const interfaces = [{}, {}, {}, { purpose: 1 }];
    expect(reasons(await client.post(INSTANCES, { ...DEBIAN, label: "x", root_pass: "short", interfaces }))).toEqual({
      label: ["Length must be 3-64 characters"],
      root_pass: ["Length must be 7-128 characters"],
      interfaces: ["Must have at most 3 items"],
    });
    const vlan = { interfaces: [{ purpose: "vlan" }] };
    expect(Object.keys(reasons(await client.post(INSTANCES, { ...DEBIAN, ...vlan })))).toEqual(["interfaces"]);
  });

  test("is made from a backup, and takes one, in another region", async () => {
    const client = await start({ documentedOnly });
    const { id, backup } = await backedUp(client);
    const { id: compute_id } = await client.create(INSTANCES, { ...EMPTY, region: "eu-west" });
    expect((await restore(client, id, backup.id, { compute_id })).status).toBe(200);
    const made = await client.post(INSTANCES, { ...EMPTY, region: "eu-west", backup_id: backup.id });
    expect(made.status).toBe(200);
  });

  test("does not take a VLAN to a region that has none, by whatever way", async () => {
    const client = await start({ documentedOnly });
    const interfaces = [{ purpose: "vlan" }];
    const { id, backup } = await backedUp(client, { region: "us-southeast", interfaces });
    const { id: compute_id } = await client.create(INSTANCES, EMPTY);
    const none = ["VLANs are not available in this region"];
    expect(reasons(await restore(client, id, backup.id, { compute_id }))).toEqual({ compute_id: none });
    expect(reasons(await client.post(INSTANCES, { ...EMPTY, backup_id: backup.id }))).toEqual({ region: none });
    expect(reasons(await client.post(`${INSTANCES}/${id}/clone`, EMPTY))).toEqual({ region: none });
  });

  test("is cloned like it is when nothing else is said, and region and type say nothing of an existing target", async () => {
    const client = await start({ documentedOnly });
    const { id } = await client.create(INSTANCES, { region: "eu-west", type: "g6-standard-1" });
    const target = await client.create(`${INSTANCES}/${id}/clone`);
    expect(target).toMatchObject({ region: "eu-west", type: "g6-standard-1" });
    client.emulator.clock.advance(PROVISION_MS);
    const again = await client.create(`${INSTANCES}/${id}/clone`, { ...EMPTY, compute_id: target.id, label: "other" });
    expect({ ...again, updated: target.updated }).toEqual(target);
  });
});
