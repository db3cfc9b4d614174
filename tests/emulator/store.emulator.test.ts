import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { kind } from "../../emulator/state/kind";
import { Store } from "../../emulator/state/store";
import type { Row } from "../../emulator/state/table";
import { tries } from "../support/chance";
import { temporaryFolder } from "../support/temporary-folder";
import { clientOf, DEBIAN, PROVISION_MS, start } from "./support/client";
import { compileToFolder } from "./support/compiled";
import { run } from "./support/process";

function thingStore() {
  const kindOfThings = kind<Row & { readonly name: string }>({
    table: "things",
    noun: "thing",
    firstId: 1,
    indexes: { name: (row) => [row.name] },
  });
  const store = new Store([kindOfThings]);
  const things = kindOfThings.in({ store });
  things.put({ id: things.nextId(), name: "one" });
  things.put({ id: things.nextId(), name: "two" });
  store.commit();
  return { store, things };
}

describe("the store", () => {
  test("rolls back every pending change, including the indexes", () => {
    const { store, things } = thingStore();
    things.put({ id: 1, name: "other" });
    things.put({ id: 1, name: "third" });
    things.delete(2);
    things.put({ id: things.nextId(), name: "new" });
    store.rollback();
    expect([...things.all()].map((row) => row.name).sort()).toEqual(["one", "two"]);
    expect(things.by("name", "one")).toEqual([{ id: 1, name: "one" }]);
    expect(things.has("name", "third")).toBe(false);
    expect(things.has("name", "new")).toBe(false);
  });

  test("rolls back a change that the journal could not store, with an error", () => {
    const { store, things } = thingStore();
    store.keepIn({
      append: () => {
        throw new Error("disk full");
      },
    });
    things.delete(1);
    expect(() => store.commit()).toThrow("disk full");
    expect(things.get(1)).toEqual({ id: 1, name: "one" });
  });

  test("writes one line per commit, and none for an empty one; keeps a changed row in its place, and reuses no id", () => {
    const { store, things } = thingStore();
    const lines: unknown[] = [];
    store.keepIn({ append: (changes) => lines.push(changes) });
    things.put({ id: 1, name: "other" });
    expect([...things.all()].map((row) => row.id)).toEqual([1, 2]);
    things.delete(2);
    expect(things.nextId()).toBe(3);
    store.commit();
    store.commit();
    expect(lines).toEqual([
      [
        ["put", "things", { id: 1, name: "other" }],
        ["delete", "things", 2],
      ],
    ]);
  });
});

const folder = temporaryFolder();
const compiled = compileToFolder();
let files = 0;

const newFile = () => join(folder, `data-${(files += 1)}`);

const domain = (n: number) => ({ domain: `d${n}.example.org`, type: "master", soa_email: "a@example.org" });

