import { writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../support/engine-cli";
import { counted, engineStory, make, makeZone } from "../support/engine-fixture";

const PLUGIN = path.join(repository, "dist", "plugin", "pulumi-resource-compute");
const ZONES = 130;

/** `pulumi do … list` for a resource type: its output, its requests, and what it lists. */
const story = engineStory(async (engine) => {
  const { emulator, project } = await engine.begin({ collections: { "/volumes": {} } });
  project.program("");
  const zones = [];
  for (let zone = 1; zone <= ZONES; zone++) {
    zones.push(await makeZone(emulator, `z${zone}.example`, { tags: zone % 10 === 0 ? ["tenth"] : [] }));
  }
  const inZone = `/domains/${zones[0]?.id}/records`;
  const record = await make(emulator, inZone, { type: "A", name: "www", target: "192.0.2.1" });
  const volume = await make(emulator, "/volumes", { label: "data" });
  const list = async (kind: string, args: readonly string[] = [], query = "", token = "emulator-read-token") => {
    writeFileSync(path.join(project.folder, "query.pp"), query);
    const from = ["--input", "pcl", "--input-file", "query.pp"];
    const command = ["do", "--package", PLUGIN, `compute:index:${kind}`, "list", ...from, ...args];
    const ended = await counted(emulator, () => project.run(command, { COMPUTE_TOKEN: token }));
    const found = ended.code === 0 ? (JSON.parse(ended.stdout) as { id: string; name: string }[]) : [];
    return { ...ended, found };
  };
  return {
    record: `${zones[0]?.id}/${record.id}`,
    page: await list("Domain"),
    all: await list("Domain", ["--all"]),
    some: await list("Domain", ["--count", "110"]),
    tagged: await list("Domain", ["--all"], 'tags = ["tenth"]'),
    records: await list("DomainRecord", [], `domainId = ${zones[0]?.id}`),
    images: await list("Image"),
    volume: `/volumes/${volume.id}`,
    volumes: await list("ApiObject", ["--collection", "/volumes"]),
    rejected: await list("Instance", [], "", "wrong"),
  };
});

test("a read-only token lists a page of resources, with their import IDs and names, in one request", () => {
  const { page } = story;
  expect(page.found).toHaveLength(100);
  expect(page.found[0]).toEqual({ id: expect.stringMatching(/^\d+$/), name: "z1.example" });
  expect(page.requests).toBe(1);
});

test("--all lists the other pages, and --count as many as it says", () => {
  expect(new Set(story.all.found.map(({ id }) => id)).size).toBe(ZONES);
  expect(story.some.found).toEqual(story.all.found.slice(0, 110));
});

test("filters are those of the data source", () => {
  expect(story.tagged.found.map(({ name }) => name)).toHaveLength(13);
  expect(story.tagged.requests).toBe(1);
});

test("what is in another resource is listed with whole IDs, and what cannot be managed is left out", () => {
  expect(story.records.found).toEqual([{ id: story.record, name: "www A" }]);
  expect(story.images.found).toEqual([]);
});

test("the objects of any collection are listed, with the IDs that an ApiObject imports", () => {
  expect(story.volumes.found).toEqual([{ id: story.volume, name: "data" }]);
});

test("a rejected token is an error with the remedy", () => {
  expect(story.rejected.code).not.toBe(0);
  expect(story.rejected.output).toMatch(/Invalid Token.*scope computes:read_only/s);
});
