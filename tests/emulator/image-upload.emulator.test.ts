import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS } from "../support/time";
import { PROVISION_MS, start } from "./support/client";
import { announce, announced, arrived, DATA, imageOf, reasonOf, upload } from "./support/images";

let { client, image, to, view, status } = {} as Awaited<ReturnType<typeof announced>>;

beforeEach(async () => {
  ({ client, image, to, view, status } = await announced());
});

const MIB = 1024 * 1024;

describe("the data of an image", () => {
  test("is accepted without a token, processed for a while, and gives the image its size in MB, rounded up", async () => {
    const response = await upload(to);
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(await view()).toMatchObject({ status: "pending_upload", size: 0 });
    for (const bytes of [0, 1, MIB, 3 * MIB])
      await upload((await announce(client)).upload_to, gzipSync(Buffer.alloc(bytes)));
    client.emulator.clock.advance(PROVISION_MS);
    const { data } = (await client.get("/images", { "X-Filter": '{"is_public":false}' })).body;
    const available = (size: number) => ({ status: "available", size, expiry: null });
    expect(data).toMatchObject([2, 1, 1, 1, 3].map(available));
  });

  test("is rejected if it is not one complete gzip file; the image stays pending", async () => {
    for (const data of [Buffer.alloc(0), Buffer.concat([DATA, Buffer.alloc(100_000)])]) {
      const response = await upload(to, data);
      expect([response.status, await reasonOf(response)]).toEqual([400, "The data is not one complete gzip file"]);
    }
    client.emulator.clock.advance(PROVISION_MS);
    expect(await status()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
  });

  test("is accepted only with its content type, which may have parameters, and with an unnecessary token", async () => {
    for (const type of [undefined, "application/json", "text/plain"]) {
      const response = await upload(to, DATA, { headers: type === undefined ? {} : { "Content-Type": type } });
      expect([response.status, await reasonOf(response)]).toEqual([
        400,
        "Content-Type must be application/octet-stream",
      ]);
    }
    expect(await status()).toBe("pending_upload");
    const headers = { "Content-Type": "Application/Octet-Stream; charset=binary", Authorization: "Bearer nobody" };
    expect((await upload(to, DATA, { headers })).status).toBe(200);
  });
});

describe("an upload URL", () => {
  test("with another signature or expiry is rejected", async () => {
    await announce(client);
    const wrong = [
      to.replace(/signature=.*/, "signature="),
      to.replace(/&signature=.*/, ""),
      to.replace(/signature=./, "signature=x"),
      to.replace(/\?.*/, "?expires=%ZZ&signature=__proto__"),
      `${to}0`,
      to.replace(/expires=\d/, "expires=9"),
      to.replace(/\?.*/, ""),
      to.replace("/70001?", "/70002?"),
    ];
    for (const url of wrong) expect((await upload(url)).status).toBe(403);
    expect(await status()).toBe("pending_upload");
  });

  test("returns 404 once the image is deleted", async () => {
    await client.delete(`/images/${image.id}`);
    for (const id of ["70001", "70009", "7e4", "70001/x"]) {
      expect((await upload(to.replace("70001", id))).status).toBe(404);
    }
  });

  test("expires after 24 hours, in which no job is scheduled", async () => {
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
    client.emulator.clock.advance(DAY_MS);
    const response = await upload(to);
    expect([response.status, await reasonOf(response)]).toEqual([403, "The upload has expired"]);
  });

  test("of an image that was made available out of band accepts no data, and its expiry does not delete the image", async () => {
    client.emulator.poke("image", 70_001, { status: "available" });
    expect((await upload(to)).status).toBe(409);
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await status()).toBe("available");
  });
});

describe("an upload in progress", () => {
  test("that the client aborts keeps the image pending", async () => {
    const { request, answer } = await arrived(client, to, DATA.length - 1, { "Content-Length": DATA.length });
    request.destroy();
    await expect(answer).rejects.toThrow();
    client.emulator.clock.advance(PROVISION_MS);
    expect(await status()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
    expect(client.emulator.requests().log.map(({ method, status }) => `${method} ${status}`)).toContain("PUT 0");
  });

  test("is accepted from the first to finish; later ones get a conflict", async () => {
    const slow = await arrived(client, to);
    expect((await upload(to, gzipSync(Buffer.alloc(1)))).status).toBe(200);
    slow.request.end(DATA.subarray(100));
    expect((await slow.answer).statusCode).toBe(409);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view()).size).toBe(1);
  });

  test("is rejected after a reset", async () => {
    const { request, answer } = await arrived(client, to);
    client.emulator.reset();
    request.end(DATA.subarray(100));
    expect((await answer).statusCode).toBe(404);
  });
});

