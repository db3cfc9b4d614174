import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../../package.json";
import type { Emulator } from "../../emulator/index";
import { eventually, repository } from "../support/engine-cli";
import type { EngineProject } from "../support/engine-cli";
import { all, counted, domains, engineStory, instances, make, makeZone, records } from "../support/engine-fixture";
import { whileTimeFlies } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";

const PASSWORD = "a long password";
const INSTANCE = `region = "us-east"\ntype = "g6-nanode-1"\nimage = "compute/debian11"\nrootPass = "${PASSWORD}"\n`;
const zone = (domain: string): string => `domain = "${domain}"\ntype = "master"\nsoaEmail = "a@example.com"\n`;

/** Installs what a release has for the plugin: an executable, and no PulumiPlugin.yaml. */
function installPlugin({ env }: EngineProject): void {
  const to = path.join(env.PULUMI_HOME ?? "", "plugins", `resource-compute-v${packageJson.version}`);
  cpSync(path.join(repository, "dist", "plugin"), to, { recursive: true });
  rmSync(path.join(to, "PulumiPlugin.yaml"));
}

/** Commands of `pulumi do`, each with its requests. */
function doing(emulator: Emulator, project: EngineProject) {
  const command = (kind: string, args: readonly string[], input?: string): string[] => {
    if (input !== undefined) writeFileSync(path.join(project.folder, "input.pp"), input);
    const from = input === undefined ? [] : ["--input", "pcl", "--input-file", "input.pp"];
    return ["do", `compute:index:${kind}`, ...args, ...from];
  };
  const run = (kind: string, args: readonly string[], input?: string, env: NodeJS.ProcessEnv = {}) =>
    counted(emulator, () => project.run(command(kind, args, input), env));
  return { command, run };
}

describe("without a state", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin({ clock: "stepped", provisionMs: 60_000 });
    project.program("");
    installPlugin(project);
    const { command, run } = doing(emulator, project);
    const alone = (kind: string, args: readonly string[], input?: string, env?: NodeJS.ProcessEnv) =>
      run(kind, [...args, "--stateless"], input, env);
    const quickly = async (work: ReturnType<typeof run>) => {
      const flying = setInterval(() => emulator.clock.advance(60_000), 50);
      return work.finally(() => clearInterval(flying));
    };

    const zones = { one: await makeZone(emulator, "one.example"), two: await makeZone(emulator, "two.example") };
    const id = String(zones.one.id);
    const read = await alone("Domain", ["read", id, "--output", "json"], undefined, {
      COMPUTE_TOKEN: "emulator-read-token",
    });
    const patched = await alone("Domain", ["patch", id, "--description", "ours", "--yes"]);
    const wrong = await alone("Domain", ["patch", id, "--soa-email", "nope", "--yes"]);
    const denied = await alone("Domain", ["delete", id, "--yes"], undefined, { COMPUTE_TOKEN: "emulator-read-token" });
    const planned = await alone("Domain", ["create", "--dry-run"], zone("three.example"));
    const upserted = await alone("Domain", ["upsert", "999", "--yes"], zone("three.example"));
    const gone = await alone("Domain", ["delete", "999", "--yes"]);

    const killed = project.start(command("Instance", ["create", "--yes", "--stateless"], `${INSTANCE}label = "web"\n`));
    await eventually("the instance", async () => (await instances(emulator)).length === 1);
    killTree(killed.pid);
    await killed.ended;
    const other = await quickly(alone("Instance", ["create", "--yes"], `${INSTANCE}label = "other"\n`));
    const again = await quickly(alone("Instance", ["create", "--yes"], `${INSTANCE}label = "web"\n`));
    const repeated = await quickly(alone("Instance", ["create", "--yes"], `${INSTANCE}label = "web"\n`));
    const [web] = await instances(emulator);
    const replaced = await alone("Instance", ["patch", String(web?.id), "--region", "eu-west", "--yes"]);
    const secret = await quickly(
      alone("Instance", ["patch", String(web?.id), "--root-pass", "another password", "--yes"]),
    );

    await make(emulator, `/domains/${id}/records`, { type: "A", name: "www", target: "192.0.2.1" });
    const set = await alone("DomainRecordSet", ["delete", `${id}/records`, "--yes"]);
    const deleted = await alone("Domain", ["delete", String(zones.two.id), "--yes"]);
    const labels = (await instances(emulator)).map(({ label }) => label);
    const left = (await domains(emulator)).map(({ domain, description }) => [domain, description]);
    return {
      ...{
        read,
        patched,
        wrong,
        denied,
        planned,
        upserted,
        gone,
        other,
        again,
        repeated,
        replaced,
        secret,
        set,
        deleted,
      },
      labels,
      left,
      records: await records(emulator),
    };
  });

  test("a read-only token reads a resource, and can't delete it", () => {
    expect(JSON.parse(story.read.stdout)).toMatchObject({ domain: "one.example", type: "master" });
    expect(story.denied.code).not.toBe(0);
    expect(story.denied.output).toMatch(/not authorized.*check the token/s);
  });

  test("a patch changes what it names, in one write", () => {
    expect(story.patched.writeNames).toEqual(["PUT /domains/{id}"]);
    expect(story.left).toContainEqual(["one.example", "ours"]);
    expect(story.patched.output).not.toContain("__");
  });

  test("a wrong input is refused by its name", () => {
    expect(story.wrong.output).toContain('soaEmail: must be an email address, not "nope"');
    expect(story.wrong.writes).toEqual([]);
  });

  test("a dry run writes nothing; an upsert creates what does not exist; a delete reports it", () => {
    expect(story.planned).toMatchObject({ code: 0, writes: [] });
    expect(story.upserted.writeNames).toEqual(["POST /domains"]);
    expect(story.gone.output).toContain('resource "999" was not found');
    expect(story.deleted.writeNames).toEqual(["DELETE /domains/{id}"]);
    expect(story.left.map(([domain]) => domain)).toEqual(["one.example", "three.example"]);
  });

  test("after a kill, only the same command adopts what the create made", () => {
    expect(story.other.writeNames[0]).toBe("POST /compute/instances");
    expect(story.other.output).not.toMatch(/warning/i);
    expect(story.again.output).toMatch(/Adopted existing instance/);
    expect(story.again.writeNames).not.toContain("POST /compute/instances");
    expect(story.labels).toEqual(["web", "other"]);
  });

  test("a create that has completed is not continued: its repetition finds the name taken", () => {
    expect(story.repeated.output).toMatch(/already has label "web"/);
    expect(story.repeated.writes).toEqual([]);
  });

  test("a change that replaces is refused", () => {
    expect(story.replaced.code).not.toBe(0);
    expect(story.replaced.output).toContain("a change of region replaces the instance");
    expect(story.replaced.writes).toEqual([]);
  });

  test("a write-only input is sent, and never printed", () => {
    expect(story.secret.writeNames).toContain("POST /compute/instances/{id}/password");
    expect(story.secret.output + story.again.output).not.toMatch(/another password|a long password/);
  });

  test("a set is not deleted, because its records may be others'", () => {
    expect(story.set.output).toContain("only a state shows which records belong to a set");
    expect(story.records).toHaveLength(1);
  });
});

