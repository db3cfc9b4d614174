import collections from "../../examples/emulator/collections.json";
import { STACK, expectExit, must } from "../support/engine-cli";
import { engineStory, stepsWith } from "../support/engine-fixture";
import { ask } from "../support/ask";

const SECRET = "a-key-nobody-may-see";

const programOf = (policy: string, size: number): string => `
  const firewall = new compute.ApiObject("web", {
    collection: "/networking/firewalls",
    body: {
      label: "web", note: pulumi.secret("${SECRET}"),
      rules: { inbound_policy: "${policy}", outbound_policy: "ACCEPT", inbound: [], outbound: [] },
    },
  });
  const network = new compute.ApiObject("network", { collection: "/vpcs", body: { label: "core", region: "us-east" } });
  const subnet = new compute.ApiObject("subnet", {
    collection: pulumi.interpolate\`\${network.id}/subnets\`,
    body: { label: "one", ipv4: "10.0.0.0/24" },
  });
  new compute.ApiObject("data", { collection: "/volumes", body: { label: "data", region: "us-east", size: ${size} } });
  const balancer = new compute.ApiObject("front", { collection: "/nodebalancers", body: { label: "front", region: "us-east" } });
  const port = new compute.ApiObject("https", { collection: pulumi.interpolate\`\${balancer.id}/configs\`, body: { port: 443 } });
  new compute.ApiObject("node", {
    collection: pulumi.interpolate\`\${port.id}/nodes\`,
    body: { label: "one", address: "192.168.1.1:80" },
  });
  exports.firewall = firewall.id;
  exports.subnet = subnet.output.apply((live) => live.ipv4);
`;

describe("a stack of API objects", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ collections });
    const count = async () => {
      const lists = ["/networking/firewalls", "/vpcs", "/volumes", "/nodebalancers"].map((path) =>
        ask(emulator, "GET", path),
      );
      return (await Promise.all(lists)).map(({ data }) => (data as unknown[]).length);
    };
    const step = stepsWith(emulator, count);
    project.program(programOf("DROP", 20));
    const previewed = await step(() => project.preview());
    const created = await step(() => must(project.up()));
    const same = await step(() => project.preview("--expect-no-changes", "--refresh"));
    project.program(programOf("ACCEPT", 40));
    const changed = await step(() => must(project.up("--diff")));
    const state = await project.must(["stack", "export", "--stack", STACK]);
    const destroyed = await step(() => must(project.destroy("--refresh")));
    return { previewed, created, same, changed, destroyed, state: state.stdout };
  });

  test("a preview shows the creates, also of children whose parents do not exist yet", () => {
    expectExit(story.previewed, 0);
    expect(story.previewed.output).toMatch(/\+ [78] to create/);
    expect(story.previewed.writeNames).toEqual([]);
  });

  test("up creates each object once, waits until the volume is active, and shows outputs", () => {
    expect(story.created.after).toEqual([1, 1, 1, 1]);
    expect(story.created.stdout).toMatch(/subnet +: "10\.0\.0\.0\/24"/);
    expect(story.created.stdout).toMatch(/firewall: "\/networking\/firewalls\/\d+"/);
  });

  test("nothing differs afterwards", () => expectExit(story.same, 0));

  test("changes are shown by path, and sent to paths of their own", () => {
    const { writes, output } = story.changed;
    expect(writes.map(({ method, path }) => `${method} ${path.replace(/\d+/, "ID")}`).sort()).toEqual([
      "POST /volumes/ID/resize",
      "PUT /networking/firewalls/ID/rules",
    ]);
    expect(output).toMatch(/inbound_policy ?: "DROP" => "ACCEPT"/);
  });

  test("a secret in body is in plain text neither in the output nor in the state", () => {
    const { created, changed, state } = story;
    for (const text of [created.output, changed.output, state]) expect(text).not.toContain(SECRET);
  });

  test("destroy deletes all", () => expect(story.destroyed.after).toEqual([0, 0, 0, 0]));
});
