import { resourceIn } from "../../provider/shared/loader";
import { must } from "../support/engine-cli";
import { all, counted, domains, engineStory, instances, make, makeZone } from "../support/engine-fixture";

/** The key by which Pulumi's state distinguishes a secret from an ordinary object. */
const SECRET_MARK = "4dabf18193072939515e22adb298388d";

describe("references, data sources and Pulumi's resource options", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const existing = await makeZone(emulator, "existing.example.com");
    const record = await make(emulator, `/domains/${existing.id}/records`, { type: "TXT", target: "by hand" });
    const base = `
      const zone = (name, opts) => new compute.Domain(name,
        { domain: name + ".example.com", type: "master", soaEmail: "admin@example.com" }, opts);
      const found = compute.Domain.get("found", "${existing.id}");
      const text = compute.DomainRecord.get("text", "${existing.id}/${record.id}");
      exports.email = found.soaEmail;
      exports.text = text.target;
      new compute.DomainRecord("by-string", { domainId: "${existing.id}", type: "A", name: "string", target: "192.0.2.1" });
      new compute.DomainRecord("by-number", { domainId: ${existing.id}, type: "A", name: "number", target: "192.0.2.2" });
      const plan = {
        region: compute.getRegionOutput({ id: "us-east" }).id,
        image: compute.getImageOutput({ id: pulumi.output("compute/debian11") }).id,
        type: "g6-nanode-1", rootPass: "a long password" };
      zone("protected", { protect: true });
      zone("below", { parent: new pulumi.ComponentResource("my:site:Site", "a::b") });
    `;
    project.program(`${base}
      new compute.Instance("before", plan, { additionalSecretOutputs: ["ipv6"] });
      zone("retained", { retainOnDelete: true });`);
    const created = await must(project.up());
    const first = {
      server: project.resource("before"),
      below: project.resource("below"),
      protected: project.resource("protected"),
    };
    project.program(`${base}
      new compute.Instance("after", { ...plan, tags: ["renamed"] }, { aliases: [{ name: "before" }], additionalSecretOutputs: ["ipv6"] });`);
    const renamed = await counted(emulator, () => must(project.up()));
    const second = { server: project.resource("after"), urns: project.resources().map(({ urn }) => urn) };
    const live = { instances: await instances(emulator), domains: await domains(emulator) };
    const destroyed = await counted(emulator, () => must(project.destroy("--exclude-protected")));
    const left = { domains: await domains(emulator), records: await all(emulator, `/domains/${existing.id}/records`) };
    return { existing, record, created, first, renamed, second, live, destroyed, left };
  });

  test(".get reads an existing resource", () => {
    expect(story.created.stdout).toMatch(/email\s*: "somebody@example.com"/);
    expect(story.created.stdout).toMatch(/text\s*: "by hand"/);
  });

  test("a domain id is accepted as a string and as a number", () => {
    const records = story.created.stdout;
    expect(records).toMatch(/DomainRecord by-string created/);
    expect(records).toMatch(/DomainRecord by-number created/);
  });

  test("additionalSecretOutputs encrypts that output, in addition to those that are always secret", () => {
    const secret = { [SECRET_MARK]: expect.any(String) };
    expect(story.first.server?.outputs).toMatchObject({ ipv6: secret, rootPass: secret });
    expect(story.first.server?.outputs?.ipv4).toEqual([expect.any(String)]);
  });

  test("below a parent with `::` in its name, a resource is created, and its loader text has its URN", () => {
    const { urn, inputs } = story.first.below ?? {};
    expect(urn).toContain("::my:site:Site$");
    // A native resource has no loader text.
    expect(inputs?.__provider === undefined ? urn : resourceIn(inputs.__provider)?.urn).toBe(urn);
  });

  test("aliases rename a resource with its generated label, and the display shows only the inputs that differ", () => {
    expect(story.renamed.writeNames).toEqual(["PUT /compute/instances/{id}"]);
    expect(story.renamed.stdout).toMatch(/after updat.*\[diff: ~tags\]/);
    expect(story.second.server?.id).toBe(story.first.server?.id);
    expect(story.second.server?.outputs?.label).toBe(story.first.server?.outputs?.label);
    expect(story.live.instances).toHaveLength(1);
  });

  test("retainOnDelete removes a resource from state and keeps the cloud resource", () => {
    expect(story.second.urns.filter((urn) => urn.endsWith("::retained"))).toEqual([]);
    expect(story.live.domains.map(({ domain }) => domain)).toContain("retained.example.com");
  });

  test("destroy keeps protected resources, and never deletes what was only read", () => {
    expect(story.first.protected?.protect).toBe(true);
    expect(story.left.domains.map(({ domain }) => domain).sort()).toEqual([
      "existing.example.com",
      "protected.example.com",
      "retained.example.com",
    ]);
    expect(story.left.records.map(({ id }) => id)).toEqual([story.record.id]);
  });
});
