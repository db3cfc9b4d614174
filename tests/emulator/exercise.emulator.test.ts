import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { start } from "./support/client";
import { askControl, stateOf } from "./support/control";

test("a kind of one file and one line in the list is served, stored, shown and changeable out of band", async () => {
  const dataFile = join(temporaryFolder(), "data");
  const first = await start({ dataFile });
  const { id } = await first.create("/profile/tokens", { label: "one" });
  await first.create("/profile/tokens", { label: "two" });
  expect((await first.send("DELETE", `/v4/profile/tokens/${id + 1}`)).status).toBe(200);
  await first.emulator.close();
  const client = await start({ dataFile });
  expect((await client.get(`/profile/tokens/${id}`)).body).toMatchObject({ id, label: "one", status: "valid" });
  expect((await stateOf(client)).sectionOf("tokens")).toMatchObject({
    heading: "Tokens",
    control: true,
    statuses: { valid: 1 },
    rows: [{ id, title: "one", edit: { label: "one" } }],
  });
  expect((await askControl(client, "GET /tokens")).body).toMatchObject({ tokens: [{ id, label: "one" }] });
  await askControl(client, `POST /tokens/${id}`, { status: "revoked", label: "changed" });
  expect((await client.get("/profile/tokens")).body.data).toMatchObject([{ id, label: "changed", status: "revoked" }]);
  expect((await askControl(client, `POST /tokens/${id}`, { status: "lost" })).status).toBe(400);
  expect((await askControl(client, `DELETE /tokens/${id}`)).status).toBe(200);
  expect((await client.get(`/profile/tokens/${id}`)).status).toBe(404);
});
