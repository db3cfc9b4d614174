import { Journal } from "../../provider/journal/journal";
import type { JournalOptions } from "../../provider/journal/journal";
import fs from "node:fs";
import path from "node:path";
import type { Intent, JournalResource } from "../../provider/journal/intent";
import { temporaryFolder } from "../support/temporary-folder";
import { DAY_MS, MINUTE_MS } from "../support/time";

const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";
const INTENT = { urn: URN, collection: "/domains", before: [], at: Date.now() };

let root: string;
let folder: string;
let problems: string[];
let runs = 0;

beforeEach(() => {
  root = temporaryFolder();
  folder = path.join(root, "shop-dev");
  problems = [];
});

const onProblem = (problem: string) => problems.push(problem);
const aRun = (more: Partial<JournalOptions> = {}) => new Journal(folder, { onProblem, run: String(++runs), ...more });
/** A resource of the engine's, in the collection of the intents. */
const shown = (urn: string, ownId: string): JournalResource => ({ urn, location: { collection: "/domains", ownId } });
const answered = async (run: Journal, intent: Intent, made: string): Promise<void> =>
  run.noteResult(await run.note(intent), made);
/** Records a create the way a completed update does. */
async function makeAndReturn(run: Journal, urn: string, id: string, at = INTENT.at): Promise<void> {
  await answered(run, { ...INTENT, urn, at }, id);
  run.noteReturned(shown(urn, id));
}
/** A later update, in which the engine passes these resources. */
function aRunThatShows(...resources: readonly JournalResource[]): void {
  const run = aRun();
  for (const resource of resources) run.noteInState(resource);
  run.close();
}
/** All intents that another update finds open. */
const everything = () => {
  const digits = Array.from({ length: 9 }, (_, index) => index);
  return ["", ...digits, ...digits.map((digit) => `-${digit}`)].flatMap((end) => aRun().openIntents(`${URN}${end}`));
};
const files = (): string[] => fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
/** The content of the journal files, which the process that wrote them never reads back. */
const text = (): string =>
  files()
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
    .join("");

test("an intent is on disk before its request is sent; all files are readable only by their owner", async () => {
  await aRun().note(INTENT);
  expect(text()).toContain(URN);
  // This file is written without waiting for the disk.
  const next = aRun();
  next.noteExpected(URN);
  next.close();
  const modes = [".", ...files()].map((name) => fs.statSync(path.join(folder, name)).mode & 0o077);
  expect(modes).toEqual([0, 0, 0]);
});

test("an intent with a response passes the ID to the next update", async () => {
  await answered(aRun(), INTENT, "7");
  expect(aRun().openIntents(URN)).toMatchObject([{ response: { made: "7" }, isReturned: false }]);
  expect(aRun().intentsThatCreated("/domains", "7")).toMatchObject([{ urn: URN }]);
  expect(aRun().intentsThatCreated("/images", "7")).toEqual([]);
});

test("an intent is kept until a later update shows that its result is in the state", async () => {
  const run = aRun();
  await makeAndReturn(run, URN, "7");
  run.close();
  expect(text().trim().split("\n")).toHaveLength(3);
  expect(everything()).toMatchObject([{ urn: URN, response: { made: "7" }, isReturned: true }]);
  aRunThatShows(shown(URN, "7"));
  expect(files()).toEqual([]);
  expect(aRun().openIntents(URN)).toEqual([]);
});

test.each<[string, Partial<JournalResource> & { hasIntent?: true }, boolean]>([
  ["the created ID", shown(URN, "7"), true],
  ["another ID of the same resource", shown(URN, "6"), false],
  ["the intent's own ID", { hasIntent: true }, true],
  ["the created ID under another name", shown(`${URN}-renamed`, "7"), true],
  ["the created ID in another collection", { location: { collection: "/images", ownId: "7" } }, false],
])("decides whether an intent is closed when the state has %s", async (_, { hasIntent = false, ...stored }, isOver) => {
  const run = aRun();
  const noted = await run.note(INTENT);
  await run.noteResult(noted, "7");
  const next = aRun();
  next.noteInState({ urn: URN, ...stored, ...(hasIntent ? { intentId: noted } : {}) });
  expect(next.openIntents(URN)).toHaveLength(isOver ? 0 : 1);
  // Even if the run is killed now.
  expect(aRun().openIntents(URN)).toHaveLength(isOver ? 0 : 1);
  next.close();
  expect(aRun().openIntents(URN)).toHaveLength(isOver ? 0 : 1);
  expect(files()).toHaveLength(isOver ? 0 : 1);
});

