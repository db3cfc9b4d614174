import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { pathOf, running } from "./support/instances";

describe("beyond the documents: rebuild", () => {
  test("begins again from another image, with new disks, and runs", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    const before = (await client.get(`${path}/disks`)).body.data.map((disk) => disk.id);
    const answer = await client.create(`${path}/rebuild`, { image: "compute/ubuntu22.04", root_pass: "correct horse" });
    expect(answer).toMatchObject({ status: "rebuilding", image: "compute/ubuntu22.04" });
    client.emulator.clock.advance(PROVISION_MS);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body).toMatchObject({ status: "running", image: "compute/ubuntu22.04" });
    const after = (await client.get(`${path}/disks`)).body.data;
    expect(after.map((disk) => disk.label)).toEqual(["Ubuntu 22.04 LTS Disk", "512 MB Swap Image"]);
    expect(after.some((disk) => before.includes(disk.id))).toBe(false);
  });

  test("ends offline when it is not to be booted", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    await client.create(`${path}/rebuild`, { image: DEBIAN.image, root_pass: "correct horse", booted: false });
    client.emulator.clock.advance(2 * PROVISION_MS);
    expect((await client.get(path)).body.status).toBe("offline");
  });

  test("needs an image that exists, and a password", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    expect(reasons(await client.post(`${path}/rebuild`))).toEqual({
      image: ["You must specify an image"],
      root_pass: ["root_pass is required"],
    });
    const reply = await client.post(`${path}/rebuild`, { image: "compute/nope", root_pass: "correct horse" });
    expect(reasons(reply)).toEqual({ image: ["image is not valid"] });
  });
});

describe("beyond the documents: migration", () => {
  test("takes an instance to another region and back to its power state", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    await client.create(`${path}/migrate`, { region: "eu-central" });
    expect((await client.get(path)).body).toMatchObject({ status: "migrating", region: "us-east" });
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body).toMatchObject({ status: "running", region: "eu-central" });
  });

  test("does not start for an instance with a VLAN, to a region without VLANs", async () => {
    const client = await start();
    const vlan = [{ purpose: "vlan", label: "net" }];
    const path = pathOf(await running(client, { region: "us-southeast", interfaces: vlan }));
    expect(reasons(await client.post(`${path}/migrate`, { region: "us-east" }))).toEqual({
      region: ["VLANs are not available in this region"],
    });
    expect((await client.post(`${path}/migrate`, { region: "ca-central" })).status).toBe(200);
  });

  test("can be a rescue, and never an upgrade", async () => {
    const client = await start();
    const path = pathOf(await running(client));
    expect((await client.post(`${path}/mutate`)).status).toBe(400);
    await client.create(`${path}/rescue`, { devices: {} });
    expect((await client.get(path)).body.status).toBe("rebooting");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await client.get(path)).body.status).toBe("running");
  });
});
