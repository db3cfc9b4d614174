import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { compileToFolder } from "../emulator/support/compiled";
import { run } from "../emulator/support/process";
import { aFile } from "../support/image-data";

const MIB = 1024 * 1024;
const SIZE_MB = 200;

/** Buffers in use, and garbage that is not collected yet. */
const ROOM_MB = 100;

const compiled = compileToFolder(["emulator", "cli", "provider"]);

/** Creates an image from a file in a separate process, and prints by how many MB its memory grew. Linux only. */
const SCRIPT = `
const { readFileSync } = require("node:fs");
const { createHost } = require("./provider/plugin/host");
const { realClock } = require("./provider/api/clock");
const [url, token, source] = process.argv.slice(2);
const peakMb = () => Number(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))[1]) / 1024;
const quiet = { progress: () => {}, info: () => {}, warn: () => {} };
const signal = new AbortController().signal;
const settings = () => ({ url, brand: "compute", token });
const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Image::golden";
const image = createHost({ settings, clock: realClock, log: quiet, signal, watched: false })({ kind: "Image", urn });
(async () => {
  const before = peakMb();
  const { inputs, failures } = await image.check({}, { region: "us-east", source });
  if (failures.length > 0) throw new Error(failures[0].reason);
  const { outs } = await image.create(inputs);
  console.log(JSON.stringify({ size: outs.size, status: outs.status, grownMb: peakMb() - before }));
  process.exit(0);
})();
`;

/** Peak memory of a process in MB. Linux only. */
function peakOf(pid = 0): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux.each(["raw", "gzip"])(
  `the memory of the provider and of the emulator does not grow with the ${SIZE_MB} MB of an uploaded %s image`,
  async (form) => {
    // Random data, which gzip cannot shrink; a gzip file may consist of several members.
    const member = form === "raw" ? "beginning" : gzipSync(randomBytes(MIB), { level: 0 });
    const path = aFile(member);
    if (form === "raw") truncateSync(path, SIZE_MB * MIB);
    else for (let sizeMb = 1; sizeMb < SIZE_MB; sizeMb++) appendFileSync(path, member);
    const emulator = run(compiled.main, ["emulator", "--port", "0", "--provision-ms", "0"]);
    const url = await emulator.ready();
    const before = peakOf(emulator.child.pid);
    const script = join(compiled.folder, "upload.js");
    writeFileSync(script, SCRIPT);
    const uploading = run(script, [url, "emulator-token", path]);
    expect([await uploading.ended(), uploading.stderr()]).toEqual([0, ""]);
    const { grownMb, ...image } = JSON.parse(uploading.stdout()) as { grownMb: number; size: number; status: string };
    expect(image).toEqual({ size: SIZE_MB, status: "available" });
    expect([grownMb, peakOf(emulator.child.pid) - before].filter((grown) => !(grown < ROOM_MB))).toEqual([]);
  },
  60_000,
);