describe("an interrupted update with an intent that is never queried again", () => {
  const OTHER = `${URN}2`;
  /** Leaves an interrupted update with two intents, then an update that shows only the first resource. */
  async function leaveOne(): Promise<void> {
    const stopped = aRun();
    await answered(stopped, INTENT, "7");
    await stopped.note({ ...INTENT, urn: OTHER, before: ["3"], identity: { domain: "ab12" } });
    aRunThatShows(shown(URN, "7"));
  }

  /** Updates that create one resource each, at this time, and updates that show them. */
  async function eightUpdates(at: number): Promise<void> {
    for (let run = 0; run < 8; run++) {
      const next = aRun();
      await makeAndReturn(next, `${URN}-${run}`, `${10 + run}`, at);
      next.close();
      aRunThatShows(shown(`${URN}-${run}`, `${10 + run}`));
    }
  }

  test("doesn't make the directory grow with each update, and stays open while the other one stays settled", async () => {
    await leaveOne();
    await eightUpdates(INTENT.at + DAY_MS);
    expect(files().length).toBeLessThan(3);
    expect(text()).not.toContain(`${URN}-`);
    expect(everything()).toMatchObject([{ urn: OTHER, before: ["3"], identity: { domain: "ab12" } }]);
  });

  test("stays settled when another process cleans up at the same time", async () => {
    await leaveOne();
    const one = aRun();
    one.settle(one.openIntents(OTHER)[0]?.id);
    await answered(aRun(), { ...INTENT, urn: `${URN}3` }, "8");
    const other = aRun();
    other.noteInState(shown(`${URN}3`, "8"));
    other.close();
    one.close();
    expect(everything()).toEqual([]);
  });
});

test("updates whose results are never shown again don't accumulate files, and their intents expire", async () => {
  for (let run = 0; run < 8; run++) {
    const next = aRun();
    const daysAgo = run === 0 ? 31 : 29;
    await makeAndReturn(next, `${URN}-${run}`, String(run), Date.now() - daysAgo * DAY_MS);
    next.close();
  }
  expect(files().length).toBeLessThan(7);
  expect(everything().map(({ urn }) => urn)).toEqual(Array.from({ length: 7 }, (_, run) => `${URN}-${run + 1}`));
});

