import { Deployment } from "../support/deployment";
import { asset, made, privateImages } from "../support/image-data";
import { errorOf } from "../support/programs";
import { useService } from "../support/service";

const documented = useService({ documentedOnly: true });
const service = useService();

const ODD = ["a/b", "Ünlaut & 名", "x".repeat(200), "two\nlines"];
const args = (label: string) => ({ label, region: "us-east", source: asset({ text: "data" }) });

test.each(ODD)(
  "with the documented rules only, an image can have the label %j, and then needs no change",
  async (label) => {
    const deployment = await made(documented, args(label));
    expect(await privateImages(documented)).toMatchObject([{ label }]);
    expect(await deployment.up(args(label))).toBe("same");
    expect(await deployment.refresh()).toBe("same");
    expect(await deployment.up(args("plain"))).toBe("update");
    expect(await deployment.up(args(label))).toBe("update");
    expect(await privateImages(documented)).toMatchObject([{ label }]);
  },
);

test.each(ODD)(
  "preview warns that the label %j may be rejected, and the rejection names the property",
  async (label) => {
    const deployment = new Deployment(service, "Image");
    expect(await deployment.refusals(args(label))).toEqual([]);
    expect(service.warnings()).toEqual([expect.stringMatching(/label: .*1 to 50 letters, digits, spaces/)]);
    const error = await errorOf(deployment.up(args(label)));
    expect(error.message).toContain("label: ");
    expect(error).not.toHaveProperty("id");
    expect(await privateImages(service)).toEqual([]);
  },
);

test("preview does not warn about a label that the API accepts", async () => {
  await made(service, args("golden, it's v1.0_2 - ready?"));
  expect(service.warnings()).toEqual([]);
});
