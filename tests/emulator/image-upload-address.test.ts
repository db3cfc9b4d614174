import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS } from "../support/time";
import { PROVISION_MS, start } from "./support/client";
import type { Started } from "./support/client";
import { announce, announced, arrived, beginUpload, DATA, imageOf, reasonOf, upload } from "./support/images";

describe("an upload address", () => {
  test("with another signature or another end is refused", async () => {
    const { to, status } = await announced();
    const wrong = [
      to.replace(/signature=.*/, "signature="),
      to.replace(/&signature=.*/, ""),
      to.replace(/signature=./, "signature=x"),
      `${to}0`,
      to.replace(/expires=\d/, "expires=9"),
      to.replace(/\?.*/, ""),
    ];
    for (const url of wrong) expect((await upload(url)).status).toBe(403);
    expect(await status()).toBe("pending_upload");
  });

  test("takes nothing but a PUT", async () => {
    const { to } = await announced();
    for (const method of ["GET", "POST", "DELETE", "PATCH"]) {
      expect((await fetch(to, { method })).status).toBe(405);
    }
    expect((await fetch(to, { method: "OPTIONS" })).status).toBe(204);
  });

  test("takes data once: afterwards there is a conflict, while it is processed and later", async () => {
    const { client, to } = await announced();
    await upload(to);
    expect((await upload(to)).status).toBe(409);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await upload(to)).status).toBe(409);
    expect((await upload(to.replace(/signature=./, "signature=x"))).status).toBe(403);
  });

  test("leads nowhere once the image is deleted", async () => {
    const { client, image, to } = await announced();
    await client.delete(`/images/${image.id}`);
    expect((await upload(to)).status).toBe(404);
    expect((await upload(to.replace("70001", "70009"))).status).toBe(404);
    expect((await upload(to.replace("70001", "7e4"))).status).toBe(404);
    expect((await upload(to.replace("70001", "70001/x"))).status).toBe(404);
  });

  test("of another image does not open this one", async () => {
    const { client, to, view } = await announced();
    const other = await announce(client);
    expect((await upload(to.replace("/70001?", "/70002?"))).status).toBe(403);
    await upload(other.upload_to);
    expect((await view()).status).toBe("pending_upload");
  });

  test("is closed 24 hours later, and the image is gone", async () => {
    const { client, image, to, status } = await announced();
    client.emulator.clock.advance(DAY_MS - 1);
    expect(await status()).toBe("pending_upload");
    client.emulator.clock.advance(1);
    expect((await client.get(`/images/${image.id}`)).status).toBe(404);
    const response = await upload(to);
    expect([response.status, await reasonOf(response)]).toEqual([403, "The upload has expired"]);
  });

  test("does not keep anybody waiting: nothing is due while data is expected", async () => {
    const { client } = await announced();
    expect(client.emulator.clock.advance(0)).toMatchObject({ jobs: 0, nextDue: null });
  });

  test("of an image that was made available behind the interface's back takes nothing, and does not end it", async () => {
    const { client, to, status } = await announced();
    client.emulator.poke("image", 70_001, { status: "available" });
    expect((await upload(to)).status).toBe(409);
    client.emulator.clock.advance(2 * DAY_MS);
    expect(await status()).toBe("available");
  });
});

describe("an upload in progress", () => {
  test("that the client breaks off leaves the image waiting", async () => {
    const { client, to, status } = await announced();
    const { request, answer } = beginUpload(to, { "Content-Length": DATA.length });
    request.write(DATA.subarray(0, -1));
    await arrived(client);
    request.destroy();
    await expect(answer).rejects.toThrow();
    client.emulator.clock.advance(PROVISION_MS);
    expect(await status()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
    expect(client.emulator.requests().log.map(({ method, status }) => `${method} ${status}`)).toContain("PUT 0");
  });

  test("is taken from whoever has sent it first; who is later finds a conflict", async () => {
    const { client, to, view } = await announced();
    const slow = beginUpload(to);
    slow.request.write(DATA.subarray(0, 100));
    await arrived(client);
    expect((await upload(to, gzipSync(Buffer.alloc(1)))).status).toBe(200);
    slow.request.end(DATA.subarray(100));
    expect((await slow.answer).statusCode).toBe(409);
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view()).size).toBe(1);
  });

  test.each([
    ["the deletion of the image", 404, ({ client }) => client.delete("/images/private/70001")],
    ["the end of the upload", 403, ({ client }) => client.emulator.clock.advance(DAY_MS)],
    ["a reset", 404, ({ client }) => client.emulator.reset()],
  ] as ReadonlyArray<[string, number, (on: { client: Started }) => unknown]>)(
    "that %s overtakes is refused with %i",
    async (_what, expected, overtake) => {
      const { client, to } = await announced();
      const { request, answer } = beginUpload(to);
      request.write(DATA.subarray(0, 100));
      await arrived(client);
      await overtake({ client });
      request.end(DATA.subarray(100));
      expect((await answer).statusCode).toBe(expected);
    },
  );
});

describe("a restart", () => {
  test("keeps the announced uploads with their addresses and their end, and the data that has come", async () => {
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

  test("in the middle of an upload leaves the image waiting", async () => {
    const dataFile = join(temporaryFolder(), "data");
    const before = await announced({ dataFile });
    const { request, answer } = beginUpload(before.to);
    request.write(DATA.subarray(0, 100));
    await arrived(before.client);
    await before.client.emulator.close();
    await expect(answer).rejects.toThrow();
    const after = await start({ dataFile });
    expect(imageOf(await after.get(`/images/${before.image.id}`)).status).toBe("pending_upload");
    expect((await upload(before.to.replace(/:\d+/, `:${after.emulator.port}`))).status).toBe(200);
  });
});
