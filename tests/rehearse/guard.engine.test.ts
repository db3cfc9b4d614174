import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Report } from "../../cli/rehearse/report";
import { repository, start } from "../support/engine-cli";
import type { Ended, EngineProject } from "../support/engine-cli";
import { counted, engineStory } from "../support/engine-fixture";
import { filesBelow } from "../support/files-below";

const MAIN = path.join(repository, "dist", "cli", "main.js");

/** Rehearses in a folder below the project's. */
function rehearse(project: EngineProject, ...args: string[]): Promise<Ended> {
  const env = { ...project.env, PULUMI_STACK: "dev", TMPDIR: path.join(project.folder, "..") };
  const cwd = path.join(project.folder, "node_modules");
  return start(process.execPath, [MAIN, "rehearse", "--format", "json", ...args], { cwd, env }).ended;
}

const reportIn = ({ stdout, output }: Ended): Report => {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    throw new Error(`No report:\n${output}`);
  }
};

/** Puts the plugin of another package on PATH, or into another folder; returns the calls that it got. */
function otherPackage(project: EngineProject, name: string, place = "bin"): () => string[] {
  const folder = path.join(project.folder, place);
  const file = path.join(project.folder, `calls-of-${name}`);
  const script = path.join(repository, "tests", "support", "other-plugin.cjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, `pulumi-resource-${name}`),
    `#!/bin/sh\nexec "${process.execPath}" "${script}" "${file}" "$@"\n`,
    { mode: 0o755 },
  );
  if (place === "bin") project.env.PATH = `${folder}${path.delimiter}${project.env.PATH}`;
  return () => {
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(file, { force: true });
    return lines;
  };
}

const DYNAMIC = `
  class Own extends pulumi.dynamic.Resource {
    constructor(name, props, opts) {
      const note = (what) => require("node:fs").appendFileSync(process.cwd() + "/calls-of-dynamic", what + "\\n");
      super({
        create: async (outs) => { note("create"); return { id: "own", outs }; },
        update: async (id, olds, outs) => { note("update"); return { outs }; },
        delete: async () => { note("delete"); },
        diff: async (id, olds, news) => ({ changes: olds.size !== news.size }),
      }, name, props, opts);
    }
  }
`;
const SAME = `${DYNAMIC}
  const isPreview = pulumi.runtime.isDryRun();
  class Group extends pulumi.ComponentResource { constructor(name) { super("test:index:Group", name); } }
  const thing = (name, inputs, opts) => new pulumi.CustomResource("other:index:Thing", name, inputs, opts);
  const domain = (name, opts) =>
    new compute.Domain(name, { domain: name + ".example", type: "master", soaEmail: "a@b.example" }, opts);
  const before = domain("before");
`;

