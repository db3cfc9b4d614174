import { api, clientUser, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHvOIWEg6ZYUYrAmzRoyYzNCmqCq0EhFpMGBdYyZ8hNq me@example.org";

describe("the profile of @linode/api-v4", () => {
  test("is that of the token's user", async () => {
    await startForClient({ tokens: [clientUser({ username: "jane", restricted: true })] });
    expect(await api.getProfile({})).toMatchObject({ username: "jane", restricted: true });
  });

  test("has no grants for an unrestricted user", async () => {
    await startForClient();
    expect(await api.getMyGrants()).toBe("");
    expect(await api.listGrants()).toBe("");
  });

  test("lists the grants of a restricted user", async () => {
    await startForClient({ tokens: [clientUser({ restricted: true, grants: ["add_domains"] })] });
    const { id } = await api.createDomain({ domain: "example.org", type: "master", soa_email: "a@example.org" });
    const grants = await api.getMyGrants();
    expect(grants).toMatchObject({
      global: { add_domains: true, add_linodes: false },
      domain: [{ id, label: "example.org", permissions: "read_write" }],
      linode: [],
    });
    expect(await api.listGrants()).toEqual(grants);
  });

  itExercises("profile/profile");
});

describe("SSH keys of @linode/api-v4", () => {
  test("live from creation to deletion", async () => {
    await startForClient();
    const created = await api.createSSHKey({ label: "laptop", ssh_key: KEY });
    expect(created).toMatchObject({ label: "laptop", ssh_key: KEY });
    expect(await api.updateSSHKey(created.id, { label: "desktop" })).toEqual({ ...created, label: "desktop" });
    expect(await api.getSSHKey(created.id)).toEqual({ ...created, label: "desktop" });
    expect(await api.getSSHKeys({ page: 1 }, { label: "desktop" })).toMatchObject({ data: [{ id: created.id }] });
    expect(await api.deleteSSHKey(created.id)).toEqual({});
    expect(await api.getSSHKeys()).toMatchObject({ data: [], results: 0 });
  });

  itExercises("profile/sshkeys");
});
