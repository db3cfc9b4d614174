import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { adoptInto } from "../support/adopted-project";
import { ask } from "../support/ask";
import { expectExit, must, STACK } from "../support/engine-cli";
import { all, counted, engineStory, make, makeZone } from "../support/engine-fixture";
import { HOUR_MS } from "../support/time";

const PLAN = { region: "us-east", type: "g6-nanode-1" };
const PASSWORD = "correct-horse-1";
const MONGO = "/databases/mongodb/instances";

const SRV = { type: "SRV", service: "sip", protocol: "tcp", target: "sip.example.com" };
const RECORDS = [
  { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 },
  { type: "MX", target: "mail.example.com", priority: 10 },
  { ...SRV, priority: 0, weight: 0, port: 5060 },
  { type: "TXT", target: 'say "hi" */ ${process.exit(1)} `x`' },
];
const MANY = Array.from({ length: 60 }, (_, index) => ({ type: "A", name: `host-${index}`, target: "192.0.2.1" }));

/** Two zones, instances, an image and an instance created from it, databases and a backup, all created manually. */
async function anAccount(emulator: Emulator): Promise<void> {
  for (const [domain, bodies] of Object.entries({ "example.com": RECORDS, "large.example.com": MANY })) {
    const { id } = await makeZone(emulator, domain, { tags: ["web"] });
    for (const body of bodies) await make(emulator, `/domains/${id}/records`, body);
  }
  const body = { ...PLAN, image: "compute/debian11", root_pass: PASSWORD };
  const more = { tags: ["web"], private_ip: true, backups_enabled: true };
  const web = await make(emulator, "/compute/instances", { ...body, ...more, label: "web" });
  await make(emulator, "/compute/instances", { ...PLAN, label: "class" });
  const [disk] = await all(emulator, `/compute/instances/${web.id}/disks`);
  const described = { label: "golden", description: "for all\nweb servers" };
  const { id: image } = await make(emulator, "/images", { ...described, disk_id: disk?.id });
  const store = await make(emulator, MONGO, { ...PLAN, label: "store", engine: "mongodb/4.4.10" });
  const cluster = { ...PLAN, label: "shop", engine: "mysql/8.0.26", cluster_size: 3 };
  await make(emulator, "/databases/mysql/instances", cluster);
  emulator.clock.advance(HOUR_MS);
  await make(emulator, "/compute/instances", { ...body, image, label: "copy", booted: false });
  await ask(emulator, "POST", `${MONGO}/${store.id}/backups`, { label: "before" });
  emulator.clock.advance(HOUR_MS);
}

describe("adopting an account that was created by hand", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator();
    await anAccount(emulator);
    const host = await engine.project(emulator);
    const project = await adoptInto(host, path.join(engine.folder(), "shop"), "--split", "kind");
    project.stack.initialise();
    project.stack.configureSecrets({ rootPass: PASSWORD });
    const up = await counted(emulator, () => must(project.pulumi("up", "--yes", "--skip-preview")));
    const again = await must(project.adopt("--stack", STACK));
    const unaware = await project.adopt("--kind", "Image");
    await must(project.compile());
    const text = project.text();
    await must(project.removeImports());
    const withoutImports = project.text();
    const settled = await counted(emulator, () => must(project.pulumi("preview", "--refresh", "--expect-no-changes")));
    return { project, up, again, unaware, text, withoutImports, settled };
  });

  test("becomes a project of a few files that contains only what the API returns", () => {
    expectExit(story.project.adopted, 0);
    expect(story.text).toContain("image: golden.id,");
    expect(story.text).toContain("new compute.DomainRecordSet(");
    expect(story.text).toContain("databaseId: store.id,");
    expect(story.text + story.project.adopted.output).not.toContain(PASSWORD);
  });

  test("is adopted by `pulumi up` without a write", () => {
    expect(story.up.writes).toEqual([]);
  });

  test("has no changes afterwards, once the import options are removed", () => {
    expect(story.withoutImports).not.toContain("{ import:");
    expect(story.settled.writes).toEqual([]);
  });

  test("leaves nothing to adopt once a stack manages everything", () => {
    expect(story.again.stdout).toBe("");
    expect(story.again.stderr).toMatch(/^Resources from \S+: 0 /);
    expect(story.again.stderr).not.toContain("--stack NAME");
  });

  test("is adopted a second time only with a note about the stack in the same folder", () => {
    expect(story.unaware.stdout).toContain("new compute.Image(");
    expect(story.unaware.stderr).toContain("This directory has a Pulumi project. Use --stack NAME to skip");
  });
});