describe("a data file", () => {
  test("keeps resources, ids, jobs in progress and the clock across a restart", async () => {
    const dataFile = newFile();
    const before = await start({ dataFile });
    const instance = await before.create("/compute/instances", { ...DEBIAN, private_ip: true });
    const { id } = await before.create("/domains", domain(1));
    const gone = await before.create("/domains", domain(2));
    const record = await before.create(`/domains/${id}/records`, { type: "TXT", target: "x" });
    await before.put(`/domains/${id}`, { ttl_sec: 300 });
    await before.delete(`/domains/${gone.id}`);
    const now = before.emulator.clock.advance(0.8 * PROVISION_MS).now;
    await before.emulator.close();

    const after = await start({ dataFile });
    expect(after.emulator.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse(now));
    const view = (await after.get(`/compute/instances/${instance.id}`)).body;
    expect(view).toEqual({ ...instance, status: expect.stringMatching(/booting|running/), updated: view.updated });
    expect((await after.get(`/domains/${id}`)).body.ttl_sec).toBe(300);
    expect((await after.get(`/domains/${id}/records/${record.id}`)).body).toEqual(record);
    expect((await after.get("/domains")).body.results).toBe(1);
    after.emulator.clock.advance(PROVISION_MS);
    expect((await after.get(`/compute/instances/${instance.id}`)).body.status).toBe("running");
    expect((await after.create("/domains", domain(2))).id).toBe(gone.id + 1);
    expect((await after.post("/domains", domain(1))).status).toBe(400);
  });

  test("of a killed emulator has every acknowledged change, and is loaded without a truncated line, with a warning", async () => {
    const dataFile = newFile();
    const before = await start({ dataFile });
    await before.create("/domains", domain(1));
    const whole = readFileSync(dataFile).length;
    await before.create("/domains", domain(2));
    // What a kill leaves behind: the file of a process that still has it open.
    const [all, copy] = [newFile(), newFile()];
    writeFileSync(all, readFileSync(dataFile));
    expect((await (await start({ dataFile: all })).get("/domains")).body.results).toBe(2);
    writeFileSync(copy, readFileSync(dataFile).subarray(0, -5));
    const printed = jest.spyOn(process.stderr, "write").mockReturnValue(true);
    const after = await start({ dataFile: copy });
    expect(printed.mock.calls.join()).toContain(`${copy} ends with an incomplete change`);
    printed.mockRestore();
    expect((await after.get("/domains")).body.results).toBe(1);
    expect(readFileSync(copy).length).toBe(whole);
    await after.create("/domains", domain(3));
    await after.emulator.close();
    const again = await start({ dataFile: copy });
    expect((await again.get("/domains")).body.results).toBe(2);
  });

  test("that was closed and then truncated anywhere is rejected, and not modified", async () => {
    const dataFile = newFile();
    const client = await start({ dataFile });
    for (const n of [1, 2, 3]) await client.create("/domains", domain(n));
    await client.emulator.close();
    const content = readFileSync(dataFile);
    const header = content.indexOf("\n") + 1;
    for (const length of [5, header - 1, header, header + 1, content.length >> 1, content.length - 1]) {
      writeFileSync(dataFile, content.subarray(0, length));
      await expect(start({ dataFile })).rejects.toThrow(
        `${dataFile} is incomplete. Restore it from a copy, or delete it to start with an empty account.`,
      );
      expect(readFileSync(dataFile).length).toBe(length);
    }
    writeFileSync(dataFile, content);
    expect((await (await start({ dataFile })).get("/domains")).body.results).toBe(3);
  });

  test("is compacted before it grows too large", async () => {
    const dataFile = newFile();
    const client = await start({ dataFile });
    const { id } = await client.create("/domains", domain(1));
    for (let n = 0; n < 5_100; n += 1) client.emulator.poke("domain", id, { ttl_sec: n });
    expect(readFileSync(dataFile).length).toBeLessThan(100_000);
    await client.emulator.close();
    const after = await start({ dataFile });
    expect((await after.get(`/domains/${id}`)).body.ttl_sec).toBe(5_099);
    expect((await after.create("/domains", domain(2))).id).toBe(id + 1);
  });

  test("of another program is not modified", async () => {
    const dataFile = newFile();
    for (const content of ["hello\n", '{"a":1}\n', "[]\n", "hello", '{"a":1}', "\n", "\0\0"]) {
      writeFileSync(dataFile, content);
      await expect(start({ dataFile })).rejects.toThrow("not a data file of this emulator");
      expect(readFileSync(dataFile, "utf8")).toBe(content);
    }
    writeFileSync(dataFile, "");
    await (await start({ dataFile })).emulator.close();
    expect(readdirSync(folder).filter((name) => name.startsWith(`${basename(dataFile)}.`))).toEqual([]);
  });

  test("is compacted through its own temporary file, and no other", async () => {
    const dataFile = newFile();
    writeFileSync(`${dataFile}.new`, "somebody's\n");
    await expect(start({ dataFile })).rejects.toThrow(`${dataFile}.new is not a data file of this emulator`);
    expect(readFileSync(`${dataFile}.new`, "utf8")).toBe("somebody's\n");
    expect(existsSync(dataFile)).toBe(false);
    // What a kill during compaction leaves behind.
    writeFileSync(`${dataFile}.new`, '{"format":"compute-emul');
    const client = await start({ dataFile });
    await client.create("/domains", domain(1));
    await client.emulator.close();
    expect(existsSync(`${dataFile}.new`)).toBe(false);
  });

  test("of another brand, or with a damaged line, is rejected with the reason", async () => {
    const dataFile = newFile();
    await (await start({ dataFile, brand: "acme" })).emulator.close();
    await expect(start({ dataFile })).rejects.toThrow("was written with --brand acme, not compute");
    appendFileSync(dataFile, 'damage\n[["delete","domains",1]]\n');
    await expect(start({ dataFile, brand: "acme" })).rejects.toThrow("line 2 is damaged");
  });
});

