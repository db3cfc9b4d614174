import { DEBIAN, PROVISION_MS, reasons, start } from "./support/client";
import { running, view } from "./support/instances";

describe("beyond the documents: power", () => {
  test("shuts down over shutting_down, and an instance that is off is no failure", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/shutdown`)).body).toEqual({});
    expect((await view(client, id)).status).toBe("shutting_down");
    expect((await client.post(`/compute/instances/${id}/shutdown`)).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).status).toBe("offline");
    expect((await client.post(`/compute/instances/${id}/shutdown`)).status).toBe(200);
  });

  test("reboots over rebooting", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/reboot`)).body).toEqual({});
    expect((await view(client, id)).status).toBe("rebooting");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view(client, id)).status).toBe("running");
  });
});

describe("beyond the documents: resize", () => {
  test("migrates, and comes back running with the new type and a disk that fills it", async () => {
    const client = await start();
    const { id } = await running(client);
    expect((await client.post(`/compute/instances/${id}/resize`, { type: "g6-standard-1" })).body).toEqual({});
    expect(await view(client, id)).toMatchObject({ status: "migrating", type: "g6-nanode-1" });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, id)).toMatchObject({ status: "running", type: "g6-standard-1", specs: { disk: 51200 } });
    const { data } = (await client.get(`/compute/instances/${id}/disks`)).body;
    expect(data.map((disk) => disk.size)).toEqual([50688, 512]);
  });

  test("leaves an instance offline that was offline", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    await client.create(`/compute/instances/${id}/resize`, { type: "g6-standard-2" });
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view(client, id)).toMatchObject({ status: "offline", type: "g6-standard-2" });
  });

  test("refuses the same type, an unknown one, and one that is too small for the disks", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    const resize = async (body: unknown) => reasons(await client.post(`/compute/instances/${id}/resize`, body));
    expect(await resize({ type: "g6-standard-1" })).toEqual({ "": ["Compute is already running this service plan."] });
    expect(await resize({ type: "nope" })).toEqual({ type: ["A valid plan type by that ID was not found"] });
    expect(await resize({})).toEqual({ type: ["type is required"] });
    const tooSmall = {
      "": ["Compute has allocated more disk than the new service plan allows. Delete or resize disks smaller."],
    };
    expect(await resize({ type: "g6-nanode-1", allow_auto_disk_resize: false })).toEqual(tooSmall);
    expect(await resize({ type: "g6-nanode-1" })).toEqual(tooSmall);
  });

  test("to a smaller plan is possible once the disks fit, and leaves them as they are", async () => {
    const client = await start();
    const { id } = await running(client, { type: "g6-standard-1" });
    const path = `/compute/instances/${id}`;
    const [root] = (await client.get(`${path}/disks`)).body.data;
    const settle = () => client.emulator.clock.advance(PROVISION_MS);
    await client.create(`${path}/shutdown`);
    settle();
    await client.create(`${path}/disks/${root.id}/resize`, { size: 20_000 });
    settle();
    await client.create(`${path}/resize`, { type: "g6-nanode-1" });
    settle();
    expect(await view(client, id)).toMatchObject({ status: "offline", type: "g6-nanode-1" });
    expect((await client.get(`${path}/disks`)).body.data.map((disk) => disk.size)).toEqual([20_000, 512]);
  });

  test("is refused while a job runs", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", DEBIAN);
    const reply = await client.post(`/compute/instances/${id}/resize`, { type: "g6-standard-1" });
    expect(reply.body).toEqual({ errors: [{ reason: "Compute busy." }] });
    expect(reply.headers.get("retry-after")).toBe("1");
  });
});

describe("beyond the documents: root password", () => {
  test("is changed only while the instance is off", async () => {
    const client = await start();
    const { id } = await running(client);
    const change = (root_pass?: string) => client.post(`/compute/instances/${id}/password`, { root_pass });
    expect((await change("new password")).status).toBe(400);
    await client.create(`/compute/instances/${id}/shutdown`);
    expect((await change("new password")).body.errors[0].reason).toBe("Compute busy.");
    client.emulator.clock.advance(PROVISION_MS);
    expect((await change("new password")).body).toEqual({});
    expect(reasons(await change("short"))).toEqual({ root_pass: ["Length must be 7-128 characters"] });
    expect(reasons(await change())).toEqual({ root_pass: ["root_pass is required"] });
  });
});

describe("beyond the documents: disks and configs", () => {
  test("belong to one instance", async () => {
    const client = await start();
    const { id: a } = await running(client);
    const { id: b } = await running(client);
    const [disk] = (await client.get(`/compute/instances/${a}/disks`)).body.data;
    const [config] = (await client.get(`/compute/instances/${a}/configs`)).body.data;
    expect((await client.get(`/compute/instances/${b}/disks/${disk.id}`)).status).toBe(404);
    expect((await client.get(`/compute/instances/${b}/configs/${config.id}`)).status).toBe(404);
    expect((await client.get("/compute/instances/1/disks")).status).toBe(404);
  });
});
