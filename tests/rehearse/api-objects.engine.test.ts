import path from "node:path";
import collections from "../../examples/emulator/collections.json";
import type { Report } from "../../cli/rehearse/report";
import { expectExit, repository, start } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";

const MAIN = path.join(repository, "dist", "cli", "main.js");

const programOf = (policy: string, more = ""): string => `
  const rules = { inbound_policy: "${policy}", outbound_policy: "ACCEPT", inbound: [], outbound: [] };
  new compute.ApiObject("web", { collection: "/networking/firewalls", body: { label: "web", rules } });
  ${more}
`;

const NETWORK = `
  const net = new compute.ApiObject("net", { collection: "/vpcs", body: { label: "net", region: "us-east" } });
  const collection = net.id.apply((id) => id + "/subnets");
  new compute.ApiObject("subnet", { collection, body: { label: "one", ipv4: "10.0.0.0/24" } });
`;

describe("a rehearsal with ApiObjects, of which the update creates some in collections that the stack does not use yet", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ collections });
    project.program(programOf("DROP"));
    await project.mustUp();
    project.program(programOf("ACCEPT", NETWORK));
    const env = { ...project.env, PULUMI_STACK: "dev", TMPDIR: engine.folder() };
    const command = [MAIN, "rehearse", "--format", "json"];
    const rehearsed = await counted(
      emulator,
      () => start(process.execPath, command, { cwd: project.folder, env }).ended,
    );
    const real = await counted(emulator, () => project.up());
    return { rehearsed, real };
  });

  test("shows what the real update then does, and only reads", () => {
    const { rehearsed, real } = story;
    expectExit(rehearsed, 0);
    const { outcome, operations, accounts, leftover } = JSON.parse(rehearsed.stdout) as Report;
    expect(outcome).toBe("succeeds");
    expect(operations.map(({ op, name }) => `${op} ${name}`).sort()).toEqual([
      "create net",
      "create subnet",
      "update web",
    ]);
    expect(accounts).toMatchObject([{ writes: real.writes.length }]);
    expect(leftover).toEqual({ preview: [], refresh: [] });
    expect(rehearsed.writes).toEqual([]);
  });
});