describe("in a rehearsal, other packages", () => {
  const story = engineStory(async (engine) => {
    const { project } = await engine.begin();
    const calls = ["other", "unseen"].map((name) => otherPackage(project, name));
    const declared = otherPackage(project, "declared", "own-plugin");
    appendFileSync(path.join(project.folder, "Pulumi.yaml"), "packages:\n  declared: ./own-plugin\n");
    const unchanging = `${SAME} thing("kept", { size: 1 }); thing("shrunk", { size: 1 }); thing("dropped", { size: 1 }); new Own("own", { size: 1 });`;
    project.program(unchanging);
    await project.mustUp();
    for (const all of calls) all();
    rmSync(path.join(project.folder, "calls-of-dynamic"));
    project.program(`${unchanging} domain("after");`);
    const unchanged = await rehearse(project);
    const first = calls[0]!();
    project.program(`${SAME}
      const after = domain("after");
      thing("kept", { size: 1 });
      thing("shrunk", { size: isPreview ? 1 : 2 });
      new Own("own", { size: isPreview ? 1 : 2 });
      if (isPreview) thing("dropped", { size: 1 });
      else {
        const group = new Group("group");
        thing("kept", { size: 1 }, { parent: group });
        new Own("own", { size: 1 }, { parent: group });
        pulumi.runtime.invoke("other:index:act", { now: true }).catch((error) => pulumi.log.warn(error.message));
      }
      after.id.apply(() => thing("late", { size: 1 }));
    `);
    const changed = await rehearse(project);
    const second = calls[0]!();
    project.program(`${unchanging} domain("after");
      if (!isPreview) for (const name of ["unseen", "declared"]) new pulumi.CustomResource(name + ":index:Thing", "stranger", {});
    `);
    const added = await rehearse(project);
    const unseen = [...calls[1]!(), ...declared()];
    return { unchanged, first, changed, second, added, unseen, folder: project.folder };
  });

  const EFFECTIVE = /^(create|update|delete|invoke) /;

  test("are asked nothing but what the preview asked, if they are unchanged", () => {
    expect(reportIn(story.unchanged)).toMatchObject({ outcome: "succeeds", errors: [] });
    expect(story.first.filter((call) => EFFECTIVE.test(call))).toEqual([]);
  });

  test("run in the folder of the program, wherever the rehearsal was started", () => {
    const started = story.first.filter((call) => call.startsWith("start "));
    expect(started.length).toBeGreaterThan(1);
    expect(new Set(started)).toEqual(new Set([`start ${story.folder}`]));
  });

  test("get no call that creates, updates, deletes or calls something, whatever the program does after its preview", () => {
    expect(story.second.filter((call) => EFFECTIVE.test(call))).toEqual([]);
    expect(existsSync(path.join(story.folder, "calls-of-dynamic"))).toBe(false);
  });

  test("are not started if the preview did not use them, whether they are on PATH or in the project file", () => {
    expect(story.unseen).toEqual([]);
    expect(reportIn(story.added).errors.join()).toMatch(/the package (unseen|declared) would be called, for real/);
  });

  test.each([
    ["a child of a component", "Group$other:index:Thing::kept", "created"],
    ["a dynamic resource in a component", "Group$pulumi-nodejs:dynamic:Resource::own", "created"],
    ["another input", "other:index:Thing::shrunk", "updated"],
    ["another input of a dynamic resource", "::pulumi-nodejs:dynamic:Resource::own", "updated"],
    ["in apply", "other:index:Thing::late", "created"],
    ["no longer declared", "other:index:Thing::dropped", "deleted"],
  ])("are named: %s", (_, what, done) => {
    const { outcome, errors } = reportIn(story.changed);
    expect(outcome).toBe("fails");
    expect(errors.join("\n")).toContain(`${what} would be ${done}, for real`);
  });
});

describe("a rehearsal with a version of this package that knows nothing of rehearsals", () => {
  const story = engineStory(async (engine) => {
    const own = await engine.emulator({ token: "token-of-the-account" });
    const company = await engine.emulator({ token: "token-of-the-company", tokens: ["token-used-nowhere"] });
    const project = await engine.project(own);
    const modules = path.join(project.folder, "node_modules", "pulumi-compute");
    rmSync(path.join(modules, "dist"));
    cpSync(path.join(repository, "dist"), path.join(modules, "dist"), { recursive: true });
    for (const file of filesBelow(path.join(modules, "dist")).filter((one) => /\.c?js$/.test(one))) {
      const text = readFileSync(file, "utf8");
      if (text.includes("COMPUTE_REHEARSAL"))
        writeFileSync(file, text.replaceAll("COMPUTE_REHEARSAL", "COMPUTE_UNKNOWN"));
    }
    project.configure({ companyUrl: company.url });
    project.configureSecrets({ companyToken: company.token, otherToken: "token-used-nowhere" });
    const program = (name: string): string => `
      const domain = (name, provider) =>
        new compute.Domain(name, { domain: name + ".example", type: "master", soaEmail: "a@b.example" }, { provider });
      domain("own${name}");
      domain("company${name}", new compute.Provider("company", { url: config.require("companyUrl"), token: config.requireSecret("companyToken") }));
      domain("literal${name}", new compute.Provider("literal", { url: "${company.url}", token: "${company.token}" }));
    `;
    project.program(program(""));
    await project.mustUp();
    project.program(`${program("-new")}
      domain("other", new compute.Provider("other", { url: "${company.url}", token: config.requireSecret("otherToken") }));
    `);
    company.resetRequests();
    const rehearsed = await counted(own, () => rehearse(project));
    return { rehearsed, company: company.requests().log.filter(({ method }) => method !== "GET") };
  });

  test("sends every write to the copies, and none to an account without one", () => {
    const { operations, accounts } = reportIn(story.rehearsed);
    const rejected = operations.filter((one) => one.rejected !== undefined);
    expect(rejected).toEqual([expect.objectContaining({ name: "other", rejected: expect.stringContaining("a copy") })]);
    expect(accounts.map(({ writes }) => writes).sort()).toEqual([2, 4]);
    expect([story.rehearsed.writes, story.company]).toEqual([[], []]);
  });
});
