import { writeFileSync } from "node:fs";
import path from "node:path";
import { ask } from "../support/ask";
import { expectExit } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { engineFixture, STORY_MS } from "../support/engine-fixture";
import { counted, instances, privateImages } from "../support/engine-service";
import type { EngineProject } from "../support/engine-project";

/** Replaces the project's program with the example, with other contents, and adds images of a file. */
function useImageExample(project: EngineProject, release: string, more = ""): void {
  const files = `
    const file = new compute.Image("file", { region: "us-east", source: "disk.img", label: "file" });
    const asset = new compute.Image("asset",
      { region: "us-east", source: new pulumi.asset.FileAsset("./disk.img"), label: "asset", description: "Beside ${release}" });
    exports.hashes = [file.sourceHash, asset.sourceHash];`;
  useExample(project, "image-upload", [["release 1", release]], files + more);
}

const UPLOAD = ["POST /images/upload", "PUT /upload/{id}"];

describe("an uploaded image and two instances deployed from it", () => {
  const engine = engineFixture();
  let story: Awaited<ReturnType<typeof live>>;

  async function live() {
    const emulator = await engine.emulator();
    const project = await engine.project(emulator);
    setRootPass(project);
    writeFileSync(path.join(project.folder, "disk.img"), "the bytes of a disk");
    const step = async (run: () => ReturnType<typeof project.up>) => ({
      ...(await counted(emulator, run)),
      images: (await privateImages(emulator)).filter(({ description }) => description === "Base of all machines"),
      instances: await instances(emulator),
    });

    useImageExample(project, "release 1");
    const created = await step(() => project.up());
    const state = JSON.stringify(project.state());
    const [file, asset] = [project.resource("file"), project.resource("asset")];
    const made = await ask(emulator, "POST", "/images/upload", { label: "by hand", region: "us-east" });
    const { id } = made.image as { id: string };
    useImageExample(
      project,
      "release 2",
      `new compute.Image("imported", {}, { import: "${id}" });
       exports.debian = compute.Image.get("debian", "compute/debian11").vendor;`,
    );
    const announced = await step(() => project.preview("--diff"));
    const replaced = await step(() => project.up());
    const imported = { wanted: id, held: project.resource("imported")?.id };
    return { created, state, file, asset, announced, replaced, imported };
  }

  beforeAll(async () => {
    story = await live();
  }, STORY_MS);

  test("the image is available, and both instances run from it", () => {
    const { created } = story;
    expectExit(created, 0);
    expect(created.writeNames.filter((name) => UPLOAD.includes(name)).sort()).toEqual(
      [...UPLOAD, ...UPLOAD, ...UPLOAD].sort(),
    );
    expect(created.images).toMatchObject([{ status: "available", size: 1, description: "Base of all machines" }]);
    const image = created.images[0]?.id;
    expect(created.instances).toMatchObject([
      { status: "running", image },
      { status: "running", image },
    ]);
  });

  test("the upload URL is in neither the output nor the state", () => {
    expect(story.created.output).not.toContain("signature");
    expect(story.state).not.toContain("signature");
    expect(story.state).not.toContain("/upload/");
  });

  test("preview shows new contents as a replacement, and sends no writes", () => {
    const { announced } = story;
    expectExit(announced, 0);
    expect(announced.writeNames).toEqual([]);
    expect(announced.output).toMatch(/\+-\s*pulumi-nodejs:dynamic\/compute:Image: \(replace\)/);
    expect(announced.output).toMatch(/~ sourceHash *: "[0-9a-f]{64}" => "[0-9a-f]{64}"/);
  });

  test("new contents create a new image and new instances, and the old image is deleted", () => {
    const { created, replaced } = story;
    expectExit(replaced, 0);
    // An import writes nothing, and a new description is updated in place.
    expect(replaced.writeNames.filter((name) => /images|upload/.test(name)).sort()).toEqual([
      "DELETE /images/{+imageId}",
      "POST /images/upload",
      "PUT /images/{+imageId}",
      "PUT /upload/{id}",
    ]);
    expect(replaced.images).toHaveLength(1);
    expect(replaced.images[0]?.id).not.toBe(created.images[0]?.id);
    expect(replaced.instances.map(({ image }) => image)).toEqual([replaced.images[0]?.id, replaced.images[0]?.id]);
  });

  test("a file and its asset have the same hash, and an import has its id", () => {
    const { file, asset, imported } = story;
    expect(file?.outputs?.sourceHash).toMatch(/^[0-9a-f]{64}$/);
    expect(asset?.outputs?.sourceHash).toBe(file?.outputs?.sourceHash);
    expect(imported.held).toBe(imported.wanted);
  });

  test("no diff shows the name of a hidden property", () => {
    const { created, announced, replaced } = story;
    expect(replaced.output).toMatch(/Image .*\[diff: ~\S*sourceHash/);
    for (const { output } of [created, announced, replaced]) expect(output).not.toContain("__");
  });
});