describe("intents probably missing from the state", () => {
  const names = (run: Journal): string[] => run.unrecordedIntents().map(({ urn }) => urn);
  /** Leaves an interrupted update that created three resources. */
  async function leaveThree(): Promise<void> {
    const stopped = aRun();
    for (const id of ["1", "2", "3"]) await answered(stopped, { ...INTENT, urn: `${URN}${id}` }, id);
  }

  test("are those of interrupted updates that no state shows and the program doesn't expect", async () => {
    await leaveThree();
    const orderly = aRun();
    await makeAndReturn(orderly, `${URN}4`, "4");
    orderly.close();
    const run = aRun();
    run.noteInState(shown(`${URN}1`, "1"));
    run.noteExpected(`${URN}2`);
    expect(names(run)).toEqual([`${URN}3`]);
    // Its create has taken another one.
    run.noteReturned(shown(`${URN}2`, "4"));
    expect(names(run)).toEqual([`${URN}2`, `${URN}3`]);
    run.close();
    expect(names(aRun())).toEqual([`${URN}2`, `${URN}3`]);
  });

  test.each([
    ["is still running", false],
    ["has already ended", true],
  ])("exclude those seen by another process of the update, which %s", async (_, hasEnded) => {
    await leaveThree();
    const [one, other, third] = [aRun({ run: "this" }), aRun({ run: "this" }), aRun({ run: "this" })];
    for (const run of [other, third]) expect(names(run)).toHaveLength(3);
    one.noteInState(shown(`${URN}1`, "1"));
    one.noteExpected(`${URN}2`);
    await new Promise(setImmediate);
    if (hasEnded) one.close();
    other.close();
    for (const run of [other, third]) expect(names(run)).toEqual([`${URN}3`]);
  });

  test("exclude those seen by a process that has ended, after another one tidied up", async () => {
    const stopped = aRun();
    for (const id of ["1", "2"]) await answered(stopped, { ...INTENT, urn: `${URN}${id}` }, id);
    const [running, ended] = [aRun({ run: "this" }), aRun({ run: "this" })];
    expect(names(running)).toHaveLength(2);
    ended.noteExpected(`${URN}1`);
    await ended.note({ ...INTENT, urn: `${URN}3` });
    ended.close();
    const tidying = aRun({ run: "this" });
    tidying.noteInState(shown(`${URN}2`, "2"));
    tidying.close();
    expect(names(running)).toEqual([]);
    expect(names(aRun()).sort()).toEqual([`${URN}1`, `${URN}3`]);
  });

  test("exclude those of another account, but not those of older versions, which named none", async () => {
    await answered(aRun({ account: "one" }), INTENT, "7");
    await answered(aRun(), { ...INTENT, urn: `${URN}1` }, "8");
    expect(names(aRun({ account: "other" }))).toEqual([`${URN}1`]);
    expect(names(aRun({ account: "one" })).sort()).toEqual([URN, `${URN}1`]);
    expect(aRun({ account: "other" }).openIntents(URN)).toHaveLength(1);
  });
});

test("an intent that is open at Ctrl-C stays open, and a process that continues records more", async () => {
  const run = aRun();
  await run.note(INTENT);
  run.close();
  await makeAndReturn(run, `${URN}2`, "8");
  expect(aRun().openIntents(`${URN}2`)).toHaveLength(1);
  run.close();
  const before = text();
  run.close();
  expect(text()).toBe(before);
  expect(everything()).toMatchObject([{ urn: URN, isReturned: false }, { isReturned: true }]);
});

test("intents are found in the order of their requests, in whatever files they are", async () => {
  const [one, other] = [aRun(), aRun()];
  for (const at of [3_000, 1_000, 4_000]) await one.note({ ...INTENT, at });
  for (const at of [2_000, 5_000]) await other.note({ ...INTENT, at });
  expect(
    aRun()
      .openIntents(URN)
      .map(({ at }) => at),
  ).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
});

test.each([0, 1])("an update whose request led to nothing leaves only its open intents: %d", async (count) => {
  const run = aRun();
  for (const id of [await run.note(INTENT), undefined, "of another machine"]) run.settle(id);
  if (count > 0) await run.note({ ...INTENT, urn: `${URN}2` });
  run.close();
  expect(files()).toHaveLength(count);
  expect(everything()).toMatchObject([{ urn: `${URN}2` }].slice(0, count));
});

test("an intent that is in two files, because a process was killed while it moved it, counts once", async () => {
  await aRun().note(INTENT);
  fs.writeFileSync(path.join(folder, "1-1-aa.jsonl"), text());
  expect(aRun().openIntents(URN)).toHaveLength(1);
});

test("other files in the directory are neither read nor removed", async () => {
  const others = ["journal.jsonl~", "notes-1.txt"];
  await aRun().note(INTENT);
  for (const name of others) fs.writeFileSync(path.join(folder, name), "no journal\n");
  aRunThatShows(shown(URN, "7"));
  expect(problems).toEqual([]);
  expect(fs.readdirSync(folder)).toEqual(expect.arrayContaining(others));
});

