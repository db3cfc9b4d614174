import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Journal, JournalResource } from "../../../provider/journal/journal";
import type { JournalOptions } from "../../../provider/journal/file-journal";
import { openJournal } from "../../../provider/journal/file-journal";
import { temporaryFolder } from "../../support/temporary-folder";

const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";
const INTENT = { urn: URN, collection: "/domains", before: [], at: 1_000 };

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
const aRun = (more: Partial<JournalOptions> = {}) => openJournal(folder, { onProblem, run: String(++runs), ...more });
/** What a run does that makes an object in an orderly way. */
async function makeAndReturn(run: Journal, urn: string, id: string): Promise<void> {
  await (await run.note({ ...INTENT, urn })).answered(id);
  run.returned({ urn, id });
}
/** A later run, to which the engine shows these resources. */
function aRunThatShows(...resources: readonly JournalResource[]): void {
  const run = aRun();
  for (const resource of resources) run.recorded(resource);
  run.close();
}
/** All intents that a further run finds open. */
const everything = () =>
  [
    URN,
    ...Array.from({ length: 9 }, (_, index) => `${URN}${index}`),
    ...Array.from({ length: 9 }, (_, index) => `${URN}-${index}`),
  ].flatMap((urn) => aRun().open(urn));
const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
/** Another process wrote it: this one's own are never read again. */
const text = (): string =>
  files()
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .join("");

