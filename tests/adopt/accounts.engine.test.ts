import path from "node:path";
import type { Emulator } from "../../emulator/index";
import { adoptInto } from "../support/adopted-project";
import { ask } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { STACK } from "../support/engine-project";
import { all, counted, make } from "../support/engine-service";
import { HOUR_MS } from "../support/time";

const PLAN = { region: "us-east", type: "g6-nanode-1" };
const PASSWORD = "correct-horse-1";
const MONGO = "/databases/mongodb/instances";

/** Two zones, instances, an image and an instance created from it, databases and a backup, all created manually. */
async function anAccount(emulator: Emulator): Promise<void> {
  const zone = async (domain: string) =>
    (await make(emulator, "/domains", { domain, type: "master", soa_email: "admin@example.com", tags: ["web"] })).id;
  const record = (id: number, body: object) => ask(emulator, "POST", `/domains/${id}/records`, { ...body });
  const small = await zone("example.com");
  await record(small, { type: "A", name: "www", target: "192.0.2.1", ttl_sec: 300 });
  await record(small, { type: "MX", target: "mail.example.com", priority: 10 });
  await record(small, {
    type: "SRV",
    service: "sip",
    protocol: "tcp",
    target: "sip.example.com",
    priority: 0,
    weight: 0,
    port: 5060,
  });
  await record(small, { type: "TXT", target: 'say "hi" */ ${process.exit(1)} `x`' });
  const large = await zone("large.example.com");
  for (let index = 0; index < 60; index++)
    await record(large, { type: "A", name: `host-${index}`, target: "192.0.2.1" });
  const body = { ...PLAN, image: "compute/debian11", root_pass: PASSWORD };
  const web = await make(emulator, "/compute/instances", {
    ...body,
    label: "web",
    tags: ["web"],
    private_ip: true,
    backups_enabled: true,
  });
  await make(emulator, "/compute/instances", { ...PLAN, label: "class" });
  const [disk] = await all(emulator, `/compute/instances/${web.id}/disks`);
  const { id: image } = await make(emulator, "/images", {
    disk_id: disk?.id,
    label: "golden",
    description: "for all\nweb servers",
  });
  const store = await make(emulator, MONGO, { ...PLAN, label: "store", engine: "mongodb/4.4.10" });
  await make(emulator, "/databases/mysql/instances", {
    ...PLAN,
    label: "shop",
    engine: "mysql/8.0.26",
    cluster_size: 3,
  });
  emulator.clock.advance(HOUR_MS);
  await make(emulator, "/compute/instances", { ...body, image, label: "copy", booted: false });
  await ask(emulator, "POST", `${MONGO}/${store.id}/backups`, { label: "before" });
  emulator.clock.advance(HOUR_MS);
}

describe("adopting an account that was created by hand", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof adopt>>;

  async function adopt() {
    const emulator = await engine.emulator();
    await anAccount(emulator);
    const host = await engine.project(emulator);
    const project = await adoptInto(host, path.join(engine.folder(), "shop"), "--split", "kind");
    project.stack.initialise();
    project.stack.configureSecrets({ rootPass: PASSWORD });
    const up = await counted(emulator, () => project.pulumi("up", "--yes", "--skip-preview"));
    const again = await project.adopt("--stack", STACK);
    const unaware = await project.adopt("--kind", "Image");
    const compiled = await project.compile();
    const text = project.text();
    const removed = await project.removeImports();
    const withoutImports = project.text();
    const settled = await counted(emulator, () => project.pulumi("preview", "--refresh", "--expect-no-changes"));
    return {
      project,
      up,
      again,
      unaware,
      compiled,
      text,
      removed,
      withoutImports,
      settled,
    };
  }

  beforeAll(async () => {
    story = await adopt();
  }, STORY_MS);

  test("becomes a project of a few files that contains only what the API returns", () => {
    expectExit(story.project.adopted, 0);
    expectExit(story.compiled, 0);
    expect(story.text).toContain("image: golden.id,");
    expect(story.text).toContain("new compute.DomainRecordSet(");
    expect(story.text).toContain("databaseId: store.id,");
    expect(story.text + story.project.adopted.output).not.toContain(PASSWORD);
  });

  test("is adopted by `pulumi up` without a write", () => {
    expectExit(story.up, 0);
    expect(story.up.writes).toEqual([]);
  });

  test("has no changes afterwards, once the import options are removed", () => {
    expectExit(story.removed, 0);
    expect(story.withoutImports).not.toContain("{ import:");
    expectExit(story.settled, 0);
    expect(story.settled.writes).toEqual([]);
  });

  test("leaves nothing to adopt once a stack manages everything", () => {
    expectExit(story.again, 0);
    expect(story.again.stdout).toBe("");
    expect(story.again.stderr).toMatch(/^Resources from \S+: 0 /);
    expect(story.again.stderr).not.toContain("--stack NAME");
  });

  test("is adopted a second time only with a note about the stack in the same folder", () => {
    expect(story.unaware.stdout).toContain("new compute.Image(");
    expect(story.unaware.stderr).toContain("This directory has a Pulumi project. Use --stack NAME to skip");
  });
});
