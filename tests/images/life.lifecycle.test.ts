import { gzipSync } from "node:zlib";
import { truncateSync, utimesSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Values } from "../../provider/definition/values";
import { aDisk } from "../support/action-programs";
import { expectSettled, inWords } from "../support/deployment";
import type { ResourceOptions } from "../support/deployment";
import { aFile, made, newImage, PACKED, privateImages, RAW, servedAt, upload } from "../support/image-data";
import { asset, messageOf } from "../support/programs";
import { useService } from "../support/service";

const service = useService();
const UPLOAD = ["POST /images/upload", expect.stringMatching(/^PUT \/upload\/\d+$/)];

test.each([
  ["a raw file", () => aFile(RAW)],
  ["a gzip file", () => aFile(PACKED)],
  ["a path relative to the program's folder", () => relative(process.cwd(), aFile(RAW))],
  ["a file asset", () => asset({ path: aFile(RAW) })],
  ["a text asset", () => asset({ text: RAW.toString() })],
  ["an asset with a local URL", () => asset({ uri: `file://${aFile(RAW)}` })],
  ["the URL of raw data", () => servedAt(RAW)],
  ["the URL of gzip data", () => servedAt(PACKED)],
  ["a URL that does not report the length", () => servedAt(RAW, { tellsLength: false })],
  [
    "an asset with a URL behind a redirect",
    async () => asset({ uri: (await servedAt(RAW)).replace(/[^/]+$/, "moved") }),
  ],
])("an image is uploaded from %s, and then needs no change", async (_, source) => {
  const [deployment, args] = [newImage(service), upload(await source(), { description: "Base" })];
  expect(await deployment.up(args)).toBe("create");
  expect(service.writes()).toEqual(UPLOAD);
  expect(deployment.recorded()).toMatchObject({
    id: expect.stringMatching(/^private\/\d+$/),
    outputs: { status: "available", size: 1, description: "Base", createdBy: "admin" },
  });
  expect(await privateImages(service)).toMatchObject([{ label: expect.stringMatching(/^golden-[0-9a-f]{8}$/) }]);
  service.forget();
  expect(await deployment.up(args)).toBe("same");
  expect(service.requests()).toEqual([]);
  await expectSettled(deployment, args);
});

test("an upload costs two requests, the regions, one list, and polling until the image is available", async () => {
  await newImage(service).up(upload(aFile()));
  const gets = service.requests().filter(({ method }) => method === "GET");
  // The first one verifies the token, and shows what exists before the create.
  expect(gets.slice(0, 2).map(({ path }) => path)).toEqual(["/images", "/regions"]);
  expect(gets.slice(2).every(({ route }) => route === "/images/{+imageId}")).toBe(true);
});

test("reports progress in bytes, with few messages", async () => {
  await newImage(service).up(upload(aFile(Buffer.alloc(30_000_000, "disk"))));
  const [compressing, uploading] = ["compressing", "uploading"].map((doing) =>
    service.messages().filter((one) => one.startsWith(doing)),
  );
  expect(compressing?.[0]).toMatch(/^compressing: \d+\.\d of 30\.0 MB/);
  expect(uploading?.[0]).toMatch(/^uploading: 0\.0 of \d+\.\d MB/);
  expect(service.messages("progress")).toContain("uploaded");
  expect(compressing?.length).toBeLessThan(25);
});

