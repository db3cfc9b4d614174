import { PROVISION_MS } from "./support/client";
import { EMPTY } from "./support/instances";
import { api, clientUser, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

describe("the account of @linode/api-v4", () => {
  test("is shown, with its settings, which can be updated", async () => {
    await startForClient();
    expect(await api.getAccountInfo()).toMatchObject({ email: "admin@example.com", balance: 0 });
    expect(await api.getAccountSettings()).toMatchObject({ backups_enabled: false, network_helper: true });
    const changed = await api.updateAccountSettings({ backups_enabled: true });
    expect(changed).toMatchObject({ backups_enabled: true, network_helper: true });
    expect(await api.getAccountSettings()).toEqual(changed);
  });

  test("has the transfer of its instances", async () => {
    await startForClient();
    expect(await api.getNetworkUtilization()).toMatchObject({ used: 0, quota: 0 });
    await api.createLinode(EMPTY);
    expect(await api.getNetworkUtilization()).toMatchObject({ used: 0, quota: 1000 });
  });

  test("has the users of the tokens", async () => {
    await startForClient({ tokens: [clientUser({}), { token: "other", username: "jane", restricted: true }] });
    const { data } = await api.getUsers({ page_size: 25 }, { username: "jane" });
    expect(data).toMatchObject([{ username: "jane", restricted: true, email: "jane@example.com" }]);
    expect(await api.getUser("admin")).toMatchObject({ username: "admin", restricted: false });
    await expect(api.getUser("nobody")).rejects.toMatchObject({ response: { status: 404 } });
  });

  itExercises("account/account", "account/users");
});

describe("events of @linode/api-v4", () => {
  test("report the history of an instance, are filterable, and can be marked", async () => {
    const { emulator } = await startForClient();
    const { id, label } = await api.createLinode({ ...EMPTY, label: "web-1" });
    await api.deleteLinode(id);
    const filter = { "entity.type": "linode", "entity.id": id, "+order_by": "id", "+order": "asc" };
    const { data } = await api.getEvents({ page_size: 25 }, filter);
    expect(data).toMatchObject([
      { action: "linode_create", entity: { id, label, type: "linode" }, username: "admin" },
      { action: "linode_delete", status: "started", seen: false, read: false },
    ]);

    emulator.clock.advance(PROVISION_MS);
    expect(await api.getEvent(data[1].id)).toMatchObject({ status: "finished", percent_complete: 100 });
    expect(await api.markEventSeen(data[1].id)).toEqual({});
    expect((await api.getEvents()).data).toMatchObject([{ seen: true }, { seen: true }]);
    expect(await api.markEventRead(data[0].id)).toEqual({});
    expect(await api.getEvent(data[0].id)).toMatchObject({ read: true });
  });

  itExercises("account/events");
});
