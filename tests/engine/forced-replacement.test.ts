import { expectExit } from "../support/engine-cli";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, domains, instances } from "../support/engine-service";

const PROGRAM = `
  const plan = { region: "us-east", type: "g6-nanode-1", image: "compute/debian11", rootPass: "a long password" };
  new compute.Instance("kept", plan);
  new compute.Instance("redone", plan, { deleteBeforeReplace: true });
  const zone = new compute.Domain("zone", { domain: "forced.example.com", type: "master", soaEmail: "admin@example.com" });
  new compute.DomainRecord("text", { domainId: zone.id, type: "TXT", target: "as declared" });
`;

describe("a replacement that is forced from the command line", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof force>>;

  async function force() {
    const emulator = await engine.emulator();
    const project = (await engine.project(emulator)).program(PROGRAM);
    const ids = () => Object.fromEntries(project.resources().map(({ urn, id }) => [urn.split("::").at(-1), id]));
    await project.must(["up", "--yes", "--skip-preview", "--stack", "dev"]);
    const before = ids();
    const kept = project.urn("Instance", "kept");
    const replaced = await counted(emulator, () =>
      project.up("--replace", kept, "--replace", project.urn("Instance", "redone"), "--replace", project.urn("DomainRecord", "text")),
    );
    const after = ids();
    const live = { instances: await instances(emulator), domains: await domains(emulator) };
    const clean = await counted(emulator, () => project.previewUnchanged());
    const targeted = await counted(emulator, () => project.up("--target-replace", kept));
    const cleanAgain = await counted(emulator, () => project.previewUnchanged());
    return { before, replaced, after, live, clean, targeted, cleanAgain, last: ids(), lastLive: await instances(emulator) };
  }

  beforeAll(async () => {
    story = await force();
  }, STORY_MS);

  it("debug", () => {
    console.log(story.before, story.after, story.last, story.replaced.output, story.replaced.writeNames, story.targeted.output, story.targeted.writeNames, story.clean.code, story.cleanAgain.code);
  });
});
