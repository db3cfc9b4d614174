import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eventually, expectExit, repository, STACK, start } from "../support/engine-cli";
import { counted, domains, engineStory, instances, machinesOf, makeZone, records } from "../support/engine-fixture";
import { killTree } from "../support/engine-processes";

/** Longer than any of these commands: the response arrives after they have exited. */
const NEVER_MS = 120_000;
const MAIN = path.join(repository, "dist", "cli", "main.js");
const SECRET = "192.0.2.99";

const FIRST = `
  const args = { domainId: config.requireNumber("other"), type: "A" };
  new compute.DomainRecord("www", { ...args, name: "www", target: "192.0.2.1" });
  new compute.DomainRecord("mail", { ...args, name: "mail", target: pulumi.secret("${SECRET}") });
  new compute.Instance("web", { region: "us-east", type: "g6-nanode-1" });
`;
const SECOND = `${FIRST}
  new compute.Domain("zone", { domain: "mine.example", type: "master", soaEmail: "a@mine.example" });
`;

/** To a directory with a project file of its own, as an example may have one: the provider runs there. */
function moveProgram(folder: string): void {
  const [root, program] = [path.join(folder, "Pulumi.yaml"), path.join(folder, "program")];
  mkdirSync(program);
  writeFileSync(path.join(program, "index.js"), 'require("../index.js");\n');
  writeFileSync(path.join(program, "Pulumi.yaml"), "name: example\nruntime: nodejs\n");
  writeFileSync(root, readFileSync(root, "utf8").replace("main: index.js", "main: program/index.js"));
}

describe("an up that is killed, with each command on a machine of its own", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    const other = await makeZone(emulator, "other.example");
    await project.must(["config", "set", "other", String(other.id), "--stack", STACK]);
    moveProgram(project.folder);
    const machine = machinesOf(project);
    const on = (...args: string[]) => counted(emulator, () => project.run([...args, "--stack", STACK], machine()));
    const live = async () => [
      ...(await records(emulator)),
      ...(await instances(emulator)),
      ...(await domains(emulator)),
    ];
    const kill = async (program: string, objects: number, pending: readonly string[]) => {
      project.program(program);
      const effect = { kind: "delay", ms: NEVER_MS } as const;
      for (const list of ["/domains", "/domains/*/records", "/compute/instances"])
        emulator.faults.add({ method: "POST", path: list, times: "always", effect, phase: "after" });
      const up = project.start(["up", "--yes", "--skip-preview", "--stack", STACK], machine());
      await eventually("results without a response", async () => (await live()).length === objects);
      await eventually("a state that nothing writes", () => project.isWaitingFor(...pending));
      killTree(up.pid);
      await up.ended;
      emulator.faults.clear();
      await project.must(["cancel", "--yes", STACK]);
    };
    await kill(FIRST, 4, ["www", "mail", "web"]);
    const previewed = await on("preview");
    const next = await on("up", "--yes");
    const same = await on("preview", "--expect-no-changes");
    await kill(SECOND, 5, ["zone", "www", "mail", "web"]);
    const undecided = await on("up", "--yes", "--skip-preview");
    const [, command = ""] = /run `npx pulumi-compute (recover [^`]+)`; if not/.exec(undecided.output) ?? [];
    const env = { ...project.env, ...machine() };
    const recovered = await start(process.execPath, [MAIN, ...command.split(" "), "--stack", STACK], {
      cwd: project.folder,
      env,
    }).ended;
    const last = await on("up", "--yes", "--skip-preview");
    return { previewed, next, same, undecided, recovered, last, live: await live(), ids: project.ids() };
  });

  test("the preview says that up searches for the results", () => {
    expectExit(story.previewed, 0);
    expect(story.previewed.output.match(/warning: Instance web: An interrupted update .* searches/g)).not.toBeNull();
  });

  test("the next up takes what was certainly created, and sends no POST", () => {
    expectExit(story.next, 0);
    expect(story.next.writeNames).toEqual([]);
    expectExit(story.same, 0);
  });

  test("what nothing decides is an error with the command that does", () => {
    expectExit(story.undecided, 1);
    expect(story.undecided.writeNames).toEqual([]);
    expect(story.undecided.output).toMatch(
      /may have created domain \d+ for this resource, but the API does not show when/,
    );
    expectExit(story.recovered, 0);
    expectExit(story.last, 0);
    expect(story.last.writeNames).toEqual([]);
    expect(story.live).toHaveLength(5);
    const ids = Object.values(story.ids).map((id = "") => Number(id.split("/").at(-1)));
    expect(story.live.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(ids));
  });

  test("shows no secret", () => {
    const { previewed, next, undecided, recovered, last } = story;
    for (const { output } of [previewed, next, undecided, recovered, last]) expect(output).not.toContain(SECRET);
  });
});
