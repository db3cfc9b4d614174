import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

describe("regions of @linode/api-v4", () => {
  test("are listed and shown", async () => {
    await startForClient();
    const { data, results } = await api.getRegions({ page: 1, page_size: 25 });
    expect(data).toHaveLength(Number(results));
    const [first] = data;
    expect(await api.getRegion(String(first.id))).toEqual(first);
    expect(first).toMatchObject({ status: "ok", capabilities: expect.arrayContaining(["Linodes"]) });
  });

  itExercises("regions/regions");
});

describe("StackScripts of @linode/api-v4", () => {
  test("of other users are listed and shown", async () => {
    await startForClient();
    const { data } = await api.getStackScripts({ page_size: 25 }, { username: "linode", label: "web-server" });
    expect(data).toMatchObject([{ id: 9001, mine: false, user_defined_fields: [{ name: "site_name" }, {}] }]);
    expect(await api.getStackScript(9001)).toEqual(data[0]);
  });

  test("of the user live from creation to deletion", async () => {
    await startForClient();
    const script = "#!/bin/sh\necho hello\n";
    const created = await api.createStackScript({ label: "hello", images: ["linode/debian11"], script });
    expect(created).toMatchObject({ label: "hello", script, is_public: false, mine: true });
    const changed = await api.updateStackScript(created.id, { description: "says hello", rev_note: "second" });
    expect(changed).toMatchObject({ label: "hello", description: "says hello", rev_note: "second" });
    expect((await api.getStackScripts({}, { mine: true })).data).toEqual([changed]);
    expect(await api.deleteStackScript(created.id)).toEqual({});
    await expect(api.getStackScript(created.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  itExercises("stackscripts/stackscripts");
});
