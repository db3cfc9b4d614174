import type { FaultRule } from "../../emulator/index";
import { PROVISION_MS } from "./support/client";
import { announced, DATA, upload } from "./support/images";

/** An announced upload, of which the data will meet a fault. */
async function struck(fault: Pick<FaultRule, "effect" | "phase">) {
  const { client, ...rest } = await announced();
  client.emulator.faults.add({ method: "PUT", path: "/upload/{id}", ...fault });
  const statusLater = async () => {
    client.emulator.clock.advance(PROVISION_MS);
    return rest.status();
  };
  return { client, ...rest, statusLater };
}

describe("a scripted fault on the target of an upload", () => {
  test("answers instead, without taking the data", async () => {
    const { to, statusLater } = await struck({ effect: { kind: "status", status: 503 } });
    expect((await upload(to)).status).toBe(503);
    expect(await statusLater()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
    expect(await statusLater()).toBe("available");
  });

  test("resets the connection before the data is taken", async () => {
    const { to, statusLater } = await struck({ effect: { kind: "reset" } });
    await expect(upload(to)).rejects.toThrow();
    expect(await statusLater()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
  });

  test.each(["before", "after", "during"] as const)("delays %s", async (phase) => {
    const { to, statusLater } = await struck({ phase, effect: { kind: "delay", ms: 30 } });
    const from = performance.now();
    const response = await upload(to);
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(performance.now() - from).toBeGreaterThanOrEqual(phase === "during" ? 0 : 29);
    expect(await statusLater()).toBe("available");
  });

  test.each([
    { effect: { kind: "lostResponse" } },
    { effect: { kind: "truncate" } },
    { effect: { kind: "reset" }, phase: "after" },
    { effect: { kind: "reset" }, phase: "during" },
  ] as const)("loses the answer, although the data is there: %j", async (fault) => {
    const { to, statusLater } = await struck(fault);
    await expect(upload(to).then((response) => response.text())).rejects.toThrow();
    expect((await upload(to)).status).toBe(409);
    expect(await statusLater()).toBe("available");
  });

  test("answers a failure, although the data is there", async () => {
    const { to, statusLater } = await struck({ phase: "after", effect: { kind: "html", status: 502 } });
    expect((await upload(to)).status).toBe(502);
    expect(await statusLater()).toBe("available");
  });

  test("is followed by further requests of the same connection, also when the data was not read", async () => {
    const { to } = await struck({ effect: { kind: "status", status: 503 } });
    const large = Buffer.alloc(4_000_000, "no gzip data");
    expect((await upload(to, large)).status).toBe(503);
    expect((await upload(to, large)).status).toBe(400);
    expect((await upload(to)).status).toBe(200);
  });
});

describe("the request log", () => {
  test("counts uploads by a route of their own, and hides the signature", async () => {
    const { client, to } = await announced();
    await fetch(to);
    await upload(to);
    const signature = new URL(to).searchParams.get("signature") ?? "";
    const { byRoute, log } = client.emulator.requests();
    expect(byRoute).toMatchObject({ "PUT /upload/{id}": 1, "GET (no route)": 1 });
    expect(log.at(-1)).toMatchObject({ path: "/upload/70001", route: "/upload/{id}", status: 200 });
    expect(log.at(-1)?.query).toMatch(/^expires=\d+&signature=secret$/);
    expect(JSON.stringify(log)).not.toContain(signature);
  });
});

describe("the events of a private image", () => {
  test("tell of its upload, its changes and its end", async () => {
    const { client, image, to } = await announced();
    await upload(to, DATA);
    const events = async () => (await client.get("/account/events")).body.data;
    expect((await events())[0]).toMatchObject({ action: "image_upload", status: "started", username: "admin" });
    client.emulator.clock.advance(PROVISION_MS);
    await client.put(`/images/${image.id}`, { label: "renamed" });
    await client.delete(`/images/${image.id}`);
    const entity = { id: image.id, type: "image", label: "renamed", url: `/v4/images/${image.id}` };
    expect(await events()).toMatchObject([
      { action: "image_delete", entity },
      { action: "image_update", entity },
      { action: "image_upload", status: "finished", entity: { ...entity, label: "mine" } },
    ]);
  });

  test("tell that the data did not come", async () => {
    const { client } = await announced();
    client.emulator.clock.advance(24 * 3_600_000);
    expect((await client.get("/account/events")).body.data).toMatchObject([
      { action: "image_upload", status: "failed", username: "service" },
    ]);
  });
});
