import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Values } from "../../provider/definition/values";
import { Deployment } from "./deployment";
import { listed } from "./programs";
import type { Service } from "./service";
import { temporaryFolder } from "./temporary-folder";

/** Data of a disk, uncompressed and compressed. */
export const RAW = Buffer.from("the bytes of a disk\n".repeat(1000));
export const PACKED = gzipSync(RAW);

const folder = temporaryFolder();
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});
let files = 0;

/** A file that is deleted after the last test. */
export function aFile(data: string | Buffer = RAW): string {
  const path = join(folder, `disk-${++files}.img`);
  writeFileSync(path, data);
  return path;
}

/** Inputs of an image whose data is uploaded. */
export function upload(source: unknown, more: Values = {}): Values {
  return { region: "us-east", source, ...more };
}

/** An image that is not created yet. */
export function newImage(service: Service): Deployment {
  return new Deployment(service, "Image", "golden");
}

/** An image that an `up` created. */
export async function made(service: Service, args: Values): Promise<Deployment> {
  const deployment = newImage(service);
  await deployment.up(args);
  return deployment;
}

/** Serves data at a new URL until the end of the test file. */
export async function servedAt(data: Buffer, { tellsLength = true, ends = true } = {}): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === "/moved") return void response.writeHead(302, { Location: "/disk.img" }).end();
    if (tellsLength) response.setHeader("Content-Length", data.length);
    else response.flushHeaders();
    response.write(data);
    if (ends) response.end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/disk.img`;
}

/** The private images of the account. */
export async function privateImages(service: Service): Promise<Values[]> {
  return (await listed(service, "/images?page_size=500")).filter(({ is_public }) => is_public === false);
}
