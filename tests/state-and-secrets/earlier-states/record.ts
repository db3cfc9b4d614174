import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { kinds } from "../../../provider/resources/registry";
import { deedsOf, enter, goOnFrom, projectOf, recordingOf, SECRETS, serviceIn } from "../../support/earlier-states";
import type { Exported } from "../../support/earlier-states";
import { expectExit, repository, STACK } from "../../support/engine-cli";
import { engineFixture, make, STORY_MS } from "../../support/engine-fixture";
import type { EngineFixture } from "../../support/engine-fixture";
import type { StateResource } from "../../support/engine-cli";

/** Requests whose failure leaves something unfinished: a resource, a set and an action. */
const REFUSED = [
  { method: "PUT", path: "/compute/instances/*", nth: 1 },
  { method: "POST", path: "/domains/*/records", nth: 2 },
  { method: "GET", path: "/databases/mongodb/instances/*/backups", nth: 3 },
];

const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as { version: string };

/** `npm run record:state`. This is no test: it writes the data of one, which only the version itself can do. */
describe(`the recording of version ${version}`, () => {
  const engine = engineFixture();
  const files = recordingOf(version);

  it(
    "is written, with each kind of resource",
    async () => {
      if (!existsSync(files.program)) {
        throw new Error(`${files.program} is missing: copy that of the last version, and add what has come since.`);
      }
      if (existsSync(files.state)) {
        throw new Error(`${files.state} exists. What a version has written stays: raise the version, or delete it.`);
      }
      const { state, service } = await recordIn(engine);
      writeFileSync(files.state, state);
      writeFileSync(files.service, service);
      const story = await goOnFrom(version, engine);
      writeFileSync(files.deeds, asText(deedsOf(story)));
    },
    STORY_MS,
  );
});

/** Runs the program with some of its requests failing, and returns the state and the emulator's data. */
async function recordIn(engine: EngineFixture): Promise<{ state: string; service: string }> {
  const dataFile = path.join(engine.folder(), "service");
  const emulator = await serviceIn(dataFile, engine);
  const project = projectOf(version, emulator, engine);
  const zone = { domain: "adopted.example.com", type: "master", soa_email: "admin@example.com" };
  const { id } = await make(emulator, "/domains", zone);
  await make(emulator, `/domains/${id}/records`, { type: "A", name: "double", target: "192.0.2.9" });
  enter("finished", project);
  expectExit(await project.up(), 0);
  for (const request of REFUSED) emulator.faults.add({ ...request, effect: { kind: "status", status: 400 } });
  enter("all", project);
  expectExit(await project.up("--continue-on-error"), 1);
  const unfinished = project.resources().filter(({ initErrors }) => initErrors);
  expect(unfinished.map(({ id }) => id)).toHaveLength(REFUSED.length);
  // A refresh removes the engine's own mark.
  expectExit(await project.refresh("--target", project.urn("MongoDatabaseBackup", "unfinished-backup")), 0);
  const { stdout } = await project.must(["stack", "export", "--stack", STACK]);
  const exported = JSON.parse(stdout) as Exported;
  const written = exported.deployment.resources.flatMap(
    ({ type }) => /^pulumi-nodejs:dynamic\/compute:(.*)$/.exec(type)?.[1] ?? [],
  );
  expect([...new Set(written)].sort()).toEqual(kinds.map(({ kind }) => kind).sort());
  const state = asText(withoutPositions(exported));
  for (const hidden of [...Object.values(SECRETS), repository, project.folder]) expect(state).not.toContain(hidden);
  return { state, service: readFileSync(dataFile, "utf8") };
}

/** Without source positions, which name folders of this machine. */
function withoutPositions({ deployment, ...rest }: Exported): Exported {
  const resources = deployment.resources.map((resource) => {
    const { sourcePosition: _at, stackTrace: _by, ...kept } = resource as StateResource & Record<string, unknown>;
    return kept;
  });
  return { ...rest, deployment: { ...deployment, resources } };
}

function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
