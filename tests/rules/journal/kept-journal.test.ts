import { appendFileSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Journal } from "../../../provider/journal/journal";
import { keepJournal } from "../../../provider/journal/kept-journal";
import { temporaryFolder } from "../../support/temporary-folder";

const URN = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:Domain::zone";
const INTENT = { urn: URN, collection: "/domains", before: [], at: 1_000 };

let root: string;
let folder: string;
let problems: string[];

beforeEach(() => {
  root = temporaryFolder();
  folder = path.join(root, "shop-dev");
  problems = [];
});

const aRun = () => keepJournal(folder, (problem) => problems.push(problem));
/** What a run does that makes an object in an orderly way. */
async function makeAndHandOver(run: Journal, urn: string, id: string): Promise<void> {
  await (await run.note({ ...INTENT, urn })).answered(id);
  run.handedOver(urn, id);
}
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
  expect(aRun().open(URN)).toMatchObject([{ answer: { made: "7" } }]);
  expect(aRun().isMadeForAnother(`${URN}2`, "/domains", "7")).toBe(true);
  expect(aRun().isMadeForAnother(URN, "/domains", "7")).toBe(false);
});

test("nothing is left of a run that ends in an orderly way after the engine got everything", async () => {
  const run = aRun();
  await makeAndHandOver(run, URN, "7");
  run.close();
  expect(files()).toEqual([]);
  expect(aRun().open(URN)).toEqual([]);
});

test("what the engine never got stays open after an orderly end, beside what it got", async () => {
  const run = aRun();
  await (await run.note(INTENT)).answered("7");
  await (await run.note({ ...INTENT, urn: `${URN}2` })).answered("8");
  run.handedOver(URN, "7");
  run.close();
  const next = aRun();
  expect(next.open(URN)).toEqual([]);
  expect(next.open(`${URN}2`)).toMatchObject([{ answer: { made: "8" } }]);
});

test.each([
  ["the id that was made", "1/7", undefined, true],
  ["another id of the same resource", "6", undefined, false],
])("a run to which the engine shows %s", async (_, id, intent, isOver) => {
  await (await aRun().note(INTENT)).answered("7");
  const next = aRun();
  next.handedOver(URN, id, intent);
  expect(next.open(URN)).toHaveLength(isOver ? 0 : 1);
  next.close();
  expect(aRun().open(URN)).toHaveLength(isOver ? 0 : 1);
});

test("an intent that the state remembers is over, whatever its id", async () => {
  const noted = await aRun().note(INTENT);
  const next = aRun();
  next.handedOver(URN, "5/1234", noted.intent);
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
    await stopped.note({ ...INTENT, urn: OTHER });
    const next = aRun();
    next.handedOver(URN, "7");
    next.close();
  }

  test("does not make the folder grow with each run", async () => {
    await leaveOne();
    const before = text();
    for (let run = 0; run < 3; run++) {
      const next = aRun();
      await makeAndHandOver(next, `${URN}3`, "9");
      next.close();
    }
    expect(text()).toBe(before);
    expect(aRun().open(URN)).toEqual([]);
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
    const stopped = aRun();
    await (await stopped.note(INTENT)).answered("7");
    await stopped.note({ ...INTENT, urn: OTHER });
    const next = aRun();
    next.handedOver(URN, "7");
    next.close();
    expect(next.open(URN)).toEqual([]);
    await makeAndHandOver(next, `${URN}3`, "9");
    next.close();
    expect(aRun().open(URN)).toEqual([]);
  });
});

test("what is open when Ctrl-C is pressed is open after the end of that run, too", async () => {
  const run = aRun();
  await run.note(INTENT);
  run.close();
  await makeAndHandOver(run, `${URN}2`, "8");
  run.close();
  expect(aRun().open(URN)).toHaveLength(1);
  expect(aRun().open(`${URN}2`)).toEqual([]);
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
  one.handedOver(URN, "1");
  one.close();
  expect(aRun().open(URN)).toEqual([]);
  expect(aRun().open(`${URN}2`)).toHaveLength(1);
});

test("the journal goes on after an orderly end, because Ctrl-C comes before one, too", async () => {
  const run = aRun();
  await makeAndHandOver(run, URN, "7");
  run.close();
  await run.note({ ...INTENT, urn: `${URN}2` });
  expect(aRun().open(`${URN}2`)).toHaveLength(1);
});

test("what was made before the journal was begun is not covered by it", async () => {
  const first = aRun();
  expect(first.wasKeptAt(Date.now())).toBe(false);
  await (await first.note(INTENT)).answered("7");
  utimesSync(path.join(folder, "kept-since"), 2_000, 2_000);
  const next = aRun();
  expect(next.wasKeptAt(1_999_000)).toBe(false);
  expect(next.wasKeptAt(2_001_000)).toBe(true);
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
  const run = keepJournal(path.join(folder, below), (problem) => problems.push(problem));
  expect(run.open(URN)).toEqual([]);
  expect(run.wasKeptAt(Date.now())).toBe(false);
  await run.note(INTENT);
  run.close();
  expect(problems).toEqual([expect.stringMatching(/cannot be read .*COMPUTE_JOURNAL/)]);
});

test("a place that can never be made ends in the same way", async () => {
  const run = keepJournal("/proc/1/none/there", (problem) => problems.push(problem));
  await run.note(INTENT);
  expect(problems).toHaveLength(1);
});

test("a damaged line is named, with what to do", async () => {
  await aRun().note(INTENT);
  const [file = ""] = files();
  const good = text();
  writeFileSync(path.join(folder, file), `${good.slice(0, 20)}\n${good}{"does":"no`);
  expect(aRun().open(URN)).toHaveLength(1);
  expect(problems).toEqual([expect.stringMatching(/\.jsonl has 1 damaged line: .*pulumi-compute drift/)]);
});

test("reading alone leaves no trace", () => {
  const run = aRun();
  expect(run.open(URN)).toEqual([]);
  run.handedOver(URN, "7");
  run.close();
  expect(readdirSync(root)).toEqual([]);
});

test("a hundred intents at once are written together", async () => {
  const run = aRun();
  await Promise.all(Array.from({ length: 100 }, (_, index) => run.note({ ...INTENT, urn: `${URN}${index}` })));
  expect(text().trim().split("\n")).toHaveLength(100);
});
