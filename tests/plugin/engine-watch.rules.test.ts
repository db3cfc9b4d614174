import { spawn } from "node:child_process";
import { createServer } from "node:http2";
import type { Http2Server, ServerHttp2Session } from "node:http2";
import { once, getMaxListeners } from "node:events";
import net from "node:net";
import type { AddressInfo } from "node:net";
import { watchEngine } from "../../provider/shared/engine-watch";
import { LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { connectEngineLog } from "../../provider/plugin/engine-log";
import { openCancellation } from "../../provider/plugin/cancellation";

/** A stand-in for the engine: a server of its protocol that never receives a request. */
async function anEngine() {
  const server: Http2Server = createServer();
  const sessions: ServerHttp2Session[] = [];
  server.on("session", (session) => sessions.push(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** The connection that the watch holds. A check sends nothing, so the engine sees only this one. */
  const held = async (count: number): Promise<ServerHttp2Session> => {
    while (sessions.length < count) await once(server, "session");
    return sessions[count - 1] as ServerHttp2Session;
  };
  const die = async (): Promise<void> => {
    const closed = once(server, "close");
    server.close();
    for (const session of sessions) session.destroy();
    await closed;
  };
  return { address, held, die };
}

/** A watch, and how often it has reported that the engine exited. */
function aWatch(address: string) {
  const counted = { gone: 0 };
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const look = watchEngine(address, () => {
    counted.gone++;
    tell();
  });
  return { look, told, counted };
}

test("a check fails once the engine has exited, which is reported only once", async () => {
  const engine = await anEngine();
  const watch = aWatch(engine.address);
  await engine.held(1);
  await engine.die();
  const looks = await Promise.allSettled([watch.look(), watch.look()]);
  expect(looks.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(watch.look()).rejects.toThrow("The Pulumi engine has exited");
  expect(watch.counted.gone).toBe(1);
});

test("an engine that closes the connection but keeps listening counts as running and is watched again", async () => {
  const engine = await anEngine();
  const watch = aWatch(engine.address);
  (await engine.held(1)).destroy();
  await engine.held(2);
  await watch.look();
  expect(watch.counted.gone).toBe(0);
  await engine.die();
  await watch.told;
  expect(watch.counted.gone).toBe(1);
});

test("checks at the same time share a connection", async () => {
  const engine = await anEngine();
  const { look } = aWatch(engine.address);
  const first = look();
  expect(look()).toBe(first);
  await first;
  await engine.die();
});

test("a check that is slow to connect says nothing after the engine has closed the connection", async () => {
  const engine = await anEngine();
  const watch = aWatch(engine.address);
  await engine.held(1);
  const socket = Object.assign(new net.Socket(), { resetAndDestroy: () => socket.destroy() });
  const connect = jest.spyOn(net, "connect").mockReturnValueOnce(socket);
  const slow = watch.look();
  expect(connect).toHaveBeenCalledTimes(1);
  connect.mockRestore();
  await engine.die();
  await watch.told;
  socket.emit("connect");
  const looks = await Promise.allSettled([slow, watch.look()]);
  expect(looks.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a suspended engine counts as running until it is killed", async () => {
  const script = `const server = require("http2").createServer().listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const engine = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(engine.stdout, "data")) as [Buffer];
  const watch = aWatch(`127.0.0.1:${String(port).trim()}`);
  await watch.look();
  engine.kill("SIGSTOP");
  await watch.look();
  expect(watch.counted.gone).toBe(0);
  engine.kill("SIGKILL");
  await watch.told;
  await expect(watch.look()).rejects.toThrow("The Pulumi engine has exited");
});

test("detects an engine that exited before the watch started", async () => {
  const engine = await anEngine();
  await engine.die();
  const watch = aWatch(engine.address);
  await watch.told;
  await expect(watch.look()).rejects.toThrow("The Pulumi engine has exited");
});

test("any number of requests may listen for the cancellation without a warning from Node.js", () => {
  const { signal } = openCancellation();
  expect(signal.aborted).toBe(false);
  expect(getMaxListeners(signal)).toBe(Infinity);
});

test("a message to an engine whose connection is closed fails nothing", async () => {
  const closed = (): never => {
    throw new Error("Channel has been shut down");
  };
  const log = connectEngineLog({ engine: { makeUnaryRequest: closed }, newRequest: () => new LogRequest() });
  log.info(undefined, "created");
  await expect(log.clear("urn:pulumi:dev::shop::compute:index:Domain::zone")).resolves.toBeUndefined();
});
