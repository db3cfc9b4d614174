import { start } from "./support/client";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB someone@example.com";
const KEYS = "/profile/sshkeys";

test("an SSH key is made, shown, renamed and deleted", async () => {
  const client = await start();
  const made = await client.create(KEYS, { label: "laptop", ssh_key: KEY });
  expect(made).toMatchObject({ label: "laptop", ssh_key: KEY });
  const renamed = await client.put(`${KEYS}/${made.id}`, { label: "desk" });
  expect((await client.get(`${KEYS}/${made.id}`)).body).toEqual(renamed.body);
  expect((await client.get("/account/users/admin")).body["ssh_keys"]).toEqual(["desk"]);
  expect((await client.delete(`${KEYS}/${made.id}`)).status).toBe(200);
  expect((await client.get(`${KEYS}/${made.id}`)).status).toBe(404);
});
