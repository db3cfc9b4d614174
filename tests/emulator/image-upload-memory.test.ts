import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { clientOf } from "./support/client";
import { compileToFolder } from "./support/compiled";
import { announce, beginUpload } from "./support/images";
import { run } from "./support/process";

const MIB = 1024 * 1024;
const SIZE_MB = 200;

/** Buffers on their way, and what the garbage collector has not come to yet. */
const ROOM_MB = 100;

const compiled = compileToFolder();

/** The most memory that a process has ever held, in MB. Only Linux tells. */
function peakOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const onLinux = process.platform === "linux" ? test : test.skip;

describe("the memory of the emulator", () => {
  onLinux(`does not grow with the ${SIZE_MB} MB of an image that is uploaded`, async () => {
    const emulator = run(compiled.main, ["emulator", "--port", "0", "--provision-ms", "0"]);
    const client = clientOf(await emulator.ready(), "emulator-token");
    const { image, upload_to } = await announce(client);
    const { pid = 0 } = emulator.child;
    const before = peakOf(pid);

    // Random data, which gzip cannot make smaller; a gzip file may consist of several ones.
    const member = gzipSync(randomBytes(MIB), { level: 0 });
    const { request, answer } = beginUpload(upload_to);
    for (let sent = 0; sent < SIZE_MB; sent += 1) if (!request.write(member)) await once(request, "drain");
    request.end();

    expect((await answer).statusCode).toBe(200);
    expect((await client.get(`/images/${image.id}`)).body).toMatchObject({ status: "available", size: SIZE_MB });
    expect(peakOf(pid) - before).toBeLessThan(ROOM_MB);
  });
});