test("a restart keeps pending uploads with their URLs and expiry, and the received data", async () => {
  const dataFile = join(temporaryFolder(), "data");
  const before = await start({ dataFile });
  const [first, second, third] = [await announce(before), await announce(before), await announce(before)];
  await upload(first.upload_to);
  await before.emulator.close();
  const after = await start({ dataFile });
  const here = (to: string) => to.replace(/:\d+/, `:${after.emulator.port}`);
  expect((await upload(here(first.upload_to))).status).toBe(409);
  expect((await upload(here(second.upload_to))).status).toBe(200);
  after.emulator.clock.advance(DAY_MS);
  expect(imageOf(await after.get(`/images/${first.image.id}`)).status).toBe("available");
  expect(imageOf(await after.get(`/images/${second.image.id}`)).status).toBe("available");
  expect((await after.get(`/images/${third.image.id}`)).status).toBe(404);
});

test("a restart during an upload keeps the image pending", async () => {
  const dataFile = join(temporaryFolder(), "data");
  const before = await announced({ dataFile });
  const { answer } = await arrived(before.client, before.to);
  await before.client.emulator.close();
  await expect(answer).rejects.toThrow();
  const after = await start({ dataFile });
  expect(imageOf(await after.get(`/images/${before.image.id}`)).status).toBe("pending_upload");
  expect((await upload(before.to.replace(/:\d+/, `:${after.emulator.port}`))).status).toBe(200);
});

describe("a scripted fault on an upload URL", () => {
  const RULE = { method: "PUT", path: "/upload/{id}" };

  test("responds instead without reading the data, and allows further requests on the same connection", async () => {
    client.emulator.faults.add({ ...RULE, effect: { kind: "status", status: 503 }, times: 2 });
    const large = Buffer.alloc(4_000_000, "no gzip data");
    expect([(await upload(to)).status, (await upload(to, large)).status]).toEqual([503, 503]);
    expect((await upload(to, large)).status).toBe(400);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await status()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
  });

  test.each([{ effect: { kind: "truncate" } }, { effect: { kind: "reset" }, phase: "during" }] as const)(
    "drops the response, although the data has arrived: %j",
    async (fault) => {
      client.emulator.faults.add({ ...RULE, ...fault });
      await expect(upload(to).then((response) => response.text())).rejects.toThrow();
      expect((await upload(to)).status).toBe(409);
      client.emulator.clock.advance(PROVISION_MS);
      expect(await status()).toBe("available");
    },
  );
});

test("the request log counts uploads under their own route, and hides the signature", async () => {
  await fetch(to);
  await upload(to);
  const signature = new URL(to).searchParams.get("signature") ?? "";
  const { byRoute, log } = client.emulator.requests();
  expect(byRoute).toMatchObject({ "PUT /upload/{id}": 1, "GET (no route)": 1 });
  expect(log.at(-1)).toMatchObject({ path: "/upload/70001", route: "/upload/{id}", status: 200 });
  expect(log.at(-1)?.query).toMatch(/^expires=\d+&signature=secret$/);
  expect(JSON.stringify(log)).not.toContain(signature);
});

test("the events of a private image report its upload, updates and deletion, and that no data arrived", async () => {
  await announce(client);
  await upload(to);
  const events = async () => (await client.get("/account/events")).body.data;
  expect((await events())[0]).toMatchObject({ action: "image_upload", status: "started", username: "admin" });
  client.emulator.clock.advance(PROVISION_MS);
  await client.put(`/images/${image.id}`, { label: "renamed" });
  await client.delete(`/images/${image.id}`);
  client.emulator.clock.advance(DAY_MS);
  const entity = { id: image.id, type: "image", label: "renamed", url: `/v4/images/${image.id}` };
  expect(await events()).toMatchObject([
    { action: "image_upload", status: "failed", username: "service", entity: { id: "private/70002" } },
    { action: "image_delete", entity },
    { action: "image_update", entity },
    { action: "image_upload", status: "finished", entity: { ...entity, label: "mine" } },
  ]);
});
