import { DEBIAN, PROVISION_MS } from "./support/client";
import { DATA, upload } from "./support/images";
import { api, startForClient } from "./support/other-clients/api-v4";
import { itExercises } from "./support/other-clients/coverage";

describe("images of @linode/api-v4", () => {
  test("are listed, public and private", async () => {
    await startForClient();
    const { data } = await api.getImages({ page: 1, page_size: 100 }, { is_public: true, vendor: "Debian" });
    expect(data.map(({ id }) => id)).toEqual(["linode/debian9", "linode/debian10", "linode/debian11"]);
    expect(await api.getImage("linode/debian11")).toEqual(data[2]);
    expect((await api.getImages({}, { is_public: false })).data).toEqual([]);
  });

  test("are captured from a disk, changed and deleted", async () => {
    const { emulator } = await startForClient();
    const { id } = await api.createLinode({ ...DEBIAN, image: "linode/debian11", booted: false });
    emulator.clock.advance(PROVISION_MS);
    const [disk] = (await api.getLinodeDisks(id)).data;
    const captured = await api.createImage({ disk_id: disk.id, label: "golden", description: "the best", tags: [] });
    expect(captured).toMatchObject({ label: "golden", description: "the best", status: "creating", type: "manual" });

    emulator.clock.advance(PROVISION_MS);
    expect(await api.getImage(captured.id)).toMatchObject({ status: "available", is_public: false });
    expect(await api.updateImage(captured.id, { label: "silver", description: "good" })).toMatchObject({
      label: "silver",
      description: "good",
    });
    expect(await api.deleteImage(captured.id)).toEqual({});
    await expect(api.getImage(captured.id)).rejects.toMatchObject({ response: { status: 404 } });
  });

  test("are uploaded, and deployed", async () => {
    const { emulator } = await startForClient();
    const announced = await api.uploadImage({ label: "mine", region: "us-east", cloud_init: true });
    expect(announced).toMatchObject({ image: { label: "mine", status: "pending_upload", regions: [] } });
    expect((await upload(String(announced["upload_to"]), DATA)).status).toBe(200);
    emulator.clock.advance(PROVISION_MS);
    const [{ id }] = (await api.getImages({}, { label: "mine" })).data;
    expect(await api.getImage(id)).toMatchObject({ status: "available", size: 2 });

    const { id: instance } = await api.createLinode({ ...DEBIAN, image: id });
    emulator.clock.advance(PROVISION_MS);
    expect(await api.getLinode(instance)).toMatchObject({ image: id, status: "running" });
  });

  itExercises("images/images");
});