describe("a second emulator on the same data file", () => {
  test("is rejected while the first one runs, and does not modify its file and its lock", async () => {
    const dataFile = newFile();
    const first = run(compiled.main, ["emulator", "--port", "0", "--data", dataFile]);
    const url = await first.ready();
    const message = `${dataFile} is in use by another emulator (process ${first.child.pid})`;
    await expect(start({ dataFile })).rejects.toThrow(message);
    // The rejected one did not remove the lock.
    await expect(start({ dataFile })).rejects.toThrow(message);
    await clientOf(url, "emulator-token").create("/domains", domain(1));
    first.child.kill("SIGTERM");
    expect(await first.ended()).toBe(0);
    expect((await (await start({ dataFile })).get("/domains")).body.results).toBe(1);
  });

  test("starts if another process has reused the PID of the dead one", async () => {
    const dataFile = newFile();
    const first = await start({ dataFile });
    const lock = JSON.parse(readFileSync(`${dataFile}.lock`, "utf8")) as { pid: number; begun: string | null };
    await first.emulator.close();
    // Only Linux provides the start time of a process; elsewhere the message names the remedy.
    if (lock.begun === null) return;
    writeFileSync(`${dataFile}.lock`, JSON.stringify({ ...lock, begun: `${lock.begun}0` }));
    expect((await (await start({ dataFile })).get("/domains")).status).toBe(200);
  });

  test("starts if the first one failed: a port in use, a file of another brand", async () => {
    const dataFile = newFile();
    const { port } = (await start()).emulator;
    await expect(start({ dataFile, port })).rejects.toThrow("already in use");
    await (await start({ dataFile })).emulator.close();
    await expect(start({ dataFile, brand: "acme" })).rejects.toThrow("was written with --brand");
    expect((await (await start({ dataFile })).get("/domains")).status).toBe(200);
  });

  test("does not treat another program's file as a lock", async () => {
    const dataFile = newFile();
    writeFileSync(`${dataFile}.lock`, "somebody's");
    await expect(start({ dataFile })).rejects.toThrow("is not a lock of this emulator");
    expect(readFileSync(`${dataFile}.lock`, "utf8")).toBe("somebody's");
  });
});

test("kill -9 at any moment loses no acknowledged write, and leaves a lock that keeps nobody out", async () => {
  const dataFile = newFile();
  const acknowledged = new Set<number>();
  const rounds = tries(4);
  for (let round = 0; round < rounds; round += 1) {
    const process = run(compiled.main, ["emulator", "--port", "0", "--data", dataFile]);
    const client = clientOf(await process.ready(), "emulator-token");
    const writer = async (lane: number) => {
      for (let n = 0; ; n += 1) {
        acknowledged.add((await client.create("/domains", domain(round * 1e6 + lane * 1e5 + n))).id);
        if (acknowledged.size >= 40 * (round + 1)) process.child.kill("SIGKILL");
      }
    };
    await Promise.allSettled([writer(1), writer(2), writer(3)]);
    expect(await process.ended()).toBe("SIGKILL");
    expect(existsSync(`${dataFile}.lock`)).toBe(true);
  }
  const survivor = await start({ dataFile });
  const found = new Set<number>();
  for (let page = 1; ; page += 1) {
    const { data } = (await survivor.get(`/domains?page_size=500&page=${page}`)).body;
    if (data.length === 0) break;
    for (const { id } of data) found.add(id);
  }
  expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(40 * rounds);
  await survivor.emulator.close();
  expect(existsSync(`${dataFile}.lock`)).toBe(false);
});
