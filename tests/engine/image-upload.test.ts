import { unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ask } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, instances, privateImages } from "../support/engine-service";
import type { EngineProject } from "../support/engine-project";

/** Puts the example in the place of the project's program, with some of its text replaced. */
function useImageExample(project: EngineProject, from = "", to = ""): void {
  useExample(project, "image-upload", [[from, to]]);
}

const UPLOAD = ["POST /images/upload", "PUT /upload/{id}"];

describe("an image that is uploaded, and two instances that are deployed from it", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      images: await privateImages(emulator),
      instances: await instances(emulator),
    });

    useImageExample(project);
    const created = await step(() => project.up());
    const state = JSON.stringify(project.state());
    useImageExample(project, 'description: "Base of all machines"', 'description: "Base"');
    const described = await step(() => project.up());
    useImageExample(project, "release 1", "release 2");
    const announced = await step(() => project.preview("--diff"));
    const replaced = await step(() => project.up());
    const settled = await step(() => project.preview("--refresh", "--expect-no-changes"));
    return { created, state, described, announced, replaced, settled };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the image is available, and both instances run from it", () => {
    const { created } = story;
    expectExit(created, 0);
    expect(created.writeNames.slice(0, 2)).toEqual(UPLOAD);
    expect(created.images).toMatchObject([{ status: "available", size: 1, description: "Base of all machines" }]);
    const image = created.images[0]?.id;
    expect(created.instances).toMatchObject([
      { status: "running", image },
      { status: "running", image },
    ]);
  });

  test("the address of the upload is nowhere to be read", () => {
    expect(story.created.output).not.toContain("signature");
    expect(story.state).not.toContain("signature");
    expect(story.state).not.toContain("/upload/");
  });

  test("another description changes in place", () => {
    expectExit(story.described, 0);
    expect(story.described.writeNames).toEqual(["PUT /images/{+imageId}"]);
    expect(story.described.images).toMatchObject([{ id: story.created.images[0]?.id, description: "Base" }]);
  });

  test("other contents are announced as a replacement, with nothing sent but reads of the catalogues", () => {
    const { announced } = story;
    expectExit(announced, 0);
    expect(announced.writeNames).toEqual([]);
    expect(announced.output).toMatch(/\+-\s*pulumi-nodejs:dynamic\/compute:Image: \(replace\)/);
    expect(announced.output).toMatch(/~ sourceHash *: "[0-9a-f]{64}" => "[0-9a-f]{64}"/);
  });

  test("other contents make another image and other instances, and the old image goes", () => {
    const { created, replaced, settled } = story;
    expectExit(replaced, 0);
    expect(replaced.writeNames.filter((name) => UPLOAD.includes(name))).toEqual(UPLOAD);
    expect(replaced.images).toHaveLength(1);
    expect(replaced.images[0]?.id).not.toBe(created.images[0]?.id);
    expect(replaced.instances.map(({ image }) => image)).toEqual([replaced.images[0]?.id, replaced.images[0]?.id]);
    expectExit(settled, 0);
    expect(settled.writes).toEqual([]);
  });

  test("no change shows the name of a hidden property", () => {
    const { created, described, announced, replaced } = story;
    expect(replaced.output).toMatch(/Image .*\[diff: ~\S*sourceHash/);
    for (const { output } of [created, described, announced, replaced]) expect(output).not.toContain("__");
  });
});

describe("images from files, imports and wrong sources", () => {
  const engine = engineFixture();

  test(
    "a file and an asset of it have one hash, an import writes nothing, and a refresh needs no file",
    async () => {
      const emulator = await engine.emulator();
      const project = await engine.project(emulator);
      writeFileSync(path.join(project.folder, "disk.img"), "the bytes of a disk");
      const program = (more = "") =>
        project.program(`
          const region = "us-east";
          const file = new compute.Image("file", { region, source: "disk.img" });
          const asset = new compute.Image("asset", { region, source: new pulumi.asset.FileAsset("./disk.img") });
          exports.hashes = [file.sourceHash, asset.sourceHash];
          ${more}`);
      program();
      expectExit(await project.up(), 0);
      const [file, asset] = [project.resource("file"), project.resource("asset")];
      expect(file?.outputs?.sourceHash).toMatch(/^[0-9a-f]{64}$/);
      expect(asset?.outputs?.sourceHash).toBe(file?.outputs?.sourceHash);

      const made = await ask(emulator, "POST", "/images/upload", { label: "by hand", region: "us-east" });
      const { id } = made.image as { id: string };
      program(`
        new compute.Image("imported", {}, { import: "${id}" });
        exports.debian = compute.Image.get("debian", "compute/debian11").vendor;`);
      const imported = await counted(emulator, () => project.up());
      expectExit(imported, 0);
      expect(imported.writeNames).toEqual([]);
      expect(project.resource("imported")?.id).toBe(id);
      unlinkSync(path.join(project.folder, "disk.img"));
      expectExit(await project.refresh("--expect-no-changes"), 0);
    },
    STORY_MS,
  );
});
