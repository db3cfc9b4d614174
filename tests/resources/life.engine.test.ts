import { must } from "../support/engine-cli";
import { domains, engineStory, instances, stepsWith } from "../support/engine-fixture";

/** An instance with a record that points to it; the inputs of the instance change from step to step. */
const stackWith = (args: string): string => `
  const web = new compute.Instance("web", { image: "compute/debian11", rootPass: "a long password", ${args} });
  const zone = new compute.Domain("zone", { domain: "life.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("www", { domainId: zone.id, type: "A", name: "www", target: web.ipv4[0] });
  exports.address = web.ipv4[0];
`;
const first = 'region: "us-east", type: "g6-nanode-1", tags: ["web", "blue"]';
const larger = 'region: "us-east", type: "g6-standard-1", label: "renamed", tags: ["green"]';
const elsewhere = 'region: "eu-west", type: "g6-standard-1", tags: ["green"]';

describe("the life of a stack", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    // On Node 20, the hook that caches compiled code would appear in the stack trace of each resource.
    project.env.NODE_COMPILE_CACHE = "";
    const step = stepsWith(emulator, async () => ({
      instances: await instances(emulator),
      domains: await domains(emulator),
      id: project.resource("web")?.id,
      source: project.resource("web"),
    }));

    project.program(stackWith(first));
    const created = await step(() => must(project.up()));
    project.program(stackWith(larger));
    const resized = await step(() => must(project.up("--diff")));
    project.program(stackWith(elsewhere));
    const replaced = await step(() => must(project.up()));
    const destroyed = await step(() => must(project.destroy("--refresh")));
    return { created, resized, replaced, destroyed, left: project.resources() };
  });

  test("up creates the resources, and the instance is running", () => {
    const { created } = story;
    const writes = ["POST /compute/instances", "POST /domains", "POST /domains/{id}/records"];
    expect(created.writeNames.slice().sort()).toEqual(writes);
    expect(created.after.instances).toEqual([expect.objectContaining({ status: "running", region: "us-east" })]);
    const [address] = created.after.instances[0]?.ipv4 as string[];
    expect(created.stdout).toContain(`address: "${address}"`);
  });

  test("the state records the program's line as the source of a resource, and no line of a package", () => {
    const { sourcePosition, stackTrace } = story.created.after.source ?? {};
    expect(sourcePosition).toMatch(/^project:\/\/\/index\.js#\d+,\d+$/);
    expect(stackTrace).toEqual([{ sourcePosition }]);
  });

  test("label, tags and plan are updated in place, with two requests; up shows the plan, and announces the restart", () => {
    const { resized, created } = story;
    const { output } = resized;
    expect(output).toMatch(/~ type +: "g6-nanode-1" => "g6-standard-1"/);
    expect(output).toContain("the instance is resized and restarts");
    expect(output).not.toMatch(/replace/i);
    const writes = ["POST /compute/instances/{id}/resize", "PUT /compute/instances/{id}"];
    expect(resized.writeNames.slice().sort()).toEqual(writes);
    expect(resized.writes.map(({ requestBody }) => requestBody)).toContainEqual({ label: "renamed", tags: ["green"] });
    expect(resized.after.id).toBe(created.after.id);
    const changed = { type: "g6-standard-1", status: "running", label: "renamed" };
    expect(resized.after.instances).toEqual([expect.objectContaining(changed)]);
  });

  test("a new region creates a new instance, updates the record and deletes the old instance", () => {
    const { replaced, resized } = story;
    expect(replaced.writeNames).toEqual([
      "POST /compute/instances",
      "PUT /domains/{id}/records/{recordId}",
      "DELETE /compute/instances/{id}",
    ]);
    expect(replaced.after.id).not.toBe(resized.after.id);
    expect(replaced.after.instances).toEqual([
      expect.objectContaining({ id: Number(replaced.after.id), region: "eu-west", status: "running" }),
    ]);
  });

  test("destroy after a refresh leaves nothing in the account and nothing in the state", () => {
    const { destroyed, left } = story;
    expect(destroyed.after.instances).toEqual([]);
    expect(destroyed.after.domains).toEqual([]);
    expect(left).toEqual([]);
  });
});