test("what an update only tells its other processes is removed with the next one", async () => {
  const stopped = aRun();
  await stopped.note(INTENT);
  await answered(stopped, { ...INTENT, urn: `${URN}2` }, "8");
  const orderly = aRun();
  await makeAndReturn(orderly, `${URN}3`, "9", Date.now());
  orderly.close();
  const before = [files(), text()];
  const runs = path.join(root, "runs");
  const ended = 2 ** 31 - 1;
  for (const pid of [ended, process.ppid]) {
    const next = aRun();
    next.noteOwner({ urn: URN, keys: ["Domain 1"] });
    next.close();
    // As if the process with this ID had written it.
    for (const name of fs.readdirSync(runs))
      fs.renameSync(path.join(runs, name), path.join(runs, name.replace(`-${process.pid}-`, `-${pid}-`)));
  }
  aRun().close();
  expect([files(), text()]).toEqual(before);
  expect(fs.readdirSync(runs)).toEqual([expect.stringContaining(`-${process.ppid}-`)]);
});

test.each([
  ["stays while that process runs", process.ppid, 1],
  ["is removed once that process has ended", 2 ** 31 - 1, 0],
])("the file of another process %s", async (_, pid, count) => {
  await answered(aRun(), INTENT, "7");
  // As if the process with this ID had written it.
  const [file = ""] = files();
  fs.renameSync(path.join(folder, file), path.join(folder, file.replace(`-${process.pid}-`, `-${pid}-`)));
  const meanwhile = aRun();
  expect(meanwhile.unrecordedIntents()).toHaveLength(1);
  aRunThatShows(shown(URN, "7"));
  expect(meanwhile.unrecordedIntents()).toEqual([]);
  aRunThatShows();
  expect(files().filter((name) => name.includes(`-${pid}-`))).toHaveLength(count);
  expect(everything()).toEqual([]);
});

test.each([
  ["in the way", "read"],
  ["in the way/below/it", "read"],
  // Where a file system answers ENOENT for a directory that exists, Node's own recursion never ends.
  ["/proc/none/there", "written"],
])("a directory that cannot be used stops nothing and is reported once, with the remedy: %s", async (place, how) => {
  fs.writeFileSync(path.join(root, "in the way"), "");
  const run = new Journal(path.resolve(root, place), { onProblem });
  expect(run.openIntents(URN)).toEqual([]);
  await answered(run, INTENT, "7");
  expect(run.ownersOf("Domain 1", undefined)).toEqual([]);
  await run.note(INTENT);
  run.close();
  expect(problems).toEqual([expect.stringMatching(new RegExp(`cannot be ${how}: .*COMPUTE_JOURNAL`))]);
});

test("a directory is created with its parents, and again if it is deleted during an update", async () => {
  folder = path.join(root, "state", "journal", "shop-dev");
  const run = aRun();
  await run.note(INTENT);
  fs.rmSync(folder, { recursive: true });
  await run.note({ ...INTENT, urn: `${URN}2` });
  expect(text()).toContain(`${URN}2`);
  expect(problems).toEqual([]);
});

const LINE = { does: "note", ...INTENT, intent: "x" };

