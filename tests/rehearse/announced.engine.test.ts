import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Report } from "../../cli/rehearse/report";
import type { Values } from "../../provider/definition/values";
import { repository, start } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";
import { SEED } from "../support/chance";
import { KINDS, pairsOf } from "../support/live-changes";

/** `PAIRS=60 npm test -- tests/rehearse/announced` tries more, all of them in one stack. */
const PAIRS = Number(process.env["PAIRS"] ?? 2 * KINDS.length);
const MAIN = path.join(repository, "dist", "cli", "main.js");

/** Each resource as the stack has it, as somebody else changes it, and as the program then declares it. */
const pairs = KINDS.flatMap(({ kind, fixed, inputs, title }, at) =>
  fc
    .sample(pairsOf({ kind, fixed, inputs, title }), { seed: SEED + at, numRuns: Math.ceil(PAIRS / KINDS.length) })
    .map(({ before, theirs, after }, index) => {
      const name = `${kind.toLowerCase()}-${at}-${index}`;
      const named = (args: Values): Values => ({
        ...args,
        ...(typeof args["label"] === "string" ? { label: `${args["label"]}-${at}-${index}` } : {}),
        // A preview rejects its removal, and the rehearsal ends.
        ...(before["privateIp"] === true ? { privateIp: true } : {}),
        ...(kind === "Domain" ? { domain: `${name}.example` } : {}),
        ...(kind === "DomainRecord" ? { domainId: "ZONE" } : {}),
      });
      const [first, changed, last] = [before, { ...before, ...theirs }, after].map((args) =>
        named({ ...fixed, ...args }),
      );
      return { kind, name, before: first, theirs: changed, after: last };
    }),
);

const PROGRAM = `
  const zone = new compute.Domain("zone", { domain: "zone.example", type: "master", soaEmail: "admin@zone.example" });
  for (const { kind, name, args: { domainId, ...args } } of JSON.parse(require("node:fs").readFileSync("declared.json", "utf8")))
    new compute[kind](name, domainId === undefined ? args : { ...args, domainId: zone.id });
`;

/** Also what it can after a rejection, as a rehearsal does. */
const UP = ["--continue-on-error"];

describe("random changes by somebody else, and by the program", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const declare = (who: "before" | "theirs" | "after"): void =>
      writeFileSync(
        path.join(project.folder, "declared.json"),
        JSON.stringify(pairs.map((pair) => ({ kind: pair.kind, name: pair.name, args: pair[who] }))),
      );
    project.program(PROGRAM);
    declare("before");
    await project.mustUp();
    const state = path.join(project.folder, "state.json");
    copyFileSync(project.stateFile(), state);
    declare("theirs");
    await project.up(...UP);
    copyFileSync(state, project.stateFile());
    declare("after");
    const env = { ...project.env, PULUMI_STACK: "dev", TMPDIR: engine.folder() };
    const command = [MAIN, "rehearse", "--format", "json"];
    const rehearsed = await start(process.execPath, command, { cwd: project.folder, env }).ended;
    const real = await counted(emulator, () => project.up(...UP));
    const names = new Map(Object.entries(project.ids()).map(([name, id = ""]) => [id.split("/").at(-1), name]));
    return { report: JSON.parse(rehearsed.stdout) as Report, real, names };
  });

  test("a rehearsal counts the requests that the update sends", () => {
    const { requests, writes } = story.real;
    expect(story.report.accounts).toMatchObject([{ writes: writes.length, requests }]);
  });

  test("a rehearsal names what the update changes, and what it loses", () => {
    const { report, real, names } = story;
    const writesOn = (pattern: RegExp): string[] => [
      ...new Set(
        real.writes.flatMap(({ method, path: to = "" }) => {
          const [, id] = pattern.exec(`${method} ${to}`) ?? [];
          return id === undefined ? [] : (names.get(id) ?? id);
        }),
      ),
    ];
    const named = (wanted: (one: Report["operations"][number]) => boolean): string[] =>
      report.operations.filter(wanted).map(({ name }) => name);
    expect(named(() => true).sort()).toEqual(expect.arrayContaining(writesOn(/^\w+ \D*(?:\d+\/records\/)?(\d+)/)));
    expect(named(({ loses }) => loses !== undefined).sort()).toEqual(
      writesOn(/^(?:POST .*\/instances\/(?=\d+\/rebuild)|DELETE .*\/instances\/)(\d+)/).sort(),
    );
  });
});