describe("the content", () => {
  test("replaces the image when it changes, before the old one is deleted, and a refresh needs no file", async () => {
    const path = aFile();
    const deployment = await made(service, upload(path));
    const [old] = await privateImages(service);
    service.forget();
    writeFileSync(path, "the bytes of another disk");
    expect(await deployment.preview(upload(path))).toBe("replace");
    expect(service.writes()).toEqual([]);
    expect(await deployment.up(upload(path))).toBe("replace");
    expect(service.writes()).toEqual([...UPLOAD, `DELETE /images/${String(old?.id)}`]);
    const [fresh, ...others] = await privateImages(service);
    expect(others).toEqual([]);
    expect(fresh?.label).not.toBe(old?.label);
    expect(deployment.recorded().id).toBe(fresh?.id);
    expect(await deployment.up(upload(path))).toBe("same");
    unlinkSync(path);
    expect(await deployment.refresh()).toBe("same");
  });

  test("of a file with unchanged size and timestamps is not read again; with another date, one update reads it", async () => {
    const path = aFile();
    const deployment = await made(service, upload(path));
    const touch = () => utimesSync(path, new Date(), new Date());
    touch();
    expect(await deployment.up(upload(path))).toBe("same");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, RAW.toString().toUpperCase());
    utimesSync(path, atime, mtime);
    expect(await deployment.preview(upload(path))).toBe("same");
    touch();
    expect(await deployment.preview(upload(path))).toBe("replace");
  });

  test("is unchanged in a file with another date or path, and another region is not a change either", async () => {
    const path = aFile();
    const deployment = await made(service, upload(path));
    utimesSync(path, new Date(), new Date());
    for (const args of [
      upload(path),
      upload(aFile()),
      upload(asset({ text: RAW.toString() })),
      upload(path, { region: "eu-west" }),
    ]) {
      await expectSettled(deployment, args);
    }
    expect(service.writes()).toEqual(UPLOAD);
  });

  test("of a URL is identified by the URL only", async () => {
    const url = await servedAt(RAW);
    const deployment = await made(service, upload(url));
    expect(await deployment.preview(upload(url))).toBe("same");
    expect(await deployment.preview(upload(`${url}?version=2`))).toBe("replace");
    expect(await deployment.preview(upload(url, { sourceHash: "release 2" }))).toBe("replace");
  });

  test("is compared by sourceHash alone if the user sets it", async () => {
    const path = aFile();
    const given = (sourceHash: string) => upload(path, { sourceHash });
    const deployment = await made(service, given("release 1"));
    writeFileSync(path, "another disk");
    expect(await deployment.up(given("release 1"))).toBe("same");
    unlinkSync(path);
    expect(await deployment.up(given("release 1"))).toBe("same");
    expect(await messageOf(deployment.up(given("release 2")))).toMatch(/source: \S+ does not exist/);
    writeFileSync(path, "another disk");
    expect(await deployment.up(given("release 2"))).toBe("replace");
  });

  test("is unchanged if the user sets sourceHash to the computed hash, even in capitals", async () => {
    const path = aFile();
    const deployment = await made(service, upload(path));
    const sourceHash = String(deployment.recorded().outputs.sourceHash);
    expect(await deployment.up(upload(path, { sourceHash }))).toBe("same");
    expect(await deployment.up(upload(path, { sourceHash: sourceHash.toUpperCase() }))).toBe("same");
    expect(await deployment.up(upload(path))).toBe("same");
  });

  test.each(["source", "sourceHash"])("is not checked with %s in ignoreChanges", async (name) => {
    const path = aFile();
    const deployment = await made(service, upload(path));
    writeFileSync(path, "another disk");
    expect(await deployment.up(upload(path), { ignoreChanges: [name] })).toBe("same");
  });

  test("that changes between preview and create is rejected", async () => {
    for (const data of [RAW, PACKED]) {
      const path = aFile(data);
      const deployment = newImage(service);
      const handlers = deployment.process();
      const inputs = await deployment.check(handlers, {}, deployment.inputsFrom(upload(path)));
      writeFileSync(path, data === RAW ? "another disk" : gzipSync("another disk"));
      expect(await messageOf(deployment.create(handlers, inputs))).toMatch(/has changed since preview read it/);
      expect(deployment.state).toBeUndefined();
      expect(await privateImages(service)).toEqual([]);
    }
  });
});

const sparse = (): string => {
  const path = aFile(PACKED);
  truncateSync(path, 5 * 1024 ** 3 + 1);
  return path;
};

test.each<[string, () => Values, RegExp, ResourceOptions?]>([
  ["a missing file", () => upload("/nowhere/disk.img"), /^source: \/nowhere\/disk\.img does not exist$/],
  ["a folder", () => upload(process.cwd()), /^source: .* is a directory$/],
  ["an empty file", () => upload(aFile("")), /^source: \/.* is empty$/],
  ["an empty text", () => upload(asset({ text: "" })), /^source: /],
  ["a device", () => upload("/dev/null"), /^source: \/dev\/null is not a regular file$/],
  [
    "a gzip file of more than 5 GB",
    () => upload(sparse()),
    /^source: has 5368709121 bytes; the maximum is 5368709120$/,
  ],
  ["an invalid source", () => upload({ path: "disk.img" }), /^source: must be a file path, an http or https URL/],
  ["an invalid URL", () => upload("https://"), /^source: must be/],
  ["neither a disk nor data", () => ({}), /^source: is required unless diskId is set/],
  ["both", () => upload(aFile(), { diskId: 1 }), /^source: cannot be combined with diskId/],
  ["an upload without a region", () => ({ source: aFile() }), /^region: is required with source$/],
  ["a capture with a region", () => ({ diskId: 1, region: "us-east" }), /^region: is valid only with source$/],
  ["an empty description", () => upload(aFile(), { description: "" }), /^description: must have 1 to 65000/],
  ["the import of a public image", () => ({}), /^import: is not a private image/, { import: "compute/debian11" }],
])("preview rejects %s, with the property's path", async (...row) => {
  const [, args, reason, options = {}] = row;
  const deployment = newImage(service);
  const { failures } = await deployment.process().check({}, deployment.inputsFrom(args(), options));
  expect(inWords(failures)).toContainEqual(expect.stringMatching(reason));
  expect(service.writes()).toEqual([]);
});

