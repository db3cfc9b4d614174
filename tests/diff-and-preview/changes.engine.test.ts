import { must } from "../support/engine-cli";
import { counted, engineStory, instances, make } from "../support/engine-fixture";
import { plannedBy, plannedState, UNKNOWN_VALUE } from "../support/engine-preview";

/** With a zone, 29 resources: instances, and records that use their outputs. */
const MACHINES = 5;
const RECORDS = 23;

const PLAN = '{ region: "us-east", type: "g6-nanode-1" }';
const OF_MACHINES = `
  const machine = (name, changes, opts) => new compute.Instance(name, { ...${PLAN}, ...changes }, opts);
  const record = (name, type, target, changes) =>
    new compute.DomainRecord(name, { domainId: zone.id, type, name, target, ...changes });
  const withoutPrefix = (address) => address.split("/")[0];
`;

const zone = (changes: string): string =>
  `new compute.Domain("zone", { domain: "example.com", type: "master", soaEmail: "admin@example.com", ...${changes} })`;

describe("the preview of a tag on 3 of 29 resources", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const program = (changes: string): void =>
      void project.program(`
        ${OF_MACHINES}
        const zone = ${zone("{}")};
        const machines = Array.from({ length: ${MACHINES} }, (_, index) => machine("web" + index, index < 3 ? ${changes} : {}));
        for (let index = 0; index < ${RECORDS}; index++) {
          record("www" + index, "A", machines[index % ${MACHINES}].ipv4[0]);
        }
        exports.address = machines[0].ipv4[0];
      `);
    const preview = () => counted(emulator, () => project.preview("--json"));
    program("{}");
    const created = await must(project.up());
    program('{ tags: ["blue"] }');
    const tagged = await preview();
    const applied = await counted(emulator, () => must(project.up()));
    program('{ tags: ["green"] }');
    await emulator.close();
    const unanswered = await project.preview("--json");
    return { created, tagged, unanswered, applied };
  });

  test("shows exactly three updates, with one read of each instance whose outputs are used", () => {
    expect(plannedBy(story.tagged)).toEqual({ update: ["web0", "web1", "web2"] });
    expect(story.tagged.writes).toEqual([]);
    expect(story.tagged.requests).toBe(3);
  });

  test("up does exactly that, and reads nothing for the program", () => {
    expect(story.applied.stdout).toMatch(/3 updated/);
    expect(story.applied.requests).toBe(6);
    expect(story.applied.writeNames).toEqual(Array(3).fill("PUT /compute/instances/{id}"));
  });

  test("shows more updates if the API cannot be reached, and succeeds", () => {
    const updated = plannedBy(story.unanswered).update ?? [];
    expect(updated).toEqual(expect.arrayContaining(["web0", "www0"]));
    expect(plannedState(story.unanswered, "www0").inputs?.target).toBe(UNKNOWN_VALUE);
  });
});

describe("an output of a resource that is updated in place", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    const second = await engine.emulator({ token: "second" });
    // So that no instance has the id or the address of one in the other emulator.
    for (let n = 0; n < 10; n++) await make(second, "/compute/instances", { region: "us-east", type: "g6-nanode-1" });
    const project = await engine.project(emulator);
    const program = (isChanged: boolean): void =>
      void project.program(`
        ${OF_MACHINES}
        const change = (args) => (${isChanged} ? args : {});
        const blue = change({ tags: ["blue"] });
        const short = change({ ttlSec: 300 });
        const other = new compute.Provider("other", { token: config.requireSecret("token"), url: "${second.url}" });
        const group = new pulumi.ComponentResource("test:index:Group", "group", {}, { providers: [other] });
        const zone = ${zone("blue")};
        const hidden = machine("hidden", blue, { additionalSecretOutputs: ["ipv6", "publicIpv6"] });
        const hide = ({ props, opts }) => ({ props, opts: pulumi.mergeOptions(opts, { additionalSecretOutputs: ["ipv6", "publicIpv6"] }) });
        const veiled = machine("veiled", blue, { transformations: [hide] });
        const tagged = machine("tagged", blue, { transformations: [() => undefined] });
        const far = machine("far", blue, { provider: other });
        const child = machine("child", blue, { parent: group });
        const moved = machine("moved", change({ privateIp: true }));
        const replaced = machine("replaced", change({ region: "eu-west" }));
        const waits = machine("waits", change({ tags: [replaced.ipv4[0]] }));
        const gone = machine("gone", blue);
        for (const [name, { ipv6 }] of Object.entries({ hidden, veiled, tagged }))
          record("of-" + name, "AAAA", ipv6.apply(withoutPrefix), short);
        for (const [name, { ipv4 }] of Object.entries({ far, child, moved, replaced, waits, gone }))
          record("of-" + name, "A", ipv4[0]);
        record("of-zone", "TXT", pulumi.interpolate\`\${zone.refreshSec} \${zone.group} \${zone.status}\`);
        record("of-status", "TXT", moved.status);
        exports.hidden = hidden.ipv6;
      `);
    program(false);
    project.configureSecrets({ token: "second" });
    await must(project.up());
    program(true);
    emulator.remove("instance", Number(project.resource("gone")?.id));
    second.resetRequests();
    const changed = await project.preview("--json");
    const asked = second.requests().log;
    const addresses = (await instances(emulator))
      .filter(({ label }) => /^(hidden|veiled)/.test(String(label)))
      .map(({ ipv6 }) => String(ipv6).split("/")[0] ?? "");
    return { changed, asked, addresses, urn: project.resource("hidden")?.urn };
  });

  test("is known in a preview if the update cannot change it", () => {
    const { update = [] } = plannedBy(story.changed);
    const others = ["child", "far", "gone", "hidden", "moved", "tagged", "veiled", "waits", "zone"];
    expect(update.filter((name) => !name.startsWith("of-"))).toEqual(others);
    expect(update).not.toContain("of-zone");
  });

  test("is unknown if the update may change it, or if the resource is replaced", () => {
    const { update = [] } = plannedBy(story.changed);
    const unknown = ["of-gone", "of-moved", "of-replaced", "of-status"];
    const changed = ["of-hidden", "of-tagged", "of-veiled"];
    expect(update.filter((name) => name.startsWith("of-"))).toEqual([...changed, ...unknown].sort());
    for (const name of unknown) expect(plannedState(story.changed, name).inputs?.target).toBe(UNKNOWN_VALUE);
  });

  test("is unknown if the instance no longer exists, with a warning if others use its outputs", () => {
    expect(story.changed.output).toMatch(
      /Instance \d+ cannot be updated: GET \/compute\/instances\/\d+ .*HTTP 404.* If it no longer exists, run `pulumi up --refresh` to recreate it\./,
    );
  });

  test("is read with the resource's own provider, explicit or inherited", () => {
    expect(story.asked.map(({ method, status }) => `${method} ${status}`)).toEqual(["GET 200", "GET 200"]);
  });

  test("keeps the dependency on its resource, and is secret only if it was", () => {
    expect(plannedState(story.changed, "of-hidden").propertyDependencies?.target).toEqual([story.urn]);
    // Its transformation marks nothing as secret.
    expect(plannedState(story.changed, "of-tagged").inputs?.target).toMatch(/^[0-9a-f:]+$/);
    for (const name of ["of-hidden", "of-veiled"]) {
      expect(plannedState(story.changed, name).inputs).toMatchObject({ target: "[secret]", ttlSec: 300 });
    }
    expect(story.addresses).toHaveLength(2);
    for (const address of story.addresses) expect(story.changed.output).not.toContain(address);
  });
});
