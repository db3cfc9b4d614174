import { DOMAIN, reasons, start } from "./support/client";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB someone@example.com";

describe("events", () => {
  test("are listed newest first, about what they happened to", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    await client.create(`/compute/instances/${id}/shutdown`);
    const { data } = (await client.get("/account/events")).body;
    expect(data[data.length - 1]).toMatchObject({
      action: "compute_create",
      entity: { id, type: "compute", label: `compute${id}`, url: `/v4/compute/instances/${id}` },
      secondary_entity: null,
      username: "admin",
    });
    expect((await client.get(`/account/events/${data[0].id}`)).body).toEqual(data[0]);
  });

  test("end with the job that they belong to, and tell how long it took", async () => {
    const client = await start();
    const { id } = await client.create("/compute/instances", {
      region: "us-east",
      type: "g6-nanode-1",
      image: "compute/debian11",
      root_pass: "correct horse",
      booted: false,
    });
    const filter = JSON.stringify({ action: "compute_create", "entity.id": id, "entity.type": "compute" });
    const event = async () => (await client.get("/account/events", { "X-Filter": filter })).body.data[0];
    expect(await event()).toMatchObject({ status: "started", duration: null, percent_complete: 0 });
    client.emulator.clock.advance(10_000);
    expect(await event()).toMatchObject({ status: "finished", duration: 7, percent_complete: 100 });
  });

  test("are seen together with all older ones, and read one by one", async () => {
    const client = await start();
    for (const domain of ["a.example", "b.example", "c.example"])
      await client.create("/domains", { ...DOMAIN, domain });
    const ids = (await client.get("/account/events")).body.data.map((event) => event.id);
    await client.create(`/account/events/${ids[1]}/seen`);
    await client.create(`/account/events/${ids[1]}/read`);
    const { data } = (await client.get("/account/events")).body;
    expect(data.map((event) => [event["seen"], event["read"]])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
  });
});

describe("profile", () => {
  test("has no grants to show where everything is allowed", async () => {
    const client = await start();
    expect((await client.get("/profile")).body).toMatchObject({ username: "admin", restricted: false });
    expect(await client.get("/profile/grants")).toMatchObject({ status: 204, body: "" });
  });

  test("shows a restricted user's grants, on the account and on each object", async () => {
    const token = { token: "guest", username: "guest", restricted: true, grants: ["add_domains"] };
    const client = await start({ tokens: ["admin", token] });
    const other = await client.create("/domains", DOMAIN);
    const guest = { headers: { Authorization: "Bearer guest" } };
    const body = JSON.stringify({ ...DOMAIN, domain: "example.net" });
    const mine = (await client.send("POST", "/v4/domains", { ...guest, body })).body;
    expect((await client.send("GET", "/v4/profile/grants", guest)).body).toMatchObject({
      global: { add_domains: true, add_computes: false },
      domain: [
        { id: other.id, label: "example.org", permissions: null },
        { id: mine.id, label: "example.net", permissions: "read_write" },
      ],
    });
  });

  test("keeps the SSH keys of each user apart", async () => {
    const client = await start({ tokens: ["admin", { token: "second", username: "second" }] });
    const key = await client.create("/profile/sshkeys", { label: "laptop", ssh_key: KEY });
    expect((await client.put(`/profile/sshkeys/${key.id}`, { label: "desk" })).body.label).toBe("desk");
    const other = { headers: { Authorization: "Bearer second" } };
    expect((await client.send("GET", `/v4/profile/sshkeys/${key.id}`, other)).status).toBe(404);
    expect((await client.send("GET", "/v4/profile/sshkeys", other)).body["results"]).toBe(0);
    expect((await client.get("/account/users/admin")).body["ssh_keys"]).toEqual(["desk"]);
    expect((await client.delete(`/profile/sshkeys/${key.id}`)).status).toBe(200);
    expect(reasons(await client.post("/profile/sshkeys", { label: "x", ssh_key: "no" }))).toHaveProperty("ssh_key");
  });
});

describe("account", () => {
  test("shows and changes its settings", async () => {
    const client = await start();
    expect((await client.get("/account/settings")).body["backups_enabled"]).toBe(false);
    expect((await client.put("/account/settings", { backups_enabled: true })).body["backups_enabled"]).toBe(true);
    expect((await client.get("/account/settings")).body["backups_enabled"]).toBe(true);
  });

  test("counts the transfer of its instances", async () => {
    const client = await start();
    await client.create("/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    expect((await client.get("/account/transfer")).body).toEqual({
      used: 0,
      billable: 0,
      quota: 1000,
      region_transfers: [],
    });
  });

  test("is not served with the documents alone", async () => {
    const client = await start({ documentedOnly: true });
    for (const path of ["/account", "/account/events", "/profile", "/compute/kernels", "/compute/types"]) {
      expect((await client.get(path)).status).toBe(404);
    }
  });
});

describe("kernels", () => {
  test("are listed and viewed by an id with a slash", async () => {
    const client = await start();
    expect((await client.get("/compute/kernels/compute/grub2")).body.label).toBe("GRUB 2");
    const filter = JSON.stringify({ architecture: "i386" });
    expect((await client.get("/compute/kernels", { "X-Filter": filter })).body["results"]).toBe(1);
  });
});