test.each([null, 5, [], {}, { ...LINE, intent: 5 }])("the line %j is damaged", (line) => {
  fs.mkdirSync(folder);
  const lines = [{ ...LINE, serviceTime: 5, account: "one", identity: { domain: "ab" } }, line];
  fs.writeFileSync(path.join(folder, "1-1-aa.jsonl"), lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  expect(aRun().openIntents(URN)).toHaveLength(1);
  expect(problems).toEqual([expect.stringMatching(/^Line 2 of /)]);
});

test("a file that another process has just removed is skipped; one that can't be read is reported", async () => {
  await aRun().note(INTENT);
  const file = path.join(folder, "1-1-aa.jsonl");
  fs.symlinkSync("removed", file);
  expect(aRun().openIntents(URN)).toHaveLength(1);
  expect(problems).toEqual([]);
  fs.rmSync(file);
  fs.mkdirSync(file);
  expect(aRun().openIntents(URN)).toEqual([]);
  expect(problems).toEqual([expect.stringContaining("cannot be read")]);
});

test("a damaged line is reported, with the remedy, until it is deleted", async () => {
  await aRun().note(INTENT);
  const [file = ""] = files();
  const good = text();
  const openWith = (content: string): void => {
    problems = [];
    fs.writeFileSync(path.join(folder, file), content);
    expect(aRun().openIntents(URN)).toHaveLength(1);
  };
  openWith(`${good.slice(0, 20)}\n${good}{}\n{"does":"no`);
  expect(problems).toEqual([
    `Line 1 of the journal file ${path.join(folder, file)} is damaged. Run \`npx pulumi-compute drift\` to list unmanaged resources, which an ` +
      "interrupted update may have created. The rest of the file is used. To stop this warning, delete the line.",
  ]);
  openWith(good);
  expect(problems).toEqual([]);
  // A last line without its line break counts.
  openWith(good.trimEnd());
});

test("reading alone creates no files", () => {
  const run = aRun();
  expect(run.openIntents(URN)).toEqual([]);
  run.noteInState(shown(URN, "7"));
  run.close();
  expect(fs.readdirSync(root)).toEqual([]);
});

/** A pending create, as `pulumi stack export` shows it to several callers. */
const PENDING = { inputs: {}, at: INTENT.at };
const pendingRequest = () => Promise.resolve({ urn: URN, collection: "/domains", at: INTENT.at });
const stackWith = (...pending: readonly (typeof PENDING)[]) => ({
  pendingCreates: () => pending,
  manages: () => false,
});

test("a pending create stays open while the state cannot be read, and ends when it has left the state", async () => {
  for (const [shown, open] of [
    [stackWith(PENDING), 1],
    [undefined, 1],
    [stackWith(), 0],
  ] as const) {
    const run = aRun({ readStack: () => Promise.resolve(shown) });
    await run.recallPending(URN, pendingRequest);
    expect(run.openIntents(URN)).toHaveLength(open);
    run.close();
  }
});

test.each([
  ["/domains", 1],
  ["/images", 2],
])(
  "a request that this machine noted for %s is the pending create if that is in the same collection",
  async (collection, open) => {
    await aRun().note({ ...INTENT, collection });
    const run = aRun({ readStack: () => Promise.resolve(stackWith(PENDING)) });
    await run.recallPending(URN, pendingRequest);
    expect(run.openIntents(URN)).toHaveLength(open);
  },
);

test.each([
  ["began", "the state shows it", 0, [PENDING]],
  ["ended", "another update has left it", 1, [PENDING]],
  ["sent a request", "the journal shows it", 1, [PENDING]],
  ["began much earlier", "another machine may have sent it", 1, [{ ...PENDING, at: INTENT.at + 2 * MINUTE_MS }]],
  ["began", "another machine may have sent one of two", 2, [PENDING, PENDING]],
] as const)("after an update that %s, the pending create is open if %s", async (does, _why, open, pending) => {
  const killed = aRun();
  killed.noteCreate("begin", URN, INTENT.at);
  if (does === "ended") killed.noteCreate("end", URN, INTENT.at);
  if (does === "sent a request") await killed.note(INTENT);
  const run = aRun({ readStack: () => Promise.resolve(stackWith(...pending)) });
  await run.recallPending(URN, pendingRequest);
  expect(run.openIntents(URN)).toHaveLength(open);
});

test("resources that are recalled at the same time share one read of the state", async () => {
  const readStack = jest.fn(() => Promise.resolve(stackWith(PENDING)));
  const run = aRun({ readStack });
  await Promise.all([run.recall(URN, []), run.recall(`${URN}-1`, []), run.recallPending(`${URN}-2`, pendingRequest)]);
  expect(readStack).toHaveBeenCalledTimes(1);
});

describe("without a state", () => {
  const open = (command?: string): string[] =>
    aRun({ command })
      .openIntents(URN)
      .map(({ response }) => response?.made ?? "");

  test("a command finds only what it has itself begun", async () => {
    await answered(aRun({ command: "one" }), INTENT, "1");
    await answered(aRun(), INTENT, "2");
    expect([open("one"), open("other"), open()]).toEqual([["1"], [], ["2"]]);
    const other = aRun({ command: "other" });
    expect(other.unrecordedIntents()).toEqual([]);
    other.close();
    expect(open("one")).toEqual(["1"]);
  });

  test("nothing remains of a command that has ended, because no update will show its result", async () => {
    const run = aRun({ command: "one" });
    await makeAndReturn(run, URN, "1");
    expect(open("one")).toEqual(["1"]);
    run.close();
    expect(open("one")).toEqual([]);
  });
});