test("an intent is on disk before its request may go out, and nobody else can read it", async () => {
  await aRun().note(INTENT);
  expect(text()).toContain(URN);
  const [file = ""] = files();
  expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test("an intent without an answer is open for the next run, and for its resource only", async () => {
  await aRun().note({ ...INTENT, before: ["5"] });
  const next = aRun();
  expect(next.open(URN)).toMatchObject([{ ...INTENT, before: ["5"] }]);
  expect(next.open(URN)[0]).not.toHaveProperty("answer");
  expect(next.open(`${URN}2`)).toEqual([]);
});

test("an answered intent gives the next run the id", async () => {
  await (await aRun().note(INTENT)).answered("7");
  expect(aRun().open(URN)).toMatchObject([{ answer: { made: "7" }, isReturned: false }]);
  expect(aRun().madeBy("/domains", "7")).toMatchObject([{ urn: URN }]);
  expect(aRun().madeBy("/images", "7")).toEqual([]);
});

test("an intent outlives the run whose engine got the result: only a later run shows that it is in the state", async () => {
  const run = aRun();
  await makeAndReturn(run, URN, "7");
  run.close();
  expect(everything()).toMatchObject([{ urn: URN, answer: { made: "7" }, isReturned: true }]);
  aRunThatShows({ urn: URN, id: "7" });
  expect(files()).toEqual([]);
  expect(aRun().open(URN)).toEqual([]);
});

test("what the engine never got is told apart from what it got", async () => {
  const run = aRun();
  await (await run.note(INTENT)).answered("7");
  await makeAndReturn(run, `${URN}2`, "8");
  run.close();
  expect(everything()).toMatchObject([
    { urn: URN, isReturned: false },
    { urn: `${URN}2`, isReturned: true },
  ]);
});

test.each([
  ["the id that was made", { id: "1/7" }, true],
  ["another id of the same resource", { id: "6" }, false],
  ["that object under another name", { urn: `${URN}-renamed`, id: "7", collection: "/domains" }, true],
  ["that id in another collection", { urn: `${URN}-renamed`, id: "7", collection: "/images" }, false],
])("a run to which the engine shows %s", async (_, shown, isOver) => {
  await (await aRun().note(INTENT)).answered("7");
  const next = aRun();
  next.recorded({ urn: URN, ...shown });
  expect(next.open(URN)).toHaveLength(isOver ? 0 : 1);
  next.close();
  expect(aRun().open(URN)).toHaveLength(isOver ? 0 : 1);
});

test("an intent without an answer that is found to have led to an object is over once that is shown", async () => {
  await aRun().note({ ...INTENT, at: Date.now() });
  const next = aRun();
  next.explained(next.open(URN)[0]?.intent ?? "", "7");
  next.returned({ urn: URN, id: "7" });
  expect(next.madeBy("/domains", "7")).toHaveLength(1);
  next.close();
  expect(aRun().open(URN)).toMatchObject([{ answer: { made: "7" }, isReturned: true }]);
  aRunThatShows({ urn: URN, id: "7" });
  expect(files()).toEqual([]);
});

test("an intent that the state remembers is over, whatever its id", async () => {
  const { intent } = await aRun().note(INTENT);
  const next = aRun();
  next.recorded({ urn: URN, id: "5/1234", intent });
  expect(next.open(URN)).toEqual([]);
});

test("an intent that was looked for in vain is not looked for again", async () => {
  await aRun().note(INTENT);
  const next = aRun();
  next.settle(next.open(URN)[0]?.intent);
  next.close();
  expect(files()).toEqual([]);
});

describe("a stopped run of which one intent is never asked for again", () => {
  const OTHER = `${URN}2`;
  /** One run after another, to each of which the engine shows only the first resource. */
  async function leaveOne(): Promise<void> {
    const stopped = aRun();
    await (await stopped.note(INTENT)).answered("7");
    await stopped.note({ ...INTENT, urn: OTHER, before: ["3"], identity: { domain: "ab12" } });
    aRunThatShows({ urn: URN, id: "7" });
  }

  test("does not make the folder grow with each run", async () => {
    await leaveOne();
    for (let run = 0; run < 8; run++) {
      const next = aRun();
      await makeAndReturn(next, `${URN}-${run}`, `${10 + run}`);
      next.close();
      aRunThatShows({ urn: `${URN}-${run}`, id: `${10 + run}` });
    }
    expect(files()).toHaveLength(1);
    expect(text().trim().split("\n")).toHaveLength(1);
    expect(everything()).toMatchObject([{ urn: OTHER, before: ["3"], identity: { domain: "ab12" } }]);
  });

  test("leaves nothing once that is settled, too", async () => {
    await leaveOne();
    const next = aRun();
    next.settle(next.open(OTHER)[0]?.intent);
    next.close();
    expect(files()).toEqual([]);
  });

  test("keeps what was settled settled, whatever becomes of the run that settled it", async () => {
    await leaveOne();
    for (let run = 0; run < 3; run++) {
      const next = aRun();
      expect(next.open(URN)).toEqual([]);
      expect(next.open(OTHER)).toHaveLength(1);
      next.close();
    }
  });

  test("is the same to a process that goes on after Ctrl-C", async () => {
    await leaveOne();
    const next = aRun();
    next.recorded({ urn: OTHER, id: "9" });
    next.close();
    await makeAndReturn(next, `${URN}3`, "9");
    next.settle(next.open(OTHER)[0]?.intent);
    next.close();
    expect(everything()).toMatchObject([{ urn: `${URN}3` }]);
  });

  test("is settled for good by a process beside another one that has tidied up", async () => {
    await leaveOne();
    const one = aRun();
    one.settle(one.open(OTHER)[0]?.intent);
    await (await aRun().note({ ...INTENT, urn: `${URN}3` })).answered("8");
    const other = aRun();
    other.recorded({ urn: `${URN}3`, id: "8" });
    other.close();
    one.close();
    expect(everything()).toEqual([]);
  });
});

test("runs whose results are never shown again do not fill the folder with files, nor keep them for ever", async () => {
  for (let run = 0; run < 8; run++) {
    const next = aRun();
    const noted = await next.note({ ...INTENT, urn: `${URN}-${run}`, at: run === 0 ? 0 : Date.now() });
    await noted.answered(String(run));
    next.returned({ urn: `${URN}-${run}`, id: String(run) });
    next.close();
  }
  expect(files().length).toBeLessThan(7);
  expect(everything().map(({ urn }) => urn)).toEqual(Array.from({ length: 7 }, (_, run) => `${URN}-${run + 1}`));
});

describe("intents that the state probably lacks", () => {
  const names = (run: Journal): string[] => run.unrecorded().map(({ urn }) => urn);

  test("are those that no run has shown, that the program does not await, and whose run did not end in an orderly way", async () => {
    const stopped = aRun();
    for (const index of [1, 2, 3])
      await (await stopped.note({ ...INTENT, urn: `${URN}${index}` })).answered(`${index}`);
    const orderly = aRun();
    await makeAndReturn(orderly, `${URN}4`, "4");
    orderly.close();
    const run = aRun();
    run.recorded({ urn: `${URN}1`, id: "1" });
    run.expected(`${URN}2`);
    expect(names(run)).toEqual([`${URN}3`]);
    run.close();
    expect(names(run)).toEqual([`${URN}3`]);
    expect(names(aRun())).toEqual([`${URN}2`, `${URN}3`]);
  });

  test.each([
    ["is still running", false],
    ["has ended already", true],
  ])("are not those of another process of the run, which %s", async (_, hasEnded) => {
    const stopped = aRun();
    for (const index of [1, 2, 3])
      await (await stopped.note({ ...INTENT, urn: `${URN}${index}` })).answered(`${index}`);
    const [one, other] = [aRun({ run: "this" }), aRun({ run: "this" })];
    expect(names(other)).toHaveLength(3);
    one.recorded({ urn: `${URN}1`, id: "1" });
    one.expected(`${URN}2`);
    await new Promise(setImmediate);
    if (hasEnded) one.close();
    other.close();
    expect(names(other)).toEqual([`${URN}3`]);
  });

  test("are not those of another account, where the service would not show them", async () => {
    await (await aRun({ account: "one" }).note(INTENT)).answered("7");
    expect(names(aRun({ account: "other" }))).toEqual([]);
    expect(names(aRun({ account: "one" }))).toEqual([URN]);
    expect(aRun({ account: "other" }).open(URN)).toHaveLength(1);
  });
});

test("what is open when Ctrl-C is pressed is open after the end of that run, too", async () => {
  const run = aRun();
  await run.note(INTENT);
  run.close();
  await makeAndReturn(run, `${URN}2`, "8");
  run.close();
  expect(everything()).toMatchObject([{ urn: URN, isReturned: false }, { isReturned: true }]);
});

test("a line that was cut off in the middle does not count, and does not spoil the others", async () => {
  await aRun().note(INTENT);
  const [file = ""] = files();
  appendFileSync(path.join(folder, file), '{"does":"note","intent":"x","urn":"urn:pu');
  writeFileSync(path.join(folder, "1-1-aa.jsonl"), "no journal\n[]\nnull\n");
  expect(aRun().open(URN)).toHaveLength(1);
});

test("two processes of one run do not get in each other's way", async () => {
  const [one, two] = [aRun(), aRun()];
  await Promise.all([
    one.note(INTENT).then((noted) => noted.answered("1")),
    two.note({ ...INTENT, urn: `${URN}2` }).then((noted) => noted.answered("2")),
  ]);
  one.returned({ urn: URN, id: "1" });
  one.close();
  expect(aRun().open(URN)).toMatchObject([{ isReturned: true }]);
  expect(aRun().open(`${URN}2`)).toMatchObject([{ isReturned: false }]);
});

test("the journal goes on after an orderly end, because Ctrl-C comes before one, too", async () => {
  const run = aRun();
  await makeAndReturn(run, URN, "7");
  run.close();
  await run.note({ ...INTENT, urn: `${URN}2` });
  expect(aRun().open(`${URN}2`)).toHaveLength(1);
});

test("what was made before the journal was begun is not covered by it", async () => {
  const first = aRun();
  expect(first.coversTime(Date.now())).toBe(false);
  await (await first.note(INTENT)).answered("7");
  utimesSync(path.join(folder, "kept-since"), 2_000, 2_000);
  const next = aRun();
  expect(next.coversTime(1_999_000)).toBe(false);
  expect(next.coversTime(2_001_000)).toBe(true);
});

test("a place that cannot be written stops nothing and is said once, with what to do", async () => {
  writeFileSync(folder, "in the way");
  const run = aRun();
  const noted = await run.note(INTENT);
  await noted.answered("7");
  await run.note(INTENT);
  run.close();
  expect(problems).toEqual([expect.stringContaining("COMPUTE_JOURNAL")]);
});

test.each(["", "below/it"])("a place that cannot be read stops nothing and is said once: %j", async (below) => {
  writeFileSync(folder, "in the way");
  const run = openJournal(path.join(folder, below), { onProblem });
  expect(run.open(URN)).toEqual([]);
  expect(run.coversTime(Date.now())).toBe(false);
  await run.note(INTENT);
  run.close();
  expect(problems).toEqual([expect.stringMatching(/cannot be read: .*COMPUTE_JOURNAL/)]);
});

test("a place that can never be made ends in the same way", async () => {
  const run = openJournal("/proc/1/none/there", { onProblem });
  await run.note(INTENT);
  expect(problems).toHaveLength(1);
});

test("a damaged line is named, with what to do", async () => {
  await aRun().note(INTENT);
  const [file = ""] = files();
  const good = text();
  writeFileSync(path.join(folder, file), `${good.slice(0, 20)}\n${good}{"does":"no`);
  expect(aRun().open(URN)).toHaveLength(1);
  expect(problems).toEqual([expect.stringMatching(/\.jsonl has 1 damaged line\. .*pulumi-compute drift/)]);
});

test("reading alone leaves no trace", () => {
  const run = aRun();
  expect(run.open(URN)).toEqual([]);
  run.recorded({ urn: URN, id: "7" });
  run.close();
  expect(readdirSync(root)).toEqual([]);
});

test("a hundred intents at once are written together", async () => {
  const run = aRun();
  await Promise.all(Array.from({ length: 100 }, (_, index) => run.note({ ...INTENT, urn: `${URN}${index}` })));
  expect(text().trim().split("\n")).toHaveLength(100);
});