describe("a label", () => {
  const documented = useService({ documentedOnly: true });
  const odd = ["a/b", "Ünlaut & 名", "x".repeat(200), "two\nlines"];
  const labelled = (label: string) => upload(asset({ text: "data" }), { label });

  test.each(odd)("can be %j with the documented rules only, and then needs no change", async (label) => {
    const deployment = await made(documented, labelled(label));
    expect(await privateImages(documented)).toMatchObject([{ label }]);
    await expectSettled(deployment, labelled(label));
    expect(await deployment.up(labelled("plain"))).toBe("update");
    expect(await deployment.up(labelled(label))).toBe("update");
    expect(await privateImages(documented)).toMatchObject([{ label }]);
  });

  test.each(odd)("may be rejected, as preview warns: %j, and the rejection names the property", async (label) => {
    const deployment = newImage(service);
    expect(await deployment.refusals(labelled(label))).toEqual([]);
    expect(service.warnings()).toEqual([expect.stringMatching(/label: .*1 to 50 letters, digits, spaces/)]);
    expect(await messageOf(deployment.up(labelled(label)))).toContain("label: ");
    expect(deployment.state).toBeUndefined();
    expect(await privateImages(service)).toEqual([]);
  });

  test("that the API accepts causes no warning", async () => {
    await made(service, labelled("golden, it's v1.0_2 - ready?"));
    expect(service.warnings()).toEqual([]);
  });
});

describe("the capture of a disk", () => {
  test("waits until the image is available, and then needs no change", async () => {
    const args = { diskId: await aDisk(service), description: "Base" };
    const deployment = newImage(service);
    expect(await deployment.up(args)).toBe("create");
    expect(service.writes()).toEqual(["POST /images"]);
    expect(deployment.recorded().outputs).toMatchObject({ status: "available", size: 1300, type: "manual" });
    await expectSettled(deployment, { ...args, diskId: String(args.diskId) });
    await deployment.destroy();
    expect(await privateImages(service)).toEqual([]);
  });

  test("waits for a busy instance", async () => {
    const diskId = await aDisk(service);
    await service.ask("POST", "/compute/instances/10001/reboot", {});
    service.forget();
    expect(await newImage(service).up({ diskId })).toBe("create");
    expect(service.timesSent("POST /images")).toBeGreaterThan(1);
    expect(service.messages()).toContainEqual(expect.stringMatching(/busy.*waiting to retry/i));
  });

  test("waits for a disk that is not ready, until the timeout", async () => {
    const diskId = await aDisk(service);
    service.emulator.poke("disk", diskId, { status: "not ready" });
    const deployment = newImage(service);
    expect(await messageOf(deployment.up({ diskId }, { timeouts: { create: 60 } }))).toMatch(/not ready/);
    expect(deployment.state).toBeUndefined();
    expect(service.clock.slept.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(60_000);
    expect(service.timesSent("POST /images")).toBeLessThan(20);
  });

  test("fails at once for a disk that does not exist", async () => {
    expect(await messageOf(newImage(service).up({ diskId: 1 }))).toContain("diskId: no disk has this ID");
    expect(service.timesSent("POST /images")).toBe(1);
    expect(await privateImages(service)).toEqual([]);
  });
});

describe("an existing image", () => {
  async function byHand(): Promise<string> {
    const body = { disk_id: await aDisk(service), label: "by hand", description: "Made by hand" };
    const { id } = await service.ask("POST", "/images", body);
    service.clock.advance(60_000);
    service.forget();
    return String(id);
  }

  test.each([
    ["without its source", () => ({})],
    ["with a disk", () => ({ diskId: 25_001 })],
    ["with data", () => ({ source: aFile(), region: "us-east" })],
    ["without its label", () => ({ label: undefined })],
  ])("is imported by its ID %s, without a write, and needs no change", async (_, more) => {
    const id = await byHand();
    const args = { label: "by hand", ...more() };
    const deployment = newImage(service);
    expect(await deployment.up(args, { import: id })).toBe("create");
    expect(deployment.recorded()).toMatchObject({ id, outputs: { label: "by hand" } });
    for (const options of [{ import: id }, {}]) await expectSettled(deployment, args, options);
    expect(service.writes()).toEqual([]);
    expect(await deployment.up({ ...args, description: "Kept" })).toBe("update");
    expect(await privateImages(service)).toMatchObject([{ id, description: "Kept" }]);
  });

  test("accepts the first data that the program declares after an import, and is replaced for other data", async () => {
    const id = await byHand();
    const deployment = newImage(service);
    await deployment.up({ label: "by hand" }, { import: id });
    const args = { label: "by hand", region: "us-east", source: aFile("one") };
    expect(await deployment.up(args)).toBe("update");
    expect(service.writes()).toEqual([]);
    await expectSettled(deployment, args);
    expect(await deployment.up({ ...args, source: aFile("two") })).toBe("replace");
    expect(deployment.recorded().id).not.toBe(id);
  });

  test("that is public can be read, but not imported, updated or deleted", async () => {
    const handlers = newImage(service).process();
    const found = await handlers.read({ id: "compute/debian11", state: {} });
    expect(found?.state).toMatchObject({ isPublic: true, label: "Debian 11", status: "available" });
    const image = { id: "compute/debian11", state: found?.state ?? {} };
    for (const call of [
      () => handlers.create(newImage(service).inputsFrom({}, { import: "compute/debian11" })),
      () => handlers.update(image, { label: "mine" }),
      () => handlers.delete(image),
    ]) {
      expect(await messageOf(call())).toMatch(/compute\/debian11 cannot be (imported|updated|deleted): .*public/);
    }
    expect(service.writes()).toEqual([]);
  });
});
