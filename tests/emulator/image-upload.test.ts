import { gzipSync } from "node:zlib";
import { DAY_MS } from "../support/time";
import { PROVISION_MS, reasons, start } from "./support/client";
import { announce, announced, beginUpload, DATA, imageOf, reasonOf, upload } from "./support/images";

describe("the reservation of an upload", () => {
  test("answers the image that waits, and an address of the emulator's own", async () => {
    const client = await start();
    const { image, upload_to } = await announce(client, { label: "mine", description: "from elsewhere" });
    expect(image).toMatchObject({ label: "mine", description: "from elsewhere", size: 0, status: "pending_upload" });
    const url = new URL(upload_to);
    expect([url.origin, url.pathname]).toEqual([`http://127.0.0.1:${client.emulator.port}`, "/upload/70001"]);
    const expires = Math.floor((client.emulator.clock.now().getTime() + DAY_MS) / 1000);
    expect(url.searchParams.get("expires")).toBe(String(expires));
    expect(url.searchParams.get("signature")).toMatch(/^[0-9a-f]{64}$/);
  });

  test("gives every upload a signature of its own", async () => {
    const client = await start();
    const signature = async () => new URL((await announce(client)).upload_to).searchParams.get("signature");
    expect(await signature()).not.toBe(await signature());
  });

  test("needs a label and a region that exists", async () => {
    const client = await start();
    const refused = async (body: unknown) => reasons(await client.post("/images/upload", body));
    expect(await refused({})).toEqual({ label: ["label is required"], region: ["region is required"] });
    expect(await refused({ label: "", region: "mars", description: "" })).toEqual({
      label: ["Length must be 1-50 characters"],
      region: ["region is not valid"],
      description: ["Length must be 1-65000 characters"],
    });
    expect(await refused({ label: 1, region: 1 })).toEqual({
      label: ["Must be of type String"],
      region: ["Must be of type String"],
    });
  });
});

describe("the data of an image", () => {
  test("is taken without a token, processed for a while, and gives the image its size in MB, rounded up", async () => {
    const { client, to, status, view } = await announced();
    const response = await upload(to);
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(await status()).toBe("pending_upload");
    client.emulator.clock.advance(PROVISION_MS);
    expect(await view()).toMatchObject({ status: "available", size: 2 });
  });

  test.each([
    [0, 1],
    [1, 1],
    [1024 * 1024, 1],
    [3 * 1024 * 1024, 3],
  ])("of %i bytes needs %i MB", async (bytes, size) => {
    const { client, to, view } = await announced();
    await upload(to, gzipSync(Buffer.alloc(bytes)));
    client.emulator.clock.advance(PROVISION_MS);
    expect((await view()).size).toBe(size);
  });

  test("may take as long as the upload is open, and the image is available for good then", async () => {
    const { client, to, status, view } = await announced();
    client.emulator.clock.advance(DAY_MS - 1_000);
    expect((await upload(to)).status).toBe(200);
    client.emulator.clock.advance(DAY_MS);
    expect(await status()).toBe("available");
    expect((await view()).expiry).toBeNull();
  });

  test("is processed at once on an emulator where nothing takes time", async () => {
    const client = await start({ provisionMs: 0 });
    const { image, upload_to } = await announce(client);
    await upload(upload_to);
    expect(imageOf(await client.get(`/images/${image.id}`)).status).toBe("available");
  });

  test.each([
    ["no gzip data", Buffer.from("no gzip data"), /not one complete gzip file/],
    ["nothing", Buffer.alloc(0), /not one complete gzip file/],
    ["data that is cut off", DATA.subarray(0, -1), /not one complete gzip file/],
    ["data with something behind it", Buffer.concat([DATA, Buffer.from("more")]), /not one complete gzip file/],
    ["data with zeros behind it", Buffer.concat([DATA, Buffer.alloc(100_000)]), /not one complete gzip file/],
  ])("is refused when it is %s; the image goes on waiting", async (_what, data, reason) => {
    const { client, to, status } = await announced();
    const response = await upload(to, data);
    expect([response.status, await reasonOf(response)]).toEqual([400, expect.stringMatching(reason)]);
    client.emulator.clock.advance(PROVISION_MS);
    expect(await status()).toBe("pending_upload");
    expect((await upload(to)).status).toBe(200);
  });

  test.each([undefined, "application/json", "text/plain"])("is refused with the content type %s", async (type) => {
    const { to, status } = await announced();
    const headers = type === undefined ? {} : { "Content-Type": type };
    const response = await upload(to, DATA, { headers });
    expect([response.status, await reasonOf(response)]).toEqual([400, "Content-Type must be application/octet-stream"]);
    expect(await status()).toBe("pending_upload");
  });

  test("is taken with parameters of the content type, and with a token that nobody needs", async () => {
    const { to } = await announced();
    const headers = { "Content-Type": "Application/Octet-Stream; charset=binary", Authorization: "Bearer nobody" };
    expect((await upload(to, DATA, { headers })).status).toBe(200);
  });

  test("above 5 GB is refused by its length, before any of it is sent", async () => {
    const { to, status } = await announced();
    const limit = 5 * 1024 ** 3;
    const { answer } = beginUpload(to, { "Content-Length": limit + 1 });
    expect((await answer).statusCode).toBe(413);
    expect(await status()).toBe("pending_upload");
  });
});