describe("with the stack's state", () => {
  const story = engineStory(async (engine) => {
    const emulator = await engine.emulator({ clock: "stepped", provisionMs: 60_000 });
    const project = (await engine.project(emulator)).program("");
    installPlugin(project);
    await project.must(["stack", "select", "dev"]);
    const { command, run } = doing(emulator, project);
    const created = await run("Domain", ["create", "zone", "--yes"], zone("kept.example"));
    const patched = await run("Domain", ["patch", "zone", "--description", "ours", "--yes"]);
    const unchanged = await project.previewUnchanged();
    const killed = project.start(command("Instance", ["create", "web", "--yes"], INSTANCE));
    await eventually("the wait for the instance", () => project.isWaitingFor("web"));
    killTree(killed.pid);
    await killed.ended;
    const inState = JSON.stringify(project.state());
    await project.must(["cancel", "--yes"]);
    const next = await counted(emulator, () =>
      whileTimeFlies(emulator, () => project.run(command("Instance", ["upsert", "web", "--yes"], INSTANCE))),
    );
    const deleted = await run("Domain", ["delete", "zone", "--yes"]);
    return { created, patched, unchanged, inState, next, deleted, ...{ left: await all(emulator, "/domains") } };
  });

  test("a create and a patch are updates of that resource, after which a preview shows no changes", () => {
    expect(story.created.writeNames).toEqual(["POST /domains"]);
    expect(story.patched.writeNames).toEqual(["PUT /domains/{id}"]);
    expect(story.unchanged.code).toBe(0);
    expect(story.deleted.writeNames).toEqual(["DELETE /domains/{id}"]);
    expect(story.left).toEqual([]);
  });

  test("an upsert after a kill adopts what the create made", () => {
    expect(story.next.output).toMatch(/Adopted existing instance/);
    expect(story.next.writeNames).not.toContain("POST /compute/instances");
  });

  test("Pulumi keeps the inputs of a command as they were written, also a password", () => {
    expect(story.inState).toContain(PASSWORD);
  });
});
