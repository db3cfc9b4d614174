import { writeFileSync } from "node:fs";
import path from "node:path";
import { ask } from "../support/ask";
import { must } from "../support/engine-cli";
import { setRootPass, useExample } from "../support/engine-example";
import { addressOf, engineStory, instances, privateImages, records, stepsWith } from "../support/engine-fixture";
import type { EngineProject } from "../support/engine-cli";

describe("replacing a server by a clone of itself", () => {
  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    setRootPass(project);
    useExample(project, "blue-green");
    const step = stepsWith(emulator, async () => {
      const servers = await instances(emulator);
      const [record] = await records(emulator);
      const active = servers.find((server) => addressOf(server) === record?.target);
      return { servers, record, active: (active?.tags as string[] | undefined)?.[0] };
    });
    const phase = async (name: string, ...args: string[]) => {
      project.configure({ phase: name });
      return await step(() => must(project.up("--diff", ...args)));
    };

    return {
      blue: await phase("blue"),
      prepared: await phase("prepare"),
      switched: await phase("switch"),
      // A refresh would detect a difference once the property that names the clone's source is removed.
      retired: await phase("retire", "--refresh"),
    };
  });

  test("starts with one server, which the record points to", () => {
    expect(story.blue.after).toMatchObject({ servers: [{ status: "running", tags: ["blue"] }], active: "blue" });
  });

  test("is cloned: the clone runs with the source's disks and its own tags, and the record is unchanged", () => {
    const { prepared } = story;
    expect(prepared.writeNames).toEqual([
      "POST /compute/instances/{id}/clone",
      "PUT /compute/instances/{id}",
      "POST /compute/instances/{id}/boot",
    ]);
    expect(prepared.after.active).toBe("blue");
    expect(prepared.after.servers).toMatchObject([
      { status: "running", tags: ["blue"] },
      { status: "running", tags: ["green"], image: "compute/debian11" },
    ]);
  });

  test("is switched by config, which only updates the record in place", () => {
    const { switched } = story;
    expect(switched.output).toMatch(/target: /);
    expect(switched.output).not.toMatch(/replace/i);
    expect(switched.writeNames).toEqual(["PUT /domains/{id}/records/{recordId}"]);
    expect(switched.after.active).toBe("green");
    expect(switched.after.record?.id).toBe(story.blue.after.record?.id);
  });

  test("is deleted together with the property that named it, and the clone is not modified", () => {
    expect(story.retired.writeNames).toEqual(["DELETE /compute/instances/{id}"]);
    expect(story.retired.after).toMatchObject({ servers: [{ tags: ["green"] }], active: "green" });
  });
});

describe("an uploaded image and two instances deployed from it", () => {
  const UPLOAD = ["POST /images/upload", "PUT /upload/{id}"];

  /** Replaces the project's program with the example, with other contents, and adds images of a file. */
  function useImageExample(project: EngineProject, release: string, more = ""): void {
    const files = `
      const file = new compute.Image("file", { region: "us-east", source: "disk.img", label: "file" });
      const asset = new compute.Image("asset",
        { region: "us-east", source: new pulumi.asset.FileAsset("./disk.img"), label: "asset", description: "Beside ${release}" });
      exports.hashes = [file.sourceHash, asset.sourceHash];`;
    useExample(project, "image-upload", [["release 1", release]], files + more);
  }

  const story = engineStory(async (engine) => {
    const { emulator, project } = await engine.begin();
    setRootPass(project);
    writeFileSync(path.join(project.folder, "disk.img"), "the bytes of a disk");
    const step = stepsWith(emulator, async () => ({
      images: (await privateImages(emulator)).filter(({ description }) => description === "Base of all machines"),
      instances: await instances(emulator),
    }));

    useImageExample(project, "release 1");
    const created = await step(() => must(project.up()));
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
    const announced = await step(() => must(project.preview("--diff")));
    const replaced = await step(() => must(project.up()));
    const imported = { wanted: id, held: project.resource("imported")?.id };
    return { created, state, file, asset, announced, replaced, imported };
  });

  test("the image is available, and both instances run from it", () => {
    const { created } = story;
    expect(created.writeNames.filter((name) => UPLOAD.includes(name)).sort()).toEqual(
      [...UPLOAD, ...UPLOAD, ...UPLOAD].sort(),
    );
    expect(created.after.images).toMatchObject([{ status: "available", size: 1, description: "Base of all machines" }]);
    const image = created.after.images[0]?.id;
    expect(created.after.instances).toMatchObject(Array(2).fill({ status: "running", image }));
  });

  test("the upload URL is in neither the output nor the state", () => {
    expect(story.created.output).not.toContain("signature");
    expect(story.state).not.toContain("signature");
    expect(story.state).not.toContain("/upload/");
  });

  test("preview shows new contents as a replacement, and sends no writes", () => {
    const { announced } = story;
    expect(announced.writeNames).toEqual([]);
    expect(announced.output).toMatch(/\+-\s*pulumi-nodejs:dynamic\/compute:Image: \(replace\)/);
    expect(announced.output).toMatch(/~ sourceHash *: "[0-9a-f]{64}" => "[0-9a-f]{64}"/);
  });

  test("new contents create a new image and new instances, and the old image is deleted", () => {
    const { created, replaced } = story;
    // An import writes nothing, and a new description is updated in place.
    expect(replaced.writeNames.filter((name) => /images|upload/.test(name)).sort()).toEqual([
      "DELETE /images/{+imageId}",
      "POST /images/upload",
      "PUT /images/{+imageId}",
      "PUT /upload/{id}",
    ]);
    const [image, ...others] = replaced.after.images;
    expect(others).toEqual([]);
    expect(image?.id).not.toBe(created.after.images[0]?.id);
    expect(replaced.after.instances.map((instance) => instance.image)).toEqual([image?.id, image?.id]);
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
